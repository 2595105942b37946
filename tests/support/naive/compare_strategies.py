"""Random books with random strategies, worked out by the naive interpreter and by the solver.

`python -m tests.support.naive.compare_strategies 0 2000` compares the books of these numbers and prints what differs.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import gamebook
from gamebook.errors import BookHasErrors
from tests.support.naive.book import Book
from tests.support.naive.compare import WIDEST, Tally, report, won
from tests.support.naive.random_strategies import random_strategies
from tests.support.naive.solver import Node, TooLargeError, chances, listed, points_after_winning, totals
from tests.support.naive.strategies import follows


def worth(aim: str, nodes: list[Node]) -> tuple[Fraction, Fraction | None]:
    """The chance to win, or points where the book is played for those; the points that come with the chance."""
    if aim == "score":
        return totals(nodes)[0], None
    points = points_after_winning(nodes, won) if aim == "win then score" else None
    return chances(nodes, won)[0], points


@dataclass
class StrategyTally(Tally):
    """What came of the comparison; what is compared is a strategy in a book."""

    def add(self, seed: int, folder: Path, *, more: bool = False) -> None:
        """Compare the strategies of one book."""
        strategic = random_strategies(seed, folder, more=more)
        if strategic is None:
            return
        path = strategic.written.write(folder)
        hero = strategic.written.hero
        book = Book(path, hero)
        try:
            rows = {row.policy.strategy.name: row for row in gamebook.strategies(path, hero=hero or None)}
        except BookHasErrors as refused:
            self.differ.append(f"book {seed}: refused, {refused}")
            return
        worths = {}
        for policy, in_fights in [*strategic.policies, ("random", False), ("first", False)]:
            try:
                worths[policy] = worth(book.aim, listed(follows(book, policy, best_in_fights=in_fights)))
            except TooLargeError:
                self.too_large += 1
                continue
            told = []
            if policy in rows and not in_fights:
                told.append((policy, rows[policy].value, rows[policy].points))
            if policy not in rows or in_fights or seed % 4 == 0:
                found = gamebook.solve(path, hero=hero or None, policy=policy, best_fights=in_fights).difficulty
                told.append((f"{policy}, solve{' with best fights' * in_fights}", found.best, found.points))
            if seed % 8 == 1:
                wish = {"policy": policy, "best_fights": in_fights, "exact": True}
                exactly = gamebook.solve(path, hero=hero or None, **wish).exactly
                if exactly is not None and exactly.best != worths[policy][0]:
                    self.differ.append(f"book {seed}, {policy}: {worths[policy][0]}, solver exactly {exactly.best}")
            self.compared += 1
            self.decided += 0 < worths[policy][0] < 1
            self.used.update(strategic.written.used)
            for name, *brackets in told:
                for exact, bracket in zip(worths[policy], brackets, strict=True):
                    if exact is None:
                        continue
                    assert bracket is not None
                    inside = bracket.low <= exact <= bracket.high
                    if not inside or bracket.high - bracket.low > WIDEST * max(1, abs(exact)):
                        self.differ.append(f"book {seed}, {name}: {exact} ({float(exact)}), solver {bracket}")
        self.choices_matter += len(set(worths.values())) > 1


def compare_strategies(seeds: Iterable[int], *, more: bool = False) -> Tally:
    """Compare the strategies of the books of these numbers; with more, see `random_book`."""
    tally = StrategyTally()
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            tally.add(seed, Path(folder), more=more)
            for file in Path(folder).iterdir():
                file.unlink()
    return tally


if __name__ == "__main__":
    report(partial(compare_strategies, more="more" in sys.argv[3:]), *(int(number) for number in sys.argv[1:3]))
