"""Layouts as dataclasses."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import galley

from .conftest import COMMAND, MANIFEST


def test_lines_have_places_and_ranges(engine: galley.Engine) -> None:
    layout = engine.layout("ab cd", width=25, size=10, font="Galley Box")
    assert [(line.start, line.end) for line in layout.lines] == [(0, 3), (3, 5)]
    assert layout.size.width == 20
    assert layout.lines[0].width == 20 and layout.lines[0].direction == "ltr"
    assert layout.lines[1].y == layout.lines[0].height
    assert not layout.truncated and layout.parts == ()


def test_layouts_are_frozen(engine: galley.Engine) -> None:
    layout = engine.layout("ab")
    with pytest.raises(dataclasses.FrozenInstanceError):
        layout.direction = "rtl"  # type: ignore[misc]
    assert hash(layout) == hash(engine.layout("ab"))


def test_entities_are_links_spoilers_and_blocks(engine: galley.Engine) -> None:
    layout = engine.layout(
        "see <a href='https://example.org/a'>this</a> <tg-spoiler>x</tg-spoiler> <s>y</s>"
        "<pre><code class='language-swift'>let</code></pre>",
        markup="html",
    )
    assert [(link.start, link.end, link.url) for link in layout.links] == [
        (4, 8, "https://example.org/a")
    ]
    assert len(layout.links[0].rects) == 1
    assert [(spoiler.start, spoiler.end) for spoiler in layout.spoilers] == [(9, 10)]
    assert len(layout.strikethroughs) == 1
    assert layout.blocks[0].kind == "code" and layout.blocks[0].language == "swift"


def test_hidden_lines_are_cut(engine: galley.Engine) -> None:
    layout = engine.layout("a b c d e f", width=30, max_lines=1)
    assert layout.truncated and len(layout.lines) == 1 and layout.hidden


def test_a_rich_message_has_parts(engine: galley.Engine) -> None:
    layout = engine.layout("# Title\n\n- [ ] item\n", markup="rich-markdown")
    assert layout.lines == ()
    assert layout.parts[0].text == "Title"
    assert "checkbox-unchecked" in [part.kind for part in layout.parts]


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
def test_json_equals_that_of_the_command(engine: galley.Engine, tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = [{"id": 7, "text": "ab cd https://example.org"}, {"id": "x", "text": "سلام"}]
    source = tmp_path / "messages.jsonl"
    source.write_text("".join(json.dumps(message) + "\n" for message in messages))
    output = subprocess.run(
        [COMMAND, "layout", "--jsonl", source, "--fonts", MANIFEST, "--width", "100"],
        check=True,
        capture_output=True,
    ).stdout
    lines = [engine.layout_json(message, width=100) for message in messages]
    assert output == b"".join(line + b"\n" for line in lines)
    assert [engine.layout(message).id for message in messages] == [7, "x"]
