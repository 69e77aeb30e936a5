// The reader of HTML in libxml2, loaded when it is first needed.
//
// It is loaded like Cairo is (CCairo): libxml2 brings libraries for compressed files along. Its own
// headers are no use, since they include each other by paths that only pkg-config's flags make
// known, and those would link the library; what is called is declared in cxml.c.
#ifndef GALLEY_CXML_H
#define GALLEY_CXML_H

#include <stddef.h>
#include <stdint.h>

// Whoever reads a document: functions that say whether to go on. Strings live as long as the call.
typedef struct {
  void *context;
  // The names and values of attributes in turn, a NULL behind them; a value is NULL if there is none.
  int (*start)(void *context, const char *name, const char *const *attributes);
  int (*end)(void *context, const char *name);
  int (*text)(void *context, const char *bytes, int length);
  int (*comment)(void *context);
  // What is wrong, by libxml2's number for it, and in its words.
  int (*error)(void *context, int code, const char *message);
} cxml_reader;

// Loads the library. To be called once, before anything else here.
//
// What comes back says why that failed; NULL if it did not.
const char *cxml_load(void);

// Reads HTML until its end or until a function of `reader` gives back 0.
//
// Gives back the line where that was; 0 if there is no memory.
long cxml_read(const uint8_t *html, int length, const cxml_reader *reader);

#endif
