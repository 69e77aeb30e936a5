// Cairo, loaded on first use (library_table.h).
//
// The types come from Cairo's own headers; the functions are called through a table instead of
// being linked. libcairo depends on a dozen X11 libraries, which take longer to load than drawing a
// line of text takes, and only SVG, PDF and gradient glyphs need Cairo.
#ifndef GALLEY_CCAIRO_H
#define GALLEY_CCAIRO_H

// Included without pkg-config, whose flags would also link the library.
#if !__has_include(<cairo/cairo.h>)
#error "The headers of cairo are missing: apt-get install libcairo2-dev"
#endif
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

// As in cairo-ft.h, which is not included because it would duplicate FreeType's types in this
// module. FT_Face is a pointer.
cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(void *face, int load_flags);

// A macro with a cast, which Swift does not import.
static const cairo_text_cluster_flags_t galley_cairo_forward = (cairo_text_cluster_flags_t)0;

// The functions that Galley calls, without the prefix `cairo_`.
#define CCAIRO_FUNCTIONS(F) \
  F(clip) \
  F(close_path) \
  F(create) \
  F(curve_to) \
  F(destroy) \
  F(fill) \
  F(font_face_destroy) \
  F(font_face_get_user_data) \
  F(font_face_set_user_data) \
  F(font_options_create) \
  F(font_options_destroy) \
  F(font_options_set_hint_metrics) \
  F(font_options_set_hint_style) \
  F(ft_font_face_create_for_ft_face) \
  F(glyph_path) \
  F(image_surface_create) \
  F(image_surface_get_data) \
  F(image_surface_get_stride) \
  F(line_to) \
  F(mask_surface) \
  F(move_to) \
  F(new_path) \
  F(paint) \
  F(paint_with_alpha) \
  F(pattern_add_color_stop_rgba) \
  F(pattern_create_for_surface) \
  F(pattern_create_linear) \
  F(pattern_create_radial) \
  F(pattern_destroy) \
  F(pattern_set_extend) \
  F(pdf_surface_create_for_stream) \
  F(pdf_surface_set_metadata) \
  F(pop_group_to_source) \
  F(push_group) \
  F(recording_surface_create) \
  F(rectangle) \
  F(reset_clip) \
  F(restore) \
  F(save) \
  F(scale) \
  F(scaled_font_get_font_face) \
  F(set_antialias) \
  F(set_dash) \
  F(set_font_face) \
  F(set_font_matrix) \
  F(set_font_options) \
  F(set_line_cap) \
  F(set_line_join) \
  F(set_line_width) \
  F(set_operator) \
  F(set_source) \
  F(set_source_rgba) \
  F(set_source_surface) \
  F(show_glyphs) \
  F(show_text_glyphs) \
  F(status) \
  F(status_to_string) \
  F(stroke) \
  F(surface_destroy) \
  F(surface_finish) \
  F(surface_flush) \
  F(surface_mark_dirty) \
  F(surface_status) \
  F(svg_surface_create_for_stream) \
  F(transform) \
  F(translate) \
  F(user_font_face_create) \
  F(user_font_face_set_render_glyph_func)

// A pointer to each function, named as above.
typedef struct {
#define CCAIRO_MEMBER(name) __typeof__(&cairo_##name) name;
  CCAIRO_FUNCTIONS(CCAIRO_MEMBER)
#undef CCAIRO_MEMBER
} ccairo_functions;

// Loads Cairo and fills the table. Must be called once, before the table is used.
//
// Returns NULL, or the reason why Cairo cannot be loaded.
const char *ccairo_load(void);

// Returns the table; all its members are NULL until Cairo is loaded.
const ccairo_functions *ccairo_table(void);

#endif
