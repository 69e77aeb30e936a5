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

typedef enum { WEBP_HINT_DEFAULT = 0 } WebPImageHint;
typedef enum { WEBP_PRESET_DEFAULT = 0 } WebPPreset;
typedef enum { WEBP_YUV420 = 0 } WebPEncCSP;
typedef enum { VP8_ENC_OK = 0 } WebPEncodingError;

typedef struct {
  int lossless;
  float quality;
  int method;
  WebPImageHint image_hint;
  int target_size;
  float target_PSNR;
  int segments, sns_strength, filter_strength, filter_sharpness, filter_type, autofilter;
  int alpha_compression, alpha_filtering, alpha_quality, pass;
  int show_compressed, preprocessing, partitions, partition_limit, emulate_jpeg_size;
  int thread_level, low_memory, near_lossless, exact, use_delta_palette, use_sharp_yuv;
  int qmin, qmax;
} WebPConfig;

typedef struct {
  uint8_t *mem;
  size_t size, max_size;
  uint32_t pad[1];
} WebPMemoryWriter;

typedef struct WebPPicture WebPPicture;
typedef struct WebPAuxStats WebPAuxStats;
typedef int (*WebPWriterFunction)(const uint8_t *, size_t, const WebPPicture *);
typedef int (*WebPProgressHook)(int, const WebPPicture *);

struct WebPPicture {
  int use_argb;
  WebPEncCSP colorspace;
  int width, height;
  uint8_t *y, *u, *v;
  int y_stride, uv_stride;
  uint8_t *a;
  int a_stride;
  uint32_t pad1[2];
  uint32_t *argb;
  int argb_stride;
  uint32_t pad2[3];
  WebPWriterFunction writer;
  void *custom_ptr;
  int extra_info_type;
  uint8_t *extra_info;
  WebPAuxStats *stats;
  WebPEncodingError error_code;
  WebPProgressHook progress_hook;
  void *user_data;
  uint32_t pad3[3];
  uint8_t *pad4, *pad5;
  uint32_t pad6[8];
  void *memory_, *memory_argb_;
  void *pad7[2];
};

enum {
  WEBP_DECODER_ABI_VERSION = 0x209,
  WEBP_ENCODER_ABI_VERSION = 0x20f,
  WEBP_MAX_DIMENSION = 16383,
};

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
  F(int, configure, WebPConfigInitInternal, (WebPConfig *, WebPPreset, float, int)) \
  F(int, set_level, WebPConfigLosslessPreset, (WebPConfig *, int)) \
  F(int, init_picture, WebPPictureInitInternal, (WebPPicture *, int)) \
  F(int, import, WebPPictureImportBGRA, (WebPPicture *, const uint8_t *, int)) \
  F(int, encode, WebPEncode, (const WebPConfig *, WebPPicture *)) \
  F(void, free_picture, WebPPictureFree, (WebPPicture *)) \
  F(void, init_writer, WebPMemoryWriterInit, (WebPMemoryWriter *)) \
  F(int, write, WebPMemoryWrite, (const uint8_t *, size_t, const WebPPicture *)) \
  F(void, release, WebPFree, (void *))

#endif
