"""Hostile exports of messengers, drawn as a page."""

import io
import json
import struct
import warnings
import zipfile

from . import Case

GOOD = {
    "name": "A", "type": "personal_chat", "id": 1,
    "messages": [{"id": 1, "type": "message", "date": "2026-01-02T03:04:05", "from": "A", "from_id": "user1",
                  "text": "Hello"}],
}


def telegram(**changes):
    """Returns an export of one message with changed fields."""
    return json.dumps({**GOOD, "messages": [{**GOOD["messages"][0], **changes}]}).encode()


def archive(entries, compression=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    # Names that occur twice are intended.
    warnings.simplefilter("ignore", UserWarning)
    with zipfile.ZipFile(data, "w", compression) as file:
        for name, content in entries:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            info.compress_type = compression
            file.writestr(info, content)
    return data.getvalue()


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


def zip_files():
    """Yields names, zip files, and the parts of errors; None if the messages are drawn."""
    good = json.dumps(GOOD).encode()
    result = ("result.json", good)
    yield "climbing", archive([result, ("../../evil", b"x")]), "evil"
    yield "climbing-inside", archive([result, ("a/../../evil", b"x")]), "evil"
    yield "absolute", archive([result, ("/srv/evil", b"x")]), "evil"
    yield "backslashes", archive([result, ("..\\..\\evil", b"x")]), "evil"
    yield "drive", archive([result, ("C:\\evil", b"x")]), "evil"
    yield "bomb", archive([result, ("photos/a.jpg", bytes(300_000_000))]), "too large for its size"
    yield "link", archive([result, (link("photos"), b"/etc"), ("b", b"")]), None
    yield "duplicate-names", archive([result, result, result]), None
    yield "control-names", archive([result, ("a\x1b]0;x\x07\u202e", b"x")]), ""
    yield "deep-names", archive([result, ("a/" * 400 + "b", b"x")]), None
    yield "long-name", archive([result, ("a" * 60_000, b"x")]), ""
    yield "many-entries", archive([result, *((f"p/{n}", b"") for n in range(1_000))], zipfile.ZIP_STORED), None
    yield "no-export", archive([("a.txt", b"nothing")]), ""
    yield "empty", archive([]), ""
    whole = archive([result])
    yield "cut", whole[:len(whole) // 2], ""
    yield "no-directory", whole[:-22], ""
    yield "encrypted", whole.replace(b"PK\3\4\x14\0\0\0", b"PK\3\4\x14\0\1\0").replace(
        b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"), "encrypt"
    size = struct.pack("<I", len(good))
    yield "lying-size", whole.replace(size, struct.pack("<I", 10)), ""
    yield "checksum", whole.replace(whole[14:18], b"\0\0\0\0"), ""
    yield "nested", archive([("inner.zip", archive([result]))]), ""


def documents():
    """Yields names, documents of Telegram, and the parts of errors."""
    deep = "[" * 5_000 + "]" * 5_000
    yield "id-text", telegram(id="x\u202e"), None
    yield "id-huge", telegram(id=10**30), None
    yield "date-nonsense", telegram(date="yesterday\u0007"), None
    yield "date-beyond", telegram(date="99999-99-99T99:99:99"), None
    yield "text-deep", b'{"name":"A","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","text":' \
        + deep.encode() + b'},' + telegram()[telegram().index(b'"messages": [') + 13:], "nesting is too deep"
    yield "text-parts", telegram(text=[{"type": "bold", "text": "a"}] * 20_000), None
    yield "text-number", telegram(text=5), None
    yield "entity-unknown", telegram(text=[{"type": "\u202e", "text": "a"}, 7, None, ["x"]]), None
    yield "photo-climbing", telegram(photo="../../../etc/passwd", width=10, height=10), None
    yield "photo-size", telegram(photo="a.jpg", width=2**40, height=-1), None
    yield "reply-to-itself", telegram(reply_to_message_id=1), None
    yield "zalgo-name", telegram(**{"from": "Z" + "\u0301" * 20_000}), None
    yield "messages-object", b'{"name":"A","type":"personal_chat","id":1,"messages":{}}', "not a known export"
    yield "cut", json.dumps(GOOD).encode()[:-40], "the file is cut off"
    yield "bytes", telegram().replace(b"Hello", b"He\xff\xfe\x80lo"), None
    yield "nulls", telegram().replace(b"Hello", b"He\0lo"), None
    yield "array", b"[]", "not a known export"
    yield "empty", b"", "not a known export"


def export_cases():
    for name, data, error in zip_files():
        yield export(f"zip, {name}", "chat.zip", data, error)
    for name, data, error in documents():
        yield export(f"telegram, {name}", "result.json", data, error)
    whatsapp = "[99/99/99, 99:99:99] A: hi\n[02.01.26, 03:04:05] \u202eA: Hello\n"
    yield export("whatsapp, dates", "_chat.txt", whatsapp.encode(), "?")
    yield export("whatsapp, long line", "_chat.txt", b"[02.01.26, 03:04:05] A: " + b"a" * 1_000_000, "?")
    yield export("whatsapp, bytes", "_chat.txt", b"[02.01.26, 03:04:05] A: \xff\xfe\x80\n" * 50, "?")


def export(name, file, data, error):
    words = ["chat", "{folder}/" + file, "-o", "{folder}/page.html"]
    return Case(
        "exports", name, words=words, files={file: data},
        error="chat" if error == "" else None if error == "?" else error, may_fail=error == "?")
