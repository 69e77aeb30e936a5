#!/usr/bin/env python3
"""Writes a font manifest of the Noto fonts and the font of formulas in Debian's packages.

    scripts/make-font-manifest.py [--output FILE] [--fonts-directory DIRECTORY] [--skip-missing]

The lists below contain the families of the manifest in fallback order. The script adds the file of
each face, its package and its sha256. It requires only Python.
"""

import argparse
import functools
import hashlib
import json
import os
import struct
import sys
import tempfile

# The text face comes first, and draws all characters that it covers.
TEXT = ["Noto Sans"]

# Scripts in wide use today, the larger reading public first.
LIVING_SCRIPTS = """
    Arabic Hebrew Devanagari Bengali Tamil Telugu Gujarati Kannada Malayalam Gurmukhi Oriya Sinhala
    Thai Lao Khmer Myanmar Georgian Armenian Ethiopic
""".split()

# Scripts without a sans face in Debian's packages.
SERIF_SCRIPTS_IN_USE = ["Tibetan"]
SERIF_SCRIPTS = "Nyiakeng-Puachue-Hmong Yezidi Ahom Dogra Tangut".split()

# Scripts with fewer readers, living scripts before historical ones.
OTHER_SCRIPTS = """
    Mongolian Syriac Thaana NKo Adlam Cherokee Canadian-Aboriginal Tifinagh Vai Yi Lisu Ol-Chiki
    Meetei-Mayek Chakma Cham Javanese Balinese Sundanese Batak Buginese Tai-Le New-Tai-Lue Tai-Tham
    Tai-Viet Lepcha Limbu Kayah-Li Saurashtra Sylot-i-Nagri Hanifi-Rohingya Osage Bamum Miao
    Pahawh-Hmong Wancho Mro Medefaidrin Mende-Kikakui Bassa-Vah Warang-Citi Sora-Sompeng
    Gunjala-Gondi Masaram-Gondi Newa Tagalog Hanunoo Buhid Tagbanwa Rejang Samaritan Mandaic Coptic
    Osmanya Deseret Shavian Sign-Writing Duployan Zanabazar-Square Soyombo Marchen Phags-Pa Bhaiksuki
    Siddham Sharada Takri Tirhuta Modi Khojki Khudawadi Mahajani Multani Kaithi Grantha Brahmi
    Kharoshthi Tamil-Supplement Indic-Siyaq-Numbers Glagolitic Gothic Runic Ogham Old-Italic
    Old-Hungarian Old-Permic Old-Turkic Elbasan Caucasian-Albanian Linear-A Linear-B Cypriot Carian
    Lycian Lydian Anatolian-Hieroglyphs Egyptian-Hieroglyphs Meroitic Cuneiform Ugaritic Old-Persian
    Phoenician Imperial-Aramaic Palmyrene Nabataean Hatran Elymaic Old-North-Arabian
    Old-South-Arabian Avestan Inscriptional-Pahlavi Inscriptional-Parthian Psalter-Pahlavi Manichaean
    Sogdian Old-Sogdian PauCinHau Mayan-Numerals Nushu
""".split()

SYMBOLS = ["Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "Noto Music"]

# Families for use by name (code, quotations, the Nastaliq style). They come late in fallback, and
# provide only characters missing from other faces.
NAMED = [
    "Noto Sans Mono", "Noto Serif", "Noto Naskh Arabic", "Noto Nastaliq Urdu", "Noto Looped Lao",
]

# The faces of the CJK collections, by index. Unified Han characters are drawn in the forms of the
# language, and in simplified Chinese forms for other languages.
CJK = [
    ("JP", 0, ["ja"]),
    ("KR", 1, ["ko"]),
    ("HK", 4, ["zh-HK", "zh-MO", "zh-Hant-HK", "zh-Hant-MO", "yue"]),
    ("TC", 3, ["zh-TW", "zh-Hant"]),
    ("SC", 2, ["zh", "*"]),
]
CJK_WEIGHTS = [("Regular", 400), ("Bold", 700)]

EMOJI = "Noto Color Emoji"

# The font of formulas, which is not used for text: the directory of TeX's fonts, the file and the
# package.
MATH = ("/usr/share/texmf/fonts", "opentype/public/lm-math/latinmodern-math.otf", "fonts-lmodern")

# The faces that a family may have, in the order of the manifest.
STYLES = [
    ("Regular", 400, "upright"),
    ("Bold", 700, "upright"),
    ("Italic", 400, "italic"),
    ("BoldItalic", 700, "italic"),
]

CORE = "fonts-noto-core"
PACKAGES = {
    "Noto Sans Mono": "fonts-noto-mono",
    EMOJI: "fonts-noto-color-emoji",
}


def families():
    """Returns the families outside the CJK collections: those before them in fallback, and those after.

    CJK stands before the scripts of fewer readers, since fonts of Yi, Mongolian and others have
    ideographic commas and full stops of their own, which sit elsewhere in their square.
    """
    sans = lambda names: ["Noto Sans " + name.replace("-", " ") for name in names]
    serif = lambda names: ["Noto Serif " + name.replace("-", " ") for name in names]
    before = TEXT + sans(LIVING_SCRIPTS) + serif(SERIF_SCRIPTS_IN_USE) + SYMBOLS
    return before, sans(OTHER_SCRIPTS) + serif(SERIF_SCRIPTS) + NAMED


def family_name(path, index):
    """Returns the family name in the face: the typographic family, or else the family."""
    with open(path, "rb") as file:
        data = file.read()
    start = struct.unpack_from(">I", data, 12 + 4 * index)[0] if data[:4] == b"ttcf" else 0
    names = {}
    for table in range(struct.unpack_from(">H", data, start + 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * table)
        if tag != b"name":
            continue
        _, count, strings = struct.unpack_from(">HHH", data, offset)
        for record in range(count):
            platform, _, language, name, length, place = struct.unpack_from(
                ">6H", data, offset + 6 + 12 * record)
            if platform == 3 and language == 0x409:
                begin = offset + strings + place
                names[name] = data[begin:begin + length].decode("utf-16-be")
    return names.get(16) or names.get(1)


@functools.lru_cache(maxsize=None)
def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def entry(directory, file, package, **rest):
    """Returns an entry of the manifest, with the family name in the face."""
    path = os.path.join(directory, file)
    family = family_name(path, rest.get("index", 0))
    return {"family": family, "file": file, **rest, "package": package, "sha256": sha256(path)}


def faces(directory, families, skips_missing):
    """Returns the entries of families with one file per face."""
    fonts = []
    for family in families:
        package = PACKAGES.get(family, CORE)
        present = len(fonts)
        for style, weight, slant in STYLES:
            file = f"truetype/noto/{family.replace(' ', '')}-{style}.ttf"
            if os.path.exists(os.path.join(directory, file)):
                fonts.append(entry(directory, file, package, weight=weight, slant=slant))
        if len(fonts) == present and not skips_missing:
            sys.exit(f"{family}: no face found in {directory}/truetype/noto; "
                     f"install {package}")
    return fonts


def cjk_faces(directory, skips_missing):
    """Returns the entries of the CJK collections, one per region and weight."""
    fonts = []
    for region, index, languages in CJK:
        for style, weight in CJK_WEIGHTS:
            file = f"opentype/noto/NotoSansCJK-{style}.ttc"
            if skips_missing and not os.path.exists(os.path.join(directory, file)):
                continue
            fonts.append(entry(
                directory, file, "fonts-noto-cjk",
                index=index, langs=languages, weight=weight, slant="upright"))
            if not fonts[-1]["family"].endswith(" " + region):
                sys.exit(f"{file}: face {index} is not that of {region}")
    return fonts


def math_faces(skips_missing):
    """Returns the entries of the fonts of formulas."""
    directory, file, package = MATH
    if not os.path.exists(os.path.join(directory, file)):
        if skips_missing:
            return []
        sys.exit(f"{directory}/{file}: not found; install {package}")
    return [entry(directory, file, package, weight=400, slant="upright")]


def manifest(directory, skips_missing=False):
    before, after = families()
    emoji = entry(
        directory, "truetype/noto/NotoColorEmoji.ttf", PACKAGES[EMOJI],
        weight=400, slant="upright")
    fonts = [
        *faces(directory, before, skips_missing), *cjk_faces(directory, skips_missing),
        *faces(directory, after, skips_missing), emoji]
    return {"emoji_family": EMOJI, "math_fonts": math_faces(skips_missing), "fonts": fonts}


def text(manifest):
    """Returns the manifest as JSON with one line per face, for readable diffs."""
    def list_(name):
        lines = ",\n".join("    " + json.dumps(font) for font in manifest[name])
        return f'  {json.dumps(name)}: [\n{lines}\n  ]'

    lists = ",\n".join(list_(name) for name in ("fonts", "math_fonts") if manifest[name])
    return f'{{\n  "emoji_family": {json.dumps(EMOJI)},\n{lists}\n}}\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", default="Fonts/fonts.json", help="the file to write")
    parser.add_argument(
        "--fonts-directory", default="/usr/share/fonts", help="the directory of installed fonts")
    parser.add_argument(
        "--skip-missing", action="store_true", help="leave out families that are not installed")
    arguments = parser.parse_args()

    content = text(manifest(arguments.fonts_directory, arguments.skip_missing))
    folder = os.path.dirname(arguments.output) or "."
    os.makedirs(folder, exist_ok=True)
    with tempfile.NamedTemporaryFile(
            "w", dir=folder, prefix=".fonts-", delete=False, encoding="utf-8") as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, arguments.output)


if __name__ == "__main__":
    main()
