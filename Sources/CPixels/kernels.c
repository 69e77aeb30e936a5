#include "cpixels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

bool galley_has_avx2(void) {
#ifdef CPU_FEATURE_ACTIVE
  // The C library's answer, which GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 changes.
  return CPU_FEATURE_ACTIVE(AVX2) != 0;
#else
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2");
#endif
}

// A premultiplied color in 16-bit lanes: blue and red, green and alpha, and alpha alone.
typedef struct {
  __m256i blue_red, green_alpha, alpha;
} Color;

INLINE Color make_color(uint32_t argb) {
  return (Color){_mm256_set1_epi32((int)(argb & 0xFF00FF)),
                 _mm256_set1_epi32((int)(argb >> 8 & 0xFF00FF)),
                 _mm256_set1_epi16((short)(argb >> 24))};
}

// Returns lanes plus a half, divided by 255, in the upper bytes.
INLINE __m256i divided(__m256i lanes) {
  lanes = _mm256_add_epi16(lanes, _mm256_set1_epi16(128));
  return _mm256_add_epi16(lanes, _mm256_srli_epi16(lanes, 8));
}

// Divides lanes by 255, and combines them into eight pixels.
INLINE __m256i combined(__m256i blue_red, __m256i green_alpha) {
  return _mm256_blendv_epi8(_mm256_srli_epi16(divided(blue_red), 8), divided(green_alpha),
                            _mm256_set1_epi16((short)0xFF00));
}

// Returns eight bytes of coverage, each in both lanes of a pixel.
INLINE __m256i load_coverage(const uint8_t *coverage) {
  __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)coverage));
  return _mm256_or_si256(wide, _mm256_slli_epi32(wide, 16));
}

INLINE __m256i covered(const uint8_t *coverage, Color color) {
  __m256i lanes = load_coverage(coverage);
  return combined(_mm256_mullo_epi16(lanes, color.blue_red),
                  _mm256_mullo_epi16(lanes, color.green_alpha));
}

// Returns eight pixels composited over others, from the terms of their channels times 255, and the
// share of the others.
INLINE __m256i over(__m256i blue_red, __m256i green_alpha, __m256i rest, __m256i below) {
  __m256i low = _mm256_and_si256(below, _mm256_set1_epi16(0xFF));
  __m256i high = _mm256_srli_epi16(below, 8);
  return combined(_mm256_add_epi16(blue_red, _mm256_mullo_epi16(low, rest)),
                  _mm256_add_epi16(green_alpha, _mm256_mullo_epi16(high, rest)));
}

INLINE __m256i blended(const uint8_t *coverage, Color color, bool is_opaque, __m256i below) {
  __m256i lanes = load_coverage(coverage), opacity = lanes;
  if (!is_opaque)
    opacity = _mm256_srli_epi16(divided(_mm256_mullo_epi16(lanes, color.alpha)), 8);
  return over(_mm256_mullo_epi16(lanes, color.blue_red),
              _mm256_mullo_epi16(lanes, color.green_alpha),
              _mm256_sub_epi16(_mm256_set1_epi16(255), opacity), below);
}

INLINE __m256i black(const uint8_t *coverage) {
  return _mm256_slli_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)coverage)), 24);
}

INLINE void store(uint8_t *pixels, __m256i value) { _mm256_storeu_si256((__m256i *)pixels, value); }

INLINE __m256i load(const uint8_t *pixels) { return _mm256_loadu_si256((const __m256i *)pixels); }

INLINE void reset(uint8_t *coverage) {
  _mm_storeu_si128((__m128i *)coverage, _mm_setzero_si128());
}

// MARK: Writing

// Makes pixels transparent, and up to seven past the end.
INLINE void clear(uint8_t *pixels, int count) {
  __m256i zero = _mm256_setzero_si256();
  // Hides the value, or the compiler calls memset for these few bytes.
  __asm__("" : "+x"(zero));
  for (int x = 0; x < count; x += 8) store(pixels + x * 4, zero);
}

INLINE void write_rows(galley_rows rows, Color color, bool is_black) {
  for (int y = 0; y < rows.height; y++) {
    uint8_t *row = rows.pixels + y * rows.bytes_per_row;
    uint8_t *coverage = rows.coverage + y * rows.stride, *target = row + rows.first * 4;
    // Each part may write past its end, where the next one begins.
    clear(row, rows.first);
    for (int x = 0; x < rows.count; x += 16) {
      const uint8_t *first = coverage + x, *second = first + 8;
      store(target + x * 4, is_black ? black(first) : covered(first, color));
      store(target + x * 4 + 32, is_black ? black(second) : covered(second, color));
      reset(coverage + x);
    }
    int end = rows.first + rows.count;
    clear(row + end * 4, rows.width - end);
  }
}

TARGET void galley_write_avx2(galley_rows rows, uint32_t argb) {
  if (argb == 0xFF000000) write_rows(rows, make_color(argb), true);
  else write_rows(rows, make_color(argb), false);
}

// MARK: Coloring

INLINE void color_rows(galley_rows rows, Color color, bool is_clear, bool is_opaque) {
  for (int y = 0; y < rows.height; y++) {
    uint8_t *target = rows.pixels + y * rows.bytes_per_row + rows.first * 4;
    uint8_t *coverage = rows.coverage + y * rows.stride;
    for (int x = 0; x < rows.count; x += 16) {
      uint64_t halves[2];
      memcpy(halves, coverage + x, sizeof halves);
      if ((halves[0] | halves[1]) == 0) continue;
      for (int half = 0; half < 2; half++) {
        const uint8_t *place = coverage + x + 8 * half;
        uint8_t *pixels = target + x * 4 + 32 * half;
        // The last pixels of a row may belong to other contents.
        if (is_clear && x + 16 <= rows.count) store(pixels, covered(place, color));
        else store(pixels, blended(place, color, is_opaque, load(pixels)));
      }
      reset(coverage + x);
    }
  }
}

TARGET void galley_color_avx2(galley_rows rows, uint32_t argb, bool is_clear) {
  Color color = make_color(argb);
  bool is_opaque = argb >> 24 == 255;
  if (is_clear) color_rows(rows, color, true, false);
  else if (is_opaque) color_rows(rows, color, false, true);
  else color_rows(rows, color, false, false);
}

// MARK: Compositing

INLINE __m256i composited(__m256i above, __m256i below) {
  __m256i alpha = _mm256_srli_epi32(above, 24), full = _mm256_set1_epi16(255);
  __m256i rest =
      _mm256_sub_epi16(full, _mm256_or_si256(alpha, _mm256_slli_epi32(alpha, 16)));
  __m256i low = _mm256_and_si256(above, full), high = _mm256_srli_epi16(above, 8);
  return over(_mm256_mullo_epi16(low, full), _mm256_mullo_epi16(high, full), rest, below);
}

TARGET void galley_blend_avx2(const void *source, void *pixels, long count) {
  const uint8_t *above = source;
  uint8_t *target = pixels;
  const __m256i opaque = _mm256_set1_epi32((int)0xFF000000);
  long x = 0;
  // Pictures of text are mostly clear and backgrounds mostly opaque.
  for (; x + 16 <= count; x += 16) {
    __m256i first = load(above + x * 4), second = load(above + x * 4 + 32);
    if (_mm256_testz_si256(_mm256_or_si256(first, second), _mm256_set1_epi32(-1))) continue;
    if (!_mm256_testc_si256(_mm256_and_si256(first, second), opaque)) {
      first = composited(first, load(target + x * 4));
      second = composited(second, load(target + x * 4 + 32));
    }
    store(target + x * 4, first);
    store(target + x * 4 + 32, second);
  }
  for (; x < count; x++) {
    uint32_t one, below;
    memcpy(&one, above + x * 4, 4);
    memcpy(&below, target + x * 4, 4);
    __m256i mixed = composited(_mm256_set1_epi32((int)one), _mm256_set1_epi32((int)below));
    one = (uint32_t)_mm256_cvtsi256_si32(mixed);
    memcpy(target + x * 4, &one, 4);
  }
}

#else

bool galley_has_avx2(void) { return false; }

#endif
