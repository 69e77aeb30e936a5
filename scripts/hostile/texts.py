"""Hostile texts: floods by category, and random strings over dangerous alphabets."""

import random

CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
BRACKETS = "()[]{}⟨⟩〈〉「」『』⁽⁾"

# By category and kind: the prefix and the repeated part.
FLOODS = {
    "marks": {
        "zalgo": ("a", "\u0300\u0301\u0316\u0327\u0334\u0338\u0489"),
        "one-mark": ("e", "\u0301"),
        "descending-marks": ("o", "\u0301\u0323\u0327\u0334"),
        "niqqud": ("ש", "\u05c1\u05bc\u05b7\u0591"),
        "harakat": ("ب", "\u0651\u064e\u0670\u06df"),
        "lone-marks": ("", "\u0301"),
        "enclosing": ("", "\u20dd\u20de\u20e3"),
        "nuqta": ("क", "\u093c"),
        "combining-grapheme-joiner": ("a", "\u034f"),
        "signwriting": ("\U0001d800", "\U0001da9b\U0001daa1"),
        "musical": ("\U0001d15f", "\U0001d165\U0001d16e"),
    },
    "syllables": {
        "khmer-signs": ("ក", "\u17c6\u17d2\u1780"),
        "khmer-vowels": ("", "\u17c1"),
        "myanmar-vowels": ("က", "\u1031"),
        "myanmar-stack": ("", "\u1000\u1039"),
        "virama-chain": ("", "\u0915\u094d"),
        "virama-joiner": ("", "\u0915\u094d\u200d"),
        "virama-only": ("", "\u094d"),
        "telugu-conjunct": ("", "\u0c1c\u0c4d\u0c1e\u200c\u0c3e"),
        "bengali-conjunct": ("", "\u09a8\u09cd\u09a5\u200c\u09bf"),
        "tibetan-stack": ("ཀ", "\u0f90\u0f91"),
        "tamil-vowels": ("", "\u0b9f\u0bc7\u0bc7"),
        "balinese": ("", "\u1b13\u1b44\u1b3e"),
        "thai-marks": ("ก", "\u0e49\u0e49\u0e31"),
        "thai-no-spaces": ("", "กาลครั้งหนึ่ง"),
        "hangul-jamo": ("", "\u1100\u1161\u11a8"),
        "hangul-leads": ("", "\u1100"),
        "egyptian-joiners": ("", "\U00013000\U00013430"),
    },
    "invisible": {
        "joiners": ("", "\u200d"),
        "non-joiners": ("", "\u200c"),
        "selectors": ("a", "\ufe0f"),
        "selectors-17": ("葛", "\U000e0100\U000e0101"),
        "zero-width-spaces": ("", "\u200b"),
        "word-joiners": ("", "\u2060"),
        "soft-hyphens": ("", "\u00ad"),
        "soft-hyphenated": ("", "a\u00ad"),
        "left-marks": ("", "\u200e\u200f"),
        "language-tags": ("", "\U000e0001\U000e0065\U000e006e"),
        "fillers": ("", "\u3164\uffa0\u115f"),
        "invisible-operators": ("", "\u2061\u2062\u2063\u180e"),
    },
    "bidi": {
        "embeddings": ("", "\u202a"),
        "overrides": ("", "\u202ea"),
        "isolates": ("", "\u2066"),
        "first-strong-isolates": ("", "\u2068"),
        "isolate-pairs": ("", "\u2067a\u2069"),
        "closers": ("", "\u202c\u2069"),
        "mixed-words": ("", "abc אבג 12 "),
        "arabic-digits": ("", "م1٢,"),
        "brackets": ("", "()"),
        "open-brackets": ("", "(["),
        "nested-brackets": ("", "([{א"),
        "mirrored-quotes": ("א", "«»"),
    },
    "lines": {
        "newlines": ("", "\n"),
        "windows-newlines": ("", "\r\n"),
        "line-separators": ("", "\u2028\u2029"),
        "other-newlines": ("", "\u000b\u000c\u0085"),
        "tabs": ("", "\t"),
        "spaces": ("", " "),
        "wide-spaces": ("", "\u3000"),
        "no-break-spaces": ("", "\u00a0\u202f"),
        "one-word": ("", "a"),
        "wide-word": ("", "w"),
        "ideographs": ("", "国"),
        "closing-marks": ("", "」。、"),
        "hyphens": ("", "-"),
        "slashes": ("", "/"),
        "url": ("https://example.org/?", "a=%20&b="),
    },
    "controls": {
        "nulls": ("", "\u0000a"),
        "controls": ("", "\u0001\u001b\u007f\u009b"),
        "noncharacters": ("", "\ufffe\uffff\ufdd0"),
        "replacement": ("", "\ufffd"),
        "private-use": ("", "\ue000\U000f0000"),
        "unassigned": ("", "\u0378\U000e0fff"),
    },
    "emoji": {
        "zwj-chain": ("👩", "\u200d👩"),
        "family-flood": ("", "👨\u200d👩\u200d👧\u200d👦"),
        "skin-tones": ("👍", "🏽"),
        "lone-tones": ("", "🏿"),
        "odd-flags": ("", "🇩"),
        "flag-zero-rainbow": ("", "🏳\ufe0f0\u200d🌈"),
        "tag-flag-without-end": ("🏴", "\U000e0067\U000e0062"),
        "keycaps": ("", "1\ufe0f\u20e3"),
        "lone-keycaps": ("", "\u20e3"),
        "hearts": ("", "❤\ufe0e❤\ufe0f❤"),
        "black-dot": ("⚫\ufe0f👈\ufe0f", "\u200e\u200f"),
    },
    "letters": {
        "ligature-letters": ("", "ffi"),
        "fraction-slashes": ("", "1\u2044"),
        "vertical-presentation": ("", "︵︶"),
        "every-plane": ("", "a\u4e00\U00010000\U00020000\U0001f600"),
    },
}


def units(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def flood(start, part, size):
    """Returns `start` and repetitions of `part`, `size` units long."""
    text = start
    step = units(part)
    return text + part * max(1, (size - units(start)) // step)


def random_texts(size):
    """Yields random strings over dangerous alphabets, each with its own seed for reproduction."""
    alphabets = {
        "random-controls": CONTROLS,
        "random-controls-letters": CONTROLS + "ab אב 12",
        "random-brackets": BRACKETS + "aא1 ",
        "random-emoji": "👨👩👧🏽🏿\u200d\ufe0f\ufe0e🇩🇪❤1\u20e3",
        "random-indic": "कतर\u094d\u093f\u0947\u093c\u200c\u200d",
        "random-everything": CONTROLS + BRACKETS + "aé中กคक\u094d\u0301\u200d\ufe0f👍🏽\n\t \u00ad",
    }
    for kind, alphabet in alphabets.items():
        for seed in range(10):
            pick = random.Random(f"{kind} {seed}")
            text = ""
            while units(text) < size:
                text += pick.choice(alphabet)
            yield f"{kind}-{seed}", text
