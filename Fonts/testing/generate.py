#!/usr/bin/env python3
"""Generates the testing fonts next to this script, deterministically.

    /usr/bin/python3 Fonts/testing/generate.py [--check]

Requires fontTools (Debian's python3-fonttools, 4.38). README.md lists the properties of each font, on
which the tests depend. With --check, the script writes nothing, and exits with status 2 if a committed
font differs from the generated one.
"""

import argparse
import hashlib
import json
import os
import sys

sys.dont_write_bytecode = True

from generator.building import data
from generator.color import bitmap_font, color_font
from generator.formats import cff_font, damaged_fonts, variable_font
from generator.math import math_font
from generator.text import (
    KERN_LETTERS, KERN_SPACE, box_font, context_font, family_fonts, joining_font, kern_font, kern_table_font,
    ligature_font, mark_font, metrics_fonts, scripts_font)

HERE = os.path.dirname(os.path.abspath(__file__))


def fonts():
    """Yields all files by name, in the order of README.md."""
    yield "Box.ttf", data(box_font())
    yield "Kern.ttf", data(kern_font("Galley Kern", KERN_LETTERS + KERN_SPACE))
    yield "KernLetters.ttf", data(kern_font("Galley Kern Letters", KERN_LETTERS))
    yield "KernTable.ttf", data(kern_table_font())
    yield "Ligature.ttf", data(ligature_font())
    yield "Context.ttf", data(context_font())
    yield "Scripts.ttf", data(scripts_font())
    yield "Joining.ttf", data(joining_font())
    yield "Mark.ttf", data(mark_font())
    for name, font in [*family_fonts(), *metrics_fonts()]:
        yield name, data(font)
    yield "Colr.ttf", data(color_font(0))
    yield "ColrGradient.ttf", data(color_font(1))
    yield "Bitmap.ttf", data(bitmap_font())
    yield "Variable.ttf", data(variable_font())
    yield "Cff.otf", data(cff_font())
    yield "Math.ttf", data(math_font())
    for name, bytes_ in damaged_fonts(data(kern_font("Galley Damaged", KERN_LETTERS))):
        yield "damaged/" + name, bytes_


# The families of the valid fonts in fallback order: boxes for most characters of tests, then Arabic
# letters, marks and emoji. The others cover the characters of Box, so they are selected only by name.
MANIFEST = [
    ("Galley Box", "Box.ttf", {}),
    ("Galley Joining", "Joining.ttf", {}),
    ("Galley Mark", "Mark.ttf", {}),
    ("Galley Kern", "Kern.ttf", {}),
    ("Galley Kern Letters", "KernLetters.ttf", {}),
    ("Galley Kern Table", "KernTable.ttf", {}),
    ("Galley Ligature", "Ligature.ttf", {}),
    ("Galley Context", "Context.ttf", {}),
    ("Galley Scripts", "Scripts.ttf", {}),
    ("Galley Family", "Family-Regular.ttf", {}),
    ("Galley Family", "Family-Light.ttf", {"weight": 300}),
    ("Galley Family", "Family-Bold.ttf", {"weight": 700}),
    ("Galley Family", "Family-Italic.ttf", {"slant": "italic"}),
    ("Galley Family", "Family-Condensed.ttf", {}),
    ("Galley Metrics Typo", "MetricsTypo.ttf", {}),
    ("Galley Metrics Hhea", "MetricsHhea.ttf", {}),
    ("Galley Metrics Fallback", "MetricsFallback.ttf", {}),
    ("Galley Metrics Win", "MetricsWin.ttf", {}),
    ("Galley Metrics Phone", "MetricsPhone.ttf", {}),
    ("Galley Em 2048", "Em2048.ttf", {}),
    ("Galley Variable", "Variable.ttf", {}),
    ("Galley Cff", "Cff.otf", {}),
    ("Galley Emoji", "Colr.ttf", {}),
    ("Galley Emoji Gradient", "ColrGradient.ttf", {}),
    ("Galley Emoji Bitmap", "Bitmap.ttf", {}),
]

# The font of formulas.
MATH_MANIFEST = [("Galley Math", "Math.ttf", {})]


def manifest(contents):
    """Returns `testing.json`, a font manifest with one line per face."""
    def lines(faces):
        entries = [
            {"family": family, "file": file, **rest,
             "sha256": hashlib.sha256(contents[file]).hexdigest()}
            for family, file, rest in faces]
        return ",\n".join("    " + json.dumps(entry) for entry in entries)

    return (f'{{\n  "emoji_family": "Galley Emoji",\n  "fonts": [\n{lines(MANIFEST)}\n  ],\n'
            f'  "math_fonts": [\n{lines(MATH_MANIFEST)}\n  ]\n}}\n').encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with status 2 if a font differs")
    check = parser.parse_args().check
    os.makedirs(os.path.join(HERE, "damaged"), exist_ok=True)
    differing = []
    files = dict(fonts())
    files["testing.json"] = manifest(files)
    for name, content in files.items():
        path = os.path.join(HERE, name)
        if check:
            present = open(path, "rb").read() if os.path.exists(path) else None
            if present != content:
                differing.append(name)
        else:
            with open(path, "wb") as file:
                file.write(content)
            print(f"{len(content):7}  {name}")
    if differing:
        print("differ from the output of generate.py: " + ", ".join(differing), file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
