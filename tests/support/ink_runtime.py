"""inkjs, an ink runtime that plays stories at random: the judge of what is written as ink, and of what is read."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent / "ink"
NODE = shutil.which("node")
needs_runtime = pytest.mark.skipif(NODE is None, reason="Node.js, which the ink runtime needs, is not installed")


def plays(story: Path, count: int, seed: int = 1) -> list[list[Any]]:
    """Random plays of a story: of each its events, such as `["text", words]` and `["choice", labels, taken, sheet]`."""
    return plays_of_all([story], count, seed)[0]


def plays_of_all(stories: Sequence[Path], count: int, seed: int = 1) -> list[list[list[Any]]]:
    """For each of some stories its random plays: the runtime starts once."""
    assert NODE is not None
    command = [NODE, str(HERE / "play.js"), str(count), str(seed), *map(str, stories)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [found[first : first + count] for first in range(0, len(found), count)]
