"""A solved book: values and visits of every state under a policy, and tables that reports read.

Reports never look at states one by one; they use tables: what happens at a decision, on arrival at a chapter, at
the ends of play, between chapters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from gamebook.errors import OutOfTime, UsageError
from gamebook.job import NO_LIMITS, Job, Limits, beside, within
from gamebook.kernels.arrays import Flags, Floats, Ints, spans, weighed
from gamebook.kernels.ways import Ways, made
from gamebook.model.book import Book
from gamebook.program.code import Decide, NodeId, Program
from gamebook.program.compile import Target, lowered, reduced
from gamebook.resources import give_memory_back
from gamebook.solver.arrays import TooWide
from gamebook.solver.backward import Manner, Values, best_play, evaluate, uniform_play
from gamebook.solver.excerpt import take
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.graphs import reached_from
from gamebook.solver.meanwhile import Meanwhile, Once
from gamebook.solver.space import Space, explore
from gamebook.solver.watch import Watch

if TYPE_CHECKING:
    from gamebook.solver.good_play import GoodPlay
    from gamebook.solver.practice import Practised
    from gamebook.solver.sample import Sample
    from gamebook.solver.tiebreak import Calls

FIRST_LOOK = 0.4
"""Seconds of random plays, if a book takes long,"""
LOOK = 0.05
"""and the most of the time, where it is limited."""
LISTING = 0.6
"""The share of the time left that may go into listing states; the rest is for their values."""
LARGE = 50
"""States of a component: to solve it takes longer than to find out to which of them play comes."""
WORTHWHILE = 50_000
"""States of a book for which a second thread plays the random reader,"""
BOTH = 10
"""if there are so many bytes for each byte of them."""
MANY = 2_000_000
"""If a book does not fit into arrays, so many states are listed; if it has more, good play is looked for next."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The actions that a play may take, ascending, and how often it does."""

    action: Ints
    """int64[k]"""
    state: Ints
    """int64[k], the state of each."""
    often: Floats
    """float64[k]: the expected number of times in one play, more than 0."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The ways that a play may go, ascending, and how often it does."""

    way: Ints
    """int64[k], entries of `states.successor`."""
    action: Ints
    """int64[k], the action of each."""
    state: Ints
    """int64[k], the state of each."""
    often: Floats
    """float64[k]: the expected number of times in one play."""


@dataclass(frozen=True)
class Played:
    """A policy with its values and visits."""

    space: Space
    manner: Manner
    values: Values
    weight: Floats
    """float64[a]: how often each action is taken in its state."""

    wins: bool
    """Values are chances to win, not points."""
    points: Values | None = None
    """Under `aim win then score` the expected points of every state."""
    calls: Calls | None = None
    """How close the options were that count as different, and as equal."""
    known_visits: Floats | None = None
    """Visits that are known already: always if `space` is an excerpt, for they are those in the whole book."""

    @property
    def low(self) -> float:
        """Bound from below of the value at the start (a chance, or points)."""
        low = float(self.values.low[self.space.root])
        return max(low, 0.0) if self.wins else low

    @property
    def high(self) -> float:
        """Bound from above of the value at the start."""
        high = float(self.values.high[self.space.root])
        return min(high, 1.0) if self.wins else high

    @property
    def value(self) -> float:
        """The middle of the bracket before it is cut to what a chance can be: the best single number, or nan."""
        middle = float(self.values.told[self.space.root])
        return min(max(middle, 0.0), 1.0) if self.wins else middle

    @cached_property
    def visits(self) -> Floats:
        """float64[n]: expected number of times that a play from the start reaches each state."""
        return self.visited().visits if self.known_visits is None else self.known_visits

    def visited(self) -> Played:
        """The same, with visits that are known: two threads may ask for those of two readers at once.

        In Python 3.11 a cached property is locked for all objects of its class.
        """
        arrivals = np.zeros(self.space.size)
        arrivals[self.space.root] = 1.0
        return replace(self, known_visits=visits(self.space, self.weight, arrivals, self.among))

    @property
    def among(self) -> Flags | None:
        """`reached`, where loops are so large that it pays to leave out the rest; else None."""
        large = np.diff(self.space.order[1]).max(initial=0) >= LARGE
        return self.reached if large and not self.weight.all() else None

    @cached_property
    def taken(self) -> Taken:
        """What is done in one play. Most books have many more actions than play ever comes to."""
        some = np.flatnonzero(self.visits > 0.0)
        row, action = spans(self.space.states.first_action, some)
        state = some[row]
        often = self.visits[state] * self.weight[action]
        done = often > 0.0
        return Taken(action[done], state[done], often[done])

    @property
    def gone(self) -> Gone:
        """Where play goes in one play."""
        taken, states = self.taken, self.space.states
        row, way = spans(states.first_successor, taken.action)
        return Gone(way, taken.action[row], taken.state[row], taken.often[row] * states.chance[way])

    @property
    def moves(self) -> Ways:
        """The ways that play goes at all, as a graph; for each of the others there is one from its state to itself."""
        to = np.empty(len(self.space.states.successor), np.int32)
        made(self.space.moves, self.weight, to)
        return Ways(self.space.edge_start, to)

    @cached_property
    def reached(self) -> Flags:
        """bool[n]: play can come to the state."""
        return reached_from(self.moves, np.array([self.space.root]))

    @cached_property
    def endings(self) -> dict[str, float]:
        """The chance of each ending; what is missing to 1 is play that never ends."""
        return {name: float(self.visits[number]) for number, name in enumerate(self.space.program.endings)}

    @cached_property
    def action_values(self) -> Floats:
        """float64[a]: what play is worth after each action, points on the way included; nan where that is not known."""
        return self.worth_after()

    def worth_after(self, actions: Ints | None = None) -> Floats:
        """float64[k]: the same for some actions; None: for all."""
        with np.errstate(invalid="ignore"):  # gains and losses without end have no sum
            gained = self.space.mean_after(self.values.told, actions)
        if self.wins:
            return gained
        reward = self.space.states.reward
        return np.asarray(gained + (reward if actions is None else reward[actions]))


@dataclass(frozen=True)
class DecisionTable:
    """All states at one decision. Rows are states."""

    node: NodeId
    chapter: str
    address: str
    owner: str
    options: tuple[str, ...]
    """The options' addresses, in the order written."""
    states: Ints
    """int64[n]: the states' numbers."""
    visits: Floats
    """float64[n]: expected visits under the way of playing."""
    value: Floats
    """float64[n]: worth of the state; nan where it is not known."""
    is_open: Flags
    """bool[n, options]"""
    worth: Floats
    """float64[n, options]: value of each option; nan if it is closed or not known."""
    share: Floats
    """float64[n, options]: how often each option is taken there."""
    columns: Mapping[str, Ints]
    """The variables that matter there, each int64[n]."""


@dataclass(frozen=True)
class ArrivalTable:
    """All states in which a chapter is entered. Rows are states."""

    chapter: str
    states: Ints
    visits: Floats
    value: Floats
    columns: Mapping[str, Ints]

    @property
    def expected(self) -> float:
        """Expected number of visits to the chapter in one play."""
        return float(self.visits.sum())

    @property
    def win(self) -> float | None:
        """Mean worth on arrival, nan where it is not known; None where the way of playing never comes."""
        total = float(self.visits.sum())
        return weighed(self.visits, self.value) / total if total > 0 else None


@dataclass(frozen=True)
class Solved:
    """A book and its states, with best play and, on demand, the random reader."""

    book: Book
    space: Space
    hero: Mapping[str, int]
    """Values of the hero that are fixed; empty: all are rolled."""
    best: Played
    known_uniform: Played | None = None
    """The uniform reader, where that was worked out with best play: always if `space` is an excerpt of the book."""
    sample: Sample | None = None
    """Plays of the random reader, where a limit came before an exact answer,"""
    practised: Practised | None = None
    """of a reader who has practised,"""
    seconds: float | None = None
    """and how long it was looked for."""
    source: Program | None = None
    """The book, lowered, before anything was left out of it."""
    limits: Limits = NO_LIMITS
    """Where its solve would have given up; a book that is solved to answer the same question keeps to them, too."""
    deadline: float | None = None
    """When that would have been, by the monotonic clock."""
    listed: int | None = None
    """States up to which it is listed; a larger book is solved in arrays."""

    @property
    def wins(self) -> bool:
        """Whether values are chances to win (`aim win`)."""
        return self.book.aim == "win"

    @cached_property
    def uniform(self) -> Played:
        """The uniform reader: equal weight to every open option of every decision."""
        return self.known_uniform or play(self.book, self.space, uniform_play(self.space))

    @cached_property
    def point_states(self) -> dict[NodeId, Ints]:
        """For each point (node) its states."""
        points = self.space.states.point
        order = np.argsort(points, kind="stable")
        bounds = np.searchsorted(points[order], np.arange(len(self.space.code.point_node) + 1))
        return {int(node): order[bounds[p] : bounds[p + 1]] for p, node in enumerate(self.space.code.point_node)}

    def columns(self, node: NodeId, states: Ints) -> dict[str, Ints]:
        """The values of the variables that matter at a point, in some of its states."""
        code, program = self.space.code, self.space.program
        point = code.point[node]
        fields = range(code.field_start[point], code.field_start[point + 1])
        return {
            program.cells[code.field_variable[f]].name: (
                (self.space.states.key[states, code.field_word[f]] >> code.field_shift[f]) & code.field_mask[f]
            )
            + code.field_low[f]
            for f in fields
        }

    def decisions(self) -> list[NodeId]:
        """The nodes of all decisions, in book order."""
        return [n for n, node in enumerate(self.space.program.nodes) if isinstance(node, Decide)]

    def decision(self, played: Played, node: NodeId) -> DecisionTable:
        """What happens at one decision."""
        decide = self.space.program.nodes[node]
        assert isinstance(decide, Decide)
        s = self.space.states
        states = self.point_states[node]
        states = states[s.first_action[states + 1] > s.first_action[states]]
        worth = np.full((len(states), len(decide.options)), np.nan)
        share = np.zeros_like(worth)
        is_open = np.zeros(worth.shape, bool)
        row, actions = spans(s.first_action, states)
        option = s.option[actions]
        row, actions, option = row[option >= 0], actions[option >= 0], option[option >= 0]
        is_open[row, option] = True
        worth[row, option] = played.worth_after(actions)
        share[row, option] = played.weight[actions]
        return DecisionTable(
            node=node,
            chapter=self.space.program.places[node],
            address=decide.address,
            owner=decide.owner,
            options=tuple(choice.address for choice in decide.options),
            states=states,
            visits=played.visits[states],
            value=played.values.told[states],
            is_open=is_open,
            worth=worth,
            share=share,
            columns=self.columns(node, states),
        )

    def arrival(self, played: Played, chapter: str) -> ArrivalTable:
        """In which states a chapter is entered, how often, and what they are worth.

        Raises:
            UsageError: the book was solved for its decisions only.
        """
        self._ask_for_chapters()
        node = self.space.program.chapters[chapter]
        states = self.point_states[node]
        return ArrivalTable(
            chapter=chapter,
            states=states,
            visits=played.visits[states],
            value=played.values.told[states],
            columns=self.columns(node, states),
        )

    @cached_property
    def place(self) -> Ints:
        """int64[n]: the chapter of a state, as a number of `places`; endings are -1."""
        self._ask_for_chapters()
        code, program = self.space.code, self.space.program
        numbers = {place: i for i, place in enumerate(self.places)}
        by_point = np.array([numbers[program.places[n]] for n in code.point_node] + [-1])
        return by_point[self.space.states.point]

    @cached_property
    def places(self) -> list[str]:
        """All chapters, and last `hero`: before the first."""
        return [*self.space.program.chapters, "hero"]

    def flows(self, played: Played) -> Floats:
        """float64[successors]: how often play goes each way, in one play."""
        gone, found = played.gone, np.zeros(len(self.space.states.successor))
        found[gone.way] = gone.often
        return found

    def ends(self, played: Played) -> dict[tuple[str, str], float]:
        """How often play ends in (chapter, ending)."""
        gone, endings = played.gone, len(self.space.program.endings)
        to = self.space.states.successor[gone.way]
        over = to < endings
        key = self.place[gone.state[over]] * endings + to[over]
        total = np.bincount(key, gone.often[over], len(self.places) * endings)
        return {
            (self.places[k // endings], self.space.program.endings[k % endings]): float(total[k])
            for k in np.flatnonzero(total)
        }

    def traffic(self, played: Played) -> dict[tuple[str, str], float]:
        """How often play turns from one chapter to another; `hero` is before the start."""
        gone, code, count = played.gone, self.space.code, len(self.places)
        starts = np.zeros(len(code.point_node) + 1, bool)
        for chapter in self.space.program.chapters.values():
            starts[code.point[chapter]] = True
        to = self.space.states.successor[gone.way]
        turning = starts[self.space.states.point[to]]
        key = self.place[gone.state[turning]] * count + self.place[to[turning]]
        total = np.bincount(key, gone.often[turning], count * count)
        return {(self.places[k // count], self.places[k % count]): float(total[k]) for k in np.flatnonzero(total)}

    def _ask_for_chapters(self) -> None:
        if self.space.program.merged:
            raise UsageError("the book was solved for its decisions only; nothing is known of its chapters")


def ending_worth(book: Book, program: Program) -> Floats:
    """float64[endings]: 1 for a victory under `aim win`; 0 under `aim score`, where points count."""
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    return np.array([float(book.aim == "win" and name in victories) for name in program.endings])


def play(
    book: Book,
    space: Space,
    manner: Manner,
    deadline: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Played:
    """Play a book in some manner."""
    values = evaluate(
        space,
        manner,
        ending_worth(book, space.program),
        wins=book.aim == "win",
        ties_last=book.ties == "last",
        deadline=deadline,
        stop=stop,
    )
    points, calls = None, None
    if book.then_score:
        from gamebook.solver.tiebreak import then_points  # noqa: PLC0415 - few books have two aims

        values, points, calls = then_points(
            space, manner, values, ties_last=book.ties == "last", deadline=deadline, stop=stop
        )
    return Played(space, manner, values, action_weights(space, manner, values.best), book.aim == "win", points, calls)


def _by_chance(book: Book, space: Space, go_on: Callable[[float], None]) -> Played:
    """The uniform reader with all visits, in a second thread."""

    def stop() -> bool:
        go_on(0.0)
        return False

    played = play(book, space, uniform_play(space), stop=stop)
    go_on(0.0)
    return played.visited()


def solve(  # noqa: PLR0913 - one question, many limits
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    reduce: bool = True,
    observed: tuple[str, ...] = (),
    counted: Collection[str] = (),
    limits: Limits = NO_LIMITS,
    listed: int | None = None,
    chapters: bool = True,
    classes: bool = False,
    uniform: bool = False,
    plays: bool = False,
    news: bool = True,
    before: Solved | None = None,
) -> Solved:
    """Find best play; where a limit is reached first, the narrowest bounds that were found.

    Args:
        book: the book.
        hero: values of rolled stats (`{"SKILL": 9}`); what is not given is rolled.
        reduce: drop variables that no longer matter. The values are the same without this.
        observed: variables to keep in every state to the end of play.
        counted: kinds of marks, such as `fought` and `won`, at which there is a point so that visits can be counted.
        limits: where to stop and answer with a bracket.
        listed: list no more states than this one by one; a larger book is solved in arrays, and listed in part. A book
            with accounts is always listed: what they hold goes together with all that was rolled, and arrays of it
            would be mostly air.
        chapters: False if only values and decisions are needed: half as many states may be enough.
        classes: in a large book one value may represent all values that have the same effect from there on. Chances are
            the same; findings, and tables of what a reader carries, need the numbers themselves.
        uniform: the random reader is asked for, too: work it out beside best play.
        plays: if solving takes long, simulate some random plays for an estimate.
        news: tell the job what is known meanwhile; False where this is not what the job was asked.
        before: the answer to the same question about another version of the book. Where nothing has changed but words
            that readers read, it is the answer. Where that one was solved in arrays, arrays are tried first.
    """
    wins = book.aim == "win"
    watch = Watch(
        deadline=None if limits.seconds is None else time.monotonic() + limits.seconds,
        first_look=partial(_look_at, book, hero, limits.seconds) if plays else None,
        low=0.0 if wins else -np.inf,
        high=1.0 if wins else np.inf,
        news=news,
    )
    target = Target(observed=observed, chapters=chapters, counted=counted)
    whole = lowered(book, hero, target)
    if before is not None and before.source == whole and _judgement(before.book) == _judgement(book):
        return replace(before, book=book)
    asked = _Work(book, whole, dict(hero or {}), reduce, observed, watch, uniform, limits.memory)
    was_large = before is not None and not before.space.whole
    found = _solved(asked, target, limits, listed, classes, was_large)
    return replace(found, source=whole, limits=limits, deadline=watch.deadline, listed=listed)


def _look_at(book: Book, hero: Mapping[str, int] | None, seconds: float | None) -> Sample | None:
    """Some random plays, for a small part of the time that there is."""
    from gamebook.solver.sample import Player  # noqa: PLC0415 - most books are solved before it is wanted

    player = Player(book, hero)
    player.warm_up()
    player.play(until=time.monotonic() + min(FIRST_LOOK, inf if seconds is None else LOOK * seconds))
    return player.sample()


def _judgement(book: Book) -> tuple[object, ...]:
    """What of a book decides on the worth of a play, besides what is lowered."""
    return book.aim, book.then_score, book.ties, book.accounts, book.endings


def _solved(
    asked: _Work, target: Target, limits: Limits, listed: int | None, classes: bool, was_large: bool = False
) -> Solved:
    """`solve`, for a book that is lowered.

    Args:
        was_large: another version of the book had more states than are listed: arrays are tried at once.
    """
    book, whole, watch = asked.book, asked.program, asked.watch
    if book.accounts or book.then_score or not asked.reduce:  # the arrays know chances only, or points only
        listed = None
    small = listed is None or (limits.states is not None and limits.states <= listed)
    if was_large and classes and not small and limits.seconds is None:
        fewer = replace(asked, program=reduced(whole, replace(target, numbers=False)))
        with suppress(TooWide, OutOfTime):
            part = fewer.in_arrays(limits)
            if part is not None and part.space.count > (listed or 0):
                return part
    work = replace(asked, program=reduced(whole, target) if asked.reduce else whole)
    if not small:
        return _large(work, whole, target, limits, listed, classes)
    space = work.space(limits)
    if space.complete or not (classes and asked.reduce) or watch.over:
        return work.answer(work.valued(space))
    if watch.deadline is not None:
        work.valued(space)  # the watch keeps its bounds
    work = replace(work, program=reduced(whole, replace(target, numbers=False)))
    return work.answer(work.listed(limits))


def _large(work: _Work, whole: Program, target: Target, limits: Limits, listed: int | None, classes: bool) -> Solved:
    """`solve`, for a book that may have more states than are listed; meanwhile a second thread plays it."""
    watch = work.watch
    classed = Once(partial(reduced, whole, replace(target, numbers=False)))
    meanwhile = Meanwhile(watch, work.good_play(whole, classed, limits.states) if work.wins else None, limits.memory)
    with meanwhile.begun():
        space = work.space(replace(limits, states=listed))
        if space.complete or watch.over:
            return work.answer(work.valued(space))
        known = work.known(space)
        try:
            if classes:
                work = replace(work, program=classed())
            found = _further(work, limits, meanwhile, space.bytes)
        except OutOfTime:
            return known()
        if found is None and (watch.close or watch.deadline is not None or watch.over):
            return known()
    del space, known
    give_memory_back()
    return found or work.answer(work.listed(limits))


def _further(work: _Work, limits: Limits, meanwhile: Meanwhile, held: int) -> Solved | None:
    """A large book in arrays; if it does not fit there, in a longer list; else None, when good play was looked for.

    Args:
        work: the book.
        limits: where to stop.
        meanwhile: the second thread.
        held: bytes of what is known so far.

    Raises:
        OutOfTime: the time was over before.
    """
    watch = work.watch
    memory = None if limits.memory is None else max(0, int(meanwhile.left) - held)
    try:
        part = work.in_arrays(replace(limits, memory=memory))
        if part is not None:
            return part
    except TooWide as error:
        taken = 0 if memory is None or limits.memory is None else limits.memory - memory
        watch.miss(error.bytes + taken if error.bytes else 0.0)
    give_memory_back()
    if not work.wins or (limits.states is not None and limits.states <= MANY):
        return work.answer(work.listed(limits))
    space = work.space(replace(limits, states=MANY))
    if space.complete or watch.over:
        return work.answer(work.valued(space))
    del space
    give_memory_back()
    meanwhile.go_on()
    return None


@dataclass(frozen=True)
class _Work:
    """A book being solved."""

    book: Book
    program: Program
    hero: Mapping[str, int]
    reduce: bool
    observed: tuple[str, ...]
    watch: Watch
    both: bool
    """Whether the random reader is asked for, too."""
    memory: int | None
    """Bytes for everything."""

    @property
    def wins(self) -> bool:
        """Whether values are chances to win."""
        return self.book.aim == "win"

    def listed(self, limits: Limits) -> Solved:
        """What follows from as many states as the limits allow; a part of the time is kept for computing values."""
        return self.valued(self.space(limits))

    def space(self, limits: Limits) -> Space:
        """As many states as the limits allow."""
        watch = self.watch
        left = None if watch.deadline is None else max(0.0, watch.deadline - time.monotonic()) * LISTING
        watch.begin("listing states")
        return explore(
            self.program,
            reduce=self.reduce,
            observed=self.observed,
            limits=replace(limits, seconds=left),
            progress=watch.count,
        )

    def valued(self, space: Space) -> Solved:
        """What follows from some states."""
        watch = self.watch
        watch.begin("computing values")
        if space.complete:
            watch.expect_all()
        room = self.memory is None or BOTH * space.bytes < self.memory
        large = self.both and space.complete and space.size > WORTHWHILE
        aside = large and room and (watch.deadline is not None or watch.job.cores != 1)
        uniform, late = None, False
        with beside(partial(_by_chance, self.book, space)) if aside else nullcontext() as random:
            best = play(self.book, space, best_play(space), watch.deadline, watch.stopped)
            if random is not None and best.values.settled:
                try:
                    with within(watch.deadline, watch.stopped):
                        best = best.visited()
                        uniform = random()
                except OutOfTime:  # best play is known, and all the rest is not
                    late = True
                    watch.learn(best.low, best.high)
        if late or not best.values.settled:
            space = replace(space, complete=False)
            best = replace(best, space=space)
        if not space.complete:
            watch.learn(best.low, best.high)
        return Solved(self.book, space, self.hero, best, uniform)

    def known(self, space: Space) -> Callable[[], Solved]:
        """The answer so far, from some of the states: without a time limit it is worked out when it is wanted.

        Most often it is not: the arrays know the whole answer soon.
        """
        if self.watch.deadline is not None:
            known = self.valued(space)
            return lambda: self.answer(known)

        def later() -> Solved:
            found = replace(self, watch=replace(self.watch, job=Job(), news=False)).valued(space)
            self.watch.learn(found.best.low, found.best.high)
            return self.answer(found)

        return later

    def good_play(self, whole: Program, classed: Callable[[], Program], states: int | None) -> GoodPlay:
        """What looks for good play.

        Args:
            whole: the program, with all its values.
            classed: gives the same, where one value represents all that have the same effect.
            states: the most that may be listed.
        """
        from gamebook.solver.good_play import GoodPlay  # noqa: PLC0415 - for large books only

        return GoodPlay(whole, classed, ending_worth(self.book, whole), self.observed, states)

    def in_arrays(self, limits: Limits) -> Solved | None:
        """The whole book, known from an excerpt; None where it has too many states.

        Raises:
            TooWide, OutOfTime: as `take`.
        """
        book, wins = self.book, self.wins
        worth = ending_worth(book, self.program)
        part = take(book, self.program, worth, observed=self.observed, limits=limits, watch=self.watch)
        if part is None:
            return None
        space = part.space
        manner, mixed = best_play(space), uniform_play(space)
        best = Played(space, manner, part.best, action_weights(space, manner, part.best.best), wins)
        weight = action_weights(space, mixed, part.uniform.best)
        uniform = Played(space, mixed, part.uniform, weight, wins, known_visits=part.uniform_visits)
        return Solved(book, space, self.hero, best, uniform)

    def answer(self, solved: Solved) -> Solved:
        """The answer; where it is not complete, with the narrowest bounds known, and with some random plays."""
        watch = self.watch
        if solved.space.complete:
            return solved
        watch.hear()
        watch.look_once()
        values, root = solved.best.values, solved.space.root
        low, high = values.low.copy(), values.high.copy()
        low[root], high[root] = watch.low, watch.high
        best = replace(solved.best, values=replace(values, low=low, high=high))
        return replace(
            solved, best=best, sample=watch.sample, practised=watch.practised, seconds=time.monotonic() - watch.began
        )
