"""Books of other programs, for the tests of import and export.

The small ones are in `tests/data/inputs`. With `GAMEBOOK_INPUTS` set to a folder of more of them, those are used, too.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SMALL = Path(__file__).parents[1] / "data" / "inputs"
LARGE = os.environ.get("GAMEBOOK_INPUTS", "")


def source(name: str) -> Path:
    """A file or a folder of the corpora; the test is skipped where it is not."""
    for folder in (SMALL, *([Path(LARGE)] if LARGE else [])):
        if (folder / name).exists():
            return folder / name
    pytest.skip(f"{name} is not in tests/data/inputs, and GAMEBOOK_INPUTS names no folder that has it")


def sources() -> list[Path]:
    """Every file of the corpora that is here: those of `GAMEBOOK_INPUTS` if it is set."""
    folder = Path(LARGE) if LARGE else SMALL
    return sorted(each for each in folder.rglob("*") if each.is_file() and each.name not in ("README.md", "LICENSE"))
