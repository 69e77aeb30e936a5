#!/usr/bin/env python3
"""Writes the images that the tests decode, and the pixels that PIL decodes them to.

    Tests/ImagesTests/Fixtures/generate.py

It needs Debian's python3-pil. The pictures are computed here and nobody's. Beside each image is a
file `.bgra`: width and height as two bytes each, least significant first, then blue, green, red and
alpha of each pixel, turned as Exif says and not premultiplied.
"""

import io
import struct
import zlib
from pathlib import Path

from PIL import Image, ImageOps

FOLDER = Path(__file__).parent
WIDTH, HEIGHT = 24, 20


def picture(mode="RGBA"):
    """A gradient with a disc of another color, and corners that fade out."""
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            is_disc = (x - 14) ** 2 + (y - 9) ** 2 < 30
            color = (230, 60, 40) if is_disc else (x * 10, y * 12, 200 - x * 4)
            fade = 40 + min(x, WIDTH - 1 - x) * 20 + min(y, HEIGHT - 1 - y) * 20
            image.putpixel((x, y), color + (min(255, fade),))
    return image if mode == "RGBA" else image.convert("RGB").convert(mode)


def save(name, image, kind, **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    write(name, buffer.getvalue())


def write(name, data):
    (FOLDER / name).write_bytes(data)
    decoded = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGBA")
    pixels = decoded.tobytes("raw", "BGRA")
    size = struct.pack("<HH", *decoded.size)
    (FOLDER / name).with_suffix((FOLDER / name).suffix + ".bgra").write_bytes(size + pixels)


def exif(orientation, order="<"):
    mark = b"II" if order == "<" else b"MM"
    head = mark + struct.pack(order + "HI", 42, 8)
    entries = struct.pack(order + "HHHIHH", 1, 0x0112, 3, 1, orientation, 0)
    return b"Exif\0\0" + head + entries + struct.pack(order + "I", 0)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(samples, depth, passes):
    """A PNG image of colors without alpha; `samples` gives the bytes of a pixel."""
    rows = b""
    for x0, y0, dx, dy in passes:
        for y in range(y0, HEIGHT, dy):
            rows += b"\0" + b"".join(samples(x, y) for x in range(x0, WIDTH, dx))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, 2, 0, 0, int(len(passes) > 1))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def main():
    image = picture("RGB")
    whole = [(0, 0, 1, 1)]
    adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
             (0, 1, 1, 2)]
    write("interlaced.png", png(lambda x, y: bytes(image.getpixel((x, y))), 8, adam7))
    write("deep.png", png(
        lambda x, y: b"".join(bytes([value, x]) for value in image.getpixel((x, y))), 16, whole))
    save("rgba.png", picture(), "PNG")
    save("rgb.png", picture("RGB"), "PNG")
    save("gray.png", picture("L"), "PNG")
    save("gray-alpha.png", picture("LA"), "PNG")
    save("palette.png", picture("P"), "PNG", transparency=0)
    save("one-bit.png", picture("1"), "PNG")

    save("baseline.jpg", picture("RGB"), "JPEG", quality=90)
    save("progressive.jpg", picture("RGB"), "JPEG", quality=90, progressive=True)
    save("gray.jpg", picture("L"), "JPEG", quality=90)
    save("whole-chroma.jpg", picture("RGB"), "JPEG", quality=95, subsampling=0)
    save("cmyk.jpg", picture("CMYK"), "JPEG", quality=95)
    for orientation in range(1, 9):
        save(
            f"turned-{orientation}.jpg", picture("RGB").crop((0, 0, 16, 8)), "JPEG", quality=95,
            subsampling=0, exif=exif(orientation, "<>"[orientation % 2]))

    save("lossless.webp", picture(), "WEBP", lossless=True, exact=True)
    save("lossless-opaque.webp", picture("RGB"), "WEBP", lossless=True)
    save("lossy.webp", picture("RGB"), "WEBP", quality=80)
    save("lossy-alpha.webp", picture(), "WEBP", quality=80)
    save("turned.webp", picture("RGB"), "WEBP", lossless=True, exif=exif(6)[6:])
    frames = [picture().rotate(90 * turn) for turn in range(3)]
    save("animated.webp", frames[0], "WEBP", save_all=True, append_images=frames[1:],
         lossless=True, exact=True, duration=100)

    save("plain.gif", picture("P"), "GIF", interlace=0)
    save("interlaced.gif", picture("P"), "GIF", interlace=1)
    clear = picture("P")
    save("transparent.gif", clear, "GIF", transparency=clear.getpixel((14, 9)))
    colors = [frame.convert("RGB").convert("P") for frame in frames]
    save("animated.gif", colors[0], "GIF", save_all=True, append_images=colors[1:], duration=100)


if __name__ == "__main__":
    main()
