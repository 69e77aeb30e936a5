"""The settings of a call, as keyword arguments and as a structure of the library."""

from __future__ import annotations

import ctypes
from collections.abc import Collection
from ctypes import c_uint32
from typing import Literal, Optional, TypedDict, Union, get_args

from . import _library
from ._errors import SettingError

Markup = Literal[
    "json",
    "text",
    "markdown",
    "markdown-v2",
    "legacy-markdown",
    "html",
    "rich-markdown",
    "rich-html",
]
PictureFormat = Literal["png", "webp", "rgba", "svg", "pdf"]
Direction = Literal["auto", "ltr", "rtl"]

MARKUPS: list[str] = list(get_args(Markup))
PICTURE_FORMATS: list[str] = list(get_args(PictureFormat))
DIRECTIONS: list[str] = list(get_args(Direction))


class Options(TypedDict, total=False):
    """The keyword arguments of layouts and pictures; those that are missing have the defaults."""

    width: Optional[float]
    size: float
    scale: float
    padding: float
    theme: str
    font: str
    language: str
    time_zone: str
    direction: Direction
    max_lines: int
    transparent: bool
    reveal: Union[Literal["all"], Collection[int]]
    now: int


def invalid(name: str, rule: str) -> SettingError:
    """Returns the exception for an invalid argument."""
    return SettingError(f"{name} must be {rule}", 1)


def choice(name: str, value: str, names: list[str]) -> int:
    """Returns the index of a name."""
    if value not in names:
        raise invalid(name, f"one of {', '.join(names)}, not {value!r}")
    return names.index(value)


def text(name: str, value: str) -> bytes:
    """Returns a string of C."""
    if "\0" in value:
        raise invalid(name, "a text without zero bytes")
    try:
        return value.encode()
    except UnicodeEncodeError as failure:
        raise invalid(name, "a text of Unicode, without surrogates") from failure


def integer(name: str, value: int, most: int) -> int:
    """Returns an integer that is not negative and has a maximum."""
    if not 0 <= value <= most:
        raise invalid(name, f"from 0 to {most}")
    return value


def structure(options: Options, picture_format: str = "png") -> _library.Settings:
    """Returns settings for the library."""
    settings = _library.Settings()
    size = ctypes.sizeof(settings)
    if _library.library.galley_settings_init(ctypes.byref(settings), size) != 0:
        raise ImportError("the library has other settings")
    settings.picture_format = choice("format", picture_format, PICTURE_FORMATS)
    if "width" in options:
        width = options["width"]
        settings.width = float("inf") if width is None else width
    if "size" in options:
        settings.font_size = options["size"]
    if "scale" in options:
        settings.scale = options["scale"]
    if "padding" in options:
        settings.padding = options["padding"]
    if "theme" in options:
        settings.theme = text("theme", options["theme"])
    if "font" in options:
        settings.families = text("font", options["font"])
    if "language" in options:
        settings.language = text("language", options["language"])
    if "time_zone" in options:
        settings.time_zone = text("time_zone", options["time_zone"])
    if "direction" in options:
        settings.direction = choice("direction", options["direction"], DIRECTIONS)
    if "max_lines" in options:
        settings.maximum_lines = integer("max_lines", options["max_lines"], 2**32 - 1)
    if options.get("transparent"):
        settings.transparent = 1
    if "now" in options:
        now = options["now"]
        if abs(now) > 10**12:
            raise invalid("now", "at most 10^12 seconds from 1970")
        settings.has_now, settings.now = 1, now
    set_revealed(settings, options.get("reveal", ()))
    return settings


def set_revealed(
    settings: _library.Settings, reveal: Union[Literal["all"], Collection[int]]
) -> None:
    """Sets the spoilers to reveal."""
    if reveal == "all":
        settings.reveals_all = 1
        return
    if isinstance(reveal, str):
        raise invalid("reveal", '"all" or a collection of indices')
    indices = [integer("reveal", index, 2**32 - 1) for index in reveal]
    if indices:
        # The structure keeps the array alive.
        settings.revealed = (c_uint32 * len(indices))(*indices)
        settings.revealed_count = len(indices)
