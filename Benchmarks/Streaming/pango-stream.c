// Lays a growing text out as a whole with Pango, as a program without streaming does.
//
//   cc -O2 pango-stream.c -o pango-stream $(pkg-config --cflags --libs pangocairo)
//   pango-stream TEXT PIECE SAMPLES FAMILY
//
// Writes the time of one layout of the whole text, and the sum over all appends of PIECE bytes,
// estimated from SAMPLES prefixes of equal distance.

#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double lay_out(PangoContext *context, PangoFontDescription *font, const char *text, long n) {
  double start = now();
  PangoLayout *layout = pango_layout_new(context);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_width(layout, 360 * PANGO_SCALE);
  pango_layout_set_text(layout, text, (int)n);
  int width, height;
  pango_layout_get_size(layout, &width, &height);
  g_object_unref(layout);
  return now() - start;
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  static char text[1 << 20];
  long length = (long)fread(text, 1, sizeof text, file);
  fclose(file);
  long piece = atol(arguments[2]);
  int samples = atoi(arguments[3]);
  PangoFontMap *map = pango_cairo_font_map_new();
  PangoContext *context = pango_font_map_create_context(map);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, arguments[4]);
  pango_font_description_set_absolute_size(font, 16 * PANGO_SCALE);
  lay_out(context, font, text, length);
  double whole = lay_out(context, font, text, length), sum = 0;
  for (int index = 0; index < samples; index++) {
    long end = length * (2 * index + 1) / (2 * samples);
    while (end > 0 && (text[end] & 0xC0) == 0x80) end--;
    sum += lay_out(context, font, text, end);
  }
  printf("{\"whole_ms\": %.3f, \"whole_each_ms\": %.0f}\n", whole,
         sum / samples * ((double)length / piece));
  return 0;
}
