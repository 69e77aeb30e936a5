// Pango and cairo as an engine of `galley corpus compare`. README.md describes input and output.

#include "pango-layout.h"

#include <ctype.h>
#include <math.h>

// The margin around the box of a picture, in points.
static const double margin = 8;

// Returns the end of a line without the white space at its end.
static int visible_end(const char *text, int start, int end) {
  while (end > start && isspace((unsigned char)text[end - 1])) end--;
  return end;
}

static json_t *describe_line(PangoLayoutIter *iterator, const char *text) {
  PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iterator);
  PangoRectangle extents;
  pango_layout_iter_get_line_extents(iterator, NULL, &extents);
  int start = line->start_index, end = start + line->length;
  int left = extents.x, right = extents.x, x = extents.x;
  int last = visible_end(text, start, end);
  bool is_empty = true;
  // The glyphs, because pango_layout_line_get_x_ranges leaves out a vowel sign at the end.
  for (GSList *runs = line->runs; runs; runs = runs->next) {
    PangoGlyphItem *run = runs->data;
    for (int i = 0; i < run->glyphs->num_glyphs; i++) {
      int width = run->glyphs->glyphs[i].geometry.width;
      if (run->item->offset + run->glyphs->log_clusters[i] < last) {
        if (is_empty || x < left) left = x;
        if (is_empty || x + width > right) right = x + width;
        is_empty = false;
      }
      x += width;
    }
  }
  return json_pack("{sisisfsfsf}", "start", start, "end", end, "x", left / (double)PANGO_SCALE,
                   "width", (right - left) / (double)PANGO_SCALE, "baseline",
                   pango_layout_iter_get_baseline(iterator) / (double)PANGO_SCALE);
}

static const char *draw(PangoLayout *layout, double width, double scale, const char *path) {
  int height;
  pango_layout_get_size(layout, NULL, &height);
  cairo_surface_t *surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, (int)ceil((width + 2 * margin) * scale),
      (int)ceil((height / (double)PANGO_SCALE + 2 * margin) * scale));
  cairo_t *context = cairo_create(surface);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_set_source_rgb(context, 0, 0, 0);
  cairo_scale(context, scale, scale);
  cairo_translate(context, margin, margin);
  pango_cairo_show_layout(context, layout);
  cairo_destroy(context);
  cairo_status_t status = cairo_surface_write_to_png(surface, path);
  cairo_surface_destroy(surface);
  return status ? cairo_status_to_string(status) : NULL;
}

static PangoLayout *lay_out(Engine *engine, json_t *object, const Message *message, double width) {
  const char *direction = json_string_value(json_object_get(object, "dir"));
  bool is_fixed = direction && strcmp(direction, "auto");
  pango_context_set_base_dir(
      engine->context, is_fixed && !strcmp(direction, "rtl") ? PANGO_DIRECTION_RTL
                       : is_fixed                            ? PANGO_DIRECTION_LTR
                                                             : PANGO_DIRECTION_WEAK_LTR);
  PangoLayout *layout = make_layout(engine, message, width);
  pango_layout_set_auto_dir(layout, !is_fixed);
  return layout;
}

static json_t *answer(json_t *object, size_t number) {
  Message message = read_message(object, "standard input", number);
  GString *families = g_string_new(NULL);
  size_t index;
  json_t *family;
  json_array_foreach(json_object_get(object, "families"), index, family)
      g_string_append_printf(families, "%s%s", index ? "," : "", json_string_value(family));
  double width = json_number_value(json_object_get(object, "width"));
  double scale = json_number_value(json_object_get(object, "scale"));
  Engine engine = make_engine(families->str, json_number_value(json_object_get(object, "size")));
  PangoLayout *layout = lay_out(&engine, object, &message, width);

  json_t *lines = json_array();
  PangoLayoutIter *iterator = pango_layout_get_iter(layout);
  do json_array_append_new(lines, describe_line(iterator, message.text));
  while (pango_layout_iter_next_line(iterator));
  pango_layout_iter_free(iterator);
  json_t *result = json_pack("{sOso}", "id", json_object_get(object, "id"), "lines", lines);
  const char *picture = json_string_value(json_object_get(object, "picture"));
  const char *problem = picture ? draw(layout, width, scale, picture) : NULL;
  if (problem) json_object_set_new(result, "error", json_string(problem));

  g_object_unref(layout);
  free_engine(&engine);
  g_string_free(families, TRUE);
  if (message.styles) pango_attr_list_unref(message.styles);
  g_free(message.text);
  return result;
}

static void print_line(json_t *line) {
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  fflush(stdout);
  json_decref(line);
}

int main(void) {
  char version[80];
  snprintf(version, sizeof version, "Pango %s, cairo %s", pango_version_string(),
           cairo_version_string());
  print_line(json_pack(
      "{sss[s]}", "engine", version, "notes",
      "Lines wrap between words, or else between characters (PANGO_WRAP_WORD_CHAR)."));
  size_t room = 0, number = 0;
  char *line = NULL;
  for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
    json_t *object = json_loadb(line, (size_t)length, JSON_ALLOW_NUL, NULL);
    if (object == NULL) {
      fprintf(stderr, "pango: line %zu is no JSON\n", number + 1);
      return 1;
    }
    print_line(answer(object, ++number));
    json_decref(object);
  }
  free(line);
  return 0;
}
