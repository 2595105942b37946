"""A sample of plays, drawn straight from the program: no list of states, so any book will do.

Decisions are taken as a policy says that needs no values: any option that it leaves open, each as often. Rivals choose
in the same way, by lot.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.job import current
from gamebook.kernels import player
from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.guesses import Features
from gamebook.kernels.player import ENDS, FIRST, LAST, OPEN, PLAYED, PLAYS, STEPS, TIMES, TRAIL, UNFINISHED, Taught
from gamebook.limits import MOST_PLAYS
from gamebook.model.book import Book
from gamebook.program.code import Decide, Do, Mark, NodeId, Program, successors
from gamebook.program.lower import lower
from gamebook.program.script import Spot, script
from gamebook.solver.estimate import Estimate, Mean, mean, proportion
from gamebook.solver.streams import stream
from gamebook.strategy.apply import closed
from gamebook.strategy.policy import find

CALL = 200_000
"""Points passed between two checks for Ctrl-C and the deadline: some hundredths of a second."""
MOST_POINTS = 100_000
"""Chapters, decisions and rounds of loops after which a play is given up: it may never end."""
MOST_UNFINISHED = 1_000
"""Plays given up after which no more are begun: a book that most plays never leave would take days."""
LOOKED_AT, SEARCH = 3, 1.0
"""Stopped plays that are played again to see where they go round; seconds to look for them."""
LAST_STEPS = 1_000
"""The steps at the end of a stopped play in which it goes round."""
NAMED = 5
"""Chapters of a loop that are named."""

_NONE: Ints = np.zeros(0, np.int64)
_IDS: Ids = np.zeros(0, np.int32)
NO_FEATURES = Features(_IDS, _NONE, _IDS, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, np.zeros(0))
UNTAUGHT = Taught(False, NO_FEATURES, np.zeros(0), _NONE, _NONE, _NONE, 0)
"""Of a player who follows nothing."""


class Count(Struct, frozen=True):
    """How often play came to a chapter or a decision, or took an option."""

    times: int
    plays: int
    """Plays in which it did so at least once."""
    first: int | None
    """The number of the first of them, from 1, to be played again; None: there is none."""
    open: int = 0
    """Of an option: how often it could be taken."""
    ends: int = 0
    """Of a chapter: how often play ended there."""


class Length(Struct, frozen=True):
    """How long plays are, in chapters or in decisions; plays that were stopped count up to that point."""

    mean: float
    tenth: int
    """One play in ten is no longer than this."""
    median: int
    ninetieth: int


class Sample(Struct, frozen=True):
    """What came of some plays."""

    plays: int
    unfinished: int
    """Plays that were given up after `most` points."""
    points_passed: int
    """Chapters, decisions and rounds of loops in all plays together."""
    seconds: float
    seed: int
    policy: str
    confidence: float
    rivals: bool
    """Somebody other than the reader decided."""
    practised: bool
    """Those others decided by practice, as the reader did; else at random."""
    win: Estimate
    """The chance of a victory. Plays that were given up may belong to any ending: intervals leave room for that."""
    endings: Mapping[str, Estimate]
    counts: Mapping[str, int]
    """How many plays came to each ending."""
    points: Mean | None
    """The mean of points earned, where the book has points and each play came to its end."""
    chapters: Mapping[str, Count]
    """In book order; a chapter that nothing can lead to is in it, too."""
    decisions: Mapping[Spot, Count]
    options: Mapping[Spot, Count]
    """Each option of each decision, apart for each chapter in which a trigger can ask it."""
    lengths: Mapping[str, Length]
    """In `chapters` and in `decisions`."""
    marks: Mapping[Mark, Count]
    """What findings are about, such as a fight that was lost; empty unless it was asked for."""
    loop: tuple[str, ...] = ()
    """Where plays were at last that were given up: the chapters that came most often, the most frequent first. Empty
    unless so many were given up that no more were begun."""


class Step(Struct, frozen=True):
    """One step of a play: a chapter entered, an option taken, or the end."""

    spot: Spot | None
    """The chapter or the decision; None at the end."""
    option: Spot | None
    """The option taken at a decision; None: nothing was open."""
    ending: str
    """The ending that was reached; empty before."""
    sheet: Mapping[str, int]
    """The values on the sheet."""


class Met(Struct, frozen=True):
    """A decision as a play came to it."""

    node: NodeId
    option: int
    """The option that was taken; -1: nothing was open."""
    values: Mapping[str, int]
    """Of all variables of the program."""


class Lesson(NamedTuple):
    """What was learned by practice."""

    words: str
    """What it is called in a report."""
    program: Program
    """The book, lowered."""
    taught: Taught


class Player:
    """A book that is played many times with random dice."""

    def __init__(
        self,
        book: Book,
        hero: Mapping[str, int] | None = None,
        policy: str | Lesson = "random",
        seed: int = 1,
        most: int = MOST_POINTS,
        marks: bool = False,
    ) -> None:
        """A book about to be played.

        Args:
            book: the model.
            hero: values of rolled stats; what is not given is rolled.
            policy: `random`, `first`, or a strategy of the book that leaves nothing to best play; or what was learned
                by practice in this book, with this hero.
            seed: the same seed gives the same plays.
            most: points after which a play is given up.
            marks: count also what findings are about.

        Raises:
            UsageError: there is no such policy, or it needs values.
        """
        self.book = book
        self.seed = seed
        if isinstance(policy, Lesson):
            self.words, self.program, self._taught = policy
        else:
            known = find(book, policy)
            self.words, self.program, self._taught = known.words, lower(closed(book, known), hero), UNTAUGHT
        self.script, self.spots = script(self.program, notes=marks)
        self.marks = self.program.marks if marks else ()
        self._most = most
        self._stream = stream(seed)
        self._tally = self._new(0)
        self._room = room_for(self.program, self.script.code)
        self.seconds = 0.0

    @property
    def plays(self) -> int:
        """How many plays there were so far."""
        return int(self._tally.counts[PLAYED])

    @property
    def practised(self) -> bool:
        """Whether what was learned by practice is followed."""
        return self._taught.follows

    @property
    def rivals(self) -> bool:
        """Whether somebody other than the reader decides."""
        return any(isinstance(node, Decide) and node.owner != "reader" for node in self.program.nodes)

    @property
    def stuck(self) -> bool:
        """Whether so many plays were stopped that no more are started."""
        return bool(self._tally.counts[UNFINISHED] >= MOST_UNFINISHED)

    def warm_up(self) -> float:
        """Compile what plays, which is kept on disk; seconds that took."""
        began = time.monotonic()
        player.play_on(self.script, self._new(0), self._room, self._taught, self._stream, 0, 0, CALL)
        return time.monotonic() - began

    def play(
        self,
        plays: int = MOST_PLAYS,
        until: float | None = None,
    ) -> None:
        """Play on, until `MOST_UNFINISHED` at most; what is counted stays so if this is interrupted.

        Args:
            plays: until so many plays are counted in all.
            until: a `time.monotonic()` after which no play begins.
        """
        began, job = time.monotonic(), current()
        job.begin("playing", None if plays == MOST_PLAYS else plays)
        try:
            while self.plays < plays and not self.stuck:
                if self.plays and (job.finishing or (until is not None and time.monotonic() > until)):
                    break
                player.play_on(
                    self.script, self._tally, self._room, self._taught, self._stream, plays, MOST_UNFINISHED, CALL
                )
                job.step(self.plays)
        finally:
            self.seconds += time.monotonic() - began

    def again(self, number: int, rows: int = 10_000) -> list[Step]:
        """The steps of the play of this number, from 1; no more than so many."""
        return [self._step(row) for row in self._trail(self.script, self._new(rows), number)]

    def met(self, number: int, nodes: Collection[NodeId], rows: int = 10_000) -> list[Met]:
        """Some decisions in the play of this number, from 1, as it came to them.

        Args:
            number: of the play.
            nodes: of the decisions.
            rows: chapters and decisions after which no more are looked at.
        """
        words, spots, at = self._apart
        spot = np.array([words.spot[node] for node in nodes], np.int32)
        trail = self._trail(words, self._new(rows, spots), number)
        cells = self.program.cells
        return [
            Met(at[int(row[0])], int(row[1]), {cell.name: int(row[2 + v]) for v, cell in enumerate(cells)})
            for row in trail[np.isin(trail[:, 0], spot)]
        ]

    def plays_with(self, spot: Spot) -> tuple[int, ...]:
        """The numbers of the first and the last play in which a chapter, a decision or an option was come to."""
        row = self._rows.get(spot)
        return () if row is None else tuple({n: None for n in self._tally.spots[row, [FIRST, LAST]].tolist() if n})

    @cached_property
    def _rows(self) -> dict[Spot, int]:
        """The number of each spot."""
        return {spot: number for number, spot in enumerate(self.spots)}

    @cached_property
    def _apart(self) -> tuple[player.Script, int, dict[int, NodeId]]:
        """The tables in which each node has spots of its own, how many these are, and the node of each decision's."""
        words, spots = script(self.program, apart=True)
        nodes = enumerate(self.program.nodes)
        return words, len(spots), {int(words.spot[node]): node for node, each in nodes if isinstance(each, Decide)}

    def _trail(self, words: player.Script, tally: player.Tally, number: int) -> Ints:
        """The rows of the play of this number."""
        tally.counts[PLAYED] = number - 1
        player.play_on(words, tally, self._room, self._taught, self._stream, number, 1, 1)
        return tally.trail[: tally.counts[TRAIL]]

    def loop(self) -> tuple[str, ...]:
        """Where plays go round that never end: the chapters that came most often in the last steps of some of them.

        Each play can be played again, and those that were stopped are looked for from the first on.
        """
        began, seen, found = time.monotonic(), dict[str, int](), 0
        for number in range(1, self.plays + 1):
            if found == LOOKED_AT or time.monotonic() > began + SEARCH:
                break
            tally = self._new(self._most + 1)
            tally.counts[PLAYED] = number - 1
            player.play_on(self.script, tally, self._room, self._taught, self._stream, number, 1, 1)
            if not tally.counts[UNFINISHED]:
                continue
            found += 1
            last = tally.trail[: tally.counts[TRAIL], 0][-LAST_STEPS:]
            spots = last[last >= 0].tolist()
            # A play that goes round inside one chapter, as in an endless fight, has no more steps: it is in the last.
            again = {spot: times for spot, times in Counter(spots).items() if times > 1}
            for spot, times in (again or dict.fromkeys(spots[-1:], 1)).items():
                name = self.spots[spot].chapter
                seen[name] = seen.get(name, 0) + times
        return tuple(sorted(seen, key=lambda name: -seen[name])[:NAMED])

    def _step(self, row: Ints) -> Step:
        spot, option = int(row[0]), int(row[1])
        shown = {"stat", "number", "item", "codeword", "one-of"}
        sheet = {v.name: int(row[2 + n]) for n, v in enumerate(self.book.variables) if v.kind in shown}
        if spot < 0:
            return Step(None, None, self.program.endings[-1 - spot], sheet)
        return Step(self.spots[spot], self.spots[spot + 1 + option] if option >= 0 else None, "", sheet)

    def sample(self, confidence: float = 0.99) -> Sample:
        """What came of the plays so far."""
        t = self._tally
        plays, unfinished = self.plays, int(t.counts[UNFINISHED])
        ended = t.ended.tolist()
        kinds = self.book.ending_kinds
        won = sum(n for name, n in zip(self.program.endings, ended, strict=True) if kinds[name] == "victory")
        counts = [_count(row) for row in t.spots]
        rows = dict(zip(self.spots, counts, strict=False))
        none = Count(0, 0, None)
        return Sample(
            plays=plays,
            unfinished=unfinished,
            points_passed=int(t.counts[STEPS]),
            seconds=self.seconds,
            seed=self.seed,
            policy=self.words,
            confidence=confidence,
            practised=self.practised,
            rivals=self.rivals,
            win=proportion(won, plays, confidence, unfinished),
            endings={
                name: proportion(n, plays, confidence, unfinished)
                for name, n in zip(self.program.endings, ended, strict=True)
            },
            counts=dict(zip(self.program.endings, ended, strict=True)),
            points=self._points(confidence),
            chapters={chapter.name: rows.get(Spot(chapter.name), none) for chapter in self.book.chapters},
            decisions={spot: found for spot, found in rows.items() if spot.decision and not spot.option},
            options={spot: found for spot, found in rows.items() if spot.option},
            lengths={"chapters": _length(t.chapters), "decisions": _length(t.decisions)},
            marks=dict(zip(self.marks, counts[len(self.spots) :], strict=True)),
            loop=self.loop() if self.stuck else (),
        )

    def _points(self, confidence: float) -> Mean | None:
        if not self.book.counts_points or self._tally.counts[UNFINISHED] or not self.plays:
            return None
        return mean(self._tally.points, self.plays, confidence)

    def _new(self, rows: int, spots: int | None = None) -> player.Tally:
        """Nothing counted yet; of so many spots, where these are not the player's own."""
        return player.Tally(
            counts=np.zeros(4, np.int64),
            ended=np.zeros(len(self.program.endings), np.int64),
            points=np.zeros(2),
            spots=np.zeros((len(self.spots) + len(self.marks) if spots is None else spots, 6), np.int64),
            chapters=np.zeros(self._most + 1, np.int64),
            decisions=np.zeros(self._most + 1, np.int64),
            trail=np.zeros((rows, 2 + len(self.program.cells)), np.int64),
        )


def needs_values(book: Book, policy: str) -> bool:
    """Whether a policy leaves decisions to best play, so that it can only be played once a book is solved.

    Raises:
        UsageError: there is no such policy.
    """
    return find(book, policy).leaves_to_best


def sample(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    plays: int | None = None,
    seconds: float | None = 1.0,
    policy: str | Lesson = "random",
    seed: int = 1,
    confidence: float = 0.99,
) -> Sample:
    """What came of plays of a book for so long, or so often, whichever comes first; at least one.

    Args:
        book: the model.
        hero: as in `player_after`.
        plays: as in `player_after`.
        seconds: as in `player_after`.
        policy: as in `Player`.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).

    Raises:
        UsageError: as in `player_after`.
    """
    return player_after(book, hero, plays=plays, seconds=seconds, policy=policy, seed=seed).sample(confidence)


def player_after(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    plays: int | None = None,
    seconds: float | None = 1.0,
    policy: str | Lesson = "random",
    seed: int = 1,
    marks: bool = False,
) -> Player:
    """A player who has played a book for so long, or so often, whichever comes first; at least once.

    Args:
        book: the model.
        hero: values of rolled stats; what is not given is rolled.
        plays: how often; None: as often as there is time.
        seconds: how long in all, lowering the book included, but not compiling, which is done once for an installation;
            None: as long as it takes.
        policy: as in `Player`.
        seed: the same seed gives the same plays.
        marks: as in `Player`.

    Raises:
        UsageError: as in `Player`; or neither plays nor seconds are given.
    """
    if plays is None and seconds is None:
        raise UsageError("a sample is so many plays, or takes so many seconds")
    began = time.monotonic()
    work = Player(book, hero, policy, seed, marks=marks)
    began += work.warm_up()
    work.play(1)
    work.play(MOST_PLAYS if plays is None else plays, None if seconds is None else began + seconds)
    return work


def room_for(program: Program, code: Ints) -> player.Room:
    """Room to play a program, of which these are the instructions."""
    most_set = max((len(node.sets) for node in program.nodes if isinstance(node, Do)), default=0)
    return player.Room(
        env=np.zeros(len(program.cells), np.int64),
        stack=np.empty(len(code) + most_set, np.int64),
        ways=np.empty(max(len(successors(node)) for node in program.nodes), np.int64),
    )


def _count(row: Ints) -> Count:
    return Count(int(row[TIMES]), int(row[PLAYS]), int(row[FIRST]) or None, int(row[OPEN]), int(row[ENDS]))


def _length(histogram: Ints) -> Length:
    """Mean and quantiles of a histogram by number."""
    used = int(np.flatnonzero(histogram)[-1]) + 1 if histogram.any() else 1
    counts = histogram[:used]
    running = np.cumsum(counts)
    plays = max(int(running[-1]), 1)
    tenth, median, ninetieth = (int(np.searchsorted(running, share * plays)) for share in (0.1, 0.5, 0.9))
    return Length(float(counts @ np.arange(used)) / plays, tenth, median, ninetieth)
