"""Every kind of hero by itself: the numbers are those of all heroes together, and of fractions by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

import gamebook
from gamebook.analysis.by_kind import UNSOLVED, KindAnswer, by_kind
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.kinds import HeroKind, mean_over
from gamebook.analysis.study import Study
from gamebook.errors import UsageError
from gamebook.limits import NO_LIMITS, Limits
from gamebook.resources import resource_folder

LEAP = """book "Leap"
sheet
    stat nerve = 1d3
    stat luck = 1d2
=== 1
* Leap
    ~ roll 1d6 as d
    ~ if d <= nerve
        -> victory
    -> defeat
* Toss a coin
    ~ roll 1d2
        1 -> victory
        2 -> defeat
"""
"""Best play leaps where nerve is 3 and does as well by the coin: 1/2. The random reader wins (nerve/6 + 1/2)/2."""


def test_by_hand() -> None:
    found = gamebook.heroes(text=LEAP)
    assert [dict(kind.stats) for kind in found.kinds] == [{"nerve": n, "luck": k} for n in (1, 2, 3) for k in (1, 2)]
    assert all(kind.chance == pytest.approx(1 / 6, abs=1e-15) for kind in found.kinds)
    for kind in found.kinds:
        random = (Fraction(kind.stats["nerve"], 6) + Fraction(1, 2)) / 2
        assert kind.values["random"].middle == pytest.approx(float(random), abs=1e-12)
    assert found.mean["best"].low <= 0.5 <= found.mean["best"].high
    assert found.mean["random"].low <= float((Fraction(2, 6) + Fraction(1, 2)) / 2) <= found.mean["random"].high
    assert found.complete


def test_what_is_given_is_not_rolled() -> None:
    found = gamebook.heroes(text=LEAP, hero={"luck": 2}, readers=["careless(50%)", "random"])
    assert found.readers == ("careless(50%)", "random")
    assert [dict(kind.stats) for kind in found.kinds] == [{"nerve": n} for n in (3, 2, 1)]
    # In half of the cases the careless reader picks at random, and else as well as can be.
    for kind in found.kinds:
        nerve = kind.stats["nerve"]
        expected = (0.5 + (nerve / 6 + 0.5) / 2) / 2
        assert kind.values["careless(50%)"].middle == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
def test_they_are_the_heroes_of_a_book_that_is_solved_at_once() -> None:
    """Another way to the same numbers: all heroes with some LUCK in one exploration."""
    book = resource_folder("books") / "starter.gbk"
    found, at_once = gamebook.heroes(book, {"LUCK": 8}), gamebook.solve(book, {"LUCK": 8})
    assert found.mean["best"].low <= at_once.value <= found.mean["best"].high
    heroes = Study(at_once.solved).heroes
    values = {tuple(each.stats.items()): (each.chance, each.value) for each in heroes.heroes}  # type: ignore[union-attr]
    assert len(found.kinds) == len(values) == 66
    for kind in found.kinds:
        chance, value = values[tuple(kind.stats.items())]
        assert kind.chance == pytest.approx(chance, abs=1e-15)
        assert kind.values["best"].middle == pytest.approx(value, abs=1e-12)


def test_points() -> None:
    found = gamebook.heroes(text="aim score\nsheet\n    stat nerve = 1d3\n=== 1\n~ score +nerve\n-> victory\n")
    assert [kind.values["best"].middle for kind in found.kinds] == pytest.approx([3, 2, 1])
    assert found.mean["best"].low <= 2 <= found.mean["best"].high


SECRET = """book "Secret"
sheet
    stat nerve = 1d2
=== 1
* Know [knows 50%] -> victory
* Leap
    ~ roll 1d4 as d
    ~ if d <= nerve
        -> victory
    -> defeat
"""
"""Best play always wins. Half of all readers know how; the best of the others win nerve/4."""


def test_the_reader_best_knows_no_more_than_other_readers() -> None:
    found = gamebook.heroes(text=SECRET, readers=["best", "careless(0%)"])
    assert found.readers == ("best", "careless(0%)")
    for kind in found.kinds:
        expected = 1 / 2 + kind.stats["nerve"] / 8
        assert [each.middle for each in kind.values.values()] == pytest.approx([expected, expected], abs=1e-12)
        (row,) = gamebook.readers(text=SECRET, hero=kind.stats, readers=["best"])
        assert row.value.middle == pytest.approx(expected, abs=1e-12)


def test_where_the_reader_best_knows_less_best_play_is_called_so() -> None:
    found = gamebook.heroes(text=SECRET)
    assert found.readers == ("best play", "random")
    assert [kind.values["best play"].middle for kind in found.kinds] == pytest.approx([1.0, 1.0])
    assert found.complete


DRAFT = """book "Draft"
    draft
sheet
    stat nerve = 1d2
=== 1
~ roll 1d4
    1 -> victory
    2 -> defeat
    3-4 -> 9
"""


def test_in_what_is_not_written_yet_nobody_wins() -> None:
    """So it is for every reader; only `solve` and `campaign` say what best play may win once it is written."""
    found = gamebook.heroes(text=DRAFT, readers=["best", "careless(0%)", "random"])
    assert found.complete
    for kind in found.kinds:
        for name in found.readers:
            assert [kind.values[name].low, kind.values[name].high] == pytest.approx([1 / 4, 1 / 4], abs=1e-12)
    assert gamebook.solve(text=DRAFT).difficulty.best.high == pytest.approx(3 / 4)


KINDS = [HeroKind({"nerve": number}, 0.25) for number in range(4)]


def test_kinds_that_were_not_solved_leave_bounds() -> None:
    def some(kinds: Sequence[HeroKind], _limits: Limits) -> Iterator[tuple[HeroKind, KindAnswer]]:
        yield kinds[0], KindAnswer({"best": Bracket(0.5, 0.5)})
        yield kinds[1], KindAnswer({"best": Bracket(0.25, 0.75)}, complete=False)
        yield kinds[2], KindAnswer({}, complete=False, why="out of memory")

    found = by_kind(KINDS, ["best"], some, aim="win", limits=NO_LIMITS)
    assert (found.mean["best"].low, found.mean["best"].high) == pytest.approx((0.1875, 0.8125), abs=1e-12)
    assert not found.complete
    assert {kind.why for kind in found.kinds} == {"", "out of memory", UNSOLVED}


def test_a_mean_holds_what_is_not_among_the_kinds() -> None:
    """Half of all heroes are known to win always; of the others nothing is known, or that they never win."""
    values = [Bracket(1.0, 1.0)] * 2
    assert mean_over(KINDS[:2], values, Bracket(0.0, 1.0)).low == pytest.approx(0.5, abs=1e-12)
    assert mean_over(KINDS[:2], values, Bracket(0.0, 1.0)).high == pytest.approx(1.0, abs=1e-12)
    assert mean_over(KINDS[:2], values, Bracket(0.0, 0.0)).high == pytest.approx(0.5, abs=1e-12)


MANY = LEAP.replace("stat luck = 1d2", "stat luck = 1d999\n    stat pluck = 1d999")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("=== 1\n-> victory\n", "make no kinds of hero"),
        (MANY, "more than 200,000"),
    ],
)
def test_books_without_kinds(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        gamebook.heroes(text=text)
