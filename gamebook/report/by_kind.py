"""The report on every kind of hero that the dice make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamebook.analysis.by_kind import ByKind, KindRow
from gamebook.plain import as_data
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance
from gamebook.report.section import Lines, Section, Table
from gamebook.sentences import counted

SHOWN = 10
"""Kinds of hero that are shown at either end of the list."""


def sections(found: ByKind, everything: bool = False) -> Iterator[Section]:
    """What `gamebook heroes` prints: the mean of all kinds, and a line for each."""
    amounts = Amounts(found.aim == "win")
    complete = not any(kind.why for kind in found.kinds)
    means = [f"{name} {amounts.play(value, complete=complete)}" for name, value in found.mean.items()]
    kinds = f"{counted(len(found.kinds), 'kind')} of hero"
    told = f"This is the mean of {kinds} that the dice make; each is solved by itself."
    yield Section(parts=(Lines((*means, told)),))
    left = 0 if everything else len(found.kinds) - 2 * SHOWN
    shown = [*found.kinds[:SHOWN], *found.kinds[-SHOWN:]] if left > 0 else found.kinds
    stats = list(found.kinds[0].stats)
    failed = any(kind.why for kind in shown)
    head = (*stats, *found.readers, "rolled with chance", *["not known better because"] * failed)
    rows = [_row(kind, amounts, failed=failed) for kind in shown]
    table = Table(head, rows, "r" * (len(stats) + len(found.readers) + 1) + "l" * failed)
    more = [f"… and {left:,} more kinds of hero; --all lists them"] * (left > 0)
    yield Section("Heroes", (table, Lines(more)))


def _row(kind: KindRow, amounts: Amounts, *, failed: bool) -> tuple[Cell, ...]:
    values = (None if amounts.unknown(value) else amounts.between(value) for value in kind.values.values())
    return (*map(str, kind.stats.values()), *values, Chance(kind.chance), *[kind.why] * failed)


def has_bounds(found: ByKind) -> bool:
    """Whether the mean of a reader is shown as bounds."""
    amounts = Amounts(found.aim == "win")
    return any(amounts.bounds(value) for value in found.mean.values())


def data(found: ByKind) -> dict[str, Any]:
    """Everything as plain data."""
    return {"version": 1, **as_data(found)}
