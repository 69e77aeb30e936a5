#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>

// As in cairo-ft.h, which would bring FreeType's own headers into this module, as a second set of
// the same types. FT_Face is a pointer.
cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(void *face, int load_flags);

// Swift cannot import a macro that is a cast.
static const cairo_text_cluster_flags_t galley_cairo_forward = (cairo_text_cluster_flags_t)0;
