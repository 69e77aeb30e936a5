#include "cwebp.h"

#include "library_table.h"
#include "webp_library.h"

static struct { WEBP_FUNCTIONS(LIBRARY_MEMBER) } webp;
static const char *const webp_symbols[] = {WEBP_FUNCTIONS(LIBRARY_SYMBOL)};

const char *cwebp_load(void) { return LIBRARY_LOAD("libwebp.so.7", webp_symbols, webp); }

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

// Prepares decoding into the target, whose `own_width` and `own_height` must be those of the image.
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

int cwebp_maximum_side(void) { return WEBP_MAX_DIMENSION; }

// Sets up the encoding, with a level of effort from 0 to 9, or that of WebPEncodeLosslessBGRA.
static int configure(WebPConfig *config, int level) {
  if (!webp.configure(config, WEBP_PRESET_DEFAULT, 70, WEBP_ENCODER_ABI_VERSION)) return 0;
  config->lossless = 1;
  return level < 0 || webp.set_level(config, level);
}

size_t cwebp_encode(
    const uint8_t *pixels, int width, int height, int bytes_per_row, int level, uint8_t **bytes) {
  *bytes = NULL;
  WebPConfig config;
  WebPPicture picture;
  if (!configure(&config, level)) return 0;
  if (!webp.init_picture(&picture, WEBP_ENCODER_ABI_VERSION)) return 0;
  WebPMemoryWriter writer;
  webp.init_writer(&writer);
  picture.use_argb = 1;
  picture.width = width;
  picture.height = height;
  picture.writer = webp.write;
  picture.custom_ptr = &writer;
  int is_encoded =
      webp.import(&picture, pixels, bytes_per_row) && webp.encode(&config, &picture);
  webp.free_picture(&picture);
  if (!is_encoded) {
    webp.release(writer.mem);
    return 0;
  }
  *bytes = writer.mem;
  return writer.size;
}

void cwebp_release(uint8_t *bytes) { webp.release(bytes); }
