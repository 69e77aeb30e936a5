"""A chart of the results, as SVG."""

import math
from xml.sax.saxutils import escape

from .results import written

# Colors that differ for all kinds of color vision (Okabe and Ito), and grays for floors.
COLORS = {"galley": "#d55e00", "pango": "#0072b2", "qt": "#009e73", "skia": "#cc79a7",
          "chromium": "#56b4e9", "harfbuzz": "#7f7f7f", "sketch": "#7f7f7f", "floors": "#7f7f7f", "blit": "#a6a6a6",
          "clear": "#c8c8c8"}
WIDTH, PADDING = 800, 24
LEFT, RIGHT = 170, 190  # The room for names and for numbers beside the bars.
BAR, GAP, TITLE, AXIS = 16, 5, 30, 34
PLOT = WIDTH - 2 * PADDING - LEFT - RIGHT
STYLE = """text { font: 13px system-ui, "Noto Sans", sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 15px } .small { font-size: 11px; fill: #57606a }"""


class Scale:
    """The logarithmic scale that all figures of one unit share, in whole decades."""

    def __init__(self, figures):
        values = [result[end] for figure in figures for result in figure["engines"].values()
                  for end in ("least", "most")]
        self.first = math.floor(math.log10(min(values)))
        self.last = max(self.first + 1, math.ceil(math.log10(max(values))))

    def x(self, value):
        """Returns the distance of a value from the beginning of the scale."""
        return (math.log10(value) - self.first) / (self.last - self.first) * PLOT

    def decades(self):
        return [10.0**power for power in range(self.first, self.last + 1)]


def text(x, y, content, anchor="start", kind=None):
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{name}>{escape(content)}</text>'


def line(x1, y1, x2, y2, color, width=1.0):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}"'
            f' stroke-width="{width:g}"/>')


def bar(engine, name, result, unit, scale, y):
    """Returns the row of an engine: its name, its bar, the range of its values, its figures."""
    start, middle = PADDING + LEFT, y + BAR / 2
    length = max(1, scale.x(result["median"]))
    parts = [text(start - 8, y + BAR - 3.5, name, "end"),
             f'<rect x="{start}" y="{y}" width="{length:.1f}" height="{BAR}"'
             f' fill="{COLORS.get(engine, "#7f7f7f")}"/>',
             line(start + scale.x(result["least"]), middle, start + scale.x(result["most"]), middle,
                  "#1f2328", 1.5)]
    label = f"{written(result['median'])} {unit}"
    if "ratio" in result:
        label += f"  (Galley: {result['ratio']['median']:.3g} x)"
    parts.append(text(start + PLOT + 8, y + BAR - 3.5, label))
    return parts


def group(figure, names, scale, top):
    """Returns the chart of a figure, and the y coordinate of its end."""
    start = PADDING + LEFT
    first = top + TITLE
    bottom = first + len(figure["engines"]) * (BAR + GAP)
    parts = [text(PADDING, top + 18, f"{figure['name']}, {figure['unit']}", kind="title")]
    for decade in scale.decades():
        x = start + scale.x(decade)
        parts.append(line(x, first - 4, x, bottom, "#d0d7de"))
        number = f"{decade:,.0f}" if decade >= 1 else f"{decade:g}"
        parts.append(text(x, bottom + 13, number, "middle", "small"))
    for row, (engine, result) in enumerate(figure["engines"].items()):
        y = first + row * (BAR + GAP)
        parts += bar(engine, names[engine], result, figure["unit"], scale, y)
    return parts, bottom + AXIS


def draw(found):
    """Returns an SVG with horizontal bars on a logarithmic scale for each figure of the results."""
    names = {key: engine["name"] for key, engine in found["engines"].items()}
    figures = [figure for figure in found["figures"] if figure["engines"]]
    scales = {unit: Scale([f for f in figures if f["unit"] == unit])
              for unit in {figure["unit"] for figure in figures}}
    versions = ", ".join(f"{engine['name']} {engine['version']}"
                         for engine in found["engines"].values() if "version" in engine)
    summary = (f"{found['messages']:,} messages, {found['date']}; medians (rounds: {found['rounds']}); "
               "logarithmic scales, less is better")
    parts = [text(PADDING, PADDING + 12, summary, kind="small"),
             text(PADDING, PADDING + 28, versions, kind="small")]
    y = PADDING + 44
    for figure in figures:
        more, y = group(figure, names, scales[figure["unit"]], y)
        parts += more
    height = y - AXIS + 20 + PADDING
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}"'
        f' viewBox="0 0 {WIDTH} {height:g}">',
        f"<style>{STYLE}</style>",
        # The ground is white in dark pages, too.
        f'<rect width="{WIDTH}" height="{height:g}" rx="8" fill="#ffffff"/>', *parts, "</svg>"]) + "\n"
