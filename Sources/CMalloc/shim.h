// The C library's counts of allocated memory, which Swift's module of it leaves out.
#include <malloc.h>
