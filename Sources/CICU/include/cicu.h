// What Galley calls of ICU, and nothing else: ICU's own headers cannot be imported beside
// Foundation, which carries an ICU of its own with the same type names.
//
// Enumerations of ICU (properties, classes, script codes) cross this header as plain integers.
// Where Swift depends on their values, cicu.c asserts them.
#ifndef GALLEY_CICU_H
#define GALLEY_CICU_H

#include <stdbool.h>
#include <stdint.h>

// Bits of what `cicu_flags` answers.
enum {
  CICU_EMOJI = 1 << 0,
  CICU_EMOJI_PRESENTATION = 1 << 1,
  CICU_EMOJI_MODIFIER = 1 << 2,
  CICU_EMOJI_MODIFIER_BASE = 1 << 3,
  CICU_EXTENDED_PICTOGRAPHIC = 1 << 4,
  CICU_REGIONAL_INDICATOR = 1 << 5,
  CICU_DEFAULT_IGNORABLE = 1 << 6,
  CICU_MARK = 1 << 7,
  CICU_WHITESPACE = 1 << 8,
  CICU_UNASSIGNED = 1 << 9,
};

// The binary properties of a code point, as the bits above.
uint32_t cicu_flags(uint32_t scalar);

// The script of a code point, four letters of ISO 15924 packed with the first in the highest byte.
uint32_t cicu_script(uint32_t scalar);

// The scripts that use a code point, packed as above; how many there are comes back, which may be
// more than `capacity`.
int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity);

#endif
