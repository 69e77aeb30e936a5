// Loops over pixels for instruction sets that not every processor of an architecture has.
//
// Swift compiles for the oldest processors. These functions give the same bytes as those of
// `Kernels` in the module Pixels, which documents them and chooses.
#ifndef GALLEY_CPIXELS_H
#define GALLEY_CPIXELS_H

#include <stdbool.h>
#include <stdint.h>

// Rows of coverage with one byte per pixel, and the rows of pixels below them.
typedef struct {
  uint8_t *coverage;   // of the first covered pixel
  uint8_t *pixels;     // the start of the first row
  long stride;         // between rows of coverage, in bytes
  long bytes_per_row;  // between rows of pixels
  int width;           // of a row, in pixels
  int first, count;    // the covered columns
  int height;          // the number of rows
} galley_rows;

// Asks for the first 128 bytes at an address, which is read later.
static inline void galley_prefetch(const void *address) {
  __builtin_prefetch(address);
  __builtin_prefetch((const char *)address + 64);
}

// Returns whether the processor and the system support AVX2.
bool galley_has_avx2(void);

// Writes rows of transparent pixels from edge to edge, colored by a premultiplied color, and resets
// the coverage.
void galley_write_avx2(galley_rows rows, uint32_t argb);

// Composites a premultiplied color over the covered pixels, and resets the coverage. With
// `is_clear`, the pixels are known to be transparent.
void galley_color_avx2(galley_rows rows, uint32_t argb, bool is_clear);

// Composites premultiplied pixels over others.
void galley_blend_avx2(const void *source, void *pixels, long count);

#endif
