"""The arguments of engines, and the start of those that are programs in C and C++."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

import building
import private_fonts

HERE = pathlib.Path(__file__).resolve().parent.parent


def arguments():
    """Returns the arguments that every engine has."""
    parser = argparse.ArgumentParser(description="An engine of `galley corpus compare`; see README.md.")
    parser.add_argument("--fonts", required=True, help="the font manifest")
    parser.add_argument("--folder", required=True, help="a folder for temporary files")
    return parser.parse_args()


def cases():
    """Returns the cases of standard input."""
    return [json.loads(line) for line in sys.stdin if line.strip()]


def answer(**members):
    """Writes a line of the output."""
    print(json.dumps(members, ensure_ascii=False), flush=True)


def run_compiled(source, compiler, libraries, packages):
    """Builds a program, and continues as it, with only the fonts of the manifest."""
    options = arguments()
    needed = building.missing(compiler, libraries, packages)
    building.require(needed is None, f"apt-get install {needed}")
    source = HERE / source
    program = building.cache() / source.stem
    headers = [*HERE.glob("*.h"), pathlib.Path(__file__)]
    try:
        building.build(source, program, compiler, libraries, headers)
    except subprocess.CalledProcessError:
        sys.exit(f"{source.name} cannot be built")
    folder = pathlib.Path(options.folder, "fontconfig").resolve()
    families = private_fonts.prepare(pathlib.Path(options.fonts), folder)
    monospace = next((family for family in families if "Mono" in family), families[0])
    os.environ["FONTCONFIG_FILE"] = str(folder / "fonts.conf")
    os.execv(program, [program, monospace])
