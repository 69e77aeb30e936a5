#include "cicu.h"

#include "icu.h"

_Static_assert(
    UBRK_CHARACTER == CICU_GRAPHEME && UBRK_WORD == CICU_WORD && UBRK_LINE == CICU_LINE &&
        UBRK_SENTENCE == CICU_SENTENCE,
    "the break kinds must equal those of ICU");

static UBreakIterator *iterator_of(cicu_break *iterator) { return (UBreakIterator *)iterator; }

cicu_break *cicu_break_open(int kind, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = icu()->ubrk_open((UBreakIteratorType)kind, locale, 0, 0, &status);
  return succeeded(status) ? (cicu_break *)iterator : 0;
}

cicu_break *cicu_break_clone(const cicu_break *iterator) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *clone = icu()->ubrk_clone((const UBreakIterator *)iterator, &status);
  return succeeded(status) ? (cicu_break *)clone : 0;
}

void cicu_break_close(cicu_break *iterator) { icu()->ubrk_close(iterator_of(iterator)); }

bool cicu_break_begin(cicu_break *iterator, const uint8_t *text, int64_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UText utf8 = {.magic = UTEXT_MAGIC, .sizeOfStruct = sizeof utf8};
  // ICU computes the length of a null string, so an empty text must not be null.
  icu()->utext_openUTF8(&utf8, length ? (const char *)text : "", length, &status);
  icu()->ubrk_setUText(iterator_of(iterator), &utf8, &status);
  icu()->utext_close(&utf8);
  return succeeded(status);
}

int32_t cicu_break_next(
    cicu_break *iterator, int32_t *offsets, int32_t *statuses, int32_t capacity) {
  int32_t count = 0;
  while (count < capacity) {
    int32_t offset = icu()->ubrk_next(iterator_of(iterator));
    if (offset == UBRK_DONE) break;
    offsets[count] = offset;
    statuses[count] = icu()->ubrk_getRuleStatus(iterator_of(iterator));
    count++;
  }
  return count;
}

void cicu_break_end(cicu_break *iterator) { cicu_break_begin(iterator, 0, 0); }
