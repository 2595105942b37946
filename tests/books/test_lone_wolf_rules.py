"""What books 1 to 5 of Lone Wolf ask of a fight, each in a small book against the table of combat results by hand.

The odds are worked out in fractions, blow by blow, from `crt.json`, which knows nothing of the rule system; the books
are played by the exact interpreter. Numbers are book and section of the series.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from gamebook.analysis.given_hero import for_hero
from gamebook.model.book import Book
from gamebook.play.explore import Graph, TooLarge, explore
from gamebook.play.step import Machine
from gamebook.reading import read_text
from gamebook.solver import exact
from tests.support.lone_wolf import DATA

COLUMNS = json.loads((DATA / "crt.json").read_text("utf-8"))["columns"]
SKILL, ENDURANCE = 15, 9
"""The hero; foes have COMBAT-SKILL 15 and ENDURANCE 8."""
HIS = 8
Ends = dict[tuple[str, int], Fraction]
"""(how a fight ends, ENDURANCE left) → chance."""
Losses = Callable[[int, int, int], tuple[int, int]]
"""What foe and reader lose in a round, of the round's number and what the table says that they lose."""


def pairs(ratio: int) -> list[list[int]]:
    """The ten results of a round by the printed rules: ratios 1 and 2 share a column, 3 and 4, and so on."""
    column = 6 if ratio > 10 else -6 if ratio < -10 else (abs(ratio) + 1) // 2 * (1 if ratio > 0 else -1)
    found: list[list[int]] = COLUMNS[str(column)]["pairs"]
    return found


def odds(
    ratio: Callable[[int], int] | int = 0,
    losses: Losses = lambda _, his, mine: (his, mine),
    *,
    mine: int = ENDURANCE,
    rounds: int | None = None,
    each_round: int = 0,
    first_wound: bool = False,
    poison: Fraction = Fraction(0),
) -> Ends:
    """How a fight ends.

    Args:
        ratio: the combat ratio, of the round's number where it changes.
        losses: what is lost in a round.
        mine: the reader's ENDURANCE.
        rounds: after so many rounds the fight is "stopped".
        each_round: what the reader loses at the start of every round.
        first_wound: the fight ends at the first wound that does not kill, "wounded".
        poison: the chance that a wound kills.
    """
    ends: Ends = {}
    now = {(mine, HIS): Fraction(1)}
    number = 0

    def end(how: str, left: int, chance: Fraction) -> None:
        ends[how, max(left, 0)] = ends.get((how, max(left, 0)), Fraction(0)) + chance

    while now and number < 80:  # most results take something: what is left of the chance is far below 1e-12
        number += 1
        after: dict[tuple[int, int], Fraction] = {}
        for (own, other), chance in now.items():
            begun = own - each_round
            if begun <= 0:
                end("lost", 0, chance)
                continue
            for his, loss in pairs(ratio(number) if callable(ratio) else ratio):
                taken, lost = losses(number, his, loss)
                left, rest, share = begun - lost, other - taken, chance / 10
                if left <= 0:
                    end("lost", 0, share)
                    continue
                if lost and poison:
                    end("lost", 0, share * poison)
                    share *= 1 - poison
                if lost and first_wound:
                    end("wounded", left, share)
                elif rest <= 0:
                    end("won", left, share)
                elif number == rounds:
                    end("stopped", left, share)
                else:
                    after[left, rest] = after.get((left, rest), Fraction(0)) + share
        now = after
    return ends


def chance(ends: Ends, *hows: str) -> Fraction:
    return sum((share for (how, _), share in ends.items() if how in hows), Fraction(0))


CODEWORDS = ("hunting", "sixth-sense", "healing", "mindshield", "mindblast")


def explored(steps: str, *things: str, header: str = "") -> tuple[Book, Graph]:
    """The book of a chapter, and all that can happen in it, by the exact interpreter.

    Args:
        steps: the chapter, and more.
        things: what the reader has: `sword`, `2 meal`, `hunting`, `in-sword`.
        header: more for the book's header.
    """
    had = "".join(
        f"~ note {thing}\n" if thing in CODEWORDS
        else f"~ set weaponskill = {thing}\n" if thing.startswith("in-")
        else f"~ gain {thing}\n"
        for thing in things
    )  # fmt: skip
    resolved = read_text("test.gbk", f"use lone-wolf\n\n{header}\n=== 1\n{had}{steps}\n").resolved
    assert resolved.book is not None, [each.message for each in resolved.findings]
    hero = {"COMBAT-SKILL": SKILL, "ENDURANCE": ENDURANCE, "camouflage": 1}
    book, given = for_hero(resolved.book, hero)
    graph = explore(Machine(book), given)
    assert not isinstance(graph, TooLarge)
    return book, graph


def worth(steps: str, *things: str, header: str = "") -> Fraction:
    """What best play of a chapter wins; of the same as `explored`."""
    book, graph = explored(steps, *things, header=header)
    solved = exact.solve(graph, exact.win_worth(book))
    assert isinstance(solved, exact.Solution)
    return solved.value


def agree(found: Fraction, expected: Fraction) -> None:
    assert abs(found - expected) < Fraction(1, 10**12)


FOE = f'~ fight "Foe" COMBAT-SKILL {SKILL} ENDURANCE {HIS}'


@pytest.mark.parametrize(
    ("hero", "settings", "ratio"),
    [
        (("sword",), (), 0),
        ((), (), -4),
        (("sword",), ("bare-handed = 1",), -4),
        (("sword", "in-sword"), (), 2),
        (("axe", "in-sword"), (), 0),
        (("sword", "shield"), (), 2),
        (("sword", "mindblast"), (), 2),
        (("sword", "mindblast"), ("immune = 1",), 0),
        (("sword",), ("bonus = -3",), -3),
        (("sommerswerd",), (), 8),
        (("sommerswerd", "in-broadsword"), (), 10),
        (("sommerswerd", "in-axe"), (), 8),
    ],
)
def test_the_combat_ratio(hero: tuple[str, ...], settings: tuple[str, ...], ratio: int) -> None:
    told = "".join(f"\n    with {each}" for each in settings)
    agree(worth(f"{FOE}{told}\n-> victory", *hero), chance(odds(ratio), "won"))


def test_bare_hands_of_who_has_little_skill_are_weaker_than_none() -> None:
    fight = f'~ COMBAT-SKILL -13\n~ fight "Foe" COMBAT-SKILL 5 ENDURANCE {HIS}\n-> victory'
    agree(worth(fight), chance(odds(15 - 13 - 4 - 5), "won"))


@pytest.mark.parametrize(
    ("under", "hero", "ratio", "losses"),
    [
        ("with double = 1", (), 0, lambda _, his, mine: (2 * his, mine)),
        ("with undead = 1", (), 0, lambda _, his, mine: (his, mine)),
        ("with undead = 1", ("sommerswerd",), 8, lambda _, his, mine: (2 * his, mine)),
        ("with undead = 1\n    with bare-handed = 1", ("sommerswerd",), -4, lambda _, his, mine: (his, mine)),
        ("with mind-attack = 2", (), 0, lambda _, his, mine: (his, mine + 2)),
        ("with mind-attack = 2", ("mindshield",), 0, lambda _, his, mine: (his, mine)),
        ("with unhurt = 1 for 2 rounds", (), 0, lambda number, his, mine: (his, mine if number > 2 else 0)),
        ("with bonus = 4 for 1 round", (), lambda number: 4 if number == 1 else 0, lambda _, his, mine: (his, mine)),
    ],
)
def test_what_a_round_takes(
    under: str, hero: tuple[str, ...], ratio: Callable[[int], int] | int, losses: Losses
) -> None:
    agree(
        worth(f"{FOE}\n    {under}\n-> victory", *(hero if "sommerswerd" in hero else ("sword", *hero))),
        chance(odds(ratio, losses), "won"),
    )


@pytest.mark.parametrize("left", [(own, other) for own in range(4, 9) for other in range(1, 5)])
def test_a_bonus_of_dice_is_rolled_once_a_round(left: tuple[int, int]) -> None:
    """Both losses of a round are read at one combat ratio: 1, 2 or 3, each with a third."""
    results = [(ENDURANCE - mine, HIS - his) for ratio in (1, 2, 3) for his, mine in pairs(ratio)]
    own, other = left
    seen = f"~ if ENDURANCE = {own} and foe ENDURANCE = {other}\n            -> victory\n        -> defeat"
    steps = f"{FOE}\n    with bonus = 1d3\n    after 1 round\n        {seen}\n-> defeat"
    assert worth(steps, "sword") == Fraction(results.count(left), len(results))


def test_any_loss_each_round() -> None:
    """3: 180"""
    agree(
        worth(f"{FOE}\n    each round\n        ~ ENDURANCE -1\n-> victory", "sword"), chance(odds(each_round=1), "won")
    )


def test_a_lost_fight_that_goes_on() -> None:
    """5: 20, with one play in two that is won afterwards"""
    steps = f"{FOE}\n    lost -> 2\n-> victory\n\n=== 2\n~ roll 1d10\n    1-5 -> victory\n    6-10 -> defeat"
    ends = odds()
    agree(worth(steps, "sword"), chance(ends, "won") + chance(ends, "lost") / 2)


def test_at_the_first_wound() -> None:
    """1: 227"""
    ends = odds(first_wound=True)
    agree(worth(f"{FOE}\n    wounded -> defeat\n-> victory", "sword"), chance(ends, "won"))


@pytest.mark.parametrize("rounds", [1, 3])
def test_not_won_within_some_rounds(rounds: int) -> None:
    """1: 231, 4: 193"""
    steps = f"{FOE}\n    after {rounds} {'round' if rounds == 1 else 'rounds'} -> defeat\n-> victory"
    agree(worth(steps, "sword"), chance(odds(rounds=rounds), "won"))


def test_the_number_of_rounds_is_rolled() -> None:
    """4: 194: 1 to 3 rounds, all alike; who still stands is through."""
    steps = (
        f"{FOE}\n    local left = 1d3 in 0..3\n    each round\n        ~ if left = 0\n            -> victory\n"
        "        ~ left -1\n-> victory"
    )
    expected = sum(1 - chance(odds(rounds=rounds), "lost") for rounds in (1, 2, 3)) / 3
    agree(worth(steps, "sword"), Fraction(expected))


def test_a_wound_that_may_kill() -> None:
    """3: 88: each wound kills with chance 1/10"""
    rule = (
        "rule poison(before)\n    ~ if ENDURANCE < before\n        ~ roll 1d10\n"
        "            1 -> defeat\n            2-10\n"
    )
    steps = (
        f"{FOE}\n    local before = {ENDURANCE} in 0..33\n    each round\n        ~ do poison(before)\n"
        "        ~ set before = ENDURANCE\n    won\n        ~ do poison(before)\n        -> victory"
    )
    agree(worth(steps, "sword", header=rule), chance(odds(poison=Fraction(1, 10)), "won"))


def test_foes_in_turn() -> None:
    """2: 296, with three of them: what one leaves is what the next begins with"""
    steps = "\n".join([FOE] * 3)
    standing = {ENDURANCE: Fraction(1)}
    for _ in range(3):
        after: dict[int, Fraction] = {}
        for mine, share in standing.items():
            for (how, left), more in odds(mine=mine).items():
                if how == "won":
                    after[left] = after.get(left, Fraction(0)) + share * more
        standing = after
    agree(worth(f"{steps}\n-> victory", "sword"), sum(standing.values(), Fraction(0)))


def test_a_mock_fight() -> None:
    """2: 276: whoever loses it goes elsewhere, and ENDURANCE is what it was"""
    steps = (
        f"{FOE}\n    local before = ENDURANCE in 0..33\n    won\n        ~ set ENDURANCE = before\n        -> 2\n"
        "    lost\n        ~ set ENDURANCE = before\n        -> 3\n\n"
        f"=== 2\n~ if ENDURANCE = {ENDURANCE}\n    -> victory\n-> defeat\n\n"
        f"=== 3\n~ if ENDURANCE = {ENDURANCE}\n    ~ roll 1d10\n        1-3 -> victory\n        4-10 -> defeat\n"
        "-> defeat"
    )
    ends = odds()
    agree(worth(steps, "sword"), chance(ends, "won") + chance(ends, "lost") * 3 / 10)


def test_running_away_from_round_three_on() -> None:
    """1: 43: whoever is told to run runs as soon as he may"""
    steps = f"{FOE}\n    escape from round 3 -> victory\n-> defeat"
    agree(worth(steps, "sword"), chance(odds(rounds=2), "stopped"))


def test_a_duel_of_one_round() -> None:
    """5: 357: who loses less in one round wins, by the same table"""
    steps = (
        "~ roll 1d10 as number\n~ if own-loss(band(0, 0), number) < foe-loss(band(0, 0), number)\n"
        "    -> victory\n-> defeat"
    )
    agree(worth(steps), Fraction(sum(loss < his for his, loss in pairs(0)), 10))


def test_a_potion_before_a_fight() -> None:
    """1: 164: 4 more in the fight to come, for whoever drinks; best play does"""
    steps = (
        f'~ may "Drink"\n    ~ lose healing-potion\n    ~ note strong\n{FOE}\n    with bonus = 4 * strong\n-> victory'
    )
    header = "sheet\n    codeword strong\n"
    agree(worth(steps, "sword", "healing-potion", header=header), chance(odds(4), "won"))


# ---- beyond fights --------------------------------------------------------------------------------------


BET = """~ gold +7
~ choose bet in 1..min(gold, 10)
~ gold -bet
~ random
    bet: -> victory
    10 - bet: -> defeat"""
CHEST = """~ store backpack in chest
~ if meal or laumspur
    -> defeat
~ return backpack from chest
~ if meal = 2 and laumspur
    -> victory
-> defeat"""


@pytest.mark.parametrize(
    ("steps", "hero", "expected"),
    [
        # 2: 91, any two of five
        (
            "~ choose 2 of\n"
            + "".join(f"    * Take it\n        ~ gold +{n}\n" for n in (1, 2, 3, 4, 5))
            + "~ if gold = 9\n    -> victory\n-> defeat",
            (),
            Fraction(1),
        ),
        # 3: 152, n of ten pieces of gold, success n / 10
        (
            BET,
            (),
            Fraction(7, 10),
        ),
        # 5: 40, one of three things lost
        (
            "~ lose random backpack\n~ if laumspur\n    -> victory\n-> defeat",
            ("laumspur", "meal", "healing-potion"),
            Fraction(2, 3),
        ),
        # 4: 112, bands of ENDURANCE; 2: 12, a table with a modifier by discipline
        (
            "~ roll 1d10 + 2 * sixth-sense - (ENDURANCE < 10)\n    0-7 -> defeat\n    8-12 -> victory",
            ("sixth-sense",),
            Fraction(4, 10),
        ),
        # half of what is missing: 3 + (9 - 3) / 2
        (
            "~ ENDURANCE -6\n~ do heal-half\n~ if ENDURANCE = 6\n    -> victory\n-> defeat",
            (),
            Fraction(1),
        ),
        # 5: 69 and 5: 14, taken away and given back
        (
            CHEST,
            ("2 meal", "laumspur"),
            Fraction(1),
        ),
        # a meal must be eaten; who has none and may not hunt loses 3
        ("~ do hunt-or-eat\n~ if ENDURANCE = 6\n    -> victory\n-> defeat", (), Fraction(1)),
        ("~ do hunt-or-eat\n~ if ENDURANCE = 9\n    -> victory\n-> defeat", ("hunting",), Fraction(1)),
        (
            "~ do eat\n~ if ENDURANCE = 9 and not meal\n    -> victory\n-> defeat",
            ("hunting", "meal"),
            Fraction(1),
        ),
        # chainmail moves the maximum
        (
            "~ ENDURANCE -5\n~ gain chainmail\n~ do heal-fully\n~ if ENDURANCE = 13\n    -> victory\n-> defeat",
            (),
            Fraction(1),
        ),
    ],
)
def test_what_else_books_ask_for(steps: str, hero: tuple[str, ...], expected: Fraction) -> None:
    assert worth(steps, *hero) == expected


HEALED = "~ if ENDURANCE = {expected}\n    -> victory\n-> defeat"


@pytest.mark.parametrize("past", [0, 1])
@pytest.mark.parametrize("healing", ["heal(1)", "heal-half", "heal-fully"])
@pytest.mark.parametrize(
    ("before", "healed"),
    [
        # with chainmail the maximum is 13: 4 of 13, and 13 of it
        ("~ gain chainmail\n~ ENDURANCE -5", {"heal(1)": 5, "heal-half": 8, "heal-fully": 13}),
        # without it, it is 9 again, and 13 are left
        (
            "~ gain chainmail\n~ do heal-fully\n~ lose chainmail",
            dict.fromkeys(["heal(1)", "heal-half", "heal-fully"], 13),
        ),
    ],
)
def test_a_healing_never_takes(before: str, healed: dict[str, int], healing: str, past: int) -> None:
    """With `heals-past-maximum` every healing is to the maximum at least, and `heal` goes on beyond it."""
    lost = before.endswith("lose chainmail")
    expected = healed[healing] if not past else 14 if lost and healing == "heal(1)" else 13
    steps = f"{before}\n~ do {healing}\n{HEALED.format(expected=expected)}"
    assert worth(steps, header=f"param heals-past-maximum = {past}") == 1


@pytest.mark.parametrize(
    ("steps", "hero", "asked"),
    [
        ("~ do pack(meal)\n~ do pack(meal)\n~ if meal = 3", ("meal",), False),
        ("~ do pack(laumspur)\n~ do pack(laumspur)\n~ if laumspur = 1 and count of backpack = 1", (), False),
        ("~ do pack(laumspur)\n~ if laumspur and meal = 7", ("8 meal",), True),
        ("~ do pack(laumspur)\n~ if laumspur and meal = 7", ("7 meal", "laumspur"), False),
        ("~ do pack(meal)\n~ if meal = 8", ("7 meal", "laumspur"), True),
        ("~ do pack(meal)\n~ if meal = 8 and not rope", ("7 meal", "rope"), True),
    ],
)
def test_what_is_packed(steps: str, hero: tuple[str, ...], asked: bool) -> None:
    header = "sheet\n    item rope\n    limit backpack: rope\n"
    ends = f"{steps}\n    -> victory\n-> defeat"
    assert worth(ends, *hero, header=header) == 1
    _, graph = explored(ends, *hero, header=header)
    assert any(node.kind == "reader" for node in graph.nodes) == asked


def test_healing_and_poison_at_every_chapter() -> None:
    """One point back in a chapter without a fight; two lost in every one until cured (5: 63): 9 - 2 - 2 + 1 = 6."""
    header = (
        "sheet\n    codeword poisoned\n\neach chapter\n    ~ if poisoned\n        ~ ENDURANCE -2\n"
        "    ~ else if healing\n        ~ do heal(1)\n"
    )
    steps = (
        "~ note poisoned\n-> 2\n\n=== 2\n-> 3\n\n=== 3\n~ erase poisoned\n-> 4\n\n=== 4\n"
        "~ if ENDURANCE = 6\n    -> victory\n-> defeat"
    )
    assert worth(steps, "healing", header=header) == 1


def test_after_a_fight() -> None:
    """A potion right after a fight: it is drunk where 4 are missing, and helps in the next."""
    steps = f"{FOE}\n~ do drink-a-potion\n{FOE}\n-> victory"
    first, expected = odds(), Fraction(0)
    for (how, left), share in first.items():
        if how == "won":
            begun = left + 4 if ENDURANCE - left >= 4 else left
            expected += share * chance(odds(mine=begun), "won")
    agree(worth(steps, "sword", "healing-potion"), expected)
