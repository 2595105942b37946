from __future__ import annotations

import pytest

from gamebook.analysis.witness import Chosen, Fallen, Move, Route
from gamebook.model.book import Variable
from gamebook.project import Project
from gamebook.report.witness import route_lines, sheet_line
from tests.support.build import WIN, book, number

BOOK = book(number("gold", 0, 9), one=(WIN,))


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Move("1", Chosen("Go", rival=False), "2"), '1: choose "Go" -> 2'),
        (Move("1", Chosen("Go", rival=True)), '1: rival chooses "Go"'),
        (Move("1", Fallen("roll", "1d6", 3, ""), "2"), "1: roll 1d6: 3 -> 2"),
        (Move("1", Fallen("test", "luck", 7, "lucky")), "1: test luck: lucky"),
        (Move("1", Fallen("compare", "1d6 with 2d6", None, "higher")), "1: compare 1d6 with 2d6: higher"),
        (Move("1", Fallen("pool", "3d6", 2, "two")), "1: roll 3d6: two"),
        (Move("1", Fallen("random", "", 0, "")), "1: by chance: row 1"),
        (Move("1", Fallen("effect", "", None, "")), "1: roll: no change"),
        (Move("1", turn="2"), "1: -> 2"),
        (Move("1"), "1: the start"),
    ],
)
def test_a_move_is_a_line(move: Move, line: str) -> None:
    assert route_lines(BOOK, Route((move,), 0, "1", {})) == (line,)


def test_the_last_line_is_the_sheet() -> None:
    assert route_lines(BOOK, Route((Move("1"),), 0, "2", {"gold": 3})) == ("1: the start", "2: you have gold 3")


def test_a_sheet_in_a_line() -> None:
    variables = (
        Variable(name="STAMINA", kind="stat", low=0, high=20),
        Variable(name="rope", kind="item", low=0, high=1),
        Variable(name="meal", kind="item", low=0, high=5),
        Variable(name="RAVEN", kind="codeword", low=0, high=1),
        Variable(name="weapon", kind="one-of", low=0, high=1, values=("none", "axe")),
        Variable(name="passes", kind="hidden", low=0, high=9),
    )
    full = {"STAMINA": 4, "rope": 1, "meal": 2, "RAVEN": 1, "weapon": 1, "passes": 3}
    assert sheet_line(book(*variables, one=(WIN,)), full) == "STAMINA 4, rope, meal x 2, RAVEN, weapon axe"
    assert sheet_line(book(*variables, one=(WIN,)), {"rope": 0, "meal": 1}) == "meal x 1"


def test_a_number_that_nobody_has_been_given_yet_is_no_part_of_it() -> None:
    """The key is only set to 13, and the year never changes; gold is counted, so nobody having any is worth knowing."""
    text = """sheet
    number key = 0 in 0..50
    number gold = 0 in 0..9
    number year = 1204

=== 1
~ set key = 13
~ gold +1
-> victory
"""
    of = Project.of(text).book
    assert sheet_line(of, {"key": 0, "gold": 0, "year": 1204}) == "gold 0"
    assert sheet_line(of, {"key": 13, "gold": 1, "year": 1204}) == "key 13, gold 1"
