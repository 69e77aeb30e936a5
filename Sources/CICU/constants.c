// The properties of ASCII and the names of scripts, as constants.
//
// Plain text needs no more, so ICU need not be loaded for it. They are those of Unicode 15; a test
// compares them with the installed ICU.
#include "constants.h"

#include <stddef.h>
#include <unicode/uscript.h>

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

// A letter of each script of plain text other than Latin.
static const struct {
  uint32_t scalar;
  cicu_classes classes;
} letters[] = {
    {0x0391, {0, 2, 0, 0, USCRIPT_GREEK}},
    {0x0410, {0, 2, 0, 0, USCRIPT_CYRILLIC}},
    {0x0531, {0, 2, 0, 0, USCRIPT_ARMENIAN}},
    {0x10D0, {0, 2, 0, 0, USCRIPT_GEORGIAN}},
};

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
  if (scalar < 128) return &ascii[scalar];
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    if (letters[i].scalar == scalar) return &letters[i].classes;
  }
  return NULL;
}

uint32_t cicu_constant_script_name(int32_t code) {
  if (code < 0 || code >= NAMES) return 0;
  const char *name = names + 4 * code;
  uint32_t tag = 0;
  for (int i = 0; i < 4; i++) tag = tag << 8 | (uint8_t)name[i];
  return tag;
}
