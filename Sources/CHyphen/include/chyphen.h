// libhyphen, which is loaded for the first hyphenated text.
//
// The declarations are those of libhyphen's header with a `C` before the names of types, so that
// building needs no development package; scripts/check-declarations compares them.
#ifndef GALLEY_CHYPHEN_H
#define GALLEY_CHYPHEN_H

// Conversion of the patterns' encodings; Swift's module of the C library lacks this header.
#include <iconv.h>

// A dictionary of the library, which has more members.
typedef struct {
  char lhmin, rhmin, clhmin, crhmin;
  char *nohyphen;
  int nohyphenl, num_states;
  // The encoding of the patterns.
  char cset[20];
} CHyphenDict;

// The functions: result, name, parameters.
#define CHYPHEN_FUNCTIONS(F) \
  F(void, hnj_hyphen_free, (CHyphenDict *)) \
  F(int, hnj_hyphen_hyphenate3, \
    (CHyphenDict *, const char *, int, char *, char *, char ***, int **, int **, int, int, int, \
     int)) \
  F(CHyphenDict *, hnj_hyphen_load, (const char *))

#define CHYPHEN_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct { CHYPHEN_FUNCTIONS(CHYPHEN_MEMBER) } chyphen_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const chyphen_functions *chyphen_table(void);

#endif
