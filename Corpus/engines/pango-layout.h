// Messages and their layouts with Pango and cairo, for pango.c and Benchmarks/Pango/pango-bench.c.
//
// Choices favor Pango: no hinting and no rounding of positions (fewer lookups).

#include <jansson.h>
#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  int length;            // bytes
  size_t characters;     // scalars
  PangoAttrList *styles; // NULL when the message is plain
} Message;

static void *must(void *pointer, const char *what) {
  if (pointer == NULL) {
    fprintf(stderr, "pango: %s\n", what);
    exit(1);
  }
  return pointer;
}

// Returns the byte offset of the UTF-16 offset `units` of `text`.
static guint byte_offset(const char *text, json_int_t units) {
  const char *p = text;
  while (units > 0 && *p) {
    units -= g_utf8_get_char(p) > 0xFFFF ? 2 : 1;
    p = g_utf8_next_char(p);
  }
  return (guint)(p - text);
}

static PangoAttribute *attribute(const char *type) {
  if (!strcmp(type, "bold")) return pango_attr_weight_new(PANGO_WEIGHT_BOLD);
  if (!strcmp(type, "italic")) return pango_attr_style_new(PANGO_STYLE_ITALIC);
  if (!strcmp(type, "underline")) return pango_attr_underline_new(PANGO_UNDERLINE_SINGLE);
  if (!strcmp(type, "strikethrough")) return pango_attr_strikethrough_new(TRUE);
  if (!strcmp(type, "code") || !strcmp(type, "pre")) return pango_attr_family_new("monospace");
  return NULL;
}

static Message read_message(json_t *object, const char *path, size_t line) {
  json_t *text = json_object_get(object, "text");
  if (!json_is_string(text)) {
    fprintf(stderr, "pango: %s:%zu: no text\n", path, line);
    exit(1);
  }
  Message message = {.length = (int)json_string_length(text)};
  message.text = must(g_memdup2(json_string_value(text), message.length + 1), "no memory");
  message.characters = (size_t)g_utf8_strlen(message.text, message.length);

  PangoAttrList *styles = pango_attr_list_new();
  bool plain = true;
  size_t index;
  json_t *entity;
  json_array_foreach(json_object_get(object, "entities"), index, entity) {
    const char *type = json_string_value(json_object_get(entity, "type"));
    PangoAttribute *style = type ? attribute(type) : NULL;
    if (style == NULL) continue;
    json_int_t offset = json_integer_value(json_object_get(entity, "offset"));
    json_int_t length = json_integer_value(json_object_get(entity, "length"));
    style->start_index = byte_offset(message.text, offset);
    style->end_index = byte_offset(message.text, offset + length);
    pango_attr_list_insert(styles, style);
    plain = false;
  }
  const char *language = json_string_value(json_object_get(object, "lang"));
  if (language) {
    pango_attr_list_insert(styles, pango_attr_language_new(pango_language_from_string(language)));
    plain = false;
  }
  if (plain) pango_attr_list_unref(styles);
  message.styles = plain ? NULL : styles;
  return message;
}

typedef struct {
  PangoFontMap *map;
  PangoContext *context;
  PangoFontDescription *font;
} Engine;

static Engine make_engine(const char *font, double size) {
  Engine engine;
  engine.map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(engine.map), 96);
  engine.context = pango_font_map_create_context(engine.map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(engine.context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(engine.context, FALSE);
  engine.font = pango_font_description_new();
  pango_font_description_set_family(engine.font, font);
  pango_font_description_set_absolute_size(engine.font, size * PANGO_SCALE);
  return engine;
}

static void free_engine(Engine *engine) {
  pango_font_description_free(engine->font);
  g_object_unref(engine->context);
  g_object_unref(engine->map);
}

static PangoLayout *make_layout(const Engine *engine, const Message *message, double width) {
  PangoLayout *layout = pango_layout_new(engine->context);
  pango_layout_set_font_description(layout, engine->font);
  pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text(layout, message->text, message->length);
  if (message->styles) pango_layout_set_attributes(layout, message->styles);
  int w, h;
  pango_layout_get_size(layout, &w, &h); // Performs the layout, which is lazy.
  return layout;
}
