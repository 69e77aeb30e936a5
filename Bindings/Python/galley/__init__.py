"""Layout and drawing of message text in any script.

    import galley
    png = galley.render("Good *morning* ☀️", markup="markdown", width=320, theme="dark", scale=2)
    layout = galley.layout({"text": "Good morning", "width": 100})
    for line in layout.lines: print(line.start, line.end, line.width)

The functions use an engine with the fonts of the system; `Engine` has others. All of them may be
called from any thread, and draw at the same time, because they release the interpreter's lock.
"""

from ._engine import Engine, Message, Picture, layout, render
from ._errors import (
    ClosedError,
    FontError,
    FormatError,
    GalleyError,
    LimitError,
    MessageError,
    SettingError,
)
from ._layout import (
    Block,
    Embedded,
    Layout,
    Line,
    Link,
    Part,
    Range,
    Rect,
    Size,
    Stretch,
)
from ._library import library_version, themes
from ._settings import Direction, Markup, PictureFormat

__version__ = library_version()

__all__ = [
    "Block",
    "ClosedError",
    "Direction",
    "Embedded",
    "Engine",
    "FontError",
    "FormatError",
    "GalleyError",
    "Layout",
    "LimitError",
    "Line",
    "Link",
    "Markup",
    "Message",
    "MessageError",
    "Part",
    "Picture",
    "PictureFormat",
    "Range",
    "Rect",
    "SettingError",
    "Size",
    "Stretch",
    "__version__",
    "layout",
    "library_version",
    "render",
    "themes",
]
