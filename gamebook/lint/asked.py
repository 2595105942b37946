"""What a check is asked, beside the book: for whom, for how long, and what is known of the chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SECONDS = 5.0
"""As long as most books need."""


@dataclass(frozen=True)
class Asked:
    """For whom a book is looked at, and how."""

    hero: Mapping[str, int] = field(default_factory=dict)
    """Values of the hero that were asked for; empty: every reader."""
    seconds: float = SECONDS
    """How long it may be looked for what is possible, and how long played by chance, if not all states are listed."""
    chance: tuple[float, float] = (0.0, 1.0)
    """Bounds of the chance to win with best play that are known otherwise than from the list of states."""
    settled: bool = False
    """They are as narrow as can be."""

    @property
    def who(self) -> str:
        """`for SKILL 9, LUCK 10: `; empty for every reader."""
        return f"for {', '.join(f'{name} {value}' for name, value in self.hero.items())}: " if self.hero else ""


EVERYONE = Asked()
