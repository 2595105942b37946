"""Every vector of the restated source, from books in the language.

Source: `tests/data/srr/vectors.json`, worked out apart from this program from M. A. Montgomery, "How To Apply
Statistical Result Resolution To Games" (1993); the entries marked `from_text` are the text's own examples.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from gamebook.play.moment import Chance, Decision
from tests.support.ledgers import Reader, plays

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data/srr/vectors.json").read_text())
GAMEBOOK = VECTORS["gamebook"]
AGAIN = "* Again -> 1"


def fraction(text: str) -> Fraction:
    return Fraction(text)


# ---- A1, C1: expected values ------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["expected_value"], ids=lambda vector: vector["expect"])
def test_expected_value(vector: dict[str, Any]) -> None:
    of = 12
    rows = "\n".join(f"    {Fraction(chance) * of}:\n        ~ x {value:+d}" for chance, value in vector["table"])
    reader = Reader(f"sheet\n    number x = 50 in 0..99\n\n=== 1\n~ random by expected\n{rows}\n{AGAIN}")
    carried = reader.account()[0]
    low, high = min(v for _, v in vector["table"]), max(v for _, v in vector["table"])
    came = reader.sheet["x"] - 50
    assert came + (-carried if high <= 0 else carried) == Fraction(vector["expect"])
    assert low <= came <= high


def test_ogre_treads() -> None:
    steps = VECTORS["ogre_treads"]["steps"]
    attacks = "\n".join(
        f"* {n}\n    ~ roll 1d6 by expected account t\n        1-4\n        5-6\n            ~ treads -{n}\n    -> 1"
        for n in (step["attack"] for step in steps)
    )
    reader = Reader(f"sheet\n    number treads = 45 in 0..45\n\n=== 1\n{attacks}")
    for step in steps:
        reader.choose(str(step["attack"]))
        assert reader.sheet["treads"] == step["treads_usable"]
        assert reader.sheet["treads"] - reader.account()[0] == fraction(step["treads_left_of_45_exact"])


AMOUNTS = {
    "lose 1d6": "1d6",
    "lose 1 on a roll of 1-2 of six": "count of 1..2 in 1d6",
    "1d6-3, not below 0": "max(1d6 - 3, 0)",
    "2d6": "2d6",
    "1d3 then halved, rounded up (values 1,1,2)": "((1d3 + 1) / 2)",
}


@pytest.mark.parametrize("vector", GAMEBOOK["expected_mode"], ids=lambda each: f"{each['effect']}, {each['rounding']}")
def test_expected_mode(vector: dict[str, Any]) -> None:
    manner = "nearest" if vector["rounding"] == "nearest" else ""
    amount = AMOUNTS[vector["effect"]]
    reader = Reader(
        f"sheet\n    number life = 99 in 0..99\n\n=== 1\n* Again\n    ~ life -{amount} by expected {manner}\n    -> 1"
    )
    before = 99
    for applied, carry in vector["applied_and_carry"]:
        reader.choose("Again")
        assert before - reader.sheet["life"] == applied
        assert reader.account() == [fraction(carry)]
        before = reader.sheet["life"]


@pytest.mark.parametrize("case", [case for case in GAMEBOOK["combat_expected_mode"] if case != "columns"])
def test_combat_expected_mode(case: str) -> None:
    skill, stamina, foe_skill, foe_stamina = (int(word) for word in case.split() if word.isdecimal())
    text = f"""
        use fighting-fantasy

        === 1
        ~ fight "Foe" SKILL {foe_skill} STAMINA {foe_stamina} by expected
            with luck = 0
            each round
                ~ choose "round"
                    * Go on
            won -> victory
    """
    reader = Reader(text, SKILL=skill, STAMINA=stamina, LUCK=7)
    before = reader.sheet
    for to_foe, to_hero, left, foe_left in GAMEBOOK["combat_expected_mode"][case]:
        assert isinstance(reader.moment, Decision)
        reader.choose("Go on")
        assert reader.sheet["STAMINA"] == left == before["STAMINA"] - to_hero
        assert reader.sheet["foe 1 STAMINA"] == foe_left == before["foe 1 STAMINA"] - to_foe
        before = reader.sheet
    assert not isinstance(reader.moment, Decision)


# ---- A3, C2: the combat ledger ----------------------------------------------------------------------------

CRT = VECTORS["ogre_crt_sixths_X_D"]


def attack(odds: str, disabled: bool, manner: str = "") -> str:
    """One attack on the row of the ledger: kill and disable, or only kill where the unit is disabled already."""
    x, d = CRT[odds]
    rows = f"    {x + d}:\n        ~ set result = X\n" if disabled else ""
    if not disabled:
        rows = f"    {x}:\n        ~ set result = X\n    {d}:\n        ~ set result = D\n"
    return f"~ random by ledger {manner} account D2\n{rows}    {6 - x - d}:\n"


def target(start: str, attacks: str) -> str:
    return f"account D2 of 6 {start} in -60..60\n\nsheet\n    one-of result: none, X, D\n\n=== 1\n{attacks}"


def option(number: int, step: str) -> str:
    lines = "".join(f"    {line}\n" for line in f"~ set result = none\n{step}-> 1".splitlines())
    return f"* {number}\n{lines}"


def result(reader: Reader) -> str:
    return ("-", "X", "D")[reader.sheet["result"]]


def test_ogre_worked_example() -> None:
    steps = VECTORS["ogre_worked_example"]["steps"]
    choices = "".join(option(n, attack(s["odds"], s["target_disabled"])) for n, s in enumerate(steps))
    reader = Reader(target("", choices))
    for number, step in enumerate(steps):
        assert reader.account("D2") == [Fraction(each, 6) for each in step["before"]]
        reader.choose(str(number), [step["roll"]] if step["die_needed"] else [])
        assert result(reader) == step["result"]
        assert reader.account("D2") == [Fraction(each, 6) for each in step["after"]]


@pytest.mark.parametrize("vector", VECTORS["ogre_exceptions"], ids=lambda vector: vector["case"])
def test_ogre_exceptions(vector: dict[str, Any]) -> None:
    start = "= " + ", ".join(map(str, vector["before"]))
    step = attack(vector["odds"], vector.get("disabled", False), "alone" if vector.get("out_of_order") else "")
    fresh = attack("1-1", disabled=False)  # so that the row has both columns
    reader = Reader(target(start, option(0, step) + option(1, fresh)))
    reader.choose("0", [vector["roll"]] if "roll" in vector else [])
    assert vector.get("die_needed", "roll" in vector) == ("roll" in vector)
    assert result(reader) == vector["result"]
    assert reader.account("D2") == [Fraction(each, 6) for each in vector["after"]]


def test_ledger_of_two_branches() -> None:
    reader = Reader("""
        sheet
            codeword HIT
        === 1
        * Again
            ~ erase HIT
            ~ roll 1d6 by ledger
                5-6
                    ~ note HIT
                1-4
            -> 1
    """)
    for step in GAMEBOOK["ledger_two_branches"]["steps"]:
        assert reader.account() == [Fraction(each, 6) for each in step["before"]]
        reader.choose("Again", [step["roll"]] if step["roll"] else [])
        assert reader.sheet["HIT"] == (step["outcome"] == "hit")
        assert reader.account() == [Fraction(each, 6) for each in step["after"]]


# ---- A4, A5, A6: volleys ----------------------------------------------------------------------------------


def test_aa_fire() -> None:
    """An aircraft is hit by a 1; where the vector throws a die for what is certain, we do not."""
    reader = Reader("""
        sheet
            number hits = 0 in 0..99
            number aircraft = 0 in 0..9
        === 1
        * Again
            ~ choose n in 1..9
            ~ hits + count of 1 in (n)d6 by ledger account flak
            -> 1
    """)
    for step in VECTORS["aa_fire"]["steps"]:
        assert reader.account() == [Fraction(step["residual_before"], 6)]
        before = reader.sheet["hits"]
        reader.choose("Again")
        certain = step["after_adding"] % 6 == 0
        reader.choose(str(step["aircraft"]), [] if step["roll"] is None or certain else [7 - step["roll"]])
        assert reader.sheet["hits"] - before == step["hits"]
        assert reader.account() == [Fraction(step["residual_after"], 6)]


@pytest.mark.parametrize("reading", ["as_written_less_than", "at_most"])
@pytest.mark.parametrize("vector", VECTORS["aa_volley"], ids=lambda vector: vector["case"])
def test_aa_volley(vector: dict[str, Any], reading: str) -> None:
    total, start = (vector["total"], 0) if vector["total"] > 0 else (0, vector["total"])
    manner = "strict" if reading == "as_written_less_than" else ""
    reader = Reader(f"""
        account subs of 6 = {start}
        sheet
            number hits = 0 in 0..99
        === 1
        * Fire
            ~ hits + count of 1 in ({total})d6 by ledger {manner} account subs
            -> 1
    """)
    faces = vector["total"] % 6 - (reading == "as_written_less_than")
    reader.choose("Fire", [7 - vector["roll"]] if vector["roll"] and faces else [])
    assert reader.sheet["hits"] == vector[reading]["hits"]
    assert reader.account("subs") == [Fraction(vector[reading]["residual"], 6)]


# ---- C3: without dice -------------------------------------------------------------------------------------


def table(weights: list[int], manner: str) -> str:
    rows = "".join(f"    {weight}:\n        ~ set row = {n}\n" for n, weight in enumerate(weights))
    body = f"~ random by residual {manner}\n{rows}-> 1"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"sheet\n    number row = 0 in 0..{len(weights)}\n\n=== 1\n* Again\n{lines}"


@pytest.mark.parametrize("vector", GAMEBOOK["deterministic_branch"], ids=lambda vector: str(vector["counts"]))
def test_largest_residual(vector: dict[str, Any]) -> None:
    weights, of = vector["counts"], vector["D"]
    reader = Reader(table(weights, ""))
    residuals: list[list[Fraction]] = []
    for row in vector["largest_residual_sequence"]:
        reader.choose("Again")
        assert reader.sheet["row"] == row
        columns = reader.account()
        residuals.append([*columns, -sum(columns, Fraction(0))])
    given = vector["first_residuals"]
    assert residuals[: len(given)] == [[Fraction(each, of) for each in line] for line in given]
    assert residuals[-1] == [0] * len(weights), "after D events every count is exact"
    assert max(map(max, residuals)) == fraction(vector["furthest_behind"])
    assert -min(map(min, residuals)) == fraction(vector["furthest_ahead"])


@pytest.mark.parametrize("vector", GAMEBOOK["deterministic_branch"], ids=lambda vector: str(vector["counts"]))
def test_deadline_rule(vector: dict[str, Any]) -> None:
    reader = Reader(table(vector["counts"], "deadline"))
    worst = Fraction(0)
    for row in vector["deadline_rule_sequence"]:
        reader.choose("Again")
        assert reader.sheet["row"] == row
        columns = reader.account()
        worst = max(worst, *map(abs, columns), abs(sum(columns, Fraction(0))))
    assert worst == fraction(vector["deadline_rule_worst"])


def test_luck_tests_without_dice() -> None:
    reader = Reader("""
        sheet
            stat LUCK = 9
            codeword LUCKY
        test luck
            succeed 2d6 <= LUCK
            then    LUCK -1
            lucky | unlucky
        === 1
        * Again
            ~ erase LUCKY
            ~ test luck by residual
                lucky
                    ~ note LUCKY
            -> 1
    """)
    for step in GAMEBOOK["luck_tests_deterministic"]:
        assert reader.sheet["LUCK"] == step["luck"]
        reader.choose("Again")
        assert reader.sheet["LUCKY"] == (step["result"] == "lucky")
        assert reader.account() == [Fraction(step["residual"][0], 36)]


# ---- the chances that ledgers count with ------------------------------------------------------------------


def test_luck_counts() -> None:
    """What the first test adds to a new account, for every LUCK."""
    for luck, count in GAMEBOOK["luck_counts_of_36"].items():
        reader = Reader(
            """
            sheet
                stat LUCK = 1d12
            test luck
                succeed 2d6 <= LUCK
                lucky | unlucky
            === 1
            * Again
                ~ test luck by residual account luck
                    lucky
                -> 1
            """,
            LUCK=int(luck),
        )
        reader.choose("Again")
        assert reader.account()[0] % 1 == Fraction(count, 36) % 1


def test_combat_counts() -> None:
    """What a round adds to a new account: lost, drawn and won, for every difference of SKILL."""
    for difference, (hit, drawn, _) in GAMEBOOK["combat_counts_of_1296"].items():
        reader = Reader(
            f"""
            === 1
            * Again
                ~ compare 2d6 + {difference} with 2d6 by residual
                    higher
                -> 1
        """.replace("+ -", "- ")
        )
        reader.choose("Again")
        counts = [each % 1 * 1296 for each in reader.account()]
        assert counts == [hit, drawn]


# ---- C4: one hidden die -----------------------------------------------------------------------------------


def test_systematic() -> None:
    """The runs of hits, each as likely as the hidden dice that give it."""
    vector = GAMEBOOK["systematic_mode"]["hits_by_start_u"]
    reader = Reader("""
        sheet
            number run = 0 in 0..63
        === 1
        * Again
            ~ set run = run * 2 mod 64
            ~ random by systematic
                2:
                    ~ run +1
                4:
            -> 1
    """)
    found: dict[int, Fraction] = {}
    for chance, moment in plays(reader.machine, reader.moment, 6):
        assert not isinstance(moment, Chance)
        run = moment.at.values[reader.machine.index.places["run"]]
        found[run] = found.get(run, Fraction(0)) + chance
    wanted: dict[int, Fraction] = {}
    for hits in vector.values():
        run = list(accumulate(hits, lambda so_far, hit: 2 * so_far + hit))[-1]
        wanted[run] = wanted.get(run, Fraction(0)) + Fraction(1, len(vector))
    assert found == wanted
