// The decoder of giflib, loaded when it is first needed, as CCairo says.
#ifndef GALLEY_CGIF_H
#define GALLEY_CGIF_H

#include <stddef.h>
#include <stdint.h>

// The first frame of an image. Left and top are on the image's canvas.
typedef struct {
  int left;
  int top;
  int width;
  int height;
  int is_interlaced;
  // The number of the color that lets what is below shine through; -1 if none does.
  int transparent;
  // Red, green and blue of each color; black beyond those that the image has.
  uint8_t colors[256 * 3];
} cgif_frame;

typedef struct cgif_reader cgif_reader;

// Loads the library. To be called once, before anything else here.
//
// Returns NULL, or the reason for which the library cannot be loaded.
const char *cgif_load(void);

// Reads up to the pixels of the first frame.
//
// The bytes must stay until `cgif_close`. Gives back NULL and giflib's number for what is wrong if
// there is no frame.
cgif_reader *cgif_open(const uint8_t *bytes, size_t length, cgif_frame *frame, int *error);

// Reads the next row in the order of the file, a color's number for each pixel; 0 if there is none.
int cgif_read_row(cgif_reader *reader, uint8_t *row, int width);

void cgif_close(cgif_reader *reader);

#endif
