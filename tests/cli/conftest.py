from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gamebook.cli.main import run


@dataclass(frozen=True)
class Outcome:
    """What a command line came to."""

    code: int
    out: str
    err: str


Gamebook = Callable[..., Outcome]


@pytest.fixture
def gamebook(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gamebook:
    """`gamebook("explain", "GB101")`, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Outcome:
        code = run(arguments)
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return call
