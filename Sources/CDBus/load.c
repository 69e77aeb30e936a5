#include "cdbus.h"

#include "library_table.h"

static cdbus_functions table;

#define SYMBOL(result, name, parameters) "dbus_" #name,
static const char *const symbols[] = {CDBUS_FUNCTIONS(SYMBOL)};

const cdbus_functions *cdbus_table(void) { return &table; }

const char *cdbus_load(void) {
  const char *reason = LIBRARY_LOAD("libdbus-1.so.3", symbols, table);
  if (reason == NULL) table.threads_init_default();
  return reason;
}
