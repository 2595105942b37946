"""How long a play is: chapters, choices, fights, dice, words and minutes, for each reader; and what a reader sees.

Means are exact: with N how often play comes to a state and h the chance to win from there, N h / p is how often plays
that win come there. How a count is spread is computed exactly where that is not too much work, else simulated.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import isfinite

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.chapters import visit_chances
from gamebook.analysis.decisions import decisions
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.readers import not_done
from gamebook.analysis.reading_speed import words_per_minute
from gamebook.analysis.too_large import must_be_whole
from gamebook.errors import LimitReached, OutOfTime, UsageError
from gamebook.job import current, in_time, look
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.bellman import MINIMISE
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.model.reader import Reader, reader
from gamebook.program.code import Decide, Enter
from gamebook.solver.counts import LEAST, Distribution, Ways, hopes
from gamebook.solver.manner import Manner
from gamebook.solver.readers import play_as
from gamebook.solver.solution import ALIKE, Played, Solved, ending_worth
from gamebook.solver.solving import solve
from gamebook.solver.tiebreak import narrowed, then_points

USUAL = tuple(map(reader, ("best", "careless(10%)", "random")))
"""The readers that are shown if none is named."""
COUNTS = ("chapters", "choices", "fights", "dice", "words")
"""What is counted."""
COUNTED = ("fought", "rolled", "said")
"""What a book must be solved with as `counted`."""
SHARES = (0.1, 0.5, 0.9)
"""The quantiles of the length that are computed."""
PLAYS = 20_000
"""Plays that are simulated."""
CONFIDENCE = 0.99
"""Of the bounds of a simulated quantile."""
TIMES = (1, 2, 5, 10, 100)
"""Numbers of plays after which the report says how much a reader has seen."""
RARE = 0.01
"""A chapter that fewer plays come to is hardly seen."""


class Quantile(Struct, frozen=True):
    """The least number that is not exceeded in some share of plays; from a simulation, its bounds."""

    low: float
    high: float


class Spread(Struct, frozen=True):
    """One count over plays of one kind."""

    what: str
    """One of `COUNTS`, or `minutes`."""
    mean: float
    quantiles: tuple[Quantile, ...]
    """For each of `SHARES`."""
    exact: bool
    """The quantiles are computed; False: they are simulated."""


class Group(Struct, frozen=True):
    """Plays of one kind."""

    who: str
    """`all`, `winners` or `losers`."""
    chance: float
    """Of such a play."""
    spreads: tuple[Spread, ...]
    """Empty: there is no such play."""


class Seen(Struct, frozen=True):
    """What a reader has seen of a book after some plays, on average."""

    plays: int
    chapters: float | None
    """None where that would have taken too long to find."""
    endings: float


class LengthRow(Struct, frozen=True):
    """How long plays of one reader are."""

    reader: Reader
    value: Bracket
    """What the reader gets: a chance to win, or points."""
    endless: float
    """The chance of a play that never ends; the rest is about the others."""
    groups: tuple[Group, ...]
    seen: tuple[Seen, ...]
    visits: Mapping[str, float | None]
    """The chance to see each chapter in one play; None where that would have taken too long to find."""
    shortest: float | None = None
    """The mean number of chapters if best play takes, of equally good choices, those that lead through the fewest;
    None: for other readers, and where some plays never end."""


class Lengths(Struct, frozen=True):
    """How long plays of a book are."""

    book: Book
    hero: Mapping[str, int]
    words_per_minute: int | None
    """None: words of this language are not counted."""
    rows: tuple[LengthRow, ...]
    plays: int
    """How many plays a simulation has."""
    seed: int
    late: tuple[Reader, ...] = ()
    """Readers who were asked for, too, and were not done in time."""

    @property
    def hardly_seen(self) -> tuple[str, ...]:
        """Chapters that fewer than one play in a hundred comes to, whoever of the readers plays."""
        return tuple(
            chapter.name
            for chapter in self.book.chapters
            if all((seen := row.visits[chapter.name]) is not None and seen < RARE for row in self.rows)
        )


def lengths(
    book: Book,
    hero: Mapping[str, int] | None = None,
    asked: Sequence[Reader] | None = None,
    *,
    seed: int = 1,
    limits: Limits = NO_LIMITS,
) -> Lengths:
    """How long a play is.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        asked: the readers; None: the usual ones, and under `aim score` only the random one.
        seed: of simulated plays.
        limits: where to stop.

    Raises:
        LimitReached: a limit came before any reader was done.
        UsageError: the book is played for points, and a reader is asked for who looks at them.
    """
    wins = book.aim == "win"
    asked = tuple(asked or (USUAL if wins else USUAL[-1:]))
    if not wins and any(who.kind != "random" for who in asked):
        raise UsageError("under aim score only the length of the random reader's plays can be computed")
    deadline = limits.deadline(time.monotonic())
    solved = solve(with_draws(book), hero, counted=COUNTED, limits=limits)
    must_be_whole(solved.space, book, solved.hero, limits)
    speed = words_per_minute(book.language)
    gains = _gains(solved)
    rows, job = [], current()
    for number, who in enumerate(asked, start=1):
        try:
            with in_time(deadline), job.doing(f"reader {number} of {len(asked)}"):
                job.begin("computing values")
                row = _row(solved, who, play_as(solved, who, deadline), gains, speed, seed)
                shortest = who.kind == "best" and not row.endless
                rows.append(replace(row, shortest=_shortest(solved, gains["chapters"])) if shortest else row)
        except OutOfTime as error:
            if not rows:
                raise LimitReached(not_done(asked)) from error
            break
    return Lengths(book, dict(hero or {}), speed, tuple(rows), PLAYS, seed, asked[len(rows) :])


def _gains(solved: Solved) -> dict[str, Ints]:
    """int64[a] for each count: what each action adds to it."""
    space = solved.space
    nodes = [space.program.nodes[node] for node in space.code.point_node]
    known = decisions(solved.book)
    marks = [node.mark if isinstance(node, Enter) else None for node in nodes]
    by_point = {
        "chapters": [isinstance(node, Enter) and node.chapter is not None for node in nodes],
        "choices": [
            isinstance(node, Decide) and node.owner == "reader" and not known[node.address].in_fight for node in nodes
        ],
        "fights": [mark is not None and mark.what == "fought" for mark in marks],
        "dice": [mark.amount if mark is not None and mark.what == "rolled" else 0 for mark in marks],
        "words": [mark.amount if mark is not None and mark.what == "said" else 0 for mark in marks],
    }
    states = space.states
    point = np.repeat(states.point, np.diff(states.first_action))
    gains = {what: np.array(each, np.int64)[point] for what, each in by_point.items()}
    gains["choices"] = np.where(states.option >= 0, gains["choices"], 0)
    return gains


def _row(
    solved: Solved, who: Reader, played: Played, gains: Mapping[str, Ints], speed: int | None, seed: int
) -> LengthRow:
    ends = len(solved.space.program.endings)
    endless = max(0.0, 1.0 - float(played.visits[:ends].sum()))
    over = hopes(played, np.ones(ends)) if endless > LEAST else np.ones(solved.space.size)
    kinds = {"all": over}
    if solved.wins:
        worth = ending_worth(solved.book, solved.space.program)
        # Each on its own, not one less the other: of few plays nothing would be left but rounding.
        kinds |= {"winners": hopes(played, worth), "losers": hopes(played, 1.0 - worth)}
    groups = tuple(_group(kind, Ways(played, hope), gains, speed, seed) for kind, hope in kinds.items())
    visits = visit_chances(solved, played)
    return LengthRow(
        who, proven(solved, played), endless if endless > LEAST else 0.0, groups, _seen(played, visits), visits
    )


def _shortest(solved: Solved, chapters: Ints) -> float | None:
    """The mean number of chapters of best play that leads through the fewest, as `LengthRow.shortest`.

    Each chapter costs a point, and best play breaks its ties by points. Under `aim win then score` choices are equally
    good only if they bring the same points, too. A rival takes what it takes in best play.

    Args:
        solved: the book.
        chapters: int64[a], how many chapters each action adds.
    """
    space, best = solved.space, solved.best
    kept = np.flatnonzero(_left_open(solved) | (best.weight > 0.0))
    priced = replace(space, states=space.states._replace(reward=-chapters.astype(float)))
    priced, manner = narrowed(priced, kept), Manner(best.manner.mode, best.manner.weight[kept])
    _, points, _ = then_points(priced, manner, best.values)
    look()
    found = -float(points.told[space.root])
    return found if isfinite(found) else None


def _left_open(solved: Solved) -> Flags:
    """bool[a]: the actions among which best play may choose, if it keeps its chance to win and its points.

    A rival plays as in best play: by `ties`, not for the longest way.
    """
    best = solved.best
    each = np.diff(solved.space.states.first_action)
    readers = np.repeat(best.manner.mode != MINIMISE, each)
    if not solved.book.then_score:
        return readers
    points = best.points
    assert points is not None
    now = np.repeat(points.told, each)
    after = best.points_after(np.arange(len(now)))
    assert after is not None
    with np.errstate(invalid="ignore"):  # where points have no total, they decide nothing
        other = np.abs(after - now) > ALIKE * np.maximum(1.0, np.abs(now))
    return readers & ~other


def _group(who: str, ways: Ways, gains: Mapping[str, Ints], speed: int | None, seed: int) -> Group:
    current().begin("measuring plays")
    if ways.chance <= 0.0:
        return Group(who, 0.0, ())
    exact = {what: ways.spread(gain) for what, gain in gains.items()}
    left = [what for what, found in exact.items() if found is None]
    plays = dict(zip(left, ways.simulated([gains[what] for what in left], PLAYS, seed).T, strict=True)) if left else {}
    spreads = []
    for what, gain in gains.items():
        found = exact[what]
        quantile = partial(_of_plays, np.sort(plays[what])) if found is None else partial(_quantile, found)
        spread = Spread(what, ways.mean(gain), tuple(map(quantile, SHARES)), found is not None)
        spreads.append(spread)
    if speed is not None:
        words = spreads[-1]
        quantiles = tuple(Quantile(each.low / speed, each.high / speed) for each in words.quantiles)
        spreads.append(Spread("minutes", words.mean / speed, quantiles, words.exact))
    return Group(who, ways.chance, tuple(spreads))


def _quantile(found: Distribution, share: float) -> Quantile:
    """The least amount that is not exceeded in this share of plays. What was not followed is longer."""
    sums = np.cumsum(found.chance)
    at = int(np.searchsorted(sums, share * (1 - 1e-12)))
    value = float(found.amounts[at]) if at < len(found.amounts) else float("inf")
    return Quantile(value, value)


def _of_plays(counts: Ints, share: float) -> Quantile:
    """Bounds of a quantile by the order of plays, as sure as `CONFIDENCE`; plays that were given up are the longest.

    Args:
        counts: int64[plays], ascending; -1: given up.
    """
    given_up = int(np.searchsorted(counts, 0))
    ordered = np.concatenate([counts[given_up:].astype(float), np.full(given_up, np.inf)])
    rest = (1 - CONFIDENCE) / 2
    low, high = (_binomial_quantile(part, len(counts), share) for part in (rest, 1 - rest))
    return Quantile(float(ordered[max(low - 1, 0)]), float(ordered[min(high, len(counts) - 1)]))


def _binomial_quantile(part: float, plays: int, share: float) -> int:
    """The least number that is not exceeded with the chance `part`, of so many plays that each count with `share`."""
    from scipy.special import bdtr, bdtrik  # noqa: PLC0415 - slow to import; scipy.stats takes much longer

    found = int(np.ceil(bdtrik(part, plays, share)))
    return found - 1 if found > 0 and bdtr(found - 1, plays, share) >= part else found


def _seen(played: Played, visits: Mapping[str, float | None]) -> tuple[Seen, ...]:
    endings = played.endings.values()
    chapters = [each for each in visits.values() if each is not None]
    whole = len(chapters) == len(visits)
    return tuple(Seen(times, _met(chapters, times) if whole else None, _met(endings, times)) for times in TIMES)


def _met(chances: Iterable[float], times: int) -> float:
    """How many of some things are met in so many plays, on average, if each is met in a play with its chance."""
    each: Floats = np.clip(np.fromiter(chances, float), 0.0, 1.0)
    return float((1.0 - (1.0 - each) ** times).sum())
