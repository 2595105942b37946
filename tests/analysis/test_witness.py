from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from gamebook.analysis.witness import Route, Witness
from gamebook.model.book import Book
from gamebook.model.step import Assign
from gamebook.program.code import Decide
from gamebook.report.witness import route_lines
from gamebook.solver.hunt import Taken
from tests.analysis.test_reach import look
from tests.support.build import (
    LOSE,
    WIN,
    add,
    attempt,
    book,
    choose,
    d,
    number,
    op,
    option,
    put,
    random,
    roll,
    row,
    turn,
)
from tests.support.check import check_text
from tests.support.random_books import books


def _route(made: Book, ending: str) -> tuple[str, ...]:
    reach = look(made)
    return route_lines(made, Witness(reach).route_to(np.array([reach.endings.index(ending)])))


def test_choices_dice_and_turns_in_words() -> None:
    made = book(
        number("gold", 0, 9, 3),
        one=(roll(d(6), row(1, 5, LOSE), row(6, 6, turn("two"))),),
        two=(choose(option("Pay the troll", add("gold", -3), turn("three"), if_=op("gold", ">=", 3))),),
        three=(turn("four"),),
        four=(attempt(op(d(6), "<=", 1), (WIN,), (LOSE,)),),
    )
    assert _route(made, "victory") == (
        "one: roll : 6 -> two",
        'two: choose "Pay the troll" -> three',
        "three: -> four",
        "four: test : success",
        "four: you have gold 0",
    )


def test_the_hero_a_rival_and_chance() -> None:
    made = book(
        number("S", 0, 6),
        hero=(put("S", d(6)),),
        one=(choose(option("Let pass", turn("two")), option("Bar", LOSE), owner="rival"),),
        two=(random((1, (LOSE,)), ("S", (WIN,))),),
    )
    assert _route(made, "victory") == (
        "the hero: roll: S 1 -> one",
        'one: rival chooses "Let pass" -> two',
        "two: by chance: row 2",
        "two: you have S 1",
    )


def test_the_way_is_shortest() -> None:
    made = book(
        one=(choose(option("Round about", turn("two")), option("Straight", turn("three"))),),
        two=(choose(option("On", turn("three"))),),
        three=(WIN,),
    )
    assert _route(made, "victory") == ('one: choose "Straight" -> three',)


def test_to_a_menu_with_nothing_open() -> None:
    made = book(
        number("gold", 0, 6),
        one=(roll(d(6), row(1, 2), row(3, 6, add("gold", 5))), turn("two")),
        two=(choose(option("Pay", add("gold", -5), WIN, if_=op("gold", ">=", 5))),),
    )
    reach = look(made)
    program = reach.solved.space.program
    menu = next(n for n, node in enumerate(program.nodes) if isinstance(node, Decide))
    stuck = reach.states_at(menu)[~reach.open_options(menu).any(axis=1)]
    route = Witness(reach).route_to(stuck)
    assert route.chapter == "two"
    assert route_lines(made, route) == ("one: roll : 1 -> two", "two: you have gold 0")


def test_to_a_chapter_the_sheet_is_that_on_arrival() -> None:
    made = book(
        number("gold", 0, 6, 4),
        one=(choose(option("Go", turn("two"))),),
        two=(add("gold", -3), choose(option("Pay", WIN, if_=op("gold", ">=", 1)))),
    )
    reach = look(made)
    arrivals = reach.states_at(reach.solved.space.program.chapters["two"])
    assert route_lines(made, Witness(reach).route_to(arrivals)) == ('one: choose "Go" -> two', "two: you have gold 4")


def test_a_route_ends_in_the_chapter_to_which_its_last_choice_leads() -> None:
    made = book(
        number("gold", 0, 9),
        one=(choose(option("Go", turn("two")), option("Stay", LOSE)),),
        two=(roll(d(2), row(1, 1), row(2, 2, add("gold", 5))), WIN),
    )
    reach = look(made)
    program = reach.solved.space.program
    menu = next(n for n, node in enumerate(program.nodes) if isinstance(node, Decide))
    taken = Taken(menu, 0, (0,) * len(program.cells))
    route = Witness(reach).route_along([taken], lambda step, _: isinstance(step, Assign))
    assert route_lines(made, route) == ('one: choose "Go" -> two', "two: roll : 2", "two: you have gold 0")


@settings(deadline=None)
@given(books())
def test_the_interpreter_can_follow_every_route_to_an_ending(made: Book) -> None:
    reach = look(made)
    witness = Witness(reach)
    for number_ in np.flatnonzero(reach.is_reached):
        assert witness.followed(witness.path(np.array([number_]))) is not None


def _ends_in(route: Route) -> str:
    """The chapter in which somebody is who follows the moves of a route; without moves it may be the first one."""
    here = ""
    for move in route.moves:
        assert here in ("", move.chapter)
        here = move.turn or move.chapter
    return here or route.chapter


@settings(deadline=None)
@given(books())
def test_each_move_of_a_route_begins_where_the_last_one_ended(made: Book) -> None:
    """The last move may be missing, as where a menu in a trigger is shut."""
    reach = look(made)
    witness, endings = Witness(reach), len(reach.endings)
    for state in range(endings, reach.size):
        _ends_in(witness.route_to(np.array([state])))
    before_stuck, _ = reach.entries(np.arange(reach.size) == reach.stuck)
    for state in np.unique(before_stuck):
        _ends_in(witness.route_to(np.array([state]), stuck=True))


SHUT_IN_TWO_CHAPTERS = """sheet
    number gold = 1 in 0..9

=== 1
~ roll 1d6
    1 -> 2
    2-6 -> 3

=== 2
~ gold +3
* Buy [if gold = 9] -> victory

=== 3
~ gold +1
* Sell [if gold = 6] -> victory
"""


def test_the_route_to_a_shut_menu_leads_to_no_other_shut_menu() -> None:
    stuck = [each for each in check_text(SHUT_IN_TWO_CHAPTERS).findings if each.code == "GB205"]
    assert [each.route for each in stuck] == [
        ("1: roll 1d6: 1 -> 2", "2: you have gold 4"),
        ("1: roll 1d6: 2 -> 3", "3: you have gold 2"),
    ]


MANY_ROLLS = """sheet
    number a = 2d6 in 0..12
    number b = 2d6 in 0..12
    number c = 2d6 in 0..12
    number d = 2d6 in 0..12
    number e = 1d6 in 0..14

=== 1
~ e +9
~ if a + b + c + d + e > 24
    -> victory
-> defeat
"""


@pytest.mark.slow
def test_what_lies_behind_thousands_of_rolls_is_found() -> None:
    """Four rolls of 11 numbers each and one of 6: 14,641 moments lie before the last one; e is 6 in one case of six."""
    (told,) = [each for each in check_text(MANY_ROLLS).findings if each.code == "GB405"]
    assert [line.split(":")[0] for line in told.route] == ["the hero"] * 5 + ["1"]
    assert told.route[-1].endswith("e 6")
