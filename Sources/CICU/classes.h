// The properties of all code points as runs of equal ones, as one version of ICU has them.
//
// ICU takes about a thousand instructions per character, and loading it takes millions.
#ifndef GALLEY_CICU_CLASSES_H
#define GALLEY_CICU_CLASSES_H

#include "cicu.h"

// The major version of ICU whose properties these are.
#define CICU_CLASSES_VERSION 72
#define CICU_CLASSES_VERSION_TEXT "72"

// The number of bits of a kind and of an offset of a set; those above them have the first code
// point of a run.
enum { CICU_KIND_BITS = 11, CICU_KIND_MASK = (1 << CICU_KIND_BITS) - 1 };

// The properties of each kind of code point.
extern const cicu_classes cicu_class_kinds[];
// The runs in order, of which the first begins at U+0000.
extern const uint32_t cicu_class_runs[];
extern const uint32_t cicu_class_run_count;

// Sets of scripts: their number, and their codes.
extern const uint8_t cicu_script_sets[];
// The runs of code points with the offsets of their sets, of which the first begins at U+0000; the
// set of code points without script extensions is empty.
extern const uint32_t cicu_extension_runs[];
extern const uint32_t cicu_extension_run_count;

// A letter of each script, or 0.
extern const uint32_t cicu_script_letters[];
extern const uint32_t cicu_script_letter_count;

#endif
