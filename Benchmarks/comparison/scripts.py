"""Messages in one script at a time: the first layout of Galley beside the fastest other engine."""

import json

from .commands import BUILD, HERE, output, say
from .report import print_table
from .results import results, written
from .rounds import measure

NAMES = ["Latin", "Cyrillic", "Arabic", "Hebrew", "Devanagari", "Thai", "CJK", "emoji"]
# The engines that lay text out; the others are floors.
ENGINES = ["pango", "qt", "skia", "chromium"]
KEY = "first_us"
# The maximum ratio to the fastest other engine.
BAR = 0.5


def messages(script, count):
    """Returns the file of generated messages in a script."""
    path = BUILD / f"messages-{script}.jsonl"
    generator = [HERE / "Messages" / "generate.py", "--script", script, "--count", str(count)]
    path.write_text(output(generator), encoding="utf-8")
    return path


def measure_scripts(setup, peers, names, rounds, count):
    """Returns the results of each script, as those of all messages."""
    found = {}
    for name in names:
        say(f"{name} alone")
        setup.messages = messages(name, count)
        found[name] = results([measure(setup, peers, turn) for turn in range(rounds)])
    return found


def fastest(engines):
    """Returns the key of the engine to which Galley's ratio is highest."""
    return max((key for key in ENGINES if key in engines),
               key=lambda key: engines[key]["ratio"]["median"])


def report_scripts(found):
    """Prints the first layouts of all scripts, and returns whether they are within the limit."""
    rows = [["first layout", "Galley", "fastest other", "", "ratio", "range", "limit",
             "to HarfBuzz"]]
    held = True
    for name, result in found.items():
        engines = next(f["engines"] for f in result["figures"] if f["key"] == KEY)
        key = fastest(engines)
        ratio = engines[key]["ratio"]
        is_held = ratio["median"] <= BAR
        held = held and is_held
        floor = engines.get("harfbuzz")
        rows.append([name, f"{written(engines['galley']['median'])} µs",
                     result["engines"][key]["name"], f"{written(engines[key]['median'])} µs",
                     f"{ratio['median']:.3f}", f"{ratio['least']:.3f}-{ratio['most']:.3f}",
                     f"<= {BAR:g}  " + ("held" if is_held else "MISSED"),
                     f"{floor['ratio']['median']:.3f}" if floor else ""])
    first = next(iter(found.values()))
    print(f"{first['messages']} messages of each script; rounds: {first['rounds']}, medians\n")
    print_table(rows, left=(0, 2, 6))
    return held


def write(found, path):
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
