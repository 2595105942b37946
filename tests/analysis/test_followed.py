"""A strategy in the whole book: by hand, and against the graph of all states."""

from __future__ import annotations

import time
from inspect import cleandoc
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import gamebook
from gamebook.analysis import followed as module
from gamebook.analysis.failures import failures
from gamebook.analysis.followed import followed
from gamebook.limits import NO_LIMITS
from gamebook.model.book import Book, Strategy
from gamebook.project import Project
from gamebook.render.text import text
from gamebook.report.failures import what
from gamebook.report.solution import sections
from gamebook.strategy.policy import policy
from gamebook.verbs import solving
from tests.analysis.test_decides import TWO_DOORS
from tests.strategy.test_apply import books, follow, graph_of, quick, strategies, value


@pytest.mark.slow
@pytest.mark.parametrize("otherwise", ["best", "random", "first"])
def test_it_is_worth_what_the_graph_of_states_says(otherwise: Literal["best", "random", "first"]) -> None:
    @quick
    @given(books(), strategies(otherwise), st.booleans())
    def agree(written: Book, strategy: Strategy, shared: bool) -> None:
        graph = graph_of(written)
        expected, best = value(follow(graph, written, strategy), written), value(graph, written)
        if shared:  # a share of all readers is no share
            rules = (structs.replace(each, shares=((2, 2),) * len(each.choices)) for each in strategy.rules)
            strategy = structs.replace(strategy, rules=tuple(rules))
        found = followed(written, policy(strategy), limits=NO_LIMITS)
        assert found is not None
        assert found.played.value == pytest.approx(float(expected), abs=1e-9)
        assert found.solved.best.value == pytest.approx(float(best), abs=1e-9)
        if found.solved.wins:
            lost = sum(each.chance for each in failures(found.solved, found.played))
            assert lost == pytest.approx(1.0 - float(expected), abs=1e-9)

    agree()


TWO = """
    book "Two"

    strategy falls
        at here: Left
        at there: Down
        otherwise best

    strategy half
        at here: Left 1 in 2 else Right
        at there: Down 1 in 2 else Up
        otherwise first

    === here
    * Left -> there
    * Right -> victory

    === there
    * Down -> defeat "You fall"
    * Up -> victory
"""


def solved(book: str, by: str) -> gamebook.Solution:
    return gamebook.solve(text=cleandoc(book), policy=by)


def told(solution: gamebook.Solution) -> str:
    return text([*sections(solution, chapters=True, choices=True)]).plain


@pytest.mark.parametrize(("by", "lost"), [("random", 1 / 4), ("half", 1 / 4), ("first", 1), ("falls", 1)])
def test_a_play_is_lost_where_no_other_choice_could_win_any_more(by: str, lost: float) -> None:
    """In `there` Up still wins, so that going there loses nothing; of those who come there half, or all, go down."""
    solution = solved(TWO, by)
    assert [(row.chapter, what(row), row.chance) for row in solution.failures] == [("there", "“Down”", lost)]
    assert [row.ending for row in solution.failures[0].shown] == ["You fall"]


def test_before_it_a_die() -> None:
    """Half of the plays win at once; the others take the first option twice."""
    die = "    === 1\n    ~ roll 1d2\n        1 -> victory\n        2 -> here\n\n    === here"
    (row,) = solved(TWO.replace("    === here", die), "first").failures
    assert (row.chapter, row.kind, row.chance) == ("there", "choice", 1 / 2)


@pytest.mark.parametrize("by", ["random", "half", "first"])
def test_guesses_are_no_luck(by: str) -> None:
    """There is no die in the book."""
    solution = solved(TWO, by)
    assert solution.luck == ()
    assert "luck" not in solution.to_text()


DOORS = f"""
book "Doors"

strategy half
    at 1: Left 1 in 2 else Right
    otherwise first
{TWO_DOORS}"""


@pytest.mark.parametrize("by", ["random", "half"])
def test_what_luck_decides_beside_guesses(by: str) -> None:
    """Half of the plays draw in 2, half in 3, each with the variance 3/16; of the guess it is 1/16: 75% is luck."""
    solution = solved(DOORS, by)
    assert [(row.chapter, share) for row, share in solution.luck] == [("2", 1 / 2), ("3", 1 / 2)]
    (first,) = (row for row in solution.decided if row.chapter == "1")
    assert (first.luck, first.choice) == pytest.approx((0, 1 / 16), abs=1e-12)
    assert "Luck decides 75.0% of the outcome; the guesses of " in solution.to_text()


def test_of_a_strategy_that_never_guesses_all_is_luck() -> None:
    solution = solved(DOORS, "first")
    assert [(row.chapter, share) for row, share in solution.luck] == [("2", 1)]
    assert "guesses" not in solution.to_text()


@pytest.mark.parametrize(("by", "taken"), [("random", (1 / 2, 1 / 2)), ("half", (1 / 2, 1 / 2)), ("first", (1, 0))])
def test_choices_cost_what_best_play_would_win_more(by: str, taken: tuple[float, float]) -> None:
    """Left wins with 1/4, right with 3/4."""
    solution = solved(DOORS, by)
    (decision,) = solution.costs
    left, right = decision.options
    assert (left.cost, right.cost, left.open, right.open) == (1 / 2, 0, 1, 1)
    assert (left.taken, right.taken) == pytest.approx(taken)
    assert (left.best, right.best) == (0, 1)
    assert [each.label for each in solution.mistakes] == ["Left"]
    (data,) = solution.to_json()["decisions"]
    assert [each["cost"] for each in data["options"]] == [1 / 2, 0]
    assert data["advice"] is None
    assert solution.to_json()["policy"]["whole"] is True
    report = told(solution)
    who = "the random reader" if by == "random" else f"the strategy {by}"
    assert f"it is then a best option, and {who} takes it.\n" in report
    assert f"No advice: {who} leaves no choice to best play.\n" in report


def test_advice_for_what_a_strategy_leaves_to_best_play() -> None:
    page = DOORS.replace("otherwise first", "otherwise best").replace("Left 1 in 2 else Right", "Left if 1 = 2")
    assert "Advice\n1: Right\n" in told(solved(page, "half"))


def test_where_there_is_no_choice_a_line_says_so() -> None:
    report = text([*sections(gamebook.solve(text="=== 1\n-> victory\n"), chapters=True, choices=True)]).plain
    assert "No advice: the reader never chooses between two options.\n" in report
    assert "No table of choices: the reader never chooses between two options.\n" in report


def test_it_does_not_matter_when_the_costs_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the time of the work is limited, not the time between two questions."""
    solution, clock = gamebook.solve(text=cleandoc(DOORS), policy="first", timeout=60), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 3600)
    assert solution.whole
    assert len(solution.costs) == 1


def test_an_answer_within_narrow_limits_is_none_within_wider_ones() -> None:
    """Going left there are the states `1` and `2`; beside it the whole book has `3`, too, and two endings."""
    project = Project.of(cleandoc(DOORS))
    narrow = gamebook.solve(project, policy="first", limit_states=4)
    assert (narrow.difficulty.complete, narrow.whole) == (True, False)
    wide = gamebook.solve(project, policy="first")
    assert (wide.whole, len(wide.costs)) == (True, 1)
    assert gamebook.solve(project, policy="first") is wide


def test_of_a_book_with_too_many_states_it_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FOLLOWED", 1)
    solution = solved(DOORS, "first")
    report = told(solution)
    why = "with all that the strategy does not do, the book is too large"
    assert f"A play counts as lost where the strategy itself can no longer win: {why}.\n" in report
    assert f"No table of choices: {why}.\n" in report
    assert [(row.chapter, row.chance) for row in solution.failures] == [("2", 3 / 4)]
    assert [(row.chapter, share) for row, share in solution.luck] == [("2", 1)]
    assert solution.costs == ()
    assert solution.to_json()["policy"]["whole"] is False
    assert solved(DOORS, "half").decided == ()
    assert solved(TWO, "first").failures[0].kind == "start"
    of_all = told(solved(DOORS, "random"))
    why = "the book is too large to list all its states"
    assert f"A play counts as lost where the random reader can no longer win: {why}.\n" in of_all
    assert f"No table of choices: {why}.\n" in of_all


HUB = """
    book "Hub"
        use fighting-fantasy

    sheet
        number hour = 0 in 0..4

    when hour >= 4 -> ending "Too late"

    === hub
    * Pit -> pit
    * Tower -> victory
    * Give up -> ending "Home"

    === pit
    ~ fight "Rat" SKILL 6 STAMINA 4 and "Ape" SKILL 5 STAMINA 4
    ~ hour +1
    -> hub
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [module.MOST_FOLLOWED, 1])
def test_all_that_the_random_reader_comes_to_is_looked_at_in_a_book_of_arrays(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Best play never comes to the pit, so most states there are not listed. Only one choice ends at home."""
    monkeypatch.setattr(solving, "LISTED", 1)
    monkeypatch.setattr(module, "MOST_FOLLOWED", most)
    study = gamebook.solve(text=cleandoc(HUB), hero={"SKILL": 9, "STAMINA": 12, "LUCK": 5}, policy="random")
    lost = {what(each): each.chance for each in study.failures}
    ends = {each.ending: each.best for each in study.endings}
    assert lost["“Give up”"] == pytest.approx(ends["Home"], abs=1e-9) == pytest.approx(ends["victory"], abs=1e-9)
    assert sum(lost.values()) == pytest.approx(1.0 - ends["victory"], abs=1e-9)
