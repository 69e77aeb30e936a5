#include <hyphen.h>
// Conversion of the patterns' encodings; Swift's module of the C library lacks this header.
#include <iconv.h>
