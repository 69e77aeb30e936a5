#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cprogram.h"
#include "csystem.h"

#if defined(__GLIBC__) && !defined(GALLEY_SANITIZED)

// The C library's own functions, under the names that it keeps for replacements.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

// Returns NULL for a large allocation; ends the process for another one.
static void *fail(size_t size) {
  if (size > GALLEY_OBJECT_SIZE) {
    errno = ENOMEM;
    return NULL;
  }
  // A process without rights may not write.
  static const char message[] = "galley: out of memory\n";
  if (!galley_is_in_sandbox) {
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
  }
  _exit(1);
}

void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  return memory != NULL ? memory : fail(size);
}

void *calloc(size_t count, size_t size) {
  void *memory = __libc_calloc(count, size);
  size_t total;
  if (memory != NULL) return memory;
  return fail(__builtin_mul_overflow(count, size, &total) ? (size_t)-1 : total);
}

void *realloc(void *memory, size_t size) {
  void *moved = __libc_realloc(memory, size);
  // Without a size, the memory is freed.
  return moved != NULL || size == 0 ? moved : fail(size);
}

#endif
