#include "cicu.h"

#include <string.h>

#include "constants.h"
#include "icu.h"

// Swift numbers its cases as ICU does; these assertions check samples of the enumerations.
_Static_assert(
    U_LB_AMBIGUOUS == 1 && U_LB_IDEOGRAPHIC == 14 && U_LB_WORD_JOINER == 30 && U_LB_ZWJ == 42,
    "ULineBreak");
_Static_assert(
    U_OTHER_NEUTRAL == 10 && U_BOUNDARY_NEUTRAL == 18 && U_POP_DIRECTIONAL_ISOLATE == 22,
    "UCharDirection");
_Static_assert(
    U_GCB_SPACING_MARK == 10 && U_GCB_REGIONAL_INDICATOR == 12 && U_GCB_ZWJ == 17,
    "UGraphemeClusterBreak");

uint32_t cicu_version(void) {
  uint8_t version[4];
  icu()->u_getVersion(version);
  return (uint32_t)version[0] << 24 | (uint32_t)version[1] << 16 | (uint32_t)version[2] << 8 |
         version[3];
}

static bool is_nonspacing_or_spacing(int8_t category) {
  return category == U_NON_SPACING_MARK || category == U_COMBINING_SPACING_MARK;
}

static uint32_t loaded_flags(uint32_t scalar) {
  static const struct {
    UProperty property;
    uint32_t flag;
  } table[] = {
      {UCHAR_EMOJI, CICU_EMOJI},
      {UCHAR_EMOJI_PRESENTATION, CICU_EMOJI_PRESENTATION},
      {UCHAR_EMOJI_MODIFIER, CICU_EMOJI_MODIFIER},
      {UCHAR_EMOJI_MODIFIER_BASE, CICU_EMOJI_MODIFIER_BASE},
      {UCHAR_EXTENDED_PICTOGRAPHIC, CICU_EXTENDED_PICTOGRAPHIC},
      {UCHAR_REGIONAL_INDICATOR, CICU_REGIONAL_INDICATOR},
      {UCHAR_DEFAULT_IGNORABLE_CODE_POINT, CICU_DEFAULT_IGNORABLE},
  };
  uint32_t flags = 0;
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (icu()->u_hasBinaryProperty((UChar32)scalar, table[i].property)) flags |= table[i].flag;
  }
  int8_t category = icu()->u_charType((UChar32)scalar);
  if (category == U_ENCLOSING_MARK || is_nonspacing_or_spacing(category)) flags |= CICU_MARK;
  if (category == U_UNASSIGNED) flags |= CICU_UNASSIGNED;
  return flags;
}

enum { ALL_FLAGS = (CICU_UNASSIGNED << 1) - 1 };

uint32_t cicu_flags(uint32_t scalar) {
  return cicu_constant_classes(scalar)->flags & ALL_FLAGS;
}

// The four letters of a script, packed; they are ASCII in every version of ICU.
static uint32_t packed_script(UScriptCode code) {
  const char *name = icu()->uscript_getShortName(code);
  if (name == 0) return 0x5A7A7A7A;  // Zzzz
  uint32_t tag = 0;
  for (int i = 0; i < 4; i++) tag = tag << 8 | (uint8_t)name[i];
  return tag;
}

uint32_t cicu_script(uint32_t scalar) {
  return cicu_script_name(cicu_constant_classes(scalar)->script);
}

int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity) {
  const cicu_classes *classes = cicu_constant_classes(scalar);
  if (!(classes->flags & CICU_SCRIPT_EXTENSIONS)) {
    if (capacity > 0) scripts[0] = cicu_script_name(classes->script);
    return 1;
  }
  int32_t count;
  const uint8_t *codes = cicu_constant_extensions(scalar, &count);
  for (int32_t i = 0; i < count && i < capacity; i++) scripts[i] = cicu_script_name(codes[i]);
  return count;
}

uint32_t cicu_loaded_script_letter(uint32_t script) {
  const char name[5] = {
      (char)(script >> 24), (char)(script >> 16), (char)(script >> 8), (char)script, 0};
  UScriptCode code = USCRIPT_INVALID_CODE;
  UErrorCode status = U_ZERO_ERROR;
  if (icu()->uscript_getCode(name, &code, 1, &status) != 1 || !succeeded(status)) return 0;
  UChar sample[8];
  int32_t length = icu()->uscript_getSampleString(code, sample, 8, &status);
  if (!succeeded(status) || length < 1) return 0;
  int32_t first = 0;
  return (uint32_t)next_scalar(sample, &first, length);
}

bool cicu_has_script(uint32_t scalar, int32_t code) {
  const cicu_classes *classes = cicu_constant_classes(scalar);
  if (!(classes->flags & CICU_SCRIPT_EXTENSIONS)) return classes->script == code;
  int32_t count;
  const uint8_t *codes = cicu_constant_extensions(scalar, &count);
  return code < 256 && memchr(codes, code, (size_t)count);
}

uint32_t cicu_loaded_script_name(int32_t code) {
  return code < 256 && icu()->uscript_getShortName((UScriptCode)code) ? packed_script(code) : 0;
}

bool cicu_is_opening_bracket(uint32_t scalar) {
  return cicu_constant_classes(scalar)->flags & CICU_OPENING_BRACKET;
}

uint32_t cicu_paired_bracket(uint32_t scalar) {
  switch (scalar) {
    case '(': return ')';
    case ')': return '(';
    case '[': return ']';
    case ']': return '[';
    case '{': return '}';
    case '}': return '{';
  }
  uint32_t brackets = CICU_OPENING_BRACKET | CICU_CLOSING_BRACKET;
  if (!(cicu_constant_classes(scalar)->flags & brackets)) return scalar;
  uint32_t paired = (uint32_t)icu()->u_getBidiPairedBracket((UChar32)scalar);
  if (paired == 0x2329) return 0x3008;
  if (paired == 0x232A) return 0x3009;
  return paired;
}

// The scripts in which CLDR joins consonants across a virama (GB9c of later standards).
static bool links_consonants(UScriptCode script) {
  switch (script) {
    case USCRIPT_GUJARATI:
    case USCRIPT_TELUGU:
    case USCRIPT_MALAYALAM:
    case USCRIPT_ORIYA:
    case USCRIPT_BENGALI:
    case USCRIPT_DEVANAGARI:
      return true;
    default:
      return false;
  }
}

static cicu_classes classes_of(UChar32 scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = icu()->uscript_getScript(scalar, &status);
  if (!succeeded(status) || script < 0 || script > 255) script = USCRIPT_UNKNOWN;

  cicu_classes classes = {
      .flags = loaded_flags((uint32_t)scalar),
      .line_break = (uint8_t)icu()->u_getIntPropertyValue(scalar, UCHAR_LINE_BREAK),
      .bidi = (uint8_t)icu()->u_charDirection(scalar),
      .grapheme = (uint8_t)icu()->u_getIntPropertyValue(scalar, UCHAR_GRAPHEME_CLUSTER_BREAK),
      .script = (uint8_t)script,
  };

  switch (icu()->u_getIntPropertyValue(scalar, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_FULLWIDTH:
    case U_EA_WIDE:
    case U_EA_HALFWIDTH:
      classes.flags |= CICU_WIDE;
  }
  switch (icu()->u_getIntPropertyValue(scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE)) {
    case U_BPT_OPEN:
      classes.flags |= CICU_OPENING_BRACKET;
      break;
    case U_BPT_CLOSE:
      classes.flags |= CICU_CLOSING_BRACKET;
  }
  UScriptCode first;
  status = U_ZERO_ERROR;
  if (icu()->uscript_getScriptExtensions(scalar, &first, 1, &status) != 1 || first != script) {
    classes.flags |= CICU_SCRIPT_EXTENSIONS;
  }
  if (links_consonants(script)) {
    int32_t category = icu()->u_getIntPropertyValue(scalar, UCHAR_INDIC_SYLLABIC_CATEGORY);
    if (category == U_INSC_CONSONANT) classes.flags |= CICU_LINKING_CONSONANT;
    if (category == U_INSC_VIRAMA) classes.flags |= CICU_LINKING_VIRAMA;
  }
  if (icu()->u_getCombiningClass(scalar) != 0) classes.flags |= CICU_REORDERS;
  if (is_nonspacing_or_spacing(icu()->u_charType(scalar))) {
    classes.flags |= CICU_NONSPACING_OR_SPACING;
  }
  return classes;
}

void cicu_get_classes(uint32_t first, int32_t count, cicu_classes *classes) {
  for (int32_t i = 0; i < count; i++) classes[i] = *cicu_constant_classes(first + (uint32_t)i);
}

uint32_t cicu_get_class_run(uint32_t scalar, cicu_classes *classes) {
  uint32_t end;
  *classes = *cicu_constant_run(scalar, &end);
  return end;
}

void cicu_get_loaded_classes(uint32_t first, int32_t count, cicu_classes *classes) {
  for (int32_t i = 0; i < count; i++) classes[i] = classes_of((UChar32)first + i);
}
