"""Drafts: bounds of the chance to win, worked out by hand, and on random books with a chapter torn out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis import hope as hope_module
from gamebook.model.book import Book
from gamebook.render.solution import Solution
from gamebook.report.section import Lines
from gamebook.report.worth import sections
from gamebook.solver.practice import Practised
from gamebook.solver.sample import Estimate
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve as solve_whole
from gamebook.solver.watch import News
from tests.support.naive.random_text import random_book

TOWER = """
    book "Half a Tower"
        draft

    === 1
    * Climb -> 2
    * Dig -> 3

    === 2
    ~ roll 1d4
        1 -> victory
        2 -> 17
        3-4 -> defeat

    === 3
    ~ roll 1d4
        1-3 -> cellar
        4 -> defeat
"""
"""Now only who climbs can win, in 1 case of 4. If both missing chapters were won, digging would win in 3 of 4."""


def solved(text: str, **wishes: object) -> Solution:
    return gamebook.solve(text=f"{cleandoc(text)}\n", **wishes)  # type: ignore[arg-type]


def test_the_least_and_the_most() -> None:
    solution = solved(TOWER)
    best = solution.difficulty.best
    assert (best.low, best.high) == pytest.approx((1 / 4, 3 / 4))
    assert solution.value == pytest.approx(1 / 4)
    told = solution.to_text()
    assert "wins with chance between 25.000% and 75.000%: 2 chapters are not written yet" in told
    data = solution.to_json()
    assert (data["best"]["low"], data["best"]["high"]) == pytest.approx((1 / 4, 3 / 4))
    assert data["unwritten"]["chapters"] == ["17", "cellar"]
    assert data["unwritten"]["lost"]["high"] == pytest.approx(1 / 4)
    assert data["unwritten"]["won"] == pytest.approx(3 / 4)


def test_what_is_not_written_is_neither_victory_nor_defeat() -> None:
    solution = solved(TOWER)
    found = {row.ending: (row.kind, row.best, row.uniform) for row in solution.endings}
    assert found["not written yet"] == ("not written yet", pytest.approx(1 / 4), pytest.approx(1 / 2))
    assert found["defeat"] == ("defeat", pytest.approx(1 / 2), pytest.approx(3 / 8))
    assert sum(each.chance for each in solution.failures) == pytest.approx(1 / 2)


def test_where_it_makes_no_difference_the_chance_is_known() -> None:
    solution = solved(TOWER.replace("2 -> 17\n        3-4", "2-4").replace("1-3 -> cellar", "1-3 -> 1"))
    assert solution.solved.book.unfinished is False
    assert solution.to_json()["unwritten"] is None
    sure = solved('book "B"\n    draft\n=== 1\n* Win -> victory\n* Look -> 2\n')
    assert (sure.difficulty.best.low, sure.difficulty.best.high) == (1.0, 1.0)
    assert "wins with chance 100% (always), whatever is still to be written" in sure.to_text()


def test_points_have_no_most() -> None:
    text = 'book "B"\n    draft\n    aim score\n=== 1\n~ score +2\n* On -> 2\n* Out -> ending "Out" score 1\n'
    solution = solved(text)
    assert solution.difficulty.best.high == pytest.approx(3.0)
    assert solution.to_json()["unwritten"] == {"chapters": ["2"], "lost": None, "won": None}
    assert "earns 3 points (3.0000000000 ± " in solution.to_text()
    assert (
        " as the book is now\n                all this is about the book as it is now: nobody wins"
        in solution.to_text()
    )


def test_advice_leaves_out_what_nobody_knows() -> None:
    """Down costs 1/2 as it is, and may be best one day; Back costs as much whatever is written."""
    text = (
        'book "B"\n    draft\n=== 1\n* Up -> 2\n* Down -> 17\n* Back -> defeat\n* Across -> 3\n* Aside -> (9 + 1d2)\n'
    )
    solution = solved(f"{text}=== 2\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n=== 3\nA bog.\n")
    assert [(each.label, each.cost) for each in solution.mistakes] == [("Back", pytest.approx(1 / 2))]
    told = solution.to_text()
    assert "warn of “Back” (1)" in told
    assert "Down" not in told
    assert "No play ends in" not in told
    ended = solved(
        f"{text.replace('    draft', '    start 1').replace('-> 17', '-> defeat').replace('* Aside', '// ')}"
        "=== 2\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n=== 3\n-> 1\n"
    )
    assert [each.label for each in ended.mistakes] == ["Down", "Back"]


def test_an_option_without_a_turn_leads_to_what_is_not_written() -> None:
    text = 'book "B"\n    draft\n=== 1\n* Up -> victory\n* Down\n    You fall.\n* Off -> defeat\n'
    assert [each.label for each in solved(text).mistakes] == ["Off"]


def test_what_is_of_no_use_now_may_be_of_use_one_day() -> None:
    text = 'book "B"\n    draft\nsheet\n    item rope\n=== 1\n* Up -> victory\n* Down [if rope] -> 17\n'
    said = "Best play wins as often without any one of"
    whole = text.replace("    draft\n", "").replace("17", "defeat")
    for page, says in ((text, False), (whole, True)):
        lines = [
            str(line)
            for section in sections(gamebook.worth(text=page))
            for part in section.parts
            if isinstance(part, Lines)
            for line in part.lines
        ]
        assert any(line.startswith(said) for line in lines) == says


def test_a_limit_leaves_the_bounds_true() -> None:
    """No state is listed: anything may be."""
    best = solved(TOWER, limit_states=1).difficulty.best
    assert best.low <= 1 / 4
    assert best.high >= 3 / 4


def test_up_to_a_chapter_that_is_missing() -> None:
    """17 is reached in 1 case of 4; whoever digs may come there by way of the cellar."""
    best = solved(TOWER, until=("17",)).difficulty.best
    assert (best.low, best.high) == pytest.approx((1 / 4, 3 / 4))


@pytest.mark.slow
@pytest.mark.parametrize(("seeds", "enough"), [(range(8), 3), (range(8, 18), 5)])
def test_a_chapter_torn_out_of_a_random_book(seeds: range, enough: int, tmp_path: Path) -> None:
    """Whatever stood there, the chance to win lies between the bounds without it."""
    wide = 0
    for seed in seeds:
        written = random_book(seed)
        path, hero = written.write(tmp_path), written.hero or None
        whole = gamebook.solve(path, hero, limit_states=20_000)
        if whole.solved.book.aim != "win" or not whole.difficulty.complete:
            continue
        names = [each.name for each in whole.solved.book.chapters if each.name != whole.solved.book.start]
        for name in names[:2]:
            torn = re.sub(rf"^=== {name}(?=\s).*?(?=^=== |\Z)", "", written.text, flags=re.MULTILINE | re.DOTALL)
            path.write_text(torn.replace('book "Random"', 'book "Random"\n    draft', 1), "utf-8")
            best = gamebook.solve(path, hero).difficulty.best
            assert best.low - 1e-9 <= whole.difficulty.best.low, (seed, name)
            assert whole.difficulty.best.high <= best.high + 1e-9, (seed, name)
            wide += best.high > best.low + 1e-6
    assert wide >= enough


PRACTISED = Practised(
    win=Estimate(0.7, 0.6, 0.8),
    plays=10_000,
    practice=50_000,
    confidence=0.99,
    seed=1,
    endings={"not written yet": 0.7, "defeat": 0.3},
    failures={"2": 0.3},
    rivals=False,
    choices=(),
)


@pytest.mark.parametrize("finished", [False, True])
def test_good_play_of_a_large_draft_looks_for_what_is_not_written(
    finished: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job learns it, too; bounds of the book in which all that is won are no bounds of the draft from below."""
    told: list[News] = []

    def too_large(book: Book, *given: object, news: Callable[[News], News], **more: object) -> Solved:
        told.append(news(News(0.25, 0.75, None, PRACTISED)))
        found = solve_whole(book, *given, news=False, **more)  # type: ignore[arg-type]
        return replace(found, space=replace(found.space, complete=False), practised=PRACTISED)

    monkeypatch.setattr(hope_module, "solve", too_large)
    solution = solved(TOWER if finished else TOWER.replace("1 -> victory", "1 -> defeat"))
    assert told == [News(pytest.approx(0.25 if finished else 0.0), 0.75, hoped=told[0].hoped)]
    assert told[0].hoped == PRACTISED
    said = solution.to_text()
    assert (
        "Good play       found by practice, wins or comes to what is not written yet with a chance of about 70.000%, "
        "with 99% confidence between 60.000% and 80.000% (10,000 plays)\n" in said
    )
    data = solution.to_json()["unwritten"]["practised"]
    assert (data["value"], data["failures"]) == (0.7, {} if finished else {"2": 0.3})


def test_time_is_that_of_both_answers_about_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*given: object, **more: object) -> Solved:
        time.sleep(0.05)
        return solve_whole(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(hope_module, "solve", slowly)
    assert solved(TOWER).difficulty.seconds >= 0.05


def test_nothing_is_unknown_where_only_the_goal_is_not_written() -> None:
    """The way to chapter 17 ends there, and the cellar lies on no way any more."""
    text = TOWER.replace("cellar", "defeat")
    solution = solved(text, until=["17"])
    assert not solution.solved.book.unfinished
    assert (solution.value, solution.difficulty.best.high) == pytest.approx((1 / 4, 1 / 4))
    assert "not written yet" not in solution.to_text()
    assert solved(TOWER, until=["17"]).solved.book.unfinished
