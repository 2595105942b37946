"""Systems of linear equations in exact fractions, as chains and policies make them: sparse, with one solution."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import heapify, heappop, heappush

from gamebook.job import look

Row = tuple[Fraction, Mapping[int, Fraction]]
"""The right side of x = constant + Σ factor · x'."""


def solve_rows(rows: Mapping[int, Row]) -> dict[int, Fraction]:
    """The solution of x[i] = constant + Σ factor · x[j] for all rows i at once.

    Unknowns are put into the others' equations one by one, those with few neighbours first (Gauss elimination with
    Markowitz's rule). There must be exactly one solution.

    Raises:
        OutOfTime: as `job.look`.
    """
    constants = {i: constant for i, (constant, _) in rows.items()}
    factors = {i: dict(row) for i, (_, row) in rows.items()}
    users: dict[int, set[int]] = {i: set() for i in rows}
    for i, row in factors.items():
        for j in row:
            users[j].add(i)

    def work(i: int) -> int:
        return len(factors[i]) * len(users[i])

    waiting = [(work(i), i) for i in rows]
    heapify(waiting)
    order: list[int] = []
    done: set[int] = set()
    while waiting:
        cost, i = heappop(waiting)
        if i in done:
            continue
        if cost < work(i):
            heappush(waiting, (work(i), i))
            continue
        look()
        done.add(i)
        order.append(i)
        row = factors[i]
        users[i].discard(i)
        scale = 1 / (1 - row.pop(i, Fraction(0)))
        constants[i] *= scale
        for j in row:
            row[j] *= scale
            users[j].discard(i)
        for user in users[i]:
            factor = factors[user].pop(i)
            constants[user] += factor * constants[i]
            for j, more in row.items():
                factors[user][j] = factors[user].get(j, Fraction(0)) + factor * more
                users[j].add(user)
    solution: dict[int, Fraction] = {}
    for i in reversed(order):
        look()
        solution[i] = constants[i] + sum(factor * solution[j] for j, factor in factors[i].items())
    return solution
