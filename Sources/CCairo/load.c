#include "ccairo.h"

#include <dlfcn.h>
#include <stddef.h>

static ccairo_functions table;

const ccairo_functions *ccairo_table(void) { return &table; }

const char *ccairo_load(void) {
  // It stays loaded until the process ends: its objects are everywhere.
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  ccairo_functions loaded;
#define CCAIRO_FILL(name)                                                   \
  loaded.name = (__typeof__(loaded.name))dlsym(library, "cairo_" #name);    \
  if (loaded.name == NULL) return "libcairo.so.2 has no cairo_" #name;
  CCAIRO_FUNCTIONS(CCAIRO_FILL)
#undef CCAIRO_FILL
  table = loaded;
  return NULL;
}
