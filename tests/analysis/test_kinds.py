"""The kinds of hero that the dice make, against what dice are known to do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis import starts
from gamebook.analysis.campaign import Campaign, campaign, for_all_kinds
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.kinds import rolled_kinds
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.project import Project
from tests.analysis.test_campaign import FIRST, SECOND
from tests.support.slowly import then_slowly

HERO = """book "A"

sheet
    stat might = 1d2 + 6
    stat wits = 2d6
    number gold = 1d6 in 0..9

hero
    ~ choose 1 of
        * A book
            ~ wits +1
        * A purse
            ~ gold +2

=== 1
-> victory
"""


def _book(text: str) -> Book:
    return Project.of(text).book


def test_only_what_dice_settle_for_good_makes_a_kind() -> None:
    """A choice may still change wits and gold, so neither is settled by the dice alone."""
    assert [(dict(kind.stats), kind.chance) for kind in rolled_kinds(_book(HERO), {})] == [
        ({"might": 7}, 0.5),
        ({"might": 8}, 0.5),
    ]


def test_an_initial_value_that_is_changed_makes_no_kind() -> None:
    """Whoever is given might 7 can be healed to 7, but these heroes can be healed to 8 then."""
    text = HERO[: HERO.index("    ~ choose")] + "    ~ initial might +1\n\n" + HERO[HERO.index("=== 1") :]
    assert {name for kind in rolled_kinds(_book(text), {}) for name in kind.stats} == {"wits", "gold"}


def test_two_dice_without_a_choice() -> None:
    """Of 36 throws of two dice 6 make seven. What is given is not rolled."""
    text = HERO[: HERO.index("hero\n")] + HERO[HERO.index("=== 1") :]
    kinds = rolled_kinds(_book(text), {"might": 8, "gold": 3})
    assert len(kinds) == 11
    assert dict(kinds[0].stats) == {"wits": 7}
    assert kinds[0].chance == pytest.approx(6 / 36, abs=1e-15)
    assert sum(kind.chance for kind in kinds) == pytest.approx(1.0, abs=1e-14)


def test_no_kinds_if_nothing_is_rolled() -> None:
    assert rolled_kinds(_book('book "A"\n\n=== 1\n-> victory\n'), {}) == ()


def _sheet(most: int) -> str:
    return f"sheet\n    stat a = 1d6 in 1..6\n    stat b = 1d2 in 1..2\n    number gold = 0 in 0..{most}\n"


def _find(most: int) -> str:
    return f'book "Treasure"\n\n{_sheet(most)}\n=== 1\n~ gold +1d{most}\n-> victory\n'


def _treasure(most: int) -> list[Book]:
    """Two stats and a purse, all carried over: the reader wins with (a + b + gold)/1000."""
    toll = "~ roll 1d1000 as toll\n~ if toll <= a + b + gold\n    -> victory\n-> defeat\n"
    return [_book(_find(most)), _book(f'book "Toll"\n    carry a, b, gold\n\n{_sheet(most)}\n=== 1\n{toll}')]


@pytest.fixture
def few_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "MOST_LISTED", 100)


@pytest.mark.slow
@pytest.mark.usefixtures("few_starts")
def test_too_many_sheets_for_one_solution_are_solved_kind_by_kind() -> None:
    """6 x 2 x 20 sheets; the means of the dice are 3.5, 1.5 and 10.5."""
    found = campaign(_treasure(20), limits=NO_LIMITS)
    assert found.complete
    assert found.best.low <= 0.0155 <= found.best.high
    assert found.best.high - found.best.low < 1e-9
    assert len(found.kinds) == 12
    assert found.stages == ()
    for kind in found.kinds:
        assert kind.best.middle == pytest.approx((kind.stats["a"] + kind.stats["b"] + 10.5) / 1000, abs=1e-12)
    assert dict(found.kinds[0].stats) == {"a": 6, "b": 2}


@pytest.mark.usefixtures("few_starts")
@pytest.mark.parametrize("seconds", then_slowly([0.0, 0.3], 1))
def test_bounds_hold_when_time_is_over(seconds: float) -> None:
    found = campaign(_treasure(20), limits=Limits(seconds=seconds))
    assert found.best.low <= 0.0155 <= found.best.high


@pytest.mark.slow
def test_kinds_that_are_not_solved_are_no_better_than_the_first_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of four wins the first book: the nine of twelve kinds that are not solved cannot all win both."""
    monkeypatch.setattr("gamebook.analysis.campaign.MOST_KINDS", 3)
    books = [
        _book(_find(20).replace("-> victory", "~ roll 1d4\n    1 -> victory\n    2-4 -> defeat")),
        _treasure(20)[1],
    ]
    found = for_all_kinds(books, {}, rolled_kinds(books[0], {}), limits=NO_LIMITS)
    assert (found.complete, len(found.kinds)) == (False, 3)
    assert found.best.high == pytest.approx(1 / 4, abs=1e-12)


def test_only_the_kinds_that_there_was_time_for_count_as_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """After four of twelve kinds, each of which wins half of its plays, the time is over."""
    solved: list[object] = []

    def half(*_: object, **__: object) -> Campaign:
        solved.append(_)
        return Campaign(Bracket(0.5, 0.5), ())

    monkeypatch.setattr("gamebook.analysis.campaign.campaign", half)
    monkeypatch.setattr(Limits, "since", lambda limits, _: replace(limits, seconds=0.0 if len(solved) == 4 else 60.0))
    books = _treasure(20)
    found = for_all_kinds(books, {}, rolled_kinds(books[0], {}), limits=Limits(seconds=60.0))
    assert (found.complete, len(found.kinds), len(solved)) == (False, 4, 4)
    assert found.reason == "the time was over when 4 of 12 kinds of hero were solved"
    assert found.unsolved == pytest.approx(8 / 12, abs=1e-12)
    assert (found.best.low, found.best.high) == pytest.approx((2 / 12, 10 / 12), abs=1e-9)


@pytest.mark.slow
def test_a_large_purse_is_handed_over() -> None:
    """500 sheets: once each was a question inside the one before, and Python's stack was too small."""
    found = campaign(_treasure(500), {"a": 1, "b": 1}, limits=NO_LIMITS)
    assert found.best.middle == pytest.approx(0.2525, abs=1e-12)


@pytest.mark.slow
def test_kind_by_kind_is_the_same_as_all_at_once() -> None:
    books, hero = [gamebook.Project(path).book for path in (FIRST, SECOND)], {"SKILL": 8, "STAMINA": 16}
    kinds = rolled_kinds(books[0], hero)
    assert len(kinds) == 6
    once, each = campaign(books, hero, limits=NO_LIMITS), for_all_kinds(books, hero, kinds, limits=NO_LIMITS)
    assert each.best.middle == pytest.approx(once.best.middle, abs=1e-12)


@pytest.mark.slow
@pytest.mark.usefixtures("few_starts")
def test_kinds_of_a_draft_have_bounds() -> None:
    """One reader of four comes to a chapter that is not written: 3/4 of the usual, and at most 1/4 more."""
    _, toll = _treasure(20)
    draft = _find(20).replace("-> victory", "~ roll 1d4\n    1 -> 17\n    2-4 -> victory")
    found = campaign([_book(draft.replace('"Treasure"', '"Treasure"\n    draft')), toll], limits=NO_LIMITS)
    assert len(found.kinds) == 12
    assert found.drafts == ("Treasure",)
    assert found.best.low == pytest.approx(0.0155 * 3 / 4, abs=1e-12)
    assert found.best.high == pytest.approx(0.0155 * 3 / 4 + 1 / 4, abs=1e-12)


FROM_OTHERS = """book "Linked"
sheet
    stat   S = 1d6 in 0..9
    stat   T = S + 1d2
    stat   U = 1d4
    item   rope
hero
    ~ choose "gift"
        * Rope
            ~ gain rope
        * Skill
            ~ S +1
=== 1
~ if rope
    ~ if T = S + 1
        -> victory
-> defeat
"""
"""Best play takes the rope, and wins where 1d2 is 1."""


def test_a_stat_that_is_rolled_from_another_one_is_no_kind_without_it() -> None:
    """To fix T and to roll S anew would tell of heroes that the dice never make."""
    kinds = rolled_kinds(_book(FROM_OTHERS), {})
    assert [dict(kind.stats) for kind in kinds] == [{"U": number} for number in range(1, 5)]
    found = gamebook.heroes(text=FROM_OTHERS)
    assert found.mean["best"].low <= 0.5 <= found.mean["best"].high
    given = rolled_kinds(_book(FROM_OTHERS), {"S": 3})
    assert {kind.stats["T"] for kind in given} == {4, 5}, "with S given, T is a kind"


def test_stats_that_are_rolled_from_each_other_are_a_kind_together() -> None:
    kinds = rolled_kinds(_book(FROM_OTHERS.replace("~ S +1", "~ gain rope")), {"U": 1})
    assert {tuple(kind.stats.items()) for kind in kinds} == {
        (("S", s), ("T", t)) for s in range(1, 7) for t in (s + 1, s + 2)
    }
