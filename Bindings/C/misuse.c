// Misuses the library in every way that it promises to survive: ./misuse MANIFEST
//
// Each misuse must be answered with the expected status, and the library must go on to work.
#define _GNU_SOURCE
#include <galley.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define EXPECT(status, call) expect(status, call, #call, __LINE__)

static void expect(galley_status expected, galley_status found, const char *call, int line) {
  if (expected == found) return;
  fprintf(stderr, "line %d: %s is %d, not %d\n", line, call, (int)found, (int)expected);
  failures++;
}

static void check(int holds, const char *condition, int line) {
  if (holds) return;
  fprintf(stderr, "line %d: not %s\n", line, condition);
  failures++;
}

#define CHECK(condition) check(condition, #condition, __LINE__)

static const char *manifest;

static galley_engine *new_engine(void) {
  galley_engine_options options;
  EXPECT(GALLEY_OK, galley_engine_options_init(&options, sizeof options));
  options.manifest = manifest;
  galley_engine *engine = NULL;
  galley_error error;
  EXPECT(GALLEY_OK, galley_engine_create(&options, &engine, &error));
  return engine;
}

static galley_message message_of(const char *text, galley_format format) {
  galley_message message = {text, strlen(text), format};
  return message;
}

// Returns whether an engine draws a word.
static int works(galley_engine *engine) {
  galley_message message = message_of("word", GALLEY_TEXT);
  galley_buffer *buffer = NULL;
  galley_content content;
  int drawn = galley_render(engine, &message, NULL, &buffer, NULL) == GALLEY_OK
              && galley_buffer_get(buffer, &content) == GALLEY_OK && content.size > 8
              && memcmp(content.bytes, "\x89PNG", 4) == 0;
  return drawn && galley_buffer_free(buffer) == GALLEY_OK;
}

static void misuse_handles(void) {
  galley_engine *engine = new_engine();
  galley_engine *other = new_engine();
  galley_message message = message_of("word", GALLEY_TEXT);
  galley_buffer *buffer = NULL;
  galley_content content;
  char memory[64] = {0};

  // Null, invented, foreign and freed handles.
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free(NULL));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_free(NULL));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_get(NULL, &content));
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free((galley_engine *)memory));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_free((galley_buffer *)(uintptr_t)1));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_free((galley_buffer *)engine));
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free((galley_engine *)((uintptr_t)engine + 1000)));
  EXPECT(GALLEY_ERROR_HANDLE, galley_render(NULL, &message, NULL, &buffer, NULL));
  CHECK(buffer == NULL);
  EXPECT(GALLEY_OK, galley_render(engine, &message, NULL, &buffer, NULL));
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free((galley_engine *)buffer));
  EXPECT(GALLEY_OK, galley_engine_free(engine));
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free(engine));
  galley_buffer *late = (galley_buffer *)memory;
  EXPECT(GALLEY_ERROR_HANDLE, galley_render(engine, &message, NULL, &late, NULL));
  CHECK(late == NULL);
  // A buffer outlives its engine, and is freed once.
  EXPECT(GALLEY_OK, galley_buffer_get(buffer, &content));
  CHECK(content.size > 0 && content.bytes[content.size] == 0);
  EXPECT(GALLEY_OK, galley_buffer_free(buffer));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_free(buffer));
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_get(buffer, &content));
  CHECK(content.bytes == NULL && content.size == 0);
  // A freed handle does not become that of a later object.
  galley_buffer *next = NULL;
  EXPECT(GALLEY_OK, galley_layout(other, &message, NULL, &next, NULL));
  CHECK(next != buffer);
  EXPECT(GALLEY_ERROR_HANDLE, galley_buffer_free(buffer));
  EXPECT(GALLEY_OK, galley_buffer_free(next));
  CHECK(works(other));
  EXPECT(GALLEY_OK, galley_engine_free(other));
}

static void misuse_arguments(void) {
  galley_engine *engine = new_engine();
  galley_message message = message_of("word", GALLEY_TEXT);
  galley_buffer *buffer = NULL;
  galley_error error;
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_engine_create(NULL, NULL, &error));
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, NULL, NULL, &buffer, &error));
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &message, NULL, NULL, &error));
  CHECK(error.status == GALLEY_ERROR_ARGUMENT && error.message[0] != 0);
  galley_message null = {NULL, 1, GALLEY_TEXT};
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &null, NULL, &buffer, &error));
  galley_message huge = {"word", SIZE_MAX, GALLEY_TEXT};
  EXPECT(GALLEY_ERROR_LIMIT, galley_render(engine, &huge, NULL, &buffer, &error));
  galley_message empty = {NULL, 0, GALLEY_TEXT};
  EXPECT(GALLEY_OK, galley_render(engine, &empty, NULL, &buffer, &error));
  EXPECT(GALLEY_OK, galley_buffer_free(buffer));
  galley_message format = {"word", 4, (galley_format)99};
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_layout(engine, &format, NULL, &buffer, &error));

  galley_settings settings;
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_settings_init(NULL, sizeof settings));
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_settings_init(&settings, 1));
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_settings_init(&settings, sizeof settings + 8));
  double numbers[] = {NAN, -1, -INFINITY, 1e300};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    EXPECT(GALLEY_OK, galley_settings_init(&settings, sizeof settings));
    settings.width = numbers[index];
    EXPECT(GALLEY_ERROR_ARGUMENT, galley_layout(engine, &message, &settings, &buffer, &error));
    settings.width = 100;
    settings.scale = numbers[index];
    EXPECT(GALLEY_ERROR_ARGUMENT, galley_layout(engine, &message, &settings, &buffer, &error));
    settings.scale = 1;
    settings.font_size = numbers[index];
    EXPECT(GALLEY_ERROR_ARGUMENT, galley_layout(engine, &message, &settings, &buffer, &error));
  }
  EXPECT(GALLEY_OK, galley_settings_init(&settings, sizeof settings));
  settings.theme = "\xff";
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &message, &settings, &buffer, &error));
  settings.theme = "plaid";
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &message, &settings, &buffer, &error));
  CHECK(strstr(error.message, "light-incoming") != NULL);
  settings.theme = NULL;
  settings.revealed_count = 3;
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &message, &settings, &buffer, &error));
  settings.revealed_count = 0;
  settings.struct_size = 3;
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_render(engine, &message, &settings, &buffer, &error));
  // A program built with an earlier header knows fewer members; the others have their defaults.
  galley_settings old;
  memset(&old, 0xAA, sizeof old);
  EXPECT(GALLEY_OK, galley_settings_init(&old, offsetof(galley_settings, time_zone)));
  CHECK(*(unsigned char *)&old.time_zone == 0xAA);
  EXPECT(GALLEY_OK, galley_render(engine, &message, &old, &buffer, &error));
  EXPECT(GALLEY_OK, galley_buffer_free(buffer));

  galley_engine_options options;
  EXPECT(GALLEY_OK, galley_engine_options_init(&options, sizeof options));
  galley_engine *none = engine;
  options.manifest = "/nowhere/fonts.json";
  EXPECT(GALLEY_ERROR_FONTS, galley_engine_create(&options, &none, &error));
  CHECK(none == NULL && strstr(error.message, "/nowhere/fonts.json") != NULL);
  options.manifest = manifest;
  options.font_file_count = 1;
  EXPECT(GALLEY_ERROR_ARGUMENT, galley_engine_create(&options, &none, &error));
  EXPECT(GALLEY_OK, galley_engine_free(engine));
}

static void misuse_messages(void) {
  galley_engine *engine = new_engine();
  galley_buffer *buffer = NULL;
  galley_error error;
  galley_message broken = message_of("{\"text\": \"a\" oops}", GALLEY_JSON);
  EXPECT(GALLEY_ERROR_MESSAGE, galley_render(engine, &broken, NULL, &buffer, &error));
  CHECK(buffer == NULL && error.offset == 13);
  galley_message bytes = message_of("ab\xff", GALLEY_TEXT);
  EXPECT(GALLEY_ERROR_MESSAGE, galley_layout(engine, &bytes, NULL, &buffer, &error));
  CHECK(error.offset == 2);
  galley_message html = message_of("one\n<b>two", GALLEY_HTML);
  EXPECT(GALLEY_ERROR_MESSAGE, galley_layout(engine, &html, NULL, &buffer, &error));
  CHECK(error.offset == 4);
  galley_message wide = message_of("{\"text\":\"a\",\"size\":4000}", GALLEY_JSON);
  galley_settings settings;
  galley_settings_init(&settings, sizeof settings);
  settings.scale = 16;
  EXPECT(GALLEY_ERROR_LIMIT, galley_render(engine, &wide, &settings, &buffer, &error));
  CHECK(works(engine));
  EXPECT(GALLEY_OK, galley_engine_free(engine));
}

static galley_engine *shared;

static void *draw(void *unused) {
  (void)unused;
  // An engine that another thread frees either draws or is reported as freed.
  for (;;) {
    if (!works(shared)) break;
  }
  return NULL;
}

// Returns the exit status of a child that draws with an engine of its parent, or -1.
static int draw_in_child(galley_engine *engine) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    // A hang is an error too.
    alarm(120);
    int drawn = works(engine) && galley_engine_free(engine) == GALLEY_OK
                && galley_engine_free(engine) == GALLEY_ERROR_HANDLE;
    _exit(drawn ? 0 : 1);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void fork_and_free_while_drawing(int forks) {
  shared = new_engine();
  pthread_t threads[3];
  for (int index = 0; index < 3; index++) pthread_create(&threads[index], NULL, draw, NULL);
  for (int index = 0; index < forks; index++) CHECK(draw_in_child(shared) == 0);
  CHECK(works(shared));
  EXPECT(GALLEY_OK, galley_engine_free(shared));
  EXPECT(GALLEY_ERROR_HANDLE, galley_engine_free(shared));
  for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);

}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  manifest = arguments[1];
  CHECK(strcmp(galley_version(), GALLEY_VERSION) == 0);
  CHECK(galley_theme_name(0) != NULL && galley_theme_name(1000) == NULL);
  CHECK(galley_theme_name(SIZE_MAX) == NULL);
  misuse_handles();
  misuse_arguments();
  misuse_messages();
  fork_and_free_while_drawing(getenv("MISUSE_FORKS") ? atoi(getenv("MISUSE_FORKS")) : 20);
  if (failures == 0) puts("every misuse was answered");
  return failures > 0;
}
