// The functions of ICU's library of properties and boundaries, which is loaded on first use.
//
// Its relocations, and those of the C++ library under it, take a tenth of the time of drawing a
// word, and plain text does not need it.
#ifndef GALLEY_CICU_ICU_H
#define GALLEY_CICU_ICU_H

#if !__has_include(<unicode/ubidi.h>)
#error "The headers of ICU are missing: apt-get install libicu-dev"
#endif
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>

#include "library_table.h"

// ICU's macros add its version to the names of functions, and so to the members of tables.
#define MEMBER(name) LIBRARY_MEMBER(name, name)
#define SYMBOL(name) LIBRARY_SYMBOL(name, name)

#define ICU_FUNCTIONS(F) \
  F(u_charDirection) \
  F(u_charType) \
  F(u_getBidiPairedBracket) \
  F(u_getCombiningClass) \
  F(u_getIntPropertyValue) \
  F(u_getPropertyValueEnum) \
  F(u_getPropertyValueName) \
  F(u_getVersion) \
  F(u_hasBinaryProperty) \
  F(u_strFoldCase) \
  F(u_strFromUTF8) \
  F(ubidi_close) \
  F(ubidi_getLevels) \
  F(ubidi_open) \
  F(ubidi_setPara) \
  F(ubrk_clone) \
  F(ubrk_close) \
  F(ubrk_getRuleStatus) \
  F(ubrk_next) \
  F(ubrk_open) \
  F(ubrk_setUText) \
  F(uidna_labelToUnicodeUTF8) \
  F(uidna_nameToASCII_UTF8) \
  F(uidna_openUTS46) \
  F(uloc_forLanguageTag) \
  F(unorm2_getNFDInstance) \
  F(unorm2_normalize) \
  F(uscript_getCode) \
  F(uscript_getSampleString) \
  F(uscript_getScript) \
  F(uscript_getScriptExtensions) \
  F(uscript_getShortName) \
  F(uscript_hasScript) \
  F(uset_addAll) \
  F(uset_close) \
  F(uset_openEmpty) \
  F(utext_close) \
  F(utext_openUTF8)

typedef struct { ICU_FUNCTIONS(MEMBER) } icu_functions;

// The functions, which are null before they are loaded.
extern icu_functions cicu_table;

// Loads the functions once; on any thread. Ends the process if they are not installed, as the
// dynamic linker does for the libraries that it loads.
const icu_functions *cicu_load_table(void);

// Returns the functions.
static inline const icu_functions *icu(void) {
  // The last one to be set; the others are visible once it is.
  if (__atomic_load_n(&cicu_table.utext_openUTF8, __ATOMIC_ACQUIRE)) return &cicu_table;
  return cicu_load_table();
}

#endif
