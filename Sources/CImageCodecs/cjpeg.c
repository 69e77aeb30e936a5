#include "cjpeg.h"

#include <stdio.h>

#include "jpeg_library.h"
#include "library_table.h"

static struct { JPEG_FUNCTIONS(LIBRARY_MEMBER) } jpeg;
static const char *const jpeg_symbols[] = {JPEG_FUNCTIONS(LIBRARY_SYMBOL)};

const char *cjpeg_load(void) { return LIBRARY_LOAD("libturbojpeg.so.0", jpeg_symbols, jpeg); }

static void say(char *reason, const char *text) {
  snprintf(reason, CJPEG_REASON_SIZE, "%s", text == NULL ? "" : text);
}

// Converts CMYK to RGB. Like Adobe's programs, all writers of such files store inverted values.
static void mix(const cjpeg_target *target) {
  for (int y = 0; y < target->height; y++) {
    uint8_t *pixel = target->pixels + (size_t)y * (size_t)target->bytes_per_row;
    for (int x = 0; x < target->width; x++, pixel += 4) {
      unsigned black = pixel[3];
      uint8_t cyan = pixel[0];
      pixel[0] = (uint8_t)((pixel[2] * black + 127) / 255);
      pixel[1] = (uint8_t)((pixel[1] * black + 127) / 255);
      pixel[2] = (uint8_t)((cyan * black + 127) / 255);
      pixel[3] = 255;
    }
  }
}

// The size of a scaled image, rounded up as libturbojpeg does.
static int scaled(int side, tjscalingfactor scale) {
  return (side * scale.num + scale.denom - 1) / scale.denom;
}

static cjpeg_outcome decode(
    tjhandle handle, const uint8_t *bytes, size_t length, const cjpeg_target *target,
    char *reason) {
  int width, height, subsampling, colors;
  if (jpeg.header(handle, bytes, length, &width, &height, &subsampling, &colors) != 0) {
    say(reason, jpeg.error(handle));
    return CJPEG_FAILED;
  }
  tjscalingfactor scale = {target->eighths, 8};
  if (scaled(width, scale) != target->width || scaled(height, scale) != target->height) {
    say(reason, "the header is ambiguous");
    return CJPEG_FAILED;
  }
  int is_inked = colors == TJCS_CMYK || colors == TJCS_YCCK;
  // The number of scans is limited, because each processes all pixels.
  int flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS;
  int code = jpeg.decompress(
      handle, bytes, length, target->pixels, target->width, target->bytes_per_row,
      target->height, is_inked ? TJPF_CMYK : TJPF_BGRA, flags);
  cjpeg_outcome outcome = CJPEG_DECODED;
  if (code != 0) {
    say(reason, jpeg.error(handle));
    outcome = jpeg.severity(handle) == TJERR_WARNING ? CJPEG_DOUBTFUL : CJPEG_FAILED;
  }
  if (is_inked && outcome != CJPEG_FAILED) mix(target);
  return outcome;
}

cjpeg_outcome cjpeg_decode(
    const uint8_t *bytes, size_t length, const cjpeg_target *target, char *reason) {
  tjhandle handle = jpeg.init();
  if (handle == NULL) {
    say(reason, "out of memory");
    return CJPEG_FAILED;
  }
  cjpeg_outcome outcome = decode(handle, bytes, length, target, reason);
  jpeg.destroy(handle);
  return outcome;
}
