"""What the lints know of a book: what was seen, what was found beyond that, and what never happens."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from contextlib import suppress
from functools import cached_property

import numpy as np
from msgspec.structs import replace

from gamebook.analysis.difficulty import proven
from gamebook.analysis.given_hero import made_stats, picked_words
from gamebook.analysis.hope import hopeful
from gamebook.analysis.presets import presets
from gamebook.analysis.readers import with_shares
from gamebook.analysis.witness import Route, Witness
from gamebook.errors import OutOfTime
from gamebook.limits import Limits
from gamebook.lint.passing import passing
from gamebook.lint.seen import Seen
from gamebook.lint.sought import sought
from gamebook.lint.written import Around
from gamebook.model.blocks import written_in
from gamebook.model.book import HERO_BLOCK, UNWRITTEN
from gamebook.model.reader import RANDOM
from gamebook.program.code import Mark, Node, NodeId, Note, Stop
from gamebook.program.goals import Place
from gamebook.program.possible import Option, Possible
from gamebook.report.witness import route_lines
from gamebook.shell import word_of_shell
from gamebook.solver.hunt import Taken
from gamebook.solver.lost import may_be_lost
from gamebook.solver.reaching import NOTHING, Reached, reaching
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from gamebook.solver.traps import Traps, traps
from gamebook.source import Span

IN_ARRAYS = 1.0
"""Solving all of a book in arrays may take so many times as long as other searches."""
SEEKING = 1.3
"""Looking for what was not seen may take so many times as long: more answers no more questions in the books of
strangers, and each is checked in half a minute on an idle machine."""
FOR_TRAPS = 1.2
"""Looking for traps may take so many times as long: in the books of strangers all that are found are found by then."""
BRIEF = 2.0
"""Seconds for each of these, to see where there may be more traps, where one is known."""
_OPTIONS = {"states": "--limit-states", "memory": "--limit-memory", "timeout": "--timeout"}
"""Limit of `gamebook check` → the option for it."""


class Facts(Seen, frozen=True, dict=True):
    """What is known of a book.

    What was seen happens. Where all states are listed, nothing else does; where they are not, what `possible` rules out
    never happens, and the rest is open.
    """

    @cached_property
    def reordered_until(self) -> float:
        """When the book is no more listed with its triggers in another order, by the clock `time.monotonic`."""
        return time.monotonic() + self.options.patience

    @cached_property
    def traps(self) -> Traps:
        """What is known of traps beyond the listed states."""
        return self._traps(FOR_TRAPS * self.options.patience, hunt=True)

    @cached_property
    def traps_besides(self) -> Traps:
        """Where there may be more traps than those in the listed states."""
        return self._traps(min(BRIEF, self.options.patience), hunt=False)

    def _traps(self, seconds: float, *, hunt: bool) -> Traps:
        if self.whole or seconds <= 0.0:
            return Traps()
        program, memory = self.anyone.space.program, self.solved.search.limits.memory
        limits = Limits(seconds=seconds, memory=memory)
        return traps(program, self.menus, self.good_ends, self.first_possible, limits, hunt=hunt)

    @cached_property
    def good_ends(self) -> list[int]:
        """The endings that are no defeats: who can still reach one is in no trap."""
        return [int(number) for number in self.reach.of_kind("victory", "ending", UNWRITTEN)]

    @cached_property
    def menus(self) -> dict[NodeId, list[int]]:
        """By the node of each menu of the reader's, outside of fights, the options that lead on."""
        return {node: options for address, options in self._lasting.items() for node in self.nodes[address]}

    @cached_property
    def _lasting(self) -> dict[str, list[int]]:
        """The same by the address of each menu."""
        found = dict[str, list[int]]()
        for choose, in_fight in self.choices:
            if choose.owner == "reader" and not in_fight and choose.what in ("menu", "choose"):
                lasting = [number for number, option in enumerate(choose.options) if not option.again]
                found |= {choose.address: lasting} if lasting else {}
        return found

    def lost_in_arrays(self, *, brief: bool) -> frozenset[NodeId] | None:
        """The menus at which all may be lost, known of all states; None where they are too many.

        Args:
            brief: whether it may only take a short time.
        """
        book, patience = self.anyone.book, self.options.patience
        if book.aim != "win" or book.accounts or book.then_score:
            return None
        seconds = min(BRIEF, patience) if brief else IN_ARRAYS * patience
        if seconds <= 0.0:
            return None
        limits = replace(self.solved.search.limits, states=None, seconds=seconds)
        lost = may_be_lost(book, self.solved.hero, self._lasting, limits)
        return None if lost is None else frozenset(node for each in lost if lost[each] for node in self.nodes[each])

    @property
    def is_settled(self) -> bool:
        """Whether the chance to win is known as well as it can be."""
        return self.solved.space.complete or self.options.settled

    @property
    def chance(self) -> tuple[float, float]:
        """Bounds of the chance to win with best play."""
        best, (least, most) = self.solved.best, self.options.chance
        return max(best.low, least), min(best.high, most)

    def at_most(self, best: float) -> float:
        """Bound from above of the chance to win of readers other than best play, by that of best play.

        Nobody wins more often, but where a menu has only options that best play knows and must take.
        """
        return best if self.anyone is self.solved else 1.0

    @cached_property
    def hopeful(self) -> Solved:
        """A draft in which all that is not written yet is a victory."""
        limits = replace(self.solved.search.limits, seconds=self.options.patience)
        return solve(hopeful(self.solved.book), self.solved.hero, limits=limits, news=False)

    @property
    def hope(self) -> float:
        """Of a draft: bound from above of the chance to win with best play, whatever is written where it ends."""
        return proven(self.hopeful, self.hopeful.best).high

    @property
    def option(self) -> str:
        """The option of `gamebook check` that lets it see more, with what it is now: of the limit that was reached."""
        limit, limits = self.anyone.space.limit or "timeout", self.solved.search.limits
        states = f" (now {limits.states:,})" if limit == "states" and limits.states is not None else ""
        return _OPTIONS[limit] + states

    @cached_property
    def shared(self) -> Solved:
        """The book with shares of readers who know of secret options, for readers other than best play."""
        return with_shares(self.solved, Limits(seconds=self.options.promised))

    @cached_property
    def possible(self) -> Possible:
        """What may happen, if not all states are listed."""
        never = self._sought.never
        return self.first_possible.without(
            {place.node for place in never if place.option is None},
            {(place.node, place.option) for place in never if place.option is not None and place.opened},
            {(place.node, place.option) for place in never if place.option is not None and not place.opened},
        )

    @cached_property
    def _sought(self) -> Reached:
        """What was looked for beyond the listed states, and beyond what was played."""
        seconds = SEEKING * self.options.patience
        if self.whole or seconds <= 0.0:
            return NOTHING
        program, memory = self.anyone.space.program, self.solved.search.limits.memory
        return reaching(program, sought(self), seconds, memory)

    @cached_property
    def passed(self) -> dict[Mark, None]:
        """The marks that play is known to pass, in the order of the program."""
        return dict.fromkeys([*self.met, *self._ways])

    def passed_at(self, what: str) -> dict[Span, list[Mark]]:
        """The marks of a kind that play is known to pass, by where they are written in this book."""
        found: dict[Span, list[Mark]] = defaultdict(list)
        for mark in self.passed:
            span = self.span(mark.address) if mark.what == what else None
            if span is not None:
                found[span].append(mark)
        return found

    @property
    def ways_found(self) -> Collection[tuple[Taken, ...]]:
        """The decisions on each way that was found to something that was neither listed nor played."""
        return self._sought.ways.values()

    @cached_property
    def _ways(self) -> dict[Mark, tuple[Taken, ...]]:
        """The marks to which a way was found, with the decisions on it."""
        program = self.anyone.space.program
        nodes = ((program.nodes[place.node], taken) for place, taken in self._sought.ways.items())
        return {program.marks[node.mark]: taken for node, taken in nodes if isinstance(node, Note)}

    def nearest(self, marks: Sequence[Mark]) -> Mark:
        """Of some marks that play was seen to pass, the one to which `lines_to` leads."""
        seen = {mark: self._states[mark] for mark in marks if mark in self._states}
        if seen:
            goal = self.witness.nearest(np.array([*seen.values()]))
            return next(mark for mark, state in seen.items() if state == goal)
        played = [mark for mark in marks if mark in self._replays]
        at_random = [mark for mark in played if self._replays[mark][0] == RANDOM] or played
        return min(at_random, key=lambda mark: self._replays[mark][1], default=marks[0])

    def lines_to(self, marks: Sequence[Mark]) -> tuple[str, ...]:
        """How play comes to pass the nearest of some marks that it was seen to pass, in words.

        Nothing where there is no time for it: a finding without a route is better than none.
        """
        mark = self.nearest(marks)
        awaited = passing(mark, self.witness.machine)
        with suppress(OutOfTime):
            if mark in self._states:
                return self.lines(self.witness.route_before(self._states[mark], awaited))
            if mark not in self._replays:
                return self.lines(self.witness.route_along(self._ways[mark], awaited))
        if mark not in self._replays:
            return ()
        return self.replayed(*self._replays[mark])

    def replayed(self, policy: str, play: int) -> tuple[str, ...]:
        """The command that plays a simulated play again, by its policy and number; nothing where there is none."""
        start = self.span("book") or self.span(f"chapter {self.book.start}")
        if start is None or not self.options.played:
            return ()
        hero = ",".join(f"{stat}={value}" for stat, value in self.solved.hero.items())
        settings = [f"--set {name}={value}" for name, value in self.options.settings.items()]
        given = [word_of_shell(start.path), *([f"--hero {hero}"] if hero else []), *settings]
        return (f"gamebook simulate {' '.join(given)} --policy {policy} --replay {play}",)

    def lines_along(self, taken: Iterable[Taken], last: Taken) -> tuple[str, ...]:
        """How play comes along some decisions to another one, in words; nothing where there is no time for it."""
        with suppress(OutOfTime):
            return self.lines(self.witness.route_to_decision(taken, last))
        return ()

    @cached_property
    def may_pass(self) -> frozenset[Mark]:
        """The marks that play may pass: no other is ever passed."""
        return frozenset(self.passed) if self.whole else self.possible.marks

    @property
    def unsettled(self) -> frozenset[Mark]:
        """The marks of which it is still unknown if play ever passes them."""
        return self.may_pass - self.passed.keys()

    def may_open(self, node: NodeId, option: int) -> bool:
        """Whether an option may be open, for all that is known; False where all states are listed."""
        return not self.whole and (node, option) in self.possible.open

    def may_close(self, node: NodeId, option: int) -> bool:
        """Whether an option may be closed, for all that is known; False where all states are listed."""
        return not self.whole and (node, option) in self.possible.closed

    def may_end(self, ending: int) -> bool:
        """Whether play may reach an ending, for all that is known; False where all states are listed."""
        return not self.whole and ending in self.possible.endings

    def is_ended(self, ending: int) -> bool:
        """Whether play is known to reach an ending of this number."""
        return self.was_ended(ending) or self._is_sought(Stop(ending))

    def _is_sought(self, node: Node) -> bool:
        """Whether a way was found to a node like this one."""
        nodes = self.anyone.space.program.nodes
        return any(nodes[place.node] == node for place in self._sought.ways if place.option is None)

    @property
    def is_won(self) -> bool:
        """Whether play is known to reach a victory."""
        return any(map(self.is_ended, self.reach.of_kind("victory").tolist()))

    def was(self, opened: bool, node: NodeId, option: int) -> bool:
        """Whether an option is known to be open at a node, or closed."""
        return self.was_met(opened, node, option) or Place(node, option, opened) in self._sought.ways

    @cached_property
    def gone_round(self) -> set[Option]:
        """The options behind which `rounds.free_rounds`, which adds to it, has looked for rounds that cost nothing."""
        return set()

    @cached_property
    def free_options(self) -> dict[Option, tuple[str, ...]]:
        """What causes rounds that cost nothing, with what they raise; `rounds.free_rounds` adds to it."""
        return {}

    @cached_property
    def free_lines(self) -> set[tuple[Span, str]]:
        """The lines that raise numbers in such rounds, each with a number; `rounds.free_rounds` adds to it."""
        return set()

    def ranges_at(self, node: NodeId) -> dict[str, tuple[int, int]]:
        """The least and greatest value of variables at a node; where not all is seen, bounds that may be too wide."""
        return self.reach.ranges_at(node) if self.whole else self.possible.ranges(node)

    @cached_property
    def witness(self) -> Witness:
        """Finds routes."""
        return Witness(self.reach)

    def lines(self, route: Route) -> tuple[str, ...]:
        """A route in words; none before anything is done, for then the sheet says nothing yet."""
        if route.chapter == HERO_BLOCK and not route.moves:
            return ()
        return route_lines(self.book, route)

    @cached_property
    def one_reader(self) -> str:
        """How to check one hero only; empty if one is already given, or all heroes are the same."""
        if self.options.hero or self.solved.hero or not made_stats(self.book):
            return ""
        example = self.one_hero or next(iter(picked_words(self.book)), "")
        return f"check one reader with --hero {example}".rstrip()

    @cached_property
    def one_hero(self) -> str:
        """The name of a hero who stands for the others; empty if one is already given, or none has a name."""
        if self.solved.hero or not made_stats(self.book):
            return ""
        named = presets(self.book)
        return "average" if "average" in named else next(iter(named), "")

    @cached_property
    def optional(self) -> frozenset[str]:
        """Chapters that are never played, but may be with other values of the book's parameters."""
        onward: dict[str, list[str]] = defaultdict(list)
        found: dict[str, None] = {}
        for name, turns in self.turns.items():
            for around, _ in turns:
                onward[around.place].append(name)
                if name not in self.played and self.is_optional(around, ()):
                    found[name] = None
        queue = [*found]
        for place in queue:
            for name in onward[place]:
                if name not in found and name not in self.played:
                    found[name] = None
                    queue.append(name)
        return frozenset(found)

    def is_optional(self, around: Around, optional: Container[str]) -> bool:
        """Whether other values may bring play to a place.

        Of parameters, `[if n > 5]` with `param n = 3`; or of what the book before hands over, `[if rope]` with `carry
        rope`.
        """
        settled = bool(self.book.parameters) and around.closed
        asked = any(address in self._asks_before for address, _ in around.gates) or around.place in self._asks_before
        return around.place in optional or ((settled or asked) and around.place in self.played)

    @cached_property
    def unchanging(self) -> dict[str, int]:
        """The variables that no rule changes which is played, and the value that they keep."""
        changed = set(self.book.carried).union(
            *(written_in((each.step,)) for each in self.steps if each.around.place in self.played)
        )
        return {each.name: each.start for each in self.book.variables if each.name not in changed}

    @cached_property
    def played(self) -> frozenset[str]:
        """The places that some play may reach: no play reaches others. All triggers count, because it is not known."""
        return self.seen if self.whole else self.seen | self.possible.chapters

    @cached_property
    def seen(self) -> frozenset[str]:
        """The places that play is known to reach, and all triggers."""
        chapters = self.anyone.space.program.chapters
        found = {place.node for place in self._sought.ways if place.option is None}
        reached = self.come_to | {name for name, node in chapters.items() if node in found}
        return reached | {HERO_BLOCK} | {watch.id for watch in self.book.watches}
