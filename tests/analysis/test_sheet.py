from __future__ import annotations

import pytest
from msgspec import structs

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
    with pytest.raises(ValueError, match="given twice"):
        on_sheet(model, {"grip": 2}, {"grip": 3})
    with pytest.raises(ValueError, match="no chapter is called shap"):
        solve(LAMP, start="shap")
