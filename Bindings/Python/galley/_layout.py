"""Layouts as dataclasses, read from the JSON of the library.

Distances are in points from the top left. `start` and `end` are offsets into the text in bytes of
UTF-8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

Direction = Literal["ltr", "rtl"]
JSON = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """A width and a height."""

    width: float
    height: float


@dataclass(frozen=True)
class Rect:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Range:
    """A part of the text."""

    start: int
    end: int


@dataclass(frozen=True)
class Line:
    """A line: its part of the text, its place, and its baseline from the top of the layout."""

    start: int
    end: int
    x: float
    y: float
    width: float
    height: float
    baseline: float
    direction: Direction


@dataclass(frozen=True)
class Stretch:
    """A part of the text with its rectangles, such as a spoiler."""

    start: int
    end: int
    rects: tuple[Rect, ...]


@dataclass(frozen=True)
class Link(Stretch):
    """A link; those in spoilers are left out unless revealed."""

    type: str
    url: Optional[str]


@dataclass(frozen=True)
class Embedded(Stretch):
    """A custom emoji; its rectangles are left out in spoilers."""

    id: str


@dataclass(frozen=True)
class Block:
    """A quotation or a block of code."""

    kind: Literal["quote", "code"]
    start: int
    end: int
    frame: Rect
    parent: Optional[int]
    language: Optional[str]
    title: Optional[str]
    collapsed: Optional[bool]


@dataclass(frozen=True)
class Part:
    """A text, a picture or a control of a rich message; offsets are those of its own text."""

    kind: str
    block: Optional[str]
    frame: Rect
    text: Optional[str]
    truncated: bool
    lines: tuple[Line, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Layout:
    """The layout of a message. A rich message has parts; any other message has the rest."""

    id: Union[int, str, None]
    size: Size
    direction: Direction
    truncated: bool
    lines: tuple[Line, ...]
    links: tuple[Link, ...]
    spoilers: tuple[Stretch, ...]
    strikethroughs: tuple[Stretch, ...]
    blocks: tuple[Block, ...]
    embedded: tuple[Embedded, ...]
    hidden: tuple[Range, ...]
    trailing: Optional[Rect]
    parts: tuple[Part, ...]

    @staticmethod
    def from_json(value: JSON) -> Layout:
        """Reads the layout from the object of `galley layout --jsonl`."""
        trailing = value.get("trailing")
        return Layout(
            id=value["id"],
            size=Size(value["size"]["width"], value["size"]["height"]),
            direction=value["direction"],
            truncated=value.get("truncated", False),
            lines=tuple(Line(**line) for line in value.get("lines", ())),
            links=_links(value),
            spoilers=tuple(_stretch(item) for item in value.get("spoilers", ())),
            strikethroughs=tuple(_stretch(item) for item in value.get("strikethroughs", ())),
            blocks=tuple(_block(item) for item in value.get("blocks", ())),
            embedded=tuple(
                Embedded(item["start"], item["end"], _rects(item), item["id"])
                for item in value.get("embedded", ())
            ),
            hidden=tuple(Range(item["start"], item["end"]) for item in value.get("hidden", ())),
            trailing=None if trailing is None else Rect(*trailing),
            parts=tuple(_part(item) for item in value.get("parts", ())),
        )


def _rects(value: JSON) -> tuple[Rect, ...]:
    return tuple(Rect(*rect) for rect in value["rects"])


def _stretch(value: JSON) -> Stretch:
    return Stretch(value["start"], value["end"], _rects(value))


def _links(value: JSON) -> tuple[Link, ...]:
    return tuple(
        Link(item["start"], item["end"], _rects(item), item["type"], item.get("url"))
        for item in value.get("links", ())
    )


def _block(value: JSON) -> Block:
    return Block(
        kind=value["kind"],
        start=value["start"],
        end=value["end"],
        frame=Rect(*value["frame"]),
        parent=value.get("parent"),
        language=value.get("language"),
        title=value.get("title"),
        collapsed=value.get("collapsed"),
    )


def _part(value: JSON) -> Part:
    return Part(
        kind=value["kind"],
        block=value.get("block"),
        frame=Rect(*value["frame"]),
        text=value.get("text"),
        truncated=value.get("truncated", False),
        lines=tuple(Line(**line) for line in value.get("lines", ())),
        links=_links(value),
    )
