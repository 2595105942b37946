"""A solved book: values and visits of every state under a policy, and tables that reports read.

Reports never look at states one by one; they use tables: what happens at a decision, on arrival at a chapter, at
the ends of play, between chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import OutOfTime, UsageError
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints, spans, weighed
from gamebook.kernels.ways import Ways, look_back_played, made, spread_played
from gamebook.lazy import LazyStruct
from gamebook.limits import NO_LIMITS, Limits, time_is_over, within
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.program.code import Decide, NodeId, Program
from gamebook.solver.backward import Values, evaluate
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.graphs import LOOKS, leading_to
from gamebook.solver.manner import Manner, uniform_play
from gamebook.solver.space import Space

if TYPE_CHECKING:
    from gamebook.solver.practice import Practised
    from gamebook.solver.sample import Sample
    from gamebook.solver.tiebreak import Calls

ALIKE = 1e-9
"""Values that differ by no larger a share may differ by rounding alone: of points by a share of at least one point,
because they are sums in which much may cancel."""
LARGE = 50
"""States of a component: to solve it takes longer than to find out to which of them play comes."""
AT_ONCE = 200_000
"""States of a large book of which a report looks at all actions and ways at once: for more it takes much memory."""


class Taken(Struct, frozen=True):
    """The actions that a play may take, ascending, and how often it does."""

    action: Ints
    """int64[k]"""
    state: Ints
    """int64[k], the state of each."""
    often: Floats
    """float64[k]: the expected number of times in one play, more than 0."""


class Gone(Struct, frozen=True):
    """The ways that a play may go, ascending, and how often it does."""

    way: Ints
    """int64[k], entries of `states.successor`."""
    action: Ints
    """int64[k], the action of each."""
    state: Ints
    """int64[k], the state of each."""
    often: Floats
    """float64[k]: the expected number of times in one play."""


class Played(LazyStruct, frozen=True, dict=True):
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
    known_reached: Flags | None = None
    """`reached`, where that is known already."""

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
        middle = self.values.told_in(self.space.root)
        return min(max(middle, 0.0), 1.0) if self.wins else middle

    @property
    def total(self) -> float | None:
        """The points that a play brings on average, where points count; nan if that is not known."""
        if not self.wins:
            return self.value
        return None if self.points is None else self.points.told_in(self.space.root)

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
        among = self.among
        return replace(self, known_visits=visits(self.space, self.weight, arrivals, among), known_reached=among)

    @property
    def among(self) -> Flags | None:
        """`reached`, where loops are so large that it pays to leave out the rest; else None."""
        large = np.diff(self.space.order[1]).max(initial=0) >= LARGE
        return self._reached if large and not self.weight.all() else None

    @cached_property
    def taken(self) -> Taken:
        """What is done in one play. Most books have many more actions than play ever comes to."""
        return self.taken_in(np.flatnonzero(self.visits > 0.0))

    def comes_to(self) -> Iterator[Ints]:
        """int64[k]: the states that play comes to, ascending, some at a time."""
        for at in range(0, self.space.size, AT_ONCE):
            look()
            yield at + np.flatnonzero(self.visits[at : at + AT_ONCE] > 0.0)

    def taken_in(self, states: Ints) -> Taken:
        """What is done in some states; `states`: int64[k], ascending, of those that play comes to."""
        row, action = spans(self.space.states.first_action, states)
        state = states[row]
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

    def lost_to(self, goals: Ints) -> Flags:
        """bool[n]: the states that play can come to, and from which it comes to none of some states any more."""
        found = ~self.reached  # no way leads from what is reached to these
        found[goals] = True
        for _ in range(LOOKS):
            more, left = look_back_played(self.space.moves, self.weight, found)
            if not more or not left:
                return ~found
        return self.reached & ~leading_to(self.moves, goals)

    @cached_property
    def reached(self) -> Flags:
        """bool[n]: play can come to the state."""
        return self._reached

    @property
    def _reached(self) -> Flags:
        """The same without a lock, as `visited`."""
        if self.known_reached is not None:
            return self.known_reached
        return reached_by(self.space, self.weight)

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

    def surely_won(self, actions: Ints) -> Flags:
        """bool[k]: where values are chances, which actions lead to states alone from which best play always wins."""
        if not self.wins:
            return np.zeros(len(actions), np.bool_)
        return np.asarray(self.space.mean_after((self.values.low < 1.0).astype(np.float64), actions) == 0.0)

    def points_after(self, actions: Ints) -> Floats | None:
        """float64[k]: under `aim win then score` the points after each of some actions, those of the action included.

        None under every other aim; nan where that is not known.
        """
        if self.points is None:
            return None
        with np.errstate(invalid="ignore"):  # gains and losses without end have no sum
            return np.asarray(self.space.mean_after(self.points.told, actions) + self.space.states.reward[actions])

    def fewer_points(self, states: Ints, actions: Ints) -> Floats | None:
        """float64[k]: by how much the points after each of some actions are fewer than those of this way of playing.

        None unless under `aim win then score`; 0 for rounding, and where they are not known.

        Args:
            states: int64[k], the state of each action.
            actions: int64[k].
        """
        points = self.points_after(actions)
        if points is None or self.points is None:
            return None
        now = self.points.told[states]
        with np.errstate(invalid="ignore"):
            less = now - points
            return np.where(np.isfinite(less) & (less > ALIKE * np.maximum(1.0, np.abs(now))), less, 0.0)


def reached_by(space: Space, weight: Floats) -> Flags:
    """bool[n]: play can come to the state; `weight`: float64[a], how often each action is taken in its state."""
    found, waiting = np.zeros(space.size, np.bool_), np.empty(space.size, np.int32)
    found[space.root], waiting[0] = True, space.root
    spread_played(space.moves, weight, found, waiting, 1)
    return found


class DecisionTable(Struct, frozen=True):
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
    sure: Flags
    """bool[n, options]: whether best play always wins after the option."""
    fewer: Floats | None
    """float64[n, options]: under `aim win then score` by how much the points after the option are fewer than those of
    this way of playing; 0 if it is closed or not known. None under every other aim."""
    columns: Mapping[str, Ints]
    """The variables that matter there, each int64[n]."""


class ArrivalTable(Struct, frozen=True):
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


class Search(Struct, frozen=True):
    """How the answer about a book was looked for."""

    source: Program | None = None
    """The book, lowered, before anything was left out of it."""
    listed: int | None = None
    """States up to which it is listed; a larger book is solved in arrays."""
    limits: Limits = NO_LIMITS
    """Limits for a book that is solved later to answer the same question: those of this search, and of its time what it
    left over."""
    seconds: float | None = None
    """Where a limit came first: how long it took."""
    looked_at: int | None = None
    """Where a limit came first: the most states that a list, a search or arrays looked at; `space` may have fewer."""
    uncounted: bool = False
    """Arrays of states were looked at, too, that nobody has counted."""


NO_SEARCH = Search()


class Solved(LazyStruct, frozen=True, dict=True, eq=False):
    """A book and its states, with best play and, on demand, the random reader. It is equal to itself only."""

    book: Book
    space: Space
    hero: Mapping[str, int]
    """Values of the hero that are fixed; empty: all are rolled."""
    best: Played
    known_uniform: Played | None = None
    """The uniform reader, where that was worked out with best play: always if `space` is an excerpt of the book."""
    sample: Sample | None = None
    """Plays of the random reader, where a limit came before an exact answer; None where there is a rival."""
    practised: Practised | None = None
    """Plays of a reader who has practised, where a limit came before an exact answer."""
    search: Search = NO_SEARCH
    """How this was found."""

    def __repr__(self) -> str:
        return f"<Solved {self.line}>"

    @property
    def line(self) -> str:
        """What stands for it where it would fill pages: title, what best play is worth, states."""
        best = self.best
        worth = f"{best.value:.6g}" if self.space.complete else f"{best.low:.6g} to {best.high:.6g}"
        return f"{self.book.title!r}: {worth}, {self.space.count:,} states"

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
        return self.space.columns(node, states)

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
        sure = np.zeros_like(is_open)
        sure[row, option] = played.surely_won(actions)
        less = played.fewer_points(states[row], actions)
        fewer = None if less is None else np.zeros_like(worth)
        if fewer is not None:
            fewer[row, option] = less
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
            sure=sure,
            fewer=fewer,
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

    def visits_to(self, played: Played, chapter: str) -> float:
        """Expected number of visits to a chapter in one play."""
        return float(played.visits[self.point_states[self.space.program.chapters[chapter]]].sum())

    def on_arrival(self, table: ArrivalTable, names: Sequence[str]) -> list[Ints]:
        """int64[k] for each name: its values in the states of a table; what never changes has its one value."""
        fixed = {cell.name: cell.start for cell in self.space.program.cells}
        return [table.columns.get(name, np.full(len(table.states), fixed[name])) for name in names]

    @cached_property
    def place(self) -> Ids:
        """int32[n]: the chapter of a state, as a number of `places`; endings are -1."""
        self._ask_for_chapters()
        code, program = self.space.code, self.space.program
        numbers = {place: i for i, place in enumerate(self.places)}
        by_point = np.array([numbers[program.places[n]] for n in code.point_node] + [-1], np.int32)
        return by_point[self.space.states.point]

    @cached_property
    def places(self) -> list[str]:
        """All chapters, and last `hero`: before the first."""
        return [*self.space.program.chapters, HERO_BLOCK]

    @cached_property
    def enters(self) -> Flags:
        """bool[n]: a chapter is entered in the state."""
        self._ask_for_chapters()
        code, program = self.space.code, self.space.program
        by_point = np.zeros(len(code.point_node) + 1, bool)  # the last is for endings
        by_point[[code.point[node] for node in program.chapters.values()]] = True
        return by_point[self.space.states.point]

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
        gone, count = played.gone, len(self.places)
        to = self.space.states.successor[gone.way]
        turning = self.enters[to]
        key = self.place[gone.state[turning]] * count + self.place[to[turning]]
        total = np.bincount(key, gone.often[turning], count * count)
        return {(self.places[k // count], self.places[k % count]): float(total[k]) for k in np.flatnonzero(total)}

    def _ask_for_chapters(self) -> None:
        if self.space.program.merged:
            raise UsageError("the book was solved for its decisions only; nothing is known of its chapters")


def ending_worth(book: Book, program: Program) -> Floats:
    """float64[endings]: 1 for a victory of the book under `aim win`; 0 under `aim score`, where points count."""
    wins, kinds = book.aim == "win", book.ending_kinds
    return np.array([float(wins and kinds.get(name) == "victory") for name in program.endings])


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
    if book.then_score and space.complete and values.settled:  # else nobody knows which chances are the same
        from gamebook.solver.tiebreak import then_points  # noqa: PLC0415 - few books have two aims

        with suppress(OutOfTime), within(deadline, lambda: (stop is not None and stop()) or time_is_over()):
            values, points, calls = then_points(
                space, manner, values, ties_last=book.ties == "last", deadline=deadline, stop=stop
            )
        values = replace(values, settled=points is not None and values.settled)
    return Played(space, manner, values, action_weights(space, manner, values.best), book.aim == "win", points, calls)
