"""The results of a sweep as a report."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from gamebook.analysis.difficulty import Bracket
from gamebook.plain import as_data
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Count, Number, Worded
from gamebook.report.section import Lines, Section, Table
from gamebook.sentences import counted
from gamebook.sweep.run import Swept
from gamebook.sweep.task import Found, Task

VALUES = {"win": "wins with chance", "score": "earns"}
"""The column of a value, by the aim of the book."""
COLUMNS = (*VALUES.values(), "price", "luck", "states", "seconds", "failure")
"""The columns of results; an axis with one of these names gets a column such as `axes.price`."""


def sections(swept: Swept) -> list[Section]:
    """One line for each variant; chances to win and points have columns of their own."""
    if not swept.rows:
        return [Section(parts=[Lines(["The plan has no variant."])])]
    names = _axes(swept, COLUMNS)
    shows = [name for name in ("price", "luck", "states") if any(getattr(f, name) is not None for _, f in swept.rows)]
    failed = bool(swept.failed)
    aims = [aim for aim in VALUES if any(task.aim == aim for task, _ in swept.rows)]
    head = [*names, *(VALUES[aim] for aim in aims), *shows, "seconds", *["failure"] * failed]
    lines: list[Sequence[Cell]] = [
        [
            *(str(value) for _, value in task.axes),
            *(_value(task, found) if task.aim == aim else None for aim in aims),
            *(_shown(name, getattr(found, name), wins=task.aim == "win") for name in shows),
            Number(found.seconds, ".2f"),
            *[found.failure] * failed,
        ]
        for task, found in swept.rows
    ]
    sides = "l" * len(names) + "r" * (len(aims) + len(shows) + 1) + "l" * failed
    done = f"{counted(len(swept.rows), 'variant')}, {swept.new:,} of them worked out now"
    done += f"; {swept.failed:,} failed." if failed else "."
    return [Section(parts=[Table(head, lines, sides)]), Section(parts=[Lines([done])])]


def limited(swept: Swept) -> int:
    """Of how many variants only bounds are known."""
    brackets = ((_amounts(task), _bracket(found)) for task, found in swept.rows)
    return sum(each is not None and (amounts.unknown(each) or amounts.bounds(each)) for amounts, each in brackets)


def _amounts(task: Task) -> Amounts:
    return Amounts(task.aim == "win")


def _bracket(found: Found) -> Bracket | None:
    return None if found.low is None or found.high is None else Bracket(found.low, found.high)


def _value(task: Task, found: Found) -> Cell:
    bracket = _bracket(found)
    return None if bracket is None else _amounts(task).between(bracket)


def _shown(name: str, value: float | None, *, wins: bool) -> Cell:
    if value is None:
        return None
    if name == "states":
        return Count(int(value))
    if value < 0 and wins:  # who knows of no way may do better than best play, which must take what it knows
        return Worded(f"-{Chance(-value)}", value)
    return Chance(value) if wins else Number(value, ".6g")


def columns(swept: Swept) -> dict[str, list[Any]]:
    """The same for programs that read tables: by name a column, with a row for each variant.

    Bounds are `low` and `high`, as in the data. An axis that has both numbers and words is all text.
    """
    if not swept.rows:
        return {}
    tasks, found = [task for task, _ in swept.rows], [found for _, found in swept.rows]
    results = Found.__struct_fields__
    told: dict[str, list[Any]] = {}
    for number, name in enumerate(_axes(swept, ("aim", *results))):
        values = [task.axes[number][1] for task in tasks]
        told[name] = values if all(isinstance(value, int) for value in values) else [*map(str, values)]
    return told | {"aim": [task.aim for task in tasks]} | {name: [getattr(f, name) for f in found] for name in results}


def _axes(swept: Swept, results: Collection[str]) -> list[str]:
    """What the columns of the axes are called beside those of the results."""
    return [f"axes.{name}" if name in results else name for name, _ in swept.rows[0][0].axes]


def data(swept: Swept) -> dict[str, Any]:
    """The same as data."""
    rows = [{"axes": dict(task.axes), "aim": task.aim, **as_data(found)} for task, found in swept.rows]
    return {"rows": rows, "new": swept.new}
