#include "ccmark.h"

#include <string.h>

#include "library_table.h"
#include "library.h"

static ccmark_functions cmark;

// The list of delimiters and a parser that knows all of them. Neither changes after loading.
static cmark_llist *delimiters;
static cmark_parser *model;

// The types of the nodes that the extension creates.
static cmark_node_type underline_type, strikethrough_type, spoiler_type, italic_type;

// Delimiters are identified by one byte, which may differ from the byte in the document.
enum { ITALIC = '^', UNDERLINE = 1, SPOILER = '|', STRIKETHROUGH = '~', ONE_TILDE = 2 };

static int is_space(unsigned char c) { return c == 0 || c == ' ' || (c >= '\t' && c <= '\r'); }

static int is_punctuation(unsigned char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

// Characters that a backslash escapes: punctuation, and the replacement of `^`.
static int is_escapable(char c) { return is_punctuation((unsigned char)c) || c == CCMARK_CARET; }

// The state of a document's extension while inlines are parsed.
typedef struct {
  // A sentinel block after all others, created at the first delimiter.
  cmark_node *last;
} parsing;

// Sets the delimiters of the document's extension, which keeps them until the last block is
// reached.
//
// cmark-gfm keeps the delimiter bytes in a table shared by the process. A parser adds the bytes of
// its extensions before the first block and removes them after the last one, which would also
// remove them for parsers on other threads. Here `model` keeps the bytes in the table, and an
// extension whose list is empty before the first block and after the last one removes nothing.
static void borrow_delimiters(cmark_syntax_extension *self, cmark_node *parent) {
  parsing *state = cmark.syntax_extension_get_private(self);
  if (state->last != NULL) return;
  cmark.syntax_extension_set_special_inline_chars(self, delimiters);
  cmark_node *root = parent;
  while (cmark.node_parent(root) != NULL) root = cmark.node_parent(root);
  state->last =
      cmark.node_new_with_mem(CMARK_NODE_THEMATIC_BREAK, cmark.get_default_mem_allocator());
  cmark.node_set_syntax_extension(state->last, self);
  cmark.node_append_child(root, state->last);
}

// Clears the delimiters when the last block, which has no inlines, is reached.
static int contains_inlines(cmark_syntax_extension *self, cmark_node *node) {
  parsing *state = cmark.syntax_extension_get_private(self);
  if (node == state->last) cmark.syntax_extension_set_special_inline_chars(self, NULL);
  return 0;
}

// The length of the run of equal bytes from here.
static int run_length(cmark_inline_parser *parser, unsigned char c) {
  int start = cmark.inline_parser_get_offset(parser), length = 0;
  while (cmark.inline_parser_peek_at(parser, start + length) == c) length += 1;
  return length;
}

// Consumes delimiters, and pushes them onto the stack if they can open or close a node.
static cmark_node *match(cmark_syntax_extension *self, cmark_parser *parser, cmark_node *parent,
                         unsigned char c, cmark_inline_parser *inline_parser) {
  (void)parser;
  if (c != ITALIC && c != SPOILER && c != STRIKETHROUGH) return NULL;
  borrow_delimiters(self, parent);
  int length = run_length(inline_parser, c);
  int start = cmark.inline_parser_get_offset(inline_parser);
  unsigned char before = start > 0 ? cmark.inline_parser_peek_at(inline_parser, start - 1) : 0;
  unsigned char after = cmark.inline_parser_peek_at(inline_parser, start + length);
  // In `||||`, the first half ends a spoiler and the second begins one; in `___`, two underscores
  // belong to the outer node.
  int count = length;
  if (c == SPOILER && length == 4) count = 2;
  if (c == ITALIC && length == 3) count = is_space(after) || is_punctuation(after) ? 1 : 2;
  int left, right, punctuation_before, punctuation_after;
  cmark.inline_parser_scan_delimiters(inline_parser, count, c, &left, &right, &punctuation_before,
                                      &punctuation_after);
  char written[8] = {0};
  int is_delimiter = c == SPOILER ? count == 2 : count <= 2;
  cmark_node *text = cmark.node_new_with_mem(CMARK_NODE_TEXT, cmark.get_default_mem_allocator());
  if (!is_delimiter) {
    // Other bytes are text, added in pieces because the length is unlimited.
    while (count > 7) {
      cmark_node *piece =
          cmark.node_new_with_mem(CMARK_NODE_TEXT, cmark.get_default_mem_allocator());
      cmark.node_set_literal(piece, memset(written, c, 7));
      cmark.node_append_child(parent, piece);
      count -= 7;
    }
    memset(written, 0, sizeof written);
    cmark.node_set_literal(text, memset(written, c, (size_t)count));
    return text;
  }
  cmark.node_set_literal(text, memset(written, c, (size_t)count));
  unsigned char name = c;
  if (c == SPOILER) {
    left = length == 4 || !is_space(after);
    right = length == 4 || !is_space(before);
  } else if (c == ITALIC) {
    // Underscores within words are literal: CommonMark 0.29, section 6.4, rules 2 and 4.
    int opens = left && (!right || punctuation_before);
    right = right && (!left || punctuation_after);
    left = opens;
    if (count == 2) name = UNDERLINE;
  } else if (count == 1) {
    name = ONE_TILDE;
  }
  if (left || right) {
    cmark.inline_parser_push_delimiter(inline_parser, name, left, right, text);
  }
  return text;
}

// Creates a node from the content between two delimiters.
static delimiter *insert(cmark_syntax_extension *self, cmark_parser *parser,
                         cmark_inline_parser *inline_parser, delimiter *opener,
                         delimiter *closer) {
  (void)parser;
  delimiter *next = closer->next;
  cmark_node *node = opener->inl_text;
  cmark_node_type type = italic_type;
  switch (closer->delim_char) {
    case UNDERLINE: type = underline_type; break;
    case SPOILER: type = spoiler_type; break;
    case STRIKETHROUGH:
    case ONE_TILDE: type = strikethrough_type; break;
    default: break;
  }
  // The opener's text node is converted, which keeps its position.
  if (cmark.node_set_type(node, type)) {
    cmark.node_set_syntax_extension(node, self);
    cmark_node *child = cmark.node_next(node);
    while (child != NULL && child != closer->inl_text) {
      cmark_node *following = cmark.node_next(child);
      cmark.node_append_child(node, child);
      child = following;
    }
    cmark.node_free(closer->inl_text);
  }
  // Unmatched delimiters in between become text.
  delimiter *last = closer;
  while (last != NULL && last != opener) {
    delimiter *previous = last->previous;
    cmark.inline_parser_remove_delimiter(inline_parser, last);
    last = previous;
  }
  cmark.inline_parser_remove_delimiter(inline_parser, opener);
  return next;
}

static int can_contain(cmark_syntax_extension *self, cmark_node *node, cmark_node_type child) {
  (void)self, (void)node;
  return (child & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_INLINE;
}

// Creates an extension for one document, with an empty list of delimiters.
static cmark_syntax_extension *make_extension(parsing *state) {
  cmark_syntax_extension *extension = cmark.syntax_extension_new("galley");
  cmark.syntax_extension_set_private(extension, state, NULL);
  cmark.syntax_extension_set_match_inline_func(extension, match);
  cmark.syntax_extension_set_inline_from_delim_func(extension, insert);
  cmark.syntax_extension_set_can_contain_func(extension, can_contain);
  cmark.syntax_extension_set_contains_inlines_func(extension, contains_inlines);
  cmark.syntax_extension_set_emphasis(extension, 1);
  return extension;
}

#define SYMBOL(result, name, parameters) "cmark_" #name,
static const char *const symbols[] = {CCMARK_FUNCTIONS(SYMBOL)};

const char *ccmark_load(void) {
  // The layout of delimiters differs in other versions.
  const char *reason = LIBRARY_LOAD("libcmark-gfm.so.0.29.0.gfm.6", symbols, cmark);
  if (reason != NULL) return reason;

  italic_type = cmark.syntax_extension_add_node(1);
  underline_type = cmark.syntax_extension_add_node(1);
  strikethrough_type = cmark.syntax_extension_add_node(1);
  spoiler_type = cmark.syntax_extension_add_node(1);
  const unsigned char names[] = {ITALIC, UNDERLINE, SPOILER, STRIKETHROUGH, ONE_TILDE};
  for (size_t index = 0; index < sizeof names; index += 1) {
    delimiters = cmark.llist_append(cmark.get_default_mem_allocator(), delimiters,
                                    (void *)(uintptr_t)names[index]);
  }
  cmark_syntax_extension *extension = make_extension(NULL);
  cmark.syntax_extension_set_special_inline_chars(extension, delimiters);
  model = cmark.parser_new(CMARK_OPT_DEFAULT);
  cmark.parser_attach_syntax_extension(model, extension);
  return NULL;
}

static ccmark_kind kind_of(cmark_node *node) {
  cmark_node_type type = cmark.node_get_type(node);
  if (type == italic_type) return CCMARK_ITALIC;
  if (type == underline_type) return CCMARK_UNDERLINE;
  if (type == strikethrough_type) return CCMARK_STRIKETHROUGH;
  if (type == spoiler_type) return CCMARK_SPOILER;
  switch (type) {
    case CMARK_NODE_BLOCK_QUOTE: return CCMARK_QUOTE;
    case CMARK_NODE_LIST: return CCMARK_LIST;
    case CMARK_NODE_ITEM: return CCMARK_ITEM;
    case CMARK_NODE_CODE_BLOCK: return CCMARK_CODE_BLOCK;
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE: return CCMARK_HTML;
    case CMARK_NODE_PARAGRAPH: return CCMARK_PARAGRAPH;
    case CMARK_NODE_HEADING: return CCMARK_HEADING;
    case CMARK_NODE_THEMATIC_BREAK: return CCMARK_THEMATIC_BREAK;
    case CMARK_NODE_TEXT: return CCMARK_TEXT;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK: return CCMARK_LINE_END;
    case CMARK_NODE_CODE: return CCMARK_CODE;
    case CMARK_NODE_EMPH: return CCMARK_ITALIC;
    case CMARK_NODE_STRONG: return CCMARK_BOLD;
    case CMARK_NODE_LINK: return CCMARK_LINK;
    case CMARK_NODE_IMAGE: return CCMARK_IMAGE;
    default: return CCMARK_OTHER;
  }
}

static ccmark_event event_of(cmark_node *node, int is_end) {
  ccmark_event event = {.kind = kind_of(node), .is_end = is_end};
  switch (event.kind) {
    case CCMARK_CODE_BLOCK:
      event.info = cmark.node_get_fence_info(node);
      event.text = cmark.node_get_literal(node);
      break;
    case CCMARK_HTML:
    case CCMARK_TEXT:
    case CCMARK_CODE: event.text = cmark.node_get_literal(node); break;
    case CCMARK_LINK:
    case CCMARK_IMAGE: event.text = cmark.node_get_url(node); break;
    case CCMARK_LIST:
      event.number = cmark.node_get_list_type(node) == CMARK_ORDERED_LIST
                         ? cmark.node_get_list_start(node)
                         : -1;
      break;
    default: break;
  }
  event.first_line = cmark.node_get_start_line(node);
  event.last_line = cmark.node_get_end_line(node);
  return event;
}

void ccmark_parse(const uint8_t *text, size_t length, void *context,
                  void (*visit)(void *context, const ccmark_event *event)) {
  parsing state = {NULL};
  cmark_syntax_extension *extension = make_extension(&state);
  cmark_parser *parser = cmark.parser_new(CMARK_OPT_DEFAULT);
  cmark.parser_attach_syntax_extension(parser, extension);
  cmark.parser_set_backslash_ispunct_func(parser, is_escapable);
  // Another user of the library in this process may have removed some of them.
  cmark.manage_extensions_special_characters(model, 1);
  cmark.parser_feed(parser, (const char *)text, length);
  cmark_node *document = cmark.parser_finish(parser);
  cmark.parser_free(parser);
  if (state.last != NULL) cmark.node_free(state.last);
  cmark_iter *iterator = cmark.iter_new(document);
  cmark_event_type type;
  while ((type = cmark.iter_next(iterator)) != CMARK_EVENT_DONE) {
    ccmark_event event = event_of(cmark.iter_get_node(iterator), type == CMARK_EVENT_EXIT);
    visit(context, &event);
  }
  cmark.iter_free(iterator);
  cmark.node_free(document);
  cmark.syntax_extension_free(cmark.get_default_mem_allocator(), extension);
}
