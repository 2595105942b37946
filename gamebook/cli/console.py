"""Output of commands: data on stdout, messages on stderr; exit codes; signals and time limits."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Literal, NoReturn, TextIO

import typer

import gamebook
from gamebook.cli.signals import end
from gamebook.errors import OutOfTime
from gamebook.job import Job, Step
from gamebook.render.printable import for_terminal
from gamebook.tasks import ALONE, Crew

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from gamebook.render.styled import Styled

PATIENCE = 1.0
"""Seconds before progress is shown."""
SELDOM = 0.25
"""Partial results are printed in a line of their own after one more second, or after such a part of the time so far."""
REFRESH = 0.1
SPINNER = 3
"""Cells that the sign of work takes in a line, and one that stays free."""
GRACE = 0.4
"""Seconds after a time limit in which the work may still end by itself; then it is interrupted."""
LATER = 0.01
"""Seconds until the alarm is tried again, if it came while no line of our own was running."""
PACKAGE = Path(gamebook.__file__).parent
UNITS = {
    "playing": "plays",
    "searching": "trials",
    "computing values": "steps",
    "looking for findings": "questions",
}
"""What a phase counts; others count states, or are called after what they count (tasks)."""
SLOW = 10
"""A speed below this is not worth telling."""
SURE = 0.02
"""When less than such a share of a phase is done, nobody can say how long the rest will take."""
LONG = 90
"""If the rest takes so many seconds or more, it is shown in minutes."""


class ExitCode(IntEnum):
    """Exit codes of all commands; scripts may rely on them."""

    CLEAN = 0
    FINDINGS = 1
    """Findings at or above `--fail-on`; a file that `fmt` would change; a variant of `sweep` that failed."""
    USAGE = 2
    """The command cannot be run as typed, a file is not there, or the output cannot be written."""
    LIMIT = 3
    """A limit was reached before the answer was known."""
    BUG = 70
    """An error of the program, not of the book."""
    INTERRUPTED = 130
    """Ctrl-C; what was known by then may have been printed."""
    TERMINATED = 143
    """SIGTERM."""
    HUNG_UP = 129
    """SIGHUP: the terminal was closed."""
    PIPE = 141
    """The program that read our output ended before all was written."""


def console(stream: TextIO) -> Console:
    """A rich console, in colour only on a terminal and if `NO_COLOR` is not set."""
    from rich.console import Console

    system: Literal["auto"] | None = "auto" if _coloured(stream) else None
    return Console(file=stream, color_system=system, highlight=False, markup=False, emoji=False)


def _coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR")


def emit(text: str | Styled) -> None:
    """Write to stdout: no wrapping, no newline at the end.

    Control letters, which a terminal obeys, are replaced in words, and in data that goes to a terminal.

    Raises:
        OSError: it cannot be written; the disk is full, for example.
    """
    try:
        sys.stdout.write(_painted(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
        raise typer.Exit(ExitCode.PIPE) from None
    except OSError as error:
        _lost(error)
        raise


def heed_unwritten(error: OSError) -> None:
    """If stdout holds what cannot be written, drop it, and say in the error that it is about stdout.

    Typer writes its help there without `emit`.
    """
    try:
        sys.stdout.flush()
    except OSError:
        _lost(error)


def _lost(error: OSError) -> None:
    _give_up(sys.stdout)
    error.filename = "standard output"
    if error.errno == errno.EBADF:
        error.strerror = "it is closed"


def say(text: str | Styled) -> None:
    """Write a line to stderr; where nobody can read it, the work goes on."""
    try:
        sys.stderr.write(_painted(for_terminal(text) if isinstance(text, str) else text, sys.stderr) + "\n")
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    """Let a stream lead nowhere: what is still buffered would fail again when Python closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _painted(text: str | Styled, stream: TextIO) -> str:
    if isinstance(text, str):
        return for_terminal(text) if stream.isatty() else text
    painter = console(stream) if _coloured(stream) else None  # a pipe needs no console
    if painter is None or painter.color_system is None:
        return for_terminal(text.plain)  # rich before 14.3 drops blanks at the ends of long lines
    from rich.text import Text

    with painter.capture() as capture:
        parts = ((for_terminal(words), style) for words, style in text.parts)
        painter.print(Text.assemble(*parts), soft_wrap=True, end="")
    return capture.get()


def fail(message: str, code: ExitCode = ExitCode.USAGE) -> NoReturn:
    """Print an error message and end the command."""
    say(f"gamebook: {message}")
    raise typer.Exit(code)


def say_limited(*, bounds: bool, all_: bool = True, why: str = "a limit was reached") -> None:
    """Say that the work ended first.

    Args:
        bounds: there are bounds on the screen.
        all_: nothing is known but bounds; else some answers are known.
        why: what ended it.
    """
    if all_:
        what, between = "the answer", "the true value lies between these bounds"
    else:
        what, between = "some of the answers", "the true values lie between their bounds"
    say(f"gamebook: {why} before {what}{f'; {between}' if bounds else ''}")


@contextmanager
def stoppable(job: Job) -> Iterator[None]:
    """Inside, the first Ctrl-C asks a job to finish with what it has; the second ends the command."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread can handle signals
        yield
        return

    def on_signal(number: int, frame: FrameType | None) -> None:
        if job.finishing:
            end(number, frame)
        job.finish()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def hangup_heard_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Inside, somebody else hears that the terminal was closed, where that is not ignored."""
    hangup = getattr(signal, "SIGHUP", None)
    before = signal.SIG_IGN if hangup is None else signal.getsignal(hangup)
    if hangup is None or before is signal.SIG_IGN:
        yield
        return
    signal.signal(hangup, handler)
    try:
        yield
    finally:
        signal.signal(hangup, before)


class Ticker:
    """A line on the terminal that shows progress: the phase, the count, and what is known so far."""

    def __init__(
        self, title: str, words: Callable[[object], str], about: Callable[[], str] | None = None, waited: float = 0.0
    ) -> None:
        """Nothing is shown before a second has passed.

        Args:
            title: the task; may be empty if the phase is enough.
            words: turns partial results into text.
            about: what is known of the matter before the work, in words; long work says it first, in a line of its own.
            waited: seconds that have passed of that second.
        """
        self.title = title
        self._about = about
        self.known = ""
        self._words = words
        self._told: list[str] = []
        self._phase = ("", "")
        self._begun = self._phase_begun = time.perf_counter()
        self._begun -= waited
        self._shown = self._begun
        self._say_next = self._begun + PATIENCE
        self._status: Status | None = None

    def report(self, step: Step) -> None:
        """Show the progress."""
        now = time.perf_counter()
        new = (step.part, step.phase) != self._phase
        if new:
            self._phase, self._phase_begun = (step.part, step.phase), now
        if self._about is not None and now >= self._begun + PATIENCE:
            about, self._about = self._about, None
            say(about())
        self._learn("" if step.known is None else self._words(step.known), now)
        # A phase that begins is shown at once: it may be long until something is counted in it.
        if now - self._begun < PATIENCE or (not new and now - self._shown < REFRESH):
            return
        self._shown = now
        doing = ", ".join(each for each in (self.title, step.part, step.phase) if each)
        line = doing + _counted(step, now - self._phase_begun)
        self._show(f"{line}; {self.known}" if self.known else line)

    def _learn(self, words: str, now: float) -> None:
        """Show a new partial result; in long work, also print in a line of its own what is new of it, now and then."""
        self.known = words or self.known
        new = [part for part in self.known.split("; ") if part and part not in self._told]
        if new and now >= self._say_next:
            self._told += new
            self._say_next = now + max(PATIENCE, SELDOM * (now - self._begun))
            say(f"so far: {'; '.join(new)}")

    def stop(self) -> None:
        """The work is done."""
        if self._status is not None:
            self._status.stop()

    def _show(self, line: str) -> None:
        if not sys.stderr.isatty():
            return
        from rich.status import Status
        from rich.text import Text

        if self._status is None:
            self._status = Status("", console=console(sys.stderr))
            self._status.start()
        text = Text(line)
        text.truncate(max(console(sys.stderr).width - SPINNER, 1), overflow="ellipsis")  # it would be wrapped else
        self._status.update(text)


def _counted(step: Step, seconds: float) -> str:
    """How much of a phase is done, how fast, and how long the rest will take; else how long it has taken."""
    share = step.done / step.total if step.total else step.share
    left = f", {_left(seconds, share)}" if share is not None and share >= SURE and seconds >= PATIENCE else ""
    if not step.done:
        return f"… {seconds:.0f} s{left}" if seconds >= PATIENCE else "…"
    of = "" if step.total is None else f" of {step.total:,}"
    unit = UNITS.get(step.phase, "" if of else "states")
    rate = step.done / max(seconds, REFRESH)
    return f": {step.done:,}{of} {unit}".rstrip() + (f", {rate:,.0f} a second" if rate >= SLOW else "") + left


def _left(seconds: float, share: float) -> str:
    """`41% done, about 6 s left`: what is left of work of which a share took so long."""
    left = seconds * max(0.0, 1.0 - share) / share
    return f"{share:.0%} done, about {f'{left:.0f} s' if left < LONG else f'{left / 60:.0f} min'} left"


@contextmanager
def watched(
    title: str = "",
    words: Callable[[object], str] | None = None,
    cores: int | None = None,
    crew: Crew = ALONE,
    about: Callable[[], str] | None = None,
    waited: float = 0.0,
) -> Iterator[Job]:
    """A job that is shown on a terminal while it runs.

    After a second a line on stderr shows the phase, the count and the speed; it disappears when the work is done.

    Args:
        title: the task; may be empty if the phase is enough.
        words: turns partial results into text, which a pipe gets, too.
        cores, crew: as in `Job`.
        about, waited: as in `Ticker`.
    """
    ticker = Ticker(title, words or (lambda _: ""), about, waited)
    job = Job(ticker.report, cores, crew)
    job.shown = words is not None or sys.stderr.isatty()
    try:
        with job:
            yield job
    finally:
        ticker.stop()


def _own(frame: FrameType | None) -> bool:
    """True if the frame runs a line of this package.

    Compiled kernels call Python too (to build a tuple, to collect garbage) and do not expect exceptions there.
    """
    return frame is not None and Path(frame.f_code.co_filename).is_relative_to(PACKAGE)


@contextmanager
def time_limit(deadline: float | None) -> Iterator[None]:
    """Inside, `OutOfTime` is raised at a `time.monotonic()`, even in work that does not check the clock."""
    main = threading.current_thread() is threading.main_thread()  # only the main thread can handle signals
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
