"""Line breaks of messages in Galley and in Chromium."""

import html


def compare(messages, galley, browser, manifest, fonts, options):
    """Prints the messages with different line breaks, and returns the share of equal ones."""
    manifest.write(fonts)
    ours = [
        [line["start"] for line in layout["lines"]]
        for layout in galley.layouts(messages, fonts, *options)]
    theirs = chromium(messages, browser, manifest)
    alike = 0
    for message, own, other in zip(messages, ours, theirs):
        text = message["text"].encode()
        if shown(text, own) == shown(text, other):
            alike += 1
            continue
        print(f"{message['id']} ({message['width']} points)")
        print("  galley    " + " | ".join(shown(text, own)))
        print("  chromium  " + " | ".join(shown(text, other)))
    print(f"{alike} of {len(messages)} messages have equal line breaks: {100 * alike / len(messages):.1f} %")
    return alike / len(messages)


def shown(text, starts):
    """Returns the lines without white space at their ends, which engines assign to either line."""
    ends = starts[1:] + [len(text)]
    return [text[start:end].decode(errors="replace").strip() for start, end in zip(starts, ends)]


def chromium(messages, browser, manifest):
    """Returns the UTF-8 offsets of the first letters of lines in Chromium."""
    rows = "\n".join(
        f'<p lang="{message.get("lang", "")}" dir="{message.get("dir", "auto")}" style="'
        f"width: {message['width']}px; font-family: "
        f"{html.escape(manifest.families(message.get('lang')))}\">"
        f"{html.escape(message['text'])}</p>" for message in messages)
    browser.open(f"""<!DOCTYPE html><meta charset="utf-8"><style>{manifest.rules()}
        p {{ font-size: 16px; white-space: pre-wrap; overflow-wrap: anywhere;
          text-spacing-trim: space-all; margin: 0 0 1em; }}
        </style><body>{rows}</body>""")
    found = browser.evaluate(LINES)
    return [
        [len(message["text"].encode("utf-16-le")[:2 * start].decode("utf-16-le").encode())
         for start in starts]
        for message, starts in zip(messages, found)]


# A line begins at each letter with another vertical position than the preceding letter.
LINES = """Array.from(document.querySelectorAll('p'), paragraph => {
  const node = paragraph.firstChild, range = document.createRange(), starts = [0];
  let last = null, index = 0;
  for (const character of node.data) {
    const end = index + character.length;
    if (!/\\s/u.test(character)) {
      range.setStart(node, index);
      range.setEnd(node, end);
      const rect = range.getClientRects()[0];
      if (rect && rect.width > 0) {
        if (last !== null && Math.abs(rect.top - last) > 4) starts.push(index);
        last = rect.top;
      }
    }
    index = end;
  }
  return starts;
})"""
