"""The options of a check: the hero, the time, and what is known of the chance to win."""

from __future__ import annotations

import time
from collections.abc import Mapping

from msgspec import Struct, field

SECONDS = 5.0
"""As long as most books need."""
WHY_LARGE = "gamebook solve --why-large shows what makes the book large"
OTHERS = "for other heroes this may be different: before you change the book, check it without --hero"
"""What to do about something that is never, or always, so for one hero."""


class CheckOptions(Struct, frozen=True):
    """For which hero a book is checked, and how long."""

    hero: str = ""
    """The hero in words, `average` or `SKILL 9, LUCK 10`; empty: all heroes."""
    seconds: float = SECONDS
    """Seconds for each of: the search for free rounds; if not all states are listed, random plays, and the search of
    what is possible."""
    until: float | None = None
    """A `time.monotonic()` after which nothing more is looked for; None: all is."""
    chance: tuple[float, float] = (0.0, 1.0)
    """Bounds of the chance to win with best play that do not come from the list of states."""
    settled: bool = False
    """These bounds cannot become narrower."""
    at_random: tuple[float, float] | None = None
    """Bounds of the chance to win of the random reader, where they are known from elsewhere, too."""

    settings: Mapping[str, int] = field(default_factory=dict)
    """Values of the book's parameters that were set."""
    played: bool = True
    """Whether `gamebook simulate` plays the same book: it knows no other mode than the book's own."""

    @property
    def patience(self) -> float:
        """The same seconds, as far as there is time for them."""
        return self.seconds if self.until is None else max(0.0, min(self.seconds, self.until - time.monotonic()))

    @property
    def promised(self) -> float:
        """Seconds for what the book promises (`expect`): half of the time left, for the writer has asked for it."""
        return self.seconds if self.until is None else max(0.0, (self.until - time.monotonic()) / 2)

    @property
    def who(self) -> str:
        """`for SKILL 9, LUCK 10: `; empty for all heroes."""
        return f"for {self.hero}: " if self.hero else ""

    def advice(self, words: str) -> str:
        """What to do about something that is never, or always, so; of one hero nobody can say what others need."""
        return OTHERS if self.hero else words


EVERYONE = CheckOptions()
