"""The command of `docs/diff.md` prints what the page says of a book that is small enough to do by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.cli.console import ExitCode
from tests.cli.test_diff import DOORS, HARDER
from tests.docs.commands import printed, sessions


@pytest.mark.parametrize(("command", "typed", "quoted"), sessions("diff.md", lambda _: False))
def test_a_command_prints_this(
    command: str,
    typed: str,
    quoted: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not typed
    monkeypatch.chdir(tmp_path)
    for name, text in (("doors", DOORS), ("harder", HARDER)):
        Path(f"{name}.gbk").write_text(text, "utf-8")
    told = printed(command, capsys=capsys, code=ExitCode.FINDINGS).splitlines()
    assert [line for line in quoted if line not in {" ".join(each.split()) for each in told}] == []
