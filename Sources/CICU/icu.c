#include "icu.h"

#include <pthread.h>
#include <stdio.h>

#include "classes.h"
#include "cicu.h"

// The major versions that are looked for.
enum { OLDEST_VERSION = 60, NEWEST_VERSION = 99 };

enum { MOST_FUNCTIONS = 64, LONGEST_NAME = 48 };

icu_functions cicu_table;

static const char *const symbols[] = {ICU_FUNCTIONS(SYMBOL)};
static int32_t loaded_version;

// Loads functions of a library, whose names end with the version, as that of its file does.
static const char *load_version(
    const char *library, int32_t version, const char *const *unversioned, size_t count, void *table,
    size_t table_size) {
  char file[LONGEST_NAME], names[MOST_FUNCTIONS][LONGEST_NAME];
  const char *versioned[MOST_FUNCTIONS];
  if (count > MOST_FUNCTIONS) return "too many functions";
  snprintf(file, sizeof file, "%s.so.%d", library, version);
  for (size_t i = 0; i < count; i++) {
    snprintf(names[i], LONGEST_NAME, "%s_%d", unversioned[i], version);
    versioned[i] = names[i];
  }
  return library_load(file, versioned, count, table, table_size);
}

static const char *load_functions(int32_t version, icu_functions *found) {
  return load_version(
      "libicuuc", version, symbols, sizeof symbols / sizeof *symbols, found, sizeof *found);
}

// Loads the version that the constants come from; if it is not installed, the newest one.
static void load(void) {
  icu_functions found;
  int32_t version = CICU_CLASSES_VERSION;
  if (load_functions(version, &found) != NULL) {
    version = NEWEST_VERSION;
    while (version >= OLDEST_VERSION && load_functions(version, &found) != NULL) version -= 1;
    if (version < OLDEST_VERSION) return;
  }
  loaded_version = version;
  __typeof__(found.utext_openUTF8) last = found.utext_openUTF8;
  found.utext_openUTF8 = NULL;
  cicu_table = found;
  __atomic_store_n(&cicu_table.utext_openUTF8, last, __ATOMIC_RELEASE);
}

int32_t cicu_major_version(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded_version;
}

const icu_functions *cicu_load_table(void) {
  if (cicu_major_version() == 0) {
    // Prints the reason.
    icu_functions found;
    LIBRARY_REQUIRE("libicuuc.so." CICU_CLASSES_VERSION_TEXT, symbols, found);
  }
  return &cicu_table;
}

const char *cicu_load_i18n(
    const char *const *unversioned, size_t count, void *table, size_t table_size) {
  int32_t version = cicu_major_version();
  if (version == 0) return "ICU is not installed";
  return load_version("libicui18n", version, unversioned, count, table, table_size);
}
