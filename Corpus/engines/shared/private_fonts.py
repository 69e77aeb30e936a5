#!/usr/bin/env python3
"""Configures fontconfig to use only the fonts of a Galley manifest.

    private_fonts.py MANIFEST FOLDER

Writes FOLDER/fonts.conf, for FONTCONFIG_FILE, and FOLDER/fonts with a link to each font file. The
fallback order is that of the manifest. Prints the first family.
"""

import json
import os
import pathlib
import sys
from xml.sax.saxutils import escape

SYSTEM_FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"]

# Without this file, color glyphs are drawn at the size of their bitmaps, 136 pixels tall. Rules for
# single fonts are omitted: if one sets `antialias`, cairo 1.16 silently drops color glyphs.
SCALE_BITMAPS = "/usr/share/fontconfig/conf.avail/10-scale-bitmap-fonts.conf"


def locate(name, manifest):
    """Returns the path of the font file `name` of the manifest."""
    beside = manifest.parent / name
    if beside.exists():
        return beside.resolve()
    for folder in map(os.path.expanduser, SYSTEM_FOLDERS):
        direct = pathlib.Path(folder, name)
        if direct.exists():
            return direct.resolve()
        for found in sorted(pathlib.Path(folder).rglob(os.path.basename(name))):
            return found.resolve()
    sys.exit(f"{manifest}: {name} is not installed; run `make fonts` or see its \"package\"")


def fallback(families, emoji):
    """Returns rules that append the families of the manifest to every requested family."""
    named = "".join(f"<string>{escape(f)}</string>" for f in families)
    rules = [f'<match target="pattern"><edit name="family" mode="append_last" binding="same">'
             f"{named}</edit></match>"]
    generic = {"emoji": emoji, "sans-serif": families[:1],
               "monospace": [f for f in families if "Mono" in f][:1]}
    for name, members in generic.items():
        if members:
            prefer = "".join(f"<family>{escape(f)}</family>" for f in members)
            rules.append(f'<alias binding="same"><family>{name}</family>'
                         f"<prefer>{prefer}</prefer></alias>")
    return "\n".join(reversed(rules))


def prepare(manifest, folder):
    """Writes the files of FOLDER, and returns the families of the manifest in its order."""
    description = json.loads(manifest.read_text())
    fonts = description["fonts"]
    links = folder / "fonts"
    links.mkdir(parents=True, exist_ok=True)
    for old in links.iterdir():
        old.unlink()
    for path in dict.fromkeys(locate(font["file"], manifest) for font in fonts):
        (links / path.name).symlink_to(path)

    families = list(dict.fromkeys(font["family"] for font in fonts))
    emoji = description.get("emoji_family") or next((f for f in families if "Emoji" in f), None)
    (folder / "fonts.conf").write_text(f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{escape(str(links))}</dir>
<cachedir>{escape(str(folder / "cache"))}</cachedir>
<include ignore_missing="yes">{SCALE_BITMAPS}</include>
{fallback(families, [emoji] if emoji else [])}
</fontconfig>
""")
    return families


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]).resolve()
    print(prepare(pathlib.Path(sys.argv[1]), folder)[0])


if __name__ == "__main__":
    main()
