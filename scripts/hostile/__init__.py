"""The hostile corpus: messages and files that strangers could send, by category, with their outcomes.

Everything is generated, and equal in each run. `scripts/run-hostile` tries it.
"""

from dataclasses import dataclass, field


@dataclass
class Case:
    """A message or a command, with the outcome that it must have.

    A message is a line for `galley batch`. The words of a command may contain `{folder}`, where its
    files are. `error` is the part of the answer that names the place and the value; None if the case
    must be rendered. `may_fail` accepts a picture, too: nobody can know how much of a random damage
    a decoder tolerates. `glyph_font` names the font in which a text must keep the glyphs of HarfBuzz.
    """

    category: str
    name: str
    line: bytes = b""
    words: list = field(default_factory=list)
    files: dict = field(default_factory=dict)
    error: str | None = None
    may_fail: bool = False
    glyph_font: str | None = None
