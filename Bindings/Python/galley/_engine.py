"""Engines, and functions that use a common one."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from ctypes import c_char_p
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Optional, Union, Unpack

from . import _library
from ._errors import ClosedError
from ._layout import Layout
from ._settings import MARKUPS, Markup, Options, PictureFormat, choice, integer, invalid, structure

Message = Union[str, bytes, Mapping[str, Any]]
"""A message: text, text in a markup, or JSON as a mapping, a string or bytes."""



@dataclass(frozen=True)
class Picture:
    """A picture: a file, or the pixels if the format is "rgba".

    A pixel is red, green, blue and alpha, a byte each, not premultiplied. The width and height are
    in pixels, and zero for SVG and PDF.
    """

    data: bytes
    width: int
    height: int


_CLOSED = 2
_MOST = sys.maxsize


class Engine:
    """Fonts and caches, which any number of threads may use at the same time.

    `manifest` is the path of a font manifest; without it, the fonts are those of the system. Font
    files come before all other fonts. The limits are in bytes.

    An engine also works in a child process after a fork, and is freed with the last reference to
    it, by `close()`, or by a `with` statement.
    """

    def __init__(
        self,
        *,
        manifest: Union[str, os.PathLike[str], None] = None,
        font_files: Sequence[Union[str, os.PathLike[str]]] = (),
        cache_limit: Optional[int] = None,
        message_limit: Optional[int] = None,
        picture_limit: Optional[int] = None,
    ) -> None:
        self._handle: Optional[int] = None
        options = _library.EngineOptions()
        size = ctypes.sizeof(options)
        if _library.library.galley_engine_options_init(ctypes.byref(options), size) != 0:
            raise ImportError("the library has other options")
        if manifest is not None:
            options.manifest = _path("manifest", manifest)
        if font_files:
            files = [_path("font_files", file) for file in font_files]
            options.font_files = (c_char_p * len(files))(*files)
            options.font_file_count = len(files)
        if cache_limit is not None:
            options.cache_limit = integer("cache_limit", cache_limit, _MOST)
        if message_limit is not None:
            options.message_limit = integer("message_limit", message_limit, _MOST)
        if picture_limit is not None:
            options.picture_limit = integer("picture_limit", picture_limit, _MOST)
        self._handle = _library.create_engine(options)

    def render(
        self,
        message: Message,
        *,
        markup: Optional[Markup] = None,
        format: PictureFormat = "png",
        **options: Unpack[Options],
    ) -> bytes:
        """Returns a picture of a message, as `galley render` draws it."""
        return self.picture(message, markup=markup, format=format, **options).data

    def picture(
        self,
        message: Message,
        *,
        markup: Optional[Markup] = None,
        format: PictureFormat = "png",
        **options: Unpack[Options],
    ) -> Picture:
        """Returns a picture of a message with its size in pixels."""
        settings = structure(options, format)
        return Picture(*self._call(_library.library.galley_render, message, markup, settings))

    def layout(
        self, message: Message, *, markup: Optional[Markup] = None, **options: Unpack[Options]
    ) -> Layout:
        """Returns the layout of a message."""
        return Layout.from_json(json.loads(self.layout_json(message, markup=markup, **options)))

    def layout_json(
        self, message: Message, *, markup: Optional[Markup] = None, **options: Unpack[Options]
    ) -> bytes:
        """Returns the layout of a message as the JSON of `galley layout --jsonl`."""
        return self._call(_library.library.galley_layout, message, markup, structure(options))[0]

    def close(self) -> None:
        """Frees the engine. Calls of other threads are completed; later ones fail."""
        handle, self._handle = self._handle, None
        if handle is not None:
            _library.library.galley_engine_free(handle)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __reduce__(self) -> Any:
        raise TypeError("an engine belongs to its process; create one in each, as galley.render does")

    def _call(
        self, function: Any, message: Message, markup: Optional[Markup], settings: _library.Settings
    ) -> tuple[bytes, int, int]:
        handle = self._handle
        if handle is None:
            raise ClosedError("the engine is closed", _CLOSED)
        data, name = _data(message, markup)
        raw = _library.Message(data, len(data), choice("markup", name, MARKUPS))
        return _library.call(function, handle, raw, settings)


def render(
    message: Message,
    *,
    markup: Optional[Markup] = None,
    format: PictureFormat = "png",
    **options: Unpack[Options],
) -> bytes:
    """Returns a picture of a message, in the fonts of the system.

    A mapping is a message in the format of Telegram's Bot API, or a rich message if it has
    "blocks"; a string is text, unless `markup` tells otherwise. `width` (None never wraps lines),
    `size` and `padding` are in points, and `scale` is in pixels per point.
    """
    return _shared().render(message, markup=markup, format=format, **options)


def layout(
    message: Message, *, markup: Optional[Markup] = None, **options: Unpack[Options]
) -> Layout:
    """Returns the layout of a message, in the fonts of the system."""
    return _shared().layout(message, markup=markup, **options)


_lock = threading.Lock()
_engine: Optional[Engine] = None
# A thread of the parent may hold the lock at a fork.
os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))


def _shared() -> Engine:
    """Returns the engine of the functions, which is created on first use."""
    global _engine
    with _lock:
        if _engine is None:
            _engine = Engine()
        return _engine


def _data(message: Message, markup: Optional[Markup]) -> tuple[bytes, str]:
    """Returns the bytes of a message, and the name of its format."""
    if isinstance(message, Mapping):
        if markup not in (None, "json"):
            raise invalid("markup", '"json" for a mapping')
        # Surrogates stay escaped, and are answered by the library.
        return json.dumps(dict(message), allow_nan=False).encode(), "json"
    if isinstance(message, bytes):
        return message, markup or "text"
    if isinstance(message, str):
        try:
            return message.encode(), markup or "text"
        except UnicodeEncodeError as failure:
            raise invalid("message", "a text of Unicode, without surrogates") from failure
    raise TypeError(f"a message is a str, bytes or a mapping, not {type(message).__name__}")


def _path(name: str, path: Union[str, os.PathLike[str]]) -> bytes:
    data = os.fsencode(path)
    if b"\0" in data:
        raise invalid(name, "a path without zero bytes")
    return data
