"""The memory that malloc has given out in this process."""

import ctypes


class Mallinfo(ctypes.Structure):
    """The result of mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
        "fordblks", "keepcost")]


LIBC = ctypes.CDLL("libc.so.6")
LIBC.mallinfo2.restype = Mallinfo


def heap_bytes():
    """Returns the bytes in use, without the small objects of Python, which has its own allocator."""
    information = LIBC.mallinfo2()
    return information.uordblks + information.hblkhd
