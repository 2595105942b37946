"""Readers who make mistakes, and the value of a book for them; `docs/difficulty.md` explains each of them.

Each is a policy: a chance for every open option in every state. So its value is as exact as that of best play, with
bounds that are proven for the policy. Rivals answer as well as possible.

Sources: R. McKelvey, T. Palfrey, Quantal Response Equilibria for Extensive Form Games (1998): `soft`, which is their
agent model with one player; R. Selten's trembling hand (1975): `careless`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from gamebook.errors import OutOfTime, UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.job import look
from gamebook.kernels import readers as kernel
from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.kernels.bellman import MIX, SAME, Game
from gamebook.kernels.bellman import Values as Bounds
from gamebook.limits import within
from gamebook.model.reader import WORDS, Reader
from gamebook.solver.backward import Induction, evaluate, game_of
from gamebook.solver.guide import guided
from gamebook.solver.manner import Manner, uniform_play
from gamebook.solver.solution import ALIKE, Played, Solved, ending_worth, play

ROUNDS = 200
"""The most rounds to compute the weights of a soft reader in loops."""
STILL = 1e-12
"""Weights that change by at most this count as final."""
MOVED = 1e-6
"""A soft reader's points that one more round changes by more than this, or this part of them, are not known."""
CHUNK = 50_000
"""Components between two looks at the clock and at the job."""
SELDOM = 2.0**-52
"""Beside a weight of 1, a smaller one is lost in rounding."""
LEAST = 1e-300
"""The weight of what is taken so seldom that no number tells how seldom."""
NEAR = 200
"""Loops with at most so many components from one to the next are settled together: fewer calls of kernels."""


def play_as(solved: Solved, who: Reader, deadline: float | None = None) -> Played:
    """The book as a reader plays it.

    Args:
        solved: the book with all its states.
        who: the reader.
        deadline: a `time.monotonic()` after which work ends.

    Raises:
        UsageError: the reader remembers, so that this is no policy of the states.
        OutOfTime: the deadline came first.
        Cancelled: the current job was cancelled.
    """
    with within(deadline):
        found = _play_as(solved, who, deadline)
        if not found.values.settled:
            raise OutOfTime
        return found


def _play_as(solved: Solved, who: Reader, deadline: float | None) -> Played:
    if who.kind == "best":
        return solved.best
    if who.kind == "guide":
        return guided(solved, asked_in_fights(solved.book))
    if who.kind in WORDS:
        raise UsageError(
            f"{who} remembers what happened, so this is not known of such a reader; ask `gamebook readers`"
        )
    if who.kind == "random" or (not who.amount and who.kind != "careless"):
        return solved.uniform
    match who.kind:
        case "careless":
            weights = _careless(solved, who.amount)
        case "soft":
            weights = _soft(solved, who.amount, deadline)
        case _:
            weights = _lookahead(solved, int(who.amount))
    manner = replace(uniform_play(solved.space), weight=weights)
    found = play(solved.book, solved.space, manner, deadline)
    if solved.wins and who.amount and who.kind in ("careless", "soft"):
        return _never_too_sure(solved, found, manner, deadline)
    if not solved.wins and not _is_known(solved, found, who, deadline):
        return replace(
            found, values=replace(found.values, low=found.values.low - np.inf, high=found.values.high + np.inf)
        )
    return found


def _is_known(solved: Solved, found: Played, who: Reader, deadline: float | None) -> bool:
    """Whether points that were worked out for a reader are those of this reader, where totals may have no bound.

    Who is careless needs to know what best play does, and where best play has no total, nobody does. The rounds of a
    soft reader may go on for ever: points that grow with each round are no points of any reader.
    """
    root = solved.space.root
    if who.kind == "careless":
        return bool(np.isfinite([solved.best.values.low[root], solved.best.values.high[root]]).all())
    if who.kind != "soft" or not np.isfinite([found.low, found.high]).all():
        return True
    weights = _by_values(solved, found, who.amount)
    worth = ending_worth(solved.book, solved.space.program)
    once_more = evaluate(solved.space, Manner(found.manner.mode, weights), worth, wins=False, deadline=deadline)
    return bool(np.isclose([found.low, found.high], [once_more.low[root], once_more.high[root]], MOVED, MOVED).all())


def _by_values(solved: Solved, found: Played, rate: float) -> Floats:
    """float64[a]: the weights of a soft reader by values that are known."""
    space, s = solved.space, solved.space.states
    deciding = np.flatnonzero((found.manner.mode == MIX) & (np.diff(s.first_action) > 1))
    row, action = spans(s.first_action, deciding)
    middle = np.nan_to_num((found.values.low + found.values.high) / 2)
    looks = rate * (space.mean_after(middle, action) + s.reward[action])
    weights = uniform_play(space).weight.copy()
    weights[action] = np.exp(looks - np.maximum.reduceat(looks, _starts(row))[row])
    weights[action] /= np.bincount(row, weights[action])[row]
    return weights


def _never_too_sure(solved: Solved, found: Played, manner: Manner, deadline: float | None) -> Played:
    """A reader who takes every open option now and then, with 1 as a bound from below only where the win is certain.

    A mistake as rare as 1 in 10^16 is lost in rounding beside a weight of 1, or is 0 itself. But who takes every
    option, however seldom, is certain to win only where the random reader is. Elsewhere the bound from below is that of
    a reader who makes such mistakes more often, as often as numbers can tell.
    """
    values = found.values
    sure = (values.low >= 1.0) & (solved.uniform.values.low < 1.0)
    if not sure.any():
        return found
    space = solved.space
    chosen = manner.mode == MIX
    weight = np.maximum(manner.weight, np.where(space.by_action(chosen), SELDOM, 0.0))
    weight /= np.bincount(space.action_state, weight)[space.action_state]
    worth = ending_worth(solved.book, space.program)
    more = evaluate(space, Manner(manner.mode, weight), worth, wins=True, deadline=deadline)
    low = np.where(sure, np.minimum(values.low, more.low), values.low)
    taken = np.where(manner.weight > 0, found.weight, np.maximum(found.weight, LEAST))
    return replace(
        found, values=replace(values, low=low), weight=np.where(space.by_action(chosen), taken, found.weight)
    )


def _careless(solved: Solved, err: float) -> Floats:
    """float64[a]: the weights of a reader who takes the best option, but with some chance any open option."""
    best = solved.best.values
    good = _best(solved, best.low, best.high, then_score=solved.book.then_score)
    return np.asarray((1 - err) * good + err * uniform_play(solved.space).weight)


def _best(solved: Solved, low: Floats, high: Floats, *, then_score: bool = False) -> Floats:
    """float64[a]: equal weight for all options of a decision that may be the best one; 0 for others.

    In a loop bounds may be wider apart than what counts as equal, so what they do not tell apart is equally good.

    Args:
        solved: the book.
        low, high: float64[n], bounds of what each state is worth afterwards.
        then_score: of options that win as often, only those with the most points in best play are good.
    """
    space, s = solved.space, solved.space.states
    manner = uniform_play(space)
    weight = manner.weight
    deciding = np.flatnonzero((manner.mode == MIX) & (np.diff(s.first_action) > 1))
    for at in range(0, len(deciding), CHUNK):
        row, action = spans(s.first_action, deciding[at : at + CHUNK])
        earned = 0.0 if solved.wins else s.reward[action]
        with np.errstate(invalid="ignore"):  # gains and losses without end have no sum, and nobody knows which is best
            least, most = (space.mean_after(bound, action) + earned for bound in (low, high))
            top = np.maximum.reduceat(np.nan_to_num(least, nan=-np.inf, posinf=np.inf, neginf=-np.inf), _starts(row))
            room = np.where(np.isfinite(top), SAME * np.abs(top), 0.0)
            good = ~(most < (top - room)[row])
        if then_score:
            good &= ~_fewer_points(solved.best, deciding[at : at + CHUNK], row, action, good)
        weight[action] = good / np.bincount(row, good)[row]
        look()
    return weight


def _fewer_points(best: Played, states: Ints, row: Ints, action: Ints, good: Flags) -> Flags:
    """bool[k]: the actions after which best play has fewer points than after another good one of the state.

    Args:
        best: best play, under `aim win then score`.
        states: int64[s].
        row: int64[k], the place in `states` of the state of each action.
        action: int64[k].
        good: bool[k], the actions that win most often.
    """
    after = best.points_after(action)
    assert after is not None and best.points is not None
    known = np.isfinite(best.points.told[states])[row]  # where points have no total, they decide nothing
    after = np.where(known, after, 0.0)
    top = np.maximum.reduceat(np.where(good, after, -np.inf), _starts(row))[row]
    return np.asarray(after < top - ALIKE * np.maximum(1.0, np.abs(top)))


def _starts(row: Ints) -> Ints:
    """int64[owners]: where that which belongs to each owner begins; it lies together."""
    return np.flatnonzero(np.diff(row, prepend=-1))


def _parts(at: int, stop: int) -> Iterator[tuple[int, int]]:
    """Components `at` .. `stop` - 1, some at a time, with a look at the clock after each part."""
    for first in range(at, stop, CHUNK):
        yield first, min(stop, first + CHUNK)
        look()


def _soft(solved: Solved, rate: float, deadline: float | None) -> Floats:
    """float64[a]: the weights of a soft reader.

    Where play has no loops, both weights and values follow from what comes later. A loop needs rounds; they
    are over before what leads to the loop is looked at.
    """
    game, values = _game(solved)
    start = solved.space.order[1]
    work = Induction(solved.space, game, values, solved.wins)
    done = 0
    for first, last in _knots(start):
        _soften(work, done, first, rate)
        if not _untied(work, first, last, rate, deadline):
            return _in_rounds(solved, game, values, first, rate, deadline)
        done = last
    _soften(work, done, len(start) - 1, rate)
    return game.weight


def _knots(start: Ints) -> Iterator[tuple[int, int]]:
    """Runs of components that lie close together and begin and end with a loop: the first of each, and one after it."""
    loops = np.flatnonzero(np.diff(start) > 1)
    if len(loops):
        ends = np.flatnonzero(np.diff(loops) > NEAR)
        yield from zip(loops[np.append(0, ends + 1)].tolist(), (loops[np.append(ends, -1)] + 1).tolist(), strict=True)


def _soften(work: Induction, at: int, stop: int, rate: float) -> None:
    order, start = work.space.order
    for first, last in _parts(at, stop):
        kernel.soften(work.game, work.values, order, start, first, last, rate)


def _untied(work: Induction, at: int, stop: int, rate: float, deadline: float | None) -> bool:
    """Weights and values of some components with loops, in turn until they no longer change.

    False if some option is never taken, however rarely: the kernel that looks for sets of states in which play stays
    takes it that chance takes all actions of a state.
    """
    weight, (order, start) = work.game.weight, work.space.order
    members = order[start[at] : start[stop]]
    row, actions = spans(work.space.states.first_action, members)
    deciding = members[row]
    mixed = work.game.mode[deciding] == MIX
    for done in range(ROUNDS):
        before = weight[actions]
        _soften(work, at, stop, rate)
        now = weight[actions]
        if not np.all(now[mixed] > 0):
            return False
        if done and np.abs(now - before).max(initial=0.0) <= STILL:  # the first values are those of the random reader
            break
        work.values.low[deciding], work.values.high[deciding] = 0.0, 0.0
        if work.settle(at, stop, deadline)[0] < stop:
            raise OutOfTime
    return True


def _in_rounds(solved: Solved, game: Game, values: Bounds, at: int, rate: float, deadline: float | None) -> Floats:
    """float64[a]: the weights of a soft reader; all components from `at` on, in turn with the values of all states."""
    space = solved.space
    last = len(space.order[1]) - 1
    worth = ending_worth(solved.book, space.program)
    for done in range(ROUNDS):
        before = game.weight.copy()
        _soften(Induction(space, game, values, solved.wins), at, last, rate)
        if done and np.abs(game.weight - before).max() <= STILL:  # as in `_untied`
            break
        now = evaluate(space, Manner(game.mode, game.weight), worth, wins=solved.wins, deadline=deadline)
        values = Bounds(now.low.copy(), now.high.copy(), now.best.copy())
    return game.weight


def _lookahead(solved: Solved, choices: int) -> Floats:
    """float64[a]: the weights of a reader who sees some choices ahead, and expects to pick at random after them."""
    game, _ = _game(solved)
    order, start = solved.space.order
    bounds = [solved.uniform.values.low, solved.uniform.values.high]
    for _ in range(choices - 1):
        for which, value in enumerate(bounds):
            bounds[which] = value.copy()
            for at, stop in _parts(0, len(start) - 1):
                kernel.look_further(game, value, bounds[which], order, start, at, stop)
    return _best(solved, *bounds)


def _game(solved: Solved) -> tuple[Game, Bounds]:
    """The states for kernels, with the random reader's weights and values, both to be written over."""
    manner, random = uniform_play(solved.space), solved.uniform.values
    game = game_of(solved.space, manner, solved.wins)
    return game, Bounds(random.low.copy(), random.high.copy(), random.best.copy())
