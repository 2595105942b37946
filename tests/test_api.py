from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import gamebook
from gamebook.model.book import Book
from gamebook.solver.sample import Sample
from tests.support import build
from tests.support.build import WIN, choose, d, number, option, put, score, turn

ROOT = Path(__file__).parents[1]
DAMSEL = ROOT / "tests" / "data" / "real" / "damsel-in-distress.gbk"
SCHEMA = json.loads((ROOT / "docs" / "schema" / "solution.schema.json").read_text("utf-8"))


def data(solution: gamebook.Solution) -> dict[str, Any]:
    """The solution as a program would read it, of the shape that is published."""
    found = json.loads(json.dumps(solution.to_json(), allow_nan=False))
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(found)
    return dict(found)


def test_importing_costs_nothing() -> None:
    heavy = "import gamebook, sys; print([m for m in ('numpy', 'numba', 'msgspec', 'lark') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"
    assert set(gamebook.__all__) <= set(dir(gamebook))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        gamebook.sovle  # noqa: B018


def test_one_fight() -> None:
    """The published table: 4.639095e-02 at k -3, luck 12, staminas 24 and 22."""
    assert gamebook.fight("12/24/12", ["White Dragon 15/22"]).best.won == pytest.approx(0.04639095, abs=5e-9)
    with pytest.raises(ValueError, match="STAMINA is missing"):
        gamebook.fight("12/24/12", ["15"])


def test_many_plays() -> None:
    found = gamebook.simulate(DAMSEL, 20_000, confidence=1 - 1e-9)
    solution = gamebook.solve(DAMSEL)
    for row in solution.endings:
        assert found.endings[row.ending].low <= row.best <= found.endings[row.ending].high
    with pytest.raises(ValueError, match="best play is not known within the limits"):
        gamebook.simulate(DAMSEL, 10, limit_states=1)


def test_a_sample() -> None:
    uniform = gamebook.solve(DAMSEL).difficulty.uniform
    for found in (
        gamebook.sample(DAMSEL, plays=20_000, seconds=None, confidence=1 - 1e-9),
        gamebook.simulate(DAMSEL, 20_000, "uniform", confidence=1 - 1e-9),
    ):
        assert isinstance(found, Sample)
        assert found.plays == 20_000
        assert found.win.low <= uniform.low <= uniform.high <= found.win.high


def test_damsel_in_distress() -> None:
    solution = gamebook.solve(DAMSEL, exact=True)
    # Known figures of this book: 667/800 under best play; the uniform reader's by hand over its 26 states.
    best, uniform = solution.difficulty.best, solution.difficulty.uniform
    assert best.low <= 667 / 800 <= best.high
    assert best.high - best.low < 1e-12
    assert uniform is not None
    assert uniform.low <= 0.189903645833333 + 1e-12
    assert uniform.high >= 0.189903645833333 - 1e-12
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(667, 800)
    assert float(solution.exactly.uniform) == pytest.approx(0.1899036458, abs=1e-10)
    assert {row.ending: row.uniform for row in solution.endings} == pytest.approx(
        {
            "Princess rescued": 0.189904,
            "Defeated by the dragon": 0.176971,
            "Charmed the dragon": 0.01375,
            "Both dead": 0.091667,
            "Caught": 0.055417,
            "Unkidnapped": 0.138958,
            "Cowardly retreat": 1 / 3,
        },
        abs=1e-6,
    )
    assert sum(row.best for row in solution.endings) == pytest.approx(1)


@pytest.mark.slow
def test_damsel_as_data() -> None:
    found = data(gamebook.solve(DAMSEL, exact=True))
    assert found["exact"]["best"] == "667/800"
    assert [(row["chapter"], row["what"]) for row in found["failures"]] == [
        ("skulking-in", "“Attack from hiding”: compare")
    ]
    assert [page["chapter"] for page in found["failures"][0]["shown"]] == ["caught"]
    assert [step["chapter"] for step in found["route"]["steps"]][:2] == ["at-the-castle-ruins", "skulking-in"]
    assert found["decisions"][0]["advice"]["text"] == "Go in quietly"


def rolled() -> Book:
    first = choose(option("on", turn("one")), option("win", WIN))
    return build.book(number("S", 0, 6), number("L", 0, 2), hero=(put("S", d(6)), put("L", d(2))), one=(first,))


def test_heroes_as_data() -> None:
    found = data(gamebook.solve(rolled()))
    assert found["heroes"]["stats"] in (["S", "L"], ["L", "S"])
    assert len(found["heroes"]["heroes"]) == 12


@pytest.mark.slow
def test_points_as_data() -> None:
    points = build.book(aim="score", one=(score(d(6)), choose(option("more", score(2), WIN), option("less", WIN))))
    found = data(gamebook.solve(points))
    assert found["best"]["low"] <= 5.5 <= found["best"]["high"]
    endless = build.book(aim="score", one=(score(1), turn("two")), two=(turn("one"),))
    assert data(gamebook.solve(endless))["best"]["high"] is None


@pytest.mark.slow
def test_bounds_as_data() -> None:
    found = data(gamebook.solve(DAMSEL, limit_states=8))
    assert not found["complete"]
    assert found["best"]["low"] <= 667 / 800 <= found["best"]["high"]
    assert found["chapters"] == []


def test_a_hero_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="not roll or pick SKILL; the hero rolls or picks S, L"):
        gamebook.solve(rolled(), hero={"SKILL": 3})
    with pytest.raises(ValueError, match=r"S is in 0\.\.6"):
        gamebook.solve(rolled(), hero={"S": 7})


def test_too_large_for_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.exactly.MOST_STATES", 2)
    with pytest.raises(gamebook.NoExactAnswer, match="too many for fractions"):
        gamebook.solve(DAMSEL, exact=True)


def test_a_book_is_loaded_once_and_asked_often() -> None:
    book = gamebook.Project(DAMSEL)
    assert gamebook.check(book).findings == ()
    solution = gamebook.solve(book)
    assert gamebook.draw(book).dot.startswith("digraph")
    assert gamebook.draw(solution, "value").dot.startswith("digraph")
    assert solution.to_text().startswith("Damsel in Distress")


def test_losses_without_a_bound_are_null_in_data(tmp_path: Path) -> None:
    book = tmp_path / "sink.gbk"
    book.write_text(
        'book "Sink"\n    aim score\n=== 1\n* Walk -> 2\n* Out\n    ~ ending "Out"\n=== 2\n~ score -1\n-> 2\n', "utf-8"
    )
    found = data(gamebook.solve(book))
    assert found["best"] == {"low": 0, "high": 0}
    assert found["uniform"] == {"low": None, "high": None}
    assert [mistake["cost"] for mistake in found["mistakes"]] == [None]
