#include "icu.h"

#include <pthread.h>

#define ICU_TEXT(name) #name
#define ICU_FILE(version) "libicuuc.so." ICU_TEXT(version)
#define ICU_LIBRARY ICU_FILE(U_ICU_VERSION_MAJOR_NUM)

int32_t cicu_major_version(void) { return U_ICU_VERSION_MAJOR_NUM; }

icu_functions cicu_table;

static const char *const symbols[] = {ICU_FUNCTIONS(SYMBOL)};

static void load(void) {
  icu_functions found;
  LIBRARY_REQUIRE(ICU_LIBRARY, symbols, found);
  __typeof__(found.utext_openUTF8) last = found.utext_openUTF8;
  found.utext_openUTF8 = NULL;
  cicu_table = found;
  __atomic_store_n(&cicu_table.utext_openUTF8, last, __ATOMIC_RELEASE);
}

const icu_functions *cicu_load_table(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &cicu_table;
}
