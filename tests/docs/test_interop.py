"""The commands of `docs/interop.md` print what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.commands import DOCS, printed, sessions


def first(language: str, page: str) -> str:
    """The first block in a language on a page: the book of `docs/language.md`, the story in Twee."""
    found = re.search(rf"```{language}\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("command", "typed", "quoted"), sessions("interop.md", lambda _: False))
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
    Path("well.gbk").write_text(first("gamebook", "language.md"), "utf-8")
    Path("story.twee").write_text(first("twee", "interop.md"), "utf-8")
    told = [" ".join(line.split()) for line in printed(command, capsys=capsys).splitlines()]
    assert [line for line in quoted if line not in told] == []
