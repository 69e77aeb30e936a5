#include "cfontconfig.h"

#include <pthread.h>

#include "library_table.h"

static cfontconfig_functions table;

#define SYMBOL(result, name, parameters) #name,
static const char *const symbols[] = {CFONTCONFIG_FUNCTIONS(SYMBOL)};

static void load(void) { LIBRARY_REQUIRE("libfontconfig.so.1", symbols, table); }

const cfontconfig_functions *cfontconfig_table(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &table;
}
