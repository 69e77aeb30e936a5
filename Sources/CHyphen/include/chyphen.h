// libhyphen, which is loaded for the first hyphenated text.
#ifndef GALLEY_CHYPHEN_H
#define GALLEY_CHYPHEN_H

#if !__has_include(<hyphen.h>)
#error "The headers of libhyphen are missing: apt-get install libhyphen-dev"
#endif
#include <hyphen.h>
// Conversion of the patterns' encodings; Swift's module of the C library lacks this header.
#include <iconv.h>

#define CHYPHEN_FUNCTIONS(F) \
  F(hnj_hyphen_free) \
  F(hnj_hyphen_hyphenate3) \
  F(hnj_hyphen_load)

#define CHYPHEN_MEMBER(name) __typeof__(&name) name;
typedef struct { CHYPHEN_FUNCTIONS(CHYPHEN_MEMBER) } chyphen_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const chyphen_functions *chyphen_table(void);

#endif
