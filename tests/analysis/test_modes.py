"""A book in several modes: what is luck in it, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given

from gamebook.analysis.fights import Fights
from gamebook.analysis.habit import Habit
from gamebook.analysis.modes import Comparison, ModeRow, compare, in_mode
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.report.comparison import data
from gamebook.srr import Luckless, without_luck
from tests.solver.test_engine import many
from tests.support.random_books import books
from tests.support.slowly import then_slowly


def test_luck_by_chapter(book: Book) -> None:
    """
    book "Two Doors"

    === 1 The first
    ~ roll 1d6
        1-3 -> 2
        4-6 -> defeat

    === 2 The second
    ~ roll 1d6 by dice
        1-2 -> victory
        3-6 -> defeat
    """
    # Worth 1/6. The first door adds E[(V - 1/6)^2] = 1/36, the second 1/2 * 1/3 * 2/3 = 4/36; in all 1/6 * 5/6.
    found = compare({mode: lambda mode=mode: (without_luck(book, mode), {}) for mode in ("dice", "systematic")})
    dice, systematic = found.rows
    assert dice.answers is not None
    assert dice.answers.victory == pytest.approx(1 / 6)
    assert dice.answers.deaths == pytest.approx(5 / 6)
    assert dice.answers.luck == pytest.approx({"1": 1 / 36, "2": 4 / 36, "the hero": 0.0}, abs=1e-15)
    assert dice.answers.route == ("1", "2")
    assert dice.answers.fights == Fights(0.0, 0.0)
    assert dice.answers.fights.share is None
    assert [each.chapter for each in found.luckiest] == ["2", "1"]
    assert [each.share for each in found.luckiest] == pytest.approx([0.8, 0.2])
    assert found.luckiest[0].values == pytest.approx((1 / 3, 1 / 3))
    assert found.changed == []
    assert systematic.value.middle == pytest.approx(1 / 6), "each place comes once, with its printed chance"


def test_fights_won(book: Book) -> None:
    """
    sheet
        number life = 1 in 0..1

    when life <= 0 -> defeat

    combat fight
        foe life
        won when foe life <= 0
        round
            ~ roll 1d6
                1-4
                    ~ foe life -1
                5-6
                    ~ life -1

    === 1
    ~ roll 1d2
        1 -> 2
        2 -> victory

    === 2
    ~ fight
        foe "Rat" life 1
        then
        foe "Other rat" life 1
    ~ fight "Cat" life 9
        escape -> victory
    -> victory
    """
    # The rats are one fight, won with 4/6 of 4/6; best play then leaves the cat alone.
    found = {}
    for listed in (None, 1):
        (row,) = compare({"dice": lambda: (without_luck(book), {})}, listed=listed).rows
        assert row.answers is not None
        found[listed] = row.answers.fights
    assert found[None].fought == pytest.approx(1 / 2 + 1 / 2 * 4 / 9)
    assert found[None].won == pytest.approx(1 / 2 * 4 / 9)
    assert found[1] == pytest.approx(found[None])


@pytest.mark.slow
@many
@given(books(rivals=False))
def test_luck_adds_up_to_the_variance_of_winning(book: Book) -> None:
    (row,) = compare({"dice": lambda: (Luckless(book, ()), {})}).rows
    assert row.answers is not None
    chance = row.answers.victory
    assert sum(row.answers.luck.values()) == pytest.approx(chance * (1 - chance), abs=1e-8)


def elsewhere(book: Book, modes: Sequence[Mode], lacking: Mode | None = None) -> Comparison:
    """Compared with the modes after the first solved apart, the last first; `lacking` was not solved there."""
    variants = {mode: lambda mode=mode: (without_luck(book, mode), dict[str, int]()) for mode in modes}

    def others(
        left: Sequence[Mode], known: Habit, seconds: float, limits: Limits
    ) -> Iterator[tuple[Mode, ModeRow | None]]:
        assert seconds > 0
        for mode in reversed(left):
            row = in_mode(mode, variants[mode](), known, limits, None).row
            yield mode, None if mode == lacking else row

    return compare(variants, others=others)


@pytest.mark.parametrize("lacking", then_slowly(["ledger", None, "residual"], 1))
def test_modes_may_be_solved_elsewhere(book: Book, lacking: Mode | None) -> None:
    """
    book "Two Doors"

    sheet
        number gold = 1d6

    === 1 The first
    * Left
        ~ roll 1d6
            1-3 -> victory
            4-6 -> defeat
    * Right
        ~ roll 1d6
            1-2 -> victory
            3-6 -> defeat
    """
    modes: tuple[Mode, ...] = ("dice", "expected", "ledger", "residual")
    alone = compare({mode: lambda mode=mode: (without_luck(book, mode), {}) for mode in modes})
    assert data(elsewhere(book, modes, lacking)) == data(alone)
    assert [row.mode for row in alone.rows] == [*modes]
    assert alone.book == without_luck(book, "residual").book


def test_nobody_is_asked_to_solve_the_only_mode_that_is_left(book: Book) -> None:
    """
    === 1
    -> victory
    """

    def nobody(*_: object) -> None:
        raise AssertionError

    variants = {mode: lambda mode=mode: (without_luck(book, mode), {}) for mode in ("dice", "ledger")}
    assert compare(variants, others=nobody).complete
