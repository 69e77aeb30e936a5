// cmark-gfm, loaded when it is first needed, with delimiters of its own that messages have.
//
// It is loaded like Cairo is (CCairo): most of what is laid out is no Markdown. Beside CommonMark's
// own syntax there are `||spoilers||`, `~~strikethrough~~` and `~strikethrough~`, and underscores
// that are CommonMark's only when they stand alone: `_italic_`, but `__underline__`. CommonMark's core
// would have taken those for bold, and never asks an extension about them; so whoever calls writes
// each underscore as `^`, and each `^` as CCMARK_CARET.
#ifndef GALLEY_CCMARK_H
#define GALLEY_CCMARK_H

#include <stddef.h>
#include <stdint.h>

// What stands for a `^` in a document.
enum { CCMARK_CARET = 3 };

// What a node is.
typedef enum {
  CCMARK_OTHER,
  CCMARK_QUOTE,
  CCMARK_LIST,
  CCMARK_ITEM,
  CCMARK_CODE_BLOCK,
  CCMARK_HTML,
  CCMARK_PARAGRAPH,
  CCMARK_HEADING,
  CCMARK_THEMATIC_BREAK,
  CCMARK_TEXT,
  CCMARK_LINE_END,
  CCMARK_CODE,
  CCMARK_ITALIC,
  CCMARK_BOLD,
  CCMARK_LINK,
  CCMARK_IMAGE,
  CCMARK_UNDERLINE,
  CCMARK_STRIKETHROUGH,
  CCMARK_SPOILER,
} ccmark_kind;

// The beginning or the end of a node; strings live as long as the call that is given them.
typedef struct {
  ccmark_kind kind;
  int is_end;
  // The text of text, code and HTML; the address of links and images; NULL for others.
  const char *text;
  // The language of a block of code, if it has one; NULL for others.
  const char *info;
  // The first number of an ordered list, or -1; 0 for others.
  int number;
  // Its first and last line, from 1 on, of a block; 0 for others.
  int first_line, last_line;
} ccmark_event;

// Loads the library. To be called once, before anything else here.
//
// What comes back says why that failed; NULL if it did not.
const char *ccmark_load(void);

// Calls `visit` with the beginning and end of every node of a document, in order. Any thread may call
// it, many at a time.
void ccmark_parse(const uint8_t *text, size_t length, void *context,
                  void (*visit)(void *context, const ccmark_event *event));

#endif
