"""Arithmetic on ink: arrays of coverage from 0 (paper) to 255 (black)."""

import io

import numpy
from PIL import Image

# The thresholds of visible ink and of dark ink.
SEEN, DARK = 64, 200


def read(source, paper=255):
    """Returns the ink of a PNG file or its bytes: the distance from the gray of the paper."""
    image = Image.open(io.BytesIO(source) if isinstance(source, bytes) else source)
    image = image.convert("RGBA")
    sheet = Image.new("RGBA", image.size, (paper, paper, paper, 255))
    gray = numpy.asarray(Image.alpha_composite(sheet, image).convert("L")).astype(numpy.int32)
    return abs(gray - paper) * 255 // max(paper, 255 - paper)


def shifted(ink, x, y, shape):
    """Returns the ink moved right and down by pixels, on a sheet of a shape."""
    sheet = numpy.zeros(shape, numpy.int32)
    top, left = max(y, 0), max(x, 0)
    bottom, right = min(y + ink.shape[0], shape[0]), min(x + ink.shape[1], shape[1])
    if bottom > top and right > left:
        sheet[top:bottom, left:right] = ink[top - y:bottom - y, left - x:right - x]
    return sheet


def band(ink, middle, reach):
    """Returns the rows of a picture within a distance from a row."""
    return shifted(ink, 0, reach - middle, (2 * reach, ink.shape[1]))


def agreement(one, other, reach=4):
    """Compares the ink of two pictures at their best alignment.

    Returns the agreement, from 0 to 1, and the shift of the second picture.
    """
    shape = (max(one.shape[0], other.shape[0]) + 2 * reach,
             max(one.shape[1], other.shape[1]) + 2 * reach)
    still = shifted(one, reach, reach, shape)
    best = (-1.0, 0, 0)
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            moved = shifted(other, reach + x, reach + y, shape)
            most = numpy.maximum(still, moved).sum()
            value = numpy.minimum(still, moved).sum() / most if most else 1.0
            best = max(best, (float(value), x, y))
    return best


def nearby(mask):
    """Returns a mask extended by the neighbors of its pixels."""
    wide = mask.copy()
    for axis in (0, 1):
        for step in (-1, 1):
            wide |= numpy.roll(mask, step, axis)
    wide[1:-1, 1:-1] |= mask[:-2, :-2] | mask[2:, 2:] | mask[:-2, 2:] | mask[2:, :-2]
    return wide


def place(part, whole):
    """Returns the shift that maximizes the correlation of a picture with a larger one."""
    shape = [a + b for a, b in zip(part.shape, whole.shape)]
    dark = (whole >= DARK).astype(float)
    pattern = (part >= DARK).astype(float)
    product = numpy.fft.irfft2(
        numpy.fft.rfft2(dark, shape) * numpy.conj(numpy.fft.rfft2(pattern, shape)), shape)
    y, x = numpy.unravel_index(numpy.argmax(product), product.shape)
    y = y - shape[0] if y > whole.shape[0] else y
    x = x - shape[1] if x > whole.shape[1] else x
    return int(x), int(y)
