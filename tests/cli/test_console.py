from __future__ import annotations

import io
import signal
import time

import pytest

from gamebook.cli import console
from gamebook.cli.console import Ticker, emit, say, stoppable, time_limit, watched
from gamebook.dice.percent import percent
from gamebook.errors import OutOfTime
from gamebook.job import Job, Step
from gamebook.render.styled import Styled


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
    say(Styled("error", "bold red"))
    assert terminal.getvalue() == "\x1b[1;31merror\x1b[0m\n"


def test_a_terminal_is_not_commanded_by_names(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    say("a\x1b[2J\x9bb")
    say(Styled("a\x1b[2J\x9bb", "bold red"))
    monkeypatch.setattr("sys.stdout", terminal)
    emit("a\x1b[2J\x9bb\n")
    shown = "a\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}b"
    assert terminal.getvalue() == f"{shown}\n\x1b[1;31m{shown}\x1b[0m\n{shown}\n"


def test_data_stays_as_it_is_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    emit("a\x1b[2J\x9bb\n")
    assert capsys.readouterr().out == "a\x1b[2J\x9bb\n"


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    say(Styled("error", "bold red"))
    assert terminal.getvalue() == "error\n"


def test_a_pipe_gets_plain_text_unwrapped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    line = "[bold] :smile: " + "word " * 50 + "\n"
    emit(Styled(line, "bold red"))
    assert capsys.readouterr().out == line


def test_long_work_is_told_after_a_second_with_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    now = iter([0.0, 0.5, 2.0])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    ticker = Ticker("solving", lambda known: f"at least {known}")
    ticker.report(Step("", 1))
    assert terminal.getvalue() == ""
    ticker.report(Step("listing states", 3000, known=7))
    ticker.stop()
    assert "so far: at least 7\n" in terminal.getvalue()
    assert "solving, listing states: 3,000 states, 30,000 a second; at least 7" in terminal.getvalue()


def test_long_work_says_first_what_it_is_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a pipe; and the second that it waits may have begun before it."""
    now = iter([0.0, 0.3, 0.5, 2.0, 3.0])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    ticker = Ticker("", lambda known: f"at least {known}", about=lambda: "46 chapters", waited=0.6)
    ticker.report(Step("listing states", 1, known=7))
    assert capsys.readouterr().err == ""
    for known in (7, 8, 8):
        ticker.report(Step("listing states", 1, known=known))
    ticker.stop()
    assert capsys.readouterr().err == "46 chapters\nso far: at least 7\nso far: at least 8\n"


def test_what_is_known_is_worked_out_for_a_pipe_that_gets_it() -> None:
    with watched(words=str) as job:
        assert job.shown
    with watched() as job:
        assert not job.shown


def test_nothing_is_counted_before_there_is_anything_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    now = iter([0.0, 2.0])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    ticker = Ticker("", str)
    ticker.report(Step("arranging states", 0))
    ticker.stop()
    assert "arranging states…" in terminal.getvalue()
    assert "a second" not in terminal.getvalue()


def test_a_phase_that_begins_is_shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be long until something of it is counted; until then the old words would be wrong."""
    terminal = on_terminal(monkeypatch)
    now = iter([0.0, 2.0, 2.01, 2.02])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    ticker = Ticker("", str)
    ticker.report(Step("listing states", 1_000))
    ticker.report(Step("listing states", 1_001))
    ticker.report(Step("computing values", 0))
    ticker.stop()
    assert "1,001" not in terminal.getvalue()
    assert "computing values…" in terminal.getvalue()


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (Step("arranging states", 0), "arranging states… 8 s"),
        (
            Step("looking for findings", 5, 13),
            "looking for findings: 5 of 13 questions, 38% done, about 13 s left",
        ),
        (Step("tasks", 3, 8), "tasks: 3 of 8, 38% done, about 13 s left"),
        (Step("playing", 4000, 9000), "playing: 4,000 of 9,000 plays, 500 a second, 44% done, about 10 s left"),
        (
            Step("computing values", 4000, share=0.02),
            "computing values: 4,000 steps, 500 a second, 2% done, about 7 min left",
        ),
        (Step("computing values", 4000, share=0.01), "computing values: 4,000 steps, 500 a second"),
        (
            Step("listing states", 4000, part="changed book 3 of 12"),
            "changed book 3 of 12, listing states: 4,000 states, 500 a second",
        ),
    ],
)
def test_each_phase_says_what_it_counts(step: Step, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "120")
    now = iter([0.0, 2.0, 10.0])
    monkeypatch.setattr(console.time, "perf_counter", lambda: next(now))
    ticker = Ticker("", str)
    ticker.report(Step(step.phase, 0, step.total, part=step.part))
    ticker.report(step)
    ticker.stop()
    assert line in terminal.getvalue()
    assert f"{line}, " not in terminal.getvalue()


def test_long_work_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.0)
    with watched("solving") as job:
        job.begin("listing states")
        job.step(1)
    assert capsys.readouterr().err == ""


def test_ctrl_c_asks_first_and_then_ends() -> None:
    before = signal.getsignal(signal.SIGINT)
    job = Job()
    with stoppable(job):
        assert not job.finishing
        signal.raise_signal(signal.SIGINT)
        assert job.finishing
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_time_limit_breaks_off_our_own_lines_only() -> None:
    passed = []

    def work() -> None:
        time.sleep(0.05)  # what others run (kernels, when they build a tuple) is not broken off
        passed.append("theirs")
        while True:
            percent(0.5)

    with time_limit(time.monotonic() + 0.01), pytest.raises(OutOfTime):
        work()
    assert passed == ["theirs"]


def test_a_time_limit_that_is_kept_changes_nothing() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(time.monotonic() + 0.02):
        pass
    time.sleep(0.05)
    assert signal.getsignal(signal.SIGALRM) is before
