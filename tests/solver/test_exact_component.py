"""A component in fractions, against all pairs of policies: each is a chain, and what it earns is solved by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamebook.solver.exact_component import Way, Ways, solve_component
from gamebook.solver.graphs import strong_components

OUT = -1
Total = Fraction | float
"""What a chain earns; infinite where it gains or loses each time round."""


@st.composite
def components(draw: st.DrawFn) -> tuple[Ways, dict[int, str], Fraction]:
    """Two to five places, each led to from the one before, and what is earned outside."""
    size = draw(st.integers(2, 5))
    ways: Ways = {}
    owners: dict[int, str] = {}
    for number in range(size):
        owners[number] = draw(st.sampled_from(["reader", "rival", "chance"]))
        targets = [(number + 1) % size, *draw(st.lists(st.integers(OUT, size - 1), max_size=2, unique=True))]
        scores = draw(st.lists(st.sampled_from([0, 0, 0, 1, -1, 2, -3]), min_size=len(targets), max_size=len(targets)))
        chance = Fraction(1, len(targets))
        ways[number] = [Way(chance, target, Fraction(score)) for target, score in zip(targets, scores, strict=True)]
    return ways, owners, Fraction(draw(st.integers(-3, 3)))


def solved(rows: Mapping[int, list[Way]], outside: Fraction) -> dict[int, Fraction]:
    """What a chain earns that leaves from everywhere: Gauss and Jordan."""
    names = sorted(rows)
    table = []
    for name in names:
        line = [Fraction(name == other) for other in names] + [Fraction(0)]
        for way in rows[name]:
            line[-1] += way.chance * (way.score + (outside if way.target == OUT else 0))
            if way.target != OUT:
                line[names.index(way.target)] -= way.chance
        table.append(line)
    for column in range(len(names)):
        pivot = next(row for row in range(column, len(names)) if table[row][column])
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [each / table[column][column] for each in table[column]]
        for row in range(len(names)):
            if row != column:
                factor = table[row][column]
                table[row] = [x - factor * y for x, y in zip(table[row], table[column], strict=True)]
    return {name: table[row][-1] for row, name in enumerate(names)}


def chain_total(rows: Mapping[int, list[Way]], outside: Fraction, stay: float) -> dict[int, Total] | None:
    """What a chain earns from each place; None where a way round earns something each time and nothing on average.

    Args:
        stay: what staying for ever for nothing is worth. Who gains each time round may leave at any time.
    """
    closed: dict[int, Total] = {}
    for part in strong_components(
        {name: [way.target for way in row if way.target != OUT] for name, row in rows.items()}
    ):
        if not all(way.target in part for name in part for way in rows[name]):
            continue
        scores = {way.score for name in part for way in rows[name]}
        if scores == {Fraction(0)}:
            closed |= dict.fromkeys(part, stay)
            continue
        # The mean of a round: what is earned until play is back at the first place of the part.
        first = min(part)
        broken = {
            name: [way._replace(target=OUT if way.target == first else way.target) for way in rows[name]]
            for name in part
        }
        mean = solved(broken, Fraction(0))[first]
        if not mean:
            return None
        closed |= dict.fromkeys(part, inf if mean > 0 else -inf)
    total: dict[int, Total] = dict(closed)
    doomed = {name for name, worth in closed.items() if worth}
    while more := {n for n, row in rows.items() if n not in doomed and any(way.target in doomed for way in row)}:
        doomed |= more
        for name in more:
            ends = {total[way.target] for way in rows[name] if way.target in doomed and way.target in total}
            if len(ends & {inf, -inf}) != 1:
                return None  # it may be either
            total[name] = ends.pop()
    rest = {name: row for name, row in rows.items() if name not in total}
    known = {
        name: [way._replace(target=OUT, score=way.score - outside) if way.target in total else way for way in row]
        for name, row in rest.items()
    }
    return total | solved(known, outside)


def policies(ways: Ways, owners: Mapping[int, str], owner: str) -> Iterator[dict[int, Way]]:
    names = [name for name in ways if owners[name] == owner]
    for chosen in product(*(ways[name] for name in names)):
        yield dict(zip(names, chosen, strict=True))


def judged(ways: Ways, owners: Mapping[int, str], outside: Fraction, stay: float) -> dict[int, Total] | None:
    """What each player can be sure of by one policy, where it is the same for both."""
    table = []
    for ours in policies(ways, owners, "reader"):
        line = []
        for theirs in policies(ways, owners, "rival"):
            fixed = {name: [way._replace(chance=Fraction(1))] for name, way in (ours | theirs).items()}
            worth = chain_total({**ways, **fixed}, outside, stay)
            if worth is None:
                return None
            line.append(worth)
        table.append(line)
    below = {name: max(min(worth[name] for worth in line) for line in table) for name in ways}
    above = {name: min(max(line[i][name] for line in table) for i in range(len(table[0]))) for name in ways}
    return below if below == above else None


@pytest.mark.parametrize("leave", [False, True], ids=["may stay", "must leave"])
@given(component=components())
def test_nobody_can_do_better(component: tuple[Ways, dict[int, str], Fraction], leave: bool) -> None:
    ways, owners, outside = component
    assume(any(way.target == OUT for row in ways.values() for way in row))
    found = solve_component(ways, owners, {OUT: outside}, leave=leave)
    assume(not isinstance(found, str))
    expected = judged(ways, owners, outside, -inf if leave else 0.0)
    assume(expected is not None and not (leave and -inf in expected.values()))  # nobody keeps the reader from leaving
    assert found == expected


def test_a_rival_may_give_before_the_reader_leaves() -> None:
    """Round and round the reader gains 4 and then 0 ends it, or -1 leads back: the rival ends it."""
    ways = {
        0: [Way(Fraction(1), 1, Fraction(4)), Way(Fraction(1), OUT, Fraction(2))],
        1: [Way(Fraction(1), OUT, Fraction(0)), Way(Fraction(1), 0, Fraction(-1))],
    }
    owners = {0: "reader", 1: "rival"}
    for leave in (False, True):
        assert solve_component(ways, owners, {OUT: Fraction(0)}, leave=leave) == {0: 4, 1: 0}


def test_who_gains_each_round_has_no_total() -> None:
    ways = {
        0: [Way(Fraction(1), 1, Fraction(2)), Way(Fraction(1), OUT, Fraction(0))],
        1: [Way(Fraction(1), 0, Fraction(-1))],
    }
    assert solve_component(ways, {0: "reader", 1: "chance"}, {OUT: Fraction(0)}) == "infinite"


def test_a_round_worth_nothing_on_the_whole_has_no_total() -> None:
    ways = {
        0: [Way(Fraction(1), 1, Fraction(1)), Way(Fraction(1), OUT, Fraction(0))],
        1: [Way(Fraction(1), 0, Fraction(-1))],
    }
    assert solve_component(ways, {0: "reader", 1: "chance"}, {OUT: Fraction(0)}) == "undefined"
