"""One book in several modes, side by side: how much of it is luck, and where."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.certain import Certain
from gamebook.analysis.chapters import deaths_by_chapter
from gamebook.analysis.decides import decided
from gamebook.analysis.difficulty import Bracket, Difficulty, difficulty, proven
from gamebook.analysis.fights import COUNTED, Fights, fights
from gamebook.analysis.habit import Habit, follow, habit
from gamebook.analysis.route import route
from gamebook.job import current
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.program.compile import Target, lowered, reduced
from gamebook.solver.manner import best_play
from gamebook.solver.solution import Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.srr import Luckless

MOST_CHAPTERS = 8
"""Chapters shown where luck decides, and again where the modes differ."""
LEAST_SHARE = 0.001
LEAST_APART = 0.001
"""Less luck, or a smaller difference in value, is not shown."""


class Answers(Struct, frozen=True):
    """What is known of a book in one mode when all its states are."""

    victory: float
    """Chance of a victory under best play."""
    deaths: float
    """Chance of a defeat or a soft lock."""
    fights: Fights
    route: tuple[str, ...]
    """The chapters of the likeliest winning route; empty where there is none to follow."""
    route_chance: float
    """The chance to go that very way and win."""
    route_likeliest: bool
    """Whether it is known that no other way is likelier."""
    arrivals: Mapping[str, float]
    """The value on arrival in each chapter that play reaches."""
    luck: Mapping[str, float]
    """By chapter: how much dice thrown there add to the variance of winning. In all p (1 - p), p the chance to win."""


class ModeRow(Struct, frozen=True):
    """A book in one mode."""

    mode: Mode
    difficulty: Difficulty
    answers: Answers | None
    """Of best play; where a limit stopped the solver, of play that is carried over; None where that is unknown, too."""
    left: tuple[str, ...]
    """Places that stay on dice, as addresses."""
    carried: Bracket | None
    """What best play of the first mode that was solved is worth in this one; None where none was."""

    @property
    def value(self) -> Bracket:
        """What best play is worth: no less than play that is carried over."""
        best = self.difficulty.best
        return best if self.complete or self.carried is None else Bracket(max(best.low, self.carried.low), best.high)

    @property
    def complete(self) -> bool:
        """Whether the mode was solved to the end."""
        return self.difficulty.complete


class ChapterLuck(Struct, frozen=True):
    """A chapter in all modes."""

    chapter: str
    title: str
    share: float
    """Its share of all luck in the first mode that was solved, 0 to 1."""
    values: tuple[float | None, ...]
    """For each mode what play is worth on arrival; None where it never comes, or is not known."""

    @property
    def apart(self) -> float:
        """How far the modes differ in what it is worth to come there."""
        known = [value for value in self.values if value is not None]
        return max(known) - min(known) if known else 0.0


class Comparison(Struct, frozen=True):
    """A book in several modes."""

    book: Book
    hero: Mapping[str, int]
    rows: tuple[ModeRow, ...]
    chapters: tuple[ChapterLuck, ...]
    """In book order; none where no mode was solved."""

    @property
    def complete(self) -> bool:
        """Whether every mode was solved to the end."""
        return all(row.complete for row in self.rows)

    @property
    def first(self) -> ModeRow | None:
        """The first mode that was solved: the measure of luck, and what is carried over."""
        return next((row for row in self.rows if row.complete), None)

    @property
    def luckiest(self) -> list[ChapterLuck]:
        """The chapters where luck decides most, the first first."""
        found = sorted(self.chapters, key=lambda each: -round(each.share, 6))
        return [each for each in found[:MOST_CHAPTERS] if each.share >= LEAST_SHARE]

    @property
    def changed(self) -> list[ChapterLuck]:
        """The chapters where the modes differ most in what it is worth to come there, the first first."""
        found = sorted(self.chapters, key=lambda each: -round(each.apart, 6))
        return [each for each in found[:MOST_CHAPTERS] if each.apart >= LEAST_APART]


class InMode(Struct, frozen=True):
    """What came of one mode."""

    row: ModeRow
    habit: Habit | None
    """What is carried over into the modes after it; None where no mode was solved yet."""
    short: bool
    """Whether memory was the limit that came first."""


Variant = tuple[Luckless, Mapping[str, int]]
"""The book with a mode carried out, and its hero."""
Others = Callable[[Sequence[Mode], Habit, float, Limits], Iterator[tuple[Mode, ModeRow | None]] | None]
"""Solves modes elsewhere, in any order, with what is carried over into them; is also told how many seconds the slowest
mode took, and the limits for all of them. A row is None where the mode is to be solved here. None in place of all rows:
it is not worth it."""


def compare(
    variants: Mapping[Mode, Callable[[], Variant]],
    *,
    limits: Limits = NO_LIMITS,
    listed: int | None = None,
    others: Others | None = None,
) -> Comparison:
    """Solve a book in several modes; only what is shown is kept of each.

    Args:
        variants: makes the book for each mode, in the order in which they are solved.
        limits: where to stop: the time is for all modes, states and memory are for each.
        listed: as for `solve`.
        others: solves modes, too, once there is something to carry over; None: all are solved here.
    """
    rows: dict[Mode, ModeRow] = {}
    left, last, known = [*variants], None, None
    began, slowest = time.monotonic(), 0.0
    while left:
        # One mode that is left alone has no other beside which it could be solved.
        if others is not None and known is not None and len(left) > 1:
            found = others(left, known, slowest, limits.since(began))
            if found is not None:
                rows |= _from(found, len(rows), len(variants))
                left, others = [mode for mode in left if mode not in rows], None
                continue
        mode, started = left.pop(0), time.monotonic()
        last = mode, variants[mode]()
        done = in_mode(mode, last[1], known, limits.since(began).share(len(left) + 1), listed)
        rows[mode], known = done.row, done.habit
        slowest = max(slowest, time.monotonic() - started)
    *_, final = variants
    luckless, hero = last[1] if last is not None and last[0] == final else variants[final]()
    told = [rows[mode] for mode in variants]
    return Comparison(luckless.book, hero, tuple(told), _chapters(luckless.book, told))


def _from(found: Iterator[tuple[Mode, ModeRow | None]], known: int, count: int) -> dict[Mode, ModeRow]:
    """Rows from elsewhere, while the job at hand tells of them; `known` modes of `count` are known already."""
    rows: dict[Mode, ModeRow] = {}
    job = current()
    while True:
        with job.doing(f"mode {min(known + len(rows) + 1, count)} of {count}"):
            job.begin("solving")
            answer = next(found, None)
        if answer is None:
            return rows
        mode, row = answer
        if row is not None:
            rows[mode] = row


def in_mode(mode: Mode, variant: Variant, known: Habit | None, limits: Limits, listed: int | None) -> InMode:
    """A book in one mode.

    Args:
        mode: what it is called.
        variant: the book with the mode carried out, and its hero.
        known: what is carried over; None: nothing, and this mode is the first if it can be solved.
        limits: where to stop.
        listed: as for `solve`.
    """
    (luckless, hero), began = variant, time.monotonic()
    book, short = luckless.book, False
    carried = _carried(book, hero, known, limits.share(2)) if known is not None else None
    worth, answers = (proven(carried, carried.best), _known(carried)) if carried is not None else (None, None)
    if carried is not None:
        short = carried.space.limit == "memory"
    del carried  # one book's states at a time
    solved = solve(book, hero, counted=COUNTED, limits=limits.since(began), listed=listed)
    if known is None and solved.space.complete:
        known, worth = habit(solved, solved.best), proven(solved, solved.best)
    left = tuple(note.address for note in luckless.left_on_dice)
    row = ModeRow(mode, difficulty(solved), _known(solved) or answers, left, worth)
    return InMode(row, known, short or solved.space.limit == "memory")


def _carried(book: Book, hero: Mapping[str, int], known: Habit, limits: Limits) -> Solved:
    """A book played out of habit."""
    began = time.monotonic()
    deadline = limits.deadline(began)
    program = reduced(follow(lowered(book, hero, Target(counted=COUNTED)), known))
    space = explore(program, limits=limits.since(began).share(2))
    played = play(book, space, best_play(space), deadline)
    if not played.values.settled:
        space = replace(space, complete=False)
        played = replace(played, space=space)
    return Solved(book, space, dict(hero), played)


def _known(solved: Solved) -> Answers | None:
    if not solved.space.complete:
        return None
    played, book = solved.best, solved.book
    kinds = book.ending_kinds
    certain = Certain(solved, played)
    arrivals = {each.name: certain.mean_worth(solved.arrival(played, each.name).states) for each in book.chapters}
    best = route(solved)
    return Answers(
        victory=sum(chance for name, chance in played.endings.items() if kinds[name] == "victory"),
        deaths=sum(deaths_by_chapter(solved, played).values()),
        fights=fights(solved, played),
        route=tuple(step.chapter for step in best.steps) if best else (),
        route_chance=best.chance if best else 0.0,
        route_likeliest=best is None or best.likeliest,
        arrivals={name: value for name, value in arrivals.items() if value is not None},
        luck={row.chapter: row.luck for row in decided(solved, solved.best)} if book.aim == "win" else {},
    )


def _chapters(book: Book, rows: Sequence[ModeRow]) -> tuple[ChapterLuck, ...]:
    """Every chapter, its luck measured in the first mode that was solved."""
    known = [row.answers for row in rows]
    first = next((row.answers for row in rows if row.complete), None)
    if first is None:
        return ()
    whole = sum(first.luck.values())
    found = []
    for chapter in book.chapters:
        share = first.luck.get(chapter.name, 0.0) / whole if whole > 0 else 0.0
        values = tuple(answers.arrivals.get(chapter.name) if answers else None for answers in known)
        found.append(ChapterLuck(chapter.name, chapter.title, share, values))
    return tuple(found)
