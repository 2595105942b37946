"""Good play of a book that is too large: first a reader practises, and then bounds are looked for, in turns.

Most options never help. Those are kept that a practised reader takes (`solver.practice`), or that some heroes took who
looked for good play alone; all others are left out (`program.narrow`). In such a book the same states are soon met
again, and nothing else need be remembered.

For one hero there is another way: where few options make the book so large (`solver.steady`), it is solved in arrays
without them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from math import hypot, inf

import numpy as np

from gamebook.errors import OutOfTime
from gamebook.job import Limits, RoundsBeside, look, together, within
from gamebook.kernels.arrays import Floats
from gamebook.model.book import Book
from gamebook.program.certain import certain
from gamebook.program.code import Chance, NodeId, Program, reached
from gamebook.program.compile import Target, reduced
from gamebook.program.fold import fold
from gamebook.program.idle import without_idle
from gamebook.program.narrow import Leaf, Rule, narrowed
from gamebook.resources import give_memory_back
from gamebook.solver.above import SECONDS, Above
from gamebook.solver.arrays import TooWide
from gamebook.solver.excerpt import take
from gamebook.solver.practice import ROWS, Practice
from gamebook.solver.seeking import REHEARSALS, Seeking
from gamebook.solver.steady import Steady
from gamebook.solver.watch import CLOSE, Watch

WIDE, ALL, ABOVE = 0.3, 0.65, 0.05
"""The share of the memory for a search with all options, for this and one with few together, and for a bound from
above."""
BESIDE = 144 << 20
"""Bytes for what is in no array: programs with few options, one after another, and kernels."""
ROOMY, FEW_ROWS = 500 << 20, 500
"""With fewer bytes than this, so many states of each decision are looked at for rules."""
EASY = 0.99
"""If practised readers win a larger share of what can be won, there are simple routes, and heroes find them sooner."""
READERS, SHARE = 4, 0.4
"""Else so many readers practise, in such a share of the time at most."""
COMPARING = 0.5
"""They, and those who practise by their rules, may take such a share of the memory."""
SEARCHED = 2
"""So many of them, who win most, practise a second round, and their rules are searched,"""
LOOK_IN, AHEAD = 0.4, 8
"""each for twice so many seconds. What so many times as many more would leave open is guessed from what was left open
after the first and after the second."""
TURN = 4
"""Looks after which a search makes way for another, if it still gains."""
OTHER = 4
"""The way whose last turn gained more has the next turn, unless the other way has had less than its time divided by
this number."""
HEAD_START = 2.5
"""So many seconds count as if heroes had had them where rules begin: these then gain for ten seconds undisturbed."""
RULES, HEROES, TRIED = "rules", "heroes", "tried"
"""Ways to find the few options to keep; the last for rules that are not yet taken."""
ASIDE = 0.3
"""Seconds for all heroes, with all options, before the next of them looks for good play."""
LOOK = 1.0
"""Seconds between two looks at what a search gains; for a hero who looks for good play alone; and, before the first
search, for bounds from above,"""
SOON = 0.1
"""which take no more than such a share of the time that there is, and later of the time that there was."""
OPEN_ABOVE = 0.3
"""The same, where what practised readers win is farther from the bound from above than from what is proven."""
LOSS = 0.006
"""The share of what practised readers win that rules may lose at each place to be simple: the fewer numbers they ask
about, the fewer states there are."""
FINER, COARSER = 0.5, 1.5
"""So much of their loss may be lost the next time, if little was left open, or much."""
LOSSES = (2.0, 1.0, 0.5)
"""Of so many times that, the next smaller is taken if practised readers win more by its rules:"""
SURELY = 2.0
"""more by so many standard errors of the difference."""
OUTDATED = 2 / 3
"""When practised readers fail in less than such a share of what it was, rules are made anew, if what readers win by the
old ones is proven."""
OPEN = 0.01
"""Bounds of a search that are no farther from each other leave little open."""
STALLED = 0.015
"""A search gains nothing if it gains less than such a share of what is not known to be won, between two looks;"""
PATIENT = 3
"""after so many looks in a row it ends."""
GAINS = 0.75
"""If it is nearly known what a hero can win, it looks again while the bounds come so much nearer to each other."""
SOME = 30
"""Heroes of whom it is asked what they win by the options that others took."""
BREAK = 4
"""Looks after which it makes way for a round of practice, where there is one core for both; and after 8, 16, …"""
OFTEN = 0.1
"""An option is kept that is taken so often in a play,"""
RARE = 0.03
"""and one of each point that is come to so often."""
PART, LONGEST = 0.6, 30.0
"""Such a share of the time that is left, or so many seconds where there is no end of it, a book in which less changes
may take in arrays,"""
MOST = 30_000_000
"""with so many states."""
EVERY = 0.5
"""Seconds from one report of the bounds to the next."""


class GoodPlay:
    """Good play of a book that is too large: first a reader practises, and then bounds are looked for."""

    def __init__(
        self,
        program: Program,
        classed: Callable[[], Program],
        worth: Floats,
        observed: tuple[str, ...] = (),
        states: int | None = None,
        book: Book | None = None,
    ) -> None:
        """Nothing is known yet.

        Args:
            program: the book, lowered.
            classed: the same, reduced as `Target(numbers=False)` says.
            worth: float64[endings], what each ending is worth, from 0 to 1; the soft lock is worth least.
            observed: variables to keep in every state to the end of play.
            states: the most states of a search.
            book: the model; None: no arrays are tried.
        """
        self._program, self._classed, self._worth = program, classed, worth
        self._observed, self._states, self._book = observed, states, book

    @cached_property
    def _practice(self) -> Practice:
        return Practice(self._classed(), self._worth, observed=self._observed)

    def practise(self, watch: Watch) -> None:
        """Practise for a second or so, and tell the watch what the reader then wins."""
        watch.begin("practising")
        with suppress(OutOfTime), within(watch.deadline, lambda: watch.over):
            self._practice.practise(lambda _share: look())
            watch.practised = self._practice.result
            watch.tell()

    def seek(self, watch: Watch, memory: Callable[[], float], until: float | None) -> None:
        """Tell the watch bounds of the chance to win, narrower and narrower, and what a practised reader wins.

        Args:
            watch: receives what is found.
            memory: says how many bytes may be taken now; more may be allowed later.
            until: a `time.monotonic()` at which it ends, unless the watch says so earlier; None: then only.
        """
        watch.begin("looking for good play")
        with suppress(OutOfTime), within(until, lambda: watch.over):
            _Search(
                self._program,
                self._practice,
                self._worth,
                watch,
                self._observed,
                self._states,
                memory,
                until,
                self._book,
            ).go_on()


class _Narrowed:
    """The book with few options, in which good play of all heroes is looked for."""

    def __init__(
        self, program: Program, rules: Mapping[NodeId, Rule], worth: Floats, observed: tuple[str, ...]
    ) -> None:
        """Nobody has practised in it.

        Args:
            program: the book.
            rules: the options that are kept.
            worth: float64[endings], what each ending is worth.
            observed: variables to keep in every state to the end of play.
        """
        self._copies: dict[NodeId, NodeId] = {}
        target = Target(observed=observed, numbers=False, chapters=False)
        few = fold(certain(narrowed(program, rules, self._copies), worth))
        self._program = reduced(without_idle(few, observed), target)
        self._worth, self._observed = worth, observed
        self._practice: Practice | None = None

    def practise(self, go_on: Callable[[float], None]) -> None:
        """Practise for a round. What is learned will guide the search.

        Args:
            go_on: called every few milliseconds; it may raise to break off.
        """
        practice = Practice(self._program, self._worth, observed=self._observed)
        practice.practise(go_on)
        self._practice = practice

    @property
    def won(self) -> float:
        """What somebody wins who has practised in it."""
        return 0.0 if self._practice is None else self._practice.won

    @property
    def error(self) -> float:
        """The standard error of that."""
        return 0.0 if self._practice is None else self._practice.error

    def search(self, above: Above, rest: Callable[[int], float]) -> _Few:
        """A search for good play.

        Args:
            above: bounds from above of states of the whole book.
            rest: says how many bytes there are, beside so many.
        """
        memory = partial(rest, 0 if self._practice is None else self._practice.bytes)
        search = Seeking(self._program, self._worth, self._observed, memory, self._practice, above, self._copies)
        return _Few(search, self.won)


@dataclass(eq=False)
class _Few:
    """A search with few options."""

    search: Seeking
    won: float
    """What readers win who have practised with these options."""
    looks: int = 0
    """How often it was looked at,"""
    stalled: int = 0
    """and how often in a row it had gained nothing."""

    @property
    def gains(self) -> bool:
        """Whether it is worth going on."""
        return not self.search.is_known() and self.stalled < PATIENT


class _Search:
    """Looking for good play with all options, and with those that practised readers or some heroes take."""

    def __init__(
        self,
        program: Program,
        practice: Practice,
        worth: Floats,
        watch: Watch,
        observed: tuple[str, ...],
        states: int | None,
        memory: Callable[[], float],
        until: float | None,
        book: Book | None,
    ) -> None:
        self._program, self._worth, self._watch, self._observed, self._until = program, worth, watch, observed, until
        self._states, self._memory = states, memory
        self._practice, self._loss = practice, LOSS
        self._readers, self._compared = [practice], 0
        """Readers of whom the best is gone on with, and bytes of those who practise by their rules."""
        self._above, self._more = Above(program, worth, lambda: ABOVE * self._memory()), True
        self._began, self._bounding = time.monotonic(), 0.0
        """When all this began, and the seconds that bounds from above have taken."""
        self._wide = self._new_wide()
        """The search with all options,"""
        self._room = True
        """and whether there is memory for it to go on."""
        self._kept: dict[NodeId, set[int]] = {
            point: set()
            for point in reached(practice.program, practice.program.entry).intersection(practice.program.points())
            if point < len(program.nodes) and program.places[point] != "hero" and point != program.entry
        }
        """By point the options that heroes took,"""
        self._poor: list[int] = []
        """and the heroes who should be asked next: those who win least by these options."""
        self._easy = False
        """Whether there are simple routes: little is left to be learned."""
        self._aside = RoundsBeside(self._practise)
        """Practice beside the turn at hand."""
        self._open: dict[str, _Few] = {}
        """By way the search that made way for the other."""
        self._won_before = 0.0
        """What practised readers won when rules were made."""
        self._listed = 0
        """States looked at in searches that are over."""
        self._book = None if book is None or _rolls_a_hero(program) else book
        """For arrays; None where they are not tried, or no more."""
        self._steady, self._tried = Steady(program), list[Mapping[NodeId, Rule]]()
        """What is left out for them, and what was tried."""

    def go_on(self) -> None:
        """Until there is nothing more to do.

        In turn with the options that heroes take and by rules of practised play.

        Raises:
            OutOfTime: it is so.
        """
        began = self._began
        end = began + min(LOOK, SOON * ((inf if self._until is None else self._until) - began))
        while self._more and time.monotonic() < end:
            self._bound(lambda _share: look(), end - time.monotonic())
            self._tell()
        if self._practice.result is None:
            self._practise(lambda _share: look())
            self._tell()
        self._wide = self._new_wide()  # it begins with the bounds from above
        self._play(self._wide, LOOK)
        self._easy = self._practice.won > EASY * self._above.high
        enough = (READERS + SEARCHED * len(LOSSES)) * self._practice.bytes < COMPARING * self._memory()
        if enough and not self._easy:
            program = self._practice.program
            self._readers += [Practice(program, self._worth, 1 + n, self._observed) for n in range(1, READERS)]
        ways = (self._by_heroes, self._by_rules) if self._easy else (self._by_rules, self._by_heroes)
        gain, spent = dict.fromkeys(ways, inf), dict.fromkeys(ways, 0.0)
        if not self._easy:
            gain[self._by_heroes], spent[self._by_heroes] = 0.0, HEAD_START
        while True:
            self._in_arrays()
            better, other = sorted(ways, key=lambda way: (-gain[way], spent[way]))
            way = other if OTHER * spent[other] < spent[better] else better
            before, began = self._watch.low, time.monotonic()
            self._aside = RoundsBeside(self._practise)
            with self._aside:
                way()
            if not (self._aside.begun or self._easy):
                self._practise(lambda _share: look())
            self._practice = self._best_readers()[0]
            self._tell()
            took = time.monotonic() - began
            gain[way], spent[way] = (self._watch.low - before) / took, spent[way] + took
            if len(self._readers) > 1 and spent[self._by_rules] > 0.0 and RULES not in self._open:
                self._compare_readers()
                gain[self._by_rules] = inf

    def _in_arrays(self) -> None:
        """Solve the book of one hero in which less changes, if it is another one than before.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        practised, watch = self._practice.result, self._watch
        if self._book is None or practised is None:
            return
        kept = self._steady.kept(practised.taken)
        if not kept or kept in self._tried:
            return
        self._tried.append(kept)
        program = reduced(narrowed(self._program, kept), Target(observed=self._observed, numbers=False))
        now = time.monotonic()
        end = now + (LONGEST if self._until is None else PART * (self._until - now))
        memory = self._rest((), 0)
        limits = Limits(states=MOST, memory=None if memory == inf else max(0, int(memory)))
        own = Watch(deadline=end, news=False, job=watch.job)
        try:
            part = take(self._book, program, self._worth, observed=self._observed, limits=limits, watch=own)
        except (TooWide, OutOfTime):
            part = None
        if part is None:
            self._book = None
        else:
            watch.learn(float(part.best.low[part.space.root]), self._above.high)
        give_memory_back()
        if watch.over or (self._until is not None and time.monotonic() > self._until) or watch.close:
            raise OutOfTime

    def _new_wide(self) -> Seeking:
        program, memory = self._practice.program, self._rest_for_all_options
        return Seeking(program, self._worth, self._observed, memory, above=self._above)

    def _by_heroes(self) -> None:
        """Let one more hero look for good play; then all heroes, with the options that these heroes took."""
        if HEROES not in self._open:
            self._ask()
            if not any(self._kept.values()):
                return
            kept = {point: Leaf(frozenset(options)) for point, options in self._kept.items()}
            book = _Narrowed(self._program, kept, self._worth, self._observed)
            self._open[HEROES] = self._search_of(book)
        self._turn(HEROES)

    def _ask(self) -> None:
        """Let one hero look for good play, and keep the options that it takes."""
        first = not any(self._kept.values())
        if not self._room:
            self._wide, self._poor = self._new_wide(), []
        wide = self._wide
        self._room = self._play(wide, ASIDE)
        hero = self._poor.pop() if self._poor else wide.average() if first else wide.somebody()
        before, gap = inf, wide.open(hero)
        while self._room and gap > CLOSE and (before == inf or (self._nearly(gap) and gap < GAINS * before)):
            self._room = self._play(wide, LOOK, hero)
            before, gap = gap, wide.open(hero)
        for point, times in wide.taken(hero, lambda _share: look()).items():
            if point in self._kept and times.sum() > RARE * REHEARSALS:
                enough = min(OFTEN * REHEARSALS, int(times.max()))
                self._kept[point].update((np.flatnonzero(times >= enough) - 1).tolist())

    def _nearly(self, gap: float) -> bool:
        """Whether what a hero can win is nearly known, with such a gap between the bounds of it."""
        return gap < OPEN or self._above.high < 1.0 - CLOSE

    def _by_rules(self) -> None:
        """Let all heroes play by rules of practised play."""
        few = self._open.get(RULES)
        better = 1.0 - self._practice.won < OUTDATED * (1.0 - self._won_before)
        if few is not None and better and few.search.low > (1.0 - OPEN) * few.won:
            self._end(RULES)
        if RULES not in self._open:
            self._won_before = self._practice.won
            self._open[RULES] = self._search_of(self._best_rules())
        search = self._turn(RULES)
        if RULES not in self._open:
            self._loss *= FINER if search.high - search.low < OPEN else COARSER

    def _compare_readers(self) -> None:
        """Open the search by rules of that reader who promises most, when all have practised.

        Which plan a reader takes is chance, and counts for more than how it is searched.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        began, watch = time.monotonic(), self._watch
        end = None if self._until is None else began + SHARE * (self._until - began)
        with suppress(OutOfTime), within(end, lambda: watch.over):
            together(reader.practise for reader in self._readers if not reader.rounds)
            together(reader.practise for reader in self._best_readers() if reader.rounds == 1)
        best = self._best_readers()
        self._practice, self._readers = best[0], best
        self._tell()
        self._search_by_rules_of(best)
        self._readers = best[:1]
        give_memory_back()

    def _best_readers(self) -> list[Practice]:
        """Those who win most."""
        return sorted(self._readers, key=lambda reader: -reader.won)[:SEARCHED]

    def _search_by_rules_of(self, readers: Sequence[Practice]) -> None:
        """Open the search by rules of some readers that promises most.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        few = list[tuple[_Narrowed, float]]()

        def narrow(rules: Mapping[NodeId, Rule], loss: float, go_on: Callable[[float], None]) -> None:
            found = _Narrowed(self._program, rules, self._worth, self._observed)
            found.practise(go_on)
            few.append((found, loss))

        losses, tasks = [factor * LOSS for factor in LOSSES], list[Callable[[Callable[[float], None]], None]]()
        for reader in readers:
            lost = [loss * reader.won for loss in losses]
            for loss, rules in zip(losses, reader.rules(lost, lambda _share: look()), strict=True):
                tasks.append(partial(narrow, rules, loss))
        self._compared = len(tasks) * self._practice.bytes  # about as much as the readers themselves
        together(tasks)
        promised = 0.0
        self._won_before = self._practice.won
        for book, loss in sorted(few, key=lambda each: -each[0].won):
            if book.won <= promised:
                break
            tried = self._open[TRIED] = self._search_of(book)
            gaps = list[float]()
            for _ in range(2):
                self._play(tried.search, LOOK_IN, narrow=True)
                gaps.append(max(CLOSE, book.won - tried.search.low))
            hoped = max(tried.search.low, book.won - gaps[1] * (gaps[1] / gaps[0]) ** AHEAD)
            del self._open[TRIED]
            if hoped > promised:
                promised = hoped
                self._open[RULES], self._loss = tried, loss
        self._compared = 0

    def _best_rules(self) -> _Narrowed:
        """The book with the options that rules keep: simple rules, unless those that ask more win more for certain."""
        best, losses = None, [factor * self._loss for factor in LOSSES]
        lost = [loss * self._practice.won for loss in losses]
        states = ROWS if self._memory() > ROOMY else FEW_ROWS
        for loss, rules in zip(losses, self._practice.rules(lost, lambda _share: look(), states), strict=True):
            found = _Narrowed(self._program, rules, self._worth, self._observed)
            found.practise(lambda _share: look())
            if best is None or found.won > best.won + SURELY * hypot(found.error, best.error):
                best, self._loss = found, loss
        assert best is not None
        give_memory_back()
        return best

    def _practise(self, go_on: Callable[[float], None]) -> None:
        """Let a reader practise to the end of a round; then bounds from above are looked for, if it is time."""
        beginners = (reader for reader in self._readers if not reader.rounds)
        reader = next(beginners, None) or min(self._best_readers(), key=lambda reader: reader.rounds)
        reader.practise(go_on)
        doubtful = self._above.high - self._practice.won > self._practice.won - self._watch.low
        while self._more and self._bounding < (OPEN_ABOVE if doubtful else SOON) * (time.monotonic() - self._began):
            self._bound(go_on)

    def _bound(self, go_on: Callable[[float], None], seconds: float = SECONDS) -> None:
        """Look for a narrower bound from above."""
        began = time.monotonic()
        self._more = self._more and self._above.step(go_on, min(SECONDS, seconds))
        self._bounding += time.monotonic() - began

    def _tell(self) -> None:
        """Tell what a practised reader wins, and the bound from above, if more is known of them."""
        self._watch.learn(self._watch.low, self._above.high)
        found = self._practice.result
        if found != self._watch.practised:
            self._watch.practised = found
            self._watch.tell()

    def _turn(self, way: str) -> Seeking:
        """Go on with a search. It is open no more if it does not gain enough.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        few, room = self._open[way], True
        search, until = few.search, few.looks + TURN
        while room and few.gains and few.looks < until:
            self._aside.begin_if_possible()
            before = search.low
            room = self._play(search, LOOK, narrow=True)
            gained = search.low - before > STALLED * min(search.low, 1.0 - search.low)
            few.stalled, few.looks = 0 if gained else few.stalled + 1, few.looks + 1
            break_for_practice = few.looks >= BREAK and few.looks.bit_count() == 1  # rounds become longer, too
            if break_for_practice and not (self._aside.begun or self._easy):
                self._practise(lambda _share: look())
                self._tell()
        if not room or not few.gains:
            self._end(way)
        return search

    def _end(self, way: str) -> None:
        """Forget a search."""
        search = self._open.pop(way).search
        self._listed += search.listed
        if way == HEROES:
            self._poor = self._poorest(search)
        del search
        give_memory_back()

    def _poorest(self, search: Seeking) -> list[int]:
        """Some heroes of the search with all options, who win less and less in another."""
        known = {hero: search.low_at(*self._wide.place(hero)) for hero in {self._wide.somebody() for _ in range(SOME)}}
        return sorted((hero for hero, low in known.items() if low is not None), key=lambda hero: -(known[hero] or 0.0))

    def _search_of(self, book: _Narrowed) -> _Few:
        """A search with few options; it may take the bytes that nothing else holds."""
        own = list[_Few]()
        own.append(book.search(self._above, lambda beside: self._rest(own, beside)))
        return own[0]

    def _rest(self, own: Collection[_Few], beside: int) -> float:
        """Bytes for a search with few options: what the others do not hold, and something else beside it."""
        return ALL * self._memory() - self._wide.bytes - self._held(own) - beside

    def _rest_for_all_options(self) -> float:
        """Bytes for the search with all options."""
        return min(WIDE * self._memory(), ALL * self._memory() - self._held())

    def _held(self, own: Collection[_Few] = ()) -> int:
        """Bytes that are held besides the search with all options, and a search with few."""
        searches = sum(few.search.bytes for few in self._open.values() if few not in own)
        readers = sum(reader.bytes for reader in {self._practice, *self._readers})
        return searches + readers + self._compared + self._above.bytes + BESIDE

    def _play(self, work: Seeking, seconds: float, root: int | None = None, *, narrow: bool = False) -> bool:
        """Look for good play for so long; False where there is no room for more states.

        Args:
            work: the search.
            seconds: how long, unless all of its book is known earlier.
            root: where plays begin; None: where the book does.
            narrow: options were left out, so that only the bound from below holds for the book.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        watch, told = self._watch, 0.0
        end = time.monotonic() + seconds
        try:
            while True:
                room = work.play(root=root)
                now = time.monotonic()
                late = watch.over or (self._until is not None and now > self._until)
                full = self._states is not None and work.states > self._states
                high = self._above.high if narrow else min(work.high, self._above.high)
                close = min(high, watch.high) - max(work.low, watch.low) <= CLOSE
                if now > told + EVERY:
                    watch.learn(work.low, high)
                    self._tell()
                    told = now
                watch.count(self._listed + work.listed)
                if late or full or close:
                    raise OutOfTime
                if not room or now > end or work.is_known(root):
                    return room
        finally:  # what was found holds, however it ends
            watch.learn(work.low, self._above.high if narrow else min(work.high, self._above.high))


def _rolls_a_hero(program: Program) -> bool:
    """Whether there are many heroes."""
    return any(
        isinstance(program.nodes[number], Chance) and program.places[number] == "hero"
        for number in reached(program, program.entry)
    )
