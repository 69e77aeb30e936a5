"""Compares the order of words in quotes with that in a headless Chromium.

    python3 scripts/chromium/quote_order.py TEXTS MANIFEST

TEXTS is a JSON file with a list of objects: `id`, `text`, `width` and `size` in points, `words`, the
UTF-16 ranges of words, and `lines`, the indices of the words of each line from left to right.
MANIFEST is the font manifest. The exit status is 1 if a text has another order in the browser.
"""

import html
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Corpus/engines/shared"))
from browser import Browser
from manifest import Manifest

# The words of each paragraph as [index, top, left], where a word has its first line.
WORDS = """((all) => Array.from(document.querySelectorAll('p'), (paragraph, number) => {
  const node = paragraph.firstChild, range = document.createRange();
  return all[number].map(([start, end], index) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    const rects = Array.from(range.getClientRects()).filter(rect => rect.width > 0);
    const top = Math.min(...rects.map(rect => rect.top));
    const line = rects.filter(rect => rect.top < top + 4);
    return [index, top, Math.min(...line.map(rect => rect.left))];
  });
}))"""


def lines(words):
    """Returns the indices of the words of each line, from left to right."""
    rows = []
    for index, top, left in sorted(words, key=lambda word: word[1]):
        # Fonts of one line have different heights.
        if not rows or top > rows[-1][0] + 12:
            rows.append((top, []))
        rows[-1][1].append((left, index))
    return [[index for _, index in sorted(row)] for _, row in rows]


def main():
    texts = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    manifest = Manifest(sys.argv[2])
    paragraphs = "\n".join(
        f"<p style=\"width: {text['width']}px; font-size: {text['size']}px; "
        f"font-family: {html.escape(manifest.families())}\">{html.escape(text['text'])}</p>"
        for text in texts)
    with Browser() as browser:
        browser.open(f"""<!DOCTYPE html><meta charset="utf-8"><style>{manifest.rules()}
            p {{ white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext;
              text-align: start; margin: 0 0 1em; }}</style><body>{paragraphs}</body>""")
        found = browser.evaluate(f"{WORDS}({json.dumps([text['words'] for text in texts])})")
    different = 0
    for text, words in zip(texts, found):
        theirs = lines(words)
        if theirs != text["lines"]:
            different += 1
            print(f"{text['id']}: {text['lines']}, but Chromium has {theirs}")
    print(f"{len(texts) - different} of {len(texts)} quotes have the order of Chromium")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
