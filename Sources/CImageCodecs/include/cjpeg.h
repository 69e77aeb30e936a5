// The decoder of libjpeg-turbo, loaded when it is first needed.
//
// It is loaded like Cairo is (CCairo): a process that shows no photograph does not pay for it. The
// functions of libturbojpeg, unlike those of libjpeg, are the same on Debian and Ubuntu.
#ifndef GALLEY_CJPEG_H
#define GALLEY_CJPEG_H

#include <stddef.h>
#include <stdint.h>

// Room for the library's words about what is wrong, and a NUL.
enum { CJPEG_REASON_SIZE = 200 };

typedef enum {
  // All pixels are there.
  CJPEG_DECODED,
  // All pixels have a value, but the library made some of them up.
  CJPEG_DOUBTFUL,
  // There are no pixels.
  CJPEG_FAILED,
} cjpeg_outcome;

// Where pixels go: blue, green, red and 255.
typedef struct {
  uint8_t *pixels;
  int bytes_per_row;
  // The size that the image has at `eighths` of its own, rounded up.
  int width;
  int height;
  // 1, 2, 4 or 8.
  int eighths;
} cjpeg_target;

// Loads the library. To be called once, before anything else here.
//
// Returns NULL, or the reason for which the library cannot be loaded.
const char *cjpeg_load(void);

// Decodes an image, which must have the target's size.
cjpeg_outcome cjpeg_decode(
    const uint8_t *bytes, size_t length, const cjpeg_target *target,
    char reason[CJPEG_REASON_SIZE]);

#endif
