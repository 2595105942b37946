"""Best play at one decision as a table over two values of the sheet, and whether it is of threshold form."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from gamebook.analysis.asked import asked
from gamebook.analysis.columns import on_states
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.errors import UsageError
from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import const, reads
from gamebook.model.expression import Expr
from gamebook.resolve.spelling import nearest
from gamebook.solver.solution import Solved

_ASKED = re.compile(
    r"(?P<decision>[^:]+):(?P<rows>.+?)(?:\sby\s(?P<columns>.+?))?(?:,\s*least\s+(?P<least>.+?)\s+for\s+(?P<option>.+))?"
)


class Cell(Struct, frozen=True):
    """What best play does in all the states of a row and a column."""

    options: tuple[str, ...]
    """The options it takes in them, in the order written."""
    least: int | None
    """The least value from which the wanted option is taken, or one more than the greatest value if it never is;
    None if no threshold is wanted."""
    threshold: bool
    """The wanted option is taken everywhere from `least` on, and nowhere below."""
    reached: bool
    """Best play reaches some of these states."""


class PolicyTable(Struct, frozen=True):
    """Best play at one decision."""

    decision: str
    row: str
    column: str
    """What rows and columns count, as given; the column is empty for a table of one column."""
    least: str
    option: str
    """What the cells show: the least `least` for `option`; both are empty if cells name options."""
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: Mapping[tuple[int, int], Cell]
    """By (row, column); some may be missing."""

    @property
    def threshold(self) -> bool:
        """Best play is of threshold form in every cell."""
        return all(cell.threshold for cell in self.cells.values())


def policy_table(solved: Solved, wanted: str) -> PolicyTable:
    """The table that `DECISION: ROWS by COLUMNS, least VALUE for OPTION` asks for; the last two parts may be left out.

    Raises:
        UsageError: it cannot be read, or asks for what the book does not have.
    """
    match = _ASKED.fullmatch(wanted.strip())
    if match is None:
        raise UsageError(f"a table is DECISION: ROWS by COLUMNS, least VALUE for OPTION, not {wanted.strip()}")
    parts = {name: (text or "").strip() for name, text in match.groupdict().items()}
    tables = list(reader_tables(solved))
    table = next((each for each in tables if each.name == parts["decision"]), None)
    if table is None:
        names = list(dict.fromkeys(each.name for each in tables))
        hint = nearest(parts["decision"], names) or f"there is {', '.join(names) or 'none'}"
        raise UsageError(f"the reader has no decision {parts['decision']}; {hint}")

    def values(text: str) -> Ints:
        return _column(solved, table, asked(solved.book, text) if text else const(0))

    rows, columns = values(parts["rows"]), values(parts["columns"])
    least = values(parts["least"])
    labels = list(table.labels.values())
    taken = np.argmax(table.share, axis=1)
    if parts["option"] and parts["option"] not in labels:
        hint = nearest(parts["option"], labels) or f"there is {', '.join(labels)}"
        raise UsageError(f"{parts['decision']} has no option {parts['option']}; {hint}")
    stop = labels.index(parts["option"]) if parts["option"] else -1
    cells = {}
    for row, column in sorted(set(zip(rows.tolist(), columns.tolist(), strict=True))):
        here = (rows == row) & (columns == column)
        cells[row, column] = Cell(
            options=tuple(labels[n] for n in np.unique(taken[here])),
            least=_least(least[here], taken[here] == stop) if stop >= 0 else None,
            threshold=_is_threshold(least[here], taken[here] == stop),
            reached=bool((table.visits[here] > 0).any()),
        )
    return PolicyTable(
        parts["decision"], parts["rows"], parts["columns"], parts["least"], parts["option"],
        tuple(sorted({row for row, _ in cells})), tuple(sorted({column for _, column in cells})), cells,
    )  # fmt: skip


def _column(solved: Solved, table: Merged, expr: Expr) -> Ints:
    """An expression in each state of a decision."""
    known = {each.name for each in solved.book.parameters} | set(table.columns)
    missing = reads(expr) - known
    if missing:
        raise UsageError(
            f"{', '.join(sorted(missing))} no longer matters at {table.name}, so best play does not depend on it"
        )
    return on_states(solved.book, expr, table.columns, len(table.visits))


def _least(values: Ints, wanted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    return int(values[wanted].min()) if wanted.any() else int(values.max()) + 1


def _is_threshold(values: Ints, wanted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> bool:
    return not wanted.any() or bool((wanted == (values >= values[wanted].min())).all())
