#include "czip.h"

#include "library_table.h"

static czip_functions table;

#define SYMBOL(result, name, parameters) "zip_" #name,
static const char *const symbols[] = {CZIP_FUNCTIONS(SYMBOL)};

const czip_functions *czip_table(void) { return &table; }

const char *czip_load(void) {
  // Debian 12 has version 4 of the library, and Ubuntu 24.04 too.
  return LIBRARY_LOAD("libzip.so.4", symbols, table);
}
