"""Building programs in C and C++ of one source file."""

import os
import pathlib
import shutil
import subprocess
import sys

# The exit status of a program that something is missing for (EX_UNAVAILABLE).
UNAVAILABLE = 69


def cache():
    """Returns the folder of build products."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = pathlib.Path(base, "galley", "engines")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def missing(compiler, libraries, packages):
    """Returns the missing packages of a program, or None."""
    if not shutil.which(compiler[0]):
        return "gcc g++"
    if not shutil.which("pkg-config"):
        return "pkg-config"
    found = subprocess.run(["pkg-config", "--exists", *libraries.split()])
    return packages if found.returncode else None


def build(source, program, compiler, libraries, headers=()):
    """Builds a program of one source file, unless it is newer than its sources."""
    changed = max(path.stat().st_mtime for path in [source, *headers])
    if program.exists() and program.stat().st_mtime >= changed:
        return
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *libraries.split()], check=True,
                           capture_output=True, text=True).stdout.split()
    part = program.with_name(f"{program.name}.{os.getpid()}")
    subprocess.run([*compiler, "-Wall", "-Wextra", "-o", part, source, *flags, "-lpthread", "-lm"],
                   check=True, stdout=sys.stderr)
    part.replace(program)


def require(condition, command):
    """Ends the program with the command that installs what is missing, unless a condition holds."""
    if not condition:
        print(command, file=sys.stderr)
        sys.exit(UNAVAILABLE)
