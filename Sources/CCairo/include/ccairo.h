// Cairo, loaded on first use (library_table.h).
//
// libcairo depends on a dozen X11 libraries, which take longer to load than drawing a line of text
// takes, and only SVG, PDF and gradient glyphs need Cairo. The declarations are those of Cairo's
// headers with a `c` or `C` before their names, so that building needs no development package;
// scripts/check-declarations compares them.
#ifndef GALLEY_CCAIRO_H
#define GALLEY_CCAIRO_H

typedef struct ccairo ccairo_t;
typedef struct ccairo_surface ccairo_surface_t;
typedef struct ccairo_pattern ccairo_pattern_t;
typedef struct ccairo_scaled_font ccairo_scaled_font_t;
typedef struct ccairo_font_face ccairo_font_face_t;
typedef struct ccairo_font_options ccairo_font_options_t;

typedef struct {
  double xx, yx, xy, yy, x0, y0;
} ccairo_matrix_t;

typedef struct {
  double x, y, width, height;
} ccairo_rectangle_t;

typedef struct {
  unsigned long index;
  double x, y;
} ccairo_glyph_t;

typedef struct {
  int num_bytes, num_glyphs;
} ccairo_text_cluster_t;

typedef struct {
  double x_bearing, y_bearing, width, height, x_advance, y_advance;
} ccairo_text_extents_t;

// Its address is a key.
typedef struct {
  int unused;
} ccairo_user_data_key_t;

typedef enum {
  CCAIRO_STATUS_SUCCESS = 0,
  CCAIRO_STATUS_NO_MEMORY = 1,
  CCAIRO_STATUS_WRITE_ERROR = 11,
} ccairo_status_t;

typedef enum { CCAIRO_CONTENT_COLOR_ALPHA = 0x3000 } ccairo_content_t;
typedef enum { CCAIRO_FORMAT_INVALID = -1, CCAIRO_FORMAT_ARGB32 = 0 } ccairo_format_t;
typedef enum { CCAIRO_ANTIALIAS_NONE = 1 } ccairo_antialias_t;
typedef enum { CCAIRO_LINE_CAP_BUTT = 0, CCAIRO_LINE_CAP_ROUND = 1 } ccairo_line_cap_t;
typedef enum { CCAIRO_LINE_JOIN_ROUND = 1 } ccairo_line_join_t;
typedef enum { CCAIRO_TEXT_CLUSTER_FLAG_BACKWARD = 1 } ccairo_text_cluster_flags_t;
typedef enum { CCAIRO_HINT_STYLE_NONE = 1 } ccairo_hint_style_t;
typedef enum { CCAIRO_HINT_METRICS_OFF = 1 } ccairo_hint_metrics_t;
typedef enum { CCAIRO_PDF_METADATA_CREATE_DATE = 5 } ccairo_pdf_metadata_t;

typedef enum {
  CCAIRO_EXTEND_REPEAT = 1,
  CCAIRO_EXTEND_REFLECT = 2,
  CCAIRO_EXTEND_PAD = 3,
} ccairo_extend_t;

typedef enum {
  CCAIRO_OPERATOR_CLEAR = 0,
  CCAIRO_OPERATOR_SOURCE = 1,
  CCAIRO_OPERATOR_OVER = 2,
  CCAIRO_OPERATOR_IN = 3,
  CCAIRO_OPERATOR_OUT = 4,
  CCAIRO_OPERATOR_ATOP = 5,
  CCAIRO_OPERATOR_DEST = 6,
  CCAIRO_OPERATOR_DEST_OVER = 7,
  CCAIRO_OPERATOR_DEST_IN = 8,
  CCAIRO_OPERATOR_DEST_OUT = 9,
  CCAIRO_OPERATOR_DEST_ATOP = 10,
  CCAIRO_OPERATOR_XOR = 11,
  CCAIRO_OPERATOR_ADD = 12,
  CCAIRO_OPERATOR_MULTIPLY = 14,
  CCAIRO_OPERATOR_SCREEN = 15,
  CCAIRO_OPERATOR_OVERLAY = 16,
  CCAIRO_OPERATOR_DARKEN = 17,
  CCAIRO_OPERATOR_LIGHTEN = 18,
  CCAIRO_OPERATOR_COLOR_DODGE = 19,
  CCAIRO_OPERATOR_COLOR_BURN = 20,
  CCAIRO_OPERATOR_HARD_LIGHT = 21,
  CCAIRO_OPERATOR_SOFT_LIGHT = 22,
  CCAIRO_OPERATOR_DIFFERENCE = 23,
  CCAIRO_OPERATOR_EXCLUSION = 24,
  CCAIRO_OPERATOR_HSL_HUE = 25,
  CCAIRO_OPERATOR_HSL_SATURATION = 26,
  CCAIRO_OPERATOR_HSL_COLOR = 27,
  CCAIRO_OPERATOR_HSL_LUMINOSITY = 28,
} ccairo_operator_t;

typedef void (*ccairo_destroy_func_t)(void *);
typedef ccairo_status_t (*ccairo_write_func_t)(void *, const unsigned char *, unsigned int);
typedef ccairo_status_t (*ccairo_user_scaled_font_render_glyph_func_t)(
    ccairo_scaled_font_t *, unsigned long, ccairo_t *, ccairo_text_extents_t *);

// A macro with a cast, which Swift does not import.
static const ccairo_text_cluster_flags_t galley_cairo_forward = (ccairo_text_cluster_flags_t)0;

// The functions: result, name without cairo_, parameters. A face of FreeType is a pointer.
#define CCAIRO_FUNCTIONS(F) \
  F(void, clip, (ccairo_t *)) \
  F(void, close_path, (ccairo_t *)) \
  F(ccairo_t *, create, (ccairo_surface_t *)) \
  F(void, curve_to, (ccairo_t *, double, double, double, double, double, double)) \
  F(void, destroy, (ccairo_t *)) \
  F(void, fill, (ccairo_t *)) \
  F(void, font_face_destroy, (ccairo_font_face_t *)) \
  F(void *, font_face_get_user_data, (ccairo_font_face_t *, const ccairo_user_data_key_t *)) \
  F(ccairo_status_t, font_face_set_user_data, \
    (ccairo_font_face_t *, const ccairo_user_data_key_t *, void *, ccairo_destroy_func_t)) \
  F(ccairo_font_options_t *, font_options_create, (void)) \
  F(void, font_options_destroy, (ccairo_font_options_t *)) \
  F(void, font_options_set_hint_metrics, (ccairo_font_options_t *, ccairo_hint_metrics_t)) \
  F(void, font_options_set_hint_style, (ccairo_font_options_t *, ccairo_hint_style_t)) \
  F(ccairo_font_face_t *, ft_font_face_create_for_ft_face, (void *, int)) \
  F(void, glyph_path, (ccairo_t *, const ccairo_glyph_t *, int)) \
  F(ccairo_surface_t *, image_surface_create, (ccairo_format_t, int, int)) \
  F(unsigned char *, image_surface_get_data, (ccairo_surface_t *)) \
  F(int, image_surface_get_stride, (ccairo_surface_t *)) \
  F(void, line_to, (ccairo_t *, double, double)) \
  F(void, mask_surface, (ccairo_t *, ccairo_surface_t *, double, double)) \
  F(void, move_to, (ccairo_t *, double, double)) \
  F(void, new_path, (ccairo_t *)) \
  F(void, paint, (ccairo_t *)) \
  F(void, paint_with_alpha, (ccairo_t *, double)) \
  F(void, pattern_add_color_stop_rgba, \
    (ccairo_pattern_t *, double, double, double, double, double)) \
  F(ccairo_pattern_t *, pattern_create_for_surface, (ccairo_surface_t *)) \
  F(ccairo_pattern_t *, pattern_create_linear, (double, double, double, double)) \
  F(ccairo_pattern_t *, pattern_create_radial, (double, double, double, double, double, double)) \
  F(void, pattern_destroy, (ccairo_pattern_t *)) \
  F(void, pattern_set_extend, (ccairo_pattern_t *, ccairo_extend_t)) \
  F(ccairo_surface_t *, pdf_surface_create_for_stream, \
    (ccairo_write_func_t, void *, double, double)) \
  F(void, pdf_surface_set_metadata, (ccairo_surface_t *, ccairo_pdf_metadata_t, const char *)) \
  F(void, pdf_surface_set_size, (ccairo_surface_t *, double, double)) \
  F(void, pop_group_to_source, (ccairo_t *)) \
  F(void, push_group, (ccairo_t *)) \
  F(ccairo_surface_t *, recording_surface_create, (ccairo_content_t, const ccairo_rectangle_t *)) \
  F(void, rectangle, (ccairo_t *, double, double, double, double)) \
  F(void, reset_clip, (ccairo_t *)) \
  F(void, restore, (ccairo_t *)) \
  F(void, save, (ccairo_t *)) \
  F(void, scale, (ccairo_t *, double, double)) \
  F(ccairo_font_face_t *, scaled_font_get_font_face, (ccairo_scaled_font_t *)) \
  F(void, set_antialias, (ccairo_t *, ccairo_antialias_t)) \
  F(void, set_dash, (ccairo_t *, const double *, int, double)) \
  F(void, set_font_face, (ccairo_t *, ccairo_font_face_t *)) \
  F(void, set_font_matrix, (ccairo_t *, const ccairo_matrix_t *)) \
  F(void, set_font_options, (ccairo_t *, const ccairo_font_options_t *)) \
  F(void, set_line_cap, (ccairo_t *, ccairo_line_cap_t)) \
  F(void, set_line_join, (ccairo_t *, ccairo_line_join_t)) \
  F(void, set_line_width, (ccairo_t *, double)) \
  F(void, set_operator, (ccairo_t *, ccairo_operator_t)) \
  F(void, set_source, (ccairo_t *, ccairo_pattern_t *)) \
  F(void, set_source_rgba, (ccairo_t *, double, double, double, double)) \
  F(void, set_source_surface, (ccairo_t *, ccairo_surface_t *, double, double)) \
  F(void, show_glyphs, (ccairo_t *, const ccairo_glyph_t *, int)) \
  F(void, show_page, (ccairo_t *)) \
  F(void, show_text_glyphs, \
    (ccairo_t *, const char *, int, const ccairo_glyph_t *, int, const ccairo_text_cluster_t *, \
     int, ccairo_text_cluster_flags_t)) \
  F(ccairo_status_t, status, (ccairo_t *)) \
  F(const char *, status_to_string, (ccairo_status_t)) \
  F(void, stroke, (ccairo_t *)) \
  F(void, surface_destroy, (ccairo_surface_t *)) \
  F(void, surface_finish, (ccairo_surface_t *)) \
  F(void, surface_flush, (ccairo_surface_t *)) \
  F(void, surface_mark_dirty, (ccairo_surface_t *)) \
  F(ccairo_status_t, surface_status, (ccairo_surface_t *)) \
  F(ccairo_surface_t *, svg_surface_create_for_stream, \
    (ccairo_write_func_t, void *, double, double)) \
  F(void, tag_begin, (ccairo_t *, const char *, const char *)) \
  F(void, tag_end, (ccairo_t *, const char *)) \
  F(void, transform, (ccairo_t *, const ccairo_matrix_t *)) \
  F(void, translate, (ccairo_t *, double, double)) \
  F(ccairo_font_face_t *, user_font_face_create, (void)) \
  F(void, user_font_face_set_render_glyph_func, \
    (ccairo_font_face_t *, ccairo_user_scaled_font_render_glyph_func_t))

// A pointer to each function, named as above.
typedef struct {
#define CCAIRO_MEMBER(result, name, parameters) result(*name) parameters;
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
