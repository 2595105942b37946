"""A witness: the shortest way from the start to a state, as moves that a person can follow with book and dice.

The space of states gives the way from decision to decision; the interpreter, led along it, gives the choices and dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from itertools import groupby, pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.model.blocks import steps_in
from gamebook.model.book import HERO_BLOCK
from gamebook.model.step import Choose
from gamebook.play.moment import (
    Before,
    Branch,
    Chance,
    Changed,
    Decision,
    Ended,
    Event,
    Moment,
    Outcome,
    Rolled,
    SoftLock,
    Turned,
)
from gamebook.play.state import HERO, State
from gamebook.play.step import Awaited, Machine
from gamebook.program.code import Decide, Enter, Node
from gamebook.solver.hunt import Taken
from gamebook.threads import uninterrupted

MOST_MOMENTS = 20_000
"""Moments followed between two decisions; beyond that the route shows its decisions only."""
SOON = 2_000
"""Of these: what is not found so near is looked for by chance, too, before all others are followed."""
TRIES = 500
"""How often dice are rolled by chance to find it."""
MOST_ROLLS = 40
"""Rolls in a row, each time."""

Sheet = Mapping[str, int]
Fall = tuple[Branch, Chance, Outcome | Before]
"""How dice fall, where they do, and the moment that follows."""


class Stop(Struct, frozen=True):
    """A state on the way, with what is done there."""

    state: int
    node: Node | None
    """The node of the program; None for an ending."""
    place: str
    """The chapter."""
    option: int | None
    """The option taken; None where nobody decides."""
    values: Sheet
    """The variables that still matter."""
    decided: bool
    """Whether somebody has something to choose there."""


class Chosen(Struct, frozen=True):
    """Somebody takes an option."""

    label: str
    rival: bool


class Fallen(Struct, frozen=True):
    """Dice fall."""

    what: str
    """`roll`, `test`, … as `gamebook.play.moment.Chance` has it."""
    label: str
    """What is rolled or tested: `1d6`, `luck`."""
    value: int | None
    """What the dice show, if that is known."""
    outcome: str
    """The outcome of a test, or the row of a roll."""


Done = Chosen | Fallen


class Move(Struct, frozen=True):
    """Something done in a chapter, and where it leads; without both, the chapter where play starts."""

    chapter: str
    done: Done | None = None
    turn: str = ""
    """The chapter that follows; empty if the chapter goes on."""


class Route(Struct, frozen=True):
    """A way to a state."""

    moves: tuple[Move, ...]
    state: int
    chapter: str
    sheet: Sheet
    """What is on the sheet at the end; variables that no longer matter may be missing."""


class Witness:
    """Finds routes in one solved book; the states are searched once for all of them."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._solved = reach.solved
        self.machine = Machine(reach.solved.book)
        """Plays the book that was solved."""

    def route_to(self, goals: Ints, *, stuck: bool = False) -> Route:
        """The shortest route to the goal nearest to the start. All goals are states of the space.

        Args:
            goals: states.
            stuck: go on to where the reader is stuck, if nobody has anything to choose at the goal.
        """
        stops = self.path(goals)
        goal = stops[-1]
        if goal.decided or goal.node is None:
            followed = self.followed(stops)
            place = _last_place(stops)
        else:
            went_on = self._followed_to(stops, self._alike(goal), stuck=stuck)
            followed = went_on and went_on[:2]
            place = went_on[2] if went_on and not _is_arrival(goal) else _last_place(stops)
        moves, sheet = followed or (_outline(stops), goal.values)
        if _is_arrival(goal):
            sheet = goal.values
        return Route(tuple(moves), goal.state, place, sheet)

    def nearest(self, goals: Ints) -> int:
        """The goal that is nearest to the start."""
        rank, _ = self._tree
        return int(goals[np.argmin(rank[goals])])

    def route_before(self, goal: int, awaited: Awaited) -> Route:
        """The shortest route to a goal; where nobody has anything to choose there, on to a step that follows."""
        stops = self.path(np.array([goal]))
        if stops[-1].decided:
            return self.route_to(np.array([goal]))
        return self._route_on(stops, awaited, self._alike(stops[-1]))

    def route_along(self, taken: Iterable[Taken], awaited: Awaited) -> Route:
        """The route along the decisions of a play, and on to a step that follows."""
        return self._route_on([*map(self._stop_at, taken)], awaited)

    def route_to_decision(self, taken: Iterable[Taken], last: Taken) -> Route:
        """The route along the decisions of a play, up to another one."""
        stops = [*map(self._stop_at, taken), replace(self._stop_at(last), option=None, decided=True)]
        moves, sheet = self.followed(stops) or (_outline(stops), stops[-1].values)
        return Route(tuple(moves), stops[-1].state, _last_place(stops), sheet)

    def _stop_at(self, taken: Taken) -> Stop:
        program, live = self._solved.space.program, self._solved.space.live_at(taken.node)
        sheet = {cell.name: value for cell, value in zip(program.cells, taken.sheet, strict=True) if cell.name in live}
        node, place, decided = program.nodes[taken.node], program.places[taken.node], taken.option >= 0
        return Stop(-1, node, place, taken.option if decided else None, sheet, decided)

    def _route_on(self, stops: list[Stop], *awaited: Awaited) -> Route:
        sheet = stops[-1].values if stops else {}
        moves, sheet, place = self._followed_to(stops, *awaited) or (_outline(stops), sheet, _last_place(stops))
        return Route(tuple(moves), stops[-1].state if stops else self._reach.root, place, sheet)

    # ---- states -----------------------------------------------------------------------------------------

    @cached_property
    def _tree(self) -> tuple[Ints, Ints]:
        """For each state: how many states are nearer to the start, and the state before it on a shortest way."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import, and few findings show a route
        from scipy.sparse.csgraph import breadth_first_order  # noqa: PLC0415 - as above

        look()
        size, ways = self._reach.size, self._reach.ways
        graph = csr_array((np.ones(len(ways.to), np.int8), ways.to, ways.start), shape=(size, size))
        order, before = uninterrupted(partial(breadth_first_order, graph, self._reach.root))
        rank = np.full(size, size, np.int64)
        rank[order] = np.arange(len(order))
        return rank, before.astype(np.int64)

    def path(self, goals: Ints) -> list[Stop]:
        """The states of the shortest way, from the start to the goal nearest to it."""
        _, before = self._tree
        states = [self.nearest(goals)]
        while states[-1] != self._reach.root:
            states.append(int(before[states[-1]]))
        states.reverse()
        following = [*states[1:], None]
        return [self._stop(state, after) for state, after in zip(states, following, strict=True)]

    def _stop(self, state: int, after: int | None) -> Stop:
        number = int(self._reach.node[state])
        if number < 0:
            return Stop(state, None, self._reach.endings[state], None, {}, decided=False)
        actions = self._reach.actions(state)
        option = next((option for option, ways in actions if after in ways), None) if after is not None else None
        program = self._solved.space.program
        node, values = program.nodes[number], self._reach.values(state)
        decided = isinstance(node, Decide) and any(option is not None for option, _ in actions)
        return Stop(state, node, program.places[number], option, values, decided)

    def _alike(self, goal: Stop) -> Awaited:
        """Waits for the goal, with the same value of everything that matters: its menu, or a step of its chapter."""
        book, places = self.machine.book, self.machine.index.places
        wanted = [(places[name], value) for name, value in goal.values.items() if name in places]
        if isinstance(goal.node, Decide):
            menu = goal.node.address
            return lambda step, values: (
                isinstance(step, Choose)
                and step.address == menu
                and all(values[place] == value for place, value in wanted)
            )
        bodies = {chapter.name: chapter.body for chapter in book.chapters}
        here = {id(step) for step in steps_in(bodies.get(goal.place, book.hero))}
        return lambda step, values: id(step) in here and all(values[place] == value for place, value in wanted)

    # ---- what is done on the way ---------------------------------------------------------------------------

    def followed(self, stops: list[Stop]) -> tuple[list[Move], Sheet] | None:
        """The moves along the decisions, up to the last one or an ending; None if the interpreter cannot follow."""
        marks = [*(stop for stop in stops[:-1] if stop.decided), stops[-1]]
        diary = _Diary()
        outcome: Outcome | Before = self.machine.start(self._solved.hero)
        diary.hear(outcome.events)
        for mark in marks:
            found = self._seek_mark(outcome, mark)
            if found is None:
                return None
            outcome = diary.fall(found, outcome)
            state = diary.choose(outcome, mark)
            if state is not None:
                outcome = self.machine.advance(state)
                diary.hear(outcome.events)
        return diary.moves, self._sheet(outcome)

    def _followed_to(
        self, stops: list[Stop], *awaited: Awaited, stuck: bool = False
    ) -> tuple[list[Move], Sheet, str] | None:
        """The moves to the last decision on the way, and on to a step that comes before the next one; where that is.

        Args:
            stops: the way.
            awaited: steps; the route ends at the first that is found, or else with the last decision.
            stuck: from that step on to where the reader is stuck.
        """
        decided = [stop for stop in stops if stop.decided]
        diary, state = _Diary(), self.machine.begin(self._solved.hero)
        for mark in decided:
            first = self.machine.advance(state)
            diary.hear(first.events)
            found = self._seek_mark(first, mark)
            if found is None:
                return None
            after = diary.choose(diary.fall(found, first), mark)
            if after is None:
                return None
            state = after
        for each in awaited:
            goes_on = partial(self.machine.advance_to, awaited=each)
            outcome = goes_on(state)
            found = self._seek(outcome, _is(Before), goes_on, by_chance=True)
            if found is None:
                continue
            diary.hear(outcome.events)
            outcome = diary.fall(found, outcome)
            if stuck:
                beyond = self.machine.advance(outcome.at)
                diary.hear(beyond.events)
                outcome = diary.fall(self._seek(beyond, _is(SoftLock), self.machine.advance) or (), beyond)
            return diary.moves, self._sheet(outcome), diary.chapter
        return diary.moves, stops[-1].values if stops else {}, _last_place(stops)

    def _sheet(self, moment: Outcome | Before) -> Sheet:
        places = self.machine.index.places
        return {name: moment.at.values[place] for name, place in places.items()}

    def _seek_mark(self, start: Outcome | Before, mark: Stop) -> list[Fall] | None:
        """How the dice must fall from a moment to reach a stop."""
        places = self.machine.index.places
        wanted = [(places[name], value) for name, value in mark.values.items() if name in places]
        return self._seek(start, partial(self._is_at, mark=mark), self.machine.advance, wanted)

    def _seek(
        self,
        start: Outcome | Before,
        is_there: Callable[[Outcome | Before], bool],
        advance: Callable[[State], Outcome | Before],
        wanted: Sequence[tuple[int, int]] = (),
        *,
        by_chance: bool = False,
    ) -> list[Fall] | None:
        """How the dice must fall from a moment to reach the next one that is looked for.

        It is looked for in few rolls; where that is too much, first where most values are as they should be.

        Args:
            start: the moment.
            is_there: whether it is the one.
            advance: what follows from a state.
            wanted: variables by their places, and the values that they have at the moment that is looked for.
            by_chance: many moments may be the one. Where the hero rolls four numbers, thousands of rolls lie before the
                first of them, but rolls by chance soon come to one.
        """
        before: dict[int, tuple[int, Branch, Chance]] = {}
        moments, known, waiting, soon = [start], {start.at}, [(0, 0)], True

        def rank(number: int) -> tuple[int, int]:
            values = moments[number].at.values
            return (0 if soon else sum(values[place] != value for place, value in wanted)), number

        while waiting and len(moments) < MOST_MOMENTS:
            look()
            if soon and len(moments) > SOON:
                soon = False
                if by_chance and (rolled := _rolled_to(start, is_there, advance)) is not None:
                    return rolled
                waiting = [rank(number) for _, number in waiting]
                heapify(waiting)
            _, number = heappop(waiting)
            moment = moments[number]
            if is_there(moment):
                found: list[Fall] = []
                while number in before:
                    earlier, branch, chance = before[number]
                    found.append((branch, chance, moments[number]))
                    number = earlier
                return found[::-1]
            if not isinstance(moment, Chance):
                continue
            for branch in moment.branches:
                after = advance(branch.state)
                if after.at not in known or isinstance(after, Before | Ended | SoftLock):
                    known.add(after.at)
                    before[len(moments)] = (number, branch, moment)
                    moments.append(after)
                    heappush(waiting, rank(len(moments) - 1))
        return None

    def _is_at(self, moment: Outcome | Before, mark: Stop) -> bool:
        match moment:
            case Ended():
                return mark.node is None and mark.place == moment.ending
            case SoftLock():
                return mark.node is None and mark.state == len(self._reach.endings) - 1
            case Decision():
                places = self.machine.index.places
                return (
                    isinstance(mark.node, Decide)
                    and mark.node.address == moment.address
                    and all(moment.at.values[places[name]] == v for name, v in mark.values.items() if name in places)
                )
        return False


def _rolled_to(
    start: Outcome | Before,
    is_there: Callable[[Outcome | Before], bool],
    advance: Callable[[State], Outcome | Before],
) -> list[Fall] | None:
    """How dice may fall, by rolling them; without what leads back to the same. The same each time it is asked."""
    dice = random.Random(0)  # noqa: S311 - no secret
    for _ in range(TRIES):
        look()
        falls: list[Fall] = []
        moment = start
        for _ in range(MOST_ROLLS):
            if not isinstance(moment, Chance):
                break
            branch = dice.choice(moment.branches)
            after = advance(branch.state)
            falls.append((branch, moment, after))
            back = next((place for place, (_, before, _) in enumerate(falls) if before.at == after.at), None)
            if back is not None:
                del falls[back:]
            moment = after
        if is_there(moment):
            return falls
    return None


class _Diary:
    """What a reader would write down of a play."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.chapter = HERO_BLOCK
        """Where the reader is."""
        self._done = False
        """The last move still has no turn."""

    def act(self, done: Done) -> None:
        """Write down what was done."""
        self.moves.append(Move(self.chapter, done))
        self._done = True

    def fall(self, found: Iterable[Fall], start: Outcome | Before) -> Outcome | Before:
        """Write down how dice fell, one after the other from a moment on; where that led."""
        outcome = start
        for branch, what, after in found:
            done = _fallen(what, branch)
            if done is not None:
                self.act(done)
            self.hear((*branch.events, *after.events))
            outcome = after
        return outcome

    def choose(self, outcome: Outcome | Before, mark: Stop) -> State | None:
        """Write down what is chosen at a mark; the state after it, None if nothing is."""
        if mark.option is None or not isinstance(outcome, Decision) or not isinstance(mark.node, Decide):
            return None
        address = mark.node.options[mark.option].address
        choice = next((each for each in outcome.options if each.address == address), None)
        if choice is None:  # no route is better than a wrong one
            return None
        if outcome.what != "fight" or len(outcome.options) > 1:  # on with the fight: nobody has anything to choose
            self.act(Chosen(choice.label, rival=outcome.owner != "reader"))
        return choice.state

    def hear(self, events: Iterable[Event]) -> None:
        """Turns from chapter to chapter."""
        for event in events:
            if not isinstance(event, Turned):
                continue
            if self._done:
                self.moves[-1] = replace(self.moves[-1], turn=event.chapter)
            elif self.chapter != HERO_BLOCK:
                self.moves.append(Move(self.chapter, turn=event.chapter))
            self.chapter, self._done = event.chapter, False


def _is(kind: type[Moment]) -> Callable[[Moment], bool]:
    """Waits for a kind of moment."""
    return lambda moment: isinstance(moment, kind)


def _is_arrival(stop: Stop) -> bool:
    """Whether a chapter begins there."""
    return isinstance(stop.node, Enter) and stop.node.chapter is not None


def _last_place(stops: list[Stop]) -> str:
    """The chapter at the end of a way."""
    return next((stop.place for stop in reversed(stops) if stop.node is not None), HERO_BLOCK)


def _fallen(chance: Chance, branch: Branch) -> Fallen | None:
    """How the dice fell; None if no reader sees it."""
    rolled = next((event for event in branch.events if isinstance(event, Rolled)), None)
    if chance.what == "march":
        return None
    label = rolled.label if rolled is not None and chance.what in ("roll", "pool") else chance.label
    outcome = branch.label
    changed = next((event for event in branch.events if isinstance(event, Changed)), None)
    in_hero = chance.at.chapter == HERO
    if changed is not None and in_hero:  # what the hero has, not how much more than before
        outcome = ", ".join(f"{name} {new}" for name, _, new in changed.changes)
    elif changed is None and chance.what == "effect":  # the dice gave what was there, so others show what they are for
        others = [each for other in chance.branches for each in other.events if isinstance(each, Changed)]
        kept = {name: old for other in others for name, old, _ in other.changes}
        outcome = ", ".join(f"{name} {old}" if in_hero else f"{name} stays {old}" for name, old in kept.items())
    return Fallen(chance.what, label, None if rolled is None else rolled.value, outcome)


def _outline(stops: list[Stop]) -> list[Move]:
    """The route by its chapters alone."""
    chapters = [stop.place for stop in stops if stop.node is not None and stop.place != HERO_BLOCK]
    chapters = [name for name, _ in groupby(chapters)]
    return [*(Move(name) for name in chapters[:1]), *(Move(one, turn=other) for one, other in pairwise(chapters))]
