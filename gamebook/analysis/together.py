"""Advice followed: where all of it together leads, what that is worth, and what the advice for one decision costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.tables import Merged
from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX
from gamebook.program.code import Decide
from gamebook.solver.forward import visits
from gamebook.solver.manner import Manner, best_play, uniform_play
from gamebook.solver.solution import ALIKE, Played, Solved, play, reached_by


class Following(Struct, frozen=True):
    """Play by all advice."""

    as_good: bool
    """Whether it is worth as much as best play, but for rounding."""
    value: float
    """What it is worth: a chance, or points; nan if that is not known."""
    points: float | None
    """Under `aim win then score` the expected points, if they are known."""
    at_most: bool
    """It may be worth less: the advice leaves it open what to choose where that matters, or is not known there. Where a
    decision has no rules at all, it is the worth of picking at random there."""
    doubtful: bool
    """It comes to states that are not listed, or a listed state may stand for several that it does not treat alike."""
    tried: int
    """To how many states it comes of those that were looked at."""
    visits: tuple[Floats, ...]
    """float64[n] for each decision: expected visits of its states by who follows all advice."""
    met: tuple[Floats, ...]
    """The same if the rival picks at random: more than 0 wherever any rival may lead who follows all advice."""
    lost: tuple[Flags, ...]
    """bool[n] for each decision: it comes to the state, and goes round for ever from there."""
    faults: tuple[Flags, ...]
    """bool[n] for each decision: it comes to the state, and takes what is not sound there."""
    taken: frozenset[str] = frozenset()
    """Addresses of options that it takes, where it was followed beyond the states that are listed."""
    least: float | None = None
    """What it is worth at least, where that is known and `value` is only what it is worth at most."""
    left_open: frozenset[str] = frozenset()
    """Addresses of the decisions in which it leaves open what to choose, and that matters or may matter."""

    @property
    def worth(self) -> tuple[bool, float, float]:
        """What is larger is better: who leaves it open what to choose is not promised the best of it."""
        value = self.value if self.least is None else self.least
        return self.as_good, -np.inf if np.isnan(value) else value, self.points or 0.0

    def no_better_than(self, other: Played) -> bool:
        """Whether it is worth no more than some other play, but for rounding."""
        if np.isnan(self.value) or not _as_good(other.value, self.value, wins=other.wins):
            return not self.value > other.value
        return self.points is None or other.points is None or self.points <= other.points.told_in(other.space.root)


class _Course(Struct, frozen=True):
    """Where play by all advice goes."""

    answered: Played | None
    """That play where a rival answers it; None: there is no rival, or not all states are listed."""
    weight: Floats
    """float64[a]: how often each action is taken in its state."""
    often: Floats
    """float64[n]: expected visits."""
    lost: Flags
    """bool[n]: it comes to the state, and never to an end from there."""


def follow_all(solved: Solved, told: Sequence[tuple[Merged, Floats, bool]]) -> Following:
    """What it is worth to follow all advice. A rival plays as well as possible against that.

    It is worth as much as best play if each option on the way is good, and the way comes to an end; or goes round only
    where best play itself does, and takes what that takes.

    Args:
        solved: the book.
        told: each decision with float64[n, options], how often each option is taken, and whether there are rules; best
            play decides the rest.
    """
    space, best = solved.space, solved.best
    rival = has_rival(solved)
    weight = _weights(solved, [(table, chances) for table, chances, _ in told])
    by_any = _visited(solved, _rival_at_random(solved, weight))[1] if rival else None
    answered = _answered(solved, told, weight, MINIMISE) if rival and space.whole else None
    followed = weight if answered is None else answered.weight
    found, often = _visited(solved, followed)
    played = replace(best, weight=followed, known_reached=found)
    course = _Course(answered, followed, often, played.lost_to(_ends(solved)))
    each = tuple(often[table.states] for table, _, _ in told)
    met = each if by_any is None else tuple(by_any[table.states] for table, _, _ in told)
    lost = tuple(course.lost[table.states] for table, _, _ in told)
    faults = tuple(found[table.states] & _takes(chances, ~table.sound) for table, chances, _ in told)
    left_open = [fault & _several(chances) & ruled for fault, (_, chances, ruled) in zip(faults, told, strict=True)]
    ends = _ends(solved)
    beyond = bool(found[_unknown(solved)].any())
    doubtful = beyond or bool(space.program.least) or (rival and not space.whole)
    tried = int(np.count_nonzero(found)) - int(np.count_nonzero(found[ends]))
    at_most = beyond or any(some.any() for some in left_open)
    most = None if best.points is None else best.points.told_in(space.root)
    wrong = any(
        (fault & (round_for_ever | _takes(chances, ~table.good))).any()
        for fault, round_for_ever, (table, chances, _) in zip(faults, lost, told, strict=True)
    )
    if not (at_most or rival or wrong):
        return Following(True, best.value, most, False, doubtful, tried, each, met, lost, faults)
    value, points = _value(solved, course)
    least = value
    as_good = is_as_good(solved, value, points)
    if answered is not None and at_most and not solved.book.then_score:
        at_most = not as_good  # even the worst of what is left open was picked
        value = _answered(solved, told, weight, MAXIMISE).value if at_most else value
    silent = frozenset(table.address for (table, _, _), some in zip(told, left_open, strict=True) if some.any())
    return Following(
        as_good and not at_most, value, points, at_most, doubtful, tried, each, met, lost, faults,
        least=least if at_most else None, left_open=silent if at_most else frozenset(),
    )  # fmt: skip


def has_rival(solved: Solved) -> bool:
    """Whether a rival has something to choose, and so an answer to what the reader does."""
    return bool((solved.space.owner == 1).any())


def is_as_good(solved: Solved, value: float, points: float | None) -> bool:
    """Whether some play is worth as much as best play, in points too, but for rounding."""
    best = solved.best
    if not _as_good(value, best.value, wins=solved.wins):
        return False
    return points is None or best.points is None or _as_good(points, best.points.told_in(solved.space.root), wins=False)


def lost_by(solved: Solved, table: Merged, chances: Floats, says: Flags) -> tuple[float | None, float | None]:
    """What it costs to follow the advice for one decision each time, where all else is played as well as possible.

    In an excerpt of a book all else is as best play does it.

    Args:
        solved: the book.
        table: the decision.
        chances: float64[n, options], how often each option is taken.
        says: bool[n], the advice says something; elsewhere best play decides.

    Returns: the value lost, None if it is not known; under `aim win then score` the points lost where no value is, else
        None.
    """
    space, best = solved.space, solved.best
    most = None if best.points is None else best.points.told_in(space.root)
    if not space.whole and has_rival(solved):
        return None, None  # his answer may lead to states that are not listed
    if space.whole:
        mode = best_play(space).mode.copy()
        mode[table.states[says]] = MIX
        played = play(solved.book, space, Manner(mode, _weights(solved, [(table, chances)])))
        value, points = played.value, None if played.points is None else played.points.told_in(space.root)
    else:
        found = follow_all(solved, [(table, chances, True)])
        if found.at_most or np.isnan(found.value):
            return None, None
        value, points = found.value, found.points
    if not _as_good(value, best.value, wins=solved.wins):
        return best.value - value, None
    return 0.0, None if points is None or most is None else max(0.0, most - points)


def strays(solved: Solved, table: Merged) -> Flags:
    """bool[n, options]: which options may lead to where an excerpt ends, and nothing is known of what follows."""
    space, s = solved.space, solved.space.states
    found = np.zeros(table.is_open.shape, np.bool_)
    if space.whole:
        return found
    ends = np.zeros(space.size, np.bool_)
    ends[_unknown(solved)] = True
    row, action, column = _options(solved, table)
    way_of, way = spans(s.first_successor, action)
    leads = np.bincount(way_of, ends[s.successor[way]], len(action)) > 0
    found[row[leads], column[leads]] = True
    return found


def _answered(solved: Solved, told: Sequence[tuple[Merged, Floats, bool]], weight: Floats, mode: int) -> Played:
    """Play by all advice, against a rival who answers it as well as possible.

    Args:
        solved: the book, all its states listed.
        told: as in `follow_all`.
        weight: float64[a], how often each action of the reader is taken.
        mode: how the reader picks where rules leave it open what to choose, and that matters. Under `aim win then
            score` it is at random.
    """
    modes = uniform_play(solved.space).mode
    for table, chances, ruled in told if not solved.book.then_score else ():
        if ruled:
            modes[table.states[_several(chances) & _takes(chances, ~table.sound)]] = mode
    return play(solved.book, solved.space, Manner(modes, weight))


def _several(chances: Floats) -> Flags:
    """bool[n]: in which states more than one option may be taken."""
    return np.asarray((chances > 0).sum(axis=1) > 1)


def _visited(solved: Solved, weight: Floats) -> tuple[Flags, Floats]:
    """bool[n], to which states play comes, and float64[n], how often; `weight`: how often each action is taken."""
    space = solved.space
    found = reached_by(space, weight)
    arrivals = np.zeros(space.size)
    arrivals[space.root] = 1.0
    return found, np.where(found, visits(space, weight, arrivals, found), 0.0)


def _rival_at_random(solved: Solved, weight: Floats) -> Floats:
    """float64[a]: how often each action is taken if the rival picks at random."""
    space, manner = solved.space, uniform_play(solved.space)
    return np.where(space.by_action(manner.mode == MINIMISE), manner.weight, weight)


def _takes(chances: Floats, some: Flags) -> Flags:
    """bool[n]: in which states one of some options may be taken; both are [n, options]."""
    return np.asarray(((chances > 0) & some).any(axis=1))


def _as_good(value: float, best: float, *, wins: bool) -> bool:
    """Whether a value is that of best play, but for rounding."""
    return value == best or best - value <= ALIKE * (abs(best) if wins else max(1.0, abs(best)))


def _ends(solved: Solved) -> Ints:
    """int64[k]: states in which play ends, endings first; or where an excerpt ends."""
    return np.flatnonzero(np.diff(solved.space.states.first_action) == 0)


def _unknown(solved: Solved) -> Ints:
    """int64[k]: where an excerpt ends and play goes on, unless it is lost there whatever the reader does."""
    ends = _ends(solved)
    ends = ends[ends >= len(solved.space.program.endings)]
    return ends[solved.best.values.high[ends] > 0.0] if solved.wins else ends


def _value(solved: Solved, course: _Course) -> tuple[float, float | None]:
    """What play is worth, and under `aim win then score` its points; where an excerpt ends, best play goes on."""
    space, best = solved.space, solved.best
    counts = not solved.wins or best.points is not None
    played = course.answered
    if played is None and space.whole and counts and course.lost.any():
        played = play(solved.book, space, Manner(uniform_play(space).mode, course.weight))
    if played is not None:
        return played.value, None if played.points is None else played.points.told_in(space.root)
    ends = _ends(solved)
    ends = ends[course.often[ends] > 0]
    value = float(course.often[ends] @ best.values.told[ends])
    if not counts:
        return value, None
    gained = float(space.by_action(course.often) @ (course.weight * space.states.reward))
    if not solved.wins:
        return value + gained, None
    assert best.points is not None
    return value, float(course.often[ends] @ best.points.told[ends]) + gained


def _weights(solved: Solved, told: Sequence[tuple[Merged, Floats]]) -> Floats:
    """float64[a]: how often each action is taken."""
    weight = solved.best.weight.copy()
    for table, chances in told:
        row, action, column = _options(solved, table)
        weight[action] = chances[row, column]
    return weight


def _options(solved: Solved, table: Merged) -> tuple[Ints, Ints, Ints]:
    """int64[k] each: of all actions that are options of a decision the row and the column in its table, and the action.

    Returns: rows, actions, columns.
    """
    space, s = solved.space, solved.space.states
    number = {address: number for number, address in enumerate(table.labels)}
    row, action = spans(s.first_action, table.states)
    points = s.point[table.states]
    column = np.full(len(action), -1)
    for point in np.unique(points):
        decide = space.program.nodes[space.code.point_node[point]]
        assert isinstance(decide, Decide)
        of_option = np.array([number[option.address] for option in decide.options])
        here = (points == point)[row] & (s.option[action] >= 0)
        column[here] = of_option[s.option[action[here]]]
    known = column >= 0
    return row[known], action[known], column[known]
