"""Processes that work for the pages: two, so that one is warm while the other is busy.

A question that takes long becomes a `Task` for one of them. Whoever asked may `cancel` it: the process is told so, and
if it does not stop soon it is killed; the other one is there meanwhile, and a new one starts. A process that ends by
itself, by a bug or for lack of memory, fails its task with `Ended` and is replaced.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field

from gamebook.crew.helper import Helper
from gamebook.errors import Unavailable
from gamebook.studio.bench import Json, Task
from gamebook.studio.helper import NEEDED, serve

if TYPE_CHECKING:
    from gamebook.crew.helper import Context

MANY = 2
"""Processes."""
PATIENCE = 0.5
"""Seconds that a process has to stop when its work is cancelled."""


class Ended(Unavailable):
    """The process that worked on a task is gone."""


class Failed(Unavailable):
    """A task has failed; `kind` tells how: `book`, `limit`, `usage`, `cancelled`, `bug`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _Asked(Struct):
    """A task, and who waits for it."""

    task: Task
    answer: asyncio.Future[Json]
    progress: Callable[[Json], None]


class _Helper(Struct, eq=False):
    """One process, as the server sees it."""

    process: Helper
    asked: _Asked | None = None
    solved: tuple[str, int] = ("", 0)
    """The book that it solved last, which it remembers."""

    def cost(self, task: Task) -> tuple[bool, ...]:
        """How little it suits a task: who remembers the book should solve it, and the other one do the rest."""
        knows = self.solved[0] == task.main
        return (knows,) if task.light else (self.solved != task.book, not knows)


class Solvers(Struct):
    """The processes. All methods are called in the server's loop."""

    tell: Callable[[str], None] = field(default=lambda _: None)
    """Called with a sentence when a process has ended unexpectedly."""
    _helpers: list[_Helper] = field(default_factory=list)
    _waiting: list[_Asked] = field(default_factory=list)
    _stopped: bool = False

    def start(self) -> None:
        """Start the processes."""
        while len(self._helpers) < MANY and not self._stopped:
            self._helpers.append(self._begin())

    def stop(self) -> None:
        """End them all."""
        self._stopped = True
        for helper in self._helpers:
            helper.process.end()
        self._helpers.clear()
        for asked in self._waiting:
            asked.answer.cancel()
        self._waiting.clear()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [helper.process.pid for helper in self._helpers if helper.process.pid is not None]

    async def do(self, task: Task, progress: Callable[[Json], None]) -> Json:
        """The answer to a task; being cancelled cancels it.

        Raises:
            Failed: the task has failed.
            Ended: the process has ended meanwhile.
        """
        asked = _Asked(task, asyncio.get_running_loop().create_future(), progress)
        self._waiting.append(asked)
        self._next()
        try:
            return await asked.answer
        except asyncio.CancelledError:
            self._give_up(asked)
            raise

    # ---- which process does what ------------------------------------------------------------------------

    def _next(self) -> None:
        """Give tasks that wait to processes that are free."""
        for asked in list(self._waiting):
            free = [helper for helper in self._helpers if helper.asked is None and helper.process.lives]
            if not free:
                return
            task = asked.task
            best = min(free, key=partial(_Helper.cost, task=task))
            self._waiting.remove(asked)
            best.asked = asked
            if not task.light:
                best.solved = task.book
            best.process.put(task)

    def _give_up(self, asked: _Asked) -> None:
        if asked in self._waiting:
            self._waiting.remove(asked)
        for helper in self._helpers:
            if helper.asked is asked:
                helper.process.put(asked.task.number)
                asyncio.get_running_loop().call_later(PATIENCE, self._lose_patience, helper, asked)

    def _lose_patience(self, helper: _Helper, asked: _Asked) -> None:
        if helper.asked is asked and helper in self._helpers:
            helper.asked = None
            self._replace(helper)

    def _replace(self, helper: _Helper) -> None:
        """End a process, and start another in its place."""
        self._helpers.remove(helper)
        helper.process.end()
        self.start()
        self._next()

    # ---- what a process says ----------------------------------------------------------------------------

    def _begin(self) -> _Helper:
        helper, loop = _Helper(Helper(serve, "gamebook studio", helpers())), asyncio.get_running_loop()

        def soon(what: Callable[..., None], *said: object) -> None:
            with suppress(RuntimeError):  # the loop has ended before
                loop.call_soon_threadsafe(what, helper, *said)

        helper.process.listen(partial(soon, self._heard), partial(soon, self._ended))
        return helper

    def _heard(self, helper: _Helper, said: tuple[str, int, Json]) -> None:
        kind, number, what = said
        asked = helper.asked
        if asked is None or asked.task.number != number:
            return
        if kind == "progress":
            asked.progress(what)
            return
        helper.asked = None
        if not asked.answer.done():
            if kind == "answer":
                asked.answer.set_result(what)
            else:
                asked.answer.set_exception(Failed(kind, what))
        self._next()

    def _ended(self, helper: _Helper) -> None:
        if helper not in self._helpers:
            return
        asked, helper.asked = helper.asked, None
        words = "a solver process ended unexpectedly; another has taken its place"
        if asked is not None and not asked.answer.done():
            asked.answer.set_exception(Ended(words))
        self._replace(helper)
        self.tell(words)


def helpers() -> Context:
    """How a process of the studio begins: as a copy of one that has imported all it needs, so it is there at once."""
    if sys.platform == "win32":  # there it begins with nothing
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", *NEEDED])
    return context
