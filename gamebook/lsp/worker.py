"""A process that solves books for an editor, while the editor goes on.

The editor's process sends a `Wish` for each version of a book; a newer wish ends the work on an older version of the
same book. What comes back are an `Answer` with numbers, and then one with findings. If the process ends, by a bug or
for lack of memory, the editor is told, and the next wish starts another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from threading import Condition, Lock
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.crew.helper import Helper, listen_to
from gamebook.diagnostics import Diagnostic
from gamebook.errors import Cancelled, GamebookError
from gamebook.job import Job
from gamebook.lazy import LazyStruct
from gamebook.lsp.chances import Chances
from gamebook.lsp.solved import Wish, chances, fight_chances
from gamebook.options import Options
from gamebook.process import HELPER_MEMORY
from gamebook.project import Project
from gamebook.recent import Recent

if TYPE_CHECKING:
    from gamebook.crew.helper import Context

KEPT = 4
"""Books that the process keeps in mind: those that it solved last."""


class Answer(Struct, frozen=True):
    """What a wish led to, so far."""

    main: str
    digest: str
    hero: str
    """As in the wish."""
    chances: Chances | None = None
    findings: tuple[Diagnostic, ...] | None = None
    failure: str = ""
    """Why there is nothing."""


class Worker(LazyStruct):
    """The editor's end of the process. `tell` is called in a thread of its own."""

    tell: Callable[[Answer], None]
    context: Context | None = None
    """How the process begins; without, it begins with nothing."""
    _helper: Helper | None = None
    _asked: Wish | None = None
    _lock: Lock = field(default_factory=Lock)

    def ask(self, wish: Wish) -> None:
        """Solve this; what was asked for about the same book before is given up."""
        with self._lock:
            self._asked = wish
            if self._helper is None:
                self._helper = self._start()
            self._helper.put(wish)

    def forget(self, main: str) -> None:
        """A book was closed: what was asked for it is given up."""
        with self._lock:
            if self._helper is not None:
                self._helper.put(main)

    def stop(self) -> None:
        """End the process."""
        with self._lock:
            self._asked = None
            self._end()

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._helper is None else self._helper.pid

    def _start(self) -> Helper:
        helper = Helper(serve, "gamebook solver", self.context)
        helper.listen(self.tell, partial(self._ended, helper))
        return helper

    def _end(self) -> None:
        if self._helper is not None:
            self._helper.end()
            self._helper = None

    def _ended(self, helper: Helper) -> None:
        with self._lock:
            if helper is not self._helper:
                return
            self._end()  # it has closed its end, and is of no more use
            asked = self._asked
        if asked is not None:
            why = "the solver ended unexpectedly; the next change starts it again"
            self.tell(Answer(asked.main, asked.digest, asked.hero, failure=why))


# ---- in the process ---------------------------------------------------------------------------------------------


class _Waiting(Struct):
    """What is still to be solved, and what is being solved."""

    wishes: dict[str, Wish] = field(default_factory=dict)
    """The newest wish for each book, by main file."""
    closed: set[str] = field(default_factory=set)
    """Books that were closed, by main file: what is known of them takes memory, and is of no more use."""
    main: str = ""
    job: Job = field(default_factory=Job)
    changed: Condition = field(default_factory=Condition)

    def take(self, message: Wish | str) -> None:
        """A wish came, or the main file of a book that was closed."""
        main = message if isinstance(message, str) else message.main
        with self.changed:
            self.wishes.pop(main, None)
            if isinstance(message, Wish):
                self.wishes[main] = message
                self.closed.discard(main)
            else:
                self.closed.add(main)
            if main == self.main:
                self.job.cancel()
            self.changed.notify()

    def next(self, projects: Recent[str, Project]) -> Wish:
        """The wish that has waited longest; it is now being solved, as `job`. Books that were closed are dropped."""
        with self.changed:
            self.main = ""
            while not self.wishes:
                self._drop_closed(projects)
                self.changed.wait()
            self._drop_closed(projects)
            wish = self.wishes.pop(next(iter(self.wishes)))
            self.main, self.job = wish.main, Job()
            return wish

    def _drop_closed(self, projects: Recent[str, Project]) -> None:
        for main in self.closed:
            projects.drop(main)
        self.closed.clear()


def serve(connection: Connection) -> None:
    """Solve what is asked for until the editor is gone."""
    waiting = _Waiting()
    listen_to(connection, waiting.take)
    projects: Recent[str, Project] = Recent(KEPT)
    while True:
        wish = waiting.next(projects)
        try:
            with waiting.job:
                _answer(connection, projects, wish)
        except Cancelled:
            continue
        except GamebookError as error:
            connection.send(Answer(wish.main, wish.digest, wish.hero, failure=str(error)))


def _answer(connection: Connection, projects: Recent[str, Project], wish: Wish) -> None:
    project = projects.get(wish.main, lambda: Project(wish.main))
    project.changed()
    for path, text in wish.texts.items():
        project.edit(path, text)
    if project.edition().has_errors:
        return
    found = chances(project, wish)
    answer = Answer(wish.main, wish.digest, wish.hero)
    connection.send(replace(answer, chances=found))
    limits = Options.of(timeout=wish.seconds, limit_memory=HELPER_MEMORY)
    report = project.edition().check("full", limits)
    connection.send(replace(answer, findings=report.findings))
    fights = fight_chances(project, wish)
    if fights:
        connection.send(replace(answer, chances=replace(found, fights=fights)))
