"""Menus apart where there is something to choose: play is the same, and so is what it is worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from gamebook.model.book import Book
from gamebook.model.deaths import REAL_CHOICE
from gamebook.program.choices import Menus, choices_apart
from gamebook.program.code import Decide, Program
from gamebook.program.compile import compiled
from gamebook.project import Project
from gamebook.solver.backward import evaluate
from gamebook.solver.manner import best_play
from gamebook.solver.solution import ending_worth
from gamebook.solver.space import Space, explore
from tests.support.random_books import books

TEXT = """sheet
    item rope, lamp

=== 1
* Take the rope
    ~ gain rope
    -> 2
* Take the lamp
    ~ gain lamp
    -> 2
* Take both
    ~ gain rope
    ~ gain lamp
    -> 2

=== 2
* Climb [if rope] -> 3
* Go into the dark [if lamp] -> 3

=== 3
* Win -> victory
* Lose -> defeat
"""


def menus_of(program: Program) -> Menus:
    """All decisions, with all options."""
    nodes = enumerate(program.nodes)
    return {number: range(len(node.options)) for number, node in nodes if isinstance(node, Decide)}


def open_at(space: Space, node: int) -> set[int]:
    """How many options are open at a node, in all of its states."""
    s = space.states
    states = np.flatnonzero(s.point == space.code.point[node])
    return {int((s.option[s.first_action[n] : s.first_action[n + 1]] >= 0).sum()) for n in states}


def test_a_menu_stands_apart_where_two_options_are_open() -> None:
    """The last menu of a way is none that counts: nothing is chosen after it."""
    program = compiled(Project.of(TEXT).book)
    apart = choices_apart(program, menus_of(program))
    assert sorted(apart.program.places[node] for node in apart.real) == ["1", "2"]
    space = explore(apart.program)
    (choice,) = (node for node in apart.real if apart.program.places[node] == "2")
    (other,) = (node for node in apart.menus if apart.program.places[node] == "2" and node != choice)
    assert (open_at(space, choice), open_at(space, other)) == ({2}, {1})
    assert apart.origin[choice] == apart.origin[other]


@pytest.mark.slow
@settings(deadline=None)
@given(books())
def test_what_play_is_worth_stays(book: Book) -> None:
    program = compiled(book)
    apart = choices_apart(program, menus_of(program))
    before, after = explore(program), explore(apart.program)
    worth = ending_worth(book, program)
    known = (evaluate(space, best_play(space), worth, wins=book.aim == "win") for space in (before, after))
    one, other = (
        (float(each.low[space.root]), float(each.high[space.root]))
        for each, space in zip(known, (before, after), strict=True)
    )
    assert one == pytest.approx(other, abs=1e-9, nan_ok=True)
    for node in apart.real & apart.origin.keys():
        assert min(open_at(after, node), default=REAL_CHOICE) >= REAL_CHOICE
