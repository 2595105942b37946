"""The report on best play at one decision, over two values of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.analysis.policy_table import Cell, PolicyTable
from gamebook.report import cells
from gamebook.report.section import Lines, Section, Table


def sections(found: PolicyTable) -> Iterator[Section]:
    """A line for each row. A value in brackets: best play never comes there."""
    rows = [[row, *(_cell(found.cells.get((row, column))) for column in found.columns)] for row in found.rows]
    corner = f"{found.row} \\ {found.column}" if found.column else found.row
    head = (corner, *(map(str, found.columns) if found.column else ("",)))
    bracketed = any(isinstance(cell, cells.Unreached) for row in rows for cell in row)
    notes = ["In brackets: never reached with best play."] if bracketed else []
    if found.option:
        others = ", ".join(f"({r}, {c})" for (r, c), cell in found.cells.items() if not cell.threshold)
        notes.append(
            f"Best play is a threshold rule: {found.option} from these values on, and not below them."
            if found.threshold
            else f"Best play is not a threshold rule: {others}"
        )
    yield Section(title(found), [Table(head, rows, "r" * len(head), gives=0), Lines(notes)])


def title(found: PolicyTable) -> str:
    """The decision, and what the cells show of it."""
    shown = f"the least {found.least} for {found.option}" if found.option else "what best play does"
    return f"{found.decision}: {shown}"


def _cell(cell: Cell | None) -> cells.Cell:
    if cell is None:
        return ""
    value = what(cell)
    return value if cell.reached else cells.Unreached(value)


def what(cell: Cell) -> int | str:
    """What best play does there: the least value for the wanted option, or the options it takes."""
    return cell.least if cell.least is not None else "/".join(cell.options)
