"""What readers look up, and what they keep: the tables of a book, and the accounts of a book without luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamebook.publish.document import Align, Block, Grid, Paragraph, Run
from gamebook.publish.ledgers import Ledger
from gamebook.publish.rules.writer import Writer
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find

MOST_COLUMNS = 13
"""A table with more columns is printed in parts, one under the other."""

_OF_AMOUNTS = ("expected", "ledger")
"""The ways to decide in which an amount has a column."""


def tables(writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]) -> Iterator[Block]:
    """The tables that some rule looks up."""
    parts = (*(each for each in declarations if not isinstance(each, ast.StrategyDecl)), *chapters)
    calls = [*find(parts, ast.Call)]
    asked = {str(call.function) for call in calls}
    found = [each for each in find(tuple(declarations), ast.TableDecl) if each.name in asked]
    if not found:
        return
    values = writer.values
    yield Paragraph((Run(values.say("rules-tables")),), "head")
    yield Paragraph((Run(values.say("rules-table")),), "rule")
    for table in found:
        yield Paragraph((Run(values.name(table.name)),), "head")
        yield from _grids(table, _rows(values, table, [call for call in calls if call.function == table.name]))


def _rows(values: Values, table: ast.TableDecl, calls: Sequence[ast.Call]) -> frozenset[int]:
    """The rows of a table that readers may need, by their numbers.

    Where a parameter says which row counts, as one for an older set of rules does, no other is ever needed.
    """
    first, last = table.rows
    found = set()
    for call in calls:
        row = call.arguments[1]
        known = None if isinstance(row, ast.Number) else values.count(row)
        if known is None:
            return frozenset(range(first, last + 1))
        found.add(min(max(known, first), last))
    return frozenset(found)


def _grids(table: ast.TableDecl, rows: frozenset[int]) -> Iterator[Grid]:
    """A table, cut where it is too wide for a page: parts of the same width, as far as possible."""
    first, last = table.columns
    count = last - first + 1
    parts = -(-count // MOST_COLUMNS)
    for part in range(parts):
        places = range(count * part // parts, count * (part + 1) // parts)
        head = ("", *(Values.whole(first + place) for place in places))
        lines = (
            (Values.whole(row), *(Values.whole(cells[place]) for place in places))
            for row, cells in enumerate(table.cells, start=table.rows[0])
            if row in rows
        )
        every = tuple(tuple((Run(cell),) for cell in line) for line in (head, *lines))
        align: Align = "right"
        yield Grid(every, (align,) * len(head), sides=True)


# ---- accounts ---------------------------------------------------------------------------------------------


def accounts(writer: Writer, ledgers: Sequence[Ledger]) -> Iterator[Block]:
    """How chance is decided without luck, and what is written down for it."""
    if not ledgers:
        return
    values = writer.values
    yield Paragraph((Run(values.say("rules-accounts")),), "head")
    if writer.usual is not None:
        yield Paragraph((Run(values.say("rules-decided", how=writer.how(writer.usual))),), "rule")
    yield Paragraph((Run(values.say("rules-account")),), "rule")
    for key in sorted(writer.ways_to_decide | {str(each.account.mode) for each in ledgers}):
        if f"explain-{key}" in values.phrases.words:
            yield Paragraph((Run(values.say(f"explain-{key}")),), "rule")
    if any(each.below and each.account.mode in _OF_AMOUNTS for each in ledgers):
        yield Paragraph((Run(values.say("rules-account-below")),), "rule")
    for each in ledgers:
        account = each.account
        columns = values.joined([_column(name, start) for name, start in each.columns])
        words = values.say("rules-account-line", account.of, name=each.name(values), n=str(account.of), columns=columns)
        again = (values.say(f"rules-account-anew-{when}") for when in account.anew)
        words = " ".join((words, *again))
        yield Paragraph((Run(words),), "rule")


def _column(name: str, start: int) -> str:
    return f"{name} ({Values.whole(start)})" if start else name
