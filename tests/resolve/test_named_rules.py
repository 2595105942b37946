"""Rules with a name: what their values mean, and what they see."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.reading import read_text
from gamebook.solver import exact
from tests.resolve.reading import book, codes

HEAD = """\
book "B"

sheet
    number gold = 4 in 0..9
    item   rope, lantern
    one-of weapon: none, sword, axe
    codeword RAVEN
"""


def _worth(rules: str, chapter: str) -> Fraction:
    meant = book(f"{HEAD}\n{rules}\n=== 1\n{chapter}")
    graph = explore(Machine(meant))
    assert isinstance(graph, Graph)
    best = exact.solve(graph, exact.win_worth(meant))
    assert isinstance(best, exact.Solution)
    return best.value


WON = "    -> victory\n-> defeat\n"


def test_names_of_the_sheet_stand_for_themselves() -> None:
    rules = "rule swap-for(old, new, hand)\n    ~ lose old\n    ~ gain new\n    ~ set weapon = hand\n    ~ note RAVEN\n"
    chapter = f"~ gain rope\n~ do swap-for(rope, lantern, axe)\n~ if lantern and not rope and axe and RAVEN\n{WON}"
    assert _worth(rules, chapter) == 1


def test_other_values_are_numbers_of_the_place() -> None:
    rules = "rule lose-gold(n)\n    ~ gold -n\n"
    chapter = f"~ roll 1d4 as d\n~ do lose-gold(d + 1)\n~ do lose-gold(min(gold, 1))\n~ if gold = 0\n{WON}"
    assert _worth(rules, chapter) == Fraction(3, 4)  # gone with a roll of 2 and more: 2 - 1 is left after a 1


def test_rules_do_rules() -> None:
    rules = "rule twice(n)\n    ~ do once(n)\n    ~ do once(n)\n\nrule once(n)\n    ~ gold +n\n"
    assert _worth(rules, f"~ do twice(2)\n~ if gold = 8\n{WON}") == 1


def test_a_value_of_a_one_of_cannot_be_changed() -> None:
    """That is told where the rule is done; to gain it is another matter."""
    rules = "rule hit(who)\n    ~ who -1\n\nrule take(what)\n    ~ gain what\n"
    text = f"{HEAD}\n{rules}\n=== 1\n~ do take(sword)\n~ do hit(axe)\n~ sword +1\n~ if sword\n{WON}"
    found = read_text("x.gbk", text).earlier
    assert [(each.code, text[each.span.start : each.span.end], each.message) for each in found] == [
        ("GB108", "axe", "axe is a value of weapon: it cannot be changed in the rule hit"),
        ("GB108", "sword", "sword is a value of weapon: it cannot be changed"),
    ]


def test_a_rule_may_turn_and_choose() -> None:
    rules = 'rule gamble\n    ~ may "Toss"\n        ~ roll 1d2\n            1 -> victory\n            2 -> defeat\n'
    assert _worth(rules, "~ do gamble\n-> defeat\n") == Fraction(1, 2)


@pytest.mark.parametrize(
    ("rules", "chapter", "code"),
    [
        ("rule eat\n    ~ gold -1\n", "~ do eet\n-> victory\n", "GB130"),
        ("rule eat(n)\n    ~ gold -n\n", "~ do eat\n-> victory\n", "GB131"),
        ("rule eat\n    ~ gold -1\n", "~ do eat(1)\n-> victory\n", "GB131"),
        ("rule eat\n    ~ do eat\n", "~ do eat\n-> victory\n", "GB116"),
        ("rule eat\n    ~ gold -1\n\nrule eat\n    ~ gold -2\n", "~ do eat\n-> victory\n", "GB107"),
        ("rule eat(gold)\n    ~ gold -1\n", "~ do eat(1)\n-> victory\n", "GB107"),
        ("rule eat(n)\n    ~ gold -d\n", "~ roll 1d6 as d\n~ do eat(1)\n-> victory\n", "GB102"),
        ("rule eat(n)\n    ~ gain n\n", "~ do eat(gold)\n-> victory\n", "GB108"),
    ],
)
def test_mistakes(rules: str, chapter: str, code: str) -> None:
    assert code in codes(f"{HEAD}\n{rules}\n=== 1\n{chapter}")


@pytest.mark.slow
def test_rules_that_double_are_stopped() -> None:
    rules = "".join(f"rule r{n}\n    ~ do r{n + 1}\n    ~ do r{n + 1}\n\n" for n in range(30))
    assert "GB307" in codes(f"{HEAD}\n{rules}rule r30\n    ~ gold +1\n\n=== 1\n~ do r0\n-> victory\n")


def test_a_combat_does_rules() -> None:
    """What a rule does to the foe, and the moments it names, are the combat's: 11/16 by a coin."""
    rules = """sheet
    stat life = 3

when life <= 0 -> defeat

rule hit(points)
    ~ event struck
    ~ foe life -points

combat duel
    foe life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ do hit(1)
            2
                ~ life -1
"""
    page = f'book "B"\n\n{rules}\n=== 1\n~ fight duel "Rat" life 2\n{{lines}}-> victory\n'

    def worth(lines: str) -> Fraction:
        meant = book(page.format(lines=lines))
        graph = explore(Machine(meant))
        assert isinstance(graph, Graph)
        best = exact.solve(graph, exact.win_worth(meant))
        assert isinstance(best, exact.Solution)
        return best.value

    assert worth("") == Fraction(11, 16)
    assert worth("    on struck -> victory\n") == Fraction(7, 8)


def test_rules_of_a_combat_that_call_each_other_are_found() -> None:
    rules = "sheet\n    stat life = 3\n\nrule one\n    ~ do two\n\nrule two\n    ~ do one\n\n"
    combat = (
        "combat duel\n    foe life\n    won when foe life <= 0\n    round\n        ~ foe life -1\n        ~ do one\n\n"
    )
    text = f'{HEAD}\n{rules}{combat}=== 1\n~ fight duel "Rat" life 2\n-> victory\n'
    assert codes(text).count("GB116") == 1
