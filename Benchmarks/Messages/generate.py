#!/usr/bin/env python3
"""Generates the messages of the benchmark from phrases.txt, deterministically.

    generate.py [--count 2000] [--script Cyrillic] > messages.jsonl

With --script, all messages are in languages of that script, or consist of emoji and a few words.

Sentences repeat less often in real chats, and a text engine with a cache of words would benefit from
repetition. Therefore, one in five longer words is replaced by an invented one, composed of halves of two
words of its language. The share of new words is then about that of real chats.
"""

import argparse
import json
import pathlib
import unicodedata

NOVELTY = 5  # The number of long words per invented one.
# The sections of phrases.txt by script. The others, such as Greek, have too few sentences.
SCRIPTS = {
    "Latin": ["en", "en-long", "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "tr", "vi", "sv", "fi",
              "hu", "id", "sw"],
    "Cyrillic": ["ru", "uk", "bg", "sr"],
    "Arabic": ["ar", "fa", "ur"],
    "Hebrew": ["he"],
    "Devanagari": ["hi", "mr", "ne"],
    "Thai": ["th"],
    "CJK": ["zh-Hans", "zh-Hant", "ja", "ko"],
    "emoji": ["emoji"],
}


class Random:
    """A 64-bit LCG, because Python's generator differs between versions."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound

    def choice(self, items):
        return items[self.below(len(items))]


def sections(path):
    """Returns the sentences and the share of each language."""
    result = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            code, share = line.strip("[]").split()
            result[code] = (int(share), [])
            current = result[code][1]
        elif line and not line.startswith("#"):
            current.append(line)
    return result


def starts_syllable(word, index):
    """Returns whether cutting `word` before `index` keeps combining characters together."""
    before, here = word[index - 1], word[index]
    joins = unicodedata.category(before) in ("Mn", "Cf") and unicodedata.combining(before) == 9
    return unicodedata.category(here) in ("Ll", "Lo") and not joins and before != "\u200d"


def halves(words):
    """Returns the beginnings and the ends of invented words."""
    fronts, backs = [], []
    for word in words:
        cuts = [i for i in range(2, len(word) - 1) if starts_syllable(word, i)]
        if word.isascii() and not word.isalpha():
            continue
        if cuts:
            cut = cuts[len(cuts) // 2]
            fronts.append(word[:cut])
            backs.append(word[cut:])
    return fronts, backs


def renewed(sentence, parts, random):
    """Returns the sentence with some words replaced by invented ones."""
    fronts, backs = parts
    if not fronts:
        return sentence
    words = sentence.split(" ")
    for index, word in enumerate(words):
        if len(word) > 3 and random.below(NOVELTY) == 0:
            words[index] = random.choice(fronts) + random.choice(backs)
    return " ".join(words)


def decorations(text, random):
    """Returns the text with a link, a mention, a hashtag or an emphasis, and the entities."""
    kind = random.below(12)
    if kind == 0:
        link = f"https://example.org/{random.below(10**6)}?page={random.below(90)}"
        return text + " " + link, [entity(text + " ", link, "url")]
    if kind == 1:
        name = f"@user{random.below(500)}"
        return name + " " + text, [entity("", name, "mention")]
    first = text.split(" ")[0]
    if kind == 2:
        return text, [entity("", first, "bold")]
    if kind == 3:
        return text, [entity("", first, "italic")]
    return text, []


def entity(before, covered, kind):
    return {"type": kind, "offset": units(before), "length": units(covered)}


def units(text):
    return len(text.encode("utf-16-le")) // 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="the number of messages")
    parser.add_argument("--script", choices=SCRIPTS, help="the only script; all of them without it")
    options = parser.parse_args()
    count = options.count
    random = Random(2026)
    languages = sections(pathlib.Path(__file__).parent / "phrases.txt")
    if options.script:
        languages = {code: languages[code] for code in SCRIPTS[options.script]}
    total = sum(share for share, _ in languages.values())
    parts = {code: halves([w for s in sentences for w in s.split(" ")])
             for code, (_, sentences) in languages.items() if code != "emoji"}
    deck = [code for code, (share, _) in languages.items() for _ in range(share)]
    for index in range(count):
        if index % total == 0:
            for i in range(len(deck) - 1, 0, -1):
                j = random.below(i + 1)
                deck[i], deck[j] = deck[j], deck[i]
        code = deck[index % total]
        sentences = languages[code][1]
        length = 8 + random.below(6) if code.endswith("-long") else 1 + (random.below(4) == 0)
        text = " ".join(renewed(random.choice(sentences), parts.get(code, ([], [])), random)
                        for _ in range(length))
        message = {"id": index + 1}
        message["text"], entities = decorations(text, random)
        if entities:
            message["entities"] = entities
        if code != "emoji":
            message["lang"] = code.removesuffix("-long")
        print(json.dumps(message, ensure_ascii=False))


if __name__ == "__main__":
    main()
