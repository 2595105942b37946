"""Good play of a book that is too large: first a reader practises, and then bounds are looked for, in turns.

Most options never help. Those are kept that a practised reader takes (`solver.practising`), or that some heroes took
who looked for good play alone; all others are left out (`solver.narrowed`). In such a book the same states are soon met
again, and nothing else need be remembered.

For one hero there is another way: where few options make the book so large, it is solved in arrays without them
(`solver.steady`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cached_property
from math import inf
from weakref import ref

import numpy as np

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.kernels.arrays import Floats
from gamebook.limits import within
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.process import give_memory_back
from gamebook.program.code import NodeId, Program, reached
from gamebook.program.narrow import Leaf
from gamebook.solver.above import SECONDS, Above
from gamebook.solver.narrowed import Large, Narrowed, Search
from gamebook.solver.practice import Practice
from gamebook.solver.practising import PractisingReaders
from gamebook.solver.seeking import REHEARSALS, Seeking
from gamebook.solver.steady import SteadyArrays
from gamebook.solver.watch import CLOSE, Watch
from gamebook.threads import RoundsBeside

# ---- memory ---------------------------------------------------------------------------------------------

WIDE = 0.3
"""The share of the memory for a search with all options."""
ALL = 0.65
"""The share for this search and one with few options together."""
ABOVE = 0.05
"""The share for a bound from above."""
BESIDE = 144 << 20
"""Bytes for what is in no array: programs with few options, one after another, and kernels."""
ROOMY = 500 << 20
"""With fewer bytes than this, few states are looked at for rules."""

# ---- turns ----------------------------------------------------------------------------------------------

RULES, HEROES, TRIED = "rules", "heroes", "tried"
"""Ways to find the few options to keep; the last for rules that are not yet taken."""
EASY = 0.99
"""If practised readers win a larger share of what can be won, there are simple routes, and heroes find them sooner."""
TURN = 4
"""Looks after which a search makes way for another, if it still gains."""
OTHER = 4
"""The way whose last turn gained more has the next turn, unless the other way has had less than its time divided by
this number."""
HEAD_START = 2.5
"""Where rules begin, heroes count as if they had already had so many seconds: so rules are undisturbed for the first
ten seconds."""
BREAK = 4
"""Where there is one core for both, a search makes way for a round of practice after so many looks, after twice as
many, four times as many, and so on."""
LOOK = 1.0
"""Seconds between two looks at what a search gains. A hero looks for good play alone for so long, and bounds from above
are looked for so long before the first search."""
EVERY = 0.5
"""Seconds from one report of the bounds to the next."""
STALLED = 0.015
"""A search gains nothing if between two looks it gains less than this share of what is not known to be won."""
OPEN = 0.01
"""Bounds of a search that are no farther from each other leave little open."""

# ---- bounds from above ----------------------------------------------------------------------------------

SOON = 0.1
"""The share of the time that bounds from above may take: before the first search, of the time that there is; later, of
the time that has passed."""
OPEN_ABOVE = 0.3
"""The same, where there is such a bound, and what practised readers win is farther from it than from what is proven."""

# ---- rules of practised readers -------------------------------------------------------------------------

SHARE = 0.4
"""The share of the time that several readers may take to practise until they are compared."""
LOOK_IN = 0.4
"""A search by the rules of one of them is tried for so many seconds, twice."""
AHEAD = 8
"""What the search would leave open after so many times as many seconds is guessed from what it left open after the
first and after the second."""
OUTDATED = 2 / 3
"""New rules are made when readers have learned to fail in less than this share of the plays in which they failed
before, and what readers win by the old rules is proven."""

# ---- heroes who look for good play alone ----------------------------------------------------------------

ASIDE = 0.3
"""Seconds for all heroes, with all options, before the next of them looks for good play."""
GAINS = 0.75
"""If it is nearly known what a hero can win, the hero looks again while each look leaves less open than this share of
what was open before."""
SOME = 30
"""So many heroes are asked what they win by the options that others took."""
OFTEN = 0.1
"""An option is kept that is taken at least so often in a play. If none is, the one that is taken most often is kept."""
RARE = 0.03
"""Options are kept at points that plays come to more often than this."""

# ---- arrays for one hero --------------------------------------------------------------------------------

PART = 0.6
"""The share of the time that is left which arrays of a book in which less changes may take."""
LONGEST = 30.0
"""Seconds for them where there is no end of the time."""


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
        self._book, self._classed = Large(program, worth, observed), classed
        self._states, self._model = states, book

    @cached_property
    def _practice(self) -> Practice:
        return Practice(self._classed(), self._book.worth, observed=self._book.observed)

    @property
    def bytes(self) -> int:
        """Memory that the reader holds who practises."""
        return self._practice.bytes

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
            arrays = SteadyArrays(self._model, self._book)
            _Turns(self._book, self._practice, arrays, watch, memory, until, self._states).go_on()


class _Turns:
    """Looking for good play with all options, and with those that practised readers or some heroes take."""

    def __init__(
        self,
        book: Large,
        practice: Practice,
        arrays: SteadyArrays,
        watch: Watch,
        memory: Callable[[], float],
        until: float | None,
        states: int | None,
    ) -> None:
        self._book, self._arrays, self._watch, self._until = book, arrays, watch, until
        self._states, self._memory = states, memory
        self._readers = PractisingReaders(book, practice)
        self._trials = 0
        """Bytes of searches by rules that are compared."""
        self._above, self._more = Above(book.program, book.worth, lambda: ABOVE * self._memory()), True
        self._began, self._bounding = time.monotonic(), 0.0
        """When all this began, and the seconds that bounds from above have taken."""
        self._wide = self._new_wide()
        """The search with all options."""
        self._room = True
        """Whether there is memory for it to go on."""
        program = book.program
        self._kept: dict[NodeId, set[int]] = {
            point: set()
            for point in reached(practice.program, practice.program.entry).intersection(practice.program.points())
            if point < len(program.nodes) and program.places[point] != HERO_BLOCK and point != program.entry
        }
        """By point the options that heroes took."""
        self._poor: list[int] = []
        """The heroes who should be asked next: those who win least by these options."""
        self._easy = False
        """Whether there are simple routes: little is left to be learned."""
        self._aside = RoundsBeside(self._practise)
        """Practice beside the turn at hand."""
        self._open: dict[str, Search] = {}
        """By way the search that made way for the other."""
        self._won_before = 0.0
        """What practised readers won when rules were made."""
        self._listed = 0
        """States looked at in searches that are over."""

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
        if self._readers.best.result is None:
            self._practise(lambda _share: look())
            self._tell()
        self._wide = self._new_wide()  # it begins with the bounds from above
        self._play(self._wide, LOOK)
        self._easy = self._readers.best.won > EASY * self._above.high
        if not self._easy:
            self._readers.invite_others(self._memory())
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
            self._readers.choose()
            self._tell()
            took = time.monotonic() - began
            gain[way], spent[way] = (self._watch.low - before) / took, spent[way] + took
            if self._readers.several and spent[self._by_rules] > 0.0 and RULES not in self._open:
                self._compare_readers()
                gain[self._by_rules] = inf

    def _in_arrays(self) -> None:
        """Solve the book of one hero in which less changes, if it is another one than before.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        practised, watch, now = self._readers.best.result, self._watch, time.monotonic()
        end = now + (LONGEST if self._until is None else PART * (self._until - now))
        if practised is None or not self._arrays.tell(watch, practised.taken, self._rest((), 0), end, self._above.high):
            return
        give_memory_back()
        if watch.over or (self._until is not None and time.monotonic() > self._until) or watch.close:
            raise OutOfTime

    def _new_wide(self) -> Seeking:
        program, book = self._readers.best.program, self._book
        return Seeking(program, book.worth, book.observed, self._rest_for_all_options, above=self._above)

    def _by_heroes(self) -> None:
        """Let one more hero look for good play; then all heroes, with the options that these heroes took."""
        if HEROES not in self._open:
            self._ask()
            if not any(self._kept.values()):
                return
            kept = {point: Leaf(frozenset(options)) for point, options in self._kept.items()}
            self._open[HEROES] = self._search_of(Narrowed(self._book, kept))
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
        won = self._readers.best.won
        better = 1.0 - won < OUTDATED * (1.0 - self._won_before)
        if few is not None and better and few.seeking.low > (1.0 - OPEN) * few.won:
            self._end(RULES)
        if RULES not in self._open:
            self._won_before = won
            self._open[RULES] = self._search_of(self._readers.best_rules(roomy=self._memory() > ROOMY))
            give_memory_back()
        search = self._turn(RULES)
        if RULES not in self._open:
            self._readers.learn_from(little_open=search.high - search.low < OPEN)

    def _compare_readers(self) -> None:
        """Open the search by rules of that reader who promises most, when all have practised.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        began, watch, readers = time.monotonic(), self._watch, self._readers
        end = None if self._until is None else began + SHARE * (self._until - began)
        with suppress(OutOfTime), within(end, lambda: watch.over):
            readers.practise_all()
        readers.keep_the_leading()
        self._tell()
        self._open_the_most_promising()
        readers.keep_the_best()
        give_memory_back()

    def _open_the_most_promising(self) -> None:
        """Open the search by rules of some readers that promises most.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        tried, promised = self._readers.tried_rules(), 0.0
        self._won_before = self._readers.best.won
        self._trials = len(tried) * self._readers.best.bytes  # each about as many as the reader
        for few, loss in tried:
            if few.won <= promised:
                break
            search = self._open[TRIED] = self._search_of(few)
            gaps = list[float]()
            for _ in range(2):
                self._play(search.seeking, LOOK_IN, narrow=True)
                gaps.append(max(CLOSE, few.won - search.seeking.low))
            hoped = max(search.seeking.low, few.won - gaps[1] * (gaps[1] / gaps[0]) ** AHEAD)
            del self._open[TRIED]
            if hoped > promised:
                promised = hoped
                self._open[RULES] = search
                self._readers.lose(loss)
        self._trials = 0

    def _practise(self, go_on: Callable[[float], None]) -> None:
        """Let a reader practise to the end of a round; then bounds from above are looked for, if it is time."""
        self._readers.practise(go_on)
        won = self._readers.best.won
        doubtful = won - self._watch.low < self._above.high - won < 1.0 - won - CLOSE
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
        found = self._readers.best.result
        if found != self._watch.practised:
            self._watch.practised = found
            self._watch.tell()

    def _turn(self, way: str) -> Seeking:
        """Go on with a search. It is open no more if it does not gain enough.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        few, room = self._open[way], True
        search, until = few.seeking, few.looks + TURN
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
        search = self._open.pop(way).seeking
        self._listed += search.listed
        if way == HEROES:
            self._poor = self._poorest(search)
        del search
        give_memory_back()

    def _poorest(self, search: Seeking) -> list[int]:
        """Some heroes of the search with all options, who win less and less in another."""
        known = {hero: search.low_at(*self._wide.place(hero)) for hero in {self._wide.somebody() for _ in range(SOME)}}
        return sorted((hero for hero, low in known.items() if low is not None), key=lambda hero: -(known[hero] or 0.0))

    def _search_of(self, few: Narrowed) -> Search:
        """A search with few options; it may take the bytes that nothing else holds."""
        own = list[ref[Search]]()  # weak: a search that is over is gone at once, with all its states
        search = few.search(self._above, lambda beside: self._rest([each() for each in own], beside))
        own.append(ref(search))
        return search

    def _rest(self, own: Collection[Search | None], beside: int) -> float:
        """Bytes for a search with few options: what the others do not hold, and something else beside it."""
        return ALL * self._memory() - self._wide.bytes - self._held(own) - beside

    def _rest_for_all_options(self) -> float:
        """Bytes for the search with all options."""
        return min(WIDE * self._memory(), ALL * self._memory() - self._held())

    def _held(self, own: Collection[Search | None] = ()) -> int:
        """Bytes that are held besides the search with all options, and a search with few."""
        searches = sum(few.seeking.bytes for few in self._open.values() if few not in own)
        return searches + self._readers.bytes + self._trials + self._above.bytes + BESIDE

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
            watch.met(work.listed)
            watch.learn(work.low, self._above.high if narrow else min(work.high, self._above.high))
