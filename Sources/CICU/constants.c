// The properties of characters and the names of scripts, as constants.
//
// Most text needs no more, so ICU need not be loaded for it, and its version does not matter. They
// are those of Unicode 15; a test compares them with ICU 72.
#include "constants.h"

#include "classes.h"

// {flags, line_break, bidi, grapheme, script} of the characters from U+0000.
static const cicu_classes ascii[128] = {
    {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 18, 1, 0}, {0x0, 4, 8, 1, 0}, {0x0, 17, 7, 5, 0}, {0x0, 6, 8, 1, 0},
    {0x0, 6, 9, 1, 0}, {0x0, 10, 7, 2, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0}, {0x0, 9, 18, 1, 0},
    {0x0, 9, 7, 1, 0}, {0x0, 9, 7, 1, 0}, {0x0, 9, 7, 1, 0}, {0x0, 9, 8, 1, 0},
    {0x0, 26, 9, 0, 0}, {0x0, 11, 10, 0, 0}, {0x0, 23, 10, 0, 0}, {0x1, 2, 4, 0, 0},
    {0x0, 22, 4, 0, 0}, {0x0, 21, 4, 0, 0}, {0x0, 2, 10, 0, 0}, {0x0, 23, 10, 0, 0},
    {0x800, 20, 10, 0, 0}, {0x1000, 36, 10, 0, 0}, {0x1, 2, 10, 0, 0}, {0x0, 22, 3, 0, 0},
    {0x0, 16, 6, 0, 0}, {0x0, 13, 3, 0, 0}, {0x0, 16, 6, 0, 0}, {0x0, 27, 6, 0, 0},
    {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0},
    {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0},
    {0x1, 19, 2, 0, 0}, {0x1, 19, 2, 0, 0}, {0x0, 16, 6, 0, 0}, {0x0, 16, 10, 0, 0},
    {0x0, 2, 10, 0, 0}, {0x0, 2, 10, 0, 0}, {0x0, 2, 10, 0, 0}, {0x0, 11, 10, 0, 0},
    {0x0, 2, 10, 0, 0}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x800, 20, 10, 0, 0},
    {0x0, 22, 10, 0, 0}, {0x1000, 36, 10, 0, 0}, {0x0, 2, 10, 0, 0}, {0x0, 2, 10, 0, 0},
    {0x0, 2, 10, 0, 0}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25},
    {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x0, 2, 0, 0, 25}, {0x800, 20, 10, 0, 0},
    {0x0, 4, 10, 0, 0}, {0x1000, 8, 10, 0, 0}, {0x0, 2, 10, 0, 0}, {0x0, 9, 18, 1, 0},
};

// Numbers that are not code points, in an unknown script.
static const cicu_classes none = {CICU_UNASSIGNED | CICU_SCRIPT_EXTENSIONS, 0, 0, 0, 103};

// The names of scripts in the order of their codes, four letters each.
static const char names[] =
    "ZyyyZinhArabArmnBengBopoCherCoptCyrlDsrtDevaEthiGeorGothGrekGujrGuruHaniHangHebr"
    "HiraKndaKanaKhmrLaooLatnMlymMongMymrOgamItalOryaRunrSinhSyrcTamlTeluThaaThaiTibt"
    "CansYiiiTglgHanoBuhdTagbBraiCprtLimbLinbOsmaShawTaleUgarHrktBugiGlagKharSyloTalu"
    "TfngXpeoBaliBatkBlisBrahChamCirtCyrsEgydEgyhEgypGeokHansHantHmngHungIndsJavaKali"
    "LatfLatgLepcLinaMandMayaMeroNkooOrkhPermPhagPhnxPlrdRoroSaraSyreSyrjSyrnTengVaii"
    "VispXsuxZxxxZzzzCariJpanLanaLyciLydiOlckRjngSaurSgnwSundMoonMteiArmiAvstCakmKore"
    "KthiManiPhliPhlpPhlvPrtiSamrTavtZmthZsymBamuLisuNkgbSarbBassDuplElbaGranKpelLoma"
    "MendMercNarbNbatPalmSindWaraAfakJurcMrooNshuShrdSoraTakrTangWoleHluwKhojTirhAghb"
    "MahjAhomHatrModiMultPaucSiddAdlmBhksMarcNewaOsgeHanbJamoZsyeGonmSoyoZanbDogrGong"
    "MakaMedfRohgSogdSogoElymHmnpNandWchoChrsDiakKitsYeziCpmnOugrTnsaTotoVithKawiNagm";

enum { NAMES = (sizeof names - 1) / 4 };

const cicu_classes *cicu_constant_classes(uint32_t scalar) {
  uint32_t end;
  return cicu_constant_run(scalar, &end);
}

// Returns the index of the run that has a code point; the first one begins at U+0000.
static uint32_t run_of(uint32_t scalar, const uint32_t *runs, uint32_t count) {
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (runs[middle] >> CICU_KIND_BITS <= scalar) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

const cicu_classes *cicu_constant_run(uint32_t scalar, uint32_t *end) {
  *end = scalar + 1;
  if (scalar < 128) return &ascii[scalar];
  if (scalar > 0x10FFFF) return &none;
  uint32_t run = run_of(scalar, cicu_class_runs, cicu_class_run_count);
  bool is_last = run + 1 == cicu_class_run_count;
  *end = is_last ? 0x110000 : cicu_class_runs[run + 1] >> CICU_KIND_BITS;
  return &cicu_class_kinds[cicu_class_runs[run] & CICU_KIND_MASK];
}

const uint8_t *cicu_constant_extensions(uint32_t scalar, int32_t *count) {
  uint32_t run = run_of(scalar, cicu_extension_runs, cicu_extension_run_count);
  const uint8_t *set = cicu_script_sets + (cicu_extension_runs[run] & CICU_KIND_MASK);
  *count = set[0];
  return set + 1;
}

uint32_t cicu_script_letter(uint32_t script) {
  for (uint32_t code = 0; code < cicu_script_letter_count; code++) {
    if (cicu_script_name((int32_t)code) == script) return cicu_script_letters[code];
  }
  return 0;
}

uint32_t cicu_script_name(int32_t code) {
  if (code < 0 || code >= NAMES) return 0;
  const char *name = names + 4 * code;
  uint32_t tag = 0;
  for (int i = 0; i < 4; i++) tag = tag << 8 | (uint8_t)name[i];
  return tag;
}
