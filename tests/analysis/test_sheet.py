from __future__ import annotations

import pytest
from msgspec import structs

import gamebook
from gamebook.analysis.sheet import as_made, hero_on_sheet, on_sheet
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


def test_the_sheet_of_a_hero_who_is_given() -> None:
    """What is put on the sheet holds; initial values stay, but for those that a present value is above."""
    model = gamebook.Project.of(WOLF).book
    hero = {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
    sheet = {"STAMINA": 22, "SKILL": 5, "initial LUCK": 12, "provisions": 2}
    made, left = hero_on_sheet(model, hero, sheet)
    assert made == {
        "SKILL": 5, "initial SKILL": 9, "STAMINA": 22, "initial STAMINA": 22, "LUCK": 9, "initial LUCK": 12,
    }  # fmt: skip
    assert left == {"provisions": 2}
    assert hero_on_sheet(model, made, sheet) == (made, left)
    assert as_made(model, made) == {"SKILL": 9, "STAMINA": 22, "LUCK": 12}
