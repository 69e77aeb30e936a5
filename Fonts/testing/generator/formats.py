"""Fonts in other formats: variable, with CFF outlines, and damaged."""

import random
import struct

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.varLib import build as build_variable

from .building import METRICS, Source, builder, finish
from .text import letters


def variable_font():
    """Returns a font with weight and width axes, whose corners have distinct advances and metrics."""
    design = DesignSpaceDocument()
    for tag, name, low, middle, high in [
            ("wght", "Weight", 100, 400, 900), ("wdth", "Width", 75, 100, 125)]:
        axis = AxisDescriptor()
        axis.tag, axis.name, axis.minimum, axis.default, axis.maximum = tag, name, low, middle, high
        design.addAxis(axis)
    masters = [
        (400, 100, 600, {}), (100, 100, 500, dict(underline_thickness=20, strikeout_thickness=20)),
        (900, 100, 800, dict(underline_thickness=150, strikeout_thickness=150, x_height=550)),
        (400, 75, 450, {}), (400, 125, 750, dict(ascent=850, descent=250))]
    for weight, width, advance, metrics in masters:
        source = Source()
        source.add_ascii(lambda character: 250 if character == " " else advance)
        descriptor = SourceDescriptor()
        descriptor.font = builder(source, "Galley Variable", **metrics).font
        descriptor.name = f"{weight} {width}"
        descriptor.location = {"Weight": weight, "Width": width}
        design.addSource(descriptor)
    font = build_variable(design)[0]
    font.recalcTimestamp = False
    return font


def cff_font():
    """Returns a font with charstring outlines, otherwise as Galley Kern without kerning."""
    source = letters()
    font = FontBuilder(1000, isTTF=False)
    font.font.recalcTimestamp = False
    font.setupGlyphOrder(source.order)
    font.setupCharacterMap(source.characters)
    charstrings = {}
    for name in source.order:
        advance = source.advances[name]
        pen = T2CharStringPen(advance, None)
        if name != "space":
            left, right, top = advance // 10, advance - advance // 10, 500 if name.islower() else 700
            pen.moveTo((left, 0))
            for point in [(right, 0), (right, top), (left, top)]:
                pen.lineTo(point)
            pen.closePath()
        charstrings[name] = pen.getCharString()
    font.setupCFF("GalleyCff-Regular", {"FullName": "Galley Cff Regular"}, charstrings, {})
    font.setupHorizontalMetrics({
        name: (source.advances[name], 0 if name == "space" else source.advances[name] // 10)
        for name in source.order})
    finish(font, "Galley Cff", "Regular", 400, 5, False, METRICS)
    return font


def damaged_fonts(sound):
    """Yields damaged files made from a valid font."""
    directory = {}
    for index in range(struct.unpack_from(">H", sound, 4)[0]):
        tag, _, offset, length = struct.unpack_from(">4sIII", sound, 12 + 16 * index)
        directory[tag.decode()] = (offset, length)

    def garbled(tag):
        offset, length = directory[tag]
        noise = random.Random(tag).randbytes(length)
        return sound[:offset] + noise + sound[offset + length:]

    yield "Empty.ttf", b""
    yield "NotAFont.ttf", b"This is a text, not a font.\n"
    yield "Truncated.ttf", sound[:len(sound) // 2]
    yield "TruncatedDirectory.ttf", sound[:40]
    for tag in ["glyf", "cmap", "hmtx", "loca", "head"]:
        yield f"Garbled-{tag}.ttf", garbled(tag)
    head = directory["head"][0]
    yield "ZeroEm.ttf", sound[:head + 18] + b"\0\0" + sound[head + 20:]
