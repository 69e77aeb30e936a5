"""Folders of the benchmark, and running other programs."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent
BUILD = HERE / ".build" / "rival"


def say(text):
    """Prints progress, beside the figures on standard output."""
    print(text, file=sys.stderr, flush=True)


def output(command, environment=None, tries=1):
    """Returns the standard output of a program, which must succeed in one of some tries."""
    result = subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True)
    if result.returncode == 0:
        return result.stdout
    failure = f"{command[0]} ended with status {result.returncode}"
    if tries == 1:
        sys.exit(failure)
    say(failure + ", and runs again")
    return output(command, environment, tries - 1)


def output_if_possible(command, environment=None):
    """Returns the standard output of a program, or None if it fails or takes ten minutes."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=environment, text=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"{command[0]}: {error}")
        return None
    if result.returncode != 0:
        say(f"{command[0]} ended with status {result.returncode}: {result.stderr.strip()[-500:]}")
        return None
    return result.stdout
