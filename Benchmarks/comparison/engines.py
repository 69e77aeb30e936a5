"""The measured programs: their names, their parts and their commands."""

import dataclasses
import pathlib
import typing

from .commands import BUILD, HERE

VENV = HERE / ".build" / "skia"


@dataclasses.dataclass
class Setup:
    """The input of all programs."""

    galley: pathlib.Path
    manifest: str
    messages: pathlib.Path
    # Variables that restrict fontconfig to the manifest's fonts, their first family, and its file.
    environment: dict
    family: str
    font: str


@dataclasses.dataclass
class Engine:
    """A program that prints figures as a JSON object."""

    key: str
    name: str
    command: typing.Callable[[Setup], list]
    # Keys of the figures that stand for an engine of their own: key, name, key there, key here.
    parts: tuple = ()


def galley(setup):
    return [setup.galley, "bench", setup.messages, "--fonts", setup.manifest, "--json"]


def pango(setup):
    return [BUILD / "pango-bench", setup.messages, "--font", setup.family]


def qt(setup):
    return [BUILD / "qt-bench", setup.messages, "--font", setup.family]


def skia(setup):
    return [VENV / "bin" / "python", HERE / "Peers" / "skparagraph-bench.py", setup.messages,
            "--fonts", setup.manifest, "--folder", BUILD / "fonts"]


def chromium(setup):
    return [HERE / "Peers" / "chromium-bench", setup.messages, "--font", setup.family]


def harfbuzz(setup):
    return [BUILD / "harfbuzz-bench", setup.messages, "--fonts", setup.manifest,
            "--folder", BUILD / "fonts"]


def sketch(setup):
    return [BUILD / "layout-floor", setup.messages]


def floors(setup):
    return [BUILD / "floors", setup.messages, "--font", setup.family]


REQUIRED = [Engine("galley", "Galley", galley), Engine("pango", "Pango + cairo", pango)]
PEERS = [
    Engine("qt", "Qt", qt),
    Engine("skia", "SkParagraph", skia),
    Engine("chromium", "Chromium", chromium),
    Engine("harfbuzz", "HarfBuzz alone", harfbuzz),
    Engine("sketch", "sketch of layout", sketch),
    Engine("floors", "clear and blit", floors, parts=(
        ("blit", "blit alone", "blit_us", "raster_us"),
        ("clear", "clear alone", "clear_us", "raster_us"))),
]


def with_parts(figures):
    """Returns the figures of a round with those engines added that are parts of a program."""
    result = dict(figures)
    for engine in PEERS:
        for key, _, there, here in engine.parts:
            if engine.key in figures:
                result[key] = {here: figures[engine.key][there]}
    return result


def names():
    """Returns the names of all engines by their keys, in the order of charts."""
    result = {}
    for engine in REQUIRED + PEERS:
        result[engine.key] = engine.name
        result.update({part[0]: part[1] for part in engine.parts})
    return result
