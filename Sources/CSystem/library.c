#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library_table.h"

const char *library_load(
    const char *file, const char *const *symbols, size_t count, void *table, size_t table_size) {
  static _Thread_local char reason[400];
  if (table_size != count * sizeof(void *)) return "the numbers of symbols and functions differ";
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(reason, sizeof reason, "%s; \"galley doctor\" names the package", dlerror());
    return reason;
  }
  for (size_t index = 0; index < count; index++) {
    void *function = dlsym(library, symbols[index]);
    if (function == NULL) {
      memset(table, 0, table_size);
      snprintf(reason, sizeof reason, "%s does not export %s", file, symbols[index]);
      return reason;
    }
    memcpy((char *)table + index * sizeof function, &function, sizeof function);
  }
  return NULL;
}

void library_find(const char *file, char *path, size_t capacity) {
  path[0] = 0;
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return;
  struct link_map *map;
  char resolved[PATH_MAX];
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && realpath(map->l_name, resolved) != NULL)
    snprintf(path, capacity, "%s", resolved);
  dlclose(library);
}

void library_require(
    const char *file, const char *const *symbols, size_t count, void *table, size_t table_size) {
  const char *reason = library_load(file, symbols, count, table, table_size);
  if (reason == NULL) return;
  fprintf(stderr, "galley: error while loading shared libraries: %s\n", reason);
  _Exit(127);
}
