from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.errors import BookHasErrors
from gamebook.fights.encounter import Axis, encounter
from gamebook.fights.outcome import read
from gamebook.fights.rules import fight_rules


def test_a_book_of_two_chapters() -> None:
    fight = encounter("12/24/12", ["White Dragon 15/22"], lines=["with damage = 3"], keep="STAMINA >= 8")
    assert dict(fight.hero) == {"SKILL": 12, "STAMINA": 24, "LUCK": 12}
    assert fight.page().splitlines() == [
        'book "A fight with White Dragon"',
        "    use fighting-fantasy",
        "    use fighting-fantasy-strategies",
        "    start the-fight",
        "",
        "=== the-fight",
        "~ fight",
        '    foe "White Dragon" SKILL 15 STAMINA 22',
        "    with damage = 3",
        "    each round",
        "        ~ score +1                  // so that points count the rounds",
        "-> after-the-fight",
        "",
        "=== after-the-fight",
        "~ if STAMINA >= 8",
        "    ~ victory",
        '~ ending "Won, but not with STAMINA >= 8"',
    ]


def test_ranges_are_axes() -> None:
    fight = encounter("12/1..24/0..12", ["2..22/1..24"])
    assert fight.hero == {"SKILL": 12, "STAMINA": 24, "LUCK": 12}
    assert fight.axes == (
        Axis("STAMINA", "STAMINA", 1, 24),
        Axis("LUCK", "LUCK", 0, 12),
        Axis("foe-SKILL", "foe SKILL", 2, 22),
        Axis("foe-STAMINA", "foe STAMINA", 1, 24),
    )
    assert read(fight).start == "before-the-fight"


def test_by_name_and_rolled() -> None:
    fight = encounter("LUCK=9", ["Troll STAMINA=2d6+2,SKILL=8", "9/6"], together=True)
    assert fight.hero == {"LUCK": 9}
    assert [(foe.name, dict(foe.stats)) for foe in fight.foes] == [
        ("Troll", {"STAMINA": "(2d6+2)", "SKILL": "8"}),
        ("Foe 2", {"SKILL": "9", "STAMINA": "6"}),
    ]
    assert read(fight)


@pytest.mark.parametrize(
    ("foe", "name"),
    [("Rat 2 7/5", "Rat 2"), ("2nd Rat 7/5", "2nd Rat"), ("Rat 2 STAMINA=5,SKILL=7", "Rat 2"), ("R2 7/5", "R2")],
)
def test_a_name_may_end_with_a_number(foe: str, name: str) -> None:
    (made,) = encounter("9/24/9", [foe]).foes
    assert (made.name, dict(made.stats)) == (name, {"SKILL": "7", "STAMINA": "5"})


@pytest.mark.parametrize(
    ("hero", "foe", "message"),
    [
        ("1/2/3/4", "5/6", "the hero has SKILL, STAMINA, LUCK: 4 values are too many"),
        ("STRENGTH=3", "5/6", "the hero has SKILL, STAMINA, LUCK; STRENGTH=3 names none of them"),
        ("9/x/3", "5/6", "the hero's STAMINA is a number or a range such as 1..24, not x"),
        ("average", "5/6", "a fight needs the hero's numbers: SKILL/STAMINA/LUCK, as in 7/8/9, not average"),
        ("9/18/9,potion", "5/6", "the hero has SKILL, STAMINA, LUCK; potion names none of them"),
        ("9/24..1/3", "5/6", "24..1 is empty; write 1..24"),
        ("9/0/6", "5/6", "with STAMINA 0 the hero has lost before the fight begins; write STAMINA=1, or more"),
        ("9/0..9/6", "5/6", "with STAMINA 0 the hero has lost before the fight begins; write STAMINA=1..9"),
        ("9/24/9", "5", "a foe is written SKILL/STAMINA, as in 7/8: STAMINA is missing in 5"),
        ("9/24/9", "", "a foe is written SKILL/STAMINA, as in 7/8, not nothing"),
        ("9/24/9", "Rat 7 5", "a foe is written SKILL/STAMINA, as in 7/8, not Rat 7 5"),
        ("9/24/9", "Rat 7 / 5", "a foe is written SKILL/STAMINA, as in 7/8, not Rat 7 / 5"),
        ("9/24/9", "Rat 7 /5", "a foe is written SKILL/STAMINA, as in 7/8, not Rat 7 /5"),
    ],
)
def test_words_that_make_no_fight(hero: str, foe: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.") + "$"):
        encounter(hero, [foe])


def test_systems() -> None:
    with pytest.raises(ValueError, match=r"there is no rule system fist-fantasy; the systems are .*plain"):
        fight_rules("fist-fantasy", Path())
    with pytest.raises(ValueError, match="plain has no combat fight; it has none"):
        fight_rules("plain", Path())
    with pytest.raises(ValueError, match="fighting-fantasy has no combat brawl; its combats are fight"):
        fight_rules("fighting-fantasy", Path(), "brawl")


def test_findings_of_the_page() -> None:
    fight = encounter("9/18/9", ["7/8"], lines=["with dmg = 3"])
    with pytest.raises(BookHasErrors) as caught:
        read(fight)
    wrong = [finding.code for finding in caught.value.report.findings if finding.severity is Severity.ERROR]
    assert wrong == ["GB120"]  # the points, which only count the rounds, are no error
    assert "the fight" in caught.value.report.sources
