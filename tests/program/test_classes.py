"""Values that come to the same are one: the same chances, from fewer states."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from msgspec import structs

from gamebook.analysis.heroes import Heroes, heroes
from gamebook.model.book import Book
from gamebook.model.step import Pool
from gamebook.program import refinement
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import best_play
from gamebook.solver.solution import Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from tests.solver.test_engine import many
from tests.support.build import LOSE, WIN, book, d, number, put, random, roll, row, value
from tests.support.random_books import books

SHOP = """
    sheet
        number gold = 2d6 in 0..50
        number score = 0 in 0..9
        item   rope

    === 1
    * Buy a rope [if not rope]
        ~ pay 3 gold
        ~ gain rope
        -> 1
    * Throw dice [if not visited 2]
        ~ pay 1 gold
        -> 2
    * Leave -> 3

    === 2
    ~ roll 1d6
        1-3 -> 1
        4-6
            ~ gold +4
            -> 1

    === 3
    * Pay the ferryman
        ~ pay 4 gold
        -> victory
    * Climb [if rope]
        ~ roll 1d6
            1-4 -> victory
            5-6 -> defeat
    * Swim
        ~ roll 1d6
            1 -> victory
            2-6 -> defeat
"""


def merged(book: Book) -> Solved:
    """The book solved with values merged, which `solve` does for large books only."""
    program = compiled(book, target=Target(numbers=False))
    space = explore(program)
    return Solved(book, space, {}, play(book, space, best_play(space)))


def at(solved: Solved, chapter: str) -> int:
    """How many states stand at a chapter's start."""
    return len(solved.point_states[solved.space.program.chapters[chapter]])


def test_only_what_is_still_asked_for_counts(book: Book) -> None:
    # At the ferry gold is enough or not, and there is a rope or not.
    assert at(merged(book), "3") == 4
    assert at(solve(book), "3") > 4


test_only_what_is_still_asked_for_counts.__doc__ = SHOP


def test_heroes_keep_their_own_worth(book: Book) -> None:
    # Two pieces: the dice, and with 5 of them the ferry, else a swim. Three: a rope and a climb, or the same.
    found = heroes(merged(book))
    assert isinstance(found, Heroes)
    worth = {hero.stats["gold"]: hero.value for hero in found.heroes}
    two = Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 6)
    assert worth[2] == pytest.approx(float(two), abs=1e-12)
    assert worth[3] == pytest.approx(float(max(Fraction(2, 3), two)), abs=1e-12)
    assert worth[4] == 1


test_heroes_keep_their_own_worth.__doc__ = SHOP


@pytest.mark.slow
def test_random_books_are_worth_the_same() -> None:
    sizes: list[tuple[int, int]] = []

    @many
    @given(books())
    def compare(book: Book) -> None:
        book = structs.replace(book, aim="win")
        whole, fewer = solve(book), merged(book)
        assert fewer.best.value == pytest.approx(whole.best.value, abs=1e-11)
        assert fewer.uniform.value == pytest.approx(whole.uniform.value, abs=1e-11)
        sizes.append((fewer.space.size, whole.space.size))
        if not whole.space.owner.any():
            assert fewer.uniform.endings == pytest.approx(whole.uniform.endings, abs=1e-9)

    compare()
    # Where two numbers always go together, one may be replaced on some ways and not on others: of 2,400 books one
    # had more states than before, 14 for 12.
    assert sum(fewer for fewer, _ in sizes) < sum(whole for _, whole in sizes)


@pytest.mark.slow
def test_what_would_take_long_to_merge_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refinement, "LEAST", 0)
    monkeypatch.setattr(refinement, "EACH", 0)

    @many
    @given(books())
    def compare(book: Book) -> None:
        book = structs.replace(book, aim="win")
        assert merged(book).best.value == pytest.approx(solve(book).best.value, abs=1e-11)

    compare()


@pytest.mark.slow
def test_a_number_that_counts_far_is_merged_in_few_looks(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """
    sheet
        number n = 0 in 0..3000
    === 1
    * On [if n < 2000]
        ~ n +1
        -> 1
    * Out
        ~ roll 1d6
            1-2 -> victory
            3-6 -> defeat
    """
    looks: list[None] = []
    monkeypatch.setattr(refinement, "look", lambda: looks.append(None))
    monkeypatch.setattr(refinement, "LEAST", 500)
    assert merged(book).best.value == pytest.approx(1 / 3, abs=1e-12)
    assert len(looks) < 1_000  # one value more in each turn would be 2,000 turns of several nodes


@pytest.mark.slow
@many
@given(books(aim="score", points=(-2, 2)))
def test_points_are_the_same(book: Book) -> None:
    whole, fewer = solve(book).best, merged(book).best
    assert fewer.low <= whole.high
    assert whole.low <= fewer.high


@pytest.mark.slow
@many
@given(books())
def test_every_state_of_the_whole_is_found(book: Book) -> None:
    """A state of the whole book is found among the fewer ones, and is worth the same there."""
    book = structs.replace(book, aim="win")
    whole, fewer = solve(book), merged(book)
    for node, states in whole.point_states.items():
        for state in states[:20].tolist() if node in fewer.space.program.chapters.values() else ():
            values = whole.space.values(state)
            found = fewer.space.find(node, values)
            if found is not None:
                value = whole.best.values.middle[state]
                assert fewer.best.values.middle[found] == pytest.approx(value, abs=1e-11)


def test_what_happens_when_no_option_is_open_counts(book: Book) -> None:
    """
    sheet
        number gold = 2d6 in 0..12

    === 1
    -> 2

    === 2
    ~ choose
        * Gamble [if gold >= 12] -> defeat
    ~ if gold >= 7
        ~ victory
    ~ defeat
    """
    # With 12 there is no way round the gamble. Else the total decides, though no option asks for it.
    assert merged(book).best.value == pytest.approx(20 / 36, abs=1e-12)


def test_values_are_merged_behind_a_roll_as_elsewhere(book: Book) -> None:
    """
    sheet
        number gold = 2d6 in 0..12

    === 1
    ~ roll 1d6
        1-2 -> 2
        3-6 -> 3

    === 2
    * Two [if gold = 2] -> victory
    * Three [if gold = 3] -> victory
    * Five [if gold = 5] -> victory
    * Seven [if gold = 7] -> victory
    * Out -> 3

    === 3
    * Pay [if gold >= 7] -> victory
    * Beg -> defeat
    """
    assert at(merged(book), "2") == 6  # 2, 3, 5, 7, less than 7 and more
    assert at(merged(book), "3") == 2  # enough or not


def test_a_value_outside_of_its_range_stands_for_none_inside() -> None:
    """One variable is thrown for all dice, and can be 0 where a number of dice is; of 1d3 that would be another row."""
    dice, best_of_two = structs.replace(d(3, "gold", 2), keep=1), structs.replace(d(2, 2), keep=1)
    steps = (
        roll(d(3), row(1, 1, put("gold", 0)), row(2, 2, put("key", 0)), store="die"),
        put("key", dice),
        Pool(name="pool", count=value(2), most=2, sides=2, address="pool"),
        random(("gold", ()), (2, (put("key", best_of_two, beyond=True), WIN))),
        LOSE,
    )
    ranges = {"gold": (-1, 2, 1), "key": (0, 1, 0), "die": (0, 3, 0), "pool.1": (0, 2, 0), "pool.2": (0, 2, 0)}
    written = book(*(number(name, *ends) for name, ends in ranges.items()), one=steps)
    for target in (Target(), Target(numbers=False)):
        space = explore(compiled(written, None, target))
        assert play(written, space, best_play(space)).value == pytest.approx(7 / 9)  # 1/3 + 2/3 of 2/3
