#!/usr/bin/env python3
"""Writes the animations that the tests decode, and the frames that they must show.

    /usr/bin/python3 Tests/ImagesTests/Fixtures/generate-animations.py

It needs Debian's python3-pil. The pictures are computed here and nobody's. The files are put
together from the formats' documents, not by the encoders of a library, so that every way of
disposing and blending occurs. Beside each is a file `.frames`: width, height and the number of frames as
two bytes each, least significant first; for each frame its duration in milliseconds as four bytes;
then for each frame blue, green, red and alpha of each pixel, premultiplied. They are composed from
the frames that went into the file, by the definition of each format. Where PIL composes correctly, its
frames must be the same.
"""

import io
import struct
import zlib
from pathlib import Path

from PIL import Image, ImageSequence

FOLDER = Path(__file__).parent
WIDTH, HEIGHT = 24, 20
KEEP, CLEAR, RESTORE = range(3)


class Frame:
    """A rectangle of pixels (red, green, blue, alpha), and its place in an animation."""

    def __init__(self, box, pixels, delay=100, disposal=KEEP, blends=True, interlaced=False, parts=1):
        self.x, self.y, self.width, self.height = box
        self.pixels = [pixels(x, y) for y in range(self.height) for x in range(self.width)]
        self.delay, self.disposal, self.blends = delay, disposal, blends
        self.interlaced, self.parts = interlaced, parts

    def places(self):
        for y in range(self.height):
            for x in range(self.width):
                if self.x + x < WIDTH and self.y + y < HEIGHT:
                    yield (self.y + y) * WIDTH + self.x + x, self.pixels[y * self.width + x]

    def image(self):
        image = Image.new("RGBA", (self.width, self.height))
        image.putdata(self.pixels)
        return image


def compose(frames):
    """The canvas at each frame, as premultiplied floating-point channels."""
    canvas = [(0.0, 0.0, 0.0, 0.0)] * (WIDTH * HEIGHT)
    shown = []
    for frame in frames:
        before = list(canvas)
        for place, pixel in frame.places():
            alpha = pixel[3] / 255
            source = tuple(value * alpha for value in pixel[:3]) + (pixel[3],)
            rest = 1 - alpha if frame.blends else 0
            canvas[place] = tuple(new + old * rest for new, old in zip(source, canvas[place]))
        shown.append(list(canvas))
        for place, _ in frame.places():
            if frame.disposal == CLEAR:
                canvas[place] = (0.0, 0.0, 0.0, 0.0)
            elif frame.disposal == RESTORE:
                canvas[place] = before[place]
    return shown


def write(name, data, frames, tolerance=0):
    """Writes a file, and its composed frames; PIL's may differ by `tolerance`, or `None`: any."""
    (FOLDER / name).write_bytes(data)
    shown = compose(frames)
    out = struct.pack("<HHH", WIDTH, HEIGHT, len(frames))
    out += b"".join(struct.pack("<I", frame.delay) for frame in frames)
    for canvas in shown:
        for red, green, blue, alpha in canvas:
            out += bytes(int(value + 0.5) for value in (blue, green, red, alpha))
    (FOLDER / (name + ".frames")).write_bytes(out)
    if tolerance is None:
        return
    decoded = Image.open(io.BytesIO(data))
    assert decoded.n_frames == len(frames), name
    for canvas, image in zip(shown, ImageSequence.Iterator(decoded)):
        for ours, theirs in zip(canvas, image.convert("RGBA").getdata()):
            alpha = theirs[3] / 255
            premultiplied = tuple(value * alpha for value in theirs[:3]) + (theirs[3],)
            worst = max(abs(one - other) for one, other in zip(ours, premultiplied))
            assert worst <= tolerance + 0.5, (name, ours, theirs)


# GIF

def lzw(indices, bits):
    """The codes of color indices, with a clear code before the table would grow."""
    clear, stop = 1 << bits, (1 << bits) + 1
    size, pending, count, out = bits + 1, 0, 0, bytearray()
    room = (1 << bits) - 2
    codes = []
    for place, index in enumerate(indices):
        if place % room == 0:
            codes.append(clear)
        codes.append(index)
    for code in codes + [stop]:
        pending |= code << count
        count += size
        while count >= 8:
            out.append(pending & 255)
            pending, count = pending >> 8, count - 8
    if count:
        out.append(pending & 255)
    return bytes(out)


def blocks(data):
    parts = [data[start:start + 255] for start in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def table(colors):
    return b"".join(bytes(color[:3]) for color in colors).ljust(3 * 16, b"\0")


def gif(frames, repeats=None, shared=()):
    """A GIF of 16 colors, the last of which is transparent; `shared` is the global table."""
    out = b"GIF89a" + struct.pack("<HH", WIDTH, HEIGHT)
    out += bytes([0x80 | 3 if shared else 0, 0, 0]) + (table(shared) if shared else b"")
    if repeats is not None:
        out += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", repeats) + b"\0"
    for frame in frames:
        opaque = sorted({pixel for pixel in frame.pixels if pixel[3]})
        assert len(opaque) < 16
        is_local = not set(opaque) <= set(shared)
        colors = opaque if is_local else list(shared)
        indices = [colors.index(pixel) if pixel[3] else 15 for pixel in frame.pixels]
        flags = [1, 2, 3][frame.disposal] << 2 | 1
        out += b"\x21\xf9\x04" + struct.pack("<BHB", flags, frame.delay // 10, 15) + b"\0"
        # Another extension stands between the control block and the image.
        out += b"\x21\xfe" + blocks(b"a comment")
        out += b"\x2c" + struct.pack("<HHHH", frame.x, frame.y, frame.width, frame.height)
        out += bytes([(0x80 | 3 if is_local else 0) | (0x40 if frame.interlaced else 0)])
        out += table(colors) if is_local else b""
        rows = list(range(frame.height))
        if frame.interlaced:
            rows = rows[0::8] + rows[4::8] + rows[2::4] + rows[1::2]
        ordered = [
            index for y in rows for index in indices[y * frame.width:(y + 1) * frame.width]]
        out += b"\x04" + blocks(lzw(ordered, 4))
    return out + b"\x3b"


# PNG

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def apng(frames, plays=0, default=None, palette=None):
    """An animated PNG; `default` is an image that is no frame; `palette` are colors with alpha."""
    out = b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3 if palette else 6, 0, 0, 0))
    out += chunk(b"acTL", struct.pack(">II", len(frames), plays))
    if palette:
        out += chunk(b"PLTE", b"".join(bytes(color[:3]) for color in palette))
        out += chunk(b"tRNS", bytes(color[3] for color in palette))
    sequence = 0

    def data(frame):
        rows = b""
        for y in range(frame.height):
            row = frame.pixels[y * frame.width:(y + 1) * frame.width]
            rows += b"\0" + b"".join(
                bytes([palette.index(pixel)]) if palette else bytes(pixel) for pixel in row)
        return zlib.compress(rows, 9)

    if default:
        out += chunk(b"IDAT", data(default))
    for index, frame in enumerate(frames):
        out += chunk(b"fcTL", struct.pack(
            ">IIIIIHHBB", sequence, frame.width, frame.height, frame.x, frame.y, frame.delay, 1000,
            frame.disposal, int(frame.blends)))
        sequence += 1
        packed = data(frame)
        length = -(-len(packed) // frame.parts)
        for start in range(0, len(packed), length):
            part = packed[start:start + length]
            if index == 0 and not default:
                out += chunk(b"IDAT", part)
            else:
                out += chunk(b"fdAT", struct.pack(">I", sequence) + part)
                sequence += 1
    return out + chunk(b"IEND", b"")


# WebP

def webp(frames, plays=0, **options):
    def part(kind, data):
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)

    def three(number):
        return struct.pack("<I", number)[:3]

    body = part(b"VP8X", b"\x12\0\0\0" + three(WIDTH - 1) + three(HEIGHT - 1))
    # A background color, which is ignored as browsers do.
    body += part(b"ANIM", b"\x20\x40\x60\xff" + struct.pack("<H", plays))
    for frame in frames:
        buffer = io.BytesIO()
        frame.image().save(buffer, "WEBP", exact=True, **(options or {"lossless": True}))
        data = buffer.getvalue()[12:]
        if data[:4] == b"VP8X":
            data = data[8 + 10:]
        head = three(frame.x // 2) + three(frame.y // 2) + three(frame.width - 1)
        head += three(frame.height - 1) + three(frame.delay)
        head += bytes([(1 if frame.disposal == CLEAR else 0) | (0 if frame.blends else 2)])
        body += part(b"ANMF", head + data)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def disc(color, center, radius, outside=(0, 0, 0, 0)):
    """A disc of a color; the rest is of another one."""
    def pixels(x, y):
        return color if (x - center[0]) ** 2 + (y - center[1]) ** 2 < radius ** 2 else outside
    return pixels


def fading(color):
    """A color that becomes opaque from left to right."""
    return lambda x, y: color + (min(255, 30 + x * 20),)


WHOLE = (0, 0, WIDTH, HEIGHT)
SHARED = [(40, 80, 200, 255), (240, 240, 240, 255), (20, 20, 20, 255)]


def main():
    blue, white, black = SHARED
    red, green = (220, 40, 30, 255), (30, 180, 60, 255)
    frames = [
        Frame(WHOLE, disc(blue, (10, 8), 9, white), delay=100),
        Frame((4, 2, 12, 12), disc(red, (6, 6), 5), delay=50, disposal=RESTORE, interlaced=True),
        Frame((8, 6, 10, 9), disc(green, (4, 4), 4, black), delay=200, disposal=CLEAR),
        Frame((2, 3, 7, 7), disc(red, (3, 3), 3), delay=30),
        # Beyond the canvas.
        Frame((18, 14, 12, 12), disc(black, (4, 4), 4, green), delay=20, disposal=RESTORE),
        Frame((0, 0, 5, 5), lambda x, y: white, delay=70, disposal=CLEAR),
    ]
    write("disposals.gif", gif(frames, repeats=3, shared=SHARED), frames)
    # The first frame is not kept, and covers a part of the canvas only.
    frames = [
        Frame((6, 4, 10, 10), disc(red, (5, 5), 5), disposal=RESTORE),
        Frame((0, 0, 8, 8), disc(green, (4, 4), 4), disposal=CLEAR),
        Frame((4, 4, 8, 8), disc(blue, (4, 4), 4)),
    ]
    write("restored-first.gif", gif(frames), frames)

    alphas = [
        Frame(WHOLE, fading((200, 90, 20)), delay=100),
        Frame((4, 2, 12, 12), fading((20, 160, 80)), delay=40, disposal=RESTORE, parts=3),
        Frame((8, 6, 10, 9), fading((30, 60, 220)), delay=60, disposal=CLEAR, blends=False),
        Frame((2, 2, 14, 14), disc((240, 230, 60, 128), (7, 7), 6), delay=250),
        Frame((0, 0, 24, 10), disc((90, 20, 90, 255), (12, 5), 5), blends=False, parts=2),
    ]
    # PIL mixes the alpha of frames that are drawn over others in another way.
    write("blends.png", apng(alphas, plays=2), alphas, tolerance=None)
    marks = [
        Frame(WHOLE, disc(red, (12, 10), 8)),
        Frame((4, 2, 12, 12), disc(green, (6, 6), 5), disposal=CLEAR),
        Frame((10, 6, 10, 9), disc(blue, (5, 4), 4, white)),
    ]
    write("separate-default.png",
          apng(marks, default=Frame(WHOLE, lambda x, y: black)), marks, tolerance=None)
    colors = [(0, 0, 0, 0), (220, 40, 30, 128), red, green, blue, white]
    cut = [
        Frame(WHOLE, disc(red, (12, 10), 8)),
        Frame((4, 2, 12, 12), disc((220, 40, 30, 128), (6, 6), 5), disposal=RESTORE),
        Frame((10, 6, 10, 9), disc(blue, (5, 4), 4)),
    ]
    write("palette-animation.png", apng(cut, palette=colors), cut, tolerance=None)

    webps = [frame for frame in alphas if frame.disposal != RESTORE]
    webps.insert(2, Frame((6, 4, 12, 12), fading((20, 160, 80)), delay=0, disposal=CLEAR))
    write("blends.webp", webp(webps, plays=2), webps, tolerance=3)


if __name__ == "__main__":
    main()
