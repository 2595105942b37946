"""The commands of `docs/publishing.md` print what the page says."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests.docs.commands import printed, sessions

TOP = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "typed", "quoted"), sessions("publishing.md", lambda _: False))
def test_a_command_prints_this(
    command: str,
    typed: str,
    quoted: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not typed
    copytree(TOP / "books", tmp_path / "books")
    monkeypatch.chdir(tmp_path)
    told = printed(command, capsys=capsys).splitlines()
    assert [line for line in quoted if line not in {" ".join(each.split()) for each in told}] == []
