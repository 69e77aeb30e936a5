"""Running the programs in turns."""

import json
import subprocess
import time

from .commands import BUILD, output, output_if_possible, say
from .engines import REQUIRED


def measure(setup, peers, turn):
    """Returns the figures of each program in one round.

    Each round begins with another program. A peer that fails is missing from the round.
    """
    say(f"round {turn + 1}")
    engines = REQUIRED + peers
    first = turn % len(engines)
    figures = {}
    for engine in engines[first:] + engines[:first]:
        environment = None if engine.key == "galley" else setup.environment
        if engine in REQUIRED:
            # Cairo fails an assertion now and then when two threads draw.
            text = output(engine.command(setup), environment, tries=3)
        else:
            text = output_if_possible(engine.command(setup), environment)
        if text is not None:
            figures[engine.key] = json.loads(text)
    return figures


def measure_starts(setup, count):
    """Returns the times from process start to a picture of one word, in milliseconds, alternately.

    Measured with the fonts of the system, the default of both, and with those of the manifest;
    and the least work, with one font.
    """
    say("starting all")
    picture = BUILD / "hello.png"
    galley = [setup.galley, "render", "hello", "-o", picture]
    pango = ["pango-view", "--no-display", "-q", "-o", picture, "--text", "hello"]
    commands = {
        ("system", "galley"): (galley, None),
        ("system", "pango"): (pango, None),
        ("manifest", "galley"): (galley + ["--fonts", setup.manifest], None),
        ("manifest", "pango"): (pango + ["--font", f"{setup.family} 16px"], setup.environment),
        ("one", "floor"): ([BUILD / "start-floor", setup.font, "hello", picture], None),
    }
    times = {"system": {"galley": [], "pango": []}, "manifest": {"galley": [], "pango": []},
             "one": {"floor": []}}
    for turn in range(count + 3):
        for (fonts, name), (command, variables) in commands.items():
            begin = time.perf_counter()
            subprocess.run(command, env=variables, check=True)
            if turn >= 3:  # The first starts fill the system's caches.
                times[fonts][name].append((time.perf_counter() - begin) * 1e3)
    return times
