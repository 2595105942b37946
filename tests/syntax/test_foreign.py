"""Lines that are rules of other programs, as their manuals write them."""

from __future__ import annotations

import re

import pytest

from gamebook.source import Span
from gamebook.syntax.ast import NOWHERE
from gamebook.syntax.foreign import LONGEST, foreign_choice, foreign_rule
from gamebook.syntax.text import parse_text
from tests.support.pages import codes

RULES = {
    "*set gold 3": "write: ~ set gold = 3;",
    "*set gold + 3": "write: ~ gold +3;",
    "*set gold (gold - 3)": "write: ~ gold -3;",
    "*if (gold > 3)": "write: ~ if gold > 3, and under it",
    "*goto cave": "write: -> cave;",
    "*label cave": "write: === cave;",
    "*finish": "write it like this: ~ ending",
    "VAR gold = 3": "number gold = 3 in",
    "{gold > 3: You may pay.}": "write: ~ if gold > 3, and under it",
    "(set: $gold to $gold - 3)": "write: ~ gold -3;",
    "(set: $gold to it + 3)": "write: ~ gold +3;",
    "(if: $gold is 3)[Pay]": "write: ~ if gold = 3, and under it",
    "(if: $rope is true)[Climb]": "write: ~ if rope, and under it",
    "(if: $rope is false)[Climb]": "write: ~ if not rope, and under it",
    "(unless: $rope)[Climb]": "write: ~ if not rope, and under it",
    "(unless: $gold is 3)[Pay]": "write: ~ if not (gold = 3), and under it",
    "<<set $gold to 3>>": "write: ~ set gold = 3;",
    "<<set $gold += 3>>": "write: ~ gold +3;",
    "<<if $gold gte 3 && $rope>>": "write: ~ if gold >= 3 and rope, and under it",
    '<<link "Go" "cave">>': "gamebook import",
}
CHOICES = {
    "(if: $rope is true)[Climb]": "write: * Climb [if rope] -> 3",
    "(unless: $rope)[Climb]": "write: * Climb [if not rope] -> 3",
    "Climb (if: $rope)": "write: * Climb [if rope] -> 3",
    "(else-if: $rope)[Climb]": "write: * Climb [if rope] -> 3",
    "<<if $gold gte 3>>Pay<</if>>": "write: * Pay [if gold >= 3] -> 3",
    "Pay <<set $gold -= 1>>": "write “* Pay -> 3”, and under it, with four blanks: ~ gold -1",
    "<<if $rope>>[[Climb|3]]<</if>>": "write “[if rope]” in place of it, behind the choice's words",
    "(if: $rope)[Climb](else:)[Wait]": "write two choices: the first with “[if rope]” behind its words, the other for"
    " everybody else",
    '(if: $bag contains "rope")[Climb]': "write the condition as [if …], behind the words of the choice",
    '<<link "Go" "cave">><</link>>': "a whole file of Twine is read by: gamebook import",
}
PROSE = [
    "*set* the table",
    "*A note below the line.",
    "*if only I had known, she said",
    "*finished at last",
    "*choices, choices",
    "VARIOUS = 3",
    "<<Bonjour, dit-il>>",
    "(if you like)",
    "(set: three plates)",
    "{gold}",
    "\\{gold > 3: rich}",
    "- else",
    "*set sail for the far north " + "and on " * LONGEST,
]


@pytest.mark.parametrize("line", RULES)
def test_rules(line: str) -> None:
    found = foreign_rule(line, Span("x", 0, len(line)))
    assert found is not None
    assert RULES[line] in (found.hint or "")
    assert "gamebook import" in (found.hint or "")


@pytest.mark.parametrize("label", CHOICES)
def test_rules_in_a_choice(label: str) -> None:
    found = foreign_choice(label, Span("x", 0, len(label)), " -> 3")
    assert found is not None
    assert found.hint == CHOICES[label]


def test_a_rule_in_a_choice_that_has_a_condition() -> None:
    found = foreign_choice("<<if $rope>>Climb<</if>>", NOWHERE, " [if gold > 3] -> 3")
    assert found is not None
    assert found.hint == "write “[if rope]” in place of it, behind the choice's words"


@pytest.mark.parametrize("label", ["Wait (if: you like)", "Say <<hello>>", "\\<<if $rope>>Climb\\<</if>>"])
def test_words_of_a_choice(label: str) -> None:
    assert foreign_choice(label, NOWHERE, "") is None


@pytest.mark.parametrize("line", PROSE)
def test_prose(line: str) -> None:
    assert foreign_rule(line, Span("x", 0, len(line))) is None


@pytest.mark.parametrize("line", RULES)
def test_a_backslash_before_the_first_mark_makes_it_prose(line: str) -> None:
    written = re.sub(r"([^\w\s])", r"\\\1", line, count=1)
    assert parse_text(written, NOWHERE) == ((line,), ())
    assert codes(f"=== 1\n{written}\n") == []


def test_each_kind_is_told_once_in_a_chapter() -> None:
    choice = (
        "*choice\n    #Left\n        *set gold 3\n        *goto 2\n    #Right\n        *set gold 4\n        *goto 3\n"
    )
    assert codes(f"=== 1\n{choice}") == ["GB056"] * 3
    assert codes(f"=== 1\n{choice}\n=== 2\n*goto 1\n") == ["GB056"] * 4
