"""Compares the output of a job with that of one machine: compare.py OUTPUT BATCH [metrics]

BATCH is the folder of `galley batch` over the same messages, for metrics with `--format json`. Every
message must have one row, and every picture the same bytes; of metrics, sizes and lines are compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pandas


def main() -> None:
    output, batch = Path(sys.argv[1]), Path(sys.argv[2])
    is_picture = sys.argv[3:] != ["metrics"]
    rows = pandas.read_parquet(output / "rows")
    entries = [json.loads(line) for line in (batch / "manifest.jsonl").read_text().splitlines()[1:]]
    expected = {str(entry["id"]): entry for entry in entries}
    assert len(expected) == len(entries)
    assert len(rows) == rows["id"].nunique() == len(entries), (len(rows), len(entries))
    invalid, compared = 0, 0
    for row in rows.itertuples():
        entry = expected[row.id]
        if "error" in entry:
            assert row.error == entry["error"], (row.error, entry["error"])
            invalid += 1
            continue
        assert pandas.isna(row.error), row.error
        if not is_picture:
            assert (row.width, row.height) == (entry["width"], entry["height"]), row.id
            layout = json.loads((batch / entry["file"]).read_bytes())
            assert row.lines == len(layout["lines"]), row.id
        else:
            data = (output / "pictures" / row.file).read_bytes()
            assert data == (batch / entry["file"]).read_bytes(), row.id
            assert hashlib.sha256(data).hexdigest() == row.sha256 == entry["sha256"], row.id
            compared += 1
    if is_picture:
        # Nothing is left of tasks that were killed but whole pictures.
        stored = [path for path in (output / "pictures").rglob("*") if path.is_file()]
        partial = [path for path in stored if path.name.startswith(".")]
        assert {path.name for path in stored} - {path.name for path in partial} == {
            Path(name).name for name in rows["file"].dropna()
        }
        print(f"{len(partial)} temporary files of killed tasks")
    print(f"{len(rows)} rows are equal, {compared} pictures byte for byte; {invalid} are invalid")


if __name__ == "__main__":
    main()
