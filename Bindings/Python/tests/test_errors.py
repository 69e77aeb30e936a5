"""Bad input."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import galley


def test_an_invalid_message_tells_its_place(engine: galley.Engine) -> None:
    with pytest.raises(galley.MessageError) as caught:
        engine.render('{"text": "a" oops}', markup="json")
    assert caught.value.offset == 13 and caught.value.code == 4
    with pytest.raises(galley.MessageError) as caught:
        engine.layout(b"ab\xff")
    assert caught.value.offset == 2
    with pytest.raises(galley.MessageError) as caught:
        engine.layout("*a", markup="markdown-v2")
    assert caught.value.offset == 0
    with pytest.raises(galley.MessageError, match="entities"):
        engine.layout({"text": "a", "entities": [{"type": "bold", "offset": 0, "length": 9}]})


@pytest.mark.parametrize(
    "options",
    [
        {"width": -1},
        {"width": float("nan")},
        {"scale": 0},
        {"scale": 17},
        {"padding": -1},
        {"size": 1e9},
        {"theme": "plaid"},
        {"font": "No Such Family"},
        {"language": "not a language!"},
        {"time_zone": "Mars/Base"},
        {"direction": "up"},
        {"format": "jpeg"},
        {"markup": "word"},
        {"max_lines": -1},
        {"reveal": [-1]},
        {"reveal": "some"},
        {"now": 10**13},
        {"theme": "light\0"},
        {"theme": "\ud800"},
    ],
)
def test_an_invalid_setting_is_refused(engine: galley.Engine, options: dict[str, Any]) -> None:
    with pytest.raises(galley.SettingError) as caught:
        engine.render("a", **options)
    assert caught.value.code == 1
    assert isinstance(caught.value, ValueError)


def test_limits_are_held() -> None:
    from .conftest import MANIFEST

    with galley.Engine(manifest=MANIFEST, message_limit=10, picture_limit=10_000) as engine:
        assert engine.render("a" * 10, scale=0.5)
        with pytest.raises(galley.LimitError, match="10"):
            engine.layout("a" * 11)
        with pytest.raises(galley.LimitError, match="10000"):
            engine.render("a", scale=16)
    with pytest.raises(galley.SettingError):
        galley.Engine(manifest=MANIFEST, picture_limit=2**60)


def test_a_closed_engine_is_refused(engine: galley.Engine) -> None:
    engine.close()
    engine.close()
    with pytest.raises(galley.ClosedError):
        engine.render("a")


def test_missing_and_damaged_fonts_are_refused(tmp_path: Any) -> None:
    with pytest.raises(galley.FontError, match="no-such"):
        galley.Engine(manifest="no-such.json")
    font = tmp_path / "font.ttf"
    font.write_bytes(b"not a font")
    with pytest.raises(galley.FontError, match="font.ttf"):
        galley.Engine(font_files=[font])


def test_other_types_are_refused(engine: galley.Engine) -> None:
    with pytest.raises(TypeError):
        engine.render(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        engine.render({"text": "a"}, markup="html")
    with pytest.raises(ValueError):
        engine.render("\ud800")
    with pytest.raises(ValueError):
        engine.render({"text": float("nan")})


def test_exceptions_travel_and_engines_do_not(engine: galley.Engine) -> None:
    error = galley.MessageError("wrong", 4, 7)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.offset) == ("wrong (at byte 7)", 4, 7)
    with pytest.raises(TypeError):
        copy.copy(engine)
