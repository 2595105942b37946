"""The dice games of `books/dice`: in fractions, in brackets, and searched."""

from __future__ import annotations

from pathlib import Path

from bench.measure import heading, row, timed
from gamebook import workspace
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.search import METHODS, search
from gamebook.analysis.tuning import Tuning
from gamebook.solve.solution import solve

DICE = Path(__file__).parents[1] / "books" / "dice"


def dice() -> None:
    """Each game once, kernels loaded."""
    heading("Dice games")
    for points in (1, 20, 40):
        book = workspace.load(DICE / "risk-or-safety.gbk", {"n": points}).book
        found, seconds = timed(lambda book=book: exactly(book))  # type: ignore[misc]
        assert isinstance(found, Exactly)
        digits = len(str(found.best.denominator))
        row(f"Risk or Safety to {points}, exactly", f"{seconds:.2f} s", f"{found.moments:,} states, {digits} digits")
    book = workspace.load(DICE / "pig.gbk").book
    solved, seconds = timed(lambda: solve(book))
    width = solved.best.high - solved.best.low
    row("Pig to 100", f"{seconds:.2f} s", f"{solved.space.size:,} states, {solved.best.low:.10f}, bracket {width:.0e}")
    fargo = workspace.load(DICE / "fargo.gbk").book
    turn, seconds = timed(lambda: exactly(fargo))
    assert isinstance(turn, Exactly)
    row("Fargo, best play exactly", f"{seconds:.2f} s", f"{turn.best} points")
    tuning, seconds = timed(lambda: Tuning(fargo, fargo.strategies[0]))
    row("Fargo, ready to search", f"{seconds:.2f} s")
    for method in METHODS:
        found_, seconds = timed(lambda method=method: search(tuning, (1,), (method,)))  # type: ignore[misc]
        row(f"Fargo, {method} search", f"{seconds:.2f} s", f"{found_.found[0].trials:,} trials, gap {found_.gap:.0e}")
