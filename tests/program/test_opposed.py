"""Books in which the reader has the dice in hand, and an opponent decides what is forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from gamebook.model.book import Book
from gamebook.program.code import Chance, Decide, Program
from gamebook.program.compile import compiled
from gamebook.program.forget import sources
from gamebook.program.goals import Place, with_goals
from gamebook.program.opposed import opposed
from gamebook.program.possible import possible
from gamebook.solver.graphs import surely_leading_to
from gamebook.solver.space import explore
from tests.support.check import check_text


def book_of(text: str) -> Book:
    book = check_text(text).resolved.book
    assert book is not None
    return book


def is_sure(book: Book, kept: set[str]) -> bool:
    """Whether the reader is sure of a way to a victory, where only these are remembered."""
    program = compiled(book)
    may, come_from = possible(program), sources(program)
    assert may is not None
    known = frozenset[int]().union(*(come_from[name] for name in kept))
    space = explore(opposed(with_goals(program, ()).program, known, may).program)
    wins = [number for number, name in enumerate(program.endings) if book.ending_kinds[name] == "victory"]
    rivals = np.append(space.owner, 0)[space.states.point] == 1
    return bool(surely_leading_to(space.ways, rivals, np.array(wins))[space.root])


DOOR = """
sheet
    number gold = {gold} in 0..9
    item   key

=== 1
* Take the key
    ~ gain key
    -> 2
* Leave it -> 2

=== 2
~ if {asked}
    -> 3
-> defeat

=== 3
~ roll 2d6
    2-11 -> defeat
    12 -> victory
"""


@pytest.mark.parametrize(
    ("gold", "asked", "kept", "sure"),
    [
        ("1d6", "key", set[str](), False),  # the opponent says that there is no key
        ("1d6", "key", {"key"}, True),  # it can be taken, and who has the dice rolls a 12
        ("1d6", "gold > 3", set[str](), False),
        ("1d6", "gold > 3", {"gold"}, True),  # the roll at the start is the reader's, too
        ("1d6 + 3", "gold > 3", set[str](), True),  # nobody has less, so the opponent cannot say so
        ("1d6", "key or gold > 3", {"gold"}, True),
        ("1d6", "key and gold > 3", {"gold"}, False),
        ("1d6", "key and gold > 3", {"gold", "key"}, True),
        ("1d3", "gold > 3", {"gold"}, False),
    ],
)
def test_the_opponent_decides_what_is_forgotten(gold: str, asked: str, kept: set[str], sure: bool) -> None:
    assert is_sure(book_of(DOOR.format(gold=gold, asked=asked)), kept) == sure


WEIGHTS = """
sheet
    number gold = 1d6 in 0..9

=== 1
~ random
    {weight}: -> victory
    1: -> defeat
"""


@pytest.mark.parametrize(("weight", "sure"), [("gold", True), ("gold - 1", False)])
def test_a_chance_by_something_forgotten_is_sure_if_it_is_never_0(weight: str, sure: bool) -> None:
    assert is_sure(book_of(WEIGHTS.format(weight=weight)), set()) == sure


def _places(program: Program, option: int, opened: bool) -> list[Place]:
    return [Place(n, option, opened) for n, node in enumerate(program.nodes) if isinstance(node, Decide)]


@pytest.mark.parametrize(("opened", "met"), [(True, False), (False, True)])
def test_an_option_is_a_place_where_it_is_open_and_another_where_it_is_closed(opened: bool, met: bool) -> None:
    program = compiled(
        book_of("sheet\n    item key\n\n=== 1\n* Stay -> 2\n* Open [if key] -> victory\n\n=== 2\n-> defeat\n")
    )
    book = with_goals(program, [_places(program, 1, opened)])
    assert not any(isinstance(node, Chance) for node in book.program.nodes)
    space = explore(book.program)
    (goals,) = book.goals
    assert bool(np.isin(space.states.point, [space.code.point[node] for node in goals]).any()) == met
