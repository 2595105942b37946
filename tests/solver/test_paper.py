"""Readers who look at their whole sheet: by hand, and states told apart against those of the solved book."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from gamebook import Project
from gamebook.analysis.readers import readers
from gamebook.errors import LimitReached
from gamebook.limits import Limits
from gamebook.model.reader import reader
from gamebook.solver.first_time import first_time, persist
from gamebook.solver.manner import Manner
from gamebook.solver.paper import on_paper
from gamebook.solver.solution import Search, play
from tests.solver.test_first_time import CIRCLE, seen_of, solved_text
from tests.support.small_books import random_books

AGAIN = """
sheet
    {sheet}

=== 1
{before}
-> 2

=== 2
* Left
    {left}
    ~ roll 1d2
        1 -> {other}
        2 -> 2
* Right -> {right}
"""

CHANGES = [
    ("item rope", "~ gain rope"),
    ("codeword RAVEN", "~ note RAVEN"),
    ("number bells = 0 in 0..1", "~ bells +1"),
    ("stat life = 2 in 0..2", "~ set life = 1"),
    ("one-of weapon: none, sword", "~ gain sword"),
]


def again(sheet: str, left: str, *, wins: str = "right") -> str:
    other, right = ("defeat", "victory") if wins == "right" else ("victory", "defeat")
    return AGAIN.format(sheet=sheet, before="", left=left, other=other, right=right)


@pytest.mark.parametrize(("sheet", "left"), CHANGES)
def test_what_no_rule_asks_for_is_a_change(sheet: str, left: str) -> None:
    """Right at once wins with 1/2. After Left (1/2 · 1/2) the sheet has changed, so it is Left again (1/2).

    From then on the sheet stays the same: the answer is drawn anew, and 1/2 + 1/4 of p is p, so p = 2/3.
    In all 1/2 + 1/4 · 1/2 · 2/3 = 7/12.
    """
    solved = solved_text(again(sheet, left))
    found = first_time(solved, *seen_of(solved), plays=200_000)
    assert found.method == "plays"
    assert found.low <= 7 / 12 <= found.high < found.low + 0.01


def test_a_number_that_takes_two_steps() -> None:
    """Left, then Left twice as the number goes on changing: 1/2 + 1/4 · 1/2 · 1/2 · 2/3 = 13/24."""
    solved = solved_text(again("number bells = 0 in 0..2", "~ bells +1"))
    found = first_time(solved, *seen_of(solved), plays=200_000)
    assert found.low <= 13 / 24 <= found.high < found.low + 0.01


def test_a_number_that_is_read_later_but_set_before() -> None:
    """The menu knows 1 at first, and 2 after Left, though all who ask for it set it before: 7/12 again."""
    text = again("number y = 1 in 0..2", "~ set y = 2").replace(
        "* Right -> victory", "* Right\n    ~ set y = 1\n    ~ if y\n        -> victory\n    -> defeat"
    )
    solved = solved_text(text)
    found = first_time(solved, *seen_of(solved), plays=200_000)
    assert found.low <= 7 / 12 <= found.high < found.low + 0.01


def test_a_sheet_that_was_the_same_earlier_in_the_play() -> None:
    """What counts is any earlier time, not only the last: x is 0, 1, 0, 1 …, and the third time it is as at first."""
    solved = solved_text(again("number x = 0 in 0..1", "~ set x = 1 - x"))
    found = first_time(solved, *seen_of(solved), plays=200_000)
    assert found.low <= 7 / 12 <= found.high < found.low + 0.01


def test_a_persistent_reader_looks_at_the_sheet() -> None:
    """Left wins or comes back, each with 1/2, and Right kills: the first attempt wins with 1/4 / (1 - 1/4) = 1/3.

    Who was killed by Right goes left (1/2 wins), and left again with the new rope (1/4); then nothing has changed, and
    it is 1/3 as at first: 1/2 + 1/4 + 1/4 · 1/3 = 5/6.
    """
    solved = solved_text(again("item rope", "~ gain rope", wins="left"))
    first, second = persist(solved, *seen_of(solved), lives=20_000).attempts[:2]
    assert first.wins.low <= 1 / 3 <= first.wins.high
    assert second.wins.low <= 5 / 6 <= second.wins.high < second.wins.low + 0.03


def test_nothing_is_listed_anew_where_nothing_was_forgotten() -> None:
    solved = solved_text(CIRCLE)
    seen, _ = seen_of(solved)
    assert on_paper(solved, seen.of_state >= 0).space is solved.space


def test_too_many_states() -> None:
    """Those of the solved book are within the limit, and those with the rope are not."""
    solved = solved_text(again("item rope x 9", "~ gain rope"))
    seen, _ = seen_of(solved)
    limited = replace(solved, search=Search(limits=Limits(states=solved.space.count)))
    with pytest.raises(LimitReached, match="told apart by all that is on the sheet"):
        on_paper(limited, seen.of_state >= 0)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(48_060, 48_080), range(48_080, 48_200)])
def test_states_told_apart_are_those_of_the_book(seeds: range, tmp_path: Path) -> None:
    """Play by chance is worth the same in both, and each state of the solved book comes up."""
    more = 0
    for solved, _ in random_books(seeds, tmp_path):
        seen, fresh = seen_of(solved)
        paper = on_paper(solved, seen.of_state >= 0)
        more += paper.space.size > solved.space.size
        assert set(paper.state.tolist()) == set(range(solved.space.size))
        assert (solved.space.action_state[paper.action] == paper.state[paper.space.action_state]).all()
        assert (solved.space.states.option[paper.action] == paper.space.states.option).all()
        mode = fresh.manner.mode[paper.state]
        told = play(solved.book, paper.space, Manner(mode, fresh.weight[paper.action]))
        assert told.value == pytest.approx(fresh.value, abs=1e-12)
        assert np.isclose(told.values.told, fresh.values.told[paper.state], atol=1e-12, equal_nan=True).all()
    assert more


def test_with_a_strategy_for_fights() -> None:
    """It reads the foe's numbers, which stay known until the next fight; 12 + 2 beats 1 + 12, so it is 7/12 again."""
    text = again("item rope", "~ gain rope").replace(
        "-> 2\n\n=== 2", '~ fight "Rat" SKILL 1 STAMINA 1\n-> 2\n\n=== 2', 1
    )
    project = Project.of(f"use fighting-fantasy-strategies\n{text}")
    (row,) = readers(project.book, {"SKILL": 12, "STAMINA": 12, "LUCK": 12}, [reader("first-timer(rule-of-thumb)")])
    assert row.value.low <= 7 / 12 <= row.value.high < row.value.low + 0.02
