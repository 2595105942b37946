"""A policy over two values of the sheet, as text and as CSV."""

from __future__ import annotations

import csv
from io import StringIO

from rich.text import Text

from gamebook.analysis.policy_table import Cell, PolicyTable
from gamebook.render.tables import table


def cell_words(found: PolicyTable, cell: Cell | None) -> str:
    """The text of a cell."""
    if cell is None:
        return ""
    return str(cell.least) if found.option else "/".join(cell.options)


def _corner(found: PolicyTable) -> str:
    return f"{found.row} \\ {found.column}" if found.column else found.row


def policy_text(found: PolicyTable, width: int | None = None) -> Text:
    """A line for each row. A value in brackets: best play never comes there."""
    told = f"the least {found.least} for {found.option}" if found.option else "what best play does"
    text = Text().append(f"{found.decision}: {told}\n", "bold")
    lines = []
    for row in found.rows:
        cells = [found.cells.get((row, column)) for column in found.columns]
        words = [
            f"({word})" if cell and not cell.reached else word for cell in cells for word in [cell_words(found, cell)]
        ]
        lines.append((str(row), *words))
    head = (_corner(found), *(map(str, found.columns) if found.column else ("",)))
    text.append_text(table(head, lines, "r" * len(head), width, gives=0))
    notes = ["In brackets: never reached with best play."] if "(" in "".join(map("".join, lines)) else []
    if found.option:
        notes.append(
            f"Best play is a threshold rule: {found.option} from these values on, and not below them."
            if found.threshold
            else "Best play is not a threshold rule: "
            + ", ".join(f"({r}, {c})" for (r, c), cell in found.cells.items() if not cell.threshold)
        )
    return text.append("".join(f"{note}\n" for note in notes))


def policy_csv(found: PolicyTable, *, reached: bool = False) -> str:
    """The same with commas; with `reached`, only the cells that best play reaches."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_corner(found), *(found.columns if found.column else [""])])
    for row in found.rows:
        cells = [found.cells.get((row, column)) for column in found.columns]
        writer.writerow(
            [row, *(cell_words(found, cell) if cell and (cell.reached or not reached) else "" for cell in cells)]
        )
    return out.getvalue()
