"""States of a book, counted in a list and in arrays: two ways to one number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from gamebook.analysis import large
from gamebook.analysis.large import why_large
from gamebook.analysis.state_counts import KINDS, SAMPLE, StateCounts, in_arrays, in_list
from gamebook.kernels.arrays import Flags, Ints
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.program.compile import Target, compiled
from gamebook.project import Project
from gamebook.render.text import text
from gamebook.report.large import sections
from gamebook.solver.space import explore
from gamebook.solver.too_wide import TooWide
from tests.support.check import check_text

STALL = """sheet
    number gold = 0 in 0..120
    number face = 0 in 0..1

=== 1
~ set gold = 1d121 - 1
~ set face = 1d2 - 1
* Go in -> 2

=== 2 The stall
* Buy [if gold > 60] -> 3
* Buy less [if gold > 30] -> 4
* Leave -> 5

=== 3
* Smile [if face = 1] -> victory
* Nod -> defeat

=== 4
* Smile [if face = 1 and gold > 40] -> victory
* Nod -> defeat

=== 5
* Smile [if gold = 2] -> victory
* Nod -> defeat
"""

HERO = """sheet
    stat STRENGTH = 1d12
    number gold = 0 in 0..20

=== 1
~ gold +STRENGTH
-> 2

=== 2
* Buy [if gold > 3]
    ~ gold -1
    -> 2
* Leave -> 3

=== 3
* Pay [if gold > 1] -> victory
* Run -> defeat
"""


def everywhere(at: Ints) -> Flags:
    """All points."""
    return np.ones(len(at), np.bool_)


def both(book: Book, hero: dict[str, int] | None = None) -> tuple[StateCounts, StateCounts]:
    """The states of a list, and of arrays, without those in which the hero is made: arrays begin behind them."""
    program = compiled(book, hero, Target(numbers=False))
    space = explore(program)
    assert space.complete
    sampled = in_arrays(book, program, everywhere, 60.0)
    assert sampled is not None
    assert sampled.kinds == 1
    (arranged,) = sampled.counts
    listed = in_list(space, everywhere, 60.0)
    played = np.array([program.places[node] != HERO_BLOCK for node in space.code.point_node])
    assert not arranged.at[~played].any()
    kept = {point: found for point, found in listed.without.items() if played[point]}
    return StateCounts(listed.at * played, kept), arranged


def book_of(source: str) -> Book:
    book = check_text(source).resolved.book
    assert book is not None
    return book


def test_a_list_and_arrays_count_the_same() -> None:
    listed, found = both(book_of(STALL))
    assert found.at.tolist() == listed.at.tolist()
    assert found.without.keys() == listed.without.keys()
    assert found.without == {point: pytest.approx(each) for point, each in listed.without.items()}
    assert any(min(each.values()) < listed.at[point] / 2 for point, each in listed.without.items() if each)


@pytest.mark.parametrize("name", ["starter", "tutorial"])
def test_a_hero_of_a_shipped_book(name: str) -> None:
    """Points with many states are sampled: what would be left without a variable is an estimate there."""
    book = Project(Path("books") / f"{name}.gbk").book
    listed, found = both(book, {"SKILL": 9, "STAMINA": 18, "LUCK": 9})
    assert found.at.tolist() == listed.at.tolist()
    assert found.without.keys() == listed.without.keys()
    assert max(listed.at) > 10 * SAMPLE
    few = [point for point in listed.without if listed.at[point] <= SAMPLE]
    assert {point: found.without[point] for point in few} == {
        point: pytest.approx(listed.without[point]) for point in few
    }
    for variable in {variable for each in listed.without.values() for variable in each}:
        points = [point for point, each in listed.without.items() if variable in each]
        total = sum(listed.without[point][variable] for point in points)
        estimated = sum(found.without[point][variable] for point in points)  # from 40 states of each
        assert estimated == pytest.approx(total, rel=0.2)


def test_what_there_is_no_time_for_is_not_taken_for_known() -> None:
    space = explore(compiled(book_of(STALL), None, Target(numbers=False)))
    found = in_list(space, everywhere, 0.0)
    assert found.at.tolist() == in_list(space, everywhere, 60.0).at.tolist()
    assert not found.without


def test_kinds_of_heroes_are_counted_one_by_one() -> None:
    """Strength 1 to 12; eight of them, evenly spread: 1, 3, 4, 6, 7, 9, 10, 12."""
    book = book_of(HERO)
    program = compiled(book, None, Target(numbers=False))
    sampled = in_arrays(book, program, everywhere, 60.0)
    assert sampled is not None
    assert (sampled.kinds, len(sampled.counts)) == (12, KINDS)
    own = [explore(compiled(book, {"STRENGTH": n}, Target(numbers=False))) for n in (1, 3, 4, 6, 7, 9, 10, 12)]
    at_start = 1  # the making of the hero, which a kind of hero has behind it
    assert sorted(int(each.at.sum()) for each in sampled.counts) == [
        len(each.states.point) - each.code.endings - at_start for each in own
    ]


@pytest.fixture
def short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "STATES", 5)


@pytest.mark.usefixtures("short_lists")
def test_where_the_list_is_too_long_arrays_are_counted() -> None:
    book = book_of(STALL)
    found = why_large(book)
    (part,) = [each for each in found.parts if each.chapter == "2"]
    assert found.complete
    assert found.states == why_large(book, states=1000).states - 1  # the making of the hero
    (listed,) = [each for each in why_large(book, states=1000).parts if each.chapter == "2"]
    assert part == replace(listed, share=part.share)


@pytest.mark.usefixtures("short_lists")
def test_what_is_said_of_kinds_of_heroes() -> None:
    told = text(list(sections(why_large(book_of(HERO))))).plain
    assert "states for each of 12 kinds of heroes (8 kinds were counted). Kinds may share states" in told
    assert " of each kind)" in told


@pytest.mark.usefixtures("short_lists")
def test_where_arrays_are_too_wide_the_list_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_wide(*_: object, **__: object) -> Callable[..., object]:
        raise TooWide

    monkeypatch.setattr("gamebook.analysis.state_counts.arrange", too_wide)
    found = why_large(book_of(STALL))
    assert (found.complete, found.kinds) == (False, 0)
    assert text(list(sections(found))).plain.startswith("The first")
