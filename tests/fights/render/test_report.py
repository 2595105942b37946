"""Answers about a fight."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_matplotlib_is_for_pictures_alone() -> None:
    script = "import sys, gamebook.fights.render.report; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
