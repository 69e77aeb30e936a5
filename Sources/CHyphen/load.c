#include "chyphen.h"

#include <pthread.h>

#include "library_table.h"

static chyphen_functions table;

#define SYMBOL(result, name, parameters) #name,
static const char *const symbols[] = {CHYPHEN_FUNCTIONS(SYMBOL)};

static void load(void) { LIBRARY_REQUIRE("libhyphen.so.0", symbols, table); }

const chyphen_functions *chyphen_table(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &table;
}
