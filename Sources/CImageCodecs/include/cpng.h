// libspng, which reads and writes PNG. Debian: libspng-dev.
#include <spng.h>
