"""Exceptions, one per kind of failure."""

from __future__ import annotations

from typing import Optional


class GalleyError(Exception):
    """A failure of the library.

    `code` is the status in galley.h, and `offset` the place of the problem in the message, in bytes
    of UTF-8, if it is known.
    """

    def __init__(self, message: str, code: int, offset: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.offset = offset

    def __str__(self) -> str:
        return self.message if self.offset is None else f"{self.message} (at byte {self.offset})"

    def __reduce__(self) -> tuple[type[GalleyError], tuple[str, int, Optional[int]]]:
        # Exceptions travel between processes, as in Spark and in multiprocessing.
        return (type(self), (self.message, self.code, self.offset))


class SettingError(GalleyError, ValueError):
    """A setting has an invalid value."""


class ClosedError(GalleyError):
    """The engine is closed."""


class FontError(GalleyError):
    """A font or a font manifest cannot be used."""


class MessageError(GalleyError, ValueError):
    """The message is invalid."""


class LimitError(GalleyError):
    """The message or its picture exceeds a limit."""


class FormatError(GalleyError):
    """A library that the format requires is missing, or cannot encode the picture."""


_MEMORY = 6
_KINDS: dict[int, type[GalleyError]] = {
    1: SettingError,
    2: ClosedError,
    3: FontError,
    4: MessageError,
    5: LimitError,
    7: FormatError,
}


def error(code: int, message: str, offset: Optional[int]) -> Exception:
    """Returns the exception for a status of the library."""
    if code == _MEMORY:
        return MemoryError(message)
    return _KINDS.get(code, GalleyError)(message, code, offset)
