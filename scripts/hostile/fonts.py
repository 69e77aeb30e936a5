"""Hostile font files, each before the fonts of the manifest."""

import pathlib
import random
import struct

from . import Case

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "Fonts/testing"
TEXT = "Ax 1ÉVAffi تس 😀"


def tables(data):
    """Returns the places of the records of a font's directory, by tag."""
    count = struct.unpack(">H", data[4:6])[0]
    return {bytes(data[12 + 16 * n:16 + 16 * n]).decode("latin-1"): 12 + 16 * n for n in range(count)}


def changed(data, tag, place, value):
    """Returns a copy with bytes of a table replaced."""
    data = bytearray(data)
    start = struct.unpack(">I", data[tables(data)[tag] + 8:][:4])[0]
    data[start + place:start + place + len(value)] = value
    return bytes(data)


def record_changed(data, tag, offset=None, length=None):
    """Returns a copy whose directory names another place for a table."""
    data = bytearray(data)
    place = tables(data)[tag]
    if offset is not None:
        data[place + 8:place + 12] = struct.pack(">I", offset)
    if length is not None:
        data[place + 12:place + 16] = struct.pack(">I", length)
    return bytes(data)


def font_files():
    """Yields names and files; a font that cannot be used is refused, one that can is drawn."""
    box = (FOLDER / "Box.ttf").read_bytes()
    yield "empty", b""
    yield "text", b"not a font"
    yield "collection-of-many", b"ttcf\0\1\0\0\xff\xff\xff\xff" + bytes(16)
    yield "collection-of-itself", b"ttcf\0\1\0\0\0\0\0\1\0\0\0\0"
    yield "many-tables", box[:4] + b"\xff\xff" + box[6:]
    yield "no-tables", box[:4] + b"\0\0" + box[6:]
    yield "woff", b"wOFF" + box[4:]
    for part in range(1, 8):
        yield f"cut-{part}/8", box[:len(box) * part // 8]
    for tag in ("head", "cmap", "glyf", "loca", "maxp", "hmtx", "hhea"):
        yield f"{tag}-beyond", record_changed(box, tag, offset=2**32 - 16)
        yield f"{tag}-length", record_changed(box, tag, length=2**32 - 1)
        yield f"{tag}-empty", record_changed(box, tag, length=0)
    yield "em-zero", changed(box, "head", 18, b"\0\0")
    yield "em-greatest", changed(box, "head", 18, b"\xff\xff")
    yield "loca-format", changed(box, "head", 50, b"\x00\x7f")
    yield "glyphs-many", changed(box, "maxp", 4, b"\xff\xff")
    yield "glyphs-none", changed(box, "maxp", 4, b"\0\0")
    yield "advances-many", changed(box, "hhea", 34, b"\xff\xff")
    yield "cmap-many", changed(box, "cmap", 2, b"\xff\xff")
    yield "cmap-beyond", changed(box, "cmap", 8, b"\xff\xff\xff\xff")
    yield "ascent-greatest", changed(box, "hhea", 4, b"\x7f\xff\x80\x00\x7f\xff")


def font_cases():
    for name, data in font_files():
        yield font(f"{name}", data)
    for path in sorted(FOLDER.glob("*.[to]tf")):
        data = path.read_bytes()
        pick = random.Random(path.name)
        damaged = bytearray(data)
        for _ in range(12):
            damaged[pick.randrange(12, len(data))] = pick.choice([0, 255, 127, 128, pick.randrange(256)])
        yield font(f"{path.stem}, damaged", bytes(damaged))
    for name, words in [
        ("missing-file", ["{folder}/none.ttf"]), ("device", ["/dev/zero"]), ("folder", ["{folder}"]),
        ("index", [f"{FOLDER}/Box.ttf#99"]),
    ]:
        yield Case("fonts", name, words=command(*words), error="--font-file: ")


def command(file):
    return ["render", TEXT, "--text", "--font-file", file, "-o", "{folder}/out.png"]


def font(name, data):
    return Case("fonts", name, words=command("{folder}/font.ttf"), files={"font.ttf": data}, may_fail=True)
