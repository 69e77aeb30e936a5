"""Messages and their layouts with SkParagraph, for an engine and for Benchmarks/Peers/skparagraph-bench.py.

The bindings set no base direction, so every paragraph is left-to-right.
"""

import skia

from messages import runs

TEXT = skia.textlayout
KINDS = ("bold", "italic", "underline", "strikethrough", "code", "pre")


class Fonts:
    """Faces in fallback order, and the text styles made of them."""

    def __init__(self, faces):
        """Opens faces, which are triples of a family, a path and an index."""
        self.provider = TEXT.TypefaceFontProvider()
        self.faces = []
        for family, path, index in faces:
            face = skia.Typeface.MakeFromFile(path, index)
            self.provider.registerTypeface(face, family)
            self.faces.append((family, face))
        self.all = list(dict.fromkeys(family for family, _, _ in faces))
        self.monospace = [family for family in self.all if "Mono" in family][:1]
        self.size, self.families = 16, self.all[:1]
        self.styles = {}

    def select(self, texts, families=None):
        """Uses those of some families, in their order, that the texts need.

        SkParagraph shapes with each family in turn until one has the characters, so others cost time.
        """
        families = families or self.all
        faces = sorted((face for face in self.faces if face[0] in families),
                       key=lambda face: families.index(face[0]))
        used = {next((family for family, face in faces if face.unicharToGlyph(ord(character))), None)
                for text in texts for character in text}
        # The first family is always there, for the metrics of lines.
        self.families = [f for f in families if f in used or f == families[0]]

    def open(self):
        """Makes the collection, with empty caches."""
        self.collection = TEXT.FontCollection()
        self.collection.setDefaultFontManager(self.provider)
        self.unicode = skia.Unicodes.ICU.Make()

    def style(self, language, kinds, mark=None):
        """Returns the style of a paragraph and of its text, made once; `mark` colors an underline."""
        key = (language, kinds, mark, self.size, tuple(self.families))
        if key not in self.styles:
            style = TEXT.TextStyle()
            style.setFontSize(self.size)
            style.setColor(skia.ColorBLACK)
            mono = self.monospace if kinds & {"code", "pre"} else []
            style.setFontFamilies(mono + self.families)
            weight = skia.FontStyle.kBold_Weight if "bold" in kinds else skia.FontStyle.kNormal_Weight
            slant = skia.FontStyle.kItalic_Slant if "italic" in kinds else skia.FontStyle.kUpright_Slant
            style.setFontStyle(skia.FontStyle(weight, skia.FontStyle.kNormal_Width, slant))
            if mark is not None:
                style.setDecoration(TEXT.TextDecoration.kUnderline)
                style.setDecorationMode(TEXT.TextDecorationMode.kThrough)
                style.setDecorationColor(mark)
            elif "underline" in kinds:
                style.setDecoration(TEXT.TextDecoration.kUnderline)
            elif "strikethrough" in kinds:
                style.setDecoration(TEXT.TextDecoration.kLineThrough)
            if language:
                style.setLocale(language)
            paragraph = TEXT.ParagraphStyle()
            paragraph.setTextStyle(style)
            self.styles[key] = (paragraph, style)
        return self.styles[key]

    def runs(self, message):
        """Returns the style of a message's paragraph, and its runs as pairs of a style and a text."""
        language = message.get("lang")
        styled = [(self.style(language, frozenset(kinds))[1], text)
                  for text, kinds in runs(message, KINDS)]
        return self.style(language, frozenset())[0], styled

    def lay_out(self, paragraph, runs, width):
        builder = TEXT.ParagraphBuilder.make(paragraph, self.collection, self.unicode)
        for style, text in runs:
            builder.pushStyle(style)
            builder.addText(text)
        result = builder.Build()
        result.layout(width)
        return result
