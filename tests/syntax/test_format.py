"""Layout changes; meaning, prose and comments do not."""

from __future__ import annotations

import pytest

from gamebook.source import Source
from gamebook.syntax.format import format_source
from tests.support.pages import BOOK, SYSTEM

BEFORE = """\
book "X"   // title
  author  "Anne"
hero
  ~gold+3
===   1    The   gate
    A poem
  keeps shape
~   if gold>=5 and not (RAVEN)  // why
  ~  STAMINA  -  2
  // about the next
  ~ both STAMINA-2,foe STAMINA -min(a,b - 2)
  ~ gain   ( gold )d6 meal   or   swap
  ~ gain 2   meal all   or   none
  Verse
     deeper
~    else
  ~ roll 2 d6  exploding   up to 3+ 1
     1-2   -> 5
     3-12
        ~ test luck - 2
            lucky -> 5
            unlucky
             -> (100+key)
*  Climb   the wall  [ if rope ]->23
* Bribe
 ~ pay 5 gold                        // closes the choice
 -> 9
"""

AFTER = """\
book "X"   // title
    author  "Anne"
hero
    ~ gold +3
=== 1 The   gate
    A poem
  keeps shape
~ if gold >= 5 and not (RAVEN)  // why
    ~ STAMINA -2
    // about the next
    ~ both STAMINA -2, foe STAMINA -min(a, b - 2)
    ~ gain (gold)d6 meal or swap
    ~ gain 2 meal all or none
    Verse
       deeper
~ else
    ~ roll 2d6 exploding up to 3 + 1
        1-2   -> 5
        3-12
            ~ test luck -2
                lucky -> 5
                unlucky
                    -> (100 + key)
* Climb   the wall [if rope] -> 23
* Bribe
    ~ pay 5 gold                     // closes the choice
    -> 9
"""


def formatted(text: str) -> str:
    return format_source(Source("x", text))[0]


def test_layout() -> None:
    assert formatted(BEFORE) == AFTER


@pytest.mark.parametrize("text", [AFTER, BOOK, SYSTEM, ""])
def test_a_tidy_page_stays(text: str) -> None:
    assert formatted(text) == text


def test_line_ends_stay_and_the_last_one_is_added() -> None:
    assert formatted("=== 1\r\n~gold+1\r\n   \r\n-> 2") == "=== 1\r\n~ gold +1\r\n\r\n-> 2\r\n"
    assert formatted("=== 1\r\n-> victory\r") == "=== 1\r\n-> victory\r\n"


def test_what_cannot_be_read_stays() -> None:
    text = "=== 1\n~gian   rope\n* Go->2\n"
    result, findings = format_source(Source("x", text + "=== 2\n* Go->1\n"))
    assert result == text + "=== 2\n* Go -> 1\n"
    assert [found.code for found in findings] == ["GB020"]


def test_tabs_become_blanks() -> None:
    assert formatted("=== 1\n~ if a\n\t-> 2\n") == "=== 1\n~ if a\n    -> 2\n"


def test_a_stat_of_a_foe_is_no_function_and_no_sum() -> None:
    line = '~ fight duel "A" SKILL -6 LIFE (2d6 + 2) LUCK gold - 1 RANK min(a, -1) by expected\n'
    assert formatted(f"=== 1\n{line}") == f"=== 1\n{line}"
    assert formatted('=== 1\n~ fight "A" SKILL(gold)- 6\n') == '=== 1\n~ fight "A" SKILL (gold) - 6\n'


def test_an_operator_after_a_number_with_a_letter() -> None:
    assert formatted("=== 1\n~ set x = visited 6b-ticked+first time-1\n") == (
        "=== 1\n~ set x = visited 6b - ticked + first time - 1\n"
    )


def test_a_last_line_ends_as_the_others_do() -> None:
    assert format_source(Source("x", "=== 1\r\n*  Go ->  victory\r\n// end"))[0] == (
        "=== 1\r\n* Go -> victory\r\n// end\r\n"
    )


@pytest.mark.parametrize("blanks", ["\t", "    ", "  \t", "      ", " \u00a0"])
def test_a_comment_between_two_levels_keeps_its_place(blanks: str) -> None:
    text = f"sheet\n\t\titem rope\n{blanks}// own\n\n=== 1\n-> victory\n"
    once = formatted(text)
    level = len(blanks.expandtabs(4))
    assert once == f"sheet\n    item rope\n{' ' * level}// own\n\n=== 1\n-> victory\n"
    assert formatted(once) == once


@pytest.mark.parametrize("first", ["// own", "   // own", "  item rope", "~ set  a = 1  // own"])
def test_a_byte_order_mark_is_no_indent(first: str) -> None:
    text = f"{first}\n\n=== 1\n->  victory\n"
    assert formatted(f"\ufeff{text}") == f"\ufeff{formatted(text)}"


@pytest.mark.parametrize("text", ["", "\ufeff"])
def test_an_empty_file_stays_empty(text: str) -> None:
    assert formatted(text) == text
