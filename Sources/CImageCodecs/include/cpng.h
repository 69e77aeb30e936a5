// libspng, which reads and writes PNG. Debian: libspng-dev.
#if !__has_include(<spng.h>)
#error "The headers of libspng are missing: apt-get install libspng-dev"
#endif
#include <spng.h>
