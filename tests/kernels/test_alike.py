"""Heroes who differ in chances alone share one plan, and are worth what they are worth alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from gamebook import Project
from gamebook.kernels.arrays import Floats
from gamebook.program.code import Program
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import Arrays, Root, arrange
from gamebook.solver.excerpt import _heroes, _together
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth

BOOK = """
book "Bread and rats"
    use fighting-fantasy
sheet
    number gold = 3 in 0..3

=== 1
* Buy bread [if gold >= 1 and STAMINA < 14]
    ~ pay 1 gold
    ~ STAMINA +2
    -> 1
* Climb
    ~ test skill
        pass -> 2
        fail
            ~ STAMINA -3
            -> 1
=== 2
~ fight "Rat" SKILL 8 STAMINA 4
~ victory "Cheese"
"""
STOUT = 14
SKILLS = range(7, 13)


@dataclass(frozen=True)
class Game:
    """A book with one hero for each SKILL."""

    program: Program
    listing: Listing
    heroes: list[Root]
    worth: Floats

    def arrange(self, hero: int, like: Arrays | None = None) -> Arrays:
        """The arrays of one hero."""
        return arrange(self.program, self.listing, self.heroes[hero : hero + 1], like=like)


@pytest.fixture
def game() -> Game:
    book = Project.of(BOOK).book
    program = compiled(book, {"STAMINA": STOUT, "LUCK": 7})
    live = liveness(program)
    heroes, _, _ = _heroes(program, live, program.chapters[book.start])
    assert len(heroes) == len(SKILLS)
    return Game(program, Listing.begin(encode(program, live)), heroes, ending_worth(book, program))


def told(arrays: Arrays, worth: Floats, uniform: bool) -> list[bytes]:
    """Values, choices and visits of every cell, bit by bit."""
    field = solve_field(arrays, modes(arrays, uniform), worth)
    visits = flow(field, arrays.roots, np.ones(len(arrays.roots)))
    return [each.tobytes() for each in (*field.cells, visits)]


@pytest.mark.parametrize("uniform", [False, True])
def test_heroes_who_differ_in_chances_take_the_plan_of_the_first(game: Game, uniform: bool) -> None:
    arrays = game.arrange(0)
    plan = arrays.grid.plan
    found = [told(arrays, game.worth, uniform)]
    for hero in (1, 2, 3, 4):
        arrays = game.arrange(hero, arrays)
        assert arrays.grid.plan is plan
        found.append(told(arrays, game.worth, uniform))
    assert found == [told(game.arrange(hero), game.worth, uniform) for hero in range(5)]
    assert len({tuple(each) for each in found}) == 5


def test_a_hero_who_never_fails_has_a_plan_of_his_own(game: Game) -> None:
    eleven = game.arrange(4)
    plan = eleven.grid.plan
    twelve = game.arrange(5, eleven)  # 2d6 is never above 12
    assert twelve.grid.plan is not plan
    assert told(twelve, game.worth, uniform=False) == told(game.arrange(5), game.worth, uniform=False)


def test_heroes_are_taken_together_whose_variable_is_the_same() -> None:
    heroes: list[Root] = [(0, np.array([skill, stamina, 7])) for skill in range(3) for stamina in range(10)]
    assert _together(heroes, 9) == [(0, 10), (10, 10), (20, 10)]  # one more than fit
    assert _together(heroes, 22) == [(0, 20), (20, 10)]
    assert _together(heroes, 24) == [(0, 30)]
    assert _together(heroes, 7) == [(0, 7), (7, 7), (14, 7), (21, 7), (28, 2)]
    assert _together(heroes[:1], 1) == [(0, 1)]
