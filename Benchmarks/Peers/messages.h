// The messages and styles of a file of JSON Lines, for the peers in C.

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOLD = 1, ITALIC = 2, CODE = 4 };

typedef struct {
  uint32_t *text;   // scalars
  uint8_t *styles;  // the styles of each scalar
  size_t count;     // scalars
  char language[16];
} Message;

typedef struct {
  Message *items;
  size_t count, characters;
} Messages;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void fail(const char *what, const char *subject) {
  fprintf(stderr, "%s: %s\n", subject, what);
  exit(1);
}

static void *must(void *pointer) {
  if (pointer == NULL) fail("no memory", "benchmark");
  return pointer;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare_doubles);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// Decodes valid UTF-8, which jansson guarantees.
static size_t decode(const char *bytes, size_t length, uint32_t *scalars) {
  size_t count = 0;
  for (size_t i = 0; i < length; count++) {
    uint8_t first = (uint8_t)bytes[i++];
    int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t scalar = more ? first & (0x3F >> more) : first;
    for (; more > 0; more--) scalar = scalar << 6 | ((uint8_t)bytes[i++] & 0x3F);
    scalars[count] = scalar;
  }
  return count;
}

static void add_style(Message *message, json_t *entity) {
  const char *type = json_string_value(json_object_get(entity, "type"));
  uint8_t style = type == NULL              ? 0
                  : !strcmp(type, "bold")   ? BOLD
                  : !strcmp(type, "italic") ? ITALIC
                  : !strcmp(type, "code") || !strcmp(type, "pre") ? CODE : 0;
  json_int_t start = json_integer_value(json_object_get(entity, "offset"));
  json_int_t end = start + json_integer_value(json_object_get(entity, "length")), unit = 0;
  for (size_t i = 0; i < message->count; i++) { // Offsets are in UTF-16.
    if (unit >= start && unit < end) message->styles[i] |= style;
    unit += message->text[i] > 0xFFFF ? 2 : 1;
  }
}

static Messages read_messages(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) fail("the file cannot be opened", path);
  Messages messages = {0};
  size_t room = 0, capacity = 0;
  char *line = NULL;
  for (ssize_t length; (length = getline(&line, &room, file)) >= 0;) {
    json_t *object = json_loadb(line, (size_t)length, JSON_ALLOW_NUL, NULL);
    json_t *text = json_object_get(object, "text");
    if (!json_is_string(text)) fail("a line is not a message", path);
    if (messages.count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      messages.items = must(realloc(messages.items, capacity * sizeof(Message)));
    }
    Message *message = &messages.items[messages.count++];
    *message = (Message){0};
    message->text = must(calloc(json_string_length(text) + 1, sizeof(uint32_t)));
    message->count = decode(json_string_value(text), json_string_length(text), message->text);
    message->styles = must(calloc(message->count + 1, 1));
    const char *language = json_string_value(json_object_get(object, "lang"));
    if (language) snprintf(message->language, sizeof message->language, "%s", language);
    size_t index;
    json_t *entity;
    json_array_foreach(json_object_get(object, "entities"), index, entity)
        add_style(message, entity);
    messages.characters += message->count;
    json_decref(object);
  }
  free(line);
  fclose(file);
  if (messages.count == 0) fail("no messages", path);
  return messages;
}
