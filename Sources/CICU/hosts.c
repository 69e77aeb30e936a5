#include "cicu.h"

#include "icu.h"

static UIDNA *idna;

bool cicu_hosts_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  idna = icu()->uidna_openUTS46(
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
          UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &status);
  return succeeded(status);
}

// Errors of ICU for labels that browsers accept (CheckHyphens is false in the URL Standard).
enum {
  HARMLESS = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4
};

static int32_t checked(int32_t length, int32_t capacity, const UIDNAInfo *info, UErrorCode status) {
  bool is_valid = succeeded(status) && (info->errors & ~HARMLESS) == 0;
  return is_valid && length <= capacity ? length : -1;
}

int32_t cicu_host_to_ascii(const char *host, int32_t length, char *ascii, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = {.size = sizeof info};
  int32_t count =
      icu()->uidna_nameToASCII_UTF8(idna, host, length, ascii, capacity, &info, &status);
  return checked(count, capacity, &info, status);
}

int32_t cicu_label_to_unicode(const char *label, int32_t length, char *unicode, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = {.size = sizeof info};
  int32_t count =
      icu()->uidna_labelToUnicodeUTF8(idna, label, length, unicode, capacity, &info, &status);
  return checked(count, capacity, &info, status);
}

static struct { SPOOF_FUNCTIONS(MEMBER) } i18n;
static const char *const symbols[] = {SPOOF_FUNCTIONS(SYMBOL)};

// Never closed: all threads share one checker until the process ends.
static USpoofChecker *checker;

bool cicu_spoof_load(void) {
  if (LOAD_I18N(symbols, i18n) != NULL) return false;
  UErrorCode status = U_ZERO_ERROR;
  checker = i18n.uspoof_open(&status);
  if (!succeeded(status)) return false;
  // The characters that UTS #39 recommends for identifiers, and those it allows in some positions.
  USet *allowed = icu()->uset_openEmpty();
  icu()->uset_addAll(allowed, i18n.uspoof_getRecommendedSet(&status));
  icu()->uset_addAll(allowed, i18n.uspoof_getInclusionSet(&status));
  i18n.uspoof_setAllowedChars(checker, allowed, &status);
  i18n.uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
  i18n.uspoof_setChecks(
      checker,
      USPOOF_CHAR_LIMIT | USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS |
          USPOOF_HIDDEN_OVERLAY,
      &status);
  icu()->uset_close(allowed);
  return succeeded(status);
}

bool cicu_is_readable(const char *label, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t failed = i18n.uspoof_checkUTF8(checker, label, length, NULL, &status);
  return succeeded(status) && failed == 0;
}

int32_t cicu_skeleton(const char *label, int32_t length, char *skeleton, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count =
      i18n.uspoof_getSkeletonUTF8(checker, 0, label, length, skeleton, capacity, &status);
  return succeeded(status) && count <= capacity ? count : -1;
}
