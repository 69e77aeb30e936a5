#if !__has_include(<ft2build.h>)
#error "The headers of FreeType are missing: apt-get install libfreetype-dev"
#endif
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_COLOR_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_STROKER_H
#include FT_TRUETYPE_TABLES_H

// Swift does not import uses of FT_LOAD_TARGET_(...), a macro with an argument.
static const FT_Int32 galley_ft_load_target_light = FT_LOAD_TARGET_LIGHT;
