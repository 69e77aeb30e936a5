#!/usr/bin/env python3
"""Writes hostile messages for a text engine, as JSON Lines, deterministically.

    scripts/make-hostile-messages.py [--units 4096] > hostile.jsonl

The messages of the hostile corpus (scripts/hostile) that are one line each; each kind has a few sizes up
to `--units` UTF-16 units. Similar harmless texts, which must be laid out as usual, are included.
"""

import argparse
import sys

sys.dont_write_bytecode = True
from hostile.messages import messages


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--units", type=int, default=4096, help="the length of the longest messages, in UTF-16 units")
    size = parser.parse_args().units
    for case in messages(size):
        # Elsewhere, an entity beyond a shorter text would be an error.
        if b"\n" not in case.line:
            sys.stdout.buffer.write(case.line + b"\n")


main()
