// FriBidi, which is loaded for the first text with right-to-left letters.
//
// The declarations are those of FriBidi's headers with a `C` before the names of types, so that
// building needs no development package; scripts/check-declarations compares them.
#ifndef GALLEY_CFRIBIDI_H
#define GALLEY_CFRIBIDI_H

#include <stdint.h>

typedef uint32_t CFriBidiCharType;
typedef uint32_t CFriBidiBracketType;
typedef uint32_t CFriBidiParType;
typedef int CFriBidiStrIndex;
typedef signed char CFriBidiLevel;

// The functions: result, name, parameters.
#define CFRIBIDI_FUNCTIONS(F) \
  F(CFriBidiLevel, fribidi_get_par_embedding_levels_ex, \
    (const CFriBidiCharType *, const CFriBidiBracketType *, CFriBidiStrIndex, \
     CFriBidiParType *, CFriBidiLevel *))

#define CFRIBIDI_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct { CFRIBIDI_FUNCTIONS(CFRIBIDI_MEMBER) } cfribidi_functions;

// Returns the functions, after loading them on the first call, on any thread. Ends the process if
// they are not installed.
const cfribidi_functions *cfribidi_table(void);

// The bidirectional types, as FRIBIDI_TYPE_LTR_VAL and others.
enum {
  galley_fribidi_l = 0x110,
  galley_fribidi_r = 0x111,
  galley_fribidi_al = 0x113,
  galley_fribidi_en = 0x220,
  galley_fribidi_an = 0x222,
  galley_fribidi_es = 0x10420,
  galley_fribidi_et = 0x20420,
  galley_fribidi_cs = 0x40420,
  galley_fribidi_nsm = 0x80020,
  galley_fribidi_bn = 0x100820,
  galley_fribidi_b = 0x202840,
  galley_fribidi_s = 0x402840,
  galley_fribidi_ws = 0x800840,
  galley_fribidi_on = 0x40,
};

#endif
