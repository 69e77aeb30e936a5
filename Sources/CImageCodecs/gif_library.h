// The types and functions of giflib that Galley uses, as declared by its headers.
//
// They are declared here so that building needs no development package; scripts/check-declarations
// compares them.
#ifndef GALLEY_GIF_LIBRARY_H
#define GALLEY_GIF_LIBRARY_H

#include <stdbool.h>

typedef unsigned char GifByteType;
typedef unsigned char GifPixelType;
typedef int GifWord;

typedef struct {
  GifByteType Red, Green, Blue;
} GifColorType;

typedef struct {
  int ColorCount, BitsPerPixel;
  bool SortFlag;
  GifColorType *Colors;
} ColorMapObject;

typedef struct {
  GifWord Left, Top, Width, Height;
  bool Interlace;
  ColorMapObject *ColorMap;
} GifImageDesc;

typedef struct SavedImage SavedImage;
typedef struct ExtensionBlock ExtensionBlock;

typedef struct {
  GifWord SWidth, SHeight, SColorResolution, SBackGroundColor;
  GifByteType AspectByte;
  ColorMapObject *SColorMap;
  int ImageCount;
  GifImageDesc Image;
  SavedImage *SavedImages;
  int ExtensionBlockCount;
  ExtensionBlock *ExtensionBlocks;
  int Error;
  void *UserData, *Private;
} GifFileType;

typedef int (*InputFunc)(GifFileType *, GifByteType *, int);

typedef enum { IMAGE_DESC_RECORD_TYPE = 2, EXTENSION_RECORD_TYPE = 3 } GifRecordType;
enum { GIF_ERROR = 0, GIF_OK = 1 };
enum { GRAPHICS_EXT_FUNC_CODE = 0xF9 };
enum {
  D_GIF_ERR_READ_FAILED = 102,
  D_GIF_ERR_NO_IMAG_DSCR = 105,
  D_GIF_ERR_NO_COLOR_MAP = 106,
  D_GIF_ERR_NOT_ENOUGH_MEM = 109,
};

// The functions: result, member of the table, name, parameters.
#define GIF_FUNCTIONS(F) \
  F(GifFileType *, open, DGifOpen, (void *, InputFunc, int *)) \
  F(int, record, DGifGetRecordType, (GifFileType *, GifRecordType *)) \
  F(int, extension, DGifGetExtension, (GifFileType *, int *, GifByteType **)) \
  F(int, next, DGifGetExtensionNext, (GifFileType *, GifByteType **)) \
  F(int, image, DGifGetImageDesc, (GifFileType *)) \
  F(int, line, DGifGetLine, (GifFileType *, GifPixelType *, int)) \
  F(int, close, DGifCloseFile, (GifFileType *, int *))

#endif
