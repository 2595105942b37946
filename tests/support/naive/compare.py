"""Random books, worked out by the naive interpreter and by the solver.

`python -m tests.support.naive.compare 0 20000` compares the books of these numbers and prints what differs;
with `more` at the end, books that show more; with `modes`, books whose results are decided without luck.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path

import gamebook
from tests.support.naive.book import Book
from tests.support.naive.random_text import random_book
from tests.support.naive.solver import TooLargeError, at_random, chances, listed, points_after_winning, totals

WIDEST = 1e-3
"""A bracket that is wider tells too little. Loops that are left once in a thousand million rounds have wide ones."""


def won(end: tuple[str, str]) -> bool:
    """A victory."""
    return end[0] == "victory"


def naive_chances(path: Path, hero: dict[str, int], most: int = 1000) -> tuple[Fraction, Fraction]:
    """The chance to win under best play, and for who chooses at random; points where the book is played for those.

    Raises:
        TooLargeError: more states than `most`, or loops of too many.
    """
    book = Book(path, hero)
    both = (nodes := listed(book, most)), at_random(nodes)
    best, uniform = (totals(each)[0] if book.aim == "score" else chances(each, won)[0] for each in both)
    return best, uniform


def naive_points(path: Path, hero: dict[str, int]) -> tuple[Fraction, Fraction] | None:
    """The points that come with it under `aim win then score`."""
    book = Book(path, hero)
    if book.aim != "win then score":
        return None
    nodes = listed(book)
    return points_after_winning(nodes, won), points_after_winning(at_random(nodes), won)


@dataclass
class Tally:
    """What came of the comparison."""

    compared: int = 0
    too_large: int = 0
    decided: int = 0  # books that are neither always won nor never
    choices_matter: int = 0
    used: Counter[str] = field(default_factory=Counter)
    differ: list[str] = field(default_factory=list)

    def add(self, seed: int, folder: Path, *, more: bool = False, modes: bool = False) -> None:
        """Compare one book."""
        written = random_book(seed, more=more, modes=modes)
        path = written.write(folder)
        try:
            best, uniform = naive_chances(path, written.hero)
            points = naive_points(path, written.hero)
        except TooLargeError:
            self.too_large += 1
            return
        try:
            found = gamebook.solve(path, hero=written.hero or None).difficulty
        except gamebook.BookHasErrors as error:
            # A sum that is always 102 is refused, as the page says.
            if "can be 102, but there is no such chapter" not in str(error):
                self.differ.append(f"book {seed}: {error}")
            return
        except Exception as error:  # noqa: BLE001 - whatever ends the solver is a difference, and the next book waits
            self.compared += 1
            self.differ.append(f"book {seed}: the solver ends with {error!r}")
            return
        assert found.uniform is not None
        told = [("best play", best, found.best), ("the uniform reader", uniform, found.uniform)]
        if points is not None:
            assert found.points is not None
            assert found.uniform_points is not None
            told.append(("points", points[0], found.points))
            told.append(("the uniform reader's points", points[1], found.uniform_points))
        self.compared += 1
        self.decided += 0 < best < 1
        self.choices_matter += best != uniform
        self.used.update(written.used)
        for name, exact, bracket in told:
            inside = bracket.low <= exact <= bracket.high
            if not inside or bracket.high - bracket.low > WIDEST * max(1, exact):
                self.differ.append(f"book {seed}, {name}: {exact} ({float(exact)}), solver {bracket}")


def compare(seeds: Iterable[int], *, more: bool = False, modes: bool = False) -> Tally:
    """Compare the books of these numbers; with more or modes, see `random_book`."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            tally.add(seed, Path(folder), more=more, modes=modes)
            for file in Path(folder).iterdir():
                file.unlink()
    return tally


def report(compared: Callable[[Iterable[int]], Tally], first: int, last: int) -> None:
    """Compare the books from one number to another, and print what comes of it."""
    total = Tally()
    for start in range(first, last, 100):
        part = compared(range(start, min(start + 100, last)))
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
    if total.differ:
        sys.exit(1)


if __name__ == "__main__":
    wanted = {word: word in sys.argv[3:] for word in ("more", "modes")}
    report(partial(compare, **wanted), *(int(number) for number in sys.argv[1:3]))
