// The types and functions of libwebp that Galley uses, as declared by its headers.
//
// They are declared here so that building needs no development package; scripts/check-declarations
// compares them.
#ifndef GALLEY_WEBP_LIBRARY_H
#define GALLEY_WEBP_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

typedef struct WebPIDecoder WebPIDecoder;

typedef enum {
  VP8_STATUS_OK = 0,
  VP8_STATUS_OUT_OF_MEMORY = 1,
  VP8_STATUS_UNSUPPORTED_FEATURE = 4,
  VP8_STATUS_SUSPENDED = 5,
  VP8_STATUS_NOT_ENOUGH_DATA = 7,
} VP8StatusCode;

typedef enum { MODE_BGRA = 3 } WEBP_CSP_MODE;

typedef struct {
  uint8_t *rgba;
  int stride;
  size_t size;
} WebPRGBABuffer;

typedef struct {
  uint8_t *y, *u, *v, *a;
  int y_stride, u_stride, v_stride, a_stride;
  size_t y_size, u_size, v_size, a_size;
} WebPYUVABuffer;

typedef struct {
  WEBP_CSP_MODE colorspace;
  int width, height, is_external_memory;
  union {
    WebPRGBABuffer RGBA;
    WebPYUVABuffer YUVA;
  } u;
  uint32_t pad[4];
  uint8_t *private_memory;
} WebPDecBuffer;

typedef struct {
  int width, height, has_alpha, has_animation, format;
  uint32_t pad[5];
} WebPBitstreamFeatures;

typedef struct {
  int bypass_filtering, no_fancy_upsampling;
  int use_cropping, crop_left, crop_top, crop_width, crop_height;
  int use_scaling, scaled_width, scaled_height;
  int use_threads, dithering_strength, flip, alpha_dithering_strength;
  uint32_t pad[5];
} WebPDecoderOptions;

typedef struct {
  WebPBitstreamFeatures input;
  WebPDecBuffer output;
  WebPDecoderOptions options;
} WebPDecoderConfig;

enum { WEBP_DECODER_ABI_VERSION = 0x209, WEBP_MAX_DIMENSION = 16383 };

// The functions: result, member of the table, name, parameters.
#define WEBP_FUNCTIONS(F) \
  F(int, init, WebPInitDecoderConfigInternal, (WebPDecoderConfig *, int)) \
  F(VP8StatusCode, features, WebPGetFeaturesInternal, \
    (const uint8_t *, size_t, WebPBitstreamFeatures *, int)) \
  F(VP8StatusCode, decode, WebPDecode, (const uint8_t *, size_t, WebPDecoderConfig *)) \
  F(WebPIDecoder *, begin, WebPIDecode, (const uint8_t *, size_t, WebPDecoderConfig *)) \
  F(VP8StatusCode, update, WebPIUpdate, (WebPIDecoder *, const uint8_t *, size_t)) \
  F(uint8_t *, rows, WebPIDecGetRGB, (const WebPIDecoder *, int *, int *, int *, int *)) \
  F(void, end, WebPIDelete, (WebPIDecoder *)) \
  F(size_t, encode, WebPEncodeLosslessBGRA, (const uint8_t *, int, int, int, uint8_t **)) \
  F(void, release, WebPFree, (void *))

#endif
