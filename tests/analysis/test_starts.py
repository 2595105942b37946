"""The sheets with which later books are begun, where a large book hands them over by class."""

from __future__ import annotations

import pytest

from gamebook.analysis import starts
from gamebook.analysis.campaign import Stage, campaign
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.project import Project

SWORD = "sheet\n    item sword\n"
PURSE = "sheet\n    number gold = 0 in 0..9\n"
FINDS = f'book "One"\n{SWORD}=== 1\n~ roll 1d4\n    1\n        ~ gain sword\n    2-4\n-> victory\n'
EARNS = f'book "One"\n{PURSE}=== 1\n~ gold +1d4\n-> victory\n'


def _books(*texts: str) -> list[Book]:
    return [Project.of(text).book for text in texts]


def _worth(stage: Stage) -> list[tuple[dict[str, int], float]]:
    return [(dict(start.sheet), round(start.value.middle, 12)) for start in stage.starts]


@pytest.mark.parametrize(("wanted", "chance"), [("sword", 0.25), ("not sword", 0.75)])
@pytest.mark.parametrize("passing", [1, 2])
def test_what_is_only_passed_on_counts(wanted: str, chance: float, passing: int) -> None:
    """One reader of four finds the sword; the books between ask for nothing, and the last asks for it."""
    between = f'book "Between"\n    carry sword\n{SWORD}=== 1\n* Go on -> victory\n* Give up -> defeat\n'
    last = f'book "Last"\n    carry sword\n{SWORD}=== 1\n~ if {wanted}\n    -> victory\n-> defeat\n'
    found = campaign(_books(FINDS, *[between] * passing, last), limits=NO_LIMITS, listed=1)
    assert all(stage.by_class for stage in found.stages[1:])
    assert found.best.middle == pytest.approx(chance, abs=1e-12)
    assert all(len(stage.starts) == 2 for stage in found.stages[1:])


def test_what_a_book_between_adds() -> None:
    """The last book asks for 3 crowns and the one between brings 1, so it is 2 that count: from a die of 4, 3 of 4."""
    between = f'book "Between"\n    carry gold\n{PURSE}=== 1\n~ gold +1\n-> victory\n'
    last = f'book "Last"\n    carry gold\n{PURSE}=== 1\n~ if gold >= 3\n    -> victory\n-> defeat\n'
    found = campaign(_books(EARNS, between, last), limits=NO_LIMITS, listed=1)
    assert found.best.middle == pytest.approx(0.75, abs=1e-12)
    assert _worth(found.stages[1]) == [({"gold": 2}, 1.0), ({"gold": 0}, 0.0)]
    assert _worth(found.stages[2]) == [({"gold": 3}, 1.0), ({"gold": 0}, 0.0)]


def test_what_is_lost_on_the_way_does_not_count() -> None:
    """Whoever dies in the book between still has his crowns, but nobody asks for them there."""
    between = f'book "Between"\n    carry gold\n{PURSE}'
    between += "=== 1\n~ roll 1d2\n    1 -> defeat\n    2\n~ set gold = 5\n-> victory\n"
    last = f'book "Last"\n    carry gold\n{PURSE}=== 1\n~ if gold = 5\n    -> victory\n-> defeat\n'
    found = campaign(_books(EARNS, between, last), limits=NO_LIMITS, listed=1)
    assert _worth(found.stages[1]) == [({}, 0.5)]
    assert found.best.middle == pytest.approx(0.5, abs=1e-12)


def test_what_never_changes_is_known_in_all_books() -> None:
    """Might is 5 throughout, so the last book's 10 is 2 crowns, and no other might is thought of."""
    sheet = "sheet\n    stat might = 1d6\n    number gold = 0 in 0..9\n"
    earns = f'book "One"\n{sheet}=== 1\n~ gold +1d4\n-> victory\n'
    between = f'book "Between"\n    carry might, gold\n{sheet}=== 1\n-> victory\n'
    last = f'book "Last"\n    carry might, gold\n{sheet}=== 1\n~ if gold * might >= 10\n    -> victory\n-> defeat\n'
    found = campaign(_books(earns, between, last), {"might": 5}, limits=NO_LIMITS, listed=1)
    might = {"might": 5, "initial might": 5}
    for stage in found.stages[1:]:
        assert _worth(stage) == [({**might, "gold": 2}, 1.0), ({**might, "gold": 0}, 0.0)]
    assert found.best.middle == pytest.approx(0.75, abs=1e-12)


def test_a_book_without_an_ending_is_asked_nothing() -> None:
    """It goes on for ever, so nobody wins it."""
    endless = f'book "Endless"\n    carry gold\n{PURSE}=== 1\n~ gold +1\n-> 1\n'
    found = campaign(_books(EARNS, endless), limits=NO_LIMITS, listed=1)
    assert (found.best.low, found.best.high) == (0.0, 0.0)
    assert found.complete


def test_many_sheets_by_class_are_no_error_if_time_was_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sheets can occur, and the last book can tell ten apart: with time for the three there is an answer."""
    monkeypatch.setattr(starts, "MOST_STARTS", 5)
    jumps = f'book "One"\n{PURSE}=== 1\n~ roll 1d3 as prize\n~ gold +3 * prize\n-> victory\n'
    last = f'book "Last"\n    carry gold\n{PURSE}'
    last += "=== 1\n~ roll 1d10 as toll\n~ if toll <= gold\n    -> victory\n-> defeat\n"
    books = _books(jumps, last)
    assert campaign(books, limits=NO_LIMITS).best.middle == pytest.approx(0.6, abs=1e-12)  # (3 + 6 + 9)/30
    found = campaign(books, limits=Limits(states=1))
    assert not found.complete
    assert (found.best.low, found.best.high) == (0.0, 1.0)
    found = campaign(books, limits=NO_LIMITS, listed=1)
    assert not found.complete
    assert "10 different sheets" in found.reason
