"""Random examples that a property has nothing to say about: skipped, counted, and few.

Hypothesis draws another in place of each, so that as many as were asked for are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import assume

from gamebook.model.book import Book
from gamebook.play.explore import Graph, TooLarge, explore
from gamebook.play.step import Machine

MOST = 0.4
"""The share of examples that may be skipped, unless a test says otherwise."""
FEW = 20
"""With fewer examples a share says nothing."""


@dataclass
class Tally:
    """The examples of one test."""

    drawn: int = 0
    skipped: int = 0
    most: float = MOST
    """The share that may be skipped."""

    @property
    def fair(self) -> bool:
        """Whether most of them were looked at."""
        return self.drawn < FEW or self.skipped <= self.most * self.drawn


tally = Tally()
"""Of the test that runs."""


def skip_if(condition: bool, most: float = MOST) -> None:
    """Leave this example out; called once an example, before anything is claimed of it."""
    tally.most = most
    tally.drawn += 1
    tally.skipped += condition
    assume(not condition)


def explored(book: Book, limit: int) -> Graph:
    """All states of a random book; one with more is skipped: it would teach nothing more, and take long."""
    graph = explore(Machine(book), limit=limit)
    skip_if(isinstance(graph, TooLarge))
    assert not isinstance(graph, TooLarge)
    return graph
