"""Best play as data that travels with the page: what each option is worth, in every state at every decision.

For each decision a table: a row is a state; its columns are the variables that matter there, what each option is worth,
and which option best play takes. Columns lie one after another in bytes that are compressed together.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping

import numpy as np

from gamebook.analysis.certain import Certain
from gamebook.analysis.too_large import listed_apart
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.errors import LimitReached
from gamebook.kernels.arrays import Floats, Ints
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.publish.player.pack import Data
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

ALMOST_NEVER, ALMOST_SURE, CLOSED = 10_001, 10_002, 65_535
"""A chance is written in hundredths of a percent, 0 and 10,000 only if that is proven; these stand for what is nearer
to them than that, and for an option that is not open."""


def advice(book: Book, hero: Mapping[str, int], limit_states: int) -> Data:
    """The tables, and the bytes of their columns.

    Args:
        book: the book.
        hero: stats that are not rolled.
        limit_states: how many states the book may have.

    Raises:
        LimitReached: the book has more states.
    """
    solved = solve(book, hero, limits=Limits(states=limit_states), chapters=False)
    if not solved.space.complete:
        many = f"{limit_states:,} states{listed_apart(limit_states)}"
        raise LimitReached(f"the book has more than {many}; --limit-states raises the limit for hints")
    places = {variable.name: place for place, variable in enumerate(book.variables)}
    chapters = {chapter.name: number for number, chapter in enumerate(book.chapters)}
    worth = _chances(solved) if solved.wins else solved.best.action_values.astype("<f4")
    tables, columns = [], []
    for number, node in enumerate(solved.space.program.nodes):
        if not isinstance(node, Decide) or node.owner != "reader":
            continue
        table, found = _table(solved, number, node, places, worth)
        if table["rows"]:
            tables.append({"chapter": chapters.get(solved.space.program.places[number], -1), **table})
            columns += found
    data = zlib.compress(b"".join(columns), 9)
    return {"wins": solved.wins, "tables": tables, "columns": base64.b64encode(data).decode()}


def _table(
    solved: Solved, number: int, node: Decide, places: Mapping[str, int], worth: Floats | Ints
) -> tuple[Data, list[bytes]]:
    """One decision: its table, and its columns."""
    s = solved.space.states
    states = solved.point_states[number]
    states = states[s.first_action[states + 1] > s.first_action[states]]
    known = {places[name]: values for name, values in solved.columns(number, states).items() if name in places}
    order = np.lexsort(list(known.values())) if known else np.arange(len(states))  # like rows together: shorter
    states = states[order]
    counts = s.first_action[states + 1] - s.first_action[states]
    row = np.repeat(np.arange(len(states)), counts)
    action = np.arange(len(row)) + np.repeat(s.first_action[states] - np.cumsum(counts) + counts, counts)
    option = s.option[action]
    closed = CLOSED if solved.wins else np.nan
    worths = np.full((len(node.options), len(states)), closed, worth.dtype)
    worths[option, row] = worth[action]
    shares = np.zeros((len(node.options), len(states)))
    shares[option, row] = solved.best.weight[action]
    columns: list[tuple[Data, bytes]] = [_column(place, values[order]) for place, values in known.items()]
    table = {
        "address": node.address,
        "options": [each.address for each in node.options],
        "rows": len(states),
        "variables": [described for described, _ in columns],
    }
    best = shares.argmax(axis=0).astype("<u2") if len(states) else np.zeros(0, "<u2")
    return table, [*(data for _, data in columns), *(each.tobytes() for each in worths), best.tobytes()]


def _column(place: int, values: Ints) -> tuple[Data, bytes]:
    """The values of a variable, counted from the least one."""
    low = int(values.min()) if len(values) else 0
    span = int(values.max()) - low if len(values) else 0
    size = 1 if span < 1 << 8 else 2 if span < 1 << 16 else 4
    return {"place": place, "low": low, "size": size}, (values - low).astype(f"<u{size}").tobytes()


def _chances(solved: Solved) -> Ints:
    """uint16[a]: the chance to win after each action."""
    certain, s = Certain(solved, solved.best), solved.space.states
    if not len(s.option):
        return np.zeros(0, "<u2")
    starts = s.first_successor[:-1]
    sure = np.logical_and.reduceat(certain.wins[s.successor], starts)
    hope = np.logical_or.reduceat(certain.hopes[s.successor] | certain.wins[s.successor], starts)
    chance = solved.best.action_values
    found = np.clip(np.rint(chance * HUNDRED_PERCENT), 1, HUNDRED_PERCENT - 1)
    found = np.where(chance < 0.0001, ALMOST_NEVER, np.where(chance > 0.9999, ALMOST_SURE, found))
    return np.where(sure, HUNDRED_PERCENT, np.where(hope, found, 0)).astype("<u2")
