// The functions of ICU that Galley uses. ICU's own headers cannot be imported together with
// Foundation, which contains another ICU with the same type names.
//
// Enumerations of ICU (properties, classes, script codes) cross this header as plain integers.
// Where Swift depends on their values, properties.c and breaks.c assert them.
#ifndef GALLEY_CICU_H
#define GALLEY_CICU_H

#include <stdbool.h>
#include <stdint.h>

// The bits of the result of `cicu_flags`.
enum {
  CICU_EMOJI = 1 << 0,
  CICU_EMOJI_PRESENTATION = 1 << 1,
  CICU_EMOJI_MODIFIER = 1 << 2,
  CICU_EMOJI_MODIFIER_BASE = 1 << 3,
  CICU_EXTENDED_PICTOGRAPHIC = 1 << 4,
  CICU_REGIONAL_INDICATOR = 1 << 5,
  CICU_DEFAULT_IGNORABLE = 1 << 6,
  CICU_MARK = 1 << 7,
  CICU_UNASSIGNED = 1 << 8,
};

// Returns the version of ICU, the major number in the highest byte.
uint32_t cicu_version(void);

// Returns the binary properties of a code point, as the bits above.
uint32_t cicu_flags(uint32_t scalar);

// Returns the script of a code point: four letters of ISO 15924, the first in the highest byte.
uint32_t cicu_script(uint32_t scalar);

// Writes the scripts that use a code point, packed as above. Returns their number, which may exceed
// `capacity`.
int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity);

// Returns a letter of a script, whose name is packed as above; 0 if there is none.
uint32_t cicu_script_letter(uint32_t script);

// Returns the same from ICU, never from a constant.
uint32_t cicu_loaded_script_letter(uint32_t script);

// Returns whether text of the script with ICU's number `code` uses the code point.
bool cicu_has_script(uint32_t scalar, int32_t code);

// Returns the name of the script with ICU's number `code`, packed as above; 0 if there is none.
uint32_t cicu_script_name(int32_t code);

// Returns the same from ICU, never from a constant.
uint32_t cicu_loaded_script_name(int32_t code);

// The properties that group all code points.
typedef enum { CICU_SCRIPT_PROPERTY, CICU_BLOCK_PROPERTY } cicu_group_property;

// Returns ICU's number of the script or block of a code point.
int32_t cicu_group(cicu_group_property property, uint32_t scalar);

// Returns the English name of a script or block, with underscores; null if there is none.
const char *cicu_group_name(cicu_group_property property, int32_t code);

// Returns ICU's number of the script or block with a name, loosely matched; -1 if there is none.
int32_t cicu_named_group(cicu_group_property property, const char *name);

// Returns whether the code point is an opening paired bracket of UAX #9.
bool cicu_is_opening_bracket(uint32_t scalar);

// Returns the paired bracket of UAX #9 (the code point itself if it is not a bracket), with the two
// angle brackets that have canonical equivalents replaced by those.
uint32_t cicu_paired_bracket(uint32_t scalar);

// The bits of `cicu_classes.flags`, in addition to those of `cicu_flags`.
enum {
  CICU_WIDE = 1 << 10,                // East_Asian_Width is F, W or H
  CICU_OPENING_BRACKET = 1 << 11,     // Bidi_Paired_Bracket_Type is o
  CICU_CLOSING_BRACKET = 1 << 12,     // Bidi_Paired_Bracket_Type is c
  CICU_SCRIPT_EXTENSIONS = 1 << 13,   // Script_Extensions differs from Script
  CICU_LINKING_CONSONANT = 1 << 14,   // consonant of a script whose viramas join clusters (CLDR)
  CICU_LINKING_VIRAMA = 1 << 15,      // virama of such a script
  CICU_REORDERS = 1 << 16,            // Canonical_Combining_Class is not 0
  CICU_NONSPACING_OR_SPACING = 1 << 17,  // general category Mn or Mc
};

// The properties of a code point for the Unicode algorithms. The numbers are those of ICU's
// enumerations ULineBreak, UCharDirection, UGraphemeClusterBreak and UScriptCode.
typedef struct {
  uint32_t flags;
  uint8_t line_break;
  uint8_t bidi;
  uint8_t grapheme;
  uint8_t script;
} cicu_classes;

// Writes the classes of `count` code points, starting at `first`.
void cicu_get_classes(uint32_t first, int32_t count, cicu_classes *classes);

// Writes the classes of a code point. Returns the end of a range that begins with it, in which all
// code points have the same classes.
uint32_t cicu_get_class_run(uint32_t scalar, cicu_classes *classes);

// Writes the classes of code points from ICU, never from constants.
void cicu_get_loaded_classes(uint32_t first, int32_t count, cicu_classes *classes);

// An upper bound of the number of code points that `cicu_fold` writes.
enum { CICU_FOLD_CAPACITY = 32 };

// A folded code point and its Canonical_Combining_Class.
typedef struct {
  uint32_t scalar;
  uint8_t combining_class;
  bool is_nonspacing;  // general category Mn
} cicu_folded;

// Folds a code point for searching: canonical decomposition, then full case folding if requested,
// then decomposition again. `is_turkic` distinguishes dotted and dotless i. Writes up to
// CICU_FOLD_CAPACITY code points and returns their number; writes the code point itself if ICU
// fails.
int32_t cicu_fold(uint32_t scalar, bool folds_case, bool is_turkic, cicu_folded *folded);

// Loads the part of ICU for dates, which few messages need. Must be called once, before the
// functions below. Returns false if it is not installed.
bool cicu_dates_load(void);

// Returns whether ICU knows a time zone of this name.
bool cicu_is_time_zone(const char *name);

// The format of a point in time.
typedef struct {
  int date;              // 0 none, 1 short, 2 medium, 3 long, 4 full
  int time;              // likewise
  const char *skeleton;  // the fields of a Unicode skeleton; replaces the styles unless null
} cicu_date_format;

// A date formatter, which must not be used by two threads at a time.
typedef struct cicu_dates cicu_dates;

// Opens a date formatter for a language and a time zone, which takes a tenth of a millisecond.
// Returns null if ICU fails.
cicu_dates *cicu_dates_open(
    const cicu_date_format *format, const char *language, const char *time_zone);

void cicu_dates_close(cicu_dates *dates);

// Writes a point in time, given in seconds since 1970 in UTC. Returns the number of UTF-16 units;
// -1 if the buffer is too small or ICU fails.
int32_t cicu_dates_write(cicu_dates *dates, double seconds, uint16_t *text, int32_t capacity);

// Writes a relative date, negative for the past, in seconds, minutes, hours, days, months or years
// (0 to 5). Returns as `cicu_dates_write` does.
int32_t cicu_format_distance(
    double count, int unit, const char *language, uint16_t *text, int32_t capacity);

// Opens ICU's part for UTS #46, internationalized host names. Must be called once, before the two
// functions below. Returns false if ICU fails.
bool cicu_hosts_open(void);

// Writes the DNS form of a host name in UTF-8, with punycode (RFC 3492) for labels that are not
// ASCII. Returns the number of bytes; -1 if the name is invalid or the buffer too small.
int32_t cicu_host_to_ascii(const char *host, int32_t length, char *ascii, int32_t capacity);

// Writes a label of a host name, which may be punycode, in UTF-8. Returns as `cicu_host_to_ascii`
// does.
int32_t cicu_label_to_unicode(const char *label, int32_t length, char *unicode, int32_t capacity);

// Loads the part of ICU for confusable characters (UTS #39). Must be called once, before the two
// functions below. Returns false if it is not installed.
bool cicu_spoof_load(void);

// Returns whether a label in UTF-8 has one script or a usual mixture of scripts, only characters
// recommended for identifiers, and no invisible ones.
bool cicu_is_readable(const char *label, int32_t length);

// Writes the skeleton of a label, which confusable labels share. Returns as `cicu_host_to_ascii`
// does.
int32_t cicu_skeleton(const char *label, int32_t length, char *skeleton, int32_t capacity);

// The kinds of break iterators.
enum { CICU_GRAPHEME = 0, CICU_WORD = 1, CICU_LINE = 2, CICU_SENTENCE = 3 };

// A break iterator, which must not be used by two threads at a time.
typedef struct cicu_break cicu_break;

// Opens an iterator for a locale, which takes microseconds. Returns null if ICU has no data for it.
cicu_break *cicu_break_open(int kind, const char *locale);
// Copies an iterator, which is fast. Returns null if memory runs out.
cicu_break *cicu_break_clone(const cicu_break *iterator);
void cicu_break_close(cicu_break *iterator);

// Starts iteration over a text, which must stay valid until `cicu_break_end`.
bool cicu_break_begin(cicu_break *iterator, const uint8_t *text, int64_t length);
// Writes the offsets of up to `capacity` further boundaries, and their rule status (100 or more for
// a mandatory line break). Returns their number, which is less than `capacity` at the end of the
// text.
int32_t cicu_break_next(
    cicu_break *iterator, int32_t *offsets, int32_t *statuses, int32_t capacity);
// Ends the iteration.
void cicu_break_end(cicu_break *iterator);

// Returns the major version of ICU, after loading it; 0 if it is not installed.
int32_t cicu_major_version(void);

// The state of the bidirectional algorithm, which must not be used by two threads at a time.
typedef struct cicu_bidi cicu_bidi;

cicu_bidi *cicu_bidi_open(void);
void cicu_bidi_close(cicu_bidi *bidi);

// Returns the embedding levels of a paragraph in UTF-16, one per unit, or null if memory runs out.
// The levels are valid until the next call, and so must be the text.
const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, uint8_t level);

#endif
