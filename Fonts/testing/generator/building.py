"""The parts of fonts: rectangles, glyph sets and common tables."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.timeTools import timestampFromString
from fontTools.pens.ttGlyphPen import TTGlyphPen

TIMESTAMP = timestampFromString("Thu Jan  1 00:00:00 2026")

# The default metrics of fonts, at 1000 units per em.
METRICS = dict(
    ascent=800, descent=200, line_gap=0, x_height=500, cap_height=700,
    underline=-100, underline_thickness=50, strikeout=250, strikeout_thickness=50)


def box(left, bottom, right, top):
    """Returns a glyph with a filled rectangle, or an empty glyph if it has no area."""
    pen = TTGlyphPen(None)
    if right > left and top > bottom:
        pen.moveTo((left, bottom))
        pen.lineTo((left, top))
        pen.lineTo((right, top))
        pen.lineTo((right, bottom))
        pen.closePath()
    return pen.glyph()


def inked(advance, height):
    """Returns the box of a glyph, with a tenth of the advance free on each side."""
    return box(advance // 10, 0, advance - advance // 10, height)


def empty():
    return box(0, 0, 0, 0)


class Source:
    """The glyphs of a future font (name, advance and outline), and the character map."""

    def __init__(self):
        self.order = [".notdef"]
        self.advances = {".notdef": 500}
        self.outlines = {".notdef": box(50, 0, 450, 700)}
        self.characters = {}

    def add(self, name, advance, outline=None, characters=()):
        self.order.append(name)
        self.advances[name] = advance
        self.outlines[name] = outline or inked(advance, 500 if name.islower() else 700)
        for character in characters:
            self.characters[ord(character) if isinstance(character, str) else character] = name

    def add_ascii(self, advance):
        """Adds the printing characters of ASCII, with advances from `advance`."""
        for code in range(0x20, 0x7F):
            character = chr(code)
            height = 0 if character == " " else 500 if character.islower() else 700
            name = glyph_name(code)
            outline = empty() if character == " " else inked(advance(character), height)
            self.add(name, advance(character), outline, [code])


def glyph_name(code):
    character = chr(code)
    if character.isascii() and character.isalpha():
        return character
    return "space" if code == 0x20 else f"u{code:04X}"


def builder(source, family, style="Regular", units=1000, weight=400, width=5, italic=False,
            features=None, **metrics):
    """Returns a font with the glyphs of `source`."""
    m = {**METRICS, **metrics}
    font = FontBuilder(units, isTTF=True)
    font.font.recalcTimestamp = False
    font.setupGlyphOrder(source.order)
    font.setupCharacterMap(source.characters, allowFallback=True)
    font.setupGlyf(source.outlines)
    font.setupHorizontalMetrics({
        name: (source.advances[name], getattr(font.font["glyf"][name], "xMin", 0) or 0)
        for name in source.order})
    finish(font, family, style, weight, width, italic, m)
    if features:
        font.addOpenTypeFeatures(features)
    return font


def finish(font, family, style, weight, width, italic, m):
    """Adds the tables common to all fonts."""
    bold = weight >= 700
    font.setupHorizontalHeader(
        ascent=m.get("hhea_ascent", m["ascent"]), descent=-m.get("hhea_descent", m["descent"]),
        lineGap=m.get("hhea_line_gap", m["line_gap"]))
    font.setupNameTable({
        "copyright": "The Galley authors. MIT license.",
        "familyName": family, "styleName": style, "uniqueFontIdentifier": f"{family} {style}",
        "fullName": f"{family} {style}", "version": "Version 1.000",
        "psName": f"{family}-{style}".replace(" ", ""),
    }, mac=False)
    font.setupOS2(
        version=4, sTypoAscender=m["ascent"], sTypoDescender=-m["descent"],
        sTypoLineGap=m["line_gap"], usWinAscent=m.get("win_ascent", m["ascent"]),
        usWinDescent=m.get("win_descent", m["descent"]), sxHeight=m["x_height"],
        sCapHeight=m["cap_height"], yStrikeoutPosition=m["strikeout"],
        yStrikeoutSize=m["strikeout_thickness"], usWeightClass=weight, usWidthClass=width,
        ySubscriptYSize=m.get("subscript", (0, 0))[0], ySubscriptYOffset=m.get("subscript", (0, 0))[1],
        ySuperscriptYSize=m.get("superscript", (0, 0))[0],
        ySuperscriptYOffset=m.get("superscript", (0, 0))[1],
        fsSelection=(1 if italic else 0) | (1 << 5 if bold else 0) | (
            0 if bold or italic else 1 << 6) | m.get("selection", 0), achVendID="GLLY")
    font.setupPost(
        keepGlyphNames=False, underlinePosition=m["underline"],
        underlineThickness=m["underline_thickness"], italicAngle=-12 if italic else 0)
    font.setupHead(
        unitsPerEm=font.font["head"].unitsPerEm, created=TIMESTAMP, modified=TIMESTAMP,
        macStyle=(1 if bold else 0) | (2 if italic else 0))
    font.font["maxp"].numGlyphs = len(font.font.getGlyphOrder())


def data(font):
    file = io.BytesIO()
    (font.font if isinstance(font, FontBuilder) else font).save(file)
    return file.getvalue()
