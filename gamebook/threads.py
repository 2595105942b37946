"""Work that a second thread does: beside other work, in rounds, task by task, or so that the clock is still heard."""

from __future__ import annotations

import atexit
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Self, TypeVar

from gamebook.errors import OutOfTime
from gamebook.job import EVERY, current, look

Result = TypeVar("Result")

_STEP = "gamebook step"
"""The name of the threads of `uninterrupted`."""


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
    heeded by nobody. The step must change nothing that others see. Python waits for it before it ends: see
    `steps_at_work`.

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

    thread = Thread(target=run, daemon=True, name=_STEP)
    thread.start()
    while thread.is_alive():
        look()
        thread.join(EVERY)
    if raised:
        raise raised.pop()
    return results[0]


def steps_at_work() -> list[Thread]:
    """The threads of steps that have not ended; those that nobody heeds any more are among them.

    A library that works while Python takes itself apart spoils it: what was to be written last is lost, and the exit
    code is another. So Python must wait for them, or the process must end at once, as by `os._exit`.
    """
    return [thread for thread in threading.enumerate() if thread.name == _STEP]


@atexit.register
def _wait_for_steps() -> None:
    for thread in steps_at_work():
        thread.join()
