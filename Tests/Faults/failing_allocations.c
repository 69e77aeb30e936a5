// Fails one allocation of a program, to test what it does when memory runs out.
//
//     clang -O1 -shared -fPIC failing_allocations.c -o failing_allocations.so
//     FAILING_ALLOCATION=17 LD_PRELOAD=./failing_allocations.so galley render ...
//
// The functions are those to which the programs' own malloc, calloc and realloc forward
// (Sources/CProgram). The allocation with the number FAILING_ALLOCATION fails, in whichever library
// it is; large ones, whose callers report their failure, do not count. Without a number, the count
// of all allocations is written to standard error at the end.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The only allocating function of the C library that is not replaced here.
extern void *__libc_memalign(size_t alignment, size_t size);

static long failing;
static atomic_long count;

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAILING_ALLOCATION");
  failing = number == NULL ? 0 : atol(number);
}

__attribute__((destructor)) static void finish(void) {
  if (failing == 0) dprintf(2, "%ld", atomic_load(&count));
}

static void *allocate(size_t size) {
  if (size <= 1 << 20 && atomic_fetch_add(&count, 1) + 1 == failing) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_memalign(16, size);
}

void *__libc_malloc(size_t size) { return allocate(size); }

void *__libc_calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) return NULL;
  void *memory = allocate(total);
  return memory == NULL ? NULL : memset(memory, 0, total);
}

void *__libc_realloc(void *memory, size_t size) {
  if (memory == NULL) return allocate(size);
  if (size == 0) {
    free(memory);
    return NULL;
  }
  void *moved = allocate(size);
  if (moved == NULL) return NULL;
  size_t old = malloc_usable_size(memory);
  memcpy(moved, memory, old < size ? old : size);
  free(memory);
  return moved;
}
