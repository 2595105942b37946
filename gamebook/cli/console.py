"""How commands speak: data on stdout, talk on stderr, and how they end."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

import typer

import gamebook
from gamebook.solve.patience import OutOfTime

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status
    from rich.text import Text

PATIENCE = 1.0
"""Seconds that work may take in silence."""
REFRESH = 0.1
LATER = 0.01
"""Seconds until a limit that came at a bad moment is looked at again."""
PACKAGE = Path(gamebook.__file__).parent


class ExitCode(IntEnum):
    """What a script that runs us can rely on."""

    CLEAN = 0
    FINDINGS = 1
    """Findings at or above `--fail-on`; a file that `fmt` would change."""
    USAGE = 2
    """The command cannot be run as typed, or a file is not there."""
    LIMIT = 3
    """A limit was reached before the answer."""
    BUG = 70
    """Our own mistake."""
    INTERRUPTED = 130
    PIPE = 141
    """Whoever read our output has gone, as in `gamebook explain | head -1`."""


def console(stream: TextIO) -> Console:
    """A rich console: in colour only on a terminal whose user has not asked for none."""
    from rich.console import Console

    coloured = stream.isatty() and not os.environ.get("NO_COLOR")
    return Console(file=stream, color_system="auto" if coloured else None, highlight=False, markup=False, emoji=False)


def emit(text: str | Text) -> None:
    """Data, as it is: lines are not wrapped, a newline is not added."""
    try:
        sys.stdout.write(_painted(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered would fail again when Python closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(ExitCode.PIPE) from None


def say(text: str | Text) -> None:
    """A line of talk."""
    sys.stderr.write(_painted(text, sys.stderr) + "\n")


def _painted(text: str | Text, stream: TextIO) -> str:
    if isinstance(text, str):
        return text
    painter = console(stream)
    with painter.capture() as capture:
        painter.print(text, soft_wrap=True, end="")
    return capture.get()


def fail(message: str, code: ExitCode = ExitCode.USAGE) -> NoReturn:
    """Say what is wrong in a line and end the command."""
    say(f"gamebook: {message}")
    raise typer.Exit(code)


@dataclass
class Stop:
    """Whether work should leave off: called by the work now and then."""

    deadline: float | None
    """A `time.monotonic()`."""
    asked: bool = False
    """Somebody pressed Ctrl-C."""

    def __call__(self) -> bool:
        """Whether Ctrl-C was pressed or the time is over."""
        return self.asked or (self.deadline is not None and time.monotonic() >= self.deadline)


@contextmanager
def stoppable(seconds: float | None) -> Iterator[Stop]:
    """Inside, the first Ctrl-C asks work to leave off and tell what it has; the second ends the command."""
    stop = Stop(None if seconds is None else time.monotonic() + seconds)
    if threading.current_thread() is not threading.main_thread():  # only there a program can hear signals
        yield stop
        return

    def heard(number: int, _frame: object) -> None:
        if stop.asked:
            raise KeyboardInterrupt(number)
        stop.asked = True

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Ticker:
    """A line on a terminal about long work: its stage, how far it is, and what is known so far."""

    def __init__(self, title: str, unit: str) -> None:
        """Nothing is shown before a second has passed."""
        self.title = title
        self.unit = unit
        self.known = ""
        self._begun = self._stage_begun = time.perf_counter()
        self._shown = self._begun + PATIENCE - REFRESH
        self._status: Status | None = None

    def __call__(self, count: int) -> None:
        """So many are done."""
        now = time.perf_counter()
        if now - self._shown < REFRESH:
            return
        self._shown = now
        rate = count / max(now - self._stage_begun, REFRESH)
        line = f"{self.title}: {count:,} {self.unit}, {rate:,.0f} a second"
        self._show(f"{line}; {self.known}" if self.known else line)

    def stage(self, title: str) -> None:
        """Something else is being done from now on."""
        if title != self.title:
            self.title = title
            self._stage_begun = time.perf_counter()

    def learn(self, words: str) -> None:
        """More is known: said once in a line of its own where work takes long, and shown from then on."""
        if words == self.known:
            return
        self.known = words
        if time.perf_counter() - self._begun >= PATIENCE:
            say(f"so far: {words}")

    def stop(self) -> None:
        """The work is done."""
        if self._status is not None:
            self._status.stop()

    def _show(self, line: str) -> None:
        if not sys.stderr.isatty():
            return
        from rich.status import Status

        if self._status is None:
            self._status = Status(line, console=console(sys.stderr))
            self._status.start()
        self._status.update(line)


@contextmanager
def progress(title: str, unit: str = "states") -> Iterator[Ticker]:
    """Show long work on a terminal: the block calls what it is given with the count so far.

    After a second a line on stderr tells the count and how many a second; it is gone when the work is done.
    """
    ticker = Ticker(title, unit)
    try:
        yield ticker
    finally:
        ticker.stop()


def _own(frame: FrameType | None) -> bool:
    """Whether a line of our own is being run.

    Compiled kernels call Python too (to build a tuple, to collect garbage) and do not expect exceptions there.
    """
    return frame is not None and Path(frame.f_code.co_filename).is_relative_to(PACKAGE)


@contextmanager
def time_limit(deadline: float | None) -> Iterator[None]:
    """Inside, work that looks at no clock is broken off when a `time.monotonic()` has come, by `OutOfTime`."""
    main = threading.current_thread() is threading.main_thread()  # only there a program can hear signals
    if deadline is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def over(_number: int, frame: FrameType | None) -> None:
        if not _own(frame):
            signal.setitimer(signal.ITIMER_REAL, LATER)
            return
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, max(deadline - time.monotonic(), 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
