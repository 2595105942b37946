"""Traps, known with much forgotten: compared with all states."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamebook.limits import Limits
from gamebook.model.book import UNWRITTEN, Book
from gamebook.model.deaths import REAL_CHOICE
from gamebook.program.choices import Menus
from gamebook.program.code import Decide, Program
from gamebook.program.compile import compiled
from gamebook.program.possible import linked, possible
from gamebook.solver import traps as under_test
from gamebook.solver.space import Space, explore
from gamebook.solver.traps import Traps, traps
from tests.support.check import check_text
from tests.support.random_books import books


def menus_of(program: Program) -> Menus:
    """Every decision of the reader's counts, with all its options."""
    return {
        number: range(len(node.options))
        for number, node in enumerate(program.nodes)
        if isinstance(node, Decide) and node.owner == "reader"
    }


def good_ends(book: Book, program: Program) -> list[int]:
    kinds = book.ending_kinds
    return [n for n, name in enumerate(program.endings) if kinds[name] in ("victory", "ending", UNWRITTEN)]


def look(book: Book, *, known: bool = True, seconds: float = 60.0) -> tuple[Program, Traps]:
    program = compiled(book)
    may = possible(program) if known else None
    return program, traps(
        program, menus_of(program), good_ends(book, program), may or linked(program), Limits(seconds=seconds)
    )


def at_choices(program: Program, space: Space) -> list[int]:
    """The states with two open options or more, after which play may come to a menu again."""
    points = [int(space.code.point[node]) for node in menus_of(program)]
    s, ways = space.states, space.ways
    found = []
    for state in np.flatnonzero(np.isin(s.point, points)).tolist():
        open_ = s.option[s.first_action[state] : s.first_action[state + 1]]
        after = np.zeros(space.size, np.bool_)
        after[ways.to[ways.start[state] : ways.start[state + 1]]] = True
        menus = np.isin(s.point, points)
        if np.count_nonzero(open_ >= 0) >= REAL_CHOICE and (space.leading_to(np.flatnonzero(menus)) & after).any():
            found.append(state)
    return found


def agrees(book: Book, program: Program, found: Traps) -> None:
    """Compare the answer with the list of all states."""
    space = explore(program)
    hopeful = space.leading_to(np.array(good_ends(book, program), np.int64))
    if found.none:
        assert hopeful[at_choices(program, space)].all()
    if found.found is not None:
        at = found.found.at
        sheet = dict(zip((cell.name for cell in program.cells), at.sheet, strict=True))
        state = space.find(at.node, {name: sheet[name] for name in space.live_at(at.node)})
        assert state is not None
        assert not hopeful[state]
        defeats = [number for number in range(len(program.endings)) if not hopeful[number]]
        assert bool(space.leading_to(np.array(defeats, np.int64))[state]) == found.found.ends


@pytest.mark.slow
@settings(deadline=None)
@given(books(), st.booleans())
def test_what_is_said_of_traps_is_so_among_all_states(book: Book, known: bool) -> None:
    agrees(book, *look(book, known=known))


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(books(), st.integers(1, 60))
def test_what_is_said_from_short_lists_is_so(monkeypatch: pytest.MonkeyPatch, book: Book, most: int) -> None:
    monkeypatch.setattr(under_test, "MOST", most)
    agrees(book, *look(book))


HUB = """
sheet
    stat   STAMINA = 2d6 + 12
    number gold    = 2d6 in 0..60
    item   key

when STAMINA <= 0 -> defeat

=== 1
* Work
    ~ gold +1d6
    ~ STAMINA -1
    -> 1
* Buy the key
    ~ pay {price} gold
    ~ gain key
    -> 1
* Go in -> 2

=== 2
~ roll 2d6
    2-5
        ~ STAMINA -2
        -> 2
    6-12 -> 3

=== 3
* Left {condition}-> victory
* Right -> 4

=== 4
* Wait -> {wait}
* Shout -> {shout}
"""


def of_hub(condition: str = "", wait: str = "4", shout: str = "defeat") -> tuple[Program, Traps]:
    text = HUB.format(price=5, condition=condition and f"[if {condition}] ", wait=wait, shout=shout)
    book = check_text(text).resolved.book
    assert book is not None
    return look(book)


def chapter_of(program: Program, found: Traps) -> str:
    assert found.found is not None
    return program.places[found.found.at.node]


def test_where_a_way_is_left_there_are_no_traps() -> None:
    _, found = of_hub("", "3", "3")
    assert found == Traps(none=True, perhaps=frozenset())


def test_a_trap_is_found_with_the_way_to_it() -> None:
    program, found = of_hub("key")
    assert chapter_of(program, found) in ("3", "4")
    assert found.found is not None
    assert found.found.ends
    assert program.places[found.found.taken[0].node] == "1"
    names = [cell.name for cell in program.cells]
    assert found.found.at.sheet[names.index("key")] == 0


def test_a_trap_in_which_play_never_ends_is_another_one() -> None:
    _, found = of_hub("key", "4", "4")
    assert found.found is not None
    assert not found.found.ends


def test_dice_that_can_always_save_the_reader_leave_no_trap() -> None:
    # Who is nearly dead may still roll 6 or more in chapter 2; and in chapter 1 there is nothing else to fear.
    _, found = of_hub("", "3", "3")
    assert found.none
    _, found = of_hub("STAMINA >= 1", "3", "3")  # nobody who is there has less
    assert found.none


def test_without_time_nothing_is_known() -> None:
    book = check_text(HUB.format(price=5, condition="", wait="3", shout="3")).resolved.book
    assert book is not None
    program, found = look(book, seconds=0.0)
    assert (found.none, found.found) == (False, None)
    assert found.perhaps is not None
    assert {program.places[node] for node in found.perhaps} == {"1", "3", "4"}
