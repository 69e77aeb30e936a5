"""Charts of the growth of cost, as SVG."""

import math

from .chart import PADDING, STYLE, WIDTH, line, text

# Colors that differ for all kinds of color vision (Okabe and Ito).
COLORS = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]
HEIGHT, LEFT, RIGHT, TITLE, AXIS = 240, 56, 150, 34, 46
PLOT = WIDTH - 2 * PADDING - LEFT - RIGHT


def label(value):
    """Returns a short number, such as 10K."""
    for factor, suffix in ((1e6, "M"), (1e3, "K")):
        if value >= factor:
            return f"{value / factor:g}{suffix}"
    return f"{value:g}"


class Axis:
    """An axis over the given values: logarithmic in whole decades, or linear from zero."""

    def __init__(self, values, length, logarithmic):
        self.length, self.logarithmic = length, logarithmic
        if logarithmic:
            self.first = math.floor(math.log10(min(values)))
            self.last = max(self.first + 1, math.ceil(math.log10(max(values)) - 1e-9))
        else:
            step = 10.0 ** math.floor(math.log10(max(values)))
            self.first, self.last = 0, step * math.ceil(max(values) / step)
            self.step = step if self.last > 3 * step else step / 2

    def place(self, value):
        position = math.log10(value) if self.logarithmic else value
        return (position - self.first) / (self.last - self.first) * self.length

    def ticks(self):
        if self.logarithmic:
            return [10.0**power for power in range(self.first, self.last + 1)]
        return [self.step * i for i in range(round(self.last / self.step) + 1)]


def grid(x, y, left, bottom):
    """Returns the lines and numbers of both axes."""
    parts = []
    for tick in y.ticks():
        height = bottom - y.place(tick)
        parts.append(line(left, height, left + PLOT, height, "#d0d7de"))
        parts.append(text(left - 6, height + 4, label(tick), "end", "small"))
    for tick in x.ticks():
        place = left + x.place(tick)
        parts.append(line(place, bottom, place, bottom + 4, "#57606a"))
        parts.append(text(place, bottom + 16, label(tick), "middle", "small"))
    return parts


def spread(places):
    """Returns the y coordinates of labels moved apart, in the same order."""
    result = dict.fromkeys(range(len(places)))
    last = -math.inf
    for index in sorted(result, key=lambda index: places[index]):
        last = max(places[index], last + 14)
        result[index] = last
    return [result[index] for index in range(len(places))]


def panel(title, axis, curves, top, logarithmic=(True, True)):
    """Returns a chart of curves, which are lists of points by name, and the y coordinate of its end."""
    left, bottom = PADDING + LEFT, top + TITLE + HEIGHT
    points = [point for curve in curves.values() for point in curve]
    x = Axis([point[0] for point in points], PLOT, logarithmic[0])
    y = Axis([point[1] for point in points], HEIGHT, logarithmic[1])
    parts = [text(PADDING, top + 18, title, kind="title"), *grid(x, y, left, bottom),
             text(left + PLOT / 2, bottom + 32, axis, "middle", "small")]
    ends = spread([bottom - y.place(curve[-1][1]) for curve in curves.values()])
    for (name, curve), color, end in zip(curves.items(), COLORS, ends):
        places = [(left + x.place(a), bottom - y.place(b)) for a, b in curve]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in places]
        parts.append(line(left + PLOT + 4, end, left + PLOT + 14, end, color, 3))
        parts.append(text(left + PLOT + 18, end + 4, name))
    return parts, bottom + AXIS


def draw(panels, summary):
    """Returns an SVG of panels, each the arguments of `panel` except its place."""
    parts, y = [text(PADDING, PADDING + 12, summary, kind="small")], PADDING + 28
    for arguments in panels:
        more, y = panel(*arguments[:3], y, *arguments[3:])
        parts += more
    height = y + PADDING
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}"'
        f' viewBox="0 0 {WIDTH} {height:g}">',
        f"<style>{STYLE}</style>",
        # The ground is white in dark pages, too.
        f'<rect width="{WIDTH}" height="{height:g}" rx="8" fill="#ffffff"/>', *parts, "</svg>"]) + "\n"
