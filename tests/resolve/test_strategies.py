"""Strategies that a book declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.reading import read_text
from tests.resolve.reading import book, findings, meaning, spell

TEXT = """
    book "Test"
    use fighting-fantasy
    strategy cautious(t = 6)
        at press: strike
        at parry: test your luck if LUCK >= t and foe STAMINA < 6 else take it
        at 1 "Knock"
        otherwise random
    === 1
    * Knock
        ~ fight "Rat" SKILL 5 STAMINA 4
        ~ victory
    * Wait
        ~ defeat
"""


def test_a_strategy_is_advice_at_decisions() -> None:
    (found,) = book(TEXT).strategies
    assert found.parameters == (("t", 6),)
    assert found.otherwise == "random"
    assert [(each.where, [(label, spell(when)) for label, when in each.choices]) for each in found.rules] == [
        ("press", [("strike", "1")]),
        ("parry", [("test your luck", "((LUCK >= parameter t) and (seen foe STAMINA < 6))"), ("take it", "1")]),
        ("1", [("Knock", "1")]),
    ]


def test_a_stat_that_a_strategy_looks_at_is_a_variable() -> None:
    plain = {each.name for each in book(TEXT).variables}
    asked = {
        each.name for each in book(TEXT.replace("at press: strike", "at press: strike if foe SKILL > 3")).variables
    }
    assert asked - plain == {"foe 1 SKILL"}


def test_a_rivals_decision_is_not_the_readers() -> None:
    text = TEXT.replace("* Wait\n", '* Wait\n        ~ rival chooses "his move"\n            * Knock\n')
    (found,) = findings(text.replace("at 1 ", 'at "his move" '))
    assert found[0] == "GB110"
    assert found[2] == "remove the rule: a rival always plays optimally"


def test_decisions_that_are_never_reached_are_not_misspelt() -> None:
    """That nobody comes to them is a finding where they stand."""
    text = """
        book "Test"
        sheet
            number gold = 0 in 0..3
        strategy bold
            at 1: Knock if gold > 1 else Pay {gold} else Wait
            at door: Open else Break
            at 1: "Nock"
            otherwise first
        === 1
        * Wait -> defeat
        * Run -> victory
        ~ gold +1
        * Knock -> victory
        * Pay {gold} -> defeat
        ~ choose "door"
            * Open -> victory
            * Break -> defeat
    """.replace("Pay {gold} else", '"Pay " else')
    assert sorted(findings(text)) == [
        ("GB110", "Nock", "did you mean Knock?"),
        (
            "GB202",
            "gold +1",
            "every way to it turns or ends before; if it belongs to the choice “Run”, put four blanks before it",
        ),
    ]


def test_decisions_and_options_must_exist() -> None:
    text = TEXT.replace("at press", "at pres").replace('"Knock"', '"Nock"')
    assert [each for each in findings(text) if each[0] == "GB110"] == [
        ("GB110", "pres", "did you mean press?"),
        ("GB110", "Nock", "did you mean Knock?"),
    ]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Camp", "did you mean Camp and rest?"),
        ("buy amber", "did you mean Buy amber, 5 shells?"),
        ("Buy", "did you mean Buy amber, 5 shells or Buy ambergris?"),
        ("Buy ambe", "did you mean Buy ambergris?"),
        ("Cam", ""),
        ("Sell", ""),
    ],
)
def test_options_that_begin_with_the_words_are_meant(words: str, meant: str) -> None:
    """Whole words, and not those of many options."""
    labels = ["Camp and rest", "Buy amber, 5 shells", "Buy ambergris", *(f"Sell the old {n}" for n in range(4))]
    menu = "".join(f"* {label} -> victory\n" for label in labels)
    text = f'book "T"\nstrategy plan\n    at 1: "{words}"\n    otherwise first\n=== 1\n{menu}'
    assert [each for each in findings(text) if each[0] == "GB110"] == [("GB110", words, meant)]


def test_an_option_that_the_settings_of_all_fights_close_is_one_of_the_decision() -> None:
    text = """
        book "Test"
        use fighting-fantasy
        strategy lucky
            at press: test your luck if LUCK > 6 else strike
            at press: "test yuor luck"
            otherwise first
        === 1
        ~ fight "Wolf" SKILL 5 STAMINA 4
            with luck = 0
        -> victory
    """
    assert findings(text) == [("GB110", "test yuor luck", "did you mean test your luck?")]
    (read,) = book(text.replace('            at press: "test yuor luck"\n', "")).strategies
    assert [label for each in read.rules for label, _ in each.choices] == ["test your luck", "strike"]


def test_a_parameter_has_a_name_of_its_own() -> None:
    text = TEXT.replace("    === 1\n", "    sheet\n        number t = 0 in 0..5\n    === 1\n    ~ t +1\n", 1)
    (found,) = [each for each in findings(text) if each[0] == "GB107"]
    assert found[2] == "give the parameter another name"


SHARED = """
system duels

sheet
    stat life = 3

when life <= 0 -> defeat

strategy careful(t = 2)
    at duel: stay if life >= t else go
    otherwise best
"""
OWN = """
book "Test"
use duels
sheet
    number t = 1 in 1..9
    number luck = 3 in 0..9
{own}
=== 1
~ choose "duel"
    * stay
        ~ t +1
    * go
        ~ luck -1
~ victory
"""


def test_a_shared_strategy_does_not_mind_what_is_on_the_sheet(tmp_path: Path) -> None:
    """Its parameter t is not the book's number t; and a book may play a strategy of that name in its own way."""
    (tmp_path / "duels.gbk").write_text(SHARED, "utf-8")
    resolved = read_text(str(tmp_path / "book.gbk"), OWN.format(own="")).resolved
    assert not [each for each in resolved.findings if each.severity is Severity.ERROR]
    assert resolved.book is not None
    (found,) = resolved.book.strategies
    assert [spell(when) for _, when in found.rules[0].choices] == ["(life >= parameter t)", "1"]
    mine = "strategy careful\n    at duel: go\n    otherwise best\n"
    resolved = read_text(str(tmp_path / "book.gbk"), OWN.format(own=mine)).resolved
    assert resolved.book is not None
    (found,) = resolved.book.strategies
    assert (found.parameters, [label for label, _ in found.rules[0].choices]) == ((), ["go"])


def test_two_strategies_of_one_name() -> None:
    text = TEXT.replace("    === 1\n", "    strategy cautious\n        otherwise best\n    === 1\n", 1)
    (found,) = findings(text)
    assert found[2] == "give one of them another name"


def test_actions_that_are_offered_nowhere() -> None:
    """Where no chapter has a menu, `anytime` is declared and yet no decision; the finding says why."""
    text = """
        book "Test"
        sheet
            item apple = 1
            number breath = 1 in 0..2
        anytime
            * Eat [if apple]
                ~ lose apple
                ~ breath +1
        strategy hungry
            at anytime: Eat if breath < 2
            otherwise first
        === 1
        {}
        -> victory
    """
    (found,) = (each for each in meaning(text.format("You rest.")).findings if each.code == "GB110")
    assert found.message == "no chapter has choices, and only there the actions of anytime are offered"
    assert found.hint == "write a choice in a chapter, or remove this line"
    assert "GB110" not in [each.code for each in meaning(text.format("* Go on -> victory")).findings]


def test_an_option_with_a_value_in_its_words_is_named_as_it_is_written() -> None:
    """Or without the value, as such an option was named before."""
    text = """
        book "Test"
        sheet
            number gold = 1d3 in 0..9
        strategy rich
            at 1: {}
            otherwise first
        === 1
        * Wait -> defeat
        * Pay {{gold}} now -> victory
    """
    for words in ("Pay {gold} now", '"Pay  now"'):
        (found,) = book(text.format(words)).strategies
        assert [label for label, _ in found.rules[0].choices] == ["Pay  now"]
    (misspelt,) = findings(text.format("Bay {gold} now"))
    assert misspelt[:2] == ("GB110", "Bay {gold} now")


def test_the_hint_to_an_option_of_a_rule_has_its_value() -> None:
    text = """
        book "Test"
        sheet
            number gold = 9 in 0..9
        rule buy(price)
            ~ may "Buy it for {price}"
                ~ pay price gold
        strategy rich
            at 1: Bye it for {price}
            otherwise first
        === 1
        ~ do buy(3)
        -> victory
    """
    (found,) = (each for each in findings(text) if each[0] == "GB110")
    assert found == ("GB110", "Bye it for {price}", "did you mean Buy it for {price}?")


def decisions(text: str, **overrides: int) -> list[str]:
    """What is wrong with the decisions and options that a strategy names."""
    return [each.message for each in meaning(text, **overrides).findings if each.code == "GB110"]


def test_an_option_of_several_that_is_never_open_is_passed_over() -> None:
    text = """
        book "Test"
        strategy bold
            at 1: Jump else Wait
            otherwise first
        === 1
        ~ choose 1 of
            * Jump [if 0 > 3] -> defeat
            * Wait -> victory
            * Rest -> defeat
    """
    assert decisions(text) == []
    assert decisions(text.replace("Jump else", '"Jmup" else')) == ["there is no option Jmup at 1"]


@pytest.mark.parametrize("end", ["1 + hard", "most"])
def test_an_amount_that_another_value_of_a_parameter_opens_is_passed_over(end: str) -> None:
    text = f"""
        book "Test"
        param hard = 0
        let most = 1 + hard
        sheet
            number gold = 3 in 0..most
        strategy bold
            at bet: 2 else 1
            otherwise first
        === 1
        ~ choose bet in 1..{end}
        ~ gold -bet
        -> victory
    """
    assert decisions(text) == decisions(text, hard=1) == []
    assert decisions(text.replace(end + "\n        ~", "gold\n        ~")) == []  # gold can be more then
    assert decisions(text.replace(end + "\n        ~", "1\n        ~")) == ["there is no option 2 at bet"]


SHOP = """
    book "Test"
    param dark = 0
    sheet
        item lamp
        number gold = 3 in 0..9
    anytime
        * Count your gold [if gold > 3]
            ~ gold -1
    rule shop
        ~ if dark
            ~ choose "deal"
                * Lamp
                    ~ gain lamp
                * Nothing
            ~ choose bet in 1..3
            ~ gold -bet
            ~ may "Rest"
                ~ gold +1
            ~ ask "How many?"
                4
                    ~ gold +1
    strategy buyer
        at deal: Lamp else Nothing
        at bet: 3
        at 1: Rest else Go on
        at "How many?": 4
        otherwise first
    === 1
    ~ do shop
    * Leave [if lamp] -> victory
    * Stay [if dark = 0] -> defeat
    -> defeat
"""


def test_decisions_in_lines_that_a_parameter_closes_are_passed_over() -> None:
    assert decisions(SHOP) == decisions(SHOP, dark=1) == []
    misspelt = SHOP.replace("at deal: Lamp", "at deal: Lmap").replace("at bet", "at bte")
    assert decisions(misspelt) == ["there is no option Lmap at deal", "there is no decision bte"]


def test_a_row_that_is_never_used_has_decisions() -> None:
    text = """
        book "Test"
        sheet
            number life = 3 in 0..3
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ foe life -1
                ~ life -1
        strategy bold
            at call: Run
            otherwise first
        === 1
        ~ fight "Ogre" life 1
            lost
                ~ choose "call"
                    * Run -> victory
                    * Stay -> defeat
        ~ if life > 1
            -> victory
        -> defeat
    """
    assert [code for code, *_ in findings(text)] == ["GB314"]


def test_what_to_drop_can_be_named() -> None:
    text = """
        book "Test"
        sheet
            item sword = 1
            item shield
            limit pack 1: sword, shield
        strategy knight
            at 2: Drop sword else Leave shield
            otherwise first
        === 1
        -> 2
        === 2
        ~ gain shield or swap
        ~ if shield and not sword
            -> victory
        -> defeat
    """
    assert findings(text) == []
    assert findings(text.replace("Drop sword else", '"Drop swords" else'))[0][2] == "did you mean Drop sword?"
    assert findings(text.replace("pack 1", "pack 2")) == findings(
        text.replace("pack 1", "pack 2").replace("at 2: Drop sword else Leave shield", "at 2: Drop sword")
    )


def test_a_line_without_a_colon_goes_on_with_else() -> None:
    text = """
        book "Test"
        strategy bold
            at 1 "Win" if 1 > 2 else Lose 1 in 2 else "Win"
            otherwise first
        === 1
        * Lose -> defeat
        * Win -> victory
    """
    (found,) = book(text).strategies
    assert [label for label, _ in found.rules[0].choices] == ["Win", "Lose", "Win"]
    assert found.rules[0].shares == ((1, 1), (1, 2), (1, 1))


# ---- what is in sight -----------------------------------------------------------------------------------


OUT_OF_SIGHT = """
    book "Test"
    {header}
    strategy bold
        at 1: Win if {asked} else Lose
        otherwise best
    === 1
    {before}
    ~ choose "call"
        * Win -> 2
        * Lose -> defeat
    === 2
    {after}
    -> victory
"""
FIGHT = '~ fight "Rat" life 2'
COMBAT = """
    combat fight
        foe life
        won when foe life <= 0
        local run = 0 in 0..2
        round
            ~ run +1
            ~ foe life -run
"""


@pytest.mark.parametrize(
    ("asked", "before", "after", "found"),
    [
        ("k > 2", "", "~ roll 1d4 as k\n    ~ if k > 2\n        -> 1", ("GB102", "k")),
        ("k > 2", "~ roll 1d4 as k\n        1-3\n        4 -> 2", "", None),
        ("run > 0", FIGHT, "", ("GB102", "run")),
        ("foe life > 0", FIGHT, "", ("GB122", "foe life")),
    ],
)
def test_what_nobody_sees_cannot_be_used(asked: str, before: str, after: str, found: tuple[str, str] | None) -> None:
    text = OUT_OF_SIGHT.format(
        asked=asked, before=before, after=after, header=COMBAT.strip() if "fight" in before else ""
    )
    assert [each[:2] for each in findings(text)] == ([found] if found else [])


def test_an_amount_is_not_known_when_it_is_chosen() -> None:
    text = """
        book "Test"
        strategy bold
            at bet: 2 if bet > 1
            otherwise first
        === 1
        ~ choose bet in 1..3
        ~ if bet > 1
            -> victory
        -> defeat
    """
    assert [each[:2] for each in findings(text)] == [("GB102", "bet")]


def test_it_must_be_in_sight_wherever_the_option_is_offered() -> None:
    text = """
        book "Test"
        strategy bold
            at 1: {}
            otherwise first
        === 1
        ~ roll 1d4 as k
        ~ choose "call"
            * Jump -> victory
            * Wait
        ~ if k > 5
            -> 2
        {}
        === 2
        -> victory
    """
    inside = "* Jump -> defeat"
    assert findings(text.format("Jump if k > 2", inside)) == []
    assert findings(text.format("Jump if k > 2", "-> defeat")) == []
    more = '=== 2\n        ~ choose "call"\n            * Jump -> defeat\n            * Rest\n'
    other = text.replace("=== 2\n", more).replace("at 1", "at call")
    assert [each[:2] for each in findings(other.format("Jump if k > 2", inside))] == [("GB102", "k")]
    assert findings(other.format("Wait if k > 2", inside)) == []


def test_what_a_rule_is_given_is_not_in_sight() -> None:
    text = """
        book "Test"
        rule try(odds)
            ~ choose "call"
                * Jump
                    ~ if odds > 2
                        -> victory
                * Wait
        strategy bold
            at call: Jump if odds > 2
            otherwise first
        === 1
        ~ roll 1d4 as k
        ~ do try(k)
        -> defeat
    """
    assert [each[:2] for each in findings(text)] == [("GB102", "odds")]


@pytest.mark.parametrize(("foe", "known"), [("Rat", False), ("Rat 1", True), ("Rat 2", True), ("Rat 3", False)])
def test_foes_of_one_name_are_options_with_their_numbers(foe: str, known: bool) -> None:
    text = f"""book "B"
    use fighting-fantasy
strategy first
    at target: "{foe}"
=== 1
~ fight "Rat" SKILL 5 STAMINA 6 and "Rat" SKILL 7 STAMINA 4
-> victory
"""
    assert ("GB110" not in [code for code, *_ in findings(text)]) is known
