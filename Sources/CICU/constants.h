// Properties that need no ICU.
#ifndef GALLEY_CICU_CONSTANTS_H
#define GALLEY_CICU_CONSTANTS_H

#include "cicu.h"

// Returns the classes of a code point.
const cicu_classes *cicu_constant_classes(uint32_t scalar);

// Returns the classes of a code point. Writes the end of a range that begins with it, in which all
// code points have the same classes.
const cicu_classes *cicu_constant_run(uint32_t scalar, uint32_t *end);

// Returns the codes of the scripts that use a code point with script extensions.
const uint8_t *cicu_constant_extensions(uint32_t scalar, int32_t *count);

#endif
