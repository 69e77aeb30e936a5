"""Ink of messages, line by line, in Galley and in Chromium."""

import html
import os
import statistics

import numpy
from PIL import Image

from . import ink

# The margin around the picture of a line, in points, which is wider than any overhanging ink.
ROOM = 60
# The default padding of `galley render`.
OWN_ROOM = 8
# The width of a conversation in addition to its text, in points: margins and padding of the bubble.
BUBBLE = 10 + 46 + 2 * 12
SCALE = 2
# The gray of the paper and the text color, by theme.
PAPER, INK = {"light": 255, "dark": 32}, {"light": "black", "dark": "white"}


class Line:
    """A single line of a message."""

    def __init__(self, message, index, layout):
        text = message["text"].encode()
        self.span = layout["lines"][index]
        self.text = text[self.span["start"]:self.span["end"]].decode().strip(" \t\n\u3000")
        self.message = {
            "id": f"{message['id']}-line-{index}", "text": self.text, "width": 100_000,
            "size": message["size"], "dir": self.span["direction"],
            **({"lang": message["lang"]} if "lang" in message else {})}


def compare(messages, galley, browser, manifest, theme, output=None):
    """Prints a row per message and a summary, and returns whether any ink is lost or collides."""
    results = []
    print(f"{'message':24} {'lines':>5} {'agreement':>9} {'ink':>6} {'width':>7} "
          f"{'colliding':>9} {'cut':>4} {'in chat':>7}")
    for message in messages:
        result = Comparison(message, galley, browser, manifest, theme).run(output)
        results.append(result)
        print(f"{message['id']:24} {result.lines:5} {result.agreement:9.3f} {result.ratio:6.3f} "
              f"{result.width:7.2f} {result.colliding:9} {result.cut:4} {result.cut_in_chat:7}",
              flush=True)
    lines = sum(result.lines for result in results)
    wide = sum(result.wide_lines for result in results)
    print(f"""
{len(results)} messages, {lines} lines
ink agreement, by line     median {statistics.median(result.agreement for result in results):.3f}, \
least {min(result.agreement for result in results):.3f}
ink beside Chromium's      median {statistics.median(result.ratio for result in results):.3f}
lines of another width     {wide} (by more than 0.5 points; most \
{max(result.width for result in results):.2f})
colliding pixels           {sum(result.colliding for result in results)}
ink cut by render          {sum(result.cut for result in results)} pixels
ink cut in chats           {sum(result.cut_in_chat for result in results)} pixels""")
    return any(result.colliding or result.cut or result.cut_in_chat for result in results)


class Comparison:
    """The comparison of one message."""

    def __init__(self, message, galley, browser, manifest, theme):
        self.message = message
        self.galley = galley
        self.browser = browser
        self.manifest = manifest
        self.theme = theme
        self.family = message.get("family")
        self.fonts = os.path.join(galley.folder, "fonts.json")
        manifest.write(self.fonts, self.family)
        layout = galley.layouts([message], self.fonts)[0]
        spans = range(len(layout["lines"]))
        self.all_lines = [Line(message, index, layout) for index in spans]
        self.parts = [line for line in self.all_lines if line.text]
        self.lines = len(self.parts)

    def run(self, output):
        own = [line.message for line in self.parts]
        pictures = self.pictures([self.message] + own, ROOM)
        whole, *parts = [self.read(picture) for picture in pictures]
        theirs, widths = self.chromium()
        layouts = self.galley.layouts(own, self.fonts)
        ours = [
            ink.band(part, round((ROOM + layout["lines"][0]["baseline"]) * SCALE), ROOM * SCALE)
            for part, layout in zip(parts, layouts)]
        matches = [ink.agreement(one, other) for one, other in zip(theirs, ours)]
        self.agreement = statistics.median(match[0] for match in matches)
        total = sum(int(one.sum()) for one in theirs)
        self.ratio = sum(int(part.sum()) for part in parts) / total if total else 1.0
        differences = [
            abs(layout["size"]["width"] - width) for layout, width in zip(layouts, widths)]
        self.width = max(differences)
        self.wide_lines = sum(difference > 0.5 for difference in differences)
        placed = self.place(parts, layouts, whole)
        seen = sum((part >= ink.SEEN).astype(int) for part in placed)
        self.colliding = int((seen > 1).sum())
        composed = numpy.maximum.reduce(placed)
        lost = (composed >= ink.DARK) & ~ink.nearby(whole >= ink.SEEN)
        self.cut = int(lost.sum()) + self.beyond_own_room(whole)
        self.cut_in_chat = self.chat(whole) if self.theme == "light" else 0
        if output:
            self.write(output, theirs, ours, whole)
        return self

    def read(self, picture):
        return ink.read(picture, PAPER[self.theme])

    def pictures(self, messages, padding):
        paper = PAPER[self.theme]
        return self.galley.pictures(
            messages, self.fonts, padding, "--theme", self.theme, "--color", INK[self.theme],
            "--background", f"#{paper:02x}{paper:02x}{paper:02x}")

    def chromium(self):
        """Returns the pictures of the lines in Chromium, and their widths in points."""
        step = 4 * ROOM
        families = self.manifest.families(self.message.get("lang"), self.family)
        paper = PAPER[self.theme]
        rows = "\n".join(
            f'<div id="line{index}" style="top: {index * step}px" '
            f'lang="{self.message.get("lang", "")}" dir="{line.span["direction"]}">'
            f'<span>{html.escape(line.text)}</span><i></i></div>'
            for index, line in enumerate(self.parts))
        self.browser.open(f"""<!DOCTYPE html><meta charset="utf-8"><style>{self.manifest.rules()}
            body {{ margin: 0; background: rgb({paper} {paper} {paper});
              color: {INK[self.theme]}; font-size: 16px;
              font-family: {families}; text-spacing-trim: space-all; }}
            i {{ display: inline-block; }}
            div {{ position: absolute; left: {ROOM}px; white-space: pre; line-height: {step}px; }}
            </style><body>{rows}</body>""")
        widths = self.browser.evaluate(
            "Array.from(document.querySelectorAll('span'), "
            "line => line.getBoundingClientRect().width)")
        # An empty inline block is aligned to the baseline.
        baselines = self.browser.evaluate(
            "Array.from(document.querySelectorAll('i'), i => i.getBoundingClientRect().bottom)")
        width = max(widths) + 2 * ROOM + 2
        pictures = [
            ink.band(
                self.read(self.browser.picture(0, index * step, width, step)),
                round((baseline - index * step) * SCALE), ROOM * SCALE)
            for index, baseline in enumerate(baselines)]
        return pictures, widths

    def place(self, parts, layouts, whole):
        """Returns the pictures of the lines at their layout positions, on sheets of the full size."""
        placed = []
        for line, part, layout in zip(self.parts, parts, layouts):
            own = layout["lines"][0]
            x = round((line.span["x"] - own["x"]) * SCALE)
            y = round((line.span["baseline"] - own["baseline"]) * SCALE)
            best = max(
                ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)),
                key=lambda shift: (
                    numpy.minimum(
                        ink.shifted(part, x + shift[0], y + shift[1], whole.shape), whole).sum(),
                    -abs(shift[0]) - abs(shift[1])))
            placed.append(ink.shifted(part, x + best[0], y + best[1], whole.shape))
        return placed

    def beyond_own_room(self, whole):
        """Returns the ink clipped with the default padding, in pixels."""
        own = self.read(*self.pictures([self.message], OWN_ROOM))
        inset = (ROOM - OWN_ROOM) * SCALE
        x, y = ink.place(own, whole)
        if (own >= ink.DARK).sum() == 0:
            x, y = inset, inset
        shown = ink.shifted(own, x, y, whole.shape) >= ink.SEEN
        return int(((whole >= ink.DARK) & ~ink.nearby(shown)).sum())

    def chat(self, whole):
        """Returns the ink clipped in a bubble, in pixels."""
        width = self.message["width"] + BUBBLE
        picture = self.galley.chat(self.message, self.fonts, width)
        chat = ink.read(picture)
        x, y = ink.place(whole, chat)
        room = max(whole.shape[0], chat.shape[0]) * 2, max(whole.shape[1], chat.shape[1]) * 2
        shown = ink.shifted(chat, room[1] // 4, room[0] // 4, room) >= ink.SEEN + 64
        wanted = ink.shifted(whole, x + room[1] // 4, y + room[0] // 4, room) >= ink.DARK
        return int((wanted & ~ink.nearby(shown)).sum())

    def write(self, folder, theirs, parts, whole):
        """Writes the lines below each other, Chromium left and Galley right."""
        os.makedirs(folder, exist_ok=True)
        height = sum(max(one.shape[0], other.shape[0]) for one, other in zip(theirs, parts))
        left = max(one.shape[1] for one in theirs)
        sheet = numpy.zeros(
            (height, left + max(part.shape[1] for part in parts)), numpy.int32)
        top = 0
        for one, other in zip(theirs, parts):
            sheet[top:top + one.shape[0], :one.shape[1]] = one
            sheet[top:top + other.shape[0], left:left + other.shape[1]] = other
            top += max(one.shape[0], other.shape[0])
        image = Image.fromarray((255 - sheet).astype(numpy.uint8))
        image.save(os.path.join(folder, self.message["id"] + ".png"))
        image = Image.fromarray((255 - whole).astype(numpy.uint8))
        image.save(os.path.join(folder, self.message["id"] + "-whole.png"))
