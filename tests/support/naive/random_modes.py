"""How random books decide without luck: what stands after `by`, and the accounts that places share."""

from __future__ import annotations

from random import Random

from tests.support.naive.random_values import Values

_CONSTRUCTS = """
by dice; by expected; by ledger; by residual; by systematic
"""

MODES = frozenset(" ".join(_CONSTRUCTS.split()).split("; "))
"""What a book can show beside the constructs of all books, where it is written with modes."""


class Modes(Values):
    """Writes what stands after `by`."""

    def __init__(self, random: Random, more: bool, modes: bool) -> None:
        super().__init__(random, more)
        self.modes = modes
        if modes:
            self.weight = random.randint(5, 12)
            self.favourite = self.one(["expected", "ledger", "residual", "systematic"])

    def by(self, *, amount: bool = False) -> str:
        """What decides here: a mode, or nothing."""
        if not self.modes or self.often(0.3):
            return ""
        mode = self.favourite if self.often(0.6) else self.one(["dice", "expected", "ledger", "residual", "systematic"])
        if not amount and mode == "expected" and self.often(0.7):
            mode = "residual"
        self.use(f"by {mode}")
        return f" by {mode}"
