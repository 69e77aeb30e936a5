// The decoder of libjpeg-turbo, loaded on first use like Cairo (CCairo).
//
// The interface of libturbojpeg, unlike that of libjpeg, is the same on Debian and Ubuntu.
#ifndef GALLEY_CJPEG_H
#define GALLEY_CJPEG_H

#include <stddef.h>
#include <stdint.h>

// The size of the buffer for an error message of the library, including the NUL.
enum { CJPEG_REASON_SIZE = 200 };

typedef enum {
  // All pixels were decoded.
  CJPEG_DECODED,
  // All pixels have a value, but some were filled in by the library.
  CJPEG_DOUBTFUL,
  // No pixels were decoded.
  CJPEG_FAILED,
} cjpeg_outcome;

// The destination of pixels: blue, green, red and 255.
typedef struct {
  uint8_t *pixels;
  int bytes_per_row;
  // The size of the image scaled by `eighths` / 8, rounded up.
  int width;
  int height;
  // 1, 2, 4 or 8.
  int eighths;
} cjpeg_target;

// Loads the library. Must be called once, before the other functions.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *cjpeg_load(void);

// Decodes an image, which must have the target's size.
cjpeg_outcome cjpeg_decode(
    const uint8_t *bytes, size_t length, const cjpeg_target *target,
    char reason[CJPEG_REASON_SIZE]);

#endif
