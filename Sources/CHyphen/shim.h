#include <hyphen.h>
// Patterns come in many encodings; Swift's module of the C library leaves this header out.
#include <iconv.h>
