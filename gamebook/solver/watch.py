"""Long work that is watched: which stage it is in, when its time is over, and what is already known meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from msgspec import field

from gamebook.errors import OutOfTime
from gamebook.job import Job, current
from gamebook.lazy import LazyStruct
from gamebook.limits import time_is_over, within

if TYPE_CHECKING:
    from gamebook.solver.practice import Practised
    from gamebook.solver.sample import Sample

PATIENCE = 1.0
"""Seconds after which work counts as long, and random plays are simulated to show a first estimate, if it is seen or
may be all that is known at the deadline."""
CLOSE = 1e-6
"""Bounds that are as near to each other as this are near enough where a book is too large to be solved whole."""


class News(LazyStruct, frozen=True):
    """What is known of a book while it is still being solved."""

    low: float
    high: float
    """Bounds of what best play is worth."""
    sample: Sample | None = None
    """Plays of the random reader."""
    practised: Practised | None = None
    """Plays of a reader who has practised."""
    needs: float = 0.0
    """Bytes that the whole answer would need, at least, if that is more than the limit; else 0."""
    hoped: Practised | None = None
    """Of a draft: plays of a reader who has practised to win, or to come to what is not written yet."""


def as_it_is(news: News) -> News:
    """All that is known."""
    return news


class Watch(LazyStruct):
    """Checks the deadline and reports progress."""

    deadline: float | None = None
    """A `time.monotonic()`; None: never."""
    first_look: Callable[[], Sample | None] | None = None
    """Simulates some random plays, once, if work is long."""
    stage: str = "listing states"
    low: float = 0.0
    high: float = 1.0
    sample: Sample | None = None
    practised: Practised | None = None
    needs: float = 0.0
    """As in `News`."""
    news: Callable[[News], News] | None = as_it_is
    """What the job receives of what is known; None: nothing."""
    began: float = field(default_factory=time.monotonic)
    job: Job = field(default_factory=current)
    """Told how the work goes; it may ask for its end."""
    states: int = 0
    """The most states that one way of solving has looked at: a list, a search, or arrays."""
    uncounted: bool = False
    """Time ended, or was too short, while arrays were made: nobody knows how many states they have."""
    other: Watch | None = None
    """The watch of another thread that finds out about the same book."""
    whole: Job | None = None
    """The job that this work is a part of, if that is another one: when it is to finish, so is this."""

    def count(self, count: int, share: float | None = None) -> None:
        """Called every few milliseconds by work that sees to its limits itself.

        Args:
            count: how much is done.
            share: which share of the stage that is, if it is known.

        Raises:
            Cancelled: the job was cancelled.
        """
        self.job.step(count, share)
        if self.other is not None:
            self.hear()
            return
        wanted = self.job.shown or self.deadline is not None
        if wanted and time.monotonic() - self.began > PATIENCE and not self.stopped():
            self.look_once()

    def look(self, count: int, share: float | None = None) -> None:
        """Called every few milliseconds by work that must be broken off.

        Args:
            count, share: as for `count`.

        Raises:
            OutOfTime: it must end now.
        """
        self.count(count, share)
        if self.over:
            raise OutOfTime

    def look_once(self) -> None:
        """Simulate some random plays, unless that was done; also if the work is to end, for it takes little time."""
        if self.first_look is not None:
            play, self.first_look = self.first_look, None
            with Job():
                self.sample = play()
            self.tell()

    def hear(self) -> None:
        """Learn what another thread has found out."""
        if self.other is not None:
            if self.first_look is not None and self.other.sample is not None:
                self.first_look, self.sample = None, self.other.sample
                self.tell()
            if self.other.practised is not self.practised and self.other.practised is not None:
                self.practised = self.other.practised
                self.tell()
            self.learn(self.other.low, self.other.high)
            self.met(self.other.states)

    def expect_all(self) -> None:
        """All will be known soon: no other thread need find out about the book."""
        if self.other is not None:
            self.other.job.finish()

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        late = self.deadline is not None and time.monotonic() > self.deadline
        return late or self.stopped()

    @property
    def close(self) -> bool:
        """Whether the bounds are near enough to each other."""
        return self.high - self.low <= CLOSE

    def stopped(self) -> bool:
        """True if the work should end with the bounds known so far."""
        return self.job.finishing or (self.whole is not None and self.whole.finishing)

    def within(self) -> AbstractContextManager[None]:
        """Inside, `look` ends work when the time is over."""
        return within(self.deadline, self.stopped)

    def unless_stopped(self) -> AbstractContextManager[None]:
        """Inside, `look` ends work when it should end with the bounds known so far, or the time outside is over."""
        return within(None, lambda: self.stopped() or time_is_over())

    def begin(self, stage: str) -> None:
        """A new stage begins."""
        self.stage = stage
        self.job.begin(stage)
        self.tell()

    def learn(self, low: float, high: float) -> None:
        """Bounds that hold; they never become wider."""
        if low > self.low or high < self.high:
            self.low, self.high = max(low, self.low), min(high, self.high)
            self.tell()

    def met(self, states: int) -> None:
        """So many states were looked at in one list, in one search, or in arrays."""
        self.states = max(self.states, states)

    def miss(self, needs: float) -> None:
        """The whole answer would need at least so many bytes, more than the limit; 0 if memory is not the reason."""
        if needs > self.needs:
            self.needs = needs
            self.tell()

    def tell(self) -> None:
        """Tell what is known."""
        if self.news is not None:
            self.job.learn(self.news(News(self.low, self.high, self.sample, self.practised, self.needs)))
