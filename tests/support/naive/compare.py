"""Random books, worked out by the naive interpreter and by the solver.

`python -m tests.support.naive.compare 0 20000` compares the books of these numbers and prints what differs.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import gamebook
from tests.support.naive.book import Book
from tests.support.naive.random_text import random_book
from tests.support.naive.solver import TooLargeError, at_random, chances, listed

WIDEST = 1e-3
"""A bracket that is wider tells too little. Loops that are left once in a thousand million rounds have wide ones."""


def won(end: tuple[str, str]) -> bool:
    """A victory."""
    return end[0] == "victory"


def naive_chances(path: Path, hero: dict[str, int], most: int = 1000) -> tuple[Fraction, Fraction]:
    """The chance to win under best play, and for who chooses at random.

    Raises:
        TooLargeError: more states than `most`, or loops of too many.
    """
    nodes = listed(Book(path, hero), most)
    return chances(nodes, won)[0], chances(at_random(nodes), won)[0]


@dataclass
class Tally:
    """What came of the comparison."""

    compared: int = 0
    too_large: int = 0
    decided: int = 0  # books that are neither always won nor never
    choices_matter: int = 0
    used: Counter[str] = field(default_factory=Counter)
    differ: list[str] = field(default_factory=list)

    def add(self, seed: int, folder: Path) -> None:
        """Compare one book."""
        written = random_book(seed)
        path = written.write(folder)
        try:
            best, uniform = naive_chances(path, written.hero)
        except TooLargeError:
            self.too_large += 1
            return
        found = gamebook.solve(path, hero=written.hero or None).difficulty
        assert found.uniform is not None
        self.compared += 1
        self.decided += 0 < best < 1
        self.choices_matter += best != uniform
        self.used.update(written.used)
        for name, exact, bracket in (("best play", best, found.best), ("the uniform reader", uniform, found.uniform)):
            inside = Fraction(bracket.low) <= exact <= Fraction(bracket.high)
            if not inside or bracket.high - bracket.low > WIDEST:
                self.differ.append(f"book {seed}, {name}: {exact} ({float(exact)}), solver {bracket}")


def compare(seeds: range) -> Tally:
    """Compare the books of these numbers."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            tally.add(seed, Path(folder))
            for file in Path(folder).iterdir():
                file.unlink()
    return tally


if __name__ == "__main__":
    first, last = (int(number) for number in sys.argv[1:3])
    total = Tally()
    for start in range(first, last, 100):
        part = compare(range(start, min(start + 100, last)))
        total.compared += part.compared
        total.too_large += part.too_large
        total.decided += part.decided
        total.choices_matter += part.choices_matter
        total.used += part.used
        total.differ += part.differ
        sys.stdout.write("\n".join([*part.differ, ""]) if part.differ else "")
        sys.stdout.write(
            f"to {start + 100}: {total.compared} compared, {total.too_large} too large, {total.decided} undecided, "
            f"choices matter in {total.choices_matter}, {len(total.differ)} differ\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{total.used.most_common()}\n")
