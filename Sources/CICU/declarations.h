// The types and constants of ICU that Galley uses, as declared by its headers.
//
// They are the same in all versions, so that building needs no development package and a program
// runs with the version that is installed; scripts/check-declarations compares them.
#ifndef GALLEY_CICU_DECLARATIONS_H
#define GALLEY_CICU_DECLARATIONS_H

#include <stdint.h>

typedef int8_t UBool;
typedef uint16_t UChar;
typedef int32_t UChar32;
typedef double UDate;
typedef uint8_t UBiDiLevel;
typedef void *UDateFormat;
typedef void *UDateTimePatternGenerator;
typedef void *UNumberFormat;
typedef struct UBiDi UBiDi;
typedef struct UBreakIterator UBreakIterator;
typedef struct UFieldPosition UFieldPosition;
typedef struct UIDNA UIDNA;
typedef struct UNormalizer2 UNormalizer2;
typedef struct URelativeDateTimeFormatter URelativeDateTimeFormatter;
typedef struct USet USet;
typedef struct USpoofChecker USpoofChecker;
typedef struct UTextFuncs UTextFuncs;

// Warnings are negative, errors positive.
typedef enum { U_STRING_NOT_TERMINATED_WARNING = -124, U_ZERO_ERROR = 0 } UErrorCode;

typedef enum {
  UCHAR_INVALID_CODE = -1,
  UCHAR_DEFAULT_IGNORABLE_CODE_POINT = 5,
  UCHAR_EMOJI = 57,
  UCHAR_EMOJI_PRESENTATION = 58,
  UCHAR_EMOJI_MODIFIER = 59,
  UCHAR_EMOJI_MODIFIER_BASE = 60,
  UCHAR_REGIONAL_INDICATOR = 62,
  UCHAR_EXTENDED_PICTOGRAPHIC = 64,
  UCHAR_BLOCK = 0x1001,
  UCHAR_EAST_ASIAN_WIDTH = 0x1004,
  UCHAR_LINE_BREAK = 0x1008,
  UCHAR_SCRIPT = 0x100A,
  UCHAR_GRAPHEME_CLUSTER_BREAK = 0x1012,
  UCHAR_BIDI_PAIRED_BRACKET_TYPE = 0x1015,
  UCHAR_INDIC_SYLLABIC_CATEGORY = 0x1017,
} UProperty;

typedef enum { U_LONG_PROPERTY_NAME = 1 } UPropertyNameChoice;

// General categories.
enum {
  U_UNASSIGNED = 0,
  U_NON_SPACING_MARK = 6,
  U_ENCLOSING_MARK = 7,
  U_COMBINING_SPACING_MARK = 8,
};

// Samples of the classes that Swift numbers as ICU does.
typedef enum {
  U_OTHER_NEUTRAL = 10,
  U_BOUNDARY_NEUTRAL = 18,
  U_POP_DIRECTIONAL_ISOLATE = 22,
} UCharDirection;
enum { U_LB_AMBIGUOUS = 1, U_LB_IDEOGRAPHIC = 14, U_LB_WORD_JOINER = 30, U_LB_ZWJ = 42 };
enum { U_GCB_SPACING_MARK = 10, U_GCB_REGIONAL_INDICATOR = 12, U_GCB_ZWJ = 17 };

enum { U_EA_HALFWIDTH = 2, U_EA_FULLWIDTH = 3, U_EA_WIDE = 5 };
enum { U_BPT_OPEN = 1, U_BPT_CLOSE = 2 };
enum { U_INSC_CONSONANT = 5, U_INSC_VIRAMA = 31 };
enum { U_FOLD_CASE_DEFAULT = 0, U_FOLD_CASE_EXCLUDE_SPECIAL_I = 1 };

typedef enum {
  USCRIPT_INVALID_CODE = -1,
  USCRIPT_BENGALI = 4,
  USCRIPT_DEVANAGARI = 10,
  USCRIPT_GUJARATI = 15,
  USCRIPT_MALAYALAM = 26,
  USCRIPT_ORIYA = 31,
  USCRIPT_TELUGU = 36,
  USCRIPT_UNKNOWN = 103,
} UScriptCode;

enum { UBRK_DONE = -1 };
typedef enum {
  UBRK_CHARACTER = 0,
  UBRK_WORD = 1,
  UBRK_LINE = 2,
  UBRK_SENTENCE = 3,
} UBreakIteratorType;

// A text under a break iterator, with the members of its provider.
typedef struct UText {
  uint32_t magic;
  int32_t flags, providerProperties, sizeOfStruct;
  int64_t chunkNativeLimit;
  int32_t extraSize, nativeIndexingLimit;
  int64_t chunkNativeStart;
  int32_t chunkOffset, chunkLength;
  const UChar *chunkContents;
  const UTextFuncs *pFuncs;
  void *pExtra;
  const void *context, *p, *q, *r;
  void *privP;
  int64_t a;
  int32_t b, c;
  int64_t privA;
  int32_t privB, privC;
} UText;
enum { UTEXT_MAGIC = 0x345AD82C };

enum {
  UIDNA_CHECK_BIDI = 4,
  UIDNA_CHECK_CONTEXTJ = 8,
  UIDNA_NONTRANSITIONAL_TO_ASCII = 16,
  UIDNA_NONTRANSITIONAL_TO_UNICODE = 32,
};
enum {
  UIDNA_ERROR_LEADING_HYPHEN = 8,
  UIDNA_ERROR_TRAILING_HYPHEN = 16,
  UIDNA_ERROR_HYPHEN_3_4 = 32,
};
typedef struct {
  int16_t size;
  UBool isTransitionalDifferent, reservedB3;
  uint32_t errors;
  int32_t reservedI2, reservedI3;
} UIDNAInfo;

typedef enum { USPOOF_HIGHLY_RESTRICTIVE = 0x30000000 } URestrictionLevel;
enum {
  USPOOF_RESTRICTION_LEVEL = 16,
  USPOOF_INVISIBLE = 32,
  USPOOF_CHAR_LIMIT = 64,
  USPOOF_MIXED_NUMBERS = 128,
  USPOOF_HIDDEN_OVERLAY = 256,
};

typedef enum {
  UDAT_PATTERN = -2,
  UDAT_NONE = -1,
  UDAT_FULL = 0,
  UDAT_LONG = 1,
  UDAT_MEDIUM = 2,
  UDAT_SHORT = 3,
} UDateFormatStyle;
typedef enum {
  UDAT_REL_UNIT_YEAR = 0,
  UDAT_REL_UNIT_MONTH = 2,
  UDAT_REL_UNIT_DAY = 4,
  UDAT_REL_UNIT_HOUR = 5,
  UDAT_REL_UNIT_MINUTE = 6,
  UDAT_REL_UNIT_SECOND = 7,
} URelativeDateTimeUnit;
typedef enum { UDAT_STYLE_LONG = 0 } UDateRelativeDateTimeFormatterStyle;
typedef enum { UDISPCTX_CAPITALIZATION_NONE = 256 } UDisplayContext;

#endif
