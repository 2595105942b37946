"""`gamebook heroes`: what is printed, what is kept, and what happens at limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Gamebook

LEAP = """book "Leap"
sheet
    stat nerve = 1d30
=== 1
~ roll 1d60 as d
~ if d <= nerve
    -> victory
-> defeat
"""
"""Won with nerve/60: on average 15.5/60."""


@pytest.fixture
def leap(tmp_path: Path) -> str:
    path = tmp_path / "leap.gbk"
    path.write_text(LEAP, "utf-8")
    return str(path)


@pytest.mark.slow
def test_both_ends_are_shown(gamebook: Gamebook, leap: str) -> None:
    out = gamebook("heroes", leap).out
    assert out.startswith("best wins with chance 25.833% (0.2583333333 ± ")
    assert "This is the mean of 30 kinds of hero" in out
    rows = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    assert [row[0] for row in rows] == [*map(str, range(30, 20, -1)), *map(str, range(10, 0, -1))]
    assert rows[0] == ["30", "50.000%", "50.000%", "3.333%"]
    assert "… and 10 more kinds of hero; --all lists them" in out
    assert "more kinds" not in gamebook("heroes", leap, "--all").out


@pytest.mark.slow
def test_json(gamebook: Gamebook, leap: str) -> None:
    told = json.loads(gamebook("heroes", leap, "--reader", "random", "--json").out)
    assert (told["readers"], len(told["kinds"])) == (["random"], 30)
    assert told["kinds"][0]["stats"] == {"nerve": 30}
    assert told["mean"]["random"]["low"] == pytest.approx(15.5 / 60, abs=1e-9)


@pytest.mark.slow
def test_without_time_there_are_bounds_and_the_rest_is_found_later(
    gamebook: Gamebook, leap: str, tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept.sqlite")
    found = gamebook("heroes", leap, "--timeout", "0", "--keep", kept)
    assert found.code == 3
    assert "with a chance that is not known yet" in found.out
    assert found.err.endswith("gamebook: a limit was reached before the answer\n")
    assert gamebook("heroes", leap, "--keep", kept).out == gamebook("heroes", leap).out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--hero", "nerve=3"], "the dice make no kinds of hero"),
        (["--reader", "clever"], "there is no reader clever"),
        (["--keep", "-"], "name one with --keep"),
        (["--keep", "leap.gbk"], "leap.gbk is the book itself; choose another name with --keep"),
        (["--tls-ca", "ca.pem"], "belong together"),
    ],
)
def test_what_cannot_be_asked(
    gamebook: Gamebook, leap: str, options: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(leap).parent)
    found = gamebook("heroes", "leap.gbk", *options)
    assert found.code == 2
    assert told in found.err


def test_a_table_for_programs_is_whole(gamebook: Gamebook, leap: str) -> None:
    rows = gamebook("heroes", leap, "--format", "csv").out
    assert all(f"\n{number}," in rows for number in range(1, 31))


@pytest.mark.slow
def test_what_is_certain_for_each_is_certain_for_all(gamebook: Gamebook, leap: str) -> None:
    Path(leap).write_text(LEAP.replace("d <= nerve", "d <= nerve + 60"), "utf-8")
    assert gamebook("heroes", leap).out.startswith("best wins with chance 100% (always)\n")


def test_points_that_are_not_known(gamebook: Gamebook, leap: str) -> None:
    Path(leap).write_text(LEAP.replace('book "Leap"', 'book "Leap"\n    aim score'), "utf-8")
    found = gamebook("heroes", leap, "--timeout", "0")
    assert found.code == 3
    assert found.out.startswith("best earns points that are not known yet\n")
