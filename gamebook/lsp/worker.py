"""A process that solves books for an editor, while the editor goes on.

The editor's process sends a `Wish` for each version of a book; a newer wish ends the work on an older version of the
same book. What comes back are an `Answer` with numbers, and then one with findings. If the process ends, by a bug or
for lack of memory, the editor is told, and the next wish starts another.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import isnan, nan
from multiprocessing.connection import Connection
from threading import Condition, Lock
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.crew.helper import Helper, listen_to
from gamebook.diagnostics import Diagnostic
from gamebook.errors import Cancelled, GamebookError, LimitReached, OutOfTime
from gamebook.job import Job
from gamebook.lazy import LazyStruct
from gamebook.limits import within
from gamebook.lsp.chances import LEAST, Chances, ChapterChances, ChoiceChances, FightChances
from gamebook.model.step import GO_ON
from gamebook.options import Options
from gamebook.process import HELPER_MEMORY
from gamebook.project import Project
from gamebook.recent import Recent
from gamebook.source import Source, Span

if TYPE_CHECKING:
    from gamebook.analysis.costs import DecisionCosts, OptionCost
    from gamebook.crew.helper import Context

KEPT = 4
"""Books that the process keeps in mind: those that it solved last."""


class Wish(Struct, frozen=True):
    """A book to be solved."""

    main: str
    digest: str
    """Of its texts."""
    texts: Mapping[str, str]
    """Files whose text is not the one on disk, by path."""
    hero: str
    """A name such as `average`; empty for all heroes."""
    seconds: float
    """How long solving may take; and then each of: the numbers of chapters and choices, the findings, the fights."""


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


def digest_of(sources: Iterable[Source]) -> str:
    """A digest of the texts of a book."""
    found = hashlib.sha256()
    for source in sources:
        found.update(f"{source.path}\0{source.text}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


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


def hero_of(project: Project, name: str) -> str | None:
    """A hero's name; None for all heroes, who are meant too where a book rolls nothing that could be average."""
    from gamebook.analysis.given_hero import names_for_all  # noqa: PLC0415 - as below

    return None if not name or name in names_for_all(project.book) else name


def chances(project: Project, wish: Wish) -> Chances:
    """The numbers of a book; no more than bounds of the chance to win where there is no time for the others."""
    from gamebook.analysis.chapters import chapters as chapter_rows  # noqa: PLC0415 - as below
    from gamebook.analysis.chapters import strayed as strayed_to  # noqa: PLC0415 - as below
    from gamebook.verbs import solve  # noqa: PLC0415 - the editor's own process needs nothing that solves

    hero = hero_of(project, wish.hero)
    solution = solve(project, hero, timeout=wish.seconds, limit_memory=HELPER_MEMORY)
    known = solution.difficulty
    chapters: dict[str, ChapterChances] = {}
    choices: dict[Span, ChoiceChances] = {}
    if known.complete:
        with suppress(OutOfTime), within(time.monotonic() + wish.seconds):
            rows = chapter_rows(solution.solved, solution.solved.best, visited=False)
            best = solution.solved.best
            strayed = strayed_to(solution.solved, best, rows, lambda: solution.visits_by_chance)
            chapters = {
                row.chapter: ChapterChances(row.value, strayed.get(row.chapter), row.expected, row.deaths, row.share)
                for row in rows
            }
            choices = choice_chances(project, solution.known_costs)
    random = known.uniform.middle if known.uniform is not None else None
    wins = project.book.aim == "win"
    return Chances(wish.digest, wins, known.best.low, known.best.high, random, chapters, choices, hero=hero or "")


def choice_chances(project: Project, decisions: Iterable[DecisionCosts]) -> dict[Span, ChoiceChances]:
    """What each choice of the page costs, by its place; nothing of an amount of which none is always best.

    What stands in a rule is chosen wherever the rule is done, and so has one place and several costs. All amounts of a
    `choose` have one place, too, and are summed up apart. What no author writes has no line of its own and is left out:
    not to do what one may, to go on past a menu.
    """
    place = project.resolved.sourcemap.span
    found: dict[tuple[Span, str], list[OptionCost]] = {}
    for decision in decisions:
        own = [option for option in decision.options if not option.anytime]
        goes_on = own[-1:] and own[-1].label == GO_ON and place(own[-1].address) == place(decision.address)
        unwritten = own[-1:] if goes_on or decision.what == "may" else []
        for option in own if len(own) > 1 and not decision.in_fight else ():
            span = place(option.address)
            if span is not None and option.cost is not None and option not in unwritten:
                amount = option.label if decision.what == "amount" else ""
                found.setdefault((span, amount), []).append(option)
    choices = {key: _summed_up(options) for key, options in found.items()}
    amounts: dict[Span, dict[int, ChoiceChances]] = {}
    for (span, amount), choice in choices.items():
        if amount:
            amounts.setdefault(span, {})[int(amount)] = choice
    best = {span: {value: each for value, each in some.items() if each.most < LEAST} for span, some in amounts.items()}
    return {span: choice for (span, amount), choice in choices.items() if not amount} | {
        span: ChoiceChances(0.0, 0.0, max(each.open for each in some.values()), tuple(sorted(some)))
        for span, some in best.items()
        if some
    }


def _summed_up(options: Sequence[OptionCost]) -> ChoiceChances:
    """One option in all its places; those where best play is never offered it count only if there are no others."""
    told = [each for each in options if each.open > 0] or options
    costs = [each.cost for each in told if each.cost is not None]
    unknown = any(map(isnan, costs))
    least, most = (nan, nan) if unknown else (min(costs), max(costs))
    return ChoiceChances(least, most, sum(each.open for each in told))


def fight_chances(project: Project, wish: Wish) -> dict[Span, FightChances]:
    """What the fights of a book cost best play; nothing where there are too many states to tell."""
    from gamebook.analysis.fight_costs import fights_of_best_play  # noqa: PLC0415 - as above
    from gamebook.analysis.fights import fights_in  # noqa: PLC0415
    from gamebook.verbs.request import request_for  # noqa: PLC0415

    if not fights_in(project.book):
        return {}
    try:
        limits = {"timeout": wish.seconds, "limit_memory": HELPER_MEMORY}
        request = request_for("fights", "limits", project, None, limits, hero_of(project, wish.hero))
        costs = fights_of_best_play(*request.for_hero(), limits=request.limits)
    except LimitReached:
        return {}
    sourcemap = project.resolved.sourcemap
    return {
        span: FightChances(cost.fought, cost.won, cost.left, cost.means)
        for cost in costs
        if (span := sourcemap.span(cost.address)) is not None
    }
