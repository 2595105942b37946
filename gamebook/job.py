"""Long work: how far it is, and its end before its time.

The job at hand is found by whoever works, however deep (`current`), so that nobody has to hand it on:

    job = Job(print)
    with job:
        gamebook.solve("moat.gbk")      another thread may call job.cancel()

Work looks at its job every few milliseconds. A job that is cancelled raises `Cancelled` there; one that is asked to
`finish` gives the best answer it has, where there is one. The job belongs to the thread, or asyncio task, that entered
it; nothing that other threads could see is changed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import Cancelled, OutOfTime

Result = TypeVar("Result")

EVERY = 0.05
"""Seconds between two reports of one phase, and between two looks while a library works that nobody can interrupt."""


class Limits(Struct, frozen=True):
    """Where a solve gives up: what is over the limit is left out, and the answer becomes a bracket."""

    states: int | None = None
    memory: int | None = None
    """Bytes for everything that the answer needs: states, values, and reports of them."""
    seconds: float | None = None

    def since(self, began: float) -> Limits:
        """What is left of them for work that began at a `time.monotonic()`."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, began + self.seconds - time.monotonic()))

    def deadline(self, began: float) -> float | None:
        """The `time.monotonic()` at which work ends that began at another; None: no time is set."""
        return None if self.seconds is None else began + self.seconds

    def share(self, parts: int) -> Limits:
        """The same with one of so many equal parts of the time."""
        return self if self.seconds is None else replace(self, seconds=self.seconds / parts)


NO_LIMITS = Limits()


class Step(Struct, frozen=True):
    """How far a job is."""

    phase: str
    """What is being done, such as "listing states"."""
    done: int
    """How much of it: states, plays, trials."""
    total: int | None = None
    """Out of how many, where that is known."""
    known: object = None
    """What is known of the answer so far; for a solve a `News`."""
    part: str = ""
    """Where work has parts, each with phases of its own: which of them this is, such as "changed book 3 of 12"."""


class Job:
    """Work that can be watched and cancelled."""

    def __init__(self, report: Callable[[Step], None] | None = None, cores: int | None = None) -> None:
        """A job that has not begun.

        Args:
            report: called with the progress, in the thread that works, at most every 50 ms, and when a phase begins or
                more is known. What it raises ends the work.
            cores: how many may work at once; None: all there are. Results are the same, bit for bit.
        """
        self.cores = cores
        self.shown = report is not None
        """Whether somebody sees what is known while it goes on; else nothing is worked out for that alone."""
        self.phase = ""
        self.part = ""
        self.done = 0
        self.total: int | None = None
        self.known: object = None
        self._report = report
        self._reported = 0.0
        self._cancelled = False
        self._finishing = False

    def cancel(self) -> None:
        """End the work as soon as may be, without an answer; from any thread."""
        self._cancelled = True

    def finish(self) -> None:
        """End the work as if its time were over, with what is known; from any thread or signal handler."""
        self._finishing = True

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    @property
    def finishing(self) -> bool:
        """Whether `finish` was called."""
        return self._finishing

    def begin(self, phase: str, total: int | None = None) -> None:
        """A phase begins.

        Raises:
            Cancelled: the job was cancelled.
        """
        if (phase, total) != (self.phase, self.total):
            self.phase, self.total, self.done = phase, total, 0
            self._tell()
        self.look()

    def step(self, done: int) -> None:
        """So much of the phase is done.

        Raises:
            Cancelled: the job was cancelled.
        """
        self.done = done
        self.look()

    @contextmanager
    def doing(self, part: str) -> Iterator[None]:
        """Inside, phases are those of a part of the work."""
        before, self.part = self.part, part
        try:
            yield
        finally:
            self.part = before

    def learn(self, known: object) -> None:
        """More is known."""
        self.known = known
        self._tell()

    def look(self) -> None:
        """Go on, or not; in a phase whoever watches is told now and then, also where nothing is counted.

        Raises:
            Cancelled: the job was cancelled.
        """
        if self._report is not None and self.phase and time.monotonic() - self._reported >= EVERY:
            self._tell()
        if self._cancelled:
            raise Cancelled

    def _tell(self) -> None:
        if self._report is not None:
            self._reported = time.monotonic()
            self._report(Step(self.phase, self.done, self.total, self.known, self.part))

    def __enter__(self) -> Self:
        _ENTERED.set((*_ENTERED.get(), self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _ENTERED.set(_ENTERED.get()[:-1])


_ENTERED: ContextVar[tuple[Job, ...]] = ContextVar("jobs", default=())
"""The jobs entered and not left in this thread or task, the one at hand last."""


def current() -> Job:
    """The job at hand; one that nobody watches if there is none."""
    entered = _ENTERED.get()
    return entered[-1] if entered else Job()


@contextmanager
def within(deadline: float | None, stop: Callable[[], bool] | None = None) -> Iterator[None]:
    """Inside, `look` ends work when a `time.monotonic()` has come, or `stop` says so."""
    token = _TIME.set(_Time(deadline, stop, _TIME.get()))
    try:
        yield
    finally:
        _TIME.reset(token)


class _Time(Struct, frozen=True):
    """When work is broken off."""

    deadline: float | None
    stop: Callable[[], bool] | None
    around: _Time | None
    """What holds while `stop` is asked, which may look itself."""

    @property
    def over(self) -> bool:
        if self.deadline is not None and time.monotonic() > self.deadline:
            return True
        if self.stop is None:
            return False
        token = _TIME.set(self.around)
        try:
            return self.stop()
        finally:
            _TIME.reset(token)


_TIME: ContextVar[_Time | None] = ContextVar("time", default=None)


def look() -> None:
    """Go on, or not: called between two steps of long work, every few milliseconds.

    Raises:
        Cancelled: the job at hand was cancelled.
        OutOfTime: there is no time for the next step (`within`).
    """
    entered = _ENTERED.get()
    if entered:
        entered[-1].look()
    limit = _TIME.get()
    if limit is not None and limit.over:
        raise OutOfTime


@contextmanager
def beside(work: Callable[[Callable[[float], None]], Result]) -> Iterator[Callable[[], Result]]:
    """Work that a second thread does while this one goes on: kernels do not hold the interpreter's lock.

    The block is given a function that waits for the result; what the work raises is raised there. When the block is
    left, the work has ended. Where the job at hand has but one core, the work is done when the result is asked for.

    Args:
        work: called with a function that it calls every few milliseconds, and that may raise to break it off.
    """
    if current().cores == 1:
        yield lambda: work(lambda _share: look())
        return
    results: list[Result] = []
    raised: list[BaseException] = []
    left = Event()

    def go_on(_share: float) -> None:
        if left.is_set():
            raise OutOfTime

    def run() -> None:
        try:
            results.append(work(go_on))
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            raised.append(error)

    def result() -> Result:
        while thread.is_alive():
            look()
            thread.join(EVERY)
        if raised:
            raise raised.pop()
        return results[0]

    thread = Thread(target=run)
    try:
        thread.start()
        yield result
    finally:
        left.set()
        if thread.ident is not None:  # Ctrl-C may come while it is being started
            thread.join()
        raised.clear()  # an error holds all that was in use where it was raised, `raised` among it


class RoundsBeside:
    """Rounds of work that a second thread does as soon as there is a second core, until the block is left."""

    def __init__(self, work: Callable[[Callable[[float], None]], None]) -> None:
        """Nothing has begun.

        Args:
            work: one round. It is called as `beside` says.
        """
        self._work, self._over, self._stack = work, Event(), ExitStack()
        self._wait: Callable[[], None] | None = None

    @property
    def begun(self) -> bool:
        """Whether there is a second thread."""
        return self._wait is not None

    def begin_if_possible(self) -> None:
        """Begin, if it is not so already and the job at hand has a second core by now."""
        if not self.begun and current().cores != 1:
            self._wait = self._stack.enter_context(beside(self._rounds))

    def __enter__(self) -> Self:
        self.begin_if_possible()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the round at hand. What it has raised is raised here, if the block ended well."""
        self._over.set()
        with self._stack:
            if kind is None and self._wait is not None:
                self._wait()

    def _rounds(self, go_on: Callable[[float], None]) -> None:
        def go_on_unless_over(share: float) -> None:
            go_on(share)
            if self._over.is_set():
                raise OutOfTime

        with suppress(OutOfTime):
            while True:
                self._work(go_on_unless_over)


def together(tasks: Iterable[Callable[[Callable[[float], None]], None]]) -> None:
    """Do some tasks, in order; a second thread does some of them, as soon as the job at hand has a second core.

    Args:
        tasks: each is called as `beside` says.

    Raises:
        OutOfTime: the time was over first; tasks that were not done are broken off.
    """
    waiting, lock = deque(tasks), Lock()
    count, done = len(waiting), list[None]()

    def one(go_on: Callable[[float], None]) -> bool:
        with lock:
            if not waiting:
                return False
            task = waiting.popleft()
        try:
            task(go_on)
        finally:
            done.append(None)
        return True

    def one_aside(go_on: Callable[[float], None]) -> None:
        if not one(go_on):
            raise OutOfTime

    with RoundsBeside(one_aside) as aside:

        def go_on(_share: float) -> None:
            look()
            aside.begin_if_possible()

        while one(go_on):
            go_on(0.0)
        while len(done) < count:
            look()
            time.sleep(EVERY)


def uninterrupted(work: Callable[[], Result]) -> Result:
    """What one step of a library gives that looks at no clock and may take seconds; what it raises is raised here.

    It is done in a thread, so that the end of time and Ctrl-C are heard meanwhile; then the thread ends with the step,
    heeded by nobody. The step must change nothing that others see.

    Raises:
        OutOfTime: the time was over first.
        Cancelled: the job was cancelled first.
    """
    results: list[Result] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            raised.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        look()
        thread.join(EVERY)
    if raised:
        raise raised.pop()
    return results[0]
