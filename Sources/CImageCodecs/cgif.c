#include "cgif.h"

#include <stdlib.h>
#include <string.h>

#include "gif_library.h"
#include "library_table.h"

static struct { GIF_FUNCTIONS(LIBRARY_MEMBER) } gif;
static const char *const gif_symbols[] = {GIF_FUNCTIONS(LIBRARY_SYMBOL)};

struct cgif_reader {
  const uint8_t *bytes;
  size_t length;
  size_t place;
  GifFileType *file;
};

const char *cgif_load(void) { return LIBRARY_LOAD("libgif.so.7", gif_symbols, gif); }

static int read_bytes(GifFileType *file, GifByteType *target, int count) {
  cgif_reader *reader = file->UserData;
  size_t rest = reader->length - reader->place;
  size_t length = count < 0 ? 0 : (size_t)count < rest ? (size_t)count : rest;
  memcpy(target, reader->bytes + reader->place, length);
  reader->place += length;
  return (int)length;
}

// Reads an extension and keeps the index of the transparent color.
static int read_extension(GifFileType *file, cgif_frame *frame) {
  int kind;
  GifByteType *block;
  if (gif.extension(file, &kind, &block) == GIF_ERROR) return GIF_ERROR;
  while (block != NULL) {
    // The first byte is the length of the rest.
    if (kind == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
      frame->transparent = block[1] & 1 ? block[4] : -1;
    }
    if (gif.next(file, &block) == GIF_ERROR) return GIF_ERROR;
  }
  return GIF_OK;
}

static int find_frame(GifFileType *file, cgif_frame *frame) {
  for (;;) {
    GifRecordType record;
    if (gif.record(file, &record) == GIF_ERROR) return GIF_ERROR;
    switch (record) {
      case IMAGE_DESC_RECORD_TYPE: return gif.image(file);
      case EXTENSION_RECORD_TYPE:
        if (read_extension(file, frame) == GIF_ERROR) return GIF_ERROR;
        break;
      default: file->Error = D_GIF_ERR_NO_IMAG_DSCR; return GIF_ERROR;
    }
  }
}

static int describe(const GifFileType *file, cgif_frame *frame) {
  const ColorMapObject *map = file->Image.ColorMap;
  if (map == NULL) map = file->SColorMap;
  if (map == NULL || map->Colors == NULL) return D_GIF_ERR_NO_COLOR_MAP;
  frame->left = file->Image.Left;
  frame->top = file->Image.Top;
  frame->width = file->Image.Width;
  frame->height = file->Image.Height;
  frame->is_interlaced = file->Image.Interlace;
  for (int index = 0; index < map->ColorCount && index < 256; index++) {
    frame->colors[index * 3] = map->Colors[index].Red;
    frame->colors[index * 3 + 1] = map->Colors[index].Green;
    frame->colors[index * 3 + 2] = map->Colors[index].Blue;
  }
  return 0;
}

cgif_reader *cgif_open(const uint8_t *bytes, size_t length, cgif_frame *frame, int *error) {
  *frame = (cgif_frame){.transparent = -1};
  cgif_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) {
    *error = D_GIF_ERR_NOT_ENOUGH_MEM;
    return NULL;
  }
  reader->bytes = bytes;
  reader->length = length;
  *error = D_GIF_ERR_READ_FAILED;
  reader->file = gif.open(reader, read_bytes, error);
  if (reader->file != NULL) {
    *error = find_frame(reader->file, frame) == GIF_ERROR ? reader->file->Error
                                                          : describe(reader->file, frame);
    if (*error == 0) return reader;
  }
  cgif_close(reader);
  return NULL;
}

int cgif_read_row(cgif_reader *reader, uint8_t *row, int width) {
  return gif.line(reader->file, row, width) == GIF_OK;
}

void cgif_close(cgif_reader *reader) {
  int error;
  if (reader->file != NULL) gif.close(reader->file, &error);
  free(reader);
}
