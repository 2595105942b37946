"""What is written in a book, and what play was seen to do: in listed states, and in simulated plays beyond them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Container
from contextlib import suppress
from functools import cached_property, partial
from math import inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.by_chance import with_ways_past
from gamebook.analysis.reach import Reach
from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.limits import within
from gamebook.lint.offers import Copy, offered
from gamebook.lint.options import EVERYONE, CheckOptions
from gamebook.lint.unlinked import Turns, linked_chapters, own_span, turns_of
from gamebook.lint.written import Around, Written, leads_away, written_steps
from gamebook.model.arithmetic import has_dice, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.model.reader import RANDOM
from gamebook.model.step import Assign, Choose, End, If
from gamebook.program.code import Decide, Mark, NodeId
from gamebook.program.possible import Option, Possible, linked, possible
from gamebook.program.script import Spot
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solver.lesson import PRACTISED, lesson, wants_practice
from gamebook.solver.sample import Player, Sample, player_after
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from gamebook.source import Span

PLAYS = 50_000
"""The most plays of a reader that search beyond the listed states."""


class Seen(Struct, frozen=True, dict=True):
    """A book without errors, its steps, and its states: all of them, or as many as a limit let be listed.

    What was seen happens.
    """

    book: Book
    sourcemap: SourceMap
    solved: Solved
    systems: Container[str] = frozenset()
    """Files of rule systems: their content is not this author's."""
    options: CheckOptions = EVERYONE
    """For whom, and for how long, is looked."""

    def span(self, address: str) -> Span | None:
        """Where something is written in this book; None for what its rule system says."""
        return own_span(self.sourcemap, self.systems, address)

    @cached_property
    def steps(self) -> tuple[Written, ...]:
        """Every step of the book."""
        return written_steps(self.book)

    @cached_property
    def turns(self) -> Turns:
        """The turns that lead to each chapter."""
        return turns_of(self.steps)

    @cached_property
    def linked(self) -> frozenset[str]:
        """The places to which links lead, whatever their conditions say."""
        return linked_chapters(self.book, self.turns)

    @cached_property
    def ends(self) -> dict[str, list[Around]]:
        """Where each ending comes about."""
        found: dict[str, list[Around]] = defaultdict(list)
        for each in self.steps:
            if isinstance(each.step, End):
                found[each.step.ending].append(each.around)
        return found

    @cached_property
    def effects(self) -> dict[str, Assign]:
        """Every effect by its address."""
        return {each.step.address: each.step for each in self.steps if isinstance(each.step, Assign)}

    @cached_property
    def changed(self) -> frozenset[str]:
        """The variables that some rule changes, or the book before this one."""
        chapters, watches = (each.body for each in self.book.chapters), (each.body for each in self.book.watches)
        return frozenset(self.book.carried).union(*map(written_in, (self.book.hero, *chapters, *watches)))

    @cached_property
    def from_before(self) -> frozenset[str]:
        """The variables whose values depend on what the book before hands over."""
        found = frozenset(self.book.carried)
        while True:
            changes = (change for effect in self.effects.values() for change in effect.changes)
            more = {change.variable for change in changes if reads(change.value) & found} - found
            if not more:
                return found
            found |= more

    @cached_property
    def _asks_before(self) -> frozenset[str]:
        """The addresses of options and ifs, and the triggers, whose conditions the book before may settle."""
        options = ((option.address, option.condition) for choose, _ in self.choices for option in choose.options)
        ifs = ((step.address, step.condition) for step in self.ifs)
        watches = ((watch.id, watch.condition) for watch in self.book.watches)
        asked = (*options, *ifs, *watches) if self.from_before else ()
        return frozenset(name for name, condition in asked if reads(condition) & self.from_before)

    @cached_property
    def priced(self) -> dict[str, bool]:
        """The addresses of the effects that would close an option if they were a `pay`, as `resolve.choices` has it.

        For each whether a condition can stand in brackets behind the option: not behind `may` and `escape`.

        They stand in the option's own block, without dice, and nothing before them in it changes the same number.
        """
        found: dict[str, bool] = {}
        options = ((each, choose.what not in ("may", "fight")) for choose, _ in self.choices for each in choose.options)
        for option, takes_conditions in options:
            changed: set[str] = set()
            paid: set[str] = set()
            for step in option.body:
                written = written_in((step,))
                if isinstance(step, Assign):
                    values = [each.value for each in step.changes]
                    asked = frozenset[str]().union(*map(reads, values)) - written
                    if not (written & changed or asked & (changed | paid) or any(map(has_dice, values))):
                        found[step.address] = takes_conditions
                if isinstance(step, Assign) and step.why == "pay":
                    paid |= written
                else:
                    changed |= written
        return found

    @cached_property
    def choices(self) -> tuple[tuple[Choose, bool], ...]:
        """Every decision, and whether it is part of a fight."""
        return tuple((each.step, each.around.in_fight) for each in self.steps if isinstance(each.step, Choose))

    @cached_property
    def offered(self) -> dict[Span, list[Copy]]:
        """The options that an author wrote, each with all its copies."""
        return offered(self.choices, self.sourcemap, self.span)

    @cached_property
    def leading_away(self) -> frozenset[str]:
        """The addresses of the options after which play surely does not go on below their menu."""
        options = (option for choose, _ in self.choices for option in choose.options)
        return frozenset(option.address for option in options if leads_away(option.body))

    @cached_property
    def ifs(self) -> tuple[If, ...]:
        """Every condition of a rule."""
        return tuple(each.step for each in self.steps if isinstance(each.step, If))

    @cached_property
    def reach(self) -> Reach:
        """The states as a graph."""
        return Reach(self.anyone)

    @cached_property
    def anyone(self) -> Solved:
        """The book with the states that any reader may come to: also where best play, which knows all, never comes."""
        book = with_ways_past(self.solved.book)
        if book is self.solved.book:
            return self.solved
        limits = replace(self.solved.search.limits, seconds=self.options.patience)
        return solve(book, self.solved.hero, limits=limits, news=False)

    @property
    def whole(self) -> bool:
        """Whether all states are listed: what was not seen never happens."""
        return self.reach.whole

    @cached_property
    def first_possible(self) -> Possible:
        """What may happen, if not all states are listed, as far as each value may meet each other."""
        program = self.anyone.space.program
        return possible(program, self.options.patience) or linked(program)

    @cached_property
    def met(self) -> dict[Mark, None]:
        """The marks that play passes on its way to a listed state, or that a simulated play passed."""
        return dict.fromkeys([*self._states, *self._replays])

    @cached_property
    def _states(self) -> dict[Mark, int]:
        """The marks that play passes on its way to a listed state."""
        return {mark: state for mark, state in self.reach.marks if state >= 0}

    @cached_property
    def _replays(self) -> dict[Mark, tuple[str, int]]:
        """The marks that a simulated play passed: the policy, and the number of the first play that did."""
        found: dict[Mark, tuple[str, int]] = {}
        for played in self.samples:
            policy = PRACTISED if played.practised else RANDOM
            for mark, count in played.marks.items():
                if count.first is not None:
                    found.setdefault(mark, (policy, count.first))
        return found

    def was_ended(self, ending: int) -> bool:
        """Whether a listed state, or a simulated play, comes to an ending of this number."""
        name = self.reach.endings[ending]
        return bool(self.reach.is_reached[ending]) or any(played.counts.get(name) for played in self.samples)

    def was_met(self, opened: bool, node: NodeId, option: int) -> bool:
        """Whether an option is open at a node, or closed, in a listed state or in a simulated play."""
        return self.listed(opened, node, option) > 0 or (node, option) in self._sampled[not opened]

    def listed(self, opened: bool, node: NodeId, option: int) -> int:
        """In how many listed states at a node an option is open, or closed."""
        if node not in self._seen_open:
            look()  # of a list of millions of states it takes a while
            states = self.reach.open_options(node)
            times = np.count_nonzero(states, axis=0)
            self._seen_open[node] = times, len(states) - times
        return int(self._seen_open[node][not opened][option])

    @cached_property
    def _seen_open(self) -> dict[NodeId, tuple[Ints, Ints]]:
        """By node in how many listed states each option is open, and in how many it is closed, as far as asked."""
        return {}

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """What came of the plays of `players`."""
        return tuple(each.sample() for each in self.players)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Plays by chance, and good plays, which come further than a list that was broken off.

        Empty where all states are listed, or there is no time even to begin.
        """
        if self.whole or self.options.patience <= 0.0:
            return ()
        latest = inf if self.options.until is None else self.options.until
        found, play = list[Player](), partial(player_after, self.book, self.solved.hero, plays=PLAYS, marks=True)
        with suppress(OutOfTime), within(min(latest, time.monotonic() + self.options.patience + 1.0)):
            found.append(play(seconds=self.options.patience))
        until = time.monotonic() + self.options.patience
        if self.book.aim == "win" and wants_practice(self.book, PRACTISED):
            with suppress(LimitReached), within(min(latest, until + 1.0)):
                learned = lesson(self.book, self.solved.hero, until=until)
                found.append(play(seconds=max(0.0, until - time.monotonic()), policy=learned))
        return tuple(found)

    @cached_property
    def _sampled(self) -> tuple[frozenset[Option], frozenset[Option]]:
        """The options that were open in a play, and those that were closed."""
        program = self.anyone.space.program
        opened, closed = set[Option](), set[Option]()
        if not self.samples:
            return frozenset(), frozenset()
        for address, nodes in self.nodes.items():
            for node in nodes:
                decide, place = program.nodes[node], program.places[node]
                assert isinstance(decide, Decide)
                for played in self.samples:
                    times = played.decisions.get(Spot(place, address, "", decide.owner))
                    for option, choice in enumerate(decide.options):
                        count = played.options.get(Spot(place, address, choice.address, decide.owner))
                        if times is not None and count is not None:
                            opened |= {(node, option)} if count.open else set()
                            closed |= {(node, option)} if count.open < times.times else set()
        return frozenset(opened), frozenset(closed)

    @cached_property
    def nodes(self) -> dict[str, list[NodeId]]:
        """Where the program makes each decision: a trigger's decision is after every effect that can fire it."""
        found: dict[str, list[NodeId]] = defaultdict(list)
        for number, node in enumerate(self.anyone.space.program.nodes):
            if isinstance(node, Decide):
                found[node.address].append(number)
        return found

    @cached_property
    def come_to(self) -> frozenset[str]:
        """The chapters of listed states and simulated plays."""
        chapters = self.anyone.space.program.chapters
        reached = {name for name, node in chapters.items() if self.reach.is_come_to(node)}
        for played in self.samples:
            reached |= {name for name, count in played.chapters.items() if count.times}
        return frozenset(reached)
