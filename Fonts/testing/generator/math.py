"""A font with a MATH table whose every number is different, and whose glyphs are boxes."""

from fontTools.ttLib import newTable
from fontTools.ttLib.tables import otTables as ot

from .building import Source, box, builder, empty

# The constants, in the order of the table. The percentages and the two heights without device
# tables are plain numbers.
CONSTANTS = dict(
    ScriptPercentScaleDown=60, ScriptScriptPercentScaleDown=40, DelimitedSubFormulaMinHeight=1300,
    DisplayOperatorMinHeight=1300, MathLeading=100, AxisHeight=250, AccentBaseHeight=450,
    FlattenedAccentBaseHeight=650, SubscriptShiftDown=210, SubscriptTopMax=340,
    SubscriptBaselineDropMin=120, SuperscriptShiftUp=380, SuperscriptShiftUpCramped=290,
    SuperscriptBottomMin=110, SuperscriptBaselineDropMax=230, SubSuperscriptGapMin=160,
    SuperscriptBottomMaxWithSubscript=345, SpaceAfterScript=50, UpperLimitGapMin=130,
    UpperLimitBaselineRiseMin=170, LowerLimitGapMin=140, LowerLimitBaselineDropMin=610,
    StackTopShiftUp=440, StackTopDisplayStyleShiftUp=670, StackBottomShiftDown=350,
    StackBottomDisplayStyleShiftDown=690, StackGapMin=125, StackDisplayStyleGapMin=290,
    StretchStackTopShiftUp=115, StretchStackBottomShiftDown=590, StretchStackGapAboveMin=205,
    StretchStackGapBelowMin=165, FractionNumeratorShiftUp=395,
    FractionNumeratorDisplayStyleShiftUp=675, FractionDenominatorShiftDown=355,
    FractionDenominatorDisplayStyleShiftDown=685, FractionNumeratorGapMin=45,
    FractionNumDisplayStyleGapMin=130, FractionRuleThickness=40, FractionDenominatorGapMin=55,
    FractionDenomDisplayStyleGapMin=135, SkewedFractionHorizontalGap=350,
    SkewedFractionVerticalGap=96, OverbarVerticalGap=121, OverbarRuleThickness=42,
    OverbarExtraAscender=44, UnderbarVerticalGap=122, UnderbarRuleThickness=46,
    UnderbarExtraDescender=48, RadicalVerticalGap=51, RadicalDisplayStyleVerticalGap=148,
    RadicalRuleThickness=43, RadicalExtraAscender=47, RadicalKernBeforeDegree=270,
    RadicalKernAfterDegree=-300, RadicalDegreeBottomRaisePercent=60)

PLAIN = ["ScriptPercentScaleDown", "ScriptScriptPercentScaleDown", "DelimitedSubFormulaMinHeight",
         "DisplayOperatorMinHeight", "RadicalDegreeBottomRaisePercent"]

# Larger forms and parts: the glyph, the direction, its variants as (name, size), and its parts as
# (name, start connector, end connector, size, whether it extends).
CONSTRUCTIONS = [
    ("parenleft", "Vert", [("parenleft", 1000), ("parenleft.v1", 1500)],
     [("parenleft.b", 0, 200, 600, 0), ("parenleft.x", 200, 200, 300, 1),
      ("parenleft.t", 200, 0, 600, 0)]),
    ("parenright", "Vert", [("parenright", 1000), ("parenright.v1", 1500)], []),
    ("radical", "Vert", [("radical", 1000), ("radical.v1", 1600)],
     [("radical.b", 0, 200, 900, 0), ("radical.x", 200, 200, 400, 1),
      ("radical.t", 200, 0, 500, 0)]),
    ("sum", "Vert", [("sum", 1000), ("sum.v1", 1400)], []),
    ("integral", "Vert", [("integral", 1100), ("integral.v1", 2000)], []),
    ("circumflex", "Horiz", [("circumflex", 200), ("circumflex.v1", 600)], []),
    ("vector", "Horiz", [("vector", 300)],
     [("vector.l", 0, 50, 200, 0), ("vector.x", 100, 100, 200, 1), ("vector.r", 50, 0, 200, 0)]),
    ("overbrace", "Horiz", [("overbrace", 500), ("overbrace.v1", 1000)],
     [("overbrace.l", 0, 100, 400, 0), ("overbrace.x", 100, 100, 200, 1),
      ("overbrace.r", 100, 0, 400, 0)]),
    ("underbrace", "Horiz", [("underbrace", 500), ("underbrace.v1", 1000)], []),
    ("arrow", "Horiz", [("arrow", 800)],
     [("arrow.l", 0, 100, 300, 0), ("arrow.x", 100, 100, 200, 1), ("arrow.r", 100, 0, 300, 0)]),
]


def math_font():
    source = Source()
    source.add("space", 250, empty(), [0x20])
    _add_letters(source)
    _add_symbols(source)
    features = """
        languagesystem math dflt;
        feature ssty { sub x from [x.s1 x.s2]; } ssty;
        feature dtls { sub i by i.dotless; } dtls;
        feature flac { sub circumflex by circumflex.flat; } flac;
    """
    font = builder(source, "Galley Math", features=features)
    font.font["MATH"] = _table(font.font.getReverseGlyphMap())
    return font


def _add_letters(source):
    # Italic letters and plain ones: boxes over the whole advance.
    for code in range(0x61, 0x7B):
        letter = chr(code)
        math = 0x210E if letter == "h" else 0x1D44E + code - 0x61
        bottom = -200 if letter in "gy" else 0
        top = 600 if letter == "i" else 500
        source.add(letter, 500, box(0, bottom, 500, top), [math])
        source.add(letter + ".up", 500, box(0, bottom, 500, top), [code])
    for code in range(0x41, 0x5B):
        source.add(chr(code), 600, box(0, 0, 600, 700), [0x1D434 + code - 0x41])
        source.add(chr(code) + ".up", 600, box(0, 0, 600, 700), [code])
    for code in range(0x30, 0x3A):
        source.add(f"d{code - 0x30}", 400, box(0, 0, 400, 600), [code])
    source.add("x.s1", 550, box(0, 0, 550, 500))
    source.add("x.s2", 580, box(0, 0, 580, 500))
    source.add("i.dotless", 500, box(0, 0, 500, 500))


def _add_symbols(source):
    for name, code in [("plus", 0x2B), ("minus", 0x2212), ("equal", 0x3D), ("less", 0x3C)]:
        source.add(name, 600, box(0, 200, 600, 300), [code])
    source.add("comma", 200, box(0, -100, 200, 100), [0x2C])
    source.add("bar", 200, box(80, -250, 120, 750), [0x7C])
    source.add("prime", 200, box(0, 400, 200, 700), [0x2032])
    for name, code in [("parenleft", 0x28), ("parenright", 0x29)]:
        source.add(name, 300, box(50, -250, 250, 750), [code])
        source.add(name + ".v1", 350, box(50, -500, 300, 1000))
    source.add("parenleft.b", 400, box(50, 0, 350, 600))
    source.add("parenleft.x", 400, box(50, 0, 350, 300))
    source.add("parenleft.t", 400, box(50, 0, 350, 600))
    source.add("radical", 500, box(0, -200, 500, 800), [0x221A])
    source.add("radical.v1", 520, box(0, -600, 520, 1000))
    source.add("radical.b", 540, box(0, 0, 540, 900))
    source.add("radical.x", 540, box(0, 0, 540, 400))
    source.add("radical.t", 540, box(0, 0, 540, 500))
    source.add("sum", 1000, box(0, -250, 1000, 750), [0x2211])
    source.add("sum.v1", 1200, box(0, -400, 1200, 1000))
    source.add("integral", 600, box(0, -300, 600, 800), [0x222B])
    source.add("integral.v1", 900, box(0, -700, 900, 1300))
    source.add("circumflex", 0, box(-300, 550, -100, 650), [0x302])
    source.add("circumflex.flat", 0, box(-300, 550, -100, 600))
    source.add("circumflex.v1", 0, box(-700, 550, -100, 650))
    source.add("vector", 0, box(-300, 550, 0, 650), [0x20D7])
    for part in "lxr":
        source.add(f"vector.{part}", 200, box(0, 550, 200, 650))
    source.add("overbrace", 500, box(0, 500, 500, 600), [0x23DE])
    source.add("overbrace.v1", 1000, box(0, 500, 1000, 600))
    for part, width in [("l", 400), ("x", 200), ("r", 400)]:
        source.add(f"overbrace.{part}", width, box(0, 500, width, 600))
    source.add("underbrace", 500, box(0, -300, 500, -200), [0x23DF])
    source.add("underbrace.v1", 1000, box(0, -300, 1000, -200))
    source.add("arrow", 800, box(0, 200, 800, 300), [0x2192])
    for part, width in [("l", 300), ("x", 200), ("r", 300)]:
        source.add(f"arrow.{part}", width, box(0, 200, width, 300))


def _value(number):
    record = ot.MathValueRecord()
    record.Value = number
    record.DeviceTable = None
    return record


def _coverage(glyphs, order):
    coverage = ot.Coverage()
    coverage.glyphs = sorted(glyphs, key=order.__getitem__)
    return coverage


def _table(order):
    math = ot.MATH()
    math.Version = 0x00010000
    math.MathConstants = ot.MathConstants()
    for name, number in CONSTANTS.items():
        setattr(math.MathConstants, name, number if name in PLAIN else _value(number))
    math.MathGlyphInfo = _glyph_info(order)
    math.MathVariants = _variants(order)
    table = newTable("MATH")
    table.table = math
    return table


def _glyph_info(order):
    info = ot.MathGlyphInfo()
    corrections = {"f": 100, "integral": 150, "integral.v1": 200}
    italics = ot.MathItalicsCorrectionInfo()
    italics.Coverage = _coverage(corrections, order)
    italics.ItalicsCorrection = [_value(corrections[g]) for g in italics.Coverage.glyphs]
    italics.ItalicsCorrectionCount = len(corrections)
    info.MathItalicsCorrectionInfo = italics
    attachments = {"A": 400, "circumflex": -200, "circumflex.flat": -200, "vector": -150}
    accents = ot.MathTopAccentAttachment()
    accents.TopAccentCoverage = _coverage(attachments, order)
    accents.TopAccentAttachment = [_value(attachments[g]) for g in accents.TopAccentCoverage.glyphs]
    accents.TopAccentAttachmentCount = len(attachments)
    info.MathTopAccentAttachment = accents
    info.ExtendedShapeCoverage = _coverage(["parenleft.v1", "parenright.v1"], order)
    info.MathKernInfo = _kerns(order)
    return info


def _kern(heights, values):
    kern = ot.MathKern()
    kern.HeightCount = len(heights)
    kern.CorrectionHeight = [_value(height) for height in heights]
    kern.KernValue = [_value(value) for value in values]
    return kern


def _kerns(order):
    corners = {
        "P": dict(TopRightMathKern=_kern([300, 600], [-100, -60, -20]),
                  BottomRightMathKern=_kern([0], [-150, -120])),
        "d3": dict(BottomLeftMathKern=_kern([100], [-10, -30]),
                   TopLeftMathKern=_kern([100], [-40, -50])),
    }
    info = ot.MathKernInfo()
    info.MathKernCoverage = _coverage(corners, order)
    info.MathKernInfoRecords = []
    for glyph in info.MathKernCoverage.glyphs:
        record = ot.MathKernInfoRecord()
        for corner in ["TopRightMathKern", "TopLeftMathKern", "BottomRightMathKern",
                       "BottomLeftMathKern"]:
            setattr(record, corner, corners[glyph].get(corner))
        info.MathKernInfoRecords.append(record)
    info.MathKernCount = len(corners)
    return info


def _variants(order):
    variants = ot.MathVariants()
    variants.MinConnectorOverlap = 20
    for direction in ["Vert", "Horiz"]:
        chosen = {c[0]: c for c in CONSTRUCTIONS if c[1] == direction}
        coverage = _coverage(chosen, order)
        constructions = [_construction(chosen[glyph]) for glyph in coverage.glyphs]
        setattr(variants, f"{direction}GlyphCoverage", coverage)
        setattr(variants, f"{direction}GlyphCount", len(constructions))
        setattr(variants, f"{direction}GlyphConstruction", constructions)
    return variants


def _construction(entry):
    _, _, larger, parts = entry
    construction = ot.MathGlyphConstruction()
    construction.MathGlyphVariantRecord = []
    for name, size in larger:
        record = ot.MathGlyphVariantRecord()
        record.VariantGlyph, record.AdvanceMeasurement = name, size
        construction.MathGlyphVariantRecord.append(record)
    construction.VariantCount = len(larger)
    construction.GlyphAssembly = None
    if parts:
        assembly = ot.GlyphAssembly()
        assembly.ItalicsCorrection = _value(0)
        assembly.PartRecords = []
        for name, start, end, size, flags in parts:
            part = ot.GlyphPartRecord()
            part.glyph, part.PartFlags, part.FullAdvance = name, flags, size
            part.StartConnectorLength, part.EndConnectorLength = start, end
            assembly.PartRecords.append(part)
        assembly.PartCount = len(parts)
        construction.GlyphAssembly = assembly
    return construction
