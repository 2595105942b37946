"""How far readers come: by hand, and against plain nodes in fractions."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.survival import After, Survival, survival
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.analysis.test_hazards import at_random
from tests.support.naive import readers as naive
from tests.support.naive.solver import ZERO
from tests.support.naive_books import small
from tests.support.plain_states import Plain, stopped
from tests.support.small_books import random_books


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


ROUND = """
=== 1
* On -> 2
* Home -> victory

=== 2
* Back -> 1
* Down -> 3

=== 3
~ defeat
"""


def test_a_round_by_hand() -> None:
    """Half of the readers leave each time: the first third chapter is doomed, for it can only be lost."""
    solved = solved_text(ROUND)
    found = survival(solved, solved.uniform, most_chapters=5)
    rows = [(each.chapters, each.reading, each.doomed, each.won, each.over) for each in found.after]
    assert rows[:5] == [
        (0, 1, 0, 0, 0),
        (1, 1 / 2, 0, 1 / 2, 0),
        (2, 1 / 4, 1 / 4, 1 / 2, 0),
        (3, 1 / 8, 0, 5 / 8, 1 / 4),
        (4, 1 / 16, 1 / 16, 5 / 8, 1 / 4),
    ]
    assert not found.complete
    assert survival(solved, solved.uniform).complete


def test_what_is_certain_is_no_sum_of_chances() -> None:
    """Ten times a tenth, one after the other, is less than 1."""
    assert sum([0.1] * 10) < 1.0
    ways = "".join(f"* Way {number} -> 2\n" for number in range(10))
    solved = solved_text(f"=== 1\n{ways}\n=== 2\n* On -> victory\n* Out -> defeat\n")
    rows = [(each.reading, each.doomed, each.won, each.over) for each in survival(solved, solved.uniform).after]
    assert rows[:2] == [(1, 0, 0, 0), (1, 0, 0, 0)]
    assert rows[2] == pytest.approx((0, 0, 1 / 2, 1 / 2))


def rows(found: Survival) -> list[tuple[float, ...]]:
    return [(each.reading, each.doomed, each.won, each.over) for each in found.after]


IDLE = """
sheet
    number n = 0 in 0..3
    item rope

anytime
    * Idle
        ~ n +1

=== 1
~ roll 1d2
    1
        ~ gain rope
    2
* Out [if rope] -> 2

=== 2
-> victory
"""


def test_play_that_never_leaves_a_chapter_goes_on() -> None:
    """Half of the readers have no rope and can only idle for ever: they are in no other chapter, and in no ending."""
    solved = solved_text(IDLE)
    found = survival(solved, solved.uniform)
    assert rows(found) == [
        (1, 0, 0, 0),
        pytest.approx((1 / 2, 1 / 2, 0, 0), abs=1e-12),
        pytest.approx((0, 1 / 2, 1 / 2, 0), abs=1e-12),
    ]
    assert found.complete


def test_play_that_never_leaves_the_chapter_after_the_next_goes_on() -> None:
    """As above, one chapter later; and what begins there with nobody who can leave."""
    before = IDLE.replace("=== 1", "=== 0\n* On -> 1\n* Away -> 3\n\n=== 1")
    solved = solved_text(f"{before}\n=== 3\n* Climb [if rope] -> 2\n")
    found = survival(solved, solved.uniform)
    assert rows(found) == [
        (1, 0, 0, 0),
        pytest.approx((1 / 2, 1 / 2, 0, 0), abs=1e-12),
        pytest.approx((1 / 4, 3 / 4, 0, 0), abs=1e-12),
        pytest.approx((0, 3 / 4, 1 / 4, 0), abs=1e-12),
    ]


def test_a_round_through_chapters_that_nobody_leaves() -> None:
    """Half of the readers turn from 2 to 3 and back for ever."""
    solved = solved_text("=== 1\n* On -> 2\n* Home -> victory\n\n=== 2\n* Go -> 3\n\n=== 3\n* Back -> 2\n")
    found = survival(solved, solved.uniform, most_chapters=9)
    assert len(found.after) > 1
    for row in rows(found)[1:]:
        assert row == pytest.approx((0, 1 / 2, 1 / 2, 0), abs=1e-12)


def test_where_points_are_wanted_play_that_never_ends_is_no_defeat() -> None:
    solved = solved_text(f'book "Idle"\n    aim score\n{IDLE}')
    assert list(rows(survival(solved, solved.uniform))[-1]) == pytest.approx([1 / 2, 0, 1 / 2, 0], abs=1e-12)


DRAFT = """book "Half a road"
    draft

=== 1
~ roll 1d4
    1 -> victory
    2 -> defeat
    3-4 -> 9
"""


@pytest.mark.parametrize("aim", ["win", "score"])
def test_what_is_not_written_yet_is_won_by_nobody(aim: str) -> None:
    """One in four wins, one in four loses, and the others turn to a chapter that is not there."""
    solved = solved_text(DRAFT.replace("draft", f"draft\n    aim {aim}"))
    first, second, third = survival(solved, solved.uniform).after
    assert first == After(0, 1.0, 0.0, 0.0, 0.0, 0.0)
    assert (second.reading, second.won, second.over, second.unwritten) == pytest.approx((1 / 2, 1 / 4, 1 / 4, 0))
    assert (third.reading, third.won, third.over, third.unwritten) == pytest.approx((0, 1 / 4, 1 / 4, 1 / 2))


def compare(found: Survival, plain: Plain) -> None:
    weights, lost, size = at_random(plain), plain.lost(), len(plain.nodes)
    # From the second step on play begins in chapters: each start is there twice, to arrive at and to go on from.
    starts = [number for number, begins in enumerate(plain.begins) if begins]
    double = {number: size + place for place, number in enumerate(starts)}
    nodes = naive.playing(plain.nodes, weights)
    apart = [*stopped(nodes, double), *(nodes[number] for number in starts)]
    here = [ZERO + (number == 0) for number in range(len(apart))]
    won = over = ZERO
    for row in found.after[:6]:
        there = naive.visits(apart, {}, here)
        won += sum((there[n] for n, node in enumerate(nodes) if node.end and node.end[0] == "victory"), ZERO)
        over += sum((there[n] for n, node in enumerate(nodes) if node.end and node.end[0] != "victory"), ZERO)
        doomed = sum((there[n] for n in starts if lost[n]), ZERO)
        reading = sum((there[n] for n in starts if not lost[n]), ZERO)
        told = (row.reading, row.doomed, row.won, row.over)
        assert told == tuple(pytest.approx(float(each), abs=1e-11) for each in (reading, doomed, won, over))
        here = [ZERO] * len(apart)
        for number, twin in double.items():
            here[twin] = there[number]


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    """Step by step; and all arrivals together are the visits to all chapters."""
    books = list(random_books(range(45_000, 45_040), tmp_path))
    assert len(books) >= 3
    for solved, plain in books:
        found = survival(solved, solved.uniform)
        compare(found, plain)
        if found.complete:
            arrivals = sum(
                float(solved.arrival(solved.uniform, each).expected) for each in solved.space.program.chapters
            )
            assert sum(each.reading + each.doomed for each in found.after) == pytest.approx(arrivals, abs=1e-3)


@pytest.mark.slow
def test_every_play_of_a_random_book_is_in_every_row(tmp_path: Path) -> None:
    """Also where some plays never end."""
    endless = 0
    for seed in range(45_000, 45_120):
        each = small(seed, tmp_path, 60)
        if each is None:
            continue
        solved = each[0]
        found = survival(solved, solved.uniform, most_chapters=30)
        assert [sum(row) for row in rows(found)] == pytest.approx([1.0] * len(found.after), abs=1e-9)
        ended = float(solved.uniform.visits[: len(solved.space.program.endings)].sum())
        assert found.after[-1].won + found.after[-1].over <= ended + 1e-9
        endless += ended < 1 - 1e-9
    assert endless
