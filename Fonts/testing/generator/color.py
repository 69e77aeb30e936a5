"""Emoji fonts: layers, gradients, bitmaps."""

import struct
import zlib

from fontTools.ttLib import newTable
from fontTools.ttLib.tables import BitmapGlyphMetrics, C_B_D_T_, E_B_L_C_

from .building import Source, box, builder, empty, glyph_name, inked


def emoji_source():
    """Returns the glyphs of a small emoji font: faces, a hand in five tones, a flag, keycaps, etc."""
    source = Source()
    source.add("space", 250, empty(), [0x20])
    for character in "#*0123456789":
        source.add(glyph_name(ord(character)), 600, inked(600, 700), [character])
    for name, code in [("variation15", 0xFE0E), ("variation16", 0xFE0F), ("zwj", 0x200D),
                       ("keycap", 0x20E3), ("tagterm", 0xE007F)]:
        source.add(name, 0, empty(), [code])
    for name, code in EMOJI:
        source.add(name, 1200, box(0, -200, 1200, 1000), [code])
    for name in EMOJI_SEQUENCES:
        source.add(name, 1200, box(0, -200, 1200, 1000))
    return source


EMOJI = [
    ("grin", 0x1F600), ("heart", 0x2764), ("star", 0x2B50), ("copyright.e", 0xA9),
    ("thumb", 0x1F44D), ("man", 0x1F468), ("woman", 0x1F469), ("girl", 0x1F467),
    *((f"tone{n}", 0x1F3FA + n) for n in range(1, 6)),
    *((f"ri{letter}", 0x1F1E6 + ord(letter) - 65) for letter in "DEFJPRU"),
]
EMOJI_SEQUENCES = {
    **{f"thumb.{n}": f"thumb tone{n}" for n in range(1, 6)},
    "flag.de": "riD riE", "flag.fr": "riF riR", "flag.jp": "riJ riP", "flag.eu": "riE riU",
    "family": "man zwj woman zwj girl", "couple": "woman zwj heart zwj man",
    "keycap.hash": "u0023 keycap", "keycap.one": "u0031 keycap",
}


def emoji_features():
    """Returns sequences as in Noto's emoji font: VS16 is removed, then ligatures are formed."""
    rules = sorted(EMOJI_SEQUENCES.items(), key=lambda rule: -len(rule[1].split()))
    drop = "".join(
        f"sub {name} variation16 by {name};"
        for name in ["heart", "copyright.e", "u0023", "u0031"])
    return ("languagesystem DFLT dflt; feature ccmp { lookup selectors { %s } selectors;"
            "lookup sequences { %s } sequences; } ccmp;" % (
                drop, "".join(f"sub {parts} by {name};" for name, parts in rules)))


def color_font(version):
    """Returns a font of layered emoji: a disc under a smaller disc of another color."""
    source = emoji_source()
    source.add("layer.whole", 1200, box(100, -100, 1100, 900))
    source.add("layer.left", 1200, box(200, 0, 600, 800))
    source.add("layer.right", 1200, box(600, 0, 1000, 800))
    family = "Galley Emoji" if version == 0 else "Galley Emoji Gradient"
    font = builder(
        source, family, ascent=950, descent=250, features=emoji_features())
    palette = [(1, 0.8, 0, 1), (0.8, 0.1, 0.1, 1), (0, 0.4, 0.8, 1), (0.1, 0.1, 0.1, 0.5)]
    font.setupCPAL([palette])
    layered = [name for name, _ in EMOJI] + list(EMOJI_SEQUENCES)
    if version == 0:
        font.setupCOLR({
            name: [("layer.whole", 0), ("layer.left", 1 + index % 2), ("layer.right", 3)]
            for index, name in enumerate(layered)}, version=0)
    else:
        font.setupCOLR({name: gradient(index) for index, name in enumerate(layered)}, version=1)
    return font


def gradient(index):
    stops = {"ColorStop": [
        {"StopOffset": 0.0, "PaletteIndex": 0, "Alpha": 1.0},
        {"StopOffset": 1.0, "PaletteIndex": 1 + index % 2, "Alpha": 1.0}], "Extend": "pad"}
    fill = {"Format": 4, "ColorLine": stops, "x0": 100, "y0": 0, "x1": 1100, "y1": 0,
            "x2": 100, "y2": 900}
    if index % 2:
        fill = {"Format": 6, "ColorLine": stops, "x0": 600, "y0": 400, "r0": 0,
                "x1": 600, "y1": 400, "r1": 500}
    return {"Format": 1, "Layers": [
        {"Format": 10, "Glyph": "layer.whole", "Paint": fill},
        {"Format": 10, "Glyph": "layer.right",
         "Paint": {"Format": 2, "PaletteIndex": 3, "Alpha": 1.0}}]}


def png(size, color):
    """Returns a square with a transparent rim as PNG, uncompressed to be independent of zlib."""
    rows = b""
    for y in range(size):
        rim = y in (0, size - 1)
        row = [(0, 0, 0, 0) if rim or x in (0, size - 1) else color for x in range(size)]
        rows += b"\0" + b"".join(bytes(pixel) for pixel in row)
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(rows), len(rows) ^ 0xFFFF) + rows
    stored += struct.pack(">I", zlib.adler32(rows))
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", stored) + chunk(b"IEND", b"")


def bitmap_font():
    """Returns a font with two emoji as 24-pixel bitmaps at 20 pixels per em, in CBDT and CBLC."""
    source = Source()
    source.add("space", 250, empty(), [0x20])
    source.add("grin", 1200, empty(), [0x1F600])
    source.add("heart", 1200, empty(), [0x2764])
    font = builder(source, "Galley Emoji Bitmap", ascent=950, descent=250)
    images = {"grin": (255, 204, 0, 255), "heart": (204, 26, 26, 255)}
    strike_data, locator = {}, E_B_L_C_.Strike()
    for name, color in images.items():
        glyph = C_B_D_T_.cbdt_bitmap_format_17(None, font.font)
        glyph.metrics = metrics = BitmapGlyphMetrics.SmallGlyphMetrics()
        metrics.height = metrics.width = metrics.Advance = 24
        metrics.BearingX, metrics.BearingY = 0, 19
        glyph.imageData = png(24, color)
        strike_data[name] = glyph
    size = locator.bitmapSizeTable
    size.colorRef, size.flags, size.bitDepth, size.ppemX, size.ppemY = 0, 1, 32, 20, 20
    size.startGlyphIndex, size.endGlyphIndex = 2, 3
    for line in (E_B_L_C_.SbitLineMetrics(), E_B_L_C_.SbitLineMetrics()):
        for field in ("caretSlopeNumerator caretSlopeDenominator caretOffset minOriginSB "
                      "minAdvanceSB maxBeforeBL minAfterBL pad1 pad2").split():
            setattr(line, field, 0)
        line.ascender, line.descender, line.widthMax = 19, -5, 24
        size.hori, size.vert = line, line
    index = E_B_L_C_.eblc_index_sub_table_1(None, font.font)
    index.names, index.indexFormat, index.imageFormat = list(images), 1, 17
    index.firstGlyphIndex, index.lastGlyphIndex = 2, 3
    locator.indexSubTables = [index]
    font.font["CBDT"], font.font["CBLC"] = newTable("CBDT"), newTable("CBLC")
    font.font["CBDT"].version = font.font["CBLC"].version = 3.0
    font.font["CBDT"].strikeData, font.font["CBLC"].strikes = [strike_data], [locator]
    return font
