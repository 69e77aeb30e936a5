// Draws a message in Markdown to a PNG file, and prints its lines as JSON.
//
//     cc example.c -lgalley -o example
//     ./example Fonts/fonts.json 'Good *morning*' morning.png
//
// The first argument is a font manifest, or "-" for the fonts of the system.
#include <galley.h>

#include <stdio.h>
#include <string.h>

// Prints an error and its place, and returns the exit status.
static int fail(const char *what, const galley_error *error) {
  fprintf(stderr, "%s: %s", what, error->message);
  if (error->offset >= 0) fprintf(stderr, " (at byte %lld)", (long long)error->offset);
  fprintf(stderr, "\n");
  return 1;
}

// Writes the contents of a buffer to a file, and returns whether that succeeded.
static int write_file(const char *path, const galley_content *content) {
  FILE *file = fopen(path, "wb");
  if (!file) return 0;
  size_t count = fwrite(content->bytes, 1, content->size, file);
  return fclose(file) == 0 && count == content->size;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: example MANIFEST|- MARKDOWN PICTURE.png\n");
    return 64;
  }
  if (galley_abi_version() != GALLEY_ABI_VERSION) {
    fprintf(stderr, "libgalley %s has another interface\n", galley_version());
    return 1;
  }

  // 1. An engine: fonts and caches. One is enough for a process; threads share it.
  galley_error error;
  galley_engine_options options;
  galley_engine_options_init(&options, sizeof options);
  if (strcmp(arguments[1], "-") != 0) options.manifest = arguments[1];
  galley_engine *engine = NULL;
  if (galley_engine_create(&options, &engine, &error) != GALLEY_OK) return fail("fonts", &error);

  // 2. Settings: those that are not set have the defaults of `galley render`.
  galley_settings settings;
  galley_settings_init(&settings, sizeof settings);
  settings.width = 320;
  settings.scale = 2;
  settings.theme = "dark";

  // 3. A picture, and the layout as JSON.
  galley_message message = {arguments[2], strlen(arguments[2]), GALLEY_MARKDOWN};
  galley_buffer *picture = NULL;
  galley_buffer *layout = NULL;
  int status = 0;
  if (galley_render(engine, &message, &settings, &picture, &error) != GALLEY_OK) {
    status = fail("picture", &error);
  } else if (galley_layout(engine, &message, &settings, &layout, &error) != GALLEY_OK) {
    status = fail("layout", &error);
  } else {
    galley_content content;
    galley_buffer_get(layout, &content);
    printf("%s\n", (const char *)content.bytes);
    galley_buffer_get(picture, &content);
    printf("%u x %u pixels, %zu bytes\n", content.width, content.height, content.size);
    if (!write_file(arguments[3], &content)) {
      perror(arguments[3]);
      status = 1;
    }
  }

  // 4. What was created is freed. A null handle is answered with a status that may be ignored.
  galley_buffer_free(layout);
  galley_buffer_free(picture);
  galley_engine_free(engine);
  return status;
}
