// Galley: layout and drawing of messages, as a C library (libgalley.so).
//
// An engine lays messages out and draws them, on any number of threads. Results are buffers:
//
//     galley_engine *engine = NULL;
//     galley_error error;
//     if (galley_engine_create(NULL, &engine, &error) != GALLEY_OK) { puts(error.message); ... }
//     galley_settings settings;
//     galley_settings_init(&settings, sizeof settings);
//     settings.width = 320;
//     galley_message message = {"*Hello*", 7, GALLEY_MARKDOWN};
//     galley_buffer *picture = NULL;
//     if (galley_render(engine, &message, &settings, &picture, &error) == GALLEY_OK) { ... }
//     galley_buffer_free(picture);
//     galley_engine_free(engine);
//
// - Every function may be called on any thread at any time, also while another thread frees what it
//   uses: a call that has begun is completed.
// - Handles are numbers in the form of pointers. A null, freed, foreign or invented handle is
//   answered with GALLEY_ERROR_HANDLE; memory is never accessed through it.
// - Strings are UTF-8 and end with a zero byte; messages have a size instead. Nothing that is
//   passed in is kept after the call.
// - After fork(2), the child may go on with its handles, and must free them itself. The fork waits
//   for the calls of other threads; it must not be called in a signal handler.
// - Structures begin with their size, so that a program built with this header also works with
//   later versions of the library whose soname is equal.
#ifndef GALLEY_H
#define GALLEY_H

#include <stddef.h>
#include <stdint.h>

// The version of this header; `galley_version()` is that of the library.
#define GALLEY_VERSION "0.1.0"

// The number in the library's soname, which changes if programs have to be built again.
#define GALLEY_ABI_VERSION 0

#if defined(__GNUC__)
#define GALLEY_API __attribute__((visibility("default")))
#else
#define GALLEY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The result of a function.
typedef enum galley_status {
  GALLEY_OK = 0,
  // An argument is null, out of range, not UTF-8, or a structure of a later version.
  GALLEY_ERROR_ARGUMENT = 1,
  // A handle is null, freed, or not one of the expected kind.
  GALLEY_ERROR_HANDLE = 2,
  // A font or a font manifest cannot be used.
  GALLEY_ERROR_FONTS = 3,
  // The message is invalid.
  GALLEY_ERROR_MESSAGE = 4,
  // The message or its picture exceeds a limit.
  GALLEY_ERROR_LIMIT = 5,
  // Memory cannot be allocated.
  GALLEY_ERROR_MEMORY = 6,
  // A library that the format requires is missing, or cannot encode the picture.
  GALLEY_ERROR_FORMAT = 7
} galley_status;

// The reason of a failure, in memory of the caller. Every function that takes one fills it.
typedef struct galley_error {
  // The status that the function returned.
  galley_status status;
  // Zero.
  uint32_t reserved;
  // The offset of the problem in the message, in bytes; -1 if it is unknown. For HTML, it is the
  // beginning of the line.
  int64_t offset;
  // The description, which ends with a zero byte; empty without error. A longer one is cut.
  char message[496];
} galley_error;

// Fonts and caches, shared by the calls that use it.
typedef struct galley_engine galley_engine;

// Bytes that a function returned.
typedef struct galley_buffer galley_buffer;

// The version of the library, such as "0.1.0".
GALLEY_API const char *galley_version(void);

// The number in the library's soname.
GALLEY_API uint32_t galley_abi_version(void);

// The name of a color theme, or null if there are no more: light, dark, light-incoming, ...
GALLEY_API const char *galley_theme_name(size_t index);

// The options of an engine. `galley_engine_options_init` sets the defaults.
typedef struct galley_engine_options {
  // The size of the structure, in bytes.
  size_t struct_size;
  // The path of a font manifest, as for `galley render --fonts`; null for the fonts of the system.
  const char *manifest;
  // The paths of font files that come before all other fonts, or null.
  const char *const *font_files;
  size_t font_file_count;
  // The maximum size of the cached texts, in bytes. Default: 16 MiB.
  size_t cache_limit;
  // The maximum size of a message, in bytes. Default: 4 MiB.
  size_t message_limit;
  // The maximum size of the pixels of a picture, in bytes, at most 256 MiB, the default.
  size_t picture_limit;
} galley_engine_options;

// Sets the defaults. `size` is `sizeof(galley_engine_options)`.
GALLEY_API galley_status galley_engine_options_init(galley_engine_options *options, size_t size);

// Creates an engine; `options` may be null for the defaults. On failure, `*engine` is null.
GALLEY_API galley_status galley_engine_create(
    const galley_engine_options *options, galley_engine **engine, galley_error *error);

// Frees an engine. Calls that use it in other threads are completed.
GALLEY_API galley_status galley_engine_free(galley_engine *engine);

// The format of a message.
typedef enum galley_format {
  // A JSON object of a message, or of a rich message if it has "blocks" (galley render --message).
  GALLEY_JSON = 0,
  // Text as it is.
  GALLEY_TEXT = 1,
  // Markdown, with ||spoilers|| and __underlines__.
  GALLEY_MARKDOWN = 2,
  // MarkdownV2 of Telegram's Bot API.
  GALLEY_MARKDOWN_V2 = 3,
  // The legacy Markdown of Telegram's Bot API.
  GALLEY_LEGACY_MARKDOWN = 4,
  // HTML with the tags of Telegram's Bot API.
  GALLEY_HTML = 5,
  // Rich Markdown, with headings, lists, tables and formulas.
  GALLEY_RICH_MARKDOWN = 6,
  // Rich HTML.
  GALLEY_RICH_HTML = 7
} galley_format;

// A message in memory of the caller.
typedef struct galley_message {
  // The bytes in UTF-8; may be null if the size is zero.
  const char *bytes;
  // The number of bytes.
  size_t size;
  galley_format format;
} galley_message;

// The format of a picture.
typedef enum galley_picture_format {
  GALLEY_PNG = 0,
  // Lossless WebP.
  GALLEY_WEBP = 1,
  // Red, green, blue and alpha, a byte each, not premultiplied; rows from the top without gaps.
  GALLEY_RGBA = 2,
  GALLEY_SVG = 3,
  GALLEY_PDF = 4
} galley_picture_format;

// The direction of text.
typedef enum galley_direction {
  // By the first letter of each paragraph.
  GALLEY_AUTO = 0,
  GALLEY_LEFT_TO_RIGHT = 1,
  GALLEY_RIGHT_TO_LEFT = 2
} galley_direction;

// The settings of layouts and pictures. `galley_settings_init` sets the defaults, which are those
// of `galley render`.
typedef struct galley_settings {
  // The size of the structure, in bytes.
  size_t struct_size;
  // The width of lines, in points; infinity never wraps. Default: 360. A message may have its own.
  double width;
  // The font size, in points, from 0.01 to 4096. Default: 16.
  double font_size;
  // The number of pixels per point, from 0.1 to 16. Default: 1.
  double scale;
  // The margin around the text, in points, from 0 to 1000. Default: 8.
  double padding;
  // The name of the color theme; null for light.
  const char *theme;
  // Font families, separated by commas; null for the first of the fonts.
  const char *families;
  // The language of messages without one, such as zh-Hant; null if it is unknown.
  const char *language;
  // The time zone of dates, such as Europe/Oslo; null for UTC.
  const char *time_zone;
  // The direction of messages without one.
  galley_direction direction;
  // The format of pictures.
  galley_picture_format picture_format;
  // The maximum number of lines; 0 for all.
  uint32_t maximum_lines;
  // Not zero for a transparent background.
  uint32_t transparent;
  // Not zero to reveal all spoilers.
  uint32_t reveals_all;
  // Not zero if `now` is the current time for relative dates, in seconds since 1970 in UTC.
  uint32_t has_now;
  int64_t now;
  // The indices of the spoilers to reveal, from 0, or null.
  const uint32_t *revealed;
  size_t revealed_count;
} galley_settings;

// Sets the defaults. `size` is `sizeof(galley_settings)`.
GALLEY_API galley_status galley_settings_init(galley_settings *settings, size_t size);

// Draws a message to a picture; `settings` may be null for the defaults. On failure, `*picture` is
// null. Equal messages, settings and fonts give equal bytes: those of `galley render`.
GALLEY_API galley_status galley_render(
    galley_engine *engine, const galley_message *message, const galley_settings *settings,
    galley_buffer **picture, galley_error *error);

// Lays a message out, as JSON without line end: the object of `galley layout --jsonl`. `settings`
// may be null for the defaults. On failure, `*json` is null.
GALLEY_API galley_status galley_layout(
    galley_engine *engine, const galley_message *message, const galley_settings *settings,
    galley_buffer **json, galley_error *error);

// The contents of a buffer.
typedef struct galley_content {
  // The bytes, which are valid until the buffer is freed, and followed by a zero byte.
  const uint8_t *bytes;
  // The number of bytes.
  size_t size;
  // The size of a picture of pixels, in pixels; 0 for other contents.
  uint32_t width;
  uint32_t height;
} galley_content;

// Gets the contents of a buffer. On failure, they are empty.
GALLEY_API galley_status galley_buffer_get(const galley_buffer *buffer, galley_content *content);

// Frees a buffer. Its bytes must not be in use in another thread.
GALLEY_API galley_status galley_buffer_free(galley_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
