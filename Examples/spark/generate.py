"""Writes made-up messages as JSON Lines: generate.py COUNT FILE [SEED]

Equal counts and seeds give equal files. Messages have the lengths of chats: most are a few words, and
some are long; one in a thousand is invalid.
"""

from __future__ import annotations

import json
import random
import sys

WORDS = {
    "Latin": "the we see that later today was with about coffee train maybe really good morning".split(),
    "Cyrillic": "мы сегодня завтра хорошо потом привет кофе поезд может быть когда очень".split(),
    "Arabic": "صباح الخير اليوم غدا قهوة ربما كيف الحال جميل شكرا جدا".split(),
    "Han": "今天 明天 咖啡 也许 很好 早上 火车 谢谢 我们 看到".split(),
    "Devanagari": "आज कल अच्छा सुबह चाय शायद धन्यवाद बहुत हम".split(),
}
EMOJI = ["☀️", "😀", "👍🏽", "👨‍👩‍👧", "🇳🇴", "❤️"]
KINDS = ["bold", "italic", "code", "spoiler", "underline", "strikethrough"]


def message(random: random.Random, number: int) -> str:
    """Returns a line."""
    if random.random() < 0.001:
        return json.dumps({"id": number, "text": "a", "entities": [{"type": "bold", "offset": 9}]})
    script = random.choices(list(WORDS), weights=[60, 15, 10, 10, 5])[0]
    count = min(int(random.lognormvariate(2.0, 0.9)) + 1, 300)
    words = [random.choice(WORDS[script]) for _ in range(count)]
    if random.random() < 0.3:
        words.append(random.choice(EMOJI))
    if random.random() < 0.1:
        words.append(f"https://example.org/{number}")
    text = " ".join(words)
    entities = []
    if random.random() < 0.2:
        # Offsets are in UTF-16.
        length = len(words[0].encode("utf-16-le")) // 2
        entities.append({"type": random.choice(KINDS), "offset": 0, "length": length})
    return json.dumps({"id": number, "text": text, "entities": entities}, ensure_ascii=False)


def main() -> None:
    count, path = int(sys.argv[1]), sys.argv[2]
    source = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(1, count + 1):
            file.write(message(source, number) + "\n")


if __name__ == "__main__":
    main()
