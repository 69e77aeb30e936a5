#include "cicu.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

uint32_t cicu_flags(uint32_t scalar) {
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
      {UCHAR_WHITE_SPACE, CICU_WHITESPACE},
  };
  uint32_t flags = 0;
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (u_hasBinaryProperty((UChar32)scalar, table[i].property)) flags |= table[i].flag;
  }
  uint32_t category = U_MASK(u_charType((UChar32)scalar));
  if (category & U_GC_M_MASK) flags |= CICU_MARK;
  if (category & U_GC_CN_MASK) flags |= CICU_UNASSIGNED;
  return flags;
}

// The four letters of a script, packed; they are ASCII in every ICU.
static uint32_t packed_script(UScriptCode code) {
  const char *name = uscript_getShortName(code);
  if (name == 0) return 0x5A7A7A7A;  // Zzzz
  uint32_t tag = 0;
  for (int i = 0; i < 4; i++) tag = tag << 8 | (uint8_t)name[i];
  return tag;
}

uint32_t cicu_script(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode code = uscript_getScript((UChar32)scalar, &status);
  return packed_script(U_SUCCESS(status) ? code : USCRIPT_UNKNOWN);
}

int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity) {
  UScriptCode codes[64];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = uscript_getScriptExtensions((UChar32)scalar, codes, 64, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t i = 0; i < count && i < capacity; i++) scripts[i] = packed_script(codes[i]);
  return count;
}
