// fontconfig, which is loaded for the fonts of the system only.
//
// The declarations are those of fontconfig's header with a `C` before the names of types and
// constants, so that building needs no development package; scripts/check-declarations compares
// them.
#ifndef GALLEY_CFONTCONFIG_H
#define GALLEY_CFONTCONFIG_H

typedef unsigned char CFcChar8;
typedef unsigned int CFcChar32;
typedef int CFcBool;

typedef struct CFcCharSet CFcCharSet;
typedef struct CFcConfig CFcConfig;
typedef struct CFcObjectSet CFcObjectSet;
typedef struct CFcPattern CFcPattern;
typedef struct CFcRange CFcRange;
typedef struct CFcStrList CFcStrList;

typedef struct {
  int nfont, sfont;
  CFcPattern **fonts;
} CFcFontSet;

enum { CFcFalse = 0, CFcTrue = 1 };
typedef enum { CFcMatchPattern = 0 } CFcMatchKind;
typedef enum { CFcResultMatch = 0, CFcResultNoMatch = 1 } CFcResult;

#define CFC_FAMILY "family"
#define CFC_SLANT "slant"
#define CFC_WEIGHT "weight"
#define CFC_WIDTH "width"
#define CFC_FILE "file"
#define CFC_INDEX "index"
#define CFC_SCALABLE "scalable"
#define CFC_COLOR "color"
#define CFC_CHARSET "charset"
#define CFC_LANG "lang"

// The functions: result, name, parameters.
#define CFONTCONFIG_FUNCTIONS(F) \
  F(CFcBool, FcCharSetHasChar, (const CFcCharSet *, CFcChar32)) \
  F(CFcStrList *, FcConfigGetConfigFiles, (CFcConfig *)) \
  F(CFcStrList *, FcConfigGetFontDirs, (CFcConfig *)) \
  F(CFcBool, FcConfigSubstitute, (CFcConfig *, CFcPattern *, CFcMatchKind)) \
  F(void, FcDefaultSubstitute, (CFcPattern *)) \
  F(CFcFontSet *, FcFontList, (CFcConfig *, CFcPattern *, CFcObjectSet *)) \
  F(CFcPattern *, FcFontMatch, (CFcConfig *, CFcPattern *, CFcResult *)) \
  F(void, FcFontSetDestroy, (CFcFontSet *)) \
  F(CFcFontSet *, FcFontSort, (CFcConfig *, CFcPattern *, CFcBool, CFcCharSet **, CFcResult *)) \
  F(CFcConfig *, FcInitLoadConfigAndFonts, (void)) \
  F(const CFcCharSet *, FcLangGetCharSet, (const CFcChar8 *)) \
  F(CFcBool, FcPatternAddBool, (CFcPattern *, const char *, CFcBool)) \
  F(CFcBool, FcPatternAddDouble, (CFcPattern *, const char *, double)) \
  F(CFcBool, FcPatternAddInteger, (CFcPattern *, const char *, int)) \
  F(CFcBool, FcPatternAddString, (CFcPattern *, const char *, const CFcChar8 *)) \
  F(CFcPattern *, FcPatternCreate, (void)) \
  F(void, FcPatternDestroy, (CFcPattern *)) \
  F(CFcResult, FcPatternGetBool, (const CFcPattern *, const char *, int, CFcBool *)) \
  F(CFcResult, FcPatternGetCharSet, (const CFcPattern *, const char *, int, CFcCharSet **)) \
  F(CFcResult, FcPatternGetDouble, (const CFcPattern *, const char *, int, double *)) \
  F(CFcResult, FcPatternGetInteger, (const CFcPattern *, const char *, int, int *)) \
  F(CFcResult, FcPatternGetRange, (const CFcPattern *, const char *, int, CFcRange **)) \
  F(CFcResult, FcPatternGetString, (const CFcPattern *, const char *, int, CFcChar8 **)) \
  F(void, FcPatternReference, (CFcPattern *)) \
  F(CFcBool, FcRangeGetDouble, (const CFcRange *, double *, double *)) \
  F(void, FcStrListDone, (CFcStrList *)) \
  F(CFcChar8 *, FcStrListNext, (CFcStrList *)) \
  F(double, FcWeightFromOpenTypeDouble, (double)) \
  F(double, FcWeightToOpenTypeDouble, (double))

#define CFONTCONFIG_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct { CFONTCONFIG_FUNCTIONS(CFONTCONFIG_MEMBER) } cfontconfig_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const cfontconfig_functions *cfontconfig_table(void);

#endif
