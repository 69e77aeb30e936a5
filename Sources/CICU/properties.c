#include "cicu.h"

#include <string.h>
#include <unicode/utf16.h>
#include <unicode/uversion.h>

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
  UVersionInfo version;
  icu()->u_getVersion(version);
  return (uint32_t)version[0] << 24 | (uint32_t)version[1] << 16 | (uint32_t)version[2] << 8 |
         version[3];
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
  uint32_t category = U_MASK(icu()->u_charType((UChar32)scalar));
  if (category & U_GC_M_MASK) flags |= CICU_MARK;
  if (category & U_GC_CN_MASK) flags |= CICU_UNASSIGNED;
  return flags;
}

enum { ALL_FLAGS = (CICU_UNASSIGNED << 1) - 1 };

uint32_t cicu_flags(uint32_t scalar) {
  const cicu_classes *constant = cicu_constant_classes(scalar);
  return constant ? constant->flags & ALL_FLAGS : loaded_flags(scalar);
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
  const cicu_classes *constant = cicu_constant_classes(scalar);
  if (constant) return cicu_script_name(constant->script);
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode code = icu()->uscript_getScript((UChar32)scalar, &status);
  return packed_script(U_SUCCESS(status) ? code : USCRIPT_UNKNOWN);
}

int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity) {
  const cicu_classes *constant = cicu_constant_classes(scalar);
  if (constant && !(constant->flags & CICU_SCRIPT_EXTENSIONS)) {
    if (capacity > 0) scripts[0] = cicu_script_name(constant->script);
    return 1;
  }
  int32_t count;
  const uint8_t *known = cicu_constant_extensions(scalar, &count);
  if (known) {
    for (int32_t i = 0; i < count && i < capacity; i++) scripts[i] = cicu_script_name(known[i]);
    return count;
  }
  UScriptCode codes[64];
  UErrorCode status = U_ZERO_ERROR;
  count = icu()->uscript_getScriptExtensions((UChar32)scalar, codes, 64, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t i = 0; i < count && i < capacity; i++) scripts[i] = packed_script(codes[i]);
  return count;
}

uint32_t cicu_script_letter(uint32_t script) {
  uint32_t letter = cicu_constant_script_letter(script);
  return letter ? letter : cicu_loaded_script_letter(script);
}

uint32_t cicu_loaded_script_letter(uint32_t script) {
  const char name[5] = {
      (char)(script >> 24), (char)(script >> 16), (char)(script >> 8), (char)script, 0};
  UScriptCode code = USCRIPT_INVALID_CODE;
  UErrorCode status = U_ZERO_ERROR;
  if (icu()->uscript_getCode(name, &code, 1, &status) != 1 || U_FAILURE(status)) return 0;
  UChar sample[8];
  int32_t length = icu()->uscript_getSampleString(code, sample, 8, &status);
  if (U_FAILURE(status) || length < 1) return 0;
  if (length > 1 && U16_IS_LEAD(sample[0])) {
    return (uint32_t)U16_GET_SUPPLEMENTARY(sample[0], sample[1]);
  }
  return sample[0];
}

bool cicu_has_script(uint32_t scalar, int32_t code) {
  const cicu_classes *constant = cicu_constant_classes(scalar);
  if (constant && !(constant->flags & CICU_SCRIPT_EXTENSIONS)) return constant->script == code;
  int32_t count;
  const uint8_t *known = cicu_constant_extensions(scalar, &count);
  if (known) return code < 256 && memchr(known, code, (size_t)count);
  return icu()->uscript_hasScript((UChar32)scalar, (UScriptCode)code);
}

uint32_t cicu_script_name(int32_t code) {
  uint32_t name = cicu_constant_script_name(code);
  // Scripts newer than the constants, if this version of ICU has any.
  if (name == 0 && code < USCRIPT_CODE_LIMIT) return cicu_loaded_script_name(code);
  return name;
}

uint32_t cicu_loaded_script_name(int32_t code) {
  return code < 256 && icu()->uscript_getShortName((UScriptCode)code) ? packed_script(code) : 0;
}

bool cicu_is_opening_bracket(uint32_t scalar) {
  const cicu_classes *constant = cicu_constant_classes(scalar);
  if (constant) return constant->flags & CICU_OPENING_BRACKET;
  int32_t type = icu()->u_getIntPropertyValue((UChar32)scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
  return type == U_BPT_OPEN;
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
  const cicu_classes *constant = cicu_constant_classes(scalar);
  if (constant && !(constant->flags & (CICU_OPENING_BRACKET | CICU_CLOSING_BRACKET))) return scalar;
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
  if (U_FAILURE(status) || script < 0 || script > 255) script = USCRIPT_UNKNOWN;

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
  if (U_MASK(icu()->u_charType(scalar)) & (U_GC_MN_MASK | U_GC_MC_MASK)) {
    classes.flags |= CICU_NONSPACING_OR_SPACING;
  }
  return classes;
}

void cicu_get_classes(uint32_t first, int32_t count, cicu_classes *classes) {
  for (int32_t i = 0; i < count; i++) {
    const cicu_classes *constant = cicu_constant_classes(first + (uint32_t)i);
    classes[i] = constant ? *constant : classes_of((UChar32)first + i);
  }
}

uint32_t cicu_get_class_run(uint32_t scalar, cicu_classes *classes) {
  uint32_t end;
  const cicu_classes *constant = cicu_constant_run(scalar, &end);
  *classes = constant ? *constant : classes_of((UChar32)scalar);
  return end;
}

void cicu_get_loaded_classes(uint32_t first, int32_t count, cicu_classes *classes) {
  for (int32_t i = 0; i < count; i++) classes[i] = classes_of((UChar32)first + i);
}
