"""The mutants that no test can tell from the program, with the reasons.

A block of the file, which ends at an empty line, is

    Shaping/WordKey.swift 2 < to <=
      the line of the source
    The reason.

where 2 is the position among the places of the line that can be changed.
"""

import re


def read(path):
    """Returns the reasons by the keys of the mutants."""
    reasons = {}
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        lines = [line for line in block.strip().split("\n") if not line.startswith("#")]
        if not any(lines):
            continue
        file, ordinal, change = lines[0].split(" ", 2)
        reasons[(file, int(ordinal), change, lines[1].strip())] = " ".join(lines[2:]).strip()
    return reasons
