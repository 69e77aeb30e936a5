#include "cicu.h"

#include "icu.h"

static struct { DATE_FUNCTIONS(MEMBER) } i18n;
static const char *const symbols[] = {DATE_FUNCTIONS(SYMBOL)};

enum { LONGEST_NAME = 128 };

bool cicu_dates_load(void) { return LOAD_I18N(symbols, i18n) == NULL; }

static bool is_locale(const char *language, char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t parsed = 0;
  icu()->uloc_forLanguageTag(language, locale, LONGEST_NAME, &parsed, &status);
  return succeeded(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

static bool is_wide(const char *name, UChar *wide) {
  UErrorCode status = U_ZERO_ERROR;
  icu()->u_strFromUTF8(wide, LONGEST_NAME, NULL, name, -1, &status);
  return succeeded(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

bool cicu_is_time_zone(const char *name) {
  UChar zone[LONGEST_NAME], canonical[LONGEST_NAME];
  if (!is_wide(name, zone)) return false;
  UErrorCode status = U_ZERO_ERROR;
  UBool is_system = 0;
  i18n.ucal_getCanonicalTimeZoneID(zone, -1, canonical, LONGEST_NAME, &is_system, &status);
  return succeeded(status);
}

// Writes the pattern of a language for the fields of a skeleton. Returns its length; 0 on failure.
static int32_t find_pattern(const char *locale, const char *skeleton, UChar *pattern) {
  UChar fields[LONGEST_NAME];
  if (!is_wide(skeleton, fields)) return 0;
  UErrorCode status = U_ZERO_ERROR;
  UDateTimePatternGenerator *generator = i18n.udatpg_open(locale, &status);
  if (!succeeded(status)) return 0;
  int32_t length =
      i18n.udatpg_getBestPattern(generator, fields, -1, pattern, LONGEST_NAME, &status);
  i18n.udatpg_close(generator);
  return succeeded(status) ? length : 0;
}

cicu_dates *cicu_dates_open(
    const cicu_date_format *format, const char *language, const char *time_zone) {
  static const UDateFormatStyle styles[] = {UDAT_NONE, UDAT_SHORT, UDAT_MEDIUM, UDAT_LONG,
                                            UDAT_FULL};
  char locale[LONGEST_NAME];
  UChar zone[LONGEST_NAME], pattern[LONGEST_NAME];
  if (!is_locale(language, locale) || !is_wide(time_zone, zone)) return NULL;
  UDateFormatStyle date = styles[format->date], time = styles[format->time];
  int32_t length = 0;
  if (format->skeleton != NULL) {
    length = find_pattern(locale, format->skeleton, pattern);
    if (length == 0) return NULL;
    date = time = UDAT_PATTERN;
  }
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *formatter = i18n.udat_open(time, date, locale, zone, -1, pattern, length, &status);
  return succeeded(status) ? (cicu_dates *)formatter : NULL;
}

void cicu_dates_close(cicu_dates *dates) { i18n.udat_close((UDateFormat *)dates); }

int32_t cicu_dates_write(cicu_dates *dates, double seconds, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = i18n.udat_format(
      (UDateFormat *)dates, seconds * 1000, (UChar *)text, capacity, NULL, &status);
  return succeeded(status) && count <= capacity ? count : -1;
}

int32_t cicu_format_distance(
    double count, int unit, const char *language, uint16_t *text, int32_t capacity) {
  static const URelativeDateTimeUnit units[] = {
      UDAT_REL_UNIT_SECOND, UDAT_REL_UNIT_MINUTE, UDAT_REL_UNIT_HOUR,
      UDAT_REL_UNIT_DAY,    UDAT_REL_UNIT_MONTH,  UDAT_REL_UNIT_YEAR};
  char locale[LONGEST_NAME];
  if (!is_locale(language, locale)) return -1;
  UErrorCode status = U_ZERO_ERROR;
  URelativeDateTimeFormatter *formatter = i18n.ureldatefmt_open(
      locale, NULL, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status);
  if (!succeeded(status)) return -1;
  int32_t length = i18n.ureldatefmt_formatNumeric(
      formatter, count, units[unit], (UChar *)text, capacity, &status);
  i18n.ureldatefmt_close(formatter);
  return succeeded(status) && length <= capacity ? length : -1;
}
