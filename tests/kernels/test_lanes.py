"""Heroes side by side are worth what they are worth alone, bit for bit, and come to the same states as often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gamebook import Project
from gamebook.kernels.arrays import Floats
from gamebook.kernels.keys import pack
from gamebook.kernels.states import TURNS
from gamebook.program.code import Program
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver import arrays as solver_arrays
from gamebook.solver import groups, stretches
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.heroes import beside_each_other, heroes_of, in_parts
from gamebook.solver.lanes import Abreast, Root, Unlike, side_by_side
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from tests.support.plain_cells import PlainCells
from tests.support.slowly import then_slowly

PLAIN = """
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
CHANGING = PLAIN.replace(
    "=== 2\n",
    """=== 2
~ roll 1d6
    1-2
        ~ SKILL -2
    3 -> 2
    4-6
        ~ SKILL +1
""",
)
"""SKILL changes on the way, and may come back to what it was."""
ROUND = CHANGING.replace("    4-6\n", "    4 -> 1\n    5-6\n")
"""Play may go round for ever, by a way that the hero of SKILL 12 never goes."""
LUCKY = (
    PLAIN.replace("    ~ test skill\n        pass", "    ~ test luck\n        lucky")
    .replace("        fail\n", "        unlucky\n")
    .replace("STAMINA 4\n", "STAMINA 4\n    with luck = 0\n")
)
"""LUCK is less after each test: with the LUCK of all heroes there are more line-ups than there is room for."""
SCORED = PLAIN.replace('"Bread and rats"\n', '"Bread and rats"\n    aim score\n').replace(
    '~ victory "Cheese"', '~ score +3\n~ victory "Cheese"'
)
BOOKS = {"plain": PLAIN, "changing": CHANGING, "scored": SCORED}


@dataclass(frozen=True)
class Game:
    """A book with a hero for each SKILL."""

    program: Program
    heroes: list[Root]
    worth: Floats
    wins: bool

    def arranged(
        self, heroes: list[Root], abreast: Abreast | None = None, watch: Callable[[], None] | None = None
    ) -> Arrays:
        """The arrays of some heroes, one after another or side by side."""
        listing = Listing.begin(encode(self.program, liveness(self.program)))
        return arrange(self.program, listing, heroes, abreast=abreast, watch=watch)


@pytest.fixture(params=list(BOOKS.values()), ids=list(BOOKS))
def game(request: pytest.FixtureRequest) -> Game:
    book = Project.of(request.param).book
    program = compiled(book, {"STAMINA": 14, "LUCK": 7})
    heroes = heroes_of(program, liveness(program), program.chapters[book.start]).roots
    assert len(heroes) == len(range(7, 13))
    return Game(program, heroes, ending_worth(book, program), book.aim == "win")


def beside(game: Game, watch: Callable[[], None] | None = None) -> tuple[Arrays, list[Root]]:
    """The arrays of all heroes side by side, and the heroes in their order."""
    start = game.heroes[0][0]
    heroes, count, differ = side_by_side(game.program, start, game.heroes)
    assert count == len(heroes)
    code = encode(game.program, liveness(game.program))
    return game.arranged(heroes, Abreast.begin(code, count, differ), watch), heroes


@pytest.mark.slow
@pytest.mark.parametrize("uniform", [False, True])
def test_heroes_side_by_side_are_worth_what_they_are_alone(game: Game, uniform: bool) -> None:
    arrays, heroes = beside(game)
    field = solve_field(arrays, modes(arrays, uniform), game.worth, wins=game.wins)
    come = flow(field, arrays.roots, np.ones(len(heroes)))
    seen = set()
    for lane, hero in enumerate(heroes):
        alone = game.arranged([hero])
        single = solve_field(alone, modes(alone, uniform), game.worth, wins=game.wins)
        visits = flow(single, alone.roots, np.ones(1))
        root = arrays.roots[lane]
        for one, other in ((field.cells.low, single.cells.low), (field.cells.width, single.cells.width)):
            assert one[root].tobytes() == other[alone.roots[0]].tobytes()
        ends = alone.endings
        assert come[: ends * len(heroes)].reshape(ends, -1)[:, lane] == pytest.approx(visits[:ends], rel=1e-12)
        seen.add(field.cells.low[root].hex())
        assert _states(arrays, lane) == alone.size - ends == len(_all(alone, hero))
    assert len(seen) == len(heroes)


def test_what_is_done_in_short_stretches_is_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the clock and Ctrl-C are heard between them."""
    arrays, heroes = beside(game)
    field = solve_field(arrays, modes(arrays), game.worth, wins=game.wins)
    come = flow(field, arrays.roots, np.ones(len(heroes)))
    monkeypatch.setattr(stretches, "CELLS", 1)
    monkeypatch.setattr(stretches, "ROWS", 1)
    monkeypatch.setattr(solver_arrays, "COUNTED", 1)
    counted = list[int]()
    short, _ = beside(game, watch=lambda: counted.append(1))
    assert short.states == arrays.states
    assert len(counted) > len(arrays.grid.batches.shape) + len(arrays.grid.contexts.point)
    again = solve_field(short, modes(short), game.worth, wins=game.wins)
    for one, other in (
        (again.cells.low, field.cells.low),
        (again.cells.width, field.cells.width),
        (again.cells.best, field.cells.best),
    ):
        assert one.tobytes() == other.tobytes()
    assert flow(again, short.roots, np.ones(len(heroes))).tobytes() == come.tobytes()


def _states(arrays: Arrays, lane: int) -> int:
    """How many cells a lane reaches, but for endings."""
    return int((arrays.present[arrays.endings :] >> lane & 1).sum())


def _all(alone: Arrays, hero: Root) -> set[object]:
    """The states that a hero comes to, one by one."""
    point = int(alone.code.point[hero[0]])
    begin = (point, tuple(map(int, pack(alone.code, point, hero[1]))))
    return {state for state in PlainCells(alone).reached(begin) if state[0] >= 0}


def test_the_turns_of_single_heroes_take_memory_beside_those_of_all(game: Game) -> None:
    """Those of all are made of them, so both are there at once."""
    heroes, count, differ = side_by_side(game.program, game.heroes[0][0], game.heroes)
    code = encode(game.program, liveness(game.program))
    listing, abreast = Listing.begin(code), Abreast.begin(code, count, differ)
    arrange(game.program, listing, heroes, abreast=abreast)
    used = int(listing.counts[TURNS])
    assert used > 0
    assert abreast.beneath(listing) >= listing.turns.slots.nbytes + listing.turns.key[:used].nbytes
    assert Abreast.alone(code).beneath(listing) == 0


def test_heroes_whose_difference_opens_a_door_are_not_side_by_side() -> None:
    book = Project.of(PLAIN.replace("* Climb", "* Jump [if SKILL > 9] -> 2\n* Climb")).book
    program = compiled(book, {"STAMINA": 14, "LUCK": 7})
    heroes = heroes_of(program, liveness(program), program.chapters[book.start]).roots
    assert side_by_side(program, program.chapters[book.start], heroes)[1:] == (1, set())


def test_who_does_not_go_all_ways_round_is_solved_alone() -> None:
    book = Project.of(ROUND).book
    program = compiled(book, {"STAMINA": 14, "LUCK": 7})
    start = program.chapters[book.start]
    heroes = heroes_of(program, liveness(program), start)
    game = Game(program, heroes.roots, ending_worth(book, program), wins=True)
    with pytest.raises(Unlike) as unlike:
        beside(game)
    skill = [cell.name for cell in program.cells].index("SKILL")
    parts = in_parts(heroes, beside_each_other(program, start, heroes), unlike.value.alike)
    assert [[int(env[skill]) for _, env in part.roots] for part in parts] == [[7, 8, 9, 10, 11], [12]]
    assert [part.count for part in parts] == [5, 1]
    assert np.concatenate([part.chance for part in parts]) == pytest.approx(np.full(6, 1 / 6))


@pytest.mark.parametrize(
    ("text", "side_by_side"), then_slowly([(LUCKY, {6}), (ROUND, {5, 1})], 1), ids=["lucky", "round"]
)
def test_heroes_in_groups_are_worth_what_all_states_say(
    text: str, side_by_side: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, hero = Project.of(text).book, {"STAMINA": 14}
    counts = list[int]()

    def arranged(*given: Any, abreast: Abreast, **more: Any) -> Arrays:
        found = arrange(*given, abreast=abreast, **more)
        counts.append(abreast.lanes.count)
        return found

    monkeypatch.setattr(groups, "arrange", arranged)
    monkeypatch.setattr(groups, "MOST_AT_ONCE", 0)  # group after group
    monkeypatch.setattr(groups, "AT_ONCE", 0)
    solved = solve(book, hero, listed=1)
    listed = solve(book, hero)
    assert solved.best.value == pytest.approx(listed.best.value, rel=1e-12)
    assert solved.uniform.value == pytest.approx(listed.uniform.value, rel=1e-12)
    assert set(counts) == side_by_side


def test_heroes_stay_side_by_side_where_line_ups_have_no_room_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve heroes at once have too many line-ups, and six have not."""
    book, hero, counts = Project.of(LUCKY).book, {"STAMINA": 14}, list[int]()

    def arranged(*given: Any, abreast: Abreast, **more: Any) -> Arrays:
        counts.append(abreast.lanes.count)
        return arrange(*given, abreast=abreast, **more)

    monkeypatch.setattr(groups, "arrange", arranged)
    solved = solve(book, hero, listed=1)
    assert solved.best.value == pytest.approx(solve(book, hero).best.value, rel=1e-12)
    assert set(counts) == {6}


def test_a_book_in_which_nothing_of_it_matters_has_nobody_side_by_side() -> None:
    program = compiled(Project.of('book "Short"\n=== 1\n~ victory "At once"\n').book)
    with pytest.raises(Unlike):
        Abreast.begin(encode(program, liveness(program)), 2, {0})
