"""The dice games of `books/dice`: in fractions, in brackets, and searched."""

from __future__ import annotations

from pathlib import Path

from bench.measure import heading, row, timed
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.search import METHODS, search
from gamebook.analysis.tuning import Tuning
from gamebook.project import Project
from gamebook.solver.solving import solve

DICE = Path(__file__).parents[1] / "books" / "dice"


def dice() -> None:
    """Each game once, kernels loaded."""
    heading("Dice games")
    for points in (1, 20, 40):
        book = Project(DICE / "risk-or-safety.gbk", settings={"n": points}).book
        found, seconds = timed(lambda book=book: exactly(book))  # type: ignore[misc]
        assert isinstance(found, Exactly)
        digits = len(str(found.best.denominator))
        row(f"Risk or Safety to {points}, exactly", f"{seconds:.2f} s", f"{found.moments:,} states, {digits} digits")
    games = [Project(DICE / "risk-or-safety.gbk", settings={"n": points}).book for points in range(1, 21)]
    _, seconds = timed(lambda: [exactly(game) for game in games])
    row("all games from 1 to 20, one by one", f"{seconds:.2f} s", "fractions; the game to 20 holds them all")
    book = Project(DICE / "pig.gbk").book
    for chapters in (False, True):
        solved, seconds = timed(lambda chapters=chapters: solve(book, chapters=chapters))  # type: ignore[misc]
        width = solved.best.high - solved.best.low
        told = f"{solved.space.count:,} states, {solved.best.low:.10f}, bracket {width:.0e}"
        row("Pig to 100" + (", with chapters" if chapters else ""), f"{seconds:.2f} s", told)
    match = Project(DICE / "fargo-match.gbk").book
    solved, seconds = timed(lambda: solve(match))
    told = f"{solved.space.count:,} states, {solved.best.value:.10f}"
    row("Fargo, a match to a thousand points", f"{seconds:.2f} s", told)
    fargo = Project(DICE / "fargo.gbk").book
    turn, seconds = timed(lambda: exactly(fargo))
    assert isinstance(turn, Exactly)
    row("Fargo, best play exactly", f"{seconds:.2f} s", f"{turn.best} points")
    tuning, seconds = timed(lambda: Tuning(fargo, fargo.strategies[0]))
    row("Fargo, ready to search", f"{seconds:.2f} s")
    for method in METHODS:
        found_, seconds = timed(lambda method=method: search(tuning, (1,), (method,)))  # type: ignore[misc]
        row(f"Fargo, {method} search", f"{seconds:.2f} s", f"{found_.found[0].trials:,} trials, gap {found_.gap:.0e}")
