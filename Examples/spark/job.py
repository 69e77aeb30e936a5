"""Draws or lays out messages on a cluster of Apache Spark.

    spark-submit job.py --input messages.jsonl --output out --engine pipe --result pictures

The input is JSON Lines or Parquet with the columns "id" and "message", the latter in JSON. The output
is a folder: "rows", in Parquet, with a row per message, and "pictures". The size in a row is that of
the picture in pixels, or of the layout in points.

Tasks may run twice, one after the other or at the same time. A picture is therefore named after its
contents and appears at once (`store`), so a second attempt writes the same file again; rows belong to
the attempt that Spark commits. A message without "id" has the digest of its line as one, and the
first of several messages with an ID, in the order of their JSON, is kept.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shlex
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Optional

import pandas
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import galley

HERE = Path(__file__).resolve().parent

ROWS = (
    "id string, width double, height double, lines int, file string, sha256 string, bytes long, "
    "error string"
)
COLUMNS = [column.split()[0] for column in ROWS.split(", ")]


def store(data: bytes, folder: str, extension: str) -> tuple[str, str]:
    """Writes a picture, and returns its name and digest. The file is complete or absent."""
    digest = hashlib.sha256(data).hexdigest()
    name = f"{digest[:2]}/{digest[2:4]}/{digest}.{extension}"
    path = Path(folder) / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            try:
                file.write(data)
                file.flush()
                os.chmod(file.name, 0o644)
                # Replaces the same file of another attempt.
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    return name, digest


def row(
    identifier: str, size: tuple[float, float] | tuple[None, None] = (None, None), **values: Any
) -> dict[str, Any]:
    """Returns a row, without values that are not given."""
    width, height = [None if side is None else float(side) for side in size]
    known = {"id": identifier, "width": width, "height": height}
    return {**dict.fromkeys(COLUMNS), **known, **values}


def picture_row(identifier: str, data: bytes, folder: str, extension: str) -> dict[str, Any]:
    """Stores a picture, and returns its row."""
    name, digest = store(data, folder, extension)
    return row(identifier, pixel_size(data), file=name, sha256=digest, bytes=len(data))


def pixel_size(data: bytes) -> tuple[int, int]:
    """Returns the width and height of a PNG or lossless WebP file."""
    if data.startswith(b"\x89PNG"):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    bits = int.from_bytes(data[21:25], "little")
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def messages(spark: SparkSession, path: str) -> DataFrame:
    """Returns messages with the columns "id" and "message", one per ID."""
    if path.endswith(".parquet"):
        frame = spark.read.parquet(path).select(F.col("id").cast("string"), "message")
    else:
        frame = spark.read.text(path).where("trim(value) != ''").select(
            F.coalesce(F.get_json_object("value", "$.id"), F.sha2("value", 256)).alias("id"),
            F.col("value").alias("message"),
        )
    return frame.groupBy("id").agg(F.min("message").alias("message"))


def with_pipe(frame: DataFrame, options: argparse.Namespace) -> DataFrame:
    """Lays the messages out with `galley batch`, a process per partition."""
    folder, extension = pictures_folder(options), options.format
    is_picture = options.result == "pictures"
    command = [str(HERE / "galley-pipe"), "--format", extension if is_picture else "json"]
    for name in ["width", "scale", "theme", "fonts"]:
        value = getattr(options, name)
        if value is not None:
            command += [f"--{name}", str(value)]

    def read(answers: Iterable[str]) -> Iterator[dict[str, Any]]:
        for answer in answers:
            name, _, answer = answer.partition("\t")
            identifier, value = json.loads(name), json.loads(answer)
            if "error" in value:
                yield row(identifier, error=value["error"])
            elif is_picture:
                data = base64.b64decode(value["data"])
                yield picture_row(identifier, data, folder, extension)
            else:
                yield metrics_row(identifier, galley.Layout.from_json(value["layout"]))

    program = shlex.join(command)
    answers = frame.rdd.map(pipe_line).pipe(
        program, env={**os.environ, "GALLEY": options.galley}, checkCode=True
    )
    return frame.sparkSession.createDataFrame(answers.mapPartitions(read), ROWS)


def pipe_line(message: Any) -> str:
    """Returns the line of a message for galley-pipe: its ID as JSON, a tab, and the message."""
    # A message without contents has no answer; this one has an error.
    text = " ".join((message["message"] or "").splitlines()).strip() or "null"
    return f"{json.dumps(message['id'])}\t{text}"


def with_pandas(frame: DataFrame, options: argparse.Namespace) -> DataFrame:
    """Lays the messages out with the Python package, in the processes of Spark's workers."""
    folder, extension = pictures_folder(options), options.format
    is_picture, fonts = options.result == "pictures", options.fonts
    names = {"width": float(options.width), "theme": options.theme, "scale": float(options.scale)}

    def run(batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        engine = shared_engine(fonts)
        for batch in batches:
            rows = []
            for identifier, message in zip(batch["id"], batch["message"]):
                try:
                    if is_picture:
                        data = engine.render(message, markup="json", format=extension, **names)
                        rows.append(picture_row(identifier, data, folder, extension))
                    else:
                        layout = engine.layout(message, markup="json", **names)
                        rows.append(metrics_row(identifier, layout))
                except galley.GalleyError as failure:
                    rows.append(row(identifier, error=failure.message))
            yield pandas.DataFrame(rows, columns=COLUMNS).astype({"lines": "Int32", "bytes": "Int64"})

    return frame.mapInPandas(run, ROWS)


def metrics_row(identifier: str, layout: galley.Layout) -> dict[str, Any]:
    """Returns the row of a layout: the sizes that a list of messages needs."""
    lines = len(layout.lines) + sum(len(part.lines) for part in layout.parts)
    return row(identifier, (layout.size.width, layout.size.height), lines=lines)


_engines: dict[Optional[str], galley.Engine] = {}


def shared_engine(fonts: Optional[str]) -> galley.Engine:
    """Returns the engine of this process, which later tasks use too."""
    if fonts not in _engines:
        _engines[fonts] = galley.Engine(manifest=fonts)
    return _engines[fonts]


def pictures_folder(options: argparse.Namespace) -> str:
    """Returns the folder of the pictures, which all machines share."""
    return str(Path(options.output).absolute() / "pictures")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Draw or lay out messages on a Spark cluster.")
    parser.add_argument("--input", required=True, help="messages, in .jsonl or .parquet")
    parser.add_argument("--output", required=True, help="a folder that all machines share")
    parser.add_argument("--engine", choices=["pipe", "pandas"], default="pandas")
    parser.add_argument("--result", choices=["pictures", "metrics"], default="pictures")
    parser.add_argument("--format", choices=["png", "webp"], default="png")
    parser.add_argument("--fonts", help="a font manifest; by default, the fonts of the system")
    parser.add_argument("--galley", default="galley", help="the program, for --engine pipe")
    parser.add_argument("--width", type=float, default=360)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--theme", default="light")
    parser.add_argument("--partitions", type=int, default=40)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    spark = SparkSession.builder.appName("galley").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", options.partitions)
    # Partitions stay as many as they were asked to be, so a lost task costs little.
    spark.conf.set("spark.sql.adaptive.coalescePartitions.enabled", False)
    spark.sparkContext.addPyFile(__file__)
    frame = messages(spark, options.input)
    rows = with_pipe(frame, options) if options.engine == "pipe" else with_pandas(frame, options)
    # Each task attempt writes to a folder of its own, of which one is committed.
    rows.write.mode("overwrite").parquet(str(Path(options.output).absolute() / "rows"))
    written = spark.read.parquet(str(Path(options.output).absolute() / "rows"))
    count, failed = written.count(), written.where("error is not null").count()
    print(f"{count} messages, {failed} invalid")
    spark.stop()


if __name__ == "__main__":
    main()
