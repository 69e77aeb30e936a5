#include "cfribidi.h"

#include <pthread.h>

#include "library_table.h"

static cfribidi_functions table;

#define SYMBOL(result, name, parameters) #name,
static const char *const symbols[] = {CFRIBIDI_FUNCTIONS(SYMBOL)};

static void load(void) { LIBRARY_REQUIRE("libfribidi.so.0", symbols, table); }

const cfribidi_functions *cfribidi_table(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &table;
}
