"""What people write by habit, and the line they are shown instead."""

from __future__ import annotations

import pytest

from gamebook.syntax.suggestions import suggested
from tests.support.pages import codes, read

STEPS = {
    "* Climb -> 7.": "* Climb -> 7",
    "* Climb -> #7": "* Climb -> 7",
    '* Climb -> "7"': "* Climb -> 7",
    "-> page 7": "-> 7",
    "* Climb -> 7 [if lantern]": "* Climb [if lantern] -> 7",
    "* Climb -> 7 if lantern": "* Climb [if lantern] -> 7",
    "* Climb -> 7 if you have 3 coins.": "* Climb [if coins >= 3] -> 7",
    "* Climb -> 7 if coins > 3": "* Climb [if coins > 3] -> 7",
    "* Climb -> 7 unless lantern": "* Climb [if not lantern] -> 7",
    '~ lose "You drown."': '~ defeat "You drown."',
    '~ lose "lantern"': "~ lose lantern",
    "~ restore STAMINA to initial": "~ restore STAMINA",
    "~ restore STAMINA to its initial value": "~ restore STAMINA",
    "~ restore 1d2 STAMINA": "~ STAMINA +1d2",
    "~ restore 3 points of STAMINA": "~ STAMINA +3",
    "* Climb [if you have the lantern] -> 7": "* Climb [if lantern] -> 7",
    "* Climb [if you still have a lantern and no rope]": "* Climb [if lantern and not rope]",
    "* Climb [if !lantern] -> 7": "* Climb [if not lantern] -> 7",
    "* Climb [if 3 coins] -> 7": "* Climb [if coins >= 3] -> 7",
    "* Climb [if coins => 3] -> 7": "* Climb [if coins >= 3] -> 7",
    "* Climb [if coins > = 3] -> page 7.": "* Climb [if coins >= 3] -> 7",
    "~ if you have the lantern": "~ if lantern",
    "* Climb [if unvisited 7] -> 7": "* Climb [if not visited 7] -> 7",
    "* Climb [if not-visited 7] -> 7": "* Climb [if not visited 7] -> 7",
    "* Climb [if visited not 7] -> 7": "* Climb [if not visited 7] -> 7",
    "* Climb [if been 7] -> 7": "* Climb [if visited 7] -> 7",
    "* Climb [if rope is not] -> 7": "* Climb [if not rope] -> 7",
    "* Climb [if coins ÷ 2 > 1] -> 7": "* Climb [if coins / 2 > 1] -> 7",
    "* Climb -> 7 (secret)": "* Climb -> 7 secret",
    "~ repeat 3x": "~ repeat 3 times",
    "~ repeat for 3 rounds": "~ repeat 3 times",
    "~ coins * 2": "~ set coins = coins * 2",
    "~ coins /2": "~ set coins = coins / 2",
    "~ set coins = +3": "~ set coins = 3",
    "~ initial SKILL = 10": "~ set initial SKILL = 10",
    "~ set initial SKILL +1": "~ initial SKILL +1",
    "~ swap SKILL and LUCK": "~ swap SKILL LUCK",
    "~ both coins -1 and LUCK -1": "~ both coins -1, LUCK -1",
    "~ choose bet in 1–5": "~ choose bet in 1..5",
    "~ choose bet from 1 to coins": "~ choose bet in 1..coins",
    "~ -2 STAMINA": "~ STAMINA -2",
    "~ deduct 2 STAMINA": "~ STAMINA -2",
    "~ Subtract 2 from STAMINA": "~ STAMINA -2",
    "~ lose 2 STAMINA points": "~ STAMINA -2",
    "~ pay 2 STAMINA points": "~ pay 2 STAMINA",
    "~ add 2 STAMINA": "~ STAMINA +2",
    "~ STAMINA minus 2": "~ STAMINA -2",
    "~ STAMINA -2 points": "~ STAMINA -2",
    "~ STAMINA -2.": "~ STAMINA -2",
    "~ STAMINA -1D6": "~ STAMINA -1d6",
    "~ STAMINA -1d": "~ STAMINA -1d6",
    "~ set STAMINA to 2": "~ set STAMINA = 2",
    "~ Gain lantern": "~ gain lantern",
    "~ take the lantern": "~ gain lantern",
    '~ gain "lantern"': "~ gain lantern",
    "~ gain lantern x 2": "~ gain 2 lantern",
    "~ test your luck:": "~ test luck",
    "~ roll d = 1d6": "~ roll 1d6 as d",
    "~ roll d = 2d6 + 1": "~ roll 2d6 + 1 as d",
    '~ Battle "Pike" SKILL=6 STAMINA=5': '~ fight "Pike" SKILL 6 STAMINA 5',
    "~ fight Old pike SKILL 6 STAMINA 5": '~ fight "Old pike" SKILL 6 STAMINA 5',
    '~ fight "Pike" (SKILL: 6 / STAMINA: 5)': '~ fight "Pike" SKILL 6 STAMINA 5',
    '~ victory: "Home"': '~ victory "Home"',
    "~ win “Home”": '~ victory "Home"',
    "~ coins++": "~ coins +1",
    "~ coins := coins - 2": "~ set coins = coins - 2",
    "~ set coins := 5": "~ set coins = 5",
    "~ foe STAMINA := 3": "~ set foe STAMINA = 3",
    "~ coins <- 3": "~ set coins = 3",
    "~ coins *= 2": "~ set coins = coins * 2",
    "~ coins--": "~ coins -1",
    "~ codeword RAVEN": "~ note RAVEN",
    "* Climb [if coins at least 3] -> 7": "* Climb [if coins >= 3] -> 7",
    "* Climb [if coins is less than 3] -> 7": "* Climb [if coins < 3] -> 7",
    "* Climb [if you have at least 3 coins] -> 7": "* Climb [if coins >= 3] -> 7",
    "* Climb [if coins =< 3] -> 7": "* Climb [if coins <= 3] -> 7",
    "* Climb [if not ticked inn] -> 7": "* Climb [if not ticked in inn] -> 7",
    "* Climb [if visited chapter 3] -> 7": "* Climb [if visited 3] -> 7",
    "* Climb [if not yet visited page 3] -> 7": "* Climb [if not visited 3] -> 7",
    "* Climb [if visited(3)] -> 7": "* Climb [if visited 3] -> 7",
    "* Climb [if lantern is not there] -> 7": "* Climb [if not lantern] -> 7",
    "* Climb [if lantern is missing] -> 7": "* Climb [if not lantern] -> 7",
    "* Climb [if NOT lantern OR coins > 2] -> 7": "* Climb [if not lantern or coins > 2] -> 7",
    '* Climb [if not "lantern"] -> 7': "* Climb [if not lantern] -> 7",
    "* Climb [if: lantern] -> 7": "* Climb [if lantern] -> 7",
    "* Climb [if you don't have a lantern] -> 7": "* Climb [if not lantern] -> 7",
    "* Climb [if you've got the lantern] -> 7": "* Climb [if lantern] -> 7",
    "* Climb [if lantern][if coins > 2] -> 7": "* Climb [if lantern and coins > 2] -> 7",
    "* Climb [if a or b] [if c] -> 7": "* Climb [if (a or b) and c] -> 7",
    "* Climb [if coins between 2 and 4] -> 7": "* Climb [if coins >= 2 and coins <= 4] -> 7",
    "* Climb [if 0 < coins <= 4] -> 7": "* Climb [if coins > 0 and coins <= 4] -> 7",
    '* Climb [if lantern] -> Victory "Up"': '* Climb [if lantern] -> victory "Up"',
    '-> Defeat "You fall"': '-> defeat "You fall"',
    "~ gain 3 x lantern": "~ gain 3 lantern",
    "~ fight the pike SKILL 6 STAMINA 5": '~ fight "pike" SKILL 6 STAMINA 5',
    "~ fight The pike SKILL 6 STAMINA 5": '~ fight "The pike" SKILL 6 STAMINA 5',
    '~ Battle "Pike of the lake" SKILL=6 STAMINA=5': '~ fight "Pike of the lake" SKILL 6 STAMINA 5',
    "~ roll 2w6": "~ roll 2d6",
    "~ roll a die": "~ roll 1d6",
    "~ roll a dice": "~ roll 1d6",
    "~ roll three dice": "~ roll 3d6",
    "~ note codeword RAVEN": "~ note RAVEN",
    "~ note the codeword RAVEN": "~ note RAVEN",
    "~ forget RAVEN": "~ erase RAVEN",
    '~ fight 2 "Pike" SKILL 6 STAMINA 5': '~ fight "Pike 1" SKILL 6 STAMINA 5 then "Pike 2" SKILL 6 STAMINA 5',
    "~ increase coins by 5": "~ coins +5",
    "~ reduce STAMINA by 1d6": "~ STAMINA -1d6",
    "~ test skill with 3d6": "~ test skill on 3d6",
    "~ test skill (-2)": "~ test skill -2",
    "~ test skill at -2": "~ test skill -2",
    "* Climb [if STAMINA is 5 or less] -> 7": "* Climb [if STAMINA <= 5] -> 7",
    "* Climb [if coins 5 or more] -> 7": "* Climb [if coins >= 5] -> 7",
    "* Climb [if coins is less than or equal to 5] -> 7": "* Climb [if coins <= 5] -> 7",
    "* Climb [if coins >= 3 coins] -> 7": "* Climb [if coins >= 3] -> 7",
    "* Climb [if gold > 3 gold pieces] -> 7": "* Climb [if gold > 3] -> 7",
    "* Climb [if coins >= 3 and <= 5] -> 7": "* Climb [if coins >= 3 and coins <= 5] -> 7",
    "* Climb [if !lantern && coins > 3] -> 7": "* Climb [if not lantern and coins > 3] -> 7",
    "* Climb [if lantern & rope] -> 7": "* Climb [if lantern and rope] -> 7",
    "* Climb [if RAVEN is noted] -> 7": "* Climb [if RAVEN] -> 7",
    "* Climb [if RAVEN is not noted] -> 7": "* Climb [if not RAVEN] -> 7",
    "* Climb [if lantern, RAVEN, or rope] -> 7": "* Climb [if lantern or RAVEN or rope] -> 7",
    "* Climb [if lantern, RAVEN or rope] -> 7": "* Climb [if lantern or RAVEN or rope] -> 7",
    "* Climb [if lantern, RAVEN, and rope] -> 7": "* Climb [if lantern and RAVEN and rope] -> 7",
    "* Climb [if lantern,coins > 2] -> 7": "* Climb [if lantern and coins > 2] -> 7",
    "* Climb [if coins 5 or more, rope] -> 7": "* Climb [if coins >= 5 and rope] -> 7",
    "* Climb [if lantern and rope, or RAVEN] -> 7": "* Climb [if lantern and rope or RAVEN] -> 7",
    "* Climb [if max(coins, 2) > 3, rope] -> 7": "* Climb [if max(coins, 2) > 3 and rope] -> 7",
    "~ if lantern, RAVEN, or rope": "~ if lantern or RAVEN or rope",
    "* Climb [if you have been to 2] -> 7": "* Climb [if visited 2] -> 7",
    "* Climb [if you haven't been to 2] -> 7": "* Climb [if not visited 2] -> 7",
}
ROWS = ["lucky: -> 9", "lucky: 9", "lucky 9", "if lucky -> 9", "* lucky -> 9", "~ lucky -> 9.", "lucky → 9"]
FIGHT = {
    "mind-attack = 1": "with mind-attack = 1",
    "harm: 3": "with harm = 3",
    "lose -> 40": "lost -> 40",
    "win: 4": "won -> 4",
    "escape after 3 rounds -> 40": "escape from round 4 -> 40",
    "on round won": "on round-won",
    "on round lost -> 40": "on round-lost -> 40",
    '"Pike" SKILL 6 STAMINA 5': 'foe "Pike" SKILL 6 STAMINA 5',
    "every round": "each round",
    "lost": None,
}
SHEET = {
    "number coins 3": "number coins = 3",
    "number coins: 3 in 0..9": "number coins = 3 in 0..9",
    "number coins = 3 in 0-9": "number coins = 3 in 0..9",
    "number coins = 3 in 0...9": "number coins = 3 in 0..9",
    "number coins = 3 from 0 to 9": "number coins = 3 in 0..9",
    "number coins = 3 in 0 to 9": "number coins = 3 in 0..9",
    "number coins = 3 0 to 9": "number coins = 3 in 0..9",
    "number coins 0..9 = 3": "number coins = 3 in 0..9",
    "number coins in 0 to 9 = 3": "number coins = 3 in 0..9",
    "number coins 0-9 = 1d6 + 1": "number coins = 1d6 + 1 in 0..9",
    "number coins = 1d6 + 6, max 12": "number coins = 1d6 + 6 in 0..12",
    "stat HULL = 9 (at most 12)": "stat HULL = 9 in 0..12",
    "item lantern, meal * 4 = 2": "item lantern, meal x 4 = 2",
    "items lantern, rope": "item lantern, rope",
    'item "lantern", "rope"': "item lantern, rope",
    "item lantern; rope": "item lantern, rope",
    "item lantern, rope,": "item lantern, rope",
    "one-of hat = red, blue": "one-of hat: red, blue",
    "one-of hat red, blue": "one-of hat: red, blue",
    "one-of hat: red | blue": "one-of hat: red, blue",
    "limit pack 2 rope": "limit pack 2: rope",
}
WHEN = {
    "when coins =< 0 -> 3": "when coins <= 0 -> 3",
    "when coins < = 0 -> 3": "when coins <= 0 -> 3",
    "first when coins at most 0 -> 3": "first when coins <= 0 -> 3",
}
NO_GUESS = [
    "~ frobnicate the bar",
    "* Climb -> 7 or 8",
    "~ the end",
    "~ if gold >",
    "~",
    "* Climb [if coins > 3, 4] -> 7",
    "* Climb [if coins = 3, 4, or 5] -> 7",
    "* Climb [if lantern, RAVEN and rope or coins > 2] -> 7",
]


@pytest.mark.parametrize("line", FIGHT)
def test_a_line_under_a_fight(line: str) -> None:
    assert suggested(f"    {line}", "chapter", row=True, in_fight=True) == FIGHT[line]


@pytest.mark.parametrize("line", STEPS)
def test_steps(line: str) -> None:
    assert codes(f"=== 1\n{line}\n    -> 1\n" if " if you" in line and line[0] == "~" else f"=== 1\n{line}\n")
    assert suggested(line, "chapter") == STEPS[line]


@pytest.mark.parametrize("line", ROWS)
def test_rows(line: str) -> None:
    found = read(f"=== 1\n~ test luck\n    {line}\n    unlucky -> 9\n").findings
    assert "write: lucky -> 9" in [each.hint for each in found] or "→" in line
    assert suggested(line, "chapter", row=True) == "lucky -> 9"


def test_a_row_that_leads_to_an_ending() -> None:
    fight = '~ fight "Pike"\n    lost -> Defeat "It bites"\n'
    (found,) = read(f"=== 1\n{fight}").findings
    assert found.hint == 'write: lost -> defeat "It bites"'
    (found,) = read("=== 1\n~ test luck\n    unlucky -> Defeat score 3\n    lucky -> 2\n").findings
    assert found.hint == "write: unlucky -> defeat score 3"


@pytest.mark.parametrize("line", ["- Climb -> 7", "Climb -> 7", "1. Climb -> 7", "+ Climb -> 7"])
def test_a_choice_of_a_decision(line: str) -> None:
    (found,) = read(f'=== 1\n~ choose "way"\n    {line}\n    * Wait -> 8\n').findings
    assert (found.code, found.hint) == ("GB027", "write: * Climb -> 7")


def test_a_choice_in_the_header() -> None:
    (found,) = read(
        "anytime\n    * Make tea on the stove [if stove && tired > 0 && FLARE]\n        ~ tired -1\n"
    ).findings
    assert found.hint == "write: * Make tea on the stove [if stove and tired > 0 and FLARE]"


@pytest.mark.parametrize("line", WHEN)
def test_when(line: str) -> None:
    (found,) = read(f"{line}\n").findings
    assert found.hint is not None
    assert found.hint.endswith(f": {WHEN[line]}")
    assert codes(f"{WHEN[line]}\n") == []


@pytest.mark.parametrize("line", SHEET)
def test_sheet(line: str) -> None:
    (found,) = read(f"sheet\n    {line}\n").findings
    assert found.hint == f"write: {SHEET[line]}"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("expect win 30%", "expect win 25%..35%"),
        ("expect win 3", "expect win 0%..8%"),
        ("expect reader best wins 97.5%", "expect reader best wins 92%..100%"),
    ],
)
def test_a_promise_of_one_chance_is_a_range_around_it(line: str, meant: str) -> None:
    assert suggested(line, "declaration") == meant


@pytest.mark.parametrize("line", ["use fighting fantasy", 'use "Fighting-Fantasy"', "uses fighting-fantasy"])
def test_use(line: str) -> None:
    assert suggested(line, "declaration") == "use fighting-fantasy"


@pytest.mark.parametrize("line", NO_GUESS)
def test_a_guess_that_cannot_be_read_is_none(line: str) -> None:
    assert suggested(line, "chapter") is None
