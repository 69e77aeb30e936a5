"""Messages with malformed, odd and countless entities."""

import json

ENTITIES = ["bold", "italic", "underline", "strikethrough", "spoiler", "code"]


def malformed_entities():
    """Yields names, lines, and the parts of errors that name the index, the field and the value."""
    def line(text, *entities):
        return json.dumps({"text": text, "entities": list(entities)})

    def bold(offset, length):
        return {"type": "bold", "offset": offset, "length": length}

    good = bold(0, 1)
    yield "length-negative", line("a", bold(0, -1)), '"entities[0].length" is -1'
    yield "length-beyond", line("a", bold(0, 2)), '"entities[0].length" is 2, outside the text of 1 UTF-16 units'
    yield "length-huge", line("a", bold(0, 2**62)), f'"entities[0].length" is {2**62}'
    yield "length-real", line("a", bold(0, 0.5)), '"entities[0].length" must be an integer, but is the number 0.5'
    yield "length-text", line("a", bold(0, "1")), '"entities[0].length" must be an integer, but is a string'
    yield "length-true", line("a", bold(0, True)), '"entities[0].length" must be an integer, but is true'
    yield "length-missing", line("a", {"type": "bold", "offset": 0}), '"entities[0].length" is missing'
    yield "length-beyond-integers", '{"text":"a","entities":[{"type":"bold","offset":0,"length":1e99}]}', "1e99"
    yield "offset-negative", line("a", bold(-1, 1)), '"entities[0].offset" is -1'
    yield "offset-beyond", line("a", bold(2, 1)), '"entities[0].offset" is 2, outside the text'
    yield "offset-greatest", line("a", bold(2**63 - 1, 2**63 - 1)), f'"entities[0].offset" is {2**63 - 1}'
    yield "offset-32-bits", line("a", bold(2**31, 1)), f'"entities[0].offset" is {2**31}'
    yield "offset-real", line("a", bold(0.5, 1)), '"entities[0].offset" must be an integer, but is the number 0.5'
    yield "offset-text", line("a", bold("0", 1)), '"entities[0].offset" must be an integer, but is a string'
    yield "offset-missing", line("a", {"type": "bold", "length": 1}), '"entities[0].offset" is missing'
    yield "begins-in-pair", line("👍", bold(1, 1)), '"entities[0].offset" is 1, which splits a surrogate pair'
    yield "ends-in-pair", line("a👍", bold(0, 2)), '"entities[0].length" is 2, which splits a surrogate pair'
    yield "type-number", line("a", {**good, "type": 7}), '"entities[0].type" must be a string, but is the number 7'
    yield "type-missing", line("a", {"offset": 0, "length": 1}), '"entities[0].type" is missing'
    yield "second-entity", line("ab", good, bold(0, 9)), '"entities[1].length" is 9'
    yield "last-of-many", line("ab", *[good] * 999, bold(3, 9)), '"entities[999].offset" is 3'
    yield "entities-object", '{"text":"a","entities":{"type":"bold"}}', '"entities" must be an array, but is an object'
    yield "entity-number", '{"text":"a","entities":[1]}', '"entities[0]" must be an object, but is the number 1'
    yield "entity-null", '{"text":"a","entities":[null]}', '"entities[0]" must be an object, but is null'
    yield "link-without-address", line("a", {**good, "type": "text_link"}), '"entities[0].url" is missing'
    yield "link-number", line("a", {**good, "type": "text_link", "url": 5}), '"entities[0].url" must be a string'
    yield "emoji-without-id", line("a", {**good, "type": "custom_emoji"}), '"entities[0].custom_emoji_id" is missing'
    yield "date-huge", line("a", {**good, "type": "date_time", "unix_time": 1e30}), '"entities[0].unix_time" must be'
    yield "language-number", line("a", {**good, "type": "pre", "language": 7}), '"entities[0].language" must be a string'
    yield (
        "offset-twice", '{"text":"a","entities":[{"type":"bold","offset":0,"length":1,"offset":5}]}',
        '"entities[0].offset" is 5')


def odd_entities():
    """Yields names, texts and legal entities that overlap, repeat, are empty, or are many."""
    text = "Some *text* with 👍🏽 and עברית in it."
    length = len(text.encode("utf-16-le")) // 2

    def entity(kind, offset, count, **more):
        return {"type": kind, "offset": offset, "length": count, **more}

    yield "overlapping", text, [entity(kind, index, 8) for index, kind in enumerate(ENTITIES)]
    yield "empty", text, [entity("bold", 3, 0)]
    yield "empty-at-end", text, [entity("bold", length, 0)]
    yield "whole", text, [entity(kind, 0, length) for kind in ENTITIES]
    yield "nested", text, [entity(ENTITIES[n % 6], n // 2, length - n) for n in range(30)]
    yield "unknown-kind", text, [entity("blink", 0, 5), entity("\u202ebold", 0, 5), entity("", 0, 5)]
    yield "quotation-in-code", text, [entity("pre", 0, 21), entity("blockquote", 5, 10)]
    yield "code-in-quotation", text, [entity("blockquote", 0, 21), entity("pre", 5, 10, language="c" * 5_000)]
    yield "quotation-in-word", "abcdef", [entity("blockquote", 2, 2), entity("expandable_blockquote", 3, 2)]
    yield "emoji-on-letters", text, [entity("custom_emoji", 0, 9, custom_emoji_id="../../etc/passwd")]
    yield "emoji-on-part", "👨‍👩‍👧‍👦", [entity("custom_emoji", 0, 2, custom_emoji_id="1")]
    yield "script-address", text, [entity("text_link", 0, 4, url="javascript:alert(1)")]
    yield "long-address", text, [entity("text_link", 0, 4, url="https://" + "a." * 50_000 + "org")]
    yield "control-address", text, [entity("text_link", 0, 4, url="https://a\u202e\u0000/\r\n")]
    yield "date-before-time", text, [entity("date_time", 0, 4, unix_time=-(2**62))]
    yield "date-after-time", text, [entity("date_time", 0, 4, unix_time=2**62)]
    yield "unsorted", text, [entity(ENTITIES[n % 6], (n * 7) % 15, n % 4) for n in range(40)]
    yield "equal", text, [entity("bold", 2, 5)] * 50
    yield "splits-cluster", "e\u0301\u0323e", [entity("bold", 1, 1), entity("italic", 2, 1)]
    yield "splits-conjunct", "क्षि", [entity("bold", n, 1) for n in range(4)]
    yield "splits-flag", "🇩🇪", [entity("bold", 2, 2)]
    yield "splits-line-end", "a\r\nb", [entity("bold", 2, 1), entity("blockquote", 0, 2)]
    yield "flood", text, [entity(ENTITIES[n % 6], n % 15, 1 + n % 2) for n in range(10_000)]
    yield "flood-each-letter", "a" * 4_096, [entity(ENTITIES[n % 6], n, 1) for n in range(4_096)]
    yield "flood-empty", text, [entity("bold", 0, 0)] * 10_000
    yield "flood-nested", "a" * 4_096, [entity(ENTITIES[n % 6], n, 4_096 - 2 * n) for n in range(2_048)]
    yield "flood-links", "a" * 4_096, [
        entity("text_link", n, 1, url=f"https://example.org/{n}") for n in range(4_096)]
    yield "flood-quotations", "a\n" * 400, [entity("blockquote", n * 2, 1) for n in range(400)]
    yield "flood-spoilers", "a b " * 1_000, [entity("spoiler", n * 4, 1) for n in range(1_000)]
    yield "flood-emoji", "👍" * 2_000, [
        entity("custom_emoji", n * 2, 2, custom_emoji_id=str(n)) for n in range(2_000)]
