"""What if: each number against one worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.project import Project
from gamebook.studio.bench import Bench, Json
from gamebook.studio.panels.whatif import details, things, value

GATE = """\
book "The gate"
param need = 5
sheet
    stat STRENGTH = 1d6
    item crowbar

=== 1 The shed
* Take the crowbar
    ~ gain crowbar
    -> 2
* Go on -> 2

=== 2 The gate
* Lift it [if STRENGTH >= need] -> victory
* Break it [if crowbar]
    ~ roll 1d6
        1-3 -> victory
        4-6 -> defeat "Crushed"
* Turn back -> defeat "Home"
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    path = tmp_path / "gate.gbk"
    path.write_text(GATE)
    return Bench(Project(path), {})


def asked(**given: Json) -> Json:
    return {"hero": "", "stats": {}, "settings": {}, "without": [], **given}


def test_what_can_be_changed(bench: Bench) -> None:
    found = things(bench, {})
    assert found["stats"] == [["STRENGTH", 1, 6, 3]], "the mean is 3.5; of two numbers as near the lower one"
    assert (found["parameters"], found["without"]) == ([["need", 5]], [["item", "crowbar"]])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, 2 / 6 + 4 / 6 / 2),
        ({"stats": {"STRENGTH": 5}}, 1),
        ({"stats": {"STRENGTH": 4}}, 1 / 2),
        ({"hero": "lucky"}, 1),
        ({"hero": "lucky", "stats": {"STRENGTH": 2}}, 1 / 2),
        ({"settings": {"need": 3}}, 4 / 6 + 2 / 6 / 2),
        ({"without": [["item", "crowbar"]]}, 2 / 6),
        ({"without": [["item", "crowbar"]], "stats": {"STRENGTH": 4}}, 0),
    ],
)
def test_another_hero_another_parameter_a_thing_less(bench: Bench, given: Json, expected: float) -> None:
    assert value(bench, asked(**given))["value"] == pytest.approx(expected)


def test_the_details(bench: Bench) -> None:
    """At random: half take the crowbar; then one of 2 or 3 open ways."""
    found = details(bench, asked(stats={"STRENGTH": 1}))
    assert found["value"] == pytest.approx(1 / 2)
    assert found["random"] == pytest.approx(1 / 2 * 1 / 2 * 1 / 2)
    endings = {name: (best, random) for name, best, random in found["endings"]}
    assert endings["victory"] == pytest.approx((1 / 2, 1 / 8))
    assert endings["Home"] == pytest.approx((0, 3 / 4))
    assert found["chapters"]["2"] == pytest.approx([1 / 2, 1, 1 / 2])


def test_a_text_that_changes_is_solved_anew(bench: Bench) -> None:
    assert value(bench, asked())["value"] == pytest.approx(2 / 3)
    bench.project.edit(bench.project.main, GATE.replace("1-3 -> victory\n        4-6", "1 -> victory\n        2-6"))
    assert value(bench, asked())["value"] == pytest.approx(2 / 6 + 4 / 6 / 6)


def test_what_the_book_does_not_have(bench: Bench) -> None:
    with pytest.raises(UsageError, match="no item rope"):
        value(bench, asked(without=[["item", "rope"]]))


def test_a_book_without_a_rolled_hero_has_no_average_one(tmp_path: Path) -> None:
    path = tmp_path / "plain.gbk"
    path.write_text('book "Plain"\n\n=== 1\n~ roll 1d6\n    1 -> victory\n    2-6 -> defeat\n')
    assert value(Bench(Project(path), {}), asked(hero="average"))["value"] == pytest.approx(1 / 6)
