"""Numbers that nothing is compared with."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

SHEET = "    item sword\n    number gold = 5 in 0..9\n    one-of hat: red, blue, green"
PEOPLE = "\n".join(f"    number {name} = 5 in 0..8" for name in ("ann", "ben", "cyd"))
FLAGS = "\n".join(f"    number {name} = 0 in 0..1" for name in ("flag", "other"))


def _hints(condition: str) -> list[str]:
    sheet = f"sheet\n{SHEET}\n{PEOPLE}\n{FLAGS}\n"
    text = f'book "T"\n{sheet}=== 1\n* Go on [if {condition}] -> 2\n* No -> 2\n=== 2\n~ victory\n'
    return [each.hint or "" for each in read_text("test.gbk", text).earlier if each.code == "GB329"]


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("gold = 3 or 4", "gold = 3 or gold = 4"),
        ("gold = 3 or 4 or 5", "gold = 3 or gold = 4 or gold = 5"),
        ("gold = (3 or 4)", "gold = 3 or gold = 4"),
        ("gold = 3 and 4", "gold = 3 or gold = 4"),
        ("gold != 3 or 4", "gold != 3 and gold != 4"),
        ("not gold = 3 or 4", "not (gold = 3) and gold != 4"),
        ("sword and gold > 5 or 0", "sword and (gold > 5 or gold > 0)"),
        ("not (sword or gold = 1 or 2)", "sword or gold = 1 or gold = 2"),
        ("visited 1 or 2", "visited 1 or visited 2"),
        ("visited 1 and 2", "visited 1 and visited 2"),
        ("not visited 1 or 2", "not visited 1 and not visited 2"),
        ("ticked 1 or 2", "ticked 1 or ticked 2"),
        ("gold = 3 and visited 1 or 2", "gold = 3 and (visited 1 or visited 2)"),
        ("sword and gold = 3 or 4", "sword and (gold = 3 or gold = 4)"),
        ("sword and gold = 3 and 4", "sword and (gold = 3 or gold = 4)"),
        ("gold = 3 or 4 and sword", "(gold = 3 or gold = 4) and sword"),
        ("gold = (3 or 4) and sword", "(gold = 3 or gold = 4) and sword"),
        ("sword and gold = 3 or 4 and hat = red", "sword and (gold = 3 or gold = 4) and hat = red"),
        ("sword or gold = 3 or 4", "sword or gold = 3 or gold = 4"),
        ("sword or gold = 3 or 4 and hat = red", "sword or (gold = 3 or gold = 4) and hat = red"),
        ("not sword and gold = 3 or 4", "not sword and (gold = 3 or gold = 4)"),
        ("sword and not gold = 3 or 4", "sword and not (gold = 3) and gold != 4"),
        ("sword or not gold = 3 or 4", "sword or not (gold = 3) and gold != 4"),
        ("not gold = 3 or 4 and sword", "not (gold = 3) and gold != 4 and sword"),
        ("sword and gold != 3 or 4", "sword and gold != 3 and gold != 4"),
        ("sword and visited 1 or 2", "sword and (visited 1 or visited 2)"),
        ("(sword and gold = 3) or 4", "sword and gold = 3 or gold = 4"),
        ("gold = 3 and sword or 4", "gold = 3 and sword or gold = 4"),
    ],
)
def test_a_number_is_compared_as_the_one_before_it(condition: str, meant: str) -> None:
    assert _hints(condition) == [f"write: {meant}"]
    assert _hints(meant) == []


@pytest.mark.parametrize("condition", ["3 or 4", "sword or 1"])
def test_nobody_knows_what_it_is_compared_with(condition: str) -> None:
    assert _hints(condition) == [f"say what is compared with {condition[-1]}"]


@pytest.mark.parametrize("condition", ["gold", "sword or gold", "hat = red or blue", "gold + 1 > 3 or sword"])
def test_names_may_stand_alone(condition: str) -> None:
    assert _hints(condition) == []


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("ann and ben > 3", "ann > 3 and ben > 3"),
        ("ann or ben <= 0", "ann <= 0 or ben <= 0"),
        ("ann and ben and cyd > 3", "ann > 3 and ben > 3 and cyd > 3"),
        ("sword and (ann or ben = 2)", "sword and (ann = 2 or ben = 2)"),
        ("sword and ann or ben = 2", "sword and (ann = 2 or ben = 2)"),
        ("ann or ben = 2 and sword", "(ann = 2 or ben = 2) and sword"),
        ("(sword or (hat = red or ann and ben > 3))", "sword or hat = red or ann > 3 and ben > 3"),
    ],
)
def test_a_name_alone_is_compared_as_the_one_behind_it(condition: str, meant: str) -> None:
    assert _hints(condition) == [f"write: {meant}; if any ann will do, ann != 0"]
    assert _hints(meant) == []


@pytest.mark.parametrize(
    "condition",
    [
        "ann and ben > 0",  # the same
        "ann and ann < 5",
        "sword and ann > 3",
        "gold and ann > 3",  # of another range
        "flag and other = 0",
        "ann and hat = red",
        "ann > 3 and ben",
        "ann and sword",
        "sword or (ann or sword)",
    ],
)
def test_a_name_may_stand_alone_beside_a_comparison_of_another_thing(condition: str) -> None:
    assert _hints(condition) == []
