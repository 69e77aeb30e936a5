"""Building the programs, and the fonts and messages that they share."""

import os
import shutil
import subprocess
import sys

from .commands import BUILD, HERE, ROOT, output, output_if_possible, say
from .engines import PEERS, VENV, Setup

# What the engines of `galley corpus compare` use too.
ENGINES = ROOT / "Corpus" / "engines"
sys.path.insert(0, str(ENGINES / "shared"))
import building as engines

SKIA = "skia-python==144.1"
# Programs in C and C++: folder, source, compiler and flags, pkg-config's names, Debian's packages.
PANGO = ("Pango", "pango-bench.c", ["cc", "-O2"], "pangocairo pangoft2 jansson", "libpango1.0-dev libjansson-dev")
START = ("Peers", "start-floor.c", ["cc", "-O2"], "harfbuzz freetype2 spng",
         "libharfbuzz-dev libfreetype-dev libspng-dev")
COMPILED = {
    "qt": ("Peers", "qt-bench.cpp", ["c++", "-std=c++20", "-O2", "-fPIC"], "Qt6Gui", "qt6-base-dev"),
    "harfbuzz": ("Peers", "harfbuzz-bench.c", ["cc", "-O2"], "harfbuzz fribidi jansson",
                 "libharfbuzz-dev libfribidi-dev libjansson-dev"),
    "sketch": ("Peers", "layout-floor.c", ["cc", "-O2"], "jansson", "libjansson-dev"),
    "floors": ("Peers", "floors.c", ["cc", "-O3"], "pangocairo jansson", PANGO[4]),
}


def fonts():
    """Returns the font manifest of this machine."""
    os.chdir(ROOT)
    return output(["scripts/font-manifest"]).strip()


def build_galley():
    """Builds and returns the program of this package."""
    subprocess.run([ROOT / "scripts" / "build-program", "galley"], stdout=subprocess.DEVNULL,
                   check=True)
    return ROOT / ".build" / "release" / "galley"


def compile_program(folder, source, compiler, libraries, _packages):
    """Builds a program of one source file, unless it is newer than its folder's sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    path = HERE / folder / source
    engines.build(path, BUILD / path.stem, compiler, libraries,
                  [*path.parent.glob("*.h"), *ENGINES.glob("*.h")])


def build_compiled(engine):
    """Returns the missing packages of a peer in C or C++, after building it if there are none."""
    _, _, compiler, libraries, packages = COMPILED[engine]
    if needed := engines.missing(compiler, libraries, packages):
        return needed
    compile_program(*COMPILED[engine])
    return None


def build_skia():
    """Returns what is missing for Skia, after installing it into a virtual environment."""
    python = VENV / "bin" / "python"
    if not python.exists() and output_if_possible([sys.executable, "-m", "venv", VENV]) is None:
        shutil.rmtree(VENV, ignore_errors=True)
        return "python3-venv"
    installed = subprocess.run([python, "-c", "import skia"], stderr=subprocess.DEVNULL)
    if installed.returncode != 0 and output_if_possible(
            [python, "-m", "pip", "install", "--quiet", SKIA]) is None:
        return f"{SKIA} of PyPI"
    return None


def build_peers(chosen):
    """Builds the chosen peers, and returns those that can be measured; names the others."""
    ready = []
    for engine in PEERS:
        if engine.key not in chosen:
            continue
        if engine.key in COMPILED:
            missing = build_compiled(engine.key)
        elif engine.key == "skia":
            missing = build_skia()
        else:
            found = shutil.which("chromium") or shutil.which("google-chrome")
            missing = None if found else "chromium"
        if missing:
            say(f"skipping {engine.name}, which needs {missing}")
        else:
            ready.append(engine)
    return ready


def rival_fonts(manifest):
    """Returns the environment with only the fonts of the manifest, and their first family."""
    family = output([sys.executable, ENGINES / "shared" / "private_fonts.py", manifest, BUILD]).strip()
    environment = dict(os.environ, FONTCONFIG_FILE=str(BUILD / "fonts.conf"))
    if shutil.which("fc-cache"):
        subprocess.run(["fc-cache"], env=environment, check=True)
    return environment, family


def messages_file():
    """Returns the generated messages."""
    path = BUILD / "messages.jsonl"
    path.write_text(output([HERE / "Messages" / "generate.py"]), encoding="utf-8")
    return path


def prepare(galley, messages):
    """Returns the input of all programs, after building Galley and Pango's program."""
    manifest = fonts()
    say("building galley and the rivals")
    galley = galley or build_galley()
    compile_program(*PANGO)
    compile_program(*START)
    environment, family = rival_fonts(manifest)
    font = output(["fc-match", "-f", "%{file}", family], environment)
    return Setup(galley, manifest, messages or messages_file(), environment, family, font)
