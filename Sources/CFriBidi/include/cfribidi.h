// FriBidi, which is loaded for the first text with right-to-left letters.
#ifndef GALLEY_CFRIBIDI_H
#define GALLEY_CFRIBIDI_H

#if !__has_include(<fribidi/fribidi.h>)
#error "The headers of FriBidi are missing: apt-get install libfribidi-dev"
#endif
#include <fribidi/fribidi.h>

#define CFRIBIDI_FUNCTIONS(F) \
  F(fribidi_get_par_embedding_levels_ex)

#define CFRIBIDI_MEMBER(name) __typeof__(&name) name;
typedef struct { CFRIBIDI_FUNCTIONS(CFRIBIDI_MEMBER) } cfribidi_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const cfribidi_functions *cfribidi_table(void);

// The bidirectional types are macros over macros, which Swift does not import.
enum {
  galley_fribidi_l = FRIBIDI_TYPE_LTR_VAL,
  galley_fribidi_r = FRIBIDI_TYPE_RTL_VAL,
  galley_fribidi_al = FRIBIDI_TYPE_AL_VAL,
  galley_fribidi_en = FRIBIDI_TYPE_EN_VAL,
  galley_fribidi_an = FRIBIDI_TYPE_AN_VAL,
  galley_fribidi_es = FRIBIDI_TYPE_ES_VAL,
  galley_fribidi_et = FRIBIDI_TYPE_ET_VAL,
  galley_fribidi_cs = FRIBIDI_TYPE_CS_VAL,
  galley_fribidi_nsm = FRIBIDI_TYPE_NSM_VAL,
  galley_fribidi_bn = FRIBIDI_TYPE_BN_VAL,
  galley_fribidi_b = FRIBIDI_TYPE_BS_VAL,
  galley_fribidi_s = FRIBIDI_TYPE_SS_VAL,
  galley_fribidi_ws = FRIBIDI_TYPE_WS_VAL,
  galley_fribidi_on = FRIBIDI_TYPE_ON_VAL,
};

#endif
