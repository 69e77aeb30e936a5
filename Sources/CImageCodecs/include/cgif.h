// The decoder of giflib, loaded on first use like Cairo (CCairo).
#ifndef GALLEY_CGIF_H
#define GALLEY_CGIF_H

#include <stddef.h>
#include <stdint.h>

// The first frame of an image. Left and top are relative to the canvas.
typedef struct {
  int left;
  int top;
  int width;
  int height;
  int is_interlaced;
  // The index of the transparent color; -1 if there is none.
  int transparent;
  // The red, green and blue of each color; black beyond the colors of the image.
  uint8_t colors[256 * 3];
} cgif_frame;

typedef struct cgif_reader cgif_reader;

// Loads the library. Must be called once, before the other functions.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *cgif_load(void);

// Reads the file up to the pixels of the first frame.
//
// The bytes must stay valid until `cgif_close`. Returns NULL and giflib's error code if there is no
// frame.
cgif_reader *cgif_open(const uint8_t *bytes, size_t length, cgif_frame *frame, int *error);

// Reads the next row, in file order, as one color index per pixel. Returns 0 if there is none.
int cgif_read_row(cgif_reader *reader, uint8_t *row, int width);

void cgif_close(cgif_reader *reader);

#endif
