// The types and functions of cmark-gfm that Galley uses, as declared by its headers.
//
// They are declared here so that building needs no development package, whose version is that of
// the library; scripts/check-declarations compares them.
#ifndef GALLEY_CCMARK_LIBRARY_H
#define GALLEY_CCMARK_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

typedef struct cmark_mem cmark_mem;
typedef struct cmark_node cmark_node;
typedef struct cmark_parser cmark_parser;
typedef struct cmark_iter cmark_iter;
typedef struct cmark_syntax_extension cmark_syntax_extension;
typedef struct _cmark_llist cmark_llist;
typedef struct subject cmark_inline_parser;

typedef struct delimiter {
  struct delimiter *previous, *next;
  cmark_node *inl_text;
  int32_t length;
  unsigned char delim_char;
  int can_open, can_close;
} delimiter;

// Extensions create further types.
typedef enum {
  CMARK_NODE_BLOCK_QUOTE = 0x8002,
  CMARK_NODE_LIST = 0x8003,
  CMARK_NODE_ITEM = 0x8004,
  CMARK_NODE_CODE_BLOCK = 0x8005,
  CMARK_NODE_HTML_BLOCK = 0x8006,
  CMARK_NODE_PARAGRAPH = 0x8008,
  CMARK_NODE_HEADING = 0x8009,
  CMARK_NODE_THEMATIC_BREAK = 0x800A,
  CMARK_NODE_TEXT = 0xC001,
  CMARK_NODE_SOFTBREAK = 0xC002,
  CMARK_NODE_LINEBREAK = 0xC003,
  CMARK_NODE_CODE = 0xC004,
  CMARK_NODE_HTML_INLINE = 0xC005,
  CMARK_NODE_EMPH = 0xC007,
  CMARK_NODE_STRONG = 0xC008,
  CMARK_NODE_LINK = 0xC009,
  CMARK_NODE_IMAGE = 0xC00A,
} cmark_node_type;

// The bits of a type that tell blocks from inlines.
enum { CMARK_NODE_TYPE_MASK = 0xC000, CMARK_NODE_TYPE_INLINE = 0xC000 };

enum { CMARK_OPT_DEFAULT = 0 };
typedef enum { CMARK_ORDERED_LIST = 2 } cmark_list_type;
typedef enum { CMARK_EVENT_DONE = 1, CMARK_EVENT_EXIT = 3 } cmark_event_type;

typedef void (*cmark_free_func)(cmark_mem *, void *);
typedef int (*cmark_ispunct_func)(char);
typedef cmark_node *(*cmark_match_inline_func)(
    cmark_syntax_extension *, cmark_parser *, cmark_node *, unsigned char, cmark_inline_parser *);
typedef delimiter *(*cmark_inline_from_delim_func)(
    cmark_syntax_extension *, cmark_parser *, cmark_inline_parser *, delimiter *, delimiter *);
typedef int (*cmark_can_contain_func)(cmark_syntax_extension *, cmark_node *, cmark_node_type);
typedef int (*cmark_contains_inlines_func)(cmark_syntax_extension *, cmark_node *);

// The functions: result, name without cmark_, parameters.
#define CCMARK_FUNCTIONS(F) \
  F(cmark_mem *, get_default_mem_allocator, (void)) \
  F(int, inline_parser_get_offset, (cmark_inline_parser *)) \
  F(unsigned char, inline_parser_peek_at, (cmark_inline_parser *, int)) \
  F(void, inline_parser_push_delimiter, \
    (cmark_inline_parser *, unsigned char, int, int, cmark_node *)) \
  F(void, inline_parser_remove_delimiter, (cmark_inline_parser *, delimiter *)) \
  F(int, inline_parser_scan_delimiters, \
    (cmark_inline_parser *, int, unsigned char, int *, int *, int *, int *)) \
  F(void, iter_free, (cmark_iter *)) \
  F(cmark_node *, iter_get_node, (cmark_iter *)) \
  F(cmark_iter *, iter_new, (cmark_node *)) \
  F(cmark_event_type, iter_next, (cmark_iter *)) \
  F(cmark_llist *, llist_append, (cmark_mem *, cmark_llist *, void *)) \
  F(void, manage_extensions_special_characters, (cmark_parser *, int)) \
  F(int, node_append_child, (cmark_node *, cmark_node *)) \
  F(void, node_free, (cmark_node *)) \
  F(int, node_get_end_line, (cmark_node *)) \
  F(const char *, node_get_fence_info, (cmark_node *)) \
  F(int, node_get_list_start, (cmark_node *)) \
  F(cmark_list_type, node_get_list_type, (cmark_node *)) \
  F(const char *, node_get_literal, (cmark_node *)) \
  F(int, node_get_start_line, (cmark_node *)) \
  F(cmark_node_type, node_get_type, (cmark_node *)) \
  F(const char *, node_get_url, (cmark_node *)) \
  F(int, node_insert_before, (cmark_node *, cmark_node *)) \
  F(cmark_node *, node_new_with_mem, (cmark_node_type, cmark_mem *)) \
  F(cmark_node *, node_next, (cmark_node *)) \
  F(cmark_node *, node_parent, (cmark_node *)) \
  F(int, node_set_literal, (cmark_node *, const char *)) \
  F(int, node_set_syntax_extension, (cmark_node *, cmark_syntax_extension *)) \
  F(int, node_set_type, (cmark_node *, cmark_node_type)) \
  F(void, node_unlink, (cmark_node *)) \
  F(int, parser_attach_syntax_extension, (cmark_parser *, cmark_syntax_extension *)) \
  F(void, parser_feed, (cmark_parser *, const char *, size_t)) \
  F(cmark_node *, parser_finish, (cmark_parser *)) \
  F(void, parser_free, (cmark_parser *)) \
  F(cmark_parser *, parser_new, (int)) \
  F(void, parser_set_backslash_ispunct_func, (cmark_parser *, cmark_ispunct_func)) \
  F(cmark_node_type, syntax_extension_add_node, (int)) \
  F(void, syntax_extension_free, (cmark_mem *, cmark_syntax_extension *)) \
  F(void *, syntax_extension_get_private, (cmark_syntax_extension *)) \
  F(cmark_syntax_extension *, syntax_extension_new, (const char *)) \
  F(void, syntax_extension_set_can_contain_func, \
    (cmark_syntax_extension *, cmark_can_contain_func)) \
  F(void, syntax_extension_set_contains_inlines_func, \
    (cmark_syntax_extension *, cmark_contains_inlines_func)) \
  F(void, syntax_extension_set_emphasis, (cmark_syntax_extension *, int)) \
  F(void, syntax_extension_set_inline_from_delim_func, \
    (cmark_syntax_extension *, cmark_inline_from_delim_func)) \
  F(void, syntax_extension_set_match_inline_func, \
    (cmark_syntax_extension *, cmark_match_inline_func)) \
  F(void, syntax_extension_set_private, (cmark_syntax_extension *, void *, cmark_free_func)) \
  F(void, syntax_extension_set_special_inline_chars, (cmark_syntax_extension *, cmark_llist *))

typedef struct {
#define CCMARK_MEMBER(result, name, parameters) result(*name) parameters;
  CCMARK_FUNCTIONS(CCMARK_MEMBER)
#undef CCMARK_MEMBER
} ccmark_functions;

#endif
