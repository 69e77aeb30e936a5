#!/usr/bin/env python3
"""The measurements of `galley bench`, with SkParagraph and Skia's raster backend.

    skparagraph-bench.py FILE.jsonl --fonts MANIFEST --folder FOLDER [--size 16] [--width 360]
                         [--relayout 280] [--passes 5] [--picture OUT.png --count 12]

Reads the same messages and prints the same figures under the same names as pango-bench. FOLDER is that of
private_fonts.py, with a link to each font file. Runs in a virtual environment with skia-python.
--picture draws the first messages to a PNG instead.

Calling Skia from Python is part of the figures. Its cost is measured and printed: `empty_call_us` for a
call that returns a number, and `empty_layout_us`, `empty_relayout_us` and `empty_raster_us` for the same calls
as for a message, but with an empty text, which include a little work of Skia. On a busy machine they were
0.1, 5, 1.4 and 6 µs. Two threads are not measured, because Python runs one at a time.

Choices favor Skia: families that no message needs are left out, because SkParagraph shapes with each family
in turn until one has the characters, and fonts are opened and styles made before the first layout. The
cache of paragraphs cannot be turned off from Python, but 2,000 messages exceed it before one repeats. The
bindings set no base direction, so every paragraph is left-to-right.
"""

import argparse
import json
import os
import statistics
import sys
import time

import numpy
import skia

from heap import heap_bytes

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Corpus/engines/shared"))
from skparagraph import Fonts


def open_fonts(options, messages):
    """Returns the faces of the manifest that the messages need."""
    with open(options.fonts, encoding="utf-8") as file:
        entries = json.load(file)["fonts"]
    fonts = Fonts([(font["family"], os.path.join(options.folder, os.path.basename(font["file"])),
                    font.get("index", 0)) for font in entries])
    fonts.size = options.size
    fonts.select([message["text"] for message in messages])
    return fonts


class Canvas:
    """The buffer that all messages are drawn into."""

    def __init__(self):
        self.pixels = numpy.zeros(1 << 24, numpy.uint8)

    def draw(self, paragraph):
        """Returns the number of bytes of a drawing of a paragraph's size."""
        columns, rows = max(1, int(paragraph.LongestLine + 1)), max(1, int(paragraph.Height + 1))
        information = skia.ImageInfo.MakeN32Premul(columns, rows)
        surface = skia.Surface.MakeRasterDirect(information, self.pixels, columns * 4)
        canvas = surface.getCanvas()
        canvas.clear(0)
        paragraph.paint(canvas, 0, 0)
        return columns * rows * 4

    def ink(self, paragraph):
        """Returns the sum of the coverage of a drawing, in pixels."""
        return self.pixels[:self.draw(paragraph)][3::4].sum() / 255


def per_call(work, items):
    """Returns the mean time of a call for each of the items, in microseconds."""
    begin = time.perf_counter()
    for item in items:
        work(item)
    return (time.perf_counter() - begin) / len(items) * 1e6


def measure(fonts, messages, options):
    """Returns all figures."""
    texts = [fonts.runs(message) for message in messages]

    def lay_out_all():
        begin = time.perf_counter()
        made = [fonts.lay_out(style, runs, options.width) for style, runs in texts]
        return made, (time.perf_counter() - begin) / len(texts) * 1e6

    def median(sample):
        return statistics.median(sample() for _ in range(options.passes))

    begin = time.perf_counter()
    fonts.open()
    opening = (time.perf_counter() - begin) / len(texts) * 1e6
    layouts, first = lay_out_all()
    figures = {"first_us": first + opening}
    figures["again_us"] = median(lambda: lay_out_all()[1])
    before = heap_bytes()
    spare = lay_out_all()[0]
    figures["bytes_per_layout"] = round((heap_bytes() - before) / len(texts))
    del spare

    def relayout():
        result = per_call(lambda layout: layout.layout(options.relayout), layouts)
        per_call(lambda layout: layout.layout(options.width), layouts)
        return result

    figures["relayout_us"] = median(relayout)
    canvas = Canvas()
    figures["ink"] = round(sum(map(canvas.ink, layouts)))  # Fills the glyph caches.
    figures["raster_us"] = median(lambda: per_call(canvas.draw, layouts))
    screens = []
    for start in range(0, len(texts) - 14, 15):
        begin = time.perf_counter()
        kept = []
        for style, runs in texts[start:start + 15]:
            kept.append(fonts.lay_out(style, runs, options.width))
            canvas.draw(kept[-1])
        screens.append((time.perf_counter() - begin) * 1e3)
    figures["screen15_ms"] = statistics.median(screens) if screens else 0

    style, text_style = fonts.style(None, frozenset())
    empty = fonts.lay_out(style, [(text_style, "")], options.width)
    many = range(2000)
    figures["empty_call_us"] = per_call(lambda _: empty.Height, many)
    figures["empty_layout_us"] = per_call(
        lambda _: fonts.lay_out(style, [(text_style, "")], options.width), many)
    figures["empty_relayout_us"] = per_call(lambda n: empty.layout(280 + n % 2), many)
    figures["empty_raster_us"] = per_call(lambda _: canvas.draw(empty), many)
    figures["height"] = round(sum(layout.Height for layout in layouts))
    return figures


def draw_picture(fonts, messages, options):
    """Draws the first messages below one another."""
    fonts.open()
    layouts = [fonts.lay_out(*fonts.runs(m), options.width) for m in messages[:options.count]]
    height = sum(int(layout.Height) + 4 for layout in layouts)
    surface = skia.Surface(int(options.width), height)
    canvas = surface.getCanvas()
    canvas.clear(skia.ColorWHITE)
    y = 0
    for layout in layouts:
        layout.paint(canvas, 0, y)
        y += int(layout.Height) + 4
    surface.makeImageSnapshot().save(options.picture)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--fonts", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--size", type=float, default=16)
    parser.add_argument("--width", type=float, default=360)
    parser.add_argument("--relayout", type=float, default=280)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--picture", help="a PNG to draw the first messages to")
    parser.add_argument("--count", type=int, default=12, help="the number of messages to draw")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        messages = [json.loads(line) for line in file]
    if not messages:
        sys.exit(f"{options.file}: no messages")
    fonts = open_fonts(options, messages)
    if options.picture:
        return draw_picture(fonts, messages, options)
    figures = measure(fonts, messages, options)
    rounded = {key: round(value, 4) for key, value in figures.items()}
    print(json.dumps({"version": skia.__version__, "messages": len(messages), "characters":
                      sum(len(message["text"]) for message in messages), **rounded}))


if __name__ == "__main__":
    main()
