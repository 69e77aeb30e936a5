// fontconfig, which is loaded for the fonts of the system only.
#ifndef GALLEY_CFONTCONFIG_H
#define GALLEY_CFONTCONFIG_H

#if !__has_include(<fontconfig/fontconfig.h>)
#error "The headers of fontconfig are missing: apt-get install libfontconfig-dev"
#endif
#include <fontconfig/fontconfig.h>

#define CFONTCONFIG_FUNCTIONS(F) \
  F(FcCharSetHasChar) \
  F(FcConfigGetConfigFiles) \
  F(FcConfigGetFontDirs) \
  F(FcConfigSubstitute) \
  F(FcDefaultSubstitute) \
  F(FcFontList) \
  F(FcFontMatch) \
  F(FcFontSetDestroy) \
  F(FcFontSort) \
  F(FcInitLoadConfigAndFonts) \
  F(FcLangGetCharSet) \
  F(FcPatternAddBool) \
  F(FcPatternAddDouble) \
  F(FcPatternAddInteger) \
  F(FcPatternAddString) \
  F(FcPatternCreate) \
  F(FcPatternDestroy) \
  F(FcPatternGetBool) \
  F(FcPatternGetCharSet) \
  F(FcPatternGetDouble) \
  F(FcPatternGetInteger) \
  F(FcPatternGetRange) \
  F(FcPatternGetString) \
  F(FcPatternReference) \
  F(FcRangeGetDouble) \
  F(FcStrListDone) \
  F(FcStrListNext) \
  F(FcWeightFromOpenTypeDouble) \
  F(FcWeightToOpenTypeDouble)

#define CFONTCONFIG_MEMBER(name) __typeof__(&name) name;
typedef struct { CFONTCONFIG_FUNCTIONS(CFONTCONFIG_MEMBER) } cfontconfig_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const cfontconfig_functions *cfontconfig_table(void);

#endif
