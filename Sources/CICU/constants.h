// Properties that need no ICU.
#ifndef GALLEY_CICU_CONSTANTS_H
#define GALLEY_CICU_CONSTANTS_H

#include "cicu.h"

// Returns the classes of a code point, or null if only ICU knows them.
const cicu_classes *cicu_constant_classes(uint32_t scalar);

// Returns the name of the script with a code, packed; 0 if only ICU may know it.
uint32_t cicu_constant_script_name(int32_t code);

#endif
