"""A book in several modes: what is luck in it, and where."""

from __future__ import annotations

import pytest
from hypothesis import given

from gamebook.analysis.fights import Fights
from gamebook.analysis.modes import compare
from gamebook.model.book import Book
from gamebook.srr import Luckless, without_luck
from tests.solver.test_engine import many
from tests.support.random_books import books


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
    assert dice.answers.luck == pytest.approx({"1": 1 / 36, "2": 4 / 36, "hero": 0.0}, abs=1e-15)
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


@many
@given(books(rivals=False))
def test_luck_adds_up_to_the_variance_of_winning(book: Book) -> None:
    (row,) = compare({"dice": lambda: (Luckless(book, ()), {})}).rows
    assert row.answers is not None
    chance = row.answers.victory
    assert sum(row.answers.luck.values()) == pytest.approx(chance * (1 - chance), abs=1e-8)
