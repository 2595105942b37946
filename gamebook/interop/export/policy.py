"""What best play does in every state, as a table."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO

import numpy as np

from gamebook.analysis.decisions import Decision, decisions
from gamebook.errors import LimitReached
from gamebook.job import current
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

ABOUT = ("chapter", "decision", "owner", "option", "value", "loss_of_next", "visits")
"""The columns before those of the sheet: where, what strategies call the decision, whose it is, what is taken, the
chance to win (or the points) from there, how much less the next best option is worth, expected visits of best play."""

Columns = Mapping[str, list[object]]
"""A row for each state in which somebody decides between at least two open options. A variable that no longer matters
is None."""


def policy(book: Book, hero: Mapping[str, int] | None, most: int) -> Columns:
    """Best play in every state.

    Raises:
        LimitReached: there are more than `most` states.
    """
    solved = solve(book, hero, limits=Limits(states=most))
    if not solved.space.whole:
        raise LimitReached(f"the book has more than {most:,} states")
    told = decisions(book)
    parts = [_rows(solved, node, told) for node in solved.decisions()]
    sheet = [variable.name for variable in book.variables] + [name for part in parts for name in part]
    known = {name for part in parts for name in part}
    columns: dict[str, list[object]] = {name: [] for name in (*ABOUT, *sheet) if name in {*ABOUT, *known}}
    for part in parts:
        for name, column in columns.items():
            column.extend(part.get(name, [None] * len(part["option"])))
    return columns


def _rows(solved: Solved, node: int, told: Mapping[str, Decision]) -> dict[str, list[object]]:
    """The rows of one decision; a variable of the sheet that is called like another column has `sheet` before it."""
    table = solved.decision(solved.best, node)
    several = table.is_open.sum(axis=1) > 1
    worth = table.worth[several] * (1 if table.owner == "reader" else -1)
    taken, rows = np.argmax(table.share[several], axis=1), np.arange(several.sum())
    others = np.where(np.isnan(worth), -np.inf, worth)
    others[rows, taken] = -np.inf
    labels = [told[table.address].labels[address] for address in table.options]
    about: tuple[list[object], ...] = (
        [table.chapter] * len(rows),
        [told[table.address].name] * len(rows),
        [table.owner] * len(rows),
        [labels[place] for place in taken.tolist()],
        table.value[several].tolist(),
        np.maximum(worth[rows, taken] - others.max(axis=1, initial=-np.inf), 0.0).tolist(),
        table.visits[several].tolist(),
    )
    columns = {name if name not in ABOUT else f"sheet {name}": each[several] for name, each in table.columns.items()}
    return dict(zip(ABOUT, about, strict=True)) | {name: column.tolist() for name, column in columns.items()}


def csv_text(columns: Columns) -> Iterator[str]:
    """The table as CSV, line by line; None is an empty field."""
    job = current()
    job.begin("writing states", len(columns["option"]))
    for number, row in enumerate([tuple(columns), *zip(*columns.values(), strict=True)]):
        if number % 2_000 == 0:
            job.step(number)
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        yield line.getvalue()
