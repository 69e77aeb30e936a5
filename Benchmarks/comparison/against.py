"""Two builds of Galley, run in turns."""

import json
import statistics
import subprocess
import time

from .commands import BUILD, ROOT, output, say
from .figures import FIGURES, value
from .report import print_table
from .results import written

# Worktrees of other commits, by their full hashes; their build products stay for the next time.
TREES = BUILD.parent / "against"


def commit(revision):
    """Returns the full hash of a revision."""
    command = ["git", "-C", ROOT, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    return output(command).strip()


def build(revision):
    """Returns the program of a revision, built in a worktree of its own."""
    tree = TREES / commit(revision)
    subprocess.run(["git", "-C", ROOT, "worktree", "prune"], check=True)
    if not tree.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", tree,
                        tree.name], check=True)
    say(f"building galley of {revision} in {tree.relative_to(ROOT)}")
    script = tree / "scripts" / "build-program"
    # Revisions before the script were built with these options.
    options = ["swift", "build", "--configuration", "release", "--static-swift-stdlib",
               "--disable-local-rpath", "--product"]
    command = [script] if script.exists() else options
    subprocess.run([*command, "galley"], cwd=tree, stdout=subprocess.DEVNULL, check=True)
    return tree / ".build" / "release" / "galley"


def bench(galley, messages, manifest):
    """Returns the figures of `galley bench`."""
    return json.loads(output([galley, "bench", messages, "--fonts", manifest, "--json"]))


def start(galley, arguments):
    """Returns the time from process start to a picture of one word, in milliseconds."""
    begin = time.perf_counter()
    subprocess.run([galley, "render", "hello", "-o", BUILD / "hello.png", *arguments], check=True)
    return (time.perf_counter() - begin) * 1e3


def measure(galleys, messages, manifest, rounds, starts):
    """Returns the figures of both programs by name: lists with a value for each round or start.

    Rounds begin with each program alternately.
    """
    names = list(galleys)
    figures = {name: {} for name in names}
    for turn in range(rounds):
        say(f"round {turn + 1}")
        for name in names if turn % 2 == 0 else reversed(names):
            found = bench(galleys[name], messages, manifest)
            for _, key, _ in FIGURES:
                figures[name].setdefault(key, []).append(value(found, key))
    say("starting both")
    for turn in range(starts + 3):
        for key, arguments in (("start_system", []), ("start", ["--fonts", manifest])):
            for name in names if turn % 2 == 0 else reversed(names):
                found = start(galleys[name], arguments)
                if turn >= 3:  # The first starts fill the system's caches.
                    figures[name].setdefault(key, []).append(found)
    return figures


def report(figures, rounds):
    """Prints the medians of both programs, the median ratio and its range."""
    after, before = figures
    rows = [["", after, before, "ratio", "range"]]
    starts = [("start to picture, system fonts", "start_system", "ms"),
              ("start to picture, manifest fonts", "start", "ms")]
    for name, key, unit in FIGURES + starts:
        pairs = [(a, b) for a, b in zip(figures[after][key], figures[before][key]) if a and b]
        if not pairs:
            continue
        ratios = [a / b for a, b in pairs]
        rows.append([name] + [f"{written(statistics.median(column))} {unit}" for column in zip(*pairs)]
                    + [f"{statistics.median(ratios):.3f}", f"{min(ratios):.3f}-{max(ratios):.3f}"])
    print(f"rounds: {rounds}; below 1, {after} is faster or smaller\n")
    print_table(rows, left=(0,))
