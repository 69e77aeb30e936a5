#include "cicu.h"

#include "icu.h"

static UBiDi *bidi_of(cicu_bidi *bidi) { return (UBiDi *)bidi; }

cicu_bidi *cicu_bidi_open(void) { return (cicu_bidi *)icu()->ubidi_open(); }

void cicu_bidi_close(cicu_bidi *bidi) { icu()->ubidi_close(bidi_of(bidi)); }

const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, uint8_t level) {
  UErrorCode status = U_ZERO_ERROR;
  icu()->ubidi_setPara(bidi_of(bidi), (const UChar *)text, length, level, 0, &status);
  const UBiDiLevel *levels = icu()->ubidi_getLevels(bidi_of(bidi), &status);
  return succeeded(status) ? levels : 0;
}
