"""Hostile image files, each shown in a conversation."""

import json
import pathlib
import random
import struct
import zlib

from . import Case

FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "Tests/ImagesTests/Fixtures"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=8, height=8, depth=8, color=2, rows=None, before=b"", interlace=0, after=b""):
    """Returns a PNG file; `rows` is the data before compression, by default black pixels."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(color, 1)
    rows = rows if rows is not None else (b"\0" + bytes((width * depth * channels + 7) // 8)) * height
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", zlib.compress(rows, 9))
        + after + chunk(b"IEND", b""))


def animation(frames, declared=None, area=(8, 8, 0, 0)):
    """Returns an animated PNG file."""
    control = chunk(b"acTL", struct.pack(">II", declared or frames, 0))
    data, number = b"", 0
    for _ in range(frames):
        width, height, x, y = area
        data += chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, x, y, 0, 0, 0, 0))
        data += chunk(b"fdAT", struct.pack(">I", number + 1) + zlib.compress((b"\0" + bytes(24)) * 8))
        number += 2
    return png(before=control, after=data)


def png_files():
    """Yields names, files, and the parts of errors; None if the picture is shown."""
    huge = b"\0" * 1_000
    yield "header-60000", png(60_000, 60_000, rows=huge), "60000 x 60000"
    yield "header-greatest", png(2**31 - 1, 2**31 - 1, rows=huge), ""
    yield "header-zero", png(0, 8, rows=huge), ""
    yield "header-above-limit", png(2**32 - 1, 1, rows=huge), ""
    yield "header-wide", png(16_385, 1, rows=huge), ""
    yield "depth-unknown", png(depth=5, rows=huge), ""
    yield "color-unknown", png(color=5, rows=huge), ""
    yield "palette-missing", png(color=3), ""
    yield "palette-index", png(color=3, rows=b"\0\xff\xff\xff\xff\xff\xff\xff\xff" * 8,
                               before=chunk(b"PLTE", b"\1\2\3")), None
    yield "palette-odd", png(color=3, before=chunk(b"PLTE", b"\1\2\3\4")), ""
    yield "transparency-long", png(before=chunk(b"tRNS", bytes(5_000))), None
    yield "data-bomb", png(rows=b"\0" * 200_000_000), None
    yield "data-missing", png(rows=b""), ""
    yield "data-short", png(rows=b"\0" * 20), ""
    yield "filter-unknown", png(rows=(b"\x09" + bytes(24)) * 8), ""
    yield "interlaced", png(interlace=1, rows=b"\0" * 400), None
    yield "deep", png(depth=16, color=6), None
    yield "profile-bomb", png(before=chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(100_000_000)))), ""
    yield "text-bomb", png(before=chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(100_000_000)))), ""
    yield "chunk-flood", png(before=chunk(b"tEXt", b"a\0b") * 100_000), ""
    yield "chunk-length", png()[:33] + struct.pack(">I", 2**31 - 1) + b"tEXt", ""
    yield "checksum", png()[:29] + b"\0\0\0\0" + png()[33:], ""
    yield "end-missing", png()[:-12], "the PNG image is truncated"
    yield "animation-million", animation(1, declared=1_000_000), "the image has 1000000 frames"
    yield "animation-flood", animation(10_000), None
    yield "animation-outside", animation(2, area=(8, 8, 2**31 - 1, 2**31 - 1)), None
    whole = png(64, 64)
    for part in (1, 8, 20, len(whole) // 2, len(whole) - 14):
        yield f"cut-{part}", whole[:part], ""


def other_files():
    """Yields files of the other formats, damaged, and files that are no images."""
    for name in ("chroma.jpg", "turned-1.jpg", "turned.webp"):
        path = FIXTURES / name
        if not path.exists():
            continue
        data = path.read_bytes()
        for part in (4, 8):
            yield f"{name}, cut 1/{part}", data[:len(data) // part], ""
        pick = random.Random(name)
        for seed in range(4):
            damaged = bytearray(data)
            for _ in range(8):
                damaged[pick.randrange(12, len(data))] = pick.randrange(256)
            yield f"{name}, damaged {seed}", bytes(damaged), "?"
    yield "empty", b"", ""
    yield "text", b"not an image", ""
    yield "jpeg-marker", b"\xff\xd8\xff", ""
    yield "jpeg-65535", b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + bytes(9) + b"\xff\xd9", ""
    yield "jpeg-marker-flood", b"\xff\xd8" + b"\xff\xfe\x00\x02" * 200_000, ""
    yield "gif-zero", b"GIF89a\0\0\0\0\0\0\0;", ""
    yield "gif-65535", b"GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\0;", ""
    yield "gif-code-size", b"GIF89a\x08\0\x08\0\x80\0\0" + bytes(6) + b",\0\0\0\0\x08\0\x08\0\0\x0c\x02\xff\xff\0;", ""
    yield "webp-size", b"RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff", ""
    yield "svg", b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>", ""
    yield "bitmap", b"BM" + bytes(100), ""


def image_cases():
    for name, data, error in [*png_files(), *other_files()]:
        yield chat("images", name, "a.png", {"a.png": data}, error)
    for name, path in [
        ("climbing-name", "../a.png"), ("absolute-name", "/etc/passwd"), ("null-name", "a.png\0b"),
        ("folder", "."), ("missing", "none.png"), ("long-name", "a" * 5_000 + ".png"),
    ]:
        yield chat("images", name, path, {}, "message 1")


def chat(category, name, image, files, error):
    """Returns a conversation of one message with an image."""
    document = json.dumps([{"sender": "A", "text": "a", "images": [image]}]).encode()
    words = ["chat", "{folder}/chat.json", "-o", "{folder}/out.png"]
    return Case(
        category, name, words=words, files={"chat.json": document, **files},
        error="message 1" if error == "" else None if error == "?" else error, may_fail=error == "?")
