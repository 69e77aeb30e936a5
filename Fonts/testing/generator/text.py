"""Fonts of letters: boxes, kerning, ligatures, joining, marks, families, metrics."""

from fontTools.ttLib import newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

from .building import Source, box, builder, empty, glyph_name, inked


def box_font():
    """Returns a font with characters one em wide, so that line widths count characters."""
    source = Source()
    source.advances[".notdef"] = 1000
    source.outlines[".notdef"] = box(100, 0, 900, 700)
    source.add_ascii(lambda character: 1000)
    ranges = [
        range(0x00A1, 0x00AD), range(0x00AE, 0x0100), range(0x0410, 0x0450), [0x0401, 0x0451, 0x05BE],
        range(0x05D0, 0x05EB), range(0x0E01, 0x0E31), [0x0E32, 0x0E33, *range(0x0E3F, 0x0E47)],
        range(0x2010, 0x2016), range(0x2018, 0x201F), [0x2022, 0x2026, 0x2039, 0x203A, 0x20AA, 0x20AC],
    ]
    for code in [code for part in ranges for code in part]:
        source.add(f"u{code:04X}", 1000, box(100, 0, 900, 700), [code])
    source.add("blank", 1000, empty(), [0x00A0, 0x3000])
    source.add("nothing", 0, empty(), [0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])
    source.add("mark.th", 0, box(-600, 750, -400, 800), [
        0x0E31, *range(0x0E34, 0x0E3B), *range(0x0E47, 0x0E4F)])
    source.add("letter", 1000, box(100, 0, 900, 700), [
        *range(0x0100, 0x0180), *range(0x0391, 0x03A2), *range(0x03A3, 0x03CA)])
    source.add("wide", 1000, box(0, -100, 1000, 800), [
        0x3001, 0x3002, *range(0x3008, 0x3012), *range(0x3041, 0x3097), *range(0x30A1, 0x30FF),
        0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1F,
        *map(ord, "一二三四五六七八九十人大小中文字日本語你好我是的不了在有這这个們国國学學生水火山木金土")])
    return builder(source, "Galley Box")


def letters(advance=500):
    """Returns glyphs: spaces 250, digits 550, capitals 600 and small letters `advance` units wide."""
    def width(character):
        if character == " ":
            return 250
        if character.isdigit():
            return 550
        return 600 if character.isupper() else advance if character.islower() else 300
    source = Source()
    source.add_ascii(width)
    return source


KERN_LETTERS = """
    pos A V -80;
    pos V A -80;
    pos T o -60;
    pos f u0021 40;
    pos y u002E -100;
"""
KERN_SPACE = """
    pos A space -50;
    pos space A -50;
    pos T space -30;
    pos space T -30;
    pos P space -20;
"""


def kern_font(family, rules):
    system = "languagesystem DFLT dflt; languagesystem latn dflt; languagesystem cyrl dflt;"
    return builder(letters(), family, features=f"{system} feature kern {{ {rules} }} kern;")


def kern_table_font():
    """Returns a font with the same pairs in a `kern` table, without GPOS."""
    font = builder(letters(), "Galley Kern Table")
    table = newTable("kern")
    table.version = 0
    pairs = KernTable_format_0()
    pairs.version, pairs.coverage, pairs.tupleIndex = 0, 1, None
    pairs.apple = False
    pairs.kernTable = {
        ("A", "V"): -80, ("V", "A"): -80, ("A", "space"): -50, ("space", "A"): -50}
    table.kernTables = [pairs]
    font.font["kern"] = table
    return font


def ligature_font():
    source = letters()
    source.advances.update(f=300, i=250, l=250)
    for name in "fil":
        source.outlines[name] = inked(source.advances[name], 700)
    source.add("f_i", 500, inked(500, 700), [0xFB01])
    source.add("f_l", 510, inked(510, 700), [0xFB02])
    source.add("f_f", 580, inked(580, 700), [0xFB00])
    source.add("f_f_i", 780, inked(780, 700), [0xFB03])
    source.add("c_t", 900, inked(900, 700))
    source.add("a.alt", 650, inked(650, 500))
    source.add("zero.slash", 560, inked(560, 700))
    source.add("arrow", 1200, inked(1200, 300))
    return builder(source, "Galley Ligature", features="""
        languagesystem DFLT dflt;
        languagesystem latn dflt;
        languagesystem latn TRK;
        feature liga {
            sub f f i by f_f_i;
            sub f f by f_f;
            sub f l by f_l;
            script latn;
            language TRK exclude_dflt;
            sub f f by f_f;
            sub f l by f_l;
            language dflt;
            sub f i by f_i;
        } liga;
        feature dlig { sub c t by c_t; } dlig;
        feature calt { sub u002D u003E by arrow; } calt;
        feature ss01 { sub a by a.alt; } ss01;
        feature zero { sub u0030 by zero.slash; } zero;
        table GDEF {
            GlyphClassDef [a-z A-Z], [f_i f_l f_f f_f_i c_t arrow], , ;
            LigatureCaretByPos f_i 260;
            LigatureCaretByPos f_l 270;
            LigatureCaretByPos f_f 290;
            LigatureCaretByPos f_f_i 280 540;
        } GDEF;
    """)


def scripts_font():
    """Returns a font with superscripts of digits and a to c, and with subscripts of digits."""
    source = letters()
    superscripts, subscripts = [], []
    for character in "0123456789abc":
        name = glyph_name(ord(character))
        source.add(f"{name}.sups", 330, box(33, 400, 297, 750))
        superscripts.append(f"sub {name} by {name}.sups;")
        if character.isdigit():
            source.add(f"{name}.subs", 310, box(31, -150, 279, 200))
            subscripts.append(f"sub {name} by {name}.subs;")
    return builder(
        source, "Galley Scripts", subscript=(700, 120), superscript=(650, 400), features=f"""
        languagesystem DFLT dflt;
        languagesystem latn dflt;
        feature sups {{ {" ".join(superscripts)} }} sups;
        feature subs {{ {" ".join(subscripts)} }} subs;
    """)


# The letters, and whether they also join to the left (dual-joining).
JOINING = [
    ("alef", 0x0627, False), ("beh", 0x0628, True), ("teh", 0x062A, True), ("dal", 0x062F, False),
    ("reh", 0x0631, False), ("seen", 0x0633, True), ("lam", 0x0644, True), ("meem", 0x0645, True),
    ("heh", 0x0647, True), ("yeh", 0x064A, True),
]


def context_font():
    """Returns a font in which only the last of several letters `a` has an advance."""
    source = letters()
    source.add("a.inner", 0, inked(0, 500))
    return builder(source, "Galley Context", features="feature calt { sub a' a by a.inner; } calt;")


def joining_font():
    """Returns a font of Arabic letters whose advance identifies the letter and its form."""
    source = letters()
    forms = {"init": 400, "medi": 300, "fina": 500}
    rules = {form: [] for form in forms}
    for index, (name, code, is_dual) in enumerate(JOINING):
        source.add(name, 600 + 10 * index, inked(600 + 10 * index, 500), [code])
        for form, advance in forms.items():
            if is_dual or form == "fina":
                variant = f"{name}.{form}"
                source.add(variant, advance + 10 * index, inked(advance + 10 * index, 500))
                rules[form].append(f"sub {name} by {variant};")
    source.add("lam_alef", 700, inked(700, 700))
    source.add("lam_alef.fina", 720, inked(720, 700))
    source.add("tatweel", 200, inked(200, 100), [0x0640])
    source.add("comma.ar", 250, inked(250, 100), [0x060C])
    source.add("question.ar", 350, inked(350, 700), [0x061F])
    for digit in range(10):
        source.add(f"digit{digit}.ar", 520, inked(520, 600), [0x0660 + digit])
    for name, code, bottom in [("fatha", 0x064E, 600), ("kasra", 0x0650, -150), ("shadda", 0x0651, 600)]:
        source.add(name, 0, box(-60, bottom, 60, bottom + 50), [code])
    source.add("zwj", 0, empty(), [0x200D])
    source.add("zwnj", 0, empty(), [0x200C])
    bases = " ".join(n for n in source.order if n.split(".")[0] in {j[0] for j in JOINING})
    features = "languagesystem DFLT dflt; languagesystem arab dflt;" + "".join(
        f"feature {form} {{ {' '.join(lines)} }} {form};" for form, lines in rules.items())
    return builder(source, "Galley Joining", features=features + f"""
        feature rlig {{
            lookupflag IgnoreMarks;
            sub lam.init alef.fina by lam_alef;
            sub lam.medi alef.fina by lam_alef.fina;
        }} rlig;
        markClass [fatha shadda] <anchor 0 600> @above;
        markClass kasra <anchor 0 -100> @below;
        feature mark {{
            pos base [{bases}] <anchor 200 550> mark @above <anchor 200 -50> mark @below;
            pos ligature [lam_alef lam_alef.fina]
                <anchor 500 750> mark @above <anchor 500 -50> mark @below
                ligComponent <anchor 150 750> mark @above <anchor 150 -50> mark @below;
        }} mark;
        feature mkmk {{ pos mark shadda <anchor 0 700> mark @above; }} mkmk;
        table GDEF {{
            GlyphClassDef [{bases}], [lam_alef lam_alef.fina], [fatha kasra shadda], ;
        }} GDEF;
    """)


def mark_font():
    """Returns a font of bases and marks with anchors; shaping must drop the advance of `grave`."""
    source = letters()
    source.add("eacute", 500, inked(500, 700), [0x00E9])
    marks = [("grave", 0x0300, 200), ("acute", 0x0301, 0), ("tilde", 0x0303, 0),
             ("dieresis", 0x0308, 0), ("ring", 0x030A, 0)]
    for name, code, advance in marks:
        source.add(name, advance, box(-50, 550, 50, 650), [code])
    source.add("dotbelow", 0, box(-25, -150, 25, -100), [0x0323])
    source.add("cedilla", 0, box(-25, -200, 25, 0), [0x0327])
    above = "[grave acute tilde dieresis ring]"
    return builder(source, "Galley Mark", features=f"""
        languagesystem DFLT dflt;
        languagesystem latn dflt;
        markClass {above} <anchor 0 500> @above;
        markClass [dotbelow cedilla] <anchor 0 0> @below;
        feature mark {{
            pos base [a-z eacute] <anchor 250 500> mark @above <anchor 250 0> mark @below;
            pos base [A-Z] <anchor 300 700> mark @above <anchor 300 0> mark @below;
        }} mark;
        feature mkmk {{
            pos mark {above} <anchor 0 700> mark @above;
            pos mark [dotbelow cedilla] <anchor 0 -200> mark @below;
        }} mkmk;
        table GDEF {{
            GlyphClassDef [a-z A-Z eacute], , [grave acute tilde dieresis ring dotbelow cedilla], ;
        }} GDEF;
    """)


def family_fonts():
    """Yields five faces of one family; the advance of letters identifies the face."""
    faces = [
        ("Light", 300, 5, False, 300), ("Regular", 400, 5, False, 400),
        ("Italic", 400, 5, True, 410), ("Bold", 700, 5, False, 700),
        ("Condensed", 400, 3, False, 430),
    ]
    for style, weight, width, italic, advance in faces:
        source = Source()
        source.add_ascii(lambda character: 250 if character == " " else advance)
        yield f"Family-{style}.ttf", builder(
            source, "Galley Family", style, weight=weight, width=width, italic=italic)


def metrics_fonts():
    """Yields a face for each table that may contain line metrics."""
    typo = dict(ascent=750, descent=250, line_gap=100)
    hhea = dict(hhea_ascent=900, hhea_descent=300, hhea_line_gap=50)
    win = dict(win_ascent=1000, win_descent=400)
    none = dict(hhea_ascent=0, hhea_descent=0, hhea_line_gap=0)
    yield "MetricsTypo.ttf", builder(
        letters(), "Galley Metrics Typo", selection=1 << 7, **typo, **hhea, **win)
    yield "MetricsHhea.ttf", builder(letters(), "Galley Metrics Hhea", **typo, **hhea, **win)
    yield "MetricsFallback.ttf", builder(letters(), "Galley Metrics Fallback", **typo, **none, **win)
    yield "MetricsWin.ttf", builder(
        letters(), "Galley Metrics Win", ascent=0, descent=0, line_gap=0, **none, **win)
    yield "Em2048.ttf", builder(
        letters(1024), "Galley Em 2048", units=2048, ascent=1638, descent=410, x_height=1024,
        cap_height=1434, underline=-205, underline_thickness=102, strikeout=512,
        strikeout_thickness=102)
    # The proportions of the system font of phones.
    yield "MetricsPhone.ttf", builder(
        letters(1024), "Galley Metrics Phone", units=2048, ascent=1950, descent=494, x_height=1078,
        cap_height=1443, underline=-205, underline_thickness=102, strikeout=512,
        strikeout_thickness=102)
