"""The report on a search for parameters."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from gamebook.analysis.search import METHODS, Search
from gamebook.analysis.tuning import Worth
from gamebook.model.book import Book
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Number
from gamebook.report.section import Lines, Section, Table
from gamebook.sentences import counted

POINTS = Amounts(wins=False)
STEPS = "Steps: how often a search looked at a way to set them, the same way again included."


def sections(book: Book, search: Search) -> Iterator[Section]:
    """The winner, how each method did, and the gap to best play over all policies."""
    winner = search.winner
    same = search.gap <= 1e-12 * abs(search.best)
    amounts = Amounts(book.aim == "win")
    below = f"{amounts.value(search.gap)} below best play ({amounts.value(search.best)})"
    gap = "as much as best play" if same else below
    wins = f"{'wins with chance' if amounts.wins else 'earns'} {amounts.value(winner.value)}"
    if winner.worth.points is not None and search.best_worth.points is not None:
        wins = f"{wins} and earns {POINTS.value(winner.worth.points)}"
        gap = f"{'as often as best play' if same else below}, which earns {POINTS.value(search.best_worth.points)}"
    rows = []
    for method in METHODS:
        hits, count = search.hits(method)
        if count:
            trials = sum(each.trials for each in search.found if each.method == method)
            rows.append((method, f"{hits} of {count}", Number(trials / count, ",.0f")))
    ways = f"{search.vectors:,} ways to set the parameters"
    tried = f"those that were tried are {counted(search.behaviours, 'different policy', 'different policies')}"
    yield Section(
        winner.policy.words,
        (
            Lines([f"{wins}, {gap}."]),
            Table(("search", "found it", "steps each"), rows, "lrr"),
            Lines([f"{ways}; {tried}.", STEPS]),
        ),
    )


def data(book: Book, search: Search) -> dict[str, Any]:
    """The same as data."""
    winner = search.winner
    return {
        "book": about(book),
        "strategy": winner.policy.strategy.name,
        "parameters": dict(winner.policy.values),
        "value": winner.value,
        **_points("points", winner.worth),
        "best": search.best,
        **_points("best_points", search.best_worth),
        "gap": search.gap,
        "vectors": search.vectors,
        "behaviours": search.behaviours,
        "late": search.late,
        "searches": [
            {
                "method": each.method,
                "seed": each.seed,
                "value": each.value,
                **_points("points", each.worth),
                "parameters": dict(each.policy.values),
                "trials": each.trials,
                "complete": each.complete,
            }
            for each in search.found
        ],
    }


def _points(name: str, worth: Worth) -> dict[str, float | None]:
    """The points that come with a chance to win; nothing under other aims, None where they have no total."""
    points = worth.points
    return {} if points is None else {name: points if isfinite(points) else None}
