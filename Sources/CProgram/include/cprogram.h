// Allocations of memory in programs, which do not fail silently.
//
// Swift ends a process that has no memory left, but C libraries go on: HarfBuzz without the table
// that it could not load, so that text has other glyphs. A program that links this module replaces
// malloc, calloc and realloc for itself and all its libraries. They end the process with status 1
// and a message when they have no memory for an object, that is, for at most GALLEY_OBJECT_SIZE
// bytes. Larger allocations, such as those of images, fail as before, for callers that say so.
//
// Builds for a sanitizer use the allocator of the sanitizer.
#ifndef GALLEY_CPROGRAM_H
#define GALLEY_CPROGRAM_H

// The maximum size of an object that a program cannot go on without, in bytes.
#define GALLEY_OBJECT_SIZE (1 << 20)

#endif
