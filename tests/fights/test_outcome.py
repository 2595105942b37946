from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.fights.answers import Questions, answer
from gamebook.fights.encounter import encounter
from gamebook.fights.heuristics import ways
from gamebook.fights.outcome import study_fight
from tests.support import naive_fights as naive
from tests.support.closed_fights import round_chances, without_luck

COINS = """system coins

sheet
    stat life = 3

when life <= 0 -> defeat

combat fight
    foe life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
                ~ life -1
"""


@pytest.mark.parametrize("edge", [-3, 0, 2])
def test_a_fight_without_luck(edge: int) -> None:
    study = study_fight(encounter("9/10/8", [f"{9 - edge}/7"], lines=["with luck = 0"]))
    value = float(without_luck(round_chances(edge), 10, 7))
    assert study.best.value.low <= value <= study.best.value.high
    assert study.best.won == pytest.approx(value, rel=1e-12)
    rounds = study.best.rounds
    assert rounds is not None
    exactly = naive.rounds(edge, 10, 7, 30)
    found = dict(zip(rounds.values.tolist(), rounds.chance.tolist(), strict=True))
    assert [found.get(n, 0.0) for n in range(31)] == pytest.approx([float(chance) for chance in exactly], abs=1e-11)


def test_what_is_left() -> None:
    """Against one wound: who wins has lost n rounds before, with chance C(n, n) w l^n; luck is not looked at."""
    study = study_fight(encounter("9/6/8", ["9/2"], lines=["with luck = 0"]))
    win, lose, draw = naive.round_chances(0)
    shares = [win / (1 - draw) * (lose / (1 - draw)) ** n for n in range(3)]
    left = study.best.left["STAMINA"]
    assert left.values.tolist() == [2, 4, 6]
    assert left.chance.tolist() == pytest.approx([float(share / sum(shares)) for share in reversed(shares)], rel=1e-12)
    assert left.quantile(0.5) == 6
    assert set(study.best.left) == {"STAMINA"}  # nothing changes the others


def test_who_never_tests_luck_has_all_of_it_left() -> None:
    study = study_fight(encounter("8/10/7", ["7/6"]))
    found = [study.best, study.uniform, *ways(study, only=["never"])]
    best, random, never = (each.left["LUCK"] for each in found)
    assert best.mean < 7 and random.mean < 7
    assert (never.values.tolist(), never.chance.tolist()) == ([7], pytest.approx([1.0]))
    assert all(set(each.left) == {"STAMINA", "LUCK"} for each in found)  # no way changes SKILL


@pytest.mark.parametrize(
    ("hero", "foe", "luck", "value"),
    [
        ("10/22/12", "14/19", True, 0.0114102),
        ("10/22/12", "14/19", False, 9.84301e-6),
        ("10/22/12", "12/21", True, 0.221244),
        ("10/22/12", "12/21", False, 0.0101567),
    ],
)
def test_what_the_paper_says(hero: str, foe: str, luck: bool, value: float) -> None:
    """The two largest gains by luck that the paper speaks of, 1159-fold and 21-fold, to six digits."""
    study = study_fight(encounter(hero, [foe], lines=[] if luck else ["with luck = 0"]))
    assert study.best.value.high == pytest.approx(value, rel=5e-6)


def test_keeping_something() -> None:
    """Win with at least 4 STAMINA against one wound: two lost rounds are one too many."""
    study = study_fight(encounter("9/6/8", ["9/2"], lines=["with luck = 0"], keep="STAMINA >= 4"))
    win, lose, draw = naive.round_chances(0)
    first, second = win / (1 - draw), lose / (1 - draw)
    assert study.best.value.high == pytest.approx(float(first + second * first), rel=1e-12)
    assert study.best.won == pytest.approx(float(first + second * first + second**2 * first), rel=1e-12)


def test_points_for_what_is_left() -> None:
    study = study_fight(encounter("9/6/8", ["9/2"], lines=["with luck = 0"], worth="STAMINA + LUCK"))
    win, lose, draw = naive.round_chances(0)
    shares = [win / (1 - draw) * (lose / (1 - draw)) ** n for n in range(3)]
    assert study.best.value.high == pytest.approx(float(sum(s * (14 - 2 * n) for n, s in enumerate(shares))), rel=1e-12)
    assert study.best.rounds is None


def test_any_system(tmp_path: Path) -> None:
    """Two hits before three, on a coin: 11/16; it takes 2, 3 or 4 rounds with chances 4, 6, 6 of 16."""
    (tmp_path / "coins.gbk").write_text(
        COINS,
        "utf-8",
    )
    study = study_fight(encounter("", ["2"], system="coins", folder=tmp_path))
    assert study.best.value.high == pytest.approx(11 / 16, rel=1e-12)
    assert study.best.rounds is not None
    assert study.best.rounds.values.tolist() == [2, 3, 4]
    assert study.best.rounds.chance.tolist() == pytest.approx([4 / 16, 6 / 16, 6 / 16], rel=1e-12)


SECRET = """system tricks

sheet
    stat life = 2 in 0..9

combat fight
    foe life
    wounds life
    won when foe life <= 0
    round
        * Trick [knows 40%]
            ~ foe life -2
        * Strike
            ~ roll 1d2
                1
                    ~ foe life -1
                2
                    ~ life -1

when life <= 0 -> defeat
"""


def test_who_fights_at_random_knows_a_trick_as_often_as_the_rules_say(tmp_path: Path) -> None:
    """In a round the trick wins with 0.4 · 1/2 = 0.2, and with 0.4 each the foe or the reader is hit.

    W(life of the foe, of the reader): W(1, 1) = 0.6, W(2, 1) = 0.2 + 0.4 · 0.6 = 0.44, W(1, 2) = 0.6 + 0.4 · 0.6 =
    0.84, W(2, 2) = 0.2 + 0.4 · 0.84 + 0.4 · 0.44 = 0.712.
    """
    (tmp_path / "tricks.gbk").write_text(SECRET, "utf-8")
    study = study_fight(encounter("2", ["2"], system="tricks", folder=tmp_path), exact=True)
    assert study.best.value.high == 1
    assert study.uniform.value.middle == pytest.approx(0.712, rel=1e-12)
    assert study.uniform.exactly is None
    found = answer(encounter("1..2", ["2"], system="tricks", folder=tmp_path), Questions()).chances
    assert found is not None
    assert found.worth["random"].tolist() == pytest.approx([0.44, 0.712], rel=1e-12)


def test_a_hero_that_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"SKILL is in 0\.\.12, not 13"):
        study_fight(encounter("13/24/12", ["9/9"]))


@pytest.mark.parametrize(
    ("hero", "told", "falls"),
    [
        ("12/20,mindblast,sword", "mindblast, sword", 1.0),
        ("COMBAT-SKILL=12, ENDURANCE=20, sword, mindblast", "sword, mindblast", 1.0),
        (
            "12/20,weapon-training,weaponskill=in-sword,sword,meal=2",
            "weapon-training, weaponskill in-sword, sword, meal 2",
            1.0,
        ),
        ("12/20,mindblast", "mindblast; carries nothing", 0.8),
        ("12/20", "carries nothing", 0.8),
    ],
)
def test_what_the_hero_has(hero: str, told: str, falls: float) -> None:
    """With 2 for a skill the combat ratio is 12 + 2 - 17 = -3, bare-handed, with 4 less, it is -7.

    By the printed table a foe loses 1 at least in any round at -3, but nothing with two of ten numbers at -7. So a foe
    with ENDURANCE 1 falls in the first round, or in eight of ten cases.
    """
    study = study_fight(encounter(hero, ["Vordak 17/1"], system="lone-wolf"))
    assert study.encounter.belongings == told
    rounds = study.best.rounds
    assert rounds is not None
    assert rounds.chance[rounds.values.tolist().index(1)] == pytest.approx(falls, abs=1e-12)
    assert ("Mindblast" in study.picked) == (hero == "12/20")


@pytest.mark.parametrize(
    ("hero", "told"),
    [
        ("12/20,laser", "laser names none of them, nor does it name anything of gold, camouflage"),
        ("12/20,sword,sword", "sword is given twice"),
        ("12/20,sword=9", r"sword is in 0\.\.1, not 9"),
        ("12/20,gold=500", r"gold is in 0\.\.50, not 500"),
        ("12/20,axe,sword,mace", "weapons has 2 places, too few for mace, sword, axe"),
        ("12/20,meal=8,laumspur", "backpack has 8 places, too few for meal 8, laumspur"),
        ("12/20,weaponskill", "weaponskill is one of unskilled, in-dagger"),
        ("12/20,meal=many", "how many"),
    ],
)
def test_what_no_hero_has(hero: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        encounter(hero, ["Vordak 17/1"], system="lone-wolf")
