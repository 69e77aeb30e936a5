"""Hostile rich messages, formulas, corpus files, conversations and manifests."""

import json

from . import Case


def nested(kind, depth, inside):
    block = inside
    for _ in range(depth):
        block = {"type": kind, "blocks": [block]}
    return block


def rich_messages():
    """Yields names, blocks of rich messages, and the parts of errors."""
    paragraph = {"type": "paragraph", "text": "a"}
    yield "many-paragraphs", [paragraph] * 400, None
    yield "too-many-paragraphs", [paragraph] * 100_000, "?"
    yield "deep-quotations", [nested("blockquote", 10, paragraph)], None
    yield "deeper-quotations", [nested("blockquote", 25, paragraph)], "?"
    yield "paragraph-without-text", [{"type": "paragraph"}], '"blocks[0].text" is missing'
    yield "text-number", [{"type": "paragraph", "text": 5}], '"blocks[0].text"'
    yield "blocks-object", {}, '"blocks" must be an array, but is an object'
    yield "block-number", [7], '"blocks[0]" must be an object, but is the number 7'
    yield "unknown-block", [{"type": "\u202e"}], None
    yield "heading-zero", [{"type": "heading", "size": 0, "text": "a"}], "?"
    yield "heading-huge", [{"type": "heading", "size": 10**30, "text": "a"}], '"blocks[0].size"'
    row = [{"text": "a"}] * 20
    yield "wide-table", [{"type": "table", "cells": [row]}], "?"
    yield "span-huge", [{"type": "table", "cells": [[{"text": "a", "colspan": 10**9, "rowspan": 10**9}]]}], "?"
    yield "span-negative", [{"type": "table", "cells": [[{"text": "a", "colspan": -1}]]}], "?"
    yield "uneven-table", [{"type": "table", "cells": [row[:n % 5] for n in range(20)]}], "?"
    yield "photo-climbing", [{"type": "photo", "photo": {"file": "../../etc/passwd"}}], "?"
    yield "formula-deep", [{"type": "formula", "expression": "{" * 5_000}], "?"
    yield "zalgo-list", [{"type": "list", "items": [{"blocks": [
        {"type": "paragraph", "text": "a" + "\u0301" * 500}]}] * 20}], "?"


FORMULAS = {
    "braces": "{" * 20_000, "open": "\\frac{1}{", "fractions": "\\frac{1}{" * 2_000 + "1" + "}" * 2_000,
    "scripts": "a^" + "{a^" * 2_000 + "a" + "}" * 2_000, "roots": "\\sqrt{" * 2_000 + "1" + "}" * 2_000,
    "macro-loop": "\\def\\a{\\a}\\a", "macro-growth": "\\def\\a{xx}" + "".join(
        f"\\def\\{chr(98 + n)}{{\\{chr(97 + n)}\\{chr(97 + n)}\\{chr(97 + n)}}}" for n in range(20)) + "\\u",
    "macro-arguments": "\\def\\a#9{#9}\\a", "unknown": "\\unknown{\\x}", "dollars": "$" * 5_000,
    "matrix": "\\begin{matrix}" + "a&" * 5_000 + "\\end{matrix}", "rows": "\\begin{matrix}" + "a\\\\" * 5_000,
    "delimiters": "\\left(" * 1_000 + "x", "accents": "\\hat{" * 1_000 + "x" + "}" * 1_000,
    "rule": "\\rule{1e99em}{-1e99em}", "kern": "\\kern-99999em x", "color": "\\color{\u202e}x",
    "text": "\\text{\u202e" + "\u0301" * 5_000 + "}", "primes": "x" + "'" * 5_000, "bidi": "\u2067\u202ea\u2069",
    "control": "\x00\x1b\x07", "ampersands": "&" * 5_000, "hashes": "#" * 5_000, "empty": "",
    "stretch": "\\overbrace{" * 500 + "x" + "}" * 500, "limits": "\\sum\\limits" * 3_000,
}

CORPUS = {
    "no-header": "text: a\n", "no-name": "---\n", "no-kind": "--- a ---\n", "unknown-kind": "--- a draw ---\ntext: a\n",
    "unknown-key": "--- a layout ---\n// A.\nfont: Galley Box 10\nheight: 5\ntext: a\n",
    "no-font": "--- a layout ---\n// A.\ntext: a\n",
    "size": "--- a layout ---\n// A.\nfont: Galley Box nan\ntext: a\n",
    "measure": "--- a layout ---\n// A.\nfont: Galley Box 10\nmeasure: -1e999\ntext: a\n",
    "escape": "--- a layout ---\n// A.\nfont: Galley Box 10\ntext: \\u{110000}\n",
    "surrogate": "--- a layout ---\n// A.\nfont: Galley Box 10\ntext: \\u{d800}\n",
    "twice": "--- a layout ---\n// A.\nfont: Galley Box 10\ntext: a\n" * 2,
    "message": "--- a layout ---\n// A.\nfont: Galley Box 10\nmessage: {\"text\":\n",
    "nulls": "--- a\0b layout ---\n// A.\nfont: Galley Box 10\ntext: a\n",
}

MANIFESTS = {
    "broken": "{", "array": "[]", "fonts-number": '{"fonts":7}', "no-file": '{"fonts":[{"family":"A"}]}',
    "missing": '{"fonts":[{"family":"A","file":"none.ttf"}]}',
    "device": '{"fonts":[{"family":"A","file":"/dev/zero"}]}',
    "digest": '{"fonts":[{"family":"A","file":"manifest.json","sha256":"00"}]}',
    "no-font": '{"fonts":[{"family":"A","file":"manifest.json"}]}',
    "weight": '{"fonts":[{"family":"A","file":"manifest.json","weight":1e999}]}',
    "deep": "[" * 100_000,
}

CHATS = {
    "broken": ("[{", "chat.json"), "number": ("7", "chat.json"), "deep": ("[" * 100_000, "nesting is too deep"),
    "no-sender": ('[{"text":"a"}]', "sender"), "date": ('[{"sender":"A","text":"a","date":"x"}]', "date"),
    "reply": ('[{"sender":"A","text":"a","reply_to":99}]', "reply_to"),
    "equal-ids": ('[{"sender":"A","text":"a","id":1},{"sender":"A","text":"a","id":1}]', "id"),
    "zone": ('{"time_zone":"../../etc/passwd","messages":[{"sender":"A","text":"a"}]}', "time_zone"),
    "zalgo-sender": ('[{"sender":"Z' + "\u0301" * 5_000 + '","text":"a"}]', None),
    "bidi-sender": ('[{"sender":"\u202e\u2066A","text":"a"}]', None),
    "entity": ('[{"sender":"A","text":"a","entities":[{"type":"bold","offset":9,"length":1}]}]', "entities[0].offset"),
}


def document_cases():
    for name, blocks, error in rich_messages():
        line = json.dumps({"blocks": blocks}).encode()
        yield Case("rich messages", name, line, error=None if error == "?" else error, may_fail=error == "?")
    for name, text in FORMULAS.items():
        # An argument of a command cannot contain a null.
        words = ["formula", "{folder}/formula.tex", "-o", "{folder}/out.png"]
        yield Case("formulas", name, words=words, files={"formula.tex": text.encode()}, may_fail=True)
    for name, text in CORPUS.items():
        words = ["corpus", "run", "--corpus", "{folder}", "--fonts", "{testing}"]
        yield Case(
            "corpus files", name, words=words, files={"layout/a.txt": text.encode()}, error="layout/a.txt")
    for name, text in MANIFESTS.items():
        words = ["layout", "a", "--text", "--fonts", "{folder}/manifest.json"]
        yield Case("manifests", name, words=words, files={"manifest.json": text.encode()}, error="manifest.json")
    for name, (text, error) in CHATS.items():
        words = ["chat", "{folder}/chat.json", "-o", "{folder}/out.png"]
        yield Case("conversations", name, words=words, files={"chat.json": text.encode()}, error=error)
