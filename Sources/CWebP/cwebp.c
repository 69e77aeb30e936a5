#include "cwebp.h"

#include <dlfcn.h>
// Found without pkg-config, whose flags would link the library too.
#include <webp/decode.h>

static struct {
  __typeof__(&WebPInitDecoderConfigInternal) init;
  __typeof__(&WebPGetFeaturesInternal) features;
  __typeof__(&WebPDecode) decode;
  __typeof__(&WebPIDecode) begin;
  __typeof__(&WebPIUpdate) update;
  __typeof__(&WebPIDecGetRGB) rows;
  __typeof__(&WebPIDelete) end;
} webp;

const char *cwebp_load(void) {
  // It stays loaded until the process ends.
  void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define CWEBP_FILL(member, name)                                 \
  webp.member = (__typeof__(webp.member))dlsym(library, name);   \
  if (webp.member == NULL) return "libwebp.so.7 has no " name;
  CWEBP_FILL(init, "WebPInitDecoderConfigInternal")
  CWEBP_FILL(features, "WebPGetFeaturesInternal")
  CWEBP_FILL(decode, "WebPDecode")
  CWEBP_FILL(begin, "WebPIDecode")
  CWEBP_FILL(update, "WebPIUpdate")
  CWEBP_FILL(rows, "WebPIDecGetRGB")
  CWEBP_FILL(end, "WebPIDelete")
#undef CWEBP_FILL
  return NULL;
}

static cwebp_outcome outcome(VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OK: return CWEBP_DECODED;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return CWEBP_TRUNCATED;
    case VP8_STATUS_OUT_OF_MEMORY: return CWEBP_OUT_OF_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return CWEBP_UNSUPPORTED;
    default: return CWEBP_DAMAGED;
  }
}

// Makes ready to decode into the target; the image must have the size that the target has for it.
static cwebp_outcome prepare(
    WebPDecoderConfig *config, const uint8_t *bytes, size_t length, const cwebp_target *target) {
  if (!webp.init(config, WEBP_DECODER_ABI_VERSION)) return CWEBP_UNSUPPORTED;
  VP8StatusCode code = webp.features(bytes, length, &config->input, WEBP_DECODER_ABI_VERSION);
  if (code != VP8_STATUS_OK) return outcome(code);
  if (config->input.width != target->own_width || config->input.height != target->own_height) {
    return CWEBP_DAMAGED;
  }
  config->output.colorspace = MODE_BGRA;
  config->output.is_external_memory = 1;
  config->output.u.RGBA.rgba = target->pixels;
  config->output.u.RGBA.stride = target->bytes_per_row;
  config->output.u.RGBA.size = (size_t)target->bytes_per_row * (size_t)target->height;
  if (target->width != target->own_width || target->height != target->own_height) {
    config->options.use_scaling = 1;
    config->options.scaled_width = target->width;
    config->options.scaled_height = target->height;
  }
  return CWEBP_DECODED;
}

cwebp_outcome cwebp_decode(const uint8_t *bytes, size_t length, const cwebp_target *target) {
  WebPDecoderConfig config;
  cwebp_outcome ready = prepare(&config, bytes, length, target);
  if (ready != CWEBP_DECODED) return ready;
  return outcome(webp.decode(bytes, length, &config));
}

int cwebp_decode_beginning(const uint8_t *bytes, size_t length, const cwebp_target *target) {
  WebPDecoderConfig config;
  if (prepare(&config, bytes, length, target) != CWEBP_DECODED) return 0;
  WebPIDecoder *decoder = webp.begin(NULL, 0, &config);
  if (decoder == NULL) return 0;
  webp.update(decoder, bytes, length);
  int rows = 0;
  if (webp.rows(decoder, &rows, NULL, NULL, NULL) == NULL) rows = 0;
  webp.end(decoder);
  return rows;
}
