#include "ccairo.h"

#include "library_table.h"

static ccairo_functions table;

#define SYMBOL(result, name, parameters) "cairo_" #name,
static const char *const symbols[] = {CCAIRO_FUNCTIONS(SYMBOL)};

const ccairo_functions *ccairo_table(void) { return &table; }

const char *ccairo_load(void) { return LIBRARY_LOAD("libcairo.so.2", symbols, table); }
