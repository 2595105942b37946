"""Components of small graphs drawn by hand, and against networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gamebook.kernels.components import components, mark_before
from gamebook.solver.graphs import (
    LOOKS,
    as_ways,
    end_components,
    layers,
    leading_to,
    led_to,
    reached_from,
    strong_components,
)

graphs = st.integers(1, 8).flatmap(
    lambda size: st.fixed_dictionaries({node: st.lists(st.integers(0, size - 1), max_size=3) for node in range(size)})
)


@given(graphs)
def test_components_are_networkxs_and_come_after_what_they_lead_to(successors: dict[int, list[int]]) -> None:
    found = strong_components(successors)
    drawn = nx.DiGraph(successors)
    assert {frozenset(part) for part in found} == {frozenset(part) for part in nx.strongly_connected_components(drawn)}
    rank = {node: number for number, part in enumerate(found) for node in part}
    assert all(rank[there] <= rank[here] for here, row in successors.items() for there in row)


def test_a_node_whose_dice_lead_away_breaks_the_loop() -> None:
    successors = {0: [1, 9], 1: [0], 2: [3], 3: [2, 9], 4: [4]}
    assert sorted(map(sorted, end_components(successors, free={0, 1, 2}))) == [[0, 1], [4]]


def test_a_loop_within_a_component() -> None:
    # 0 and 1 can be walked for ever; the dice of 2 lead on to 3, which leads back.
    successors = {0: [1, 2], 1: [0], 2: [0, 3], 3: [0, 9]}
    assert end_components(successors, free={0, 1}) == [{0, 1}]


@given(graphs, st.sets(st.integers(0, 7)))
def test_play_can_be_kept_in_an_end_component(successors: dict[int, list[int]], free: set[int]) -> None:
    for part in end_components(successors, free):
        for node in part:
            inside = [there in part for there in successors[node]]
            assert any(inside) if node in free else inside and all(inside)
        assert nx.is_strongly_connected(nx.DiGraph({n: [t for t in successors[n] if t in part] for n in part}))


@given(graphs, st.sets(st.integers(0, 7), min_size=1))
def test_what_leads_where_is_as_networkx_has_it(successors: dict[int, list[int]], some: set[int]) -> None:
    size, chosen = len(successors), np.array(sorted(node for node in some if node < len(successors)), np.int64)
    ways = [(here, there) for here, row in successors.items() for there in row]
    ends = np.array(ways, np.int64).reshape(-1, 2).T
    found = as_ways(ends[0], ends[1], size)
    drawn = nx.DiGraph(successors)
    ahead = {node for start in chosen for node in nx.descendants(drawn, start) | {start}}
    back = {node for goal in chosen for node in nx.ancestors(drawn, goal) | {goal}}
    assert set(np.flatnonzero(reached_from(found, chosen)).tolist()) == ahead
    assert set(np.flatnonzero(leading_to(found, chosen)).tolist()) == back
    marked = np.isin(np.arange(size), chosen)
    mark_before(*components(found.start, found.to), *found, marked)
    assert set(np.flatnonzero(marked).tolist()) == back


def test_nodes_that_are_led_to_are_told_once() -> None:
    found = as_ways(np.array([2, 0, 2, 0]), np.array([1, 2, 1, 1]), 3)  # written in any order
    assert led_to(found, np.array([0, 2])).tolist() == [1, 2]
    assert led_to(found, np.array([1])).tolist() == []


def test_a_way_that_is_written_256_times_is_still_a_way() -> None:
    found = as_ways(np.zeros(256, np.int64), np.ones(256, np.int64), 2)
    assert reached_from(found, np.array([0])).tolist() == [True, True]


def test_a_long_way_against_the_order_of_the_nodes_is_found() -> None:
    size = 4 * LOOKS
    back = as_ways(np.arange(1, size), np.arange(size - 1), size)
    assert leading_to(back, np.array([0])).all()
    assert leading_to(back, np.array([3])).tolist() == [False] * 3 + [True] * (size - 3)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_layers(pairs: list[tuple[int, int]]) -> None:
    """A node is one layer above the highest that it leads to; ways lead from the greater to the lesser number."""
    pairs = [(max(pair), min(pair)) for pair in pairs if pair[0] != pair[1]]
    height = [0] * 10
    for node in range(10):
        height[node] = max((height[to] + 1 for source, to in pairs if source == node), default=0)
    source, target = np.array(pairs, np.int64).reshape(-1, 2).T
    found = [layer.tolist() for layer in layers(as_ways(source, target, 10))]
    assert found == [[n for n in range(10) if height[n] == level] for level in range(max(height) + 1)]


def test_what_leads_to_a_loop_is_in_no_layer() -> None:
    ways = as_ways(np.array([0, 1, 2, 2, 4]), np.array([1, 0, 0, 3, 3]), 5)
    assert [layer.tolist() for layer in layers(ways)] == [[3], [4]]
