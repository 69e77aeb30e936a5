// Properties that need no ICU.
#ifndef GALLEY_CICU_CONSTANTS_H
#define GALLEY_CICU_CONSTANTS_H

#include "cicu.h"

// Returns the classes of a code point, or null if only ICU knows them.
const cicu_classes *cicu_constant_classes(uint32_t scalar);

// Returns the classes of a code point, or null if only ICU knows them. Writes the end of a range
// that begins with it, in which all code points have the same classes.
const cicu_classes *cicu_constant_run(uint32_t scalar, uint32_t *end);

// Returns the codes of the scripts that use a code point with script extensions, or null if only
// ICU knows them.
const uint8_t *cicu_constant_extensions(uint32_t scalar, int32_t *count);

// Returns a letter of the script with a packed name; 0 if only ICU may know one.
uint32_t cicu_constant_script_letter(uint32_t script);

// Returns the name of the script with a code, packed; 0 if only ICU may know it.
uint32_t cicu_constant_script_name(int32_t code);

#endif
