// What Galley calls of ICU, and nothing else: ICU's own headers cannot be imported beside
// Foundation, which carries an ICU of its own with the same type names.
//
// Enumerations of ICU (properties, classes, script codes) cross this header as plain integers.
// Where Swift depends on their values, cicu.c asserts them.
#ifndef GALLEY_CICU_H
#define GALLEY_CICU_H

#include <stdbool.h>
#include <stdint.h>

// Bits of what `cicu_flags` answers.
enum {
  CICU_EMOJI = 1 << 0,
  CICU_EMOJI_PRESENTATION = 1 << 1,
  CICU_EMOJI_MODIFIER = 1 << 2,
  CICU_EMOJI_MODIFIER_BASE = 1 << 3,
  CICU_EXTENDED_PICTOGRAPHIC = 1 << 4,
  CICU_REGIONAL_INDICATOR = 1 << 5,
  CICU_DEFAULT_IGNORABLE = 1 << 6,
  CICU_MARK = 1 << 7,
  CICU_WHITESPACE = 1 << 8,
  CICU_UNASSIGNED = 1 << 9,
};

// The binary properties of a code point, as the bits above.
uint32_t cicu_flags(uint32_t scalar);

// The script of a code point, four letters of ISO 15924 packed with the first in the highest byte.
uint32_t cicu_script(uint32_t scalar);

// The scripts that use a code point, packed as above; how many there are comes back, which may be
// more than `capacity`.
int32_t cicu_script_extensions(uint32_t scalar, uint32_t *scripts, int32_t capacity);

// A letter of a script, whose name is packed as above; 0 if there is none.
uint32_t cicu_script_letter(uint32_t script);

// Whether text of the script with ICU's number `code` uses the code point.
bool cicu_has_script(uint32_t scalar, int32_t code);

// The name of the script with ICU's number `code`, packed as above; 0 if there is none.
uint32_t cicu_script_name(int32_t code);

// Whether the code point is a bracket of UAX #9 that opens a pair.
bool cicu_is_opening_bracket(uint32_t scalar);

// The bracket that pairs with this one for UAX #9 (its own number if it is no bracket), with the
// two angle brackets that are canonically equivalent to others replaced by those.
uint32_t cicu_paired_bracket(uint32_t scalar);

// Bits of `cicu_classes.flags`, beside those of `cicu_flags`.
enum {
  CICU_WIDE = 1 << 10,                // East_Asian_Width is F, W or H
  CICU_OPENING_BRACKET = 1 << 11,     // Bidi_Paired_Bracket_Type is o
  CICU_CLOSING_BRACKET = 1 << 12,     // Bidi_Paired_Bracket_Type is c
  CICU_SCRIPT_EXTENSIONS = 1 << 13,   // Script_Extensions says more than Script
  CICU_LINKING_CONSONANT = 1 << 14,   // consonant of a script whose viramas join clusters (CLDR)
  CICU_LINKING_VIRAMA = 1 << 15,      // virama of such a script
  CICU_REORDERS = 1 << 16,            // Canonical_Combining_Class is not 0
  CICU_NONSPACING_OR_SPACING = 1 << 17,  // general category Mn or Mc
};

// What the Unicode algorithms ask of a code point. The numbers are those of ICU's enumerations
// ULineBreak, UCharDirection, UGraphemeClusterBreak and UScriptCode.
typedef struct {
  uint32_t flags;
  uint8_t line_break;
  uint8_t bidi;
  uint8_t grapheme;
  uint8_t script;
} cicu_classes;

// Fills in the classes of `count` code points from `first` on.
void cicu_get_classes(uint32_t first, int32_t count, cicu_classes *classes);

// The most code points that one becomes by `cicu_fold`, and more than it needs.
enum { CICU_FOLD_CAPACITY = 32 };

// A code point that was folded, and its Canonical_Combining_Class.
typedef struct {
  uint32_t scalar;
  uint8_t combining_class;
  bool is_nonspacing;  // general category Mn
} cicu_folded;

// Folds a code point for searching: canonically decomposed, then with full case folding if that is
// asked for, then decomposed again. `is_turkic` keeps dotted and dotless i apart. Writes up to
// CICU_FOLD_CAPACITY code points and gives their number; the code point itself if ICU fails.
int32_t cicu_fold(uint32_t scalar, bool folds_case, bool is_turkic, cicu_folded *folded);

// Loads the half of ICU that knows dates, which few messages need; false if it is not installed.
// To be called before the functions below, once.
bool cicu_dates_load(void);

// Whether ICU knows a time zone by this name.
bool cicu_is_time_zone(const char *name);

// The parts of a point in time that are written.
typedef struct {
  int date;              // 0 none, 1 short, 2 medium, 3 long, 4 full
  int time;              // likewise
  const char *skeleton;  // the fields of Unicode's skeletons; in place of the styles, if not null
} cicu_date_format;

// What writes points in time, which one thread uses at a time.
typedef struct cicu_dates cicu_dates;

// Opens what writes points in time as a language and a time zone have them, which takes a tenth of a
// millisecond; null if ICU fails.
cicu_dates *cicu_dates_open(
    const cicu_date_format *format, const char *language, const char *time_zone);

void cicu_dates_close(cicu_dates *dates);

// Writes a point in time, in seconds since 1970 in UTC. Gives the number of UTF-16 units; -1 if there is
// no room, or ICU fails.
int32_t cicu_dates_write(cicu_dates *dates, double seconds, uint16_t *text, int32_t capacity);

// Writes how far away a moment is: seconds, minutes, hours, days, months or years, which are 0 to 5;
// those that are over are below zero. Gives what `cicu_dates_write` does.
int32_t cicu_format_distance(
    double count, int unit, const char *language, uint16_t *text, int32_t capacity);

// Opens ICU's half of UTS #46, international names of hosts; false if ICU fails. To be called before
// the two functions below, once.
bool cicu_hosts_open(void);

// Writes a host in UTF-8 as DNS has it, with punycode (RFC 3492) for what is not ASCII. Gives the number
// of bytes; -1 if it is no valid name, or there is no room.
int32_t cicu_host_to_ascii(const char *host, int32_t length, char *ascii, int32_t capacity);

// Writes a label of a host, which may be punycode, in UTF-8. Gives what `cicu_host_to_ascii` does.
int32_t cicu_label_to_unicode(const char *label, int32_t length, char *unicode, int32_t capacity);

// Loads the half of ICU that knows look-alikes (UTS #39); false if it is not installed. To be called
// before the two functions below, once.
bool cicu_spoof_load(void);

// Whether a label, in UTF-8, is of one script or a usual mixture, of characters recommended for names,
// without invisible ones.
bool cicu_is_readable(const char *label, int32_t length);

// Writes the skeleton of a label: equal for labels that look alike. Gives what `cicu_host_to_ascii` does.
int32_t cicu_skeleton(const char *label, int32_t length, char *skeleton, int32_t capacity);

// The kinds of break iterators.
enum { CICU_GRAPHEME = 0, CICU_WORD = 1, CICU_LINE = 2 };

// A break iterator, which one thread uses at a time.
typedef struct cicu_break cicu_break;

// Opens an iterator for a locale, which takes microseconds; null if ICU has no data for it.
cicu_break *cicu_break_open(int kind, const char *locale);
// Copies an iterator, which is quick; null if there is no memory.
cicu_break *cicu_break_clone(const cicu_break *iterator);
void cicu_break_close(cicu_break *iterator);

// Begins at the start of a text, which must stay until `cicu_break_end`.
bool cicu_break_begin(cicu_break *iterator, const uint8_t *text, int64_t length);
// Finds up to `capacity` more boundaries: their offsets, and their rule status (100 and more for a
// mandatory line break). Gives their number, which is below `capacity` at the end of the text.
int32_t cicu_break_next(
    cicu_break *iterator, int32_t *offsets, int32_t *statuses, int32_t capacity);
// Forgets the text.
void cicu_break_end(cicu_break *iterator);

// The state of the bidirectional algorithm, which one thread uses at a time.
typedef struct cicu_bidi cicu_bidi;

cicu_bidi *cicu_bidi_open(void);
void cicu_bidi_close(cicu_bidi *bidi);

// Resolves the levels of a paragraph of UTF-16, one for each unit; null if that fails, which only
// want of memory can bring about. They stay until the next call, as must the text.
const uint8_t *cicu_bidi_levels(
    cicu_bidi *bidi, const uint16_t *text, int32_t length, uint8_t level);

#endif
