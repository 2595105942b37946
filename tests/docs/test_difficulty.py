"""Every command of `docs/difficulty.md` prints what the page says; its example is in `analysis/test_decides`."""

from __future__ import annotations

import pytest

from tests.docs.commands import DOCS, printed, sessions


def slow(command: str) -> bool:
    """Whether a command takes more than half a second."""
    return any(word in command for word in ("tutorial", " length ", " tune ", " sensitivity "))


@pytest.mark.parametrize(("command", "typed", "quoted"), sessions("difficulty.md", slow))
def test_a_command_prints_this(
    command: str,
    typed: str,
    quoted: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not typed
    monkeypatch.chdir(DOCS.parent)
    lines = [" ".join(line.split()) for line in printed(command, capsys=capsys).splitlines()]
    assert [line for line in quoted if line not in lines] == []
