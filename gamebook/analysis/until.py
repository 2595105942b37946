"""How play ends up to some chapters: who gets there, with what on the sheet, and where the others end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gamebook.graph.until import arrivals
from gamebook.solver.follow import follow
from gamebook.solver.solution import Solved
from gamebook.syntax.heads import natural


class EndState(Struct, frozen=True):
    """One way in which play can end there."""

    chance: float
    chapter: str
    reached: bool
    """Whether this is the arrival at one of the chapters of `until`."""
    ending: str
    sheet: Mapping[str, int]
    """What the reader has on arrival, as far as it can differ: values by name, without those that are 0. Empty where
    play ended before."""


def end_states(solved: Solved, chapters: tuple[str, ...]) -> tuple[EndState, ...]:
    """Every end state of best play, the likeliest first.

    Args:
        solved: a book cut at the chapters (`graph.until.cut_at`), solved.
        chapters: where it was cut.
    """
    at_end = arrivals(solved.book, chapters)
    variables = {variable.name: variable for variable in solved.book.variables}
    cells = solved.space.program.cells
    sheet = tuple(
        cell.name
        for cell in cells
        if cell.low < cell.high and cell.name in variables and variables[cell.name].kind not in ("hidden", "local")
    )
    found = []
    for (chapter, ending, values), chance in follow(solved.best, sheet, frozenset(at_end)).items():
        at = dict(zip(sheet, values, strict=True)) if ending in at_end else {}
        left = {name: value for name, value in at.items() if value}
        found.append(EndState(chance, at_end.get(ending, chapter), ending in at_end, ending, left))
    found.sort(key=lambda each: (-each.chance, natural(each.chapter), tuple(each.sheet.items())))
    return tuple(found)
