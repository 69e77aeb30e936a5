// The functions of ICU, which is loaded on first use.
//
// The relocations of its library of properties and boundaries, and those of the C++ library under
// it, take a tenth of the time of drawing a word, and plain text does not need it. The functions
// for dates and confusable characters are in a second library.
#ifndef GALLEY_CICU_ICU_H
#define GALLEY_CICU_ICU_H

#include <stdbool.h>

#include "declarations.h"
#include "library_table.h"

#define MEMBER(result, name, parameters) result(*name) parameters;
#define SYMBOL(result, name, parameters) #name,

// The functions: result, name without the version of ICU, parameters.
#define ICU_FUNCTIONS(F) \
  F(UCharDirection, u_charDirection, (UChar32)) \
  F(int8_t, u_charType, (UChar32)) \
  F(UChar32, u_getBidiPairedBracket, (UChar32)) \
  F(uint8_t, u_getCombiningClass, (UChar32)) \
  F(int32_t, u_getIntPropertyValue, (UChar32, UProperty)) \
  F(int32_t, u_getPropertyValueEnum, (UProperty, const char *)) \
  F(const char *, u_getPropertyValueName, (UProperty, int32_t, UPropertyNameChoice)) \
  F(void, u_getVersion, (uint8_t *)) \
  F(UBool, u_hasBinaryProperty, (UChar32, UProperty)) \
  F(int32_t, u_strFoldCase, (UChar *, int32_t, const UChar *, int32_t, uint32_t, UErrorCode *)) \
  F(UChar *, u_strFromUTF8, (UChar *, int32_t, int32_t *, const char *, int32_t, UErrorCode *)) \
  F(void, ubidi_close, (UBiDi *)) \
  F(const UBiDiLevel *, ubidi_getLevels, (UBiDi *, UErrorCode *)) \
  F(UBiDi *, ubidi_open, (void)) \
  F(void, ubidi_setPara, \
    (UBiDi *, const UChar *, int32_t, UBiDiLevel, UBiDiLevel *, UErrorCode *)) \
  F(UBreakIterator *, ubrk_clone, (const UBreakIterator *, UErrorCode *)) \
  F(void, ubrk_close, (UBreakIterator *)) \
  F(int32_t, ubrk_getRuleStatus, (UBreakIterator *)) \
  F(int32_t, ubrk_next, (UBreakIterator *)) \
  F(UBreakIterator *, ubrk_open, \
    (UBreakIteratorType, const char *, const UChar *, int32_t, UErrorCode *)) \
  F(void, ubrk_setUText, (UBreakIterator *, UText *, UErrorCode *)) \
  F(int32_t, uidna_labelToUnicodeUTF8, \
    (const UIDNA *, const char *, int32_t, char *, int32_t, UIDNAInfo *, UErrorCode *)) \
  F(int32_t, uidna_nameToASCII_UTF8, \
    (const UIDNA *, const char *, int32_t, char *, int32_t, UIDNAInfo *, UErrorCode *)) \
  F(UIDNA *, uidna_openUTS46, (uint32_t, UErrorCode *)) \
  F(int32_t, uloc_forLanguageTag, (const char *, char *, int32_t, int32_t *, UErrorCode *)) \
  F(const UNormalizer2 *, unorm2_getNFDInstance, (UErrorCode *)) \
  F(int32_t, unorm2_normalize, \
    (const UNormalizer2 *, const UChar *, int32_t, UChar *, int32_t, UErrorCode *)) \
  F(int32_t, uscript_getCode, (const char *, UScriptCode *, int32_t, UErrorCode *)) \
  F(int32_t, uscript_getSampleString, (UScriptCode, UChar *, int32_t, UErrorCode *)) \
  F(UScriptCode, uscript_getScript, (UChar32, UErrorCode *)) \
  F(int32_t, uscript_getScriptExtensions, (UChar32, UScriptCode *, int32_t, UErrorCode *)) \
  F(const char *, uscript_getShortName, (UScriptCode)) \
  F(void, uset_addAll, (USet *, const USet *)) \
  F(void, uset_close, (USet *)) \
  F(USet *, uset_openEmpty, (void)) \
  F(UText *, utext_close, (UText *)) \
  F(UText *, utext_openUTF8, (UText *, const char *, int64_t, UErrorCode *))

// Those of the second library for dates.
#define DATE_FUNCTIONS(F) \
  F(int32_t, ucal_getCanonicalTimeZoneID, \
    (const UChar *, int32_t, UChar *, int32_t, UBool *, UErrorCode *)) \
  F(void, udat_close, (UDateFormat *)) \
  F(int32_t, udat_format, \
    (const UDateFormat *, UDate, UChar *, int32_t, UFieldPosition *, UErrorCode *)) \
  F(UDateFormat *, udat_open, \
    (UDateFormatStyle, UDateFormatStyle, const char *, const UChar *, int32_t, const UChar *, \
     int32_t, UErrorCode *)) \
  F(void, udatpg_close, (UDateTimePatternGenerator *)) \
  F(int32_t, udatpg_getBestPattern, \
    (UDateTimePatternGenerator *, const UChar *, int32_t, UChar *, int32_t, UErrorCode *)) \
  F(UDateTimePatternGenerator *, udatpg_open, (const char *, UErrorCode *)) \
  F(void, ureldatefmt_close, (URelativeDateTimeFormatter *)) \
  F(int32_t, ureldatefmt_formatNumeric, \
    (const URelativeDateTimeFormatter *, double, URelativeDateTimeUnit, UChar *, int32_t, \
     UErrorCode *)) \
  F(URelativeDateTimeFormatter *, ureldatefmt_open, \
    (const char *, UNumberFormat *, UDateRelativeDateTimeFormatterStyle, UDisplayContext, \
     UErrorCode *))

// Those of the second library for confusable characters.
#define SPOOF_FUNCTIONS(F) \
  F(int32_t, uspoof_checkUTF8, \
    (const USpoofChecker *, const char *, int32_t, int32_t *, UErrorCode *)) \
  F(const USet *, uspoof_getInclusionSet, (UErrorCode *)) \
  F(const USet *, uspoof_getRecommendedSet, (UErrorCode *)) \
  F(int32_t, uspoof_getSkeletonUTF8, \
    (const USpoofChecker *, uint32_t, const char *, int32_t, char *, int32_t, UErrorCode *)) \
  F(USpoofChecker *, uspoof_open, (UErrorCode *)) \
  F(void, uspoof_setAllowedChars, (USpoofChecker *, const USet *, UErrorCode *)) \
  F(void, uspoof_setChecks, (USpoofChecker *, int32_t, UErrorCode *)) \
  F(void, uspoof_setRestrictionLevel, (USpoofChecker *, URestrictionLevel))

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

// Loads functions of the second library, in the version of the first one. Calls must not overlap.
//
// Returns NULL, or the reason of the failure.
const char *cicu_load_i18n(
    const char *const *symbols, size_t count, void *table, size_t table_size);

// Calls `cicu_load_i18n` for a table and an array of symbols.
#define LOAD_I18N(symbols, table) \
  cicu_load_i18n((symbols), sizeof(symbols) / sizeof *(symbols), &(table), sizeof(table))

static inline bool succeeded(UErrorCode status) { return status <= U_ZERO_ERROR; }

// Returns the next code point of UTF-16, and advances the index. A lone surrogate is one.
static inline UChar32 next_scalar(const UChar *text, int32_t *index, int32_t length) {
  UChar32 unit = text[(*index)++];
  if ((unit & 0xFC00) != 0xD800 || *index == length) return unit;
  UChar32 second = text[*index];
  if ((second & 0xFC00) != 0xDC00) return unit;
  *index += 1;
  return 0x10000 + ((unit & 0x3FF) << 10) + (second & 0x3FF);
}

#endif
