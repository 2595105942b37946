from __future__ import annotations

from typing import cast

import numpy as np
from hypothesis import given, settings

from gamebook.analysis.reach import Reach
from gamebook.model.book import Book
from gamebook.program.lower import lower
from gamebook.solver.solution import Played, Solved
from gamebook.solver.space import explore
from tests.support.build import LOSE, WIN, add, book, choose, d, number, op, option, roll, row, turn
from tests.support.random_books import books


def look(book: Book) -> Reach:
    return Reach(Solved(book, explore(lower(book)), {}, cast("Played", None)))


# A key is there or not (1 in 2); without it door 3 stays shut, and `walk` goes round for ever.
KEY = book(
    number("key", 0, 1),
    one=(roll(d(6), row(1, 3, add("key", 1)), row(4, 6)), turn("two")),
    two=(choose(option("Door", turn("three"), if_="key"), option("Walk", turn("walk"))),),
    walk=(choose(option("On", turn("two")), option("Sleep", LOSE)),),
    three=(WIN,),
)


def test_who_has_the_key_can_still_win() -> None:
    reach = look(KEY)
    program = reach.solved.space.program
    for chapter in ("two", "walk"):
        states = reach.states_at(program.chapters[chapter])
        keys = [reach.values(int(state))["key"] for state in states]
        assert sorted(keys) == [0, 1]
        assert [bool(hope) for hope in reach.hopeful[states]] == [key == 1 for key in keys]
    assert reach.hopeful[reach.root]
    assert [bool(each) for each in reach.is_reached] == [True, True, False]  # victory, defeat, soft lock


def test_options_and_what_readers_have_at_a_menu() -> None:
    reach = look(KEY)
    menu = next(n for n in reach.solved.decisions() if reach.solved.space.program.places[n] == "two")
    keys = [reach.values(int(state))["key"] for state in reach.states_at(menu)]
    assert [list(row) for row in reach.open_options(menu)] == [[key == 1, True] for key in keys]
    assert reach.ranges_at(menu) == {"key": (0, 1)}
    state = int(reach.states_at(menu)[keys.index(0)])
    ((option_taken, after),) = reach.actions(state)
    assert option_taken == 1
    assert [reach.solved.space.program.places[reach.node[s]] for s in after] == ["walk"]


def test_hope_is_lost_by_the_roll_alone() -> None:
    reach = look(KEY)
    source, target = reach.entries(~reach.hopeful)
    assert reach.hopeful[source].all()
    crossing = {(int(s), int(t)) for s, t in zip(source, target, strict=True) if t >= len(reach.endings)}
    places = {reach.solved.space.program.places[reach.node[t]] for _, t in crossing}
    assert places == {"two"}


@settings(deadline=None)
@given(books())
def test_hope_is_where_some_way_leads_to_a_victory(made: Book) -> None:
    reach = look(made)
    reached = {int(s) for s in reach.of_kind("victory")}
    while True:  # slowly, state by state
        more = {
            state
            for state in range(len(reach.endings), reach.size)
            if state not in reached and any(int(t) in reached for _, after in reach.actions(state) for t in after)
        }
        if not more:
            break
        reached |= more
    assert {int(s) for s in np.flatnonzero(reach.hopeful)} == reached


def test_a_price_that_nobody_can_pay() -> None:
    poor = book(
        number("gold", 0, 9, 3),
        one=(choose(option("Pay", add("gold", -5), WIN, if_=op("gold", ">=", 5)), option("Go", LOSE)),),
    )
    reach = look(poor)
    assert not reach.hopeful[reach.root]
