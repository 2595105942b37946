from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.failures import Failure, failures
from gamebook.model.book import SOFT_LOCK, Ending
from gamebook.report.failures import what
from gamebook.solver.solving import solve
from tests.support.build import (
    ENDINGS,
    LOSE,
    WIN,
    add,
    book,
    choose,
    d,
    end,
    number,
    op,
    option,
    roll,
    row,
    score,
    turn,
    when,
)
from tests.support.failing import lost_where

BOOKS = Path(__file__).parents[2] / "books"
OVER = "over"
THREE = (*ENDINGS, Ending(name=OVER, kind="ending"))


def told(rows: tuple[Failure, ...]) -> list[tuple[str, str, float]]:
    return [(row.chapter, what(row), pytest.approx(row.chance)) for row in rows]


def test_a_fatal_choice_and_a_fatal_roll_are_told_apart_from_the_page_of_death() -> None:
    bridge = book(
        a=(choose(option("Jump", turn("b")), option("Walk", turn("c"))),),
        b=(roll(d(6), row(1, 5, turn("dead")), row(6, 6, WIN)),),
        c=(turn("dead"),),
        dead=(LOSE,),
    )
    solved = solve(bridge)
    rows = failures(solved, solved.uniform)
    # Walking is chosen by every second reader, and cannot be won; of the others five in six fall.
    assert told(rows) == [("a", "“Walk”", 1 / 2), ("b", "roll", 5 / 12)]
    assert [row.kind for row in rows] == ["choice", "roll"]
    assert [row.share for row in rows] == pytest.approx([6 / 11, 5 / 11])
    assert [[(each.chapter, each.kind) for each in row.shown] for row in rows] == [[("dead", "defeat")]] * 2
    best = failures(solved, solved.best)
    assert told(best) == [("b", "roll", 5 / 6)]
    assert best[0].share == 1.0


def test_what_was_lost_early_is_booked_there() -> None:
    lamp = book(
        number("lamp", 0, 1),
        a=(choose(option("Take it", add("lamp", 1), turn("b")), option("Leave it", turn("b"))),),
        b=(roll(d(2), row(1, 1, turn("c")), row(2, 2, turn("e"))),),
        c=(when("lamp", WIN), LOSE),
        e=(when("lamp", WIN), LOSE),
    )
    (row_,) = failures(solved := solve(lamp), solved.uniform)
    assert told((row_,)) == [("a", "“Leave it”", 1 / 2)]
    assert [(each.chapter, each.chance) for each in row_.shown] == [
        ("c", pytest.approx(1 / 4)),
        ("e", pytest.approx(1 / 4)),
    ]


@pytest.mark.parametrize(("most", "chances"), [(0, [1 / 2, 1 / 4]), (1, [1 / 4])])
def test_of_two_rolls_in_a_row_the_one_that_settles_it_is_to_blame(most: int, chances: list[float]) -> None:
    toss = book(
        number("hurt", 0, 2),
        a=(
            roll(d(2), row(1, 1, add("hurt", 1))),
            roll(d(2), row(1, 1, add("hurt", 1))),
            when(op("hurt", ">", most), LOSE),
            WIN,
        ),
    )
    rows = failures(solved := solve(toss), solved.best)
    first, second = toss.chapters[0].body[:2]
    assert [row.chance for row in rows] == pytest.approx(chances)
    addresses = [first.address, second.address] if most == 0 else [second.address]
    assert [row.address for row in rows] == addresses


def test_every_end_but_a_victory_is_a_failure() -> None:
    three = book(
        endings=THREE,
        a=(roll(d(4), row(1, 1, WIN), row(2, 2, end(OVER)), row(3, 3, LOSE)),),
    )
    (row_,) = failures(solved := solve(three), solved.best)
    assert row_.chance == pytest.approx(3 / 4)
    assert {each.ending: each.kind for each in row_.shown} == {
        OVER: "ending",
        "defeat": "defeat",
        SOFT_LOCK: "defeat",
    }


def test_dice_on_the_way_to_the_same_turn_show_each_on_its_own_page() -> None:
    twice = book(
        endings=(*THREE, Ending(name="wolf", kind="defeat")),
        a=(
            roll(d(3), row(1, 1, turn("pit")), row(2, 2, WIN), row(3, 3)),
            roll(d(4), row(1, 1, end("wolf")), row(2, 2, turn("pit")), row(3, 4, WIN)),
        ),
        pit=(LOSE,),
    )
    rows = failures(solved := solve(twice), solved.best)
    # 1/3 into the pit at once; of the third that throws again, a quarter to the wolf and a quarter into the pit.
    assert [[(each.chapter, each.ending, pytest.approx(each.chance)) for each in row.shown] for row in rows] == [
        [("pit", "defeat", 1 / 3)],
        [("a", "wolf", 1 / 12), ("pit", "defeat", 1 / 12)],
    ]


def test_a_book_that_cannot_be_won_fails_from_the_start() -> None:
    (row_,) = failures(solved := solve(book(a=(turn("b"),), b=(LOSE,))), solved.best)
    assert (row_.kind, row_.chapter, row_.chance, row_.share) == ("start", "a", 1.0, 1.0)
    assert [(each.chapter, each.chance) for each in row_.shown] == [("b", 1.0)]


def test_going_round_for_ever_is_a_failure_that_shows_nowhere() -> None:
    round_ = book(
        a=(roll(d(2), row(1, 1, WIN), row(2, 2, turn("b"))),),
        b=(turn("c"),),
        c=(turn("b"),),
    )
    (row_,) = failures(solved := solve(round_), solved.best)
    assert told((row_,)) == [("a", "roll", 1 / 2)]
    assert [(each.kind, each.chance) for each in row_.shown] == [("endless", pytest.approx(1 / 2))]


def test_where_points_count_only_defeats_are_failures() -> None:
    wages = book(
        aim="score",
        endings=THREE,
        a=(roll(d(4), row(1, 1, WIN), row(2, 3, score(3), end(OVER)), row(4, 4, LOSE)),),
    )
    rows = failures(solved := solve(wages), solved.best)
    assert [(row.kind, row.chance) for row in rows] == [("roll", pytest.approx(1 / 4))]


def test_where_points_count_play_without_end_is_no_failure() -> None:
    idle = book(
        aim="score",
        endings=THREE,
        a=(roll(d(4), row(1, 1, LOSE), row(2, 2, WIN), row(3, 4, turn("b"))),),
        b=(choose(option("Stay", turn("b")), option("Leave", score(-3), end(OVER))),),
    )
    solved = solve(idle)
    # Best play loses no points, and so stays for ever.
    (row_,) = failures(solved, solved.best)
    assert (row_.kind, row_.chance, row_.share) == ("roll", pytest.approx(1 / 4), 1.0)
    assert [(each.kind, each.chance) for each in row_.shown] == [("defeat", pytest.approx(1 / 4))]


def test_where_points_count_a_play_that_can_only_end_in_defeat_is_lost_though_it_goes_round() -> None:
    pit = book(
        aim="score",
        a=(roll(d(2), row(1, 1, WIN), row(2, 2, turn("b"))),),
        b=(choose(option("Stay", turn("b")), option("Give up", LOSE)),),
    )
    solved = solve(pit)
    assert told(failures(solved, solved.uniform)) == [("a", "roll", 1 / 2)]


def test_where_points_count_an_ending_is_no_failure_though_no_victory_is_there() -> None:
    exile = book(
        aim="score",
        endings=THREE,
        a=(roll(d(4), row(1, 1, LOSE), row(2, 4, end(OVER))),),
    )
    solved = solve(exile)
    assert told(failures(solved, solved.best)) == [("a", "roll", 1 / 4)]
    sure = solve(book(aim="score", a=(roll(d(2), row(1, 1, LOSE), row(2, 2, score(3), LOSE)),)))
    assert [row.chance for row in failures(sure, sure.best)] == [1.0]


# The interpreter looks at every moment of play: a hero of the tutorial who is nearly dead meets few enough of them.
HEROES = [
    ("starter.gbk", {"SKILL": 7, "STAMINA": 6, "LUCK": 4}),
    pytest.param("tutorial.gbk", {"SKILL": 7, "STAMINA": 2, "LUCK": 4}, marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hero"), HEROES)
def test_an_enumeration_by_the_interpreter_books_the_same(name: str, hero: dict[str, int]) -> None:
    solution = gamebook.solve(BOOKS / name, hero)
    solved = solution.solved
    rows = failures(solved, solved.uniform)
    wanted = lost_where(solved.book, hero)
    found: dict[tuple[str, str], float] = {}
    for row_ in rows:
        for each in row_.shown:
            key = row_.address, each.ending
            found[key] = found.get(key, 0.0) + each.chance
    by_address: dict[tuple[str, str], float] = {}
    for ((address, _), ending), chance in wanted.items():
        by_address[address, ending] = by_address.get((address, ending), 0.0) + chance
    assert found == pytest.approx(by_address, rel=1e-9, abs=1e-12)
    won = sum(row.uniform for row in solution.endings if row.kind == "victory")
    assert sum(found.values()) == pytest.approx(1 - won)
    for row_ in rows:
        assert sum(each.chance for each in row_.shown) == pytest.approx(row_.chance)


@pytest.mark.parametrize(("name", "hero"), HEROES)
def test_the_strategy_uniform_fails_where_the_uniform_reader_does(name: str, hero: dict[str, int]) -> None:
    reader = gamebook.solve(BOOKS / name, hero).solved
    strategy = gamebook.solve(BOOKS / name, hero, policy="uniform").solved
    one = {(row.chapter, row.address, what(row)): row.chance for row in failures(reader, reader.uniform)}
    other = {(row.chapter, row.address, what(row)): row.chance for row in failures(strategy, strategy.best)}
    assert one == pytest.approx(other)
