"""The second book of Lone Wolf: its pages say what the data says, and are worth what others found them to be worth."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

import gamebook
from tests.support.lone_wolf import DATA, HEROES, Game, Hero
from tests.support.slowly import then_slowly

FOLDER = Path(__file__).parents[2] / "books" / "lone-wolf"
BOOK = FOLDER / "book02.gbk"
NAMES = {
    "MindBlast": "mindblast",
    "MindShield": "mindshield",
    "ChainMail": "chainmail",
    "BroadSword": "broadsword",
    "SealHammerdalVol2": "seal",
}


def name(word: str) -> str:
    word = word.removeprefix("Weapon:")
    return NAMES.get(word) or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", word).lower()


def told(hero: Hero) -> dict[str, int]:
    """A hero as `--hero` tells of him; everybody has the seal."""
    found = {"COMBAT-SKILL": hero.combat_skill, "ENDURANCE": hero.endurance, "gold": hero.gold, "meal": hero.meals}
    found |= {name(each): 1 for each in hero.disciplines - {"WeaponSkill"}}
    found |= {name(each): 1 for each in hero.items - {"SealHammerdalVol2"}}
    return found | ({f"in-{name(hero.weapon)}": 1} if hero.weapon else {})


def solve(hero: str, rules: str, until: str) -> gamebook.Solution:
    return gamebook.solve(BOOK, told(HEROES[hero]), until=[until], settings={"seed2017": int(rules == "seed2017")})


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("transcribe", FOLDER / "transcribe.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_made_of_the_data() -> None:
    data = json.loads((DATA / "book02.json").read_text("utf-8"))
    assert script().transcribe(data) == BOOK.read_text("utf-8")


@pytest.mark.slow
def test_the_table_of_combat_results_is_the_data() -> None:
    columns = json.loads((DATA / "crt.json").read_text("utf-8"))["columns"]
    tables = {table.name: table for table in gamebook.Project(BOOK).book.tables}
    for column, found in columns.items():
        for row, (foe, own) in enumerate(found["pairs"]):
            assert tables["foe-loss"].cells[row][int(column) + 6] == foe
            assert tables["own-loss"].cells[row][int(column) + 6] == own


@pytest.mark.slow
@pytest.mark.parametrize("rules", then_slowly(["seed2017", "fixed"], 1))
@pytest.mark.parametrize("hero", then_slowly(HEROES, 1))
def test_a_prefix_is_worth_what_plain_recursion_says(hero: str, rules: str) -> None:
    assert solve(hero, rules, "222").value == pytest.approx(Game(HEROES[hero], rules, "222").value, abs=1e-12)


@pytest.mark.slow
def test_half_the_book_is_worth_what_plain_recursion_says() -> None:
    """By the other rules than the whole book below; to chapter 222 all heroes go by both."""
    assert solve("brute", "fixed", "200").value == pytest.approx(Game(HEROES["brute"], "fixed", "200").value, abs=1e-12)


@pytest.mark.slow
def test_the_whole_book_is_worth_what_plain_recursion_says() -> None:
    """199,365 sheets on arrival at chapters."""
    solution = gamebook.solve(BOOK, told(HEROES["frail"]), settings={"seed2017": 1})
    assert solution.value == pytest.approx(Game(HEROES["frail"], "seed2017", "350").value, rel=1e-10)


@pytest.mark.slow
def test_the_whole_book_is_worth_what_plain_recursion_said() -> None:
    """`python -m tests.support.lone_wolf seed seed2017 350`: 1,475,463 sheets, a minute of recursion."""
    solution = gamebook.solve(BOOK, told(HEROES["seed"]), settings={"seed2017": 1})
    assert solution.value == pytest.approx(0.43707151608089, abs=1e-12)


@pytest.mark.slow
def test_the_published_figure_and_its_end_states() -> None:
    """Simon Marechal, "Solving a gamebook: a simple solver": the chance, and 31 end states to four decimals."""
    solution = solve("seed", "seed2017", "200")
    assert solution.value == pytest.approx(0.8731436491536936, abs=1e-12)
    printed = [sorted(line.split()) for line in (DATA / "end_states.txt").read_text("utf-8").splitlines()]
    found = [
        sorted([f"{each.chance:.4f}", each.chapter, *(f"{key}={value}" for key, value in each.sheet.items())])
        for each in solution.end_states
    ]
    assert len(printed) == 31
    assert sorted(found) == sorted(printed)
