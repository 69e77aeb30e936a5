"""Builds wheels with libgalley.so inside.

The library is the file that GALLEY_LIBRARY names, or the one that scripts/build-library makes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent


def version() -> str:
    header = REPOSITORY / "Sources/CInterface/include/galley.h"
    match = re.search(r'^#define GALLEY_VERSION "(.*)"', header.read_text(), re.MULTILINE)
    if match is None:
        raise SystemExit(f"{header}: has no GALLEY_VERSION")
    return match[1]


def library() -> Path:
    """Returns the path of the library, which is built if none is given."""
    given = os.environ.get("GALLEY_LIBRARY")
    if given:
        path = Path(given)
    else:
        subprocess.run([str(REPOSITORY / "scripts/build-library")], check=True)
        path = REPOSITORY / ".build/library/libgalley.so"
    if not path.is_file():
        raise SystemExit(f"{path}: no such library; run scripts/build-library")
    return path


class BuildWithLibrary(build_py):
    """Copies the library beside the modules."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib) / "galley" / "libgalley.so"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library().resolve(), target)


class PlatformWheel(bdist_wheel):
    """Names the platform of the library; any Python 3 loads it."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(
    version=version(),
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
    distclass=PlatformDistribution,
)
