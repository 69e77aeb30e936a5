// The least work of a process that makes a picture of one word: the floor of starting.
//
//   start-floor FONT WORD OUT.png
//
// It opens one font, shapes the word with HarfBuzz, draws it with FreeType and writes a PNG with
// libspng: the libraries of Galley, and nothing that chooses a font, a line end or an option.

#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ft.h>
#include <hb.h>
#include <spng.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16, PADDING = 8 };

static void fail(const char *what, const char *subject) {
  fprintf(stderr, "%s: %s\n", subject, what);
  exit(1);
}

static void draw(FT_Face face, hb_buffer_t *buffer, uint32_t *pixels, int width, int height) {
  unsigned count;
  hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, NULL);
  int pen = PADDING, baseline = PADDING + (int)(face->size->metrics.ascender >> 6);
  for (unsigned i = 0; i < count; i++) {
    if (FT_Load_Glyph(face, infos[i].codepoint, FT_LOAD_NO_HINTING | FT_LOAD_RENDER)) continue;
    const FT_Bitmap *mask = &face->glyph->bitmap;
    for (unsigned y = 0; y < mask->rows; y++)
      for (unsigned x = 0; x < mask->width; x++) {
        int column = pen + face->glyph->bitmap_left + (int)x;
        int row = baseline - face->glyph->bitmap_top + (int)y;
        if (column >= 0 && column < width && row >= 0 && row < height)
          pixels[row * width + column] -= 0x010101u * mask->buffer[y * (unsigned)mask->pitch + x];
      }
    pen += positions[i].x_advance >> 6;
  }
}

static void write_picture(const char *path, const uint32_t *pixels, int width, int height) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) fail("the file cannot be written", path);
  spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
  struct spng_ihdr header = {.width = (uint32_t)width, .height = (uint32_t)height, .bit_depth = 8,
                             .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
  spng_set_png_file(context, file);
  spng_set_ihdr(context, &header);
  if (spng_encode_image(context, pixels, (size_t)width * (size_t)height * 4, SPNG_FMT_PNG,
                        SPNG_ENCODE_FINALIZE))
    fail("the picture cannot be encoded", path);
  spng_ctx_free(context);
  if (fclose(file)) fail("the file cannot be written", path);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("usage: start-floor FONT WORD OUT.png\n", stderr);
    return 64;
  }
  FT_Library library;
  FT_Face face;
  if (FT_Init_FreeType(&library) || FT_New_Face(library, argv[1], 0, &face) ||
      FT_Set_Pixel_Sizes(face, 0, SIZE))
    fail("the font cannot be read", argv[1]);
  hb_font_t *font = hb_ft_font_create_referenced(face);
  hb_buffer_t *buffer = hb_buffer_create();
  hb_buffer_add_utf8(buffer, argv[2], -1, 0, -1);
  hb_buffer_guess_segment_properties(buffer);
  hb_shape(font, buffer, NULL, 0);
  unsigned count;
  hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  int width = 2 * PADDING, height = 2 * PADDING + (int)(face->size->metrics.height >> 6);
  for (unsigned i = 0; i < count; i++) width += positions[i].x_advance >> 6;
  uint32_t *pixels = malloc((size_t)width * (size_t)height * 4);
  if (pixels == NULL) fail("no memory", argv[0]);
  memset(pixels, 0xFF, (size_t)width * (size_t)height * 4);
  draw(face, buffer, pixels, width, height);
  write_picture(argv[3], pixels, width, height);
  return 0;
}
