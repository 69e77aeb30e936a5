// Lays a growing text out as a whole with Pango, as a program without streaming does.
//
//   cc -O2 pango-stream.c -o pango-stream $(pkg-config --cflags --libs pangocairo)
//   pango-stream FOLDER SAMPLES PIECES FAMILY
//
// FOLDER has the texts that `inputs` made: SAMPLES beginnings, and the whole. Writes the time of
// one layout of the whole text, and the sum over PIECES appends, estimated from the beginnings.

#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static char text[1 << 20];

static double lay_out(PangoContext *context, PangoFontDescription *font, const char *folder,
                      int index) {
  char path[4096];
  snprintf(path, sizeof path, "%s/text-%02d.txt", folder, index);
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  long length = (long)fread(text, 1, sizeof text, file);
  fclose(file);
  double start = now();
  PangoLayout *layout = pango_layout_new(context);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_width(layout, 360 * PANGO_SCALE);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text(layout, text, (int)length);
  int width, height;
  pango_layout_get_size(layout, &width, &height);
  g_object_unref(layout);
  return now() - start;
}

static int order(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  const char *folder = arguments[1];
  int samples = atoi(arguments[2]);
  double pieces = atof(arguments[3]), sum = 0, wholes[9];
  PangoFontMap *map = pango_cairo_font_map_new();
  PangoContext *context = pango_font_map_create_context(map);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, arguments[4]);
  pango_font_description_set_absolute_size(font, 16 * PANGO_SCALE);
  for (int index = 0; index < 5; index++) lay_out(context, font, folder, samples);
  for (int index = 0; index < 9; index++) wholes[index] = lay_out(context, font, folder, samples);
  qsort(wholes, 9, sizeof *wholes, order);
  for (int index = 0; index < samples; index++) sum += lay_out(context, font, folder, index);
  printf("{\"whole_ms\": %.3f, \"whole_each_ms\": %.0f}\n", wholes[4], sum / samples * pieces);
  return 0;
}
