"""What each form of telling a play keeps in mind: who fights, and what is written on the sheet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from gamebook.play.moment import Changed, Event
from gamebook.render.paper import Paper
from gamebook.render.play_words import Knowledge, foes_after


class EventTelling(ABC):
    """Tells the events of a play, one after another. How an event looks is for each form of telling to say."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._foes: Sequence[str] = ()
        self._paper = Paper(knowledge.book)

    def again(self, events: Sequence[Event]) -> None:
        """What stands on paper after these events, and who fights."""
        self._paper = Paper(self._knowledge.book, events)
        self._foes = foes_after(events)

    def _event(self, event: Event) -> str:
        """What is printed of an event: what was settled before it, then the event."""
        if isinstance(event, Changed):
            self._paper.write(event)
        return "" if self._knowledge.is_silent(event) else self._written() + self._visible(event)

    @abstractmethod
    def _written(self) -> str:
        """What stands on paper after something was settled."""

    @abstractmethod
    def _visible(self, event: Event) -> str:
        """An event that readers see."""
