// Lays out or draws each message of a file, for scripts/instructions --library.
//
//     instructions layout|draw FONTS FILE          a message in JSON per line
//     instructions draw-whole FONTS FILE           one message in Rich Markdown
#include <galley.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static galley_error error;

static void require(galley_status status) {
  if (status == GALLEY_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return NULL;
  long length = ftell(file);
  rewind(file);
  char *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
  if (bytes != NULL) *size = fread(bytes, 1, (size_t)length, file);
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  size_t size = 0;
  char *bytes = read_file(arguments[3], &size);
  if (bytes == NULL) {
    perror(arguments[3]);
    return 1;
  }
  galley_engine_options options;
  galley_settings settings;
  require(galley_engine_options_init(&options, sizeof options));
  require(galley_settings_init(&settings, sizeof settings));
  options.manifest = arguments[2];
  settings.scale = 2;
  galley_engine *engine;
  require(galley_engine_create(&options, &engine, &error));
  int is_whole = strcmp(arguments[1], "draw-whole") == 0;
  int draws = strcmp(arguments[1], "layout") != 0;
  size_t total = 0;
  for (size_t start = 0; start < size;) {
    char *end = is_whole ? NULL : memchr(bytes + start, '\n', size - start);
    size_t length = end == NULL ? size - start : (size_t)(end - bytes) - start;
    if (length > 0) {
      galley_message message = {bytes + start, length, is_whole ? GALLEY_RICH_MARKDOWN : GALLEY_JSON};
      galley_buffer *result;
      galley_content content;
      require((draws ? galley_render : galley_layout)(engine, &message, &settings, &result, &error));
      require(galley_buffer_get(result, &content));
      total += content.size;
      require(galley_buffer_free(result));
    }
    start += length + 1;
  }
  require(galley_engine_free(engine));
  free(bytes);
  printf("%zu bytes\n", total);
  return total > 0 ? 0 : 1;
}
