// The decoder and the lossless encoder of libwebp, loaded on first use like Cairo (CCairo).
#ifndef GALLEY_CWEBP_H
#define GALLEY_CWEBP_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  CWEBP_DECODED,
  // The data ends before the image does.
  CWEBP_TRUNCATED,
  CWEBP_OUT_OF_MEMORY,
  CWEBP_UNSUPPORTED,
  CWEBP_DAMAGED,
} cwebp_outcome;

// The destination of pixels: blue, green, red and alpha, not premultiplied.
typedef struct {
  uint8_t *pixels;
  int bytes_per_row;
  // The size of the image according to its header.
  int own_width;
  int own_height;
  // The size to decode to, at most that of the image.
  int width;
  int height;
} cwebp_target;

// Loads the library. Must be called once, before the other functions.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *cwebp_load(void);

// Decodes a still image, or the chunks of one frame of an animation.
cwebp_outcome cwebp_decode(const uint8_t *bytes, size_t length, const cwebp_target *target);

// Decodes the available beginning of an image, at its own size.
//
// Returns the number of decoded rows, from the top.
int cwebp_decode_beginning(const uint8_t *bytes, size_t length, const cwebp_target *target);

// The maximum width and height of an encoded image.
int cwebp_maximum_side(void);

// Encodes an image without loss, except for the colors of transparent pixels.
//
// The pixels are blue, green, red and alpha, not premultiplied. `level` is the effort from 0 to 9;
// -1 is the library's choice. Returns the number of bytes, which must be released with
// `cwebp_release`; 0 if the image is too large or memory runs out.
size_t cwebp_encode(
    const uint8_t *pixels, int width, int height, int bytes_per_row, int level, uint8_t **bytes);

void cwebp_release(uint8_t *bytes);

#endif
