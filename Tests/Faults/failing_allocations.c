// Makes allocations of one library fail, to test what a program does when memory runs out.
//
//     cc -O1 -shared -fPIC failing_allocations.c -o failing_allocations.so
//     OOM_LIBRARY=libharfbuzz OOM_FIRST=17 LD_PRELOAD=./failing_allocations.so galley render ...
//
// OOM_LIBRARY is a part of the name of a shared library. Of the allocations that its code requests,
// the one with the number OOM_FIRST fails, or with OOM_STICKY all from that one on. With OOM_COUNT,
// the number of allocations is written to standard error at the end. Swift ends a process whose own
// allocations fail, so only C libraries can be tested.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static const char *library;
static long first;
static int is_sticky;
static atomic_long count;
// The addresses of the library's code and data; empty until it is loaded.
static atomic_uintptr_t start, end;

static int note(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  if (object->dlpi_name == NULL || strstr(object->dlpi_name, library) == NULL) return 0;
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t address = object->dlpi_addr + part->p_vaddr;
    if (address < low) low = address;
    if (address + part->p_memsz > high) high = address + part->p_memsz;
  }
  atomic_store(&start, low);
  atomic_store(&end, high);
  return 1;
}

static void find_library(void) {
  if (library != NULL && atomic_load(&end) == 0) dl_iterate_phdr(note, NULL);
}

__attribute__((constructor)) static void begin(void) {
  library = getenv("OOM_LIBRARY");
  const char *number = getenv("OOM_FIRST");
  first = number == NULL ? 0 : atol(number);
  is_sticky = getenv("OOM_STICKY") != NULL;
  find_library();
}

__attribute__((destructor)) static void finish(void) {
  if (getenv("OOM_COUNT") != NULL) dprintf(2, "allocations: %ld\n", atomic_load(&count));
}

// Libraries that are loaded on first use.
void *dlopen(const char *file, int mode) {
  static void *(*original)(const char *, int);
  if (original == NULL) original = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  void *handle = original(file, mode);
  find_library();
  return handle;
}

static int fails(const void *caller) {
  uintptr_t address = (uintptr_t)caller;
  if (address < atomic_load(&start) || address >= atomic_load(&end)) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  if (first <= 0 || (is_sticky ? number < first : number != first)) return 0;
  errno = ENOMEM;
  return 1;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size) { return FAILS ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return FAILS ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return FAILS ? NULL : __libc_realloc(memory, size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (FAILS) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}
