"""The declarations of galley.h, for ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint32,
    c_void_p,
)
from pathlib import Path
from typing import Any, Optional

from ._errors import error

# The number in the soname of the library that these declarations describe.
_ABI_VERSION = 0


class Error(Structure):
    _fields_ = [
        ("status", c_int),
        ("reserved", c_uint32),
        ("offset", c_int64),
        ("message", c_char * 496),
    ]


class EngineOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("manifest", c_char_p),
        ("font_files", POINTER(c_char_p)),
        ("font_file_count", c_size_t),
        ("cache_limit", c_size_t),
        ("message_limit", c_size_t),
        ("picture_limit", c_size_t),
    ]


class Message(Structure):
    _fields_ = [("bytes", c_char_p), ("size", c_size_t), ("format", c_int)]


class Settings(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_double),
        ("font_size", c_double),
        ("scale", c_double),
        ("padding", c_double),
        ("theme", c_char_p),
        ("families", c_char_p),
        ("language", c_char_p),
        ("time_zone", c_char_p),
        ("direction", c_int),
        ("picture_format", c_int),
        ("maximum_lines", c_uint32),
        ("transparent", c_uint32),
        ("reveals_all", c_uint32),
        ("has_now", c_uint32),
        ("now", c_int64),
        ("revealed", POINTER(c_uint32)),
        ("revealed_count", c_size_t),
    ]


class Content(Structure):
    _fields_ = [
        ("bytes", c_void_p),
        ("size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
    ]


def _load() -> ctypes.CDLL:
    path = os.environ.get("GALLEY_LIBRARY") or str(Path(__file__).with_name("libgalley.so"))
    # Not PyDLL: the interpreter's lock is released during calls, so threads draw at the same time.
    library = ctypes.CDLL(path)
    library.galley_abi_version.restype = c_uint32
    library.galley_abi_version.argtypes = []
    found = library.galley_abi_version()
    if found != _ABI_VERSION:
        raise ImportError(f"{path}: has interface {found}, not {_ABI_VERSION}")
    results: dict[str, tuple[Any, list[Any]]] = {
        "galley_version": (c_char_p, []),
        "galley_theme_name": (c_char_p, [c_size_t]),
        "galley_engine_options_init": (c_int, [POINTER(EngineOptions), c_size_t]),
        "galley_engine_create": (
            c_int,
            [POINTER(EngineOptions), POINTER(c_void_p), POINTER(Error)],
        ),
        "galley_engine_free": (c_int, [c_void_p]),
        "galley_settings_init": (c_int, [POINTER(Settings), c_size_t]),
        "galley_render": (
            c_int,
            [c_void_p, POINTER(Message), POINTER(Settings), POINTER(c_void_p), POINTER(Error)],
        ),
        "galley_layout": (
            c_int,
            [c_void_p, POINTER(Message), POINTER(Settings), POINTER(c_void_p), POINTER(Error)],
        ),
        "galley_buffer_get": (c_int, [c_void_p, POINTER(Content)]),
        "galley_buffer_free": (c_int, [c_void_p]),
    }
    for name, (result, arguments) in results.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


library = _load()


def library_version() -> str:
    """The version of the library."""
    text: bytes = library.galley_version()
    return text.decode()


def themes() -> list[str]:
    """The names of the color themes."""
    names: list[str] = []
    while True:
        name: Optional[bytes] = library.galley_theme_name(len(names))
        if name is None:
            return names
        names.append(name.decode())


def create_engine(options: EngineOptions) -> int:
    """Returns the handle of a new engine."""
    engine, failure = c_void_p(), Error()
    check(library.galley_engine_create(byref(options), byref(engine), byref(failure)), failure)
    assert engine.value is not None
    return engine.value


def call(function: Any, engine: int, message: Message, settings: Settings) -> tuple[bytes, int, int]:
    """Returns the bytes of a buffer, and its width and height in pixels."""
    buffer, failure = c_void_p(), Error()
    check(
        function(engine, byref(message), byref(settings), byref(buffer), byref(failure)), failure
    )
    try:
        content = Content()
        if library.galley_buffer_get(buffer, byref(content)) != 0:
            raise RuntimeError("the buffer of the library is not valid")
        return ctypes.string_at(content.bytes, content.size), content.width, content.height
    finally:
        library.galley_buffer_free(buffer)


def check(status: int, failure: Error) -> None:
    """Raises the exception for a status that is not success."""
    if status != 0:
        offset: int = failure.offset
        text: bytes = failure.message
        raise error(status, text.decode(), offset if offset >= 0 else None)
