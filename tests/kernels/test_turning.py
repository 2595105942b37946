"""Loops that all ways round lead through one node of, against every way of playing them, in fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.kernels.bellman import MAXIMISE, MIX
from gamebook.kernels.cells.sweep import Rule
from gamebook.kernels.cells.turning import Round, find_order, make_round, may_stay, work_out_round

pytestmark = pytest.mark.usefixtures("kernels_as_python")
PARTS = 16
"""Chances are so many parts of 1, and values of the ways out, too: without rounding."""
LANES = 2
SLACK = 8.0


@dataclass(frozen=True)
class Way:
    """A way of an action: to a node, or out to values of so many parts, one for each lane."""

    chance: Fraction
    to: int | None
    worth: tuple[Fraction, ...] = ()


Loop = list[tuple[int, list[list[Way]]]]
"""The nodes: how each decides, and the ways of its actions."""


@st.composite
def loops(draw: st.DrawFn) -> Loop:
    """Nodes, each leading to those before it, to the last, and out."""
    size = draw(st.integers(2, 4))

    def action(node: int) -> list[Way]:
        parts = draw(st.lists(st.integers(1, PARTS), min_size=1, max_size=4))
        total = sum(parts)
        places = [*range(node), size - 1, None, None]
        found = []
        for part in parts:
            to = draw(st.sampled_from(places))
            worth = tuple(Fraction(draw(st.integers(0, PARTS)), PARTS) for _ in range(LANES)) if to is None else ()
            found.append(Way(Fraction(part, total), to, worth))
        return found

    modes = st.sampled_from((MAXIMISE, MIX))
    return [(draw(modes), [action(node) for _ in range(draw(st.integers(1, 3)))]) for node in range(size)]


def as_round(loop: Loop) -> Round:
    """The loop as the kernels have it, in one place for each lane."""
    r, size = make_round(LANES), len(loop)
    r.least[:LANES], r.most[:LANES] = np.inf, -np.inf
    actions = inner = 0
    for node, (mode, some) in enumerate(loop):
        r.mode[node] = mode
        for ways in some:
            r.terms[actions] = len(ways)
            places = slice(actions * LANES, (actions + 1) * LANES)
            r.out[places] = r.out_low[places] = r.out_high[places] = r.out_sure[places] = 0
            for way in ways:
                if way.to is None:
                    worth = np.array([float(each) for each in way.worth])
                    r.out[places] += float(way.chance)
                    r.out_low[places] += float(way.chance) * worth
                    r.out_high[places] += float(way.chance) * worth
                    r.out_sure[places] += worth == 1.0
                    r.least[:LANES] = np.minimum(r.least[:LANES], worth)
                    r.most[:LANES] = np.maximum(r.most[:LANES], worth)
                else:
                    r.to[inner] = way.to
                    r.chance[inner * LANES : (inner + 1) * LANES] = float(way.chance)
                    inner += 1
            actions += 1
            r.first_inner[actions] = inner
        r.first_action[node + 1] = actions
    assert size <= len(r.order)
    return r


def played(loop: Loop, policy: tuple[int, ...], lane: int) -> list[Fraction] | None:
    """What each node is worth under a policy; None where somebody stays for ever.

    A node's value is gain + (1 - leave) * x, where x is the last one's.
    """
    gain: list[Fraction] = []
    leave: list[Fraction] = []
    for (mode, actions), choice in zip(loop, policy, strict=True):
        some = actions if mode == MIX else [actions[choice]]
        total = out = Fraction(0)
        for ways in some:
            for way in ways:
                share = way.chance / len(some)
                if way.to is None:
                    total += share * way.worth[lane]
                    out += share
                elif way.to < len(loop) - 1:
                    total += share * gain[way.to]
                    out += share * leave[way.to]
        gain.append(total)
        leave.append(out)
    if not leave[-1]:
        return None
    last = gain[-1] / leave[-1]
    return [g + (1 - out) * last for g, out in zip(gain, leave, strict=True)]


@pytest.mark.slow
@settings(deadline=None)
@given(loops(), st.booleans())
def test_bounds_hold_the_best_of_all_policies(loop: Loop, ties_last: bool) -> None:
    size = len(loop)
    policies = list(product(*(range(1 if mode == MIX else len(actions)) for mode, actions in loop)))
    of_each = [[played(loop, policy, lane) for policy in policies] for lane in range(LANES)]
    r = as_round(loop)
    assert may_stay(r, size) >= any(values is None for values in of_each[0])
    if may_stay(r, size):
        return
    assert find_order(r, size)
    # Another node than the last may do as well; all earlier ones stand before the later ones all the same.
    rule = Rule(np.zeros(1, np.int32), ties_last, True, SLACK, 0.0)
    work_out_round(rule, r, size, LANES, LANES)
    for lane, known in enumerate(of_each):
        assert r.below[lane] <= r.above[lane]
        for node in range(size):
            best = max(values[node] for values in known if values is not None)
            low, high = (float(each[node * LANES + lane]) for each in (r.low, r.high))
            assert Fraction(low) <= best <= Fraction(high)
            assert high - low <= 1e-11
        chosen = tuple(int(r.best[node * LANES + lane]) for node in range(size))
        values = played(loop, chosen, lane)
        assert values is not None
        for node in range(size):
            assert float(values[node]) == pytest.approx(max(float(each[node]) for each in known if each), abs=1e-11)


def test_a_loop_with_two_ways_round_has_no_turning_node() -> None:
    half = Fraction(1, 2)
    out = Way(half, None, (half, half))
    apart: Loop = [(MIX, [[Way(half, 0), out]]), (MIX, [[Way(half, 1), out]])]
    r = as_round(apart)
    assert not may_stay(r, 2)
    assert not find_order(r, 2)


def test_the_last_node_of_the_order_is_one_that_all_ways_round_lead_through() -> None:
    third = Fraction(1, 3)
    out = Way(third, None, (third, third))
    # 0 and 2 lead back to 1, and to each other by way of it alone
    loop: Loop = [
        (MIX, [[Way(third, 1), out]]),
        (MIX, [[Way(third, 0), Way(third, 2), out]]),
        (MIX, [[Way(third, 1), out]]),
    ]
    r = as_round(loop)
    assert find_order(r, 3)
    order = r.order[:3].tolist()
    assert order[-1] == 1
    assert sorted(order) == [0, 1, 2]
    assert all(a != b for a, b in pairwise(order))
