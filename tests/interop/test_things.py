"""Of which kind things are, and what they are before the first chapter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.interop.report import kept_lines
from tests.support.imports import chances, imported, told

KNOTS = "=== Yes\n-> END\n=== No\n-> END\n"
PLACES = "\n\n:: Yes\n\n:: No\n"
LAMPS = {
    "ink": ("s.ink", "VAR lamp = true\n-> a\n=== a\n{ lamp: -> Yes }\n-> No\n" + KNOTS),
    "SugarCube": (
        "s.twee",
        ":: StoryInit\n<<set $lamp to true>>\n\n:: Start\n<<if $lamp>>[[Go->Yes]]<<else>>[[Go->No]]<</if>>" + PLACES,
    ),
    "Harlowe": (
        "s.twee",
        ":: First [startup]\n(set: $lamp to true)\n\n:: Start\n(if: $lamp)[[[Go->Yes]]](else:)[[[Go->No]]]" + PLACES,
    ),
    "Chapbook": (
        "s.twee",
        ":: Start\nlamp: true\n--\n[if lamp]\n[[Go->Yes]]\n[else]\n[[Go->No]]" + PLACES,
    ),
    "Snowman": (
        "s.twee",
        ":: Start\n<% s.lamp = true; %><% if (s.lamp) { %>[[Go->Yes]]<% } else { %>[[Go->No]]<% } %>" + PLACES,
    ),
    "ChoiceScript": ("Yes.txt", "*create lamp true\n*if not(lamp)\n  *goto no\n*ending\n*label no\n*ending\n"),
}


@pytest.mark.parametrize(("name", "text"), LAMPS.values(), ids=LAMPS)
def test_what_is_true_before_the_first_chapter(tmp_path: Path, name: str, text: str) -> None:
    assert chances(imported(tmp_path, text, name)) == {"Yes": Fraction(1)}


def test_what_nothing_sets_is_told(tmp_path: Path) -> None:
    text = (
        "<<if $key>>[[Go->Yes]]<</if>><<if $horse is 'black'>>[[Ride->Yes]]<</if>><<set $gold to 1>>{$gold}[[On->No]]"
    )
    book = imported(tmp_path, f":: Start\n{text}{PLACES}")
    assert [words for _, words in kept_lines(book)] == [
        "the source asks for key and never sets it; here it is always 0",
        "the source asks for horse and never sets it; here it is always none",
    ]
    assert ("other", "never set", 0, 2) in book.census.rows()


def test_what_a_script_alone_sets_is_told(tmp_path: Path) -> None:
    book = imported(
        tmp_path, f":: Start\n<% _.each([1], function() {{ s.key = 1; }}); %><%= s.key %>[[On->No]]{PLACES}"
    )
    assert ("other", "never set", 0, 1) in book.census.rows()


@pytest.mark.parametrize(
    ("head", "condition"),
    [("coin: random.coinFlip", "coin"), ("coin: random.coinFlip", "coin === true"), ("x: 1", "random.coinFlip")],
)
def test_a_coin_in_chapbook(tmp_path: Path, head: str, condition: str) -> None:
    text = f":: Start\n{head}\n--\n[if {condition}]\n[[Go->Yes]]\n[else]\n[[Go->No]]{PLACES}"
    book = imported(tmp_path, text)
    assert chances(book) == {"Yes": Fraction(1, 2), "No": Fraction(1, 2)}
    assert not book.settled.sheet.never_set


def test_what_chapbook_looks_up_is_kept(tmp_path: Path) -> None:
    book = imported(tmp_path, f":: Start\nx: 1\n--\n[if now.hour > 12]\n[[Go->Yes]]\n[cont]\n[[On->No]]{PLACES}")
    assert book.census.of("condition") == (0, 1)
    assert "// TODO import: [if now.hour > 12]" in book.text


CHANGES = {
    "ink": ("s.ink", "VAR gold = 5\n~ gold += -1\n~ gold -= -3\n~ gold += 0\n~ gold = gold\n{gold}\n-> END\n"),
    "ChoiceScript": (
        "s.txt",
        "*create gold 5\n*set gold - 1\n*set gold + 3\n*set gold + 0\n*set gold gold\n${gold}\n",
    ),
    "SugarCube": (
        "s.twee",
        ":: StoryInit\n<<set $gold to 5>>\n\n:: Start\n<<set $gold += -1>><<set $gold -= -3>><<set $gold -= 0>>$gold\n",
    ),
}


@pytest.mark.parametrize(("name", "text"), CHANGES.values(), ids=CHANGES)
def test_changes_by_what_is_not_more_than_0(tmp_path: Path, name: str, text: str) -> None:
    book = imported(tmp_path, text, name)
    assert [line.strip() for line in book.text.split("\n") if "~ gold" in line] == ["~ gold -1", "~ gold +3"]
    assert told(book) == "7"
    assert not {each.code for each in gamebook.check(text=book.text).findings} & {"GB334", "GB335"}


def test_a_change_by_the_opposite_of_a_value(tmp_path: Path) -> None:
    book = imported(tmp_path, "VAR n = 2\nVAR gold = 5\n~ n++\n~ gold += -n\n{gold}\n-> END\n", "s.ink")
    assert "~ gold -n\n" in book.text
    assert told(book) == "2"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "s.twee",
            ":: Start\n(set: $gold to 1)(set: $gold to it + (either: 0, -1))(if: $gold is 1)[[[Yes]]](else:)[[[No]]]"
            + PLACES,
        ),
        (
            "s.ink",
            "VAR gold = 1\n{shuffle:\n- ~ gold += 0\n- ~ gold += -1\n}\n{gold == 1: -> Yes}\n-> No\n" + KNOTS,
        ),
    ],
)
def test_one_of_two_changes_that_is_none(tmp_path: Path, name: str, text: str) -> None:
    assert chances(imported(tmp_path, text, name)) == {"Yes": Fraction(1, 2), "No": Fraction(1, 2)}


def test_a_condition_for_a_change_that_is_none(tmp_path: Path) -> None:
    text = "VAR gold = 1\n~ gold = RANDOM(1, 2)\n{gold > 1:\n  ~ gold += 0\n- else:\n  ~ gold -= 0\n}\n* [A] -> END\n"
    book = imported(tmp_path, text, "s.ink")
    assert "~ if" not in book.text
    assert book.census.of("effect")[1] == 0
