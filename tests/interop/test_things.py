"""Of which kind things are, and what they are before the first chapter."""

from __future__ import annotations

from pathlib import Path

import pytest
from quicktions import Fraction

from gamebook.interop.report import kept_lines
from tests.support.imports import chances, imported

PLACES = "\n\n:: Yes\n\n:: No\n"
LAMPS = {
    "ink": ("s.ink", "VAR lamp = true\n-> a\n=== a\n{ lamp: -> Yes }\n-> No\n=== Yes\n-> END\n=== No\n-> END\n"),
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
    assert "// TODO import: if [if now.hour > 12]" in book.text
