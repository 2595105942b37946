"""How commands speak: data on stdout, talk on stderr, and how they end."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PATIENCE = 1.0
"""Seconds that work may take in silence."""
REFRESH = 0.1


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


@contextmanager
def progress(title: str, unit: str = "states") -> Iterator[Callable[[int], None]]:
    """Show long work on a terminal: the block calls the function it is given with the count so far.

    After a second a line on stderr tells the count and how many a second; it is gone when the work is done.
    """
    if not sys.stderr.isatty():
        yield lambda _count: None
        return

    from rich.status import Status

    begun = time.perf_counter()
    shown = begun + PATIENCE - REFRESH
    status: Status | None = None

    def tick(count: int) -> None:
        nonlocal shown, status
        now = time.perf_counter()
        if now - shown < REFRESH:
            return
        shown = now
        line = f"{title}: {count:,} {unit}, {count / (now - begun):,.0f} a second"
        if status is None:
            status = Status(line, console=console(sys.stderr))
            status.start()
        status.update(line)

    try:
        yield tick
    finally:
        if status is not None:
            status.stop()
