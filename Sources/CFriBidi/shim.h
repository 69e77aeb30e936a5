#include <fribidi.h>

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
