"""Pictures."""

from __future__ import annotations

import struct
import subprocess
import zlib
from pathlib import Path

import pytest

import galley

from .conftest import COMMAND, MANIFEST

HTML = "one <b>two</b>, <tg-spoiler>three</tg-spoiler> and https://example.org"


def png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_each_format_begins_with_its_mark(engine: galley.Engine) -> None:
    assert engine.render("a").startswith(b"\x89PNG")
    webp = engine.render("a", format="webp")
    assert webp[:4] == b"RIFF" and webp[8:12] == b"WEBP"
    assert engine.render("a", format="svg").startswith(b"<?xml")
    assert engine.render("a", format="pdf").startswith(b"%PDF")


def test_pixels_are_those_of_the_png(engine: galley.Engine) -> None:
    picture = engine.picture("ab", format="rgba", scale=2, transparent=True)
    pixels = picture.data
    png = engine.picture("ab", scale=2, transparent=True)
    assert (picture.width, picture.height) == (png.width, png.height) == png_size(png.data)
    assert len(pixels) == 4 * picture.width * picture.height
    # Transparent at the corner, and opaque somewhere.
    assert pixels[3] == 0 and max(pixels[3::4]) == 255


def test_the_scale_and_the_padding_set_the_size(engine: galley.Engine) -> None:
    one = png_size(engine.render("ab", padding=0, size=10, font="Galley Box"))
    two = png_size(engine.render("ab", padding=5, size=10, font="Galley Box", scale=2))
    assert one[0] == 20
    assert two == (2 * (one[0] + 10), 2 * (one[1] + 10))


def test_themes_differ_and_are_named(engine: galley.Engine) -> None:
    assert galley.themes()[:2] == ["light", "dark"]
    pictures = {theme: engine.render("ab", theme=theme) for theme in galley.themes()}
    assert pictures["light"] != pictures["dark"]
    assert pictures["light-outgoing"] != pictures["light-incoming"]
    assert pictures["dark-outgoing"] != pictures["dark-incoming"]


def test_spoilers_are_hidden_unless_revealed(engine: galley.Engine) -> None:
    hidden = engine.render(HTML, markup="html")
    first = engine.render(HTML, markup="html", reveal=[0])
    every = engine.render(HTML, markup="html", reveal="all")
    assert hidden != first and first == every
    assert engine.render(HTML, markup="html", reveal=[1]) == hidden


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
@pytest.mark.parametrize("format", ["png", "webp", "svg", "pdf"])
def test_pictures_equal_those_of_the_command(
    engine: galley.Engine, tmp_path: Path, format: galley.PictureFormat
) -> None:
    source, output = tmp_path / "text.html", tmp_path / f"picture.{format}"
    source.write_text(HTML)
    subprocess.run(
        [str(COMMAND), "render", "--html", str(source), "-o", str(output)]
        + ["--fonts", str(MANIFEST), "--width", "150", "--scale", "2"]
        + ["--theme", "dark-incoming"],
        check=True,
    )
    picture = engine.render(
        HTML, markup="html", width=150, scale=2, theme="dark-incoming", format=format
    )
    assert picture == output.read_bytes()


def test_a_mapping_is_a_message_or_a_rich_message(engine: galley.Engine) -> None:
    assert engine.render({"text": "ab"}) == engine.render("ab")
    rich = {"blocks": [{"type": "heading", "text": "ab", "size": 1}]}
    assert engine.render(rich) == engine.render("# ab", markup="rich-markdown")


def test_the_fonts_of_the_system_are_used_without_an_engine() -> None:
    data = galley.render("ab", width=None)
    assert data == galley.render("ab", width=None)
    assert galley.layout("ab").lines[0].end == 2


def test_png_data_is_complete(engine: galley.Engine) -> None:
    data = engine.render("abc")
    offset = 8
    while offset < len(data):
        (length,) = struct.unpack(">I", data[offset : offset + 4])
        (checksum,) = struct.unpack(">I", data[offset + 8 + length : offset + 12 + length])
        assert zlib.crc32(data[offset + 4 : offset + 8 + length]) == checksum
        offset += 12 + length
    assert offset == len(data)
