"""What each form of telling a play keeps in mind: who fights, what is written on the sheet, and the points so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from gamebook.play.moment import Changed, Decision, Earned, Event
from gamebook.render.paper import Paper
from gamebook.render.play_words import Knowledge, Standing


class EventTelling(ABC):
    """Tells the events of a play, one after another. How an event looks is for each form of telling to say."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._standing = Standing(knowledge.book)
        self._paper = Paper(knowledge.book)
        self._total = Fraction(0)
        """Points earned so far."""

    def again(self, events: Sequence[Event]) -> None:
        """What stands on paper after these events, who fights, and how many points there are."""
        self._paper = Paper(self._knowledge.book, events)
        self._standing = Standing(self._knowledge.book, events)
        self._total = sum((event.points for event in events if isinstance(event, Earned)), Fraction(0))

    def _event(self, event: Event) -> str:
        """What is printed of an event: what was settled before it, then the event."""
        self._standing.meet(event)
        if isinstance(event, Changed):
            self._paper.write(event)
        if isinstance(event, Earned):
            self._total += event.points
        return "" if self._knowledge.is_silent(event) else self._written() + self._visible(event)

    def typed(self, moment: Decision, number: int) -> int | None:
        """The option, from 0, that a reader means who types a number: options are counted from 1."""
        return number - 1 if 1 <= number <= len(moment.options) else None

    def wanted(self, moment: Decision) -> str:
        """What to type."""
        last = len(moment.options)
        return "type 1" if last == 1 else f"type 1 {'or' if last == 2 else 'to'} {last}"

    @abstractmethod
    def _written(self) -> str:
        """What stands on paper after something was settled."""

    @abstractmethod
    def _visible(self, event: Event) -> str:
        """An event that readers see."""
