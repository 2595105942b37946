from __future__ import annotations

import io

import pytest
from rich.text import Text

from gamebook.cli import console
from gamebook.cli.console import emit, progress, say


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    return terminal


def test_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    say(Text("error", "bold red"))
    assert terminal.getvalue() == "\x1b[1;31merror\x1b[0m\n"


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    say(Text("error", "bold red"))
    assert terminal.getvalue() == "error\n"


def test_a_pipe_gets_plain_text_unwrapped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    line = "[bold] :smile: " + "word " * 50 + "\n"
    emit(Text(line, "bold red"))
    assert capsys.readouterr().out == line


def test_long_work_is_told_after_a_second_with_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    now = iter([0.0, 0.5, 2.0])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    with progress("solving") as tick:
        tick(1)
        assert terminal.getvalue() == ""
        tick(3000)
    assert "solving: 3,000 states, 1,500 a second" in terminal.getvalue()


def test_long_work_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.0)
    with progress("solving") as tick:
        tick(1)
    assert capsys.readouterr().err == ""
