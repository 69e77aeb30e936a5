// The decoder of libwebp, loaded when it is first needed, as CCairo says.
#ifndef GALLEY_CWEBP_H
#define GALLEY_CWEBP_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  CWEBP_DECODED,
  // The bytes end before the image does.
  CWEBP_TRUNCATED,
  CWEBP_OUT_OF_MEMORY,
  CWEBP_UNSUPPORTED,
  CWEBP_DAMAGED,
} cwebp_outcome;

// Where pixels go: blue, green, red and alpha, not premultiplied.
typedef struct {
  uint8_t *pixels;
  int bytes_per_row;
  // The size that the image says it has.
  int own_width;
  int own_height;
  // The size to decode it at, no larger than its own.
  int width;
  int height;
} cwebp_target;

// Loads the library. To be called once, before anything else here.
//
// Returns NULL, or the reason for which the library cannot be loaded.
const char *cwebp_load(void);

// Decodes an image that is not animated, or the chunks of one frame of an animation.
cwebp_outcome cwebp_decode(const uint8_t *bytes, size_t length, const cwebp_target *target);

// Decodes what can be decoded of the beginning of an image, at its own size.
//
// Gives back how many rows, from the top, have their pixels.
int cwebp_decode_beginning(const uint8_t *bytes, size_t length, const cwebp_target *target);

#endif
