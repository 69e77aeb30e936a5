#include "cicu.h"

#include "icu.h"

int32_t cicu_fold(uint32_t scalar, bool folds_case, bool is_turkic, cicu_folded *folded) {
  UErrorCode status = U_ZERO_ERROR;
  UChar source[2], decomposed[CICU_FOLD_CAPACITY], cased[CICU_FOLD_CAPACITY];
  int32_t length = 0;
  if (scalar > 0xFFFF) source[length++] = (UChar)(0xD7C0 + (scalar >> 10));
  source[length++] = (UChar)(scalar > 0xFFFF ? 0xDC00 | (scalar & 0x3FF) : scalar);

  const UNormalizer2 *nfd = icu()->unorm2_getNFDInstance(&status);
  if (folds_case && is_turkic) {
    // Decomposed, the dotted capital I would not be recognized as a separate letter.
    length = icu()->u_strFoldCase(
        cased, CICU_FOLD_CAPACITY, source, length, U_FOLD_CASE_EXCLUDE_SPECIAL_I, &status);
    length = icu()->unorm2_normalize(nfd, cased, length, decomposed, CICU_FOLD_CAPACITY, &status);
  } else {
    length = icu()->unorm2_normalize(nfd, source, length, decomposed, CICU_FOLD_CAPACITY, &status);
    if (folds_case) {
      length = icu()->u_strFoldCase(
          cased, CICU_FOLD_CAPACITY, decomposed, length, U_FOLD_CASE_DEFAULT, &status);
      length = icu()->unorm2_normalize(nfd, cased, length, decomposed, CICU_FOLD_CAPACITY, &status);
    }
  }
  if (!succeeded(status)) {
    folded[0] = (cicu_folded){scalar, 0, false};
    return 1;
  }
  int32_t count = 0;
  for (int32_t i = 0; i < length;) {
    UChar32 next = next_scalar(decomposed, &i, length);
    folded[count++] = (cicu_folded){
        (uint32_t)next, icu()->u_getCombiningClass(next),
        icu()->u_charType(next) == U_NON_SPACING_MARK};
  }
  return count;
}
