// cmark-gfm, loaded on first use, with an extension for the delimiters of messages.
//
// Like Cairo (CCairo), it is loaded lazily because most text is not Markdown. The extension adds
// `||spoiler||`, `~~strikethrough~~`, `~strikethrough~` and `__underline__` to CommonMark;
// `_italic_` is unchanged. The core of cmark-gfm treats `__` as bold without asking extensions, so
// the caller must replace each underscore by `^`, and each `^` by CCMARK_CARET.
#ifndef GALLEY_CCMARK_H
#define GALLEY_CCMARK_H

#include <stddef.h>
#include <stdint.h>

// The replacement of `^` in a document.
enum { CCMARK_CARET = 3 };

// The kinds of nodes.
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

// The beginning or the end of a node. Strings are valid during the call only.
typedef struct {
  ccmark_kind kind;
  int is_end;
  // The text of text, code and HTML; the address of links and images; NULL for others.
  const char *text;
  // The language of a block of code, if it has one; NULL for others.
  const char *info;
  // The first number of an ordered list, or -1; 0 for others.
  int number;
  // The first and last line of a block, starting at 1; 0 for others.
  int first_line, last_line;
} ccmark_event;

// Loads the library. Must be called once, before the other functions.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *ccmark_load(void);

// Calls `visit` with the beginning and end of every node of a document, in order. Thread-safe.
void ccmark_parse(const uint8_t *text, size_t length, void *context,
                  void (*visit)(void *context, const ccmark_event *event));

#endif
