"""Solving a book: which engine, where to stop, and what is known when a limit is reached first."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.job import Job
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.process import give_memory_back
from gamebook.program.code import Program
from gamebook.program.compile import Target, lowered, reduced
from gamebook.solver.best_alone import SHORT, learn_best_play
from gamebook.solver.best_in_layers import learn_in_layers
from gamebook.solver.excerpt import take
from gamebook.solver.forward import action_weights
from gamebook.solver.heroes_in_turn import DOUBTFUL, HOPELESS, Patience
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.meanwhile import Meanwhile, Once
from gamebook.solver.shortened import shortened
from gamebook.solver.solution import Played, Search, Solved, ending_worth, play
from gamebook.solver.space import Space, explore
from gamebook.solver.too_wide import Impatient, TooLong, TooWide
from gamebook.solver.watch import News, Watch, as_it_is
from gamebook.threads import beside

if TYPE_CHECKING:
    from gamebook.solver.good_play import GoodPlay
    from gamebook.solver.sample import Sample

LONG = 60.0
"""Seconds of arrays: where they take longer, best play alone may come before them."""
SOONER = 0.25
"""It does if it takes no more than this share of their time."""
FIRST_LOOK = 0.25
"""Seconds of random plays, if a book takes long."""
LOOK = 0.05
"""The share of the time that random plays may take, where it is limited."""
LISTING = 0.6
"""The share of the time left that may go into listing states; the rest is for their values."""
WORTHWHILE = 50_000
"""A second thread plays the random reader in a book of at least so many states."""
BOTH = 10
"""It does so only if there are so many bytes for each byte of the states."""
MANY = 2_000_000
"""If a book does not fit into arrays, so many states are listed, and more if most of them were looked at by then; else
good play is looked for next."""
LISTING_ON = 0.45
"""The share of the time left that may go into such a list: values take as long, and it may come to nothing."""
FEW_WAIT = 0.35
"""If no more than this share of the first states found wait to be looked at, a longer list may be complete:"""
WORTH_ARRANGING = 6_000_000
"""then arrays may take no longer to arrange one hero than so many states take to be listed."""
LARGE_PROGRAM = 8_000
"""A program with more nodes than this takes long to prepare, also for random plays."""


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
    points_apart: bool = False,
    news: bool | Callable[[News], News] = True,
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
        points_apart: no step brings a random number of points, so that points can be followed play by play.
        news: tell the job what is known meanwhile; False where this is not what the job was asked, or a function that
            gives what of it is an answer to that.
        before: the answer to the same question about another version of the book. Where nothing has changed but words
            that readers read, it is the answer. Where that one was solved in arrays, arrays are tried first.
    """
    wins, began = book.aim == "win", time.monotonic()
    watch = Watch(
        deadline=limits.deadline(began),
        first_look=partial(_look_at, book, hero, limits.seconds) if plays else None,
        low=0.0 if wins else -np.inf,
        high=1.0 if wins else np.inf,
        news=as_it_is if news is True else news or None,
    )
    target = Target(observed=observed, chapters=chapters, counted=counted, points_apart=points_apart)
    whole = lowered(book, hero, target)
    if before is not None and before.search.source == whole and _judgement(before.book) == _judgement(book):
        found = replace(before, book=book)
    else:
        asked = _Work(book, whole, dict(hero or {}), reduce, observed, watch, uniform, limits.memory)
        was_large = before is not None and before.space.arrays
        found = _solved(asked, target, limits, listed, classes, was_large)
    return replace(found, search=replace(found.search, source=whole, listed=listed, limits=limits.since(began)))


def _look_at(book: Book, hero: Mapping[str, int] | None, seconds: float | None) -> Sample | None:
    """Some random plays, for a small part of the time that there is.

    None where there is a rival: these plays would be against one who chooses by lot, and the random reader plays
    against one who plays well.
    """
    from gamebook.solver.sample import Player  # noqa: PLC0415 - most books are solved before it is wanted

    player = Player(book, hero)
    if player.rivals:
        return None
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
        was_large: another version of the book was solved in arrays: they are tried at once.
    """
    book, whole, watch = asked.book, asked.program, asked.watch
    # The arrays know chances only, or points only, and nothing of accounts.
    chances = not (book.accounts or book.then_score) and asked.reduce
    small = listed is None or not chances or (limits.states is not None and limits.states <= listed)
    if was_large and classes and not small and limits.seconds is None:
        with suppress(TooWide, OutOfTime):
            with watch.within():
                fewer = replace(asked, program=reduced(whole, _with_chapters(target, classes=True)))
            part = fewer.in_arrays(limits, Patience())
            if part is not None and part.space.count > (listed or 0):
                return part
    try:
        with watch.unless_stopped():
            work = replace(asked, program=reduced(whole, target) if asked.reduce else whole)
    except OutOfTime:
        if not watch.stopped():
            raise
        return asked.answer(replace(asked, reduce=False).listed(limits))
    if listed is not None and not small:
        return _large(work, whole, target, limits, listed, classes)
    alone = book.then_score and listed is not None and asked.reduce and not book.accounts
    space = work.space(limits, doubtful=MANY if alone else None)
    if alone and not (space.complete or watch.over):
        del space
        return _chance_alone(asked, target, limits, listed, classes)
    if space.complete or not (classes and asked.reduce) or watch.over:
        return work.answer(work.valued(space))
    known, in_classes = work.known(space), None
    with suppress(OutOfTime), watch.within():
        in_classes = replace(work, program=reduced(whole, replace(target, numbers=False)))
    return known() if in_classes is None else in_classes.answer(in_classes.listed(limits))


def _chance_alone(asked: _Work, target: Target, limits: Limits, listed: int | None, classes: bool) -> Solved:
    """What is known of the chance to win of a book with `aim win then score` in which points cannot be known."""
    book = structs.replace(asked.book, then_score=False)
    work = replace(asked, book=book, program=lowered(book, asked.hero, target))
    found = _solved(work, target, limits, listed, classes)
    if found.space.complete:
        asked.watch.learn(found.best.low, found.best.high)
    space = replace(found.space, complete=False)
    return asked.answer(replace(found, book=asked.book, space=space, best=replace(found.best, space=space)))


def _large(work: _Work, whole: Program, target: Target, limits: Limits, listed: int | None, classes: bool) -> Solved:
    """`solve`, for a book that may have more states than are listed; meanwhile a second thread plays it."""
    watch = work.watch
    classed = Once(partial(reduced, whole, replace(target, numbers=False)))
    meanwhile = Meanwhile(watch, work.good_play(whole, classed, limits.states) if work.wins else None, limits.memory)
    with meanwhile.begun():
        space = work.space(replace(limits, states=listed))
        if space.complete or watch.over:
            return work.answer(work.valued(space))
        known, found, late = work.known(space), None, True
        with suppress(OutOfTime):  # what was worked out by then is forgotten before the answer is
            if classes:
                with watch.within():
                    work = replace(work, program=classed())
            with_chapters = work
            if not target.chapters:
                with watch.within():
                    with_chapters = replace(work, program=reduced(whole, _with_chapters(target, classes=classes)))
            found, late = _further(work, with_chapters, limits, meanwhile, space.bytes, _patience(space)), False
        if found is None and (late or watch.close or watch.deadline is not None or watch.over):
            return known()
    del space, known
    give_memory_back()
    return found or work.answer(work.listed(limits))


def _patience(space: Space) -> float:
    """Seconds that arrays may take to arrange one hero, before a list that is longer than this one is tried."""
    promising = space.size - space.listed <= FEW_WAIT * space.size
    return space.seconds * WORTH_ARRANGING / space.size if promising else inf


def _with_chapters(target: Target, *, classes: bool) -> Target:
    """What a program is needed for that is solved in arrays.

    It has a point at each chapter, whether they are asked for or not: what follows is worked out once there, for all
    ways that lead to the chapter. Without these points there are fewer states, and far more ways between them.
    """
    return replace(target, chapters=True, numbers=target.numbers and not classes)


def _further(
    work: _Work, with_chapters: _Work, limits: Limits, meanwhile: Meanwhile, held: int, patience: float
) -> Solved | None:
    """A large book in arrays; if it does not fit there, in a longer list; else None, when good play was looked for.

    Args:
        work: the book.
        with_chapters: the same with a point at each chapter, for arrays.
        limits: where to stop.
        meanwhile: the second thread.
        held: bytes of what is known so far.
        patience: from `_patience`.

    Raises:
        OutOfTime: the time was over before.
    """
    watch = work.watch
    doubtful = work.wins and (limits.states is None or limits.states > MANY)
    part, impatient = _in_arrays(with_chapters, limits, meanwhile, held, patience if doubtful else inf)
    if part is not None or watch.close:
        return part
    if not doubtful:
        return work.answer(work.listed(meanwhile.within(limits, held)))
    space = work.space(meanwhile.within(limits, held), doubtful=MANY, share=LISTING_ON)
    if space.complete or watch.over:
        return work.answer(_without_most(work.valued(space)))
    del space
    give_memory_back()
    if impatient and watch.deadline is None:
        part, _ = _in_arrays(with_chapters, limits, meanwhile, held)
        if part is not None:
            return part
    meanwhile.go_on()
    return None


def _without_most(solved: Solved) -> Solved:
    """The answer from a long list, without most of the list: reports on so many states would take long."""
    if not solved.space.whole or solved.known_uniform is None or solved.space.count <= MANY:
        return solved
    return shortened(solved)


def _in_arrays(
    work: _Work, limits: Limits, meanwhile: Meanwhile, held: int, patience: float = inf
) -> tuple[Solved | None, bool]:
    """A large book in arrays, None if it does not fit there; and whether patience was over before that was known."""
    watch, impatient = work.watch, False
    less = meanwhile.within(limits, held)
    try:
        return _alone_if_need_be(work, less, patience), False
    except Impatient:
        impatient = True
    except TooWide as error:
        taken = 0 if less.memory is None or limits.memory is None else limits.memory - less.memory
        watch.miss(error.bytes + taken if error.bytes else 0.0)
    give_memory_back()
    return None, impatient


def _alone_if_need_be(work: _Work, limits: Limits, patience: float) -> Solved | None:
    """A large book in arrays; where it takes too long, best play alone, of which the watch then knows.

    That is tried in layers first, then without what is certain. Where no time is set, nothing takes too long. But where
    somebody waits, best play alone comes first if that is soon.

    Raises:
        TooWide, Impatient, OutOfTime: as `take`.
    """
    if work.watch.deadline is None and not (work.wins and work.watch.job.shown):
        return work.in_arrays(limits, Patience(patience))
    deadline = work.watch.deadline
    timed, soon = deadline is not None, DOUBTFUL if work.wins else HOPELESS
    try:
        return work.in_arrays(
            limits, Patience(patience, soon=soon) if timed else Patience(patience, times=1.0, soon=1.0, left=LONG)
        )
    except TooWide as error:
        fits = isinstance(error, TooLong)
        if isinstance(error, Impatient) or not (work.wins and (fits or timed)):
            raise
        times, needs = error.times if isinstance(error, TooLong) else inf, error.bytes
    give_memory_back()  # where the error is forgotten, so are the arrays that it came from
    patient = SOONER * times * LONG
    with suppress(TooWide):
        if limits.states is None:
            work.learn_in_layers(limits, patient if deadline is None else deadline - time.monotonic())
    give_memory_back()
    if not fits and not work.watch.close:
        raise TooWide(needs)
    if timed:
        # Where arrays would have gone on, heroes of whom less is asked do.
        if not work.watch.close:
            work.learn_best_play(limits, SHORT if times > HOPELESS else Patience())
        return None
    with suppress(TooWide):
        if not work.watch.close:
            work.learn_best_play(limits, Patience(times=1.0, soon=1.0, left=patient))
    give_memory_back()
    return work.in_arrays(limits, Patience())


def _by_chance(book: Book, space: Space, go_on: Callable[[float], None]) -> Played:
    """The uniform reader with all visits, in a second thread."""

    def stop() -> bool:
        go_on(0.0)
        return False

    played = play(book, space, uniform_play(space), stop=stop)
    go_on(0.0)
    return played.visited()


class _Work(Struct, frozen=True):
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

    def space(self, limits: Limits, doubtful: int | None = None, share: float = LISTING) -> Space:
        """As many states as the limits allow.

        Args:
            limits: where to stop.
            doubtful: as for `explore`.
            share: of the time that is left, where time is limited.
        """
        watch = self.watch
        left = None if watch.deadline is None else max(0.0, watch.deadline - time.monotonic()) * share
        watch.begin("listing states")
        list_ = partial(
            explore,
            self.program,
            observed=self.observed,
            limits=replace(limits, seconds=left),
            doubtful=doubtful,
            progress=watch.count,
        )
        try:
            space = list_(reduce=self.reduce, prepare=watch.unless_stopped() if self.reduce else None)
        except OutOfTime:
            if not (self.reduce and watch.stopped()):
                raise
            space = list_(reduce=False)  # it is prepared sooner, and ends after a few states
        watch.met(space.count)
        return space

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
                    with watch.within():
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
            found = replace(self, watch=replace(self.watch, job=Job(), news=None)).valued(space)
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

        return GoodPlay(whole, classed, ending_worth(self.book, whole), self.observed, states, self.book)

    def in_arrays(self, limits: Limits, patience: Patience) -> Solved | None:
        """The whole book, known from an excerpt; None where it has too many states.

        Args:
            limits: where to stop.
            patience: as for `take`.

        Raises:
            TooWide, OutOfTime: as `take`.
        """
        book, wins = self.book, self.wins
        worth = ending_worth(book, self.program)
        part = take(
            book, self.program, worth, observed=self.observed, limits=limits, watch=self.watch, patience=patience
        )
        if part is None:
            return None
        space = part.space
        manner, mixed = best_play(space), uniform_play(space)
        best = Played(space, manner, part.best, action_weights(space, manner, part.best.best), wins)
        weight = action_weights(space, mixed, part.uniform.best)
        uniform = Played(space, mixed, part.uniform, weight, wins, known_visits=part.uniform_visits)
        return Solved(book, space, self.hero, best, uniform)

    def learn_best_play(self, limits: Limits, patience: Patience) -> None:
        """Tell the watch what best play wins, where all else would take too long.

        Args:
            limits: where to stop.
            patience: when to give up.

        Raises:
            TooWide, OutOfTime: as the function of this name.
        """
        worth = ending_worth(self.book, self.program)
        learn_best_play(self.book, self.program, worth, self.observed, limits, self.watch, patience)

    def learn_in_layers(self, limits: Limits, seconds: float) -> None:
        """The same with less work, and bounds that become narrower.

        Args:
            limits: where to stop.
            seconds: how long it may take.

        Raises:
            TooWide, OutOfTime: as the function of this name.
        """
        worth = ending_worth(self.book, self.program)
        learn_in_layers(self.book, self.program, worth, self.observed, limits, self.watch, seconds)

    def answer(self, solved: Solved) -> Solved:
        """The answer; where it is not complete, with the narrowest bounds known, and with some random plays."""
        watch = self.watch
        if solved.space.complete:
            return solved
        watch.hear()
        if watch.stopped() and len(self.program.nodes) > LARGE_PROGRAM:
            watch.first_look = None  # who stops the work does not want to wait for it
        watch.look_once()
        values, root = solved.best.values, solved.space.root
        low, high = values.low.copy(), values.high.copy()
        low[root], high[root] = watch.low, watch.high
        best = replace(solved.best, values=replace(values, low=low, high=high), points=None)
        return replace(
            solved,
            best=best,
            sample=watch.sample,
            practised=watch.practised,
            search=Search(seconds=time.monotonic() - watch.began, looked_at=watch.states, uncounted=watch.uncounted),
        )
