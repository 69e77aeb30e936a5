// The types and functions of libturbojpeg that Galley uses, as declared by its headers.
//
// They are declared here so that building needs no development package; scripts/check-declarations
// compares them.
#ifndef GALLEY_JPEG_LIBRARY_H
#define GALLEY_JPEG_LIBRARY_H

typedef void *tjhandle;

typedef struct {
  int num, denom;
} tjscalingfactor;

enum { TJCS_CMYK = 3, TJCS_YCCK = 4 };
enum { TJPF_BGRA = 8, TJPF_CMYK = 11 };
enum { TJFLAG_ACCURATEDCT = 0x1000, TJFLAG_LIMITSCANS = 0x8000 };
enum { TJERR_WARNING = 0 };

// The functions: result, member of the table, name, parameters.
#define JPEG_FUNCTIONS(F) \
  F(tjhandle, init, tjInitDecompress, (void)) \
  F(int, header, tjDecompressHeader3, \
    (tjhandle, const unsigned char *, unsigned long, int *, int *, int *, int *)) \
  F(int, decompress, tjDecompress2, \
    (tjhandle, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int)) \
  F(char *, error, tjGetErrorStr2, (tjhandle)) \
  F(int, severity, tjGetErrorCode, (tjhandle)) \
  F(int, destroy, tjDestroy, (tjhandle))

#endif
