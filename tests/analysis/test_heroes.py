from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gamebook.analysis import heroes as table
from gamebook.analysis.alike import alike
from gamebook.analysis.certain import mean
from gamebook.analysis.given_hero import rolled_stats
from gamebook.analysis.hero_block import NoTable
from gamebook.analysis.heroes import Heroes, heroes
from gamebook.model.arithmetic import const
from gamebook.model.book import Book, Ending
from gamebook.solver.solving import solve
from gamebook.solver.space import Space
from tests.support.build import (
    ENDINGS,
    LOSE,
    WIN,
    add,
    attempt,
    book,
    choose,
    d,
    loop,
    number,
    op,
    option,
    put,
    score,
    turn,
    when,
)

TRY = attempt(op(d(6), "<=", "S"), (WIN,), ())


def hero_book(*hero: object) -> Book:
    """Roll 1d6 up to S to win; who has L = 2 may try twice. W does nothing."""
    return book(
        number("S", 0, 8),
        number("L", 0, 2),
        number("W", 0, 6),
        hero=hero,  # type: ignore[arg-type]
        one=(TRY, when(op("L", "=", 2), TRY), LOSE),
        two=(turn("one"),),
    )


ROLLED = (put("S", d(6)), put("L", d(2)), put("W", d(3)))


def test_every_hero_has_his_chance() -> None:
    solved = solve(hero_book(*ROLLED))
    found = heroes(solved)
    assert isinstance(found, Heroes)
    assert found.stats == ("S", "L", "W")
    assert len(found.heroes) == 36
    for hero in found.heroes:
        lost = 1 - hero.stats["S"] / 6
        assert hero.value == pytest.approx(1 - lost ** hero.stats["L"])
        assert hero.chance == pytest.approx(1 / 36)
    assert found.mean == pytest.approx(solved.best.low)
    assert found.worst.stats == {"S": 1, "L": 1, "W": 1}
    assert found.best.value == pytest.approx(1)


def test_the_grid_shows_what_tells_most() -> None:
    found = heroes(solve(hero_book(*ROLLED)))
    assert isinstance(found, Heroes)
    grid = found.grid
    assert grid is not None
    assert (grid.row, grid.column, grid.rows, grid.columns) == ("S", "L", (1, 2, 3, 4, 5, 6), (1, 2))
    assert grid.value[2] == pytest.approx((1 / 2, 3 / 4))


def test_of_equal_heroes_the_weakest_is_the_worst_and_the_strongest_the_best() -> None:
    """Who has S = 6 needs no second try; W does nothing for anybody."""
    found = heroes(solve(hero_book(*ROLLED)))
    assert isinstance(found, Heroes)
    assert dict(found.worst.stats) == {"S": 1, "L": 1, "W": 1}
    assert dict(found.best.stats) == {"S": 6, "L": 2, "W": 3}
    assert found.idle == ("W",)


def columns(
    stats: tuple[str, ...], rows: list[tuple[tuple[int, ...], float, float]], *, wins: bool = True, points: bool = False
) -> Heroes:
    """Heroes with their values and points, each with the same chance."""
    sheet, value, earned = zip(*sorted(rows), strict=True)
    return Heroes(
        stats,
        np.array(sheet),
        np.full(len(rows), 1 / len(rows)),
        np.array(value),
        mean=0.5,
        wins=wins,
        earned=np.array(earned) if points else None,
    )


def test_rounding_does_not_decide_between_heroes() -> None:
    values = (0.3, 0.1 + 0.2, 0.9 - 1e-16, 0.9)
    for order in ((0, 1, 2, 3), (1, 0, 3, 2)):
        found = columns(("S",), [((n,), values[i], 0.0) for n, i in enumerate(order)])
        assert (found.worst, found.best) == (found.heroes[0], found.heroes[-1])
        assert (found.worst.value, found.best.value) == pytest.approx((0.3, 0.9), abs=1e-12)


def test_small_chances_are_not_taken_for_equal() -> None:
    """Twice two in a thousand million million is twice as good, not rounding."""
    found = columns(("S", "L"), [((skill, luck), skill * 2e-15, 0.0) for skill in (1, 2) for luck in (1, 2)])
    assert (found.worst.value, found.best.value) == (2e-15, 4e-15)
    assert found.idle == ("L",)


def test_stats_of_any_size() -> None:
    found = columns(
        ("S", "L"), [((skill, luck), skill / 1e6, 0.0) for skill in (-90_000, 90_000) for luck in (-5, 1 << 40)]
    )
    assert found.idle == ("L",)
    assert found.grid is not None
    assert found.grid.value == ((-0.09, -0.09), (0.09, 0.09))


NEARLY = st.sampled_from([0.3, 0.1 + 0.2, 0.25, 0.25 + 1e-12, 0.9, 1.0, 0.0])


@given(
    st.dictionaries(st.tuples(*[st.integers(1, 3)] * 3), st.tuples(NEARLY, NEARLY), min_size=1),
    st.booleans(),
    st.booleans(),
)
def test_columns_say_what_heroes_one_by_one_say(
    rows: dict[tuple[int, ...], tuple[float, float]], wins: bool, points: bool
) -> None:
    stats = ("S", "L", "W")
    found = columns(stats, [(row, *of) for row, of in rows.items()], wins=wins, points=points)
    heroes = list(found.heroes)
    assert [(tuple(hero.stats.values()), hero.value, hero.points) for hero in heroes] == [
        (row, value, earned if points else None) for row, (value, earned) in sorted(rows.items())
    ]
    least, most = min(hero.value for hero in heroes), max(hero.value for hero in heroes)
    worst = [hero for hero in heroes if alike(hero.value, least, wins=wins)]
    best = [hero for hero in heroes[::-1] if alike(hero.value, most, wins=wins)]
    fewest, highest = min(hero.points or 0.0 for hero in worst), max(hero.points or 0.0 for hero in best)
    assert found.worst == next(hero for hero in worst if alike(hero.points or 0.0, fewest, wins=False))
    assert found.best == next(hero for hero in best if alike(hero.points or 0.0, highest, wins=False))
    for stat in stats:
        pairs = [
            (one, two)
            for one, two in combinations(heroes, 2)
            if all((one.stats[name] == two.stats[name]) == (name != stat) for name in stats)
        ]
        groups = [
            [hero for hero in heroes if all(hero.stats[name] == one.stats[name] for name in stats if name != stat)]
            for one, _ in pairs
        ]
        same = all(
            alike(min(hero.value for hero in group), max(hero.value for hero in group), wins=wins)
            and alike(min(hero.points or 0.0 for hero in group), max(hero.points or 0.0 for hero in group), wins=False)
            for group in groups
        )
        assert (stat in found.idle) == (bool(pairs) and same)


@given(st.dictionaries(st.tuples(*[st.integers(1, 3)] * 3), NEARLY, min_size=1))
def test_a_field_of_the_grid_is_the_mean_of_its_heroes(rows: dict[tuple[int, ...], float]) -> None:
    stats = ("S", "L", "W")
    grid = columns(stats, [(row, value, 0.0) for row, value in rows.items()]).grid
    assert grid is not None
    down, across = stats.index(grid.row), stats.index(grid.column)
    assert (grid.rows, grid.columns) == tuple(tuple(sorted({row[i] for row in rows})) for i in (down, across))
    for i, line in zip(grid.rows, grid.value, strict=True):
        for j, value in zip(grid.columns, line, strict=True):
            here = [rows[row] for row in sorted(rows) if (row[down], row[across]) == (i, j)]
            assert value == (mean((1 / len(rows), each) for each in here) if here else None)


def test_a_known_hero_agrees_with_the_table() -> None:
    found = heroes(solve(hero_book(*ROLLED)))
    assert isinstance(found, Heroes)
    third = next(hero for hero in found.heroes if hero.stats == {"S": 3, "L": 2, "W": 1})
    assert solve(hero_book(*ROLLED), {"S": 3, "L": 2}).best.low == pytest.approx(third.value)


def test_picks_are_at_their_best() -> None:
    pick = choose(option("strength", add("S", 1)), option("luck", put("L", 2)))
    found = heroes(solve(hero_book(put("S", d(6)), put("L", 1), pick)))
    assert isinstance(found, Heroes)
    # S + 1 gives (S + 1)/6, luck gives 1 - (1 - S/6)^2: luck is better for S in 2..4.
    expected = [max(min(1, (s + 1) / 6), 1 - (1 - s / 6) ** 2) for s in range(1, 7)]
    assert found.mean == pytest.approx(sum(expected) / 6)


def test_a_pick_by_the_dice_hides_no_difference() -> None:
    """The charm serves who has W = 3, the rope anybody by half: nobody with other W is seen to pick the charm."""
    pick = choose(option("rope", put("R", 1)), option("charm", put("C", 1)))
    rules = book(
        number("W", 0, 3),
        number("L", 0, 2),
        number("R", 0, 1),
        number("C", 0, 1),
        hero=(put("W", d(3)), put("L", d(2)), pick),
        one=(
            when(op("C", "=", 1), when(op("W", "=", 3), WIN)),
            when(op("R", "=", 1), attempt(op(d(2), "=", 1), (WIN,), ())),
            LOSE,
        ),
    )
    found = heroes(solve(rules))
    assert isinstance(found, Heroes)
    assert (found.worst.value, found.best.value) == (1 / 2, 1)
    assert (found.picked, found.idle) == ({"R", "C"}, ("L",))


def test_no_dice_no_table() -> None:
    assert heroes(solve(hero_book(put("S", 3)))) is None
    assert rolled_stats(hero_book(put("S", 3), put("L", d(2)))) == ("L",)


def test_dice_that_are_rolled_until_they_please() -> None:
    again = loop(op("S", ">", 3), put("S", d(6)))
    assert isinstance(heroes(solve(hero_book(again))), NoTable)


def test_a_hero_whose_state_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = solve(hero_book(*ROLLED))
    monkeypatch.setattr(Space, "find_all", lambda _space, _node, _columns, count: np.full(count, -1))
    assert isinstance(heroes(solved), NoTable)


def test_too_many_heroes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_HEROES", 10)
    assert isinstance(heroes(solve(hero_book(*ROLLED))), NoTable)


def test_heroes_who_begin_elsewhere_or_not_at_all() -> None:
    """S = 1 ends the book while the hero is made, 2 leads to a chapter that is lost; only the others begin at one."""
    hero = (put("S", d(6)), when(op("S", "=", 1), LOSE), when(op("S", "=", 2), turn("two")), when(op("S", "=", 3), WIN))
    solved = solve(book(number("S", 0, 8), hero=hero, one=(when(op("S", ">", 4), WIN), LOSE), two=(LOSE,)))
    found = heroes(solved)
    assert isinstance(found, Heroes)
    assert [hero.value for hero in found.heroes] == [0, 0, 1, 0, 1, 1]
    assert found.mean == pytest.approx(1 / 2)
    assert solved.best.low == pytest.approx(1 / 2)


def test_a_hero_who_is_picked_by_a_rival() -> None:
    """Whatever the die shows, the rival leaves the hero the worse luck."""
    pick = choose(option("one", put("L", 1)), option("two", put("L", 2)), owner="rival")
    solved = solve(hero_book(put("S", d(6)), pick))
    found = heroes(solved)
    assert isinstance(found, Heroes)
    assert [hero.value for hero in found.heroes] == pytest.approx([s / 6 for s in range(1, 7)])
    assert found.mean == pytest.approx(solved.best.low)


def test_points_of_the_hero_block_count() -> None:
    """At an ending there, and in the chapter; what was earned before the hero is made is not the hero's."""
    rich = structs.replace(LOSE, ending="rich")
    hero = (put("S", d(2)), when(op("S", "=", 2), score(3)), choose(option("go"), option("stop", rich)))
    rules = book(
        number("S", 0, 2),
        endings=(*ENDINGS, Ending(name="rich", kind="ending", score=const(5))),
        hero=hero,
        one=(score(op("S", "*", 4)), LOSE),
    )
    solved = solve(structs.replace(rules, aim="score"))
    found = heroes(solved)
    assert isinstance(found, Heroes)
    # S = 1: stop for 5 rather than go on for 4; S = 2: 3 first, and then 8 rather than 5
    assert found.mean == pytest.approx((5 + 8) / 2)
    assert solved.best.low == pytest.approx((5 + 3 + 8) / 2)


def then_score(*hero: object, points: object) -> Book:
    """Everybody wins, and then points count; W brings none."""
    made = book(number("G", 0, 9), number("W", 0, 6), hero=hero, one=(score(points), WIN))  # type: ignore[arg-type]
    return structs.replace(made, then_score=True)


def test_heroes_who_win_alike_differ_in_points() -> None:
    found = heroes(solve(then_score(put("G", d(2)), put("W", d(3)), points="G")))
    assert isinstance(found, Heroes)
    assert [(hero.stats["G"], hero.value, hero.points) for hero in found.heroes] == [
        (gold, 1.0, float(gold)) for gold in (1, 2) for _ in range(3)
    ]
    assert (found.mean, found.points) == (1.0, pytest.approx(3 / 2))
    assert (found.worst.points, found.best.points) == (1.0, 2.0)
    assert not found.equal
    assert found.idle == ("W",)
    assert found.grid is not None
    assert (found.grid.points, found.grid.value) == (True, ((1.0,) * 3, (2.0,) * 3))


def test_points_decide_between_picks_that_win_alike() -> None:
    """Who rolls G picks 1 more, or 2 instead: 2, 3, 4 points. Or the other way round: the order says nothing."""
    picks = (option("more", add("G", 1)), option("two", put("G", 2)))
    for order in (picks, picks[::-1]):
        found = heroes(solve(then_score(put("G", d(3)), choose(*order), points="G")))
        assert isinstance(found, Heroes)
        assert found.points == pytest.approx(3)


def test_without_points_heroes_have_none() -> None:
    found = heroes(solve(hero_book(*ROLLED)))
    assert isinstance(found, Heroes)
    assert (found.points, found.worst.points) == (None, None)
