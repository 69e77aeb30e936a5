"""The faces of a font manifest, for Galley, for a page, and for other engines."""

import json
import os

SYSTEM = "/usr/share/fonts"


class Manifest:
    """A manifest whose first families depend on the text."""

    def __init__(self, path):
        self.folder = os.path.dirname(os.path.abspath(path))
        with open(path, encoding="utf-8") as file:
            self.contents = json.load(file)

    def file(self, font):
        """Returns the path of a face's file."""
        own = os.path.join(self.folder, font["file"])
        return own if os.path.exists(own) else os.path.join(SYSTEM, font["file"])

    def fonts(self, family=None):
        """Returns the faces in fallback order, those of `family` first."""
        fonts = [dict(font, file=self.file(font)) for font in self.contents["fonts"]]
        return sorted(fonts, key=lambda font: font["family"] != family) if family else fonts

    def write(self, path, family=None):
        """Writes the manifest with absolute paths."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(self.contents, fonts=self.fonts(family)), file)

    def rules(self):
        """Returns the @font-face rules of all faces."""
        rules = []
        for font in self.fonts():
            style = "italic" if font.get("slant") == "italic" else "normal"
            # The faces of a collection are identified by index.
            index = f"#{font['index'] + 1}" if font.get("index") else ""
            rules.append(
                f'@font-face {{ font-family: "{font["family"]}"; src: url("file://{font["file"]}'
                f'{index}"); font-weight: {font.get("weight", 400)}; font-style: {style}; }}')
        return "\n".join(rules)

    def names(self, language=None, family=None):
        """Returns the families for a text, in fallback order."""
        served = [font["family"] for font in self.fonts(family) if self.serves(font, language)]
        return list(dict.fromkeys(served))

    def families(self, language=None, family=None):
        """Returns the CSS `font-family` of a text, in fallback order."""
        return ", ".join(f'"{name}"' for name in self.names(language, family))

    def serves(self, font, language):
        """Returns whether a face is the first entry for a language."""
        if "langs" not in font:
            return True
        language = (language or "").lower()

        def rank(tag):
            tag = tag.lower()
            return len(tag) if language == tag or language.startswith(tag + "-") else 0

        def best(entry):
            return max((rank(tag) for tag in entry["langs"]), default=0)

        limited = [entry for entry in self.contents["fonts"] if "langs" in entry]
        most = max((best(entry) for entry in limited), default=0)
        return best(font) == most if most else "*" in font["langs"]
