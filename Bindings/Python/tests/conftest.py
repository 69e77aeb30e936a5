"""Fixtures: engines with the fonts of the repository, whose metrics are in Fonts/testing/README.md."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import galley

REPOSITORY = Path(os.environ.get("GALLEY_REPOSITORY") or Path(__file__).resolve().parents[3])
# The command as built for release, or for the tests.
COMMANDS = [REPOSITORY / build / "release/galley" for build in (".build", ".build/whole")]
COMMAND = next((command for command in COMMANDS if command.exists()), COMMANDS[0])
MANIFEST = REPOSITORY / "Fonts/testing/testing.json"


@pytest.fixture
def engine() -> Iterator[galley.Engine]:
    with galley.Engine(manifest=MANIFEST) as engine:
        yield engine
