"""At which menus all may be lost, known from arrays: compared with the graph of all states."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, assume, given, settings

from gamebook.analysis.reach import Reach
from gamebook.limits import Limits
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.deaths import REAL_CHOICE
from gamebook.model.step import Choose
from gamebook.program.code import Decide, reached
from gamebook.solver.lost import may_be_lost
from gamebook.solver.solving import solve
from tests.support.random_books import books


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(books())
def test_where_nothing_can_be_won_any_more(book: Book) -> None:
    """From which states with two open options no way leads to a victory, of menus that are not the last on each way."""
    assume(book.aim == "win" and not book.then_score)
    steps = (step for block in book.blocks for step in steps_in(block))
    assume(all(step.owner == "reader" for step in steps if isinstance(step, Choose)))
    reach = Reach(solve(book))
    program = reach.solved.space.program
    menus = {number: node for number, node in enumerate(program.nodes) if isinstance(node, Decide)}
    lost = defaultdict[str, bool](bool)
    for number, node in menus.items():
        ahead = set[int]().union(*(reached(program, option.next) for option in node.options))
        if ahead.isdisjoint(menus) or not len(states := reach.states_at(number)):
            continue
        real = reach.open_options(number)[:, : len(node.options)].sum(axis=1) >= REAL_CHOICE
        if real.any():
            lost[node.address] |= bool((~reach.hopeful[states] & real).any())
    options = {node.address: range(len(node.options)) for node in menus.values()}
    told = may_be_lost(book, {}, options, Limits())
    assert told is not None
    both = told.keys() & lost.keys()
    assert {each: told[each] for each in both} == {each: lost[each] for each in both}
    assert not any(told[each] for each in told.keys() - lost.keys())
