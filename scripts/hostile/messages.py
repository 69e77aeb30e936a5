"""Hostile messages, each a line for `galley batch`."""

import json

from . import Case
from .benign import BENIGN
from .entities import ENTITIES, malformed_entities, odd_entities
from .texts import FLOODS, flood, random_texts

# Texts that made well-known programs crash or hang, and texts with a hidden meaning.
BOMBS = {
    "telugu-conjunct": "\u0c1c\u0c4d\u0c1e\u200c\u0c3e",
    "bengali-conjunct": "\u09b8\u09cd\u09a5\u200c\u09cb",
    "effective-power": "effective. Power لُلُصّبُلُلصّبُررً ॣ ॣh ॣ ॣ 冗",
    "black-dot": "⚫\ufe0f👈🏻\ufe0f" + "\u200e\u200f" * 3_000,
    "flag-zero-rainbow": "🏳\ufe0f0🌈",
    "taiwan-flag": "🇹🇼",
    "thai-marks": "ก" + "\u0e49" * 20 + "ส" + "\u0e47" * 600,
    "invisible-in-code": "let\u180ex\u2061 = 1",
    "soft-hyphen-alone": "\u00ad",
    "phonetic-fallback": "veɪɡəs",
    "croatian-fallback": "naručiti čim",
    "kaithi": "\U00011083\U00011087\U000110a9\U000110bd",
    "trojan-source": "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */",
    "hidden-extension": "photo_\u202egpj.exe",
    "cut-right-to-left": "\u200f" + "مرحبا " * 200 + "…",
    "mongolian": "\u180b\u1820\u180e\u1820\u180d" * 50,
    "object-replacement": "\ufffc" * 100,
    "annotations": "\ufff9a\ufffab\ufffb" * 100,
    "duplicated-names": "\u202e\u2066\u202dA\u2069\u202c" * 60,
    "mixed-vertical": "︻デ═一︻╦╤─" * 40,
}


def message(category, name, text, expect=None, **more):
    line = json.dumps({"text": text, **more}).encode()
    return Case(category, name, line, error=expect)


def raw(category, name, line, expect=None):
    return Case(category, name, line if isinstance(line, bytes) else line.encode(), error=expect)


def surrogates():
    """Lone surrogates, as escapes and as bytes."""
    unpaired = "unpaired surrogate in an escape sequence (byte 9)"
    for name, text in [
        ("low", r"\udc00"), ("high", r"\ud83d"), ("reversed", r"\ude00\ud83d"), ("two-high", r"\ud83d\ud83d"),
        ("before-letter", r"\ud83dx"), ("flood", r"\ud83d" * 1_000), ("before-escape", r"\ud83d\n"),
    ]:
        yield raw("surrogates", name, '{"text":"' + text + '"}', unpaired)
    yield raw("surrogates", "in-name", r'{"te\ud800xt":"a"}', "unpaired surrogate")
    yield raw("surrogates", "pair", r'{"text":"\ud83d\ude00"}')
    yield raw("surrogates", "as-bytes", b'{"text":"\xed\xa0\xbd"}', "not valid UTF-8 (byte 9)")
    yield raw("surrogates", "pair-as-bytes", b'{"text":"\xed\xa0\xbd\xed\xb8\x80"}', "not valid UTF-8 (byte 9)")


def invalid_bytes():
    """Bytes that are not UTF-8, or not JSON."""
    for name, part in [
        ("lone-continuation", b"\x80"), ("overlong-slash", b"\xc0\xaf"), ("overlong-null", b"\xe0\x80\x80"),
        ("above-unicode", b"\xf4\x90\x80\x80"), ("five-bytes", b"\xf8\x88\x80\x80\x80"), ("latin-1", b"caf\xe9"),
        ("cut-sequence", b"\xe2\x82"), ("never-bytes", b"\xfe\xff"), ("continuations", b"\x80" * 5_000),
        ("cut-emoji", b"\xf0\x9f\x98"),
    ]:
        yield raw("bytes", name, b'{"text":"' + part + b'"}', "not valid UTF-8")
    yield raw("bytes", "utf-16", '{"text":"a"}'.encode("utf-16"), "not valid UTF-8 (byte 0)")
    for name, line, expect in [
        ("no-json", "nul", "expected a value (byte 0)"), ("open-object", '{"text":"a"', "unexpected end (byte 11)"),
        ("trailing-comma", '{"text":"a",}', "expected a name in quotes (byte 12)"),
        ("two-values", '{"text":"a"} {"text":"b"}', "expected the end of the input (byte 13)"),
        ("single-quotes", "{'text':'a'}", "expected a name in quotes (byte 1)"),
        ("open-string", '{"text":"a', "unexpected end (byte 10)"),
        ("unknown-escape", r'{"text":"\x"}', "unknown escape sequence (byte 9)"),
        ("short-escape", r'{"text":"\u12"}', "unknown escape sequence (byte 9)"),
        ("not-a-number", '{"text":"a","width":NaN}', "expected a value (byte 20)"),
        ("infinity", '{"text":"a","width":Infinity}', "expected a value (byte 20)"),
        ("octal", '{"text":"a","width":00}', "expected a comma or } (byte 21)"),
        ("plus", '{"text":"a","width":+5}', "expected a value (byte 20)"),
        ("hexadecimal", '{"text":"a","width":0x10}', "expected a comma or } (byte 21)"),
        ("control", '{"text":"a\x01"}', "byte 10"), ("array", "[]", '"message" must be an object'),
        ("string", '"a"', '"message" must be an object'), ("no-text", "{}", '"text" is missing'),
        ("text-number", '{"text":5}', '"text" must be a string, but is the number 5'),
        ("text-null", '{"text":null}', '"text" is missing'), ("text-array", '{"text":["a"]}', '"text" must be a string'),
        ("many-digits", '{"text":"a","width":1' + "0" * 20_000 + "}", '"width" is inf'),
        ("deep-arrays", '{"text":"a","x":' + "[" * 100_000 + "]" * 100_000 + "}", "nesting is too deep"),
        ("deep-objects", '{"text":"a","x":' + '{"a":' * 50_000 + "1" + "}" * 50_001, "nesting is too deep"),
        ("deep-open", "[" * 200_000, "nesting is too deep (byte 64)"),
    ]:
        yield raw("bytes", name, line, expect)
    yield raw("bytes", "duplicate-names", '{"text":"a","text":"b"}')
    yield raw("bytes", "unknown-names", json.dumps({"text": "a", **{f"k{n}": n for n in range(5_000)}}))
    yield raw("bytes", "wide-array", '{"text":"a","x":[' + "0," * 200_000 + "0]}")


def geometry():
    """Sizes beyond all bounds."""
    words = "Words of a line. " * 20
    for width in (0, 0.001, 1, 1e-300, 1e6, 1e9):
        yield message("geometry", f"width-{width}", words, width=width)
    for name, line, expect in [
        ("width-negative", '{"text":"a","width":-1}', '"width" is -1'),
        ("width-infinite", '{"text":"a","width":1e999}', '"width" is inf'),
        ("width-huge", '{"text":"a","width":1e308}', '"width" is 1e+308'),
        ("width-text", '{"text":"a","width":"x"}', '"width" must be a number, but is a string'),
        ("size-zero", '{"text":"a","size":0}', '"size" is 0, but must be from 0.01 to 4096'),
        ("size-negative", '{"text":"a","size":-1}', '"size" is -1'),
        ("size-tiny", '{"text":"a","size":1e-400}', '"size" is 0'),
        ("size-above", '{"text":"a","size":4097}', '"size" is 4097'),
        ("size-infinite", '{"text":"a","size":1e999}', '"size" is inf'),
        ("lines-zero", '{"text":"a","maxLines":0}', '"maxLines" is 0'),
        ("lines-negative", '{"text":"a","maxLines":-1}', '"maxLines" is -1'),
        ("lines-huge", '{"text":"a","maxLines":1e30}', '"maxLines" must be an integer'),
        ("lines-part", '{"text":"a","maxLines":1.5}', '"maxLines" must be an integer'),
        ("direction", '{"text":"a","dir":"up"}', '"dir" is up'),
        ("language-number", '{"text":"a","lang":5}', '"lang" must be a string'),
        ("id-array", '{"text":"a","id":[[]]}', '"id" must be a string or an integer'),
    ]:
        yield raw("geometry", name, line, expect)
    yield message("geometry", "size-least", words, size=0.01)
    yield message("geometry", "size-greatest", "a", size=4096, width=1e9)
    yield message("geometry", "size-greatest-emoji", "😀", size=4096, width=1e9)
    # The picture would exceed the greatest bitmap.
    yield message("geometry", "picture-too-large", words, "too large", size=4096, width=1e9)
    yield message("geometry", "picture-too-high", "a\n" * 100_000, "too large")
    yield message("geometry", "lines-one", words, maxLines=1)
    yield message("geometry", "language-long", "a", "must be a language tag", lang="x" * 10_000)


def combinations(size):
    """Several attacks in one message."""
    kinds = [(name, *part) for flood_kinds in FLOODS.values() for name, part in flood_kinds.items()]
    for index in range(0, len(kinds) - 3, 3):
        chosen = kinds[index:index + 3]
        text = "".join(flood(start, part, size // 6) for _, start, part in chosen)
        entities = [
            {"type": kind, "offset": n * 7, "length": 40} for n, kind in enumerate(ENTITIES * 4)
            if n * 7 + 40 <= len(text.encode("utf-16-le")) // 2]
        # An entity may not split a surrogate pair.
        entities = [e for e in entities if not splits(text, e["offset"], e["length"])]
        yield message(
            "combinations", "+".join(name for name, _, _ in chosen), text, entities=entities, width=37,
            maxLines=9, dir="rtl" if index % 2 else "auto")


def splits(text, offset, length):
    """Returns whether a range of UTF-16 units begins or ends within a pair."""
    data = text.encode("utf-16-le")
    return any(
        at * 2 + 1 < len(data) and 0xDC <= data[at * 2 + 1] <= 0xDF for at in (offset, offset + length))


# Floods whose lines or pictures exceed the greatest bitmap.
OVERSIZED = {
    "signwriting", "khmer-vowels", "myanmar-vowels", "virama-chain", "hangul-leads", "newlines",
    "windows-newlines", "line-separators", "other-newlines", "zwj-chain", "skin-tones", "lone-tones",
}


def messages(size):
    """Yields all cases of messages; the longest have `size` UTF-16 units, except for a few."""
    for name, text in BOMBS.items():
        yield message("bombs", name, text)
    for category, kinds in FLOODS.items():
        for name, (start, part) in kinds.items():
            is_oversized = name in OVERSIZED
            yield message(category, name, flood(start, part, size), "too large" if is_oversized else None)
            if is_oversized:
                yield message(category, f"{name}, short", flood(start, part, size // 8))
    for name, text in random_texts(size):
        yield message("random", name, text)
    for name, text in [("empty", ""), ("space", " "), ("newline", "\n"), ("mark", "\u0301")]:
        yield message("letters", f"tiny-{name}", text)
    yield from surrogates()
    yield from invalid_bytes()
    for name, line, expect in malformed_entities():
        yield raw("entities, malformed", name, line, expect)
    for name, text, entities in odd_entities():
        category = "entities, floods" if "flood" in name else "entities, odd"
        yield message(category, name, text, entities=entities)
    yield from geometry()
    yield from combinations(size)
    for name, (text, font) in BENIGN.items():
        yield Case("benign", name, json.dumps({"text": text}).encode(), glyph_font=font)
