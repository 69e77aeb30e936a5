#if !__has_include(<hb.h>)
#error "The headers of HarfBuzz are missing: apt-get install libharfbuzz-dev"
#endif
#include <hb.h>
#include <hb-ot.h>
#include <hb-aat.h>

// HB_LANGUAGE_INVALID is a cast of zero, which Swift does not import.
static inline hb_language_t galley_hb_language_invalid(void) { return HB_LANGUAGE_INVALID; }
