// The functions of cmark-gfm that Galley calls, without the prefix `cmark_`.
#ifndef GALLEY_CCMARK_LOAD_H
#define GALLEY_CCMARK_LOAD_H

// Included without pkg-config, whose flags would also link the library.
#if !__has_include(<cmark-gfm.h>)
#error "The headers of cmark-gfm are missing: apt-get install libcmark-gfm-dev"
#endif
#include <cmark-gfm.h>
#if __has_include(<cmark-gfm/cmark-gfm-extension_api.h>)
#include <cmark-gfm/cmark-gfm-extension_api.h>
#else
#include <cmark-gfm-extension_api.h>
#endif

#define CCMARK_FUNCTIONS(F) \
  F(get_default_mem_allocator) \
  F(inline_parser_get_offset) \
  F(inline_parser_peek_at) \
  F(inline_parser_push_delimiter) \
  F(inline_parser_remove_delimiter) \
  F(inline_parser_scan_delimiters) \
  F(iter_free) \
  F(iter_get_node) \
  F(iter_new) \
  F(iter_next) \
  F(llist_append) \
  F(manage_extensions_special_characters) \
  F(node_append_child) \
  F(node_free) \
  F(node_get_end_line) \
  F(node_get_fence_info) \
  F(node_get_list_start) \
  F(node_get_list_type) \
  F(node_get_literal) \
  F(node_get_start_line) \
  F(node_get_type) \
  F(node_get_url) \
  F(node_insert_before) \
  F(node_new_with_mem) \
  F(node_next) \
  F(node_parent) \
  F(node_set_literal) \
  F(node_set_syntax_extension) \
  F(node_set_type) \
  F(node_unlink) \
  F(parser_attach_syntax_extension) \
  F(parser_feed) \
  F(parser_finish) \
  F(parser_free) \
  F(parser_new) \
  F(parser_set_backslash_ispunct_func) \
  F(syntax_extension_add_node) \
  F(syntax_extension_free) \
  F(syntax_extension_get_private) \
  F(syntax_extension_new) \
  F(syntax_extension_set_can_contain_func) \
  F(syntax_extension_set_contains_inlines_func) \
  F(syntax_extension_set_emphasis) \
  F(syntax_extension_set_inline_from_delim_func) \
  F(syntax_extension_set_match_inline_func) \
  F(syntax_extension_set_private) \
  F(syntax_extension_set_special_inline_chars)

typedef struct {
#define CCMARK_MEMBER(name) __typeof__(&cmark_##name) name;
  CCMARK_FUNCTIONS(CCMARK_MEMBER)
#undef CCMARK_MEMBER
} ccmark_functions;

#endif
