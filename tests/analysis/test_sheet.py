from __future__ import annotations

import pytest
from msgspec import structs

import gamebook
from gamebook.analysis.sheet import on_sheet
from gamebook.model.book import Parameter
from gamebook.verbs import solve
from tests.support.build import LOSE, WIN, add, book, choose, d, number, op, option, put, roll, row, turn

# Three in six at the gate; with the lamp it is sure. Only the shop sells one, for a toss of a coin.
LAMP = book(
    number("lamp", 0, 1),
    number("grip", 1, 6, start=1),
    hero=(put("grip", d(6)),),
    shop=(roll(d(2), row(1, 1, add("lamp", 1), turn("gate")), row(2, 2, turn("gate"))),),
    gate=(
        choose(
            option("light it", WIN, if_="lamp"),
            option("grope", roll(d(6), row(1, 3, WIN), row(4, 6, LOSE))),
            option("climb", WIN, if_=op("grip", "=", 6)),
        ),
    ),
)


@pytest.mark.parametrize(
    ("wishes", "start", "wins"),
    [
        ({}, None, 1 / 6 + 5 / 6 * 3 / 4),
        ({"lamp": 1}, None, 1),
        ({}, "gate", 1 / 6 + 5 / 6 * 1 / 2),
        ({"lamp": "1"}, "gate", 1),
        ({"grip": 6}, "gate", 1),
        ({"grip": 2}, "gate", 1 / 2),
    ],
)
def test_a_book_is_solved_from_there_with_that(wishes: dict[str, int | str], start: str | None, wins: float) -> None:
    solution = solve(LAMP, sheet=wishes, start=start)
    assert solution.difficulty.best.middle == pytest.approx(wins)
    assert solution.start == start
    assert solution.sheet == {name: int(value) for name, value in wishes.items()}


def test_the_same_in_fractions_and_for_a_strategy() -> None:
    solution = solve(LAMP, {"grip": 2}, sheet={"lamp": 1}, start="gate", policy="uniform", exact=True)
    assert str(solution.exactly and solution.exactly.best) == "3/4"  # the lamp, or three in six


def test_unknown_names_say_what_can_be_set() -> None:
    model = structs.replace(LAMP, parameters=(Parameter(name="price", value=3),))
    with pytest.raises(
        ValueError, match=r"nothing is called lmap \(did you mean lamp\?\); what can be set: lamp, grip, price"
    ):
        on_sheet(model, {"lmap": 1})
    with pytest.raises(ValueError, match=r"lamp is in 0\.\.1, not 2"):
        on_sheet(model, {"lamp": 2})
    with pytest.raises(ValueError, match="lamp is a number, not many"):
        on_sheet(model, {"lamp": "many"})
    with pytest.raises(ValueError, match="no chapter is called shap"):
        solve(LAMP, start="shap")


WOLF = """book "Wolf"
    use fighting-fantasy-provisions
param meals = 1
=== 1
~ STAMINA -11
-> 31
=== 31
* On -> 32
=== 32
~ fight "Wolf" SKILL 9 STAMINA 7
    with luck = 0
-> victory
"""


def test_a_hero_who_arrives_wounded() -> None:
    """Who loses eleven points on the way is the hero who begins later with STAMINA 8: both can eat a meal."""
    wounded = gamebook.solve(text=WOLF, hero="average", sheet={"STAMINA": 8}, start="31")
    on_the_way = gamebook.solve(text=WOLF, hero="average")
    weak = gamebook.solve(text=WOLF, hero={"SKILL": 9, "STAMINA": 8, "LUCK": 9}, start="31")
    assert wounded.value == pytest.approx(on_the_way.value)
    assert wounded.value > weak.value + 0.1
    said = wounded.to_text()
    assert "Hero: SKILL 9, STAMINA 19, LUCK 9\nStarted from chapter 31, with STAMINA 8\n" in said
    assert wounded.to_json()["hero"] == {"SKILL": 9, "STAMINA": 19, "LUCK": 9}


MADE = """book "Made"
sheet
    stat N = 1d3 in 0..9
    item rope
    number pool = 0 in 0..9
    one-of weapon: none, axe, sword
hero
    ~ set pool = N
    ~ if N > 1
        ~ gain rope
    ~ choose "weapon"
        * Axe
            ~ set weapon = axe
        * Sword
            ~ set weapon = sword
=== 1
* On -> defeat
=== 2
* A [if rope and pool = 3] -> victory
* B [if N = 1 and initial N = 3 and not rope and pool > 1] -> victory
* C [if N = 5 and pool = 2 and not axe and not sword] -> victory
* D -> defeat
"""


@pytest.mark.parametrize(
    ("sheet", "wins"),
    [
        ({"N": 1}, [0, 0, 1]),
        ({"N": 1, "rope": 0}, [0, 0, 1]),
        ({"N": 1, "rope": 0, "initial N": 3}, [0, 1, 1]),
        ({"N": 5, "weapon": "none"}, [0, 1, 1]),
        ({"pool": 3}, [0, 1, 1]),
    ],
)
def test_what_the_hero_block_makes_of_a_hero_who_is_given_stays(sheet: dict[str, int | str], wins: list[int]) -> None:
    """Heroes who are given win, on the average, as often as those who are rolled; of picks as of dice."""
    rolled = gamebook.solve(text=MADE, sheet=sheet, start="2")
    assert rolled.value == pytest.approx(sum(wins) / 3)
    for n, win in zip((1, 2, 3), wins, strict=True):
        for hero in ({"N": n}, {"N": n, "axe": 1}):
            given = gamebook.solve(text=MADE, hero=hero, sheet=sheet, start="2", exact=True)
            assert given.exactly is not None
            assert given.value == win
            assert given.exactly.best == win
            assert given.to_json()["hero"] == {"N": n} | ({"weapon": 1} if "axe" in hero else {})
