"""Links of Twine whose target an expression says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.imports import chances, imported

DRAWN = {
    "a link of SugarCube": '[[Go|either("Yes", "No", "Neither")]]',
    "a link of SugarCube with a setter": '[[Go|either("Yes", "No", "Neither")][$a to 1]]<<set $b to 2>>',
    "<<goto>>": '<<goto either("Yes", "No", "Neither")>>',
    "<<link>>": '<<link "Go" `either("Yes", "No", "Neither")`>><<set $a to 1>><</link>>',
    "a link of Harlowe": '(set: $a to 1)[[Go->(either: "Yes", "No", "Neither")]]',
    "(link-goto:)": '(link-goto: "Go", (either: "Yes", "No", "Neither"))',
    "(go-to:)": '(go-to: (either: "Yes", "No", "Neither"))',
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_one_of_several_passages(tmp_path: Path, text: str) -> None:
    book = imported(tmp_path, f":: Start\n{text}\n\n:: Yes\n\n:: No\n\n:: Neither\n")
    assert chances(book) == dict.fromkeys(("Yes", "No", "Neither"), Fraction(1, 3))
    assert book.census.of("link") == (1, 0)
    assert not book.settled.dangling


@pytest.mark.parametrize(
    "link",
    [
        "[[Go|$place]]",
        "[[$place]]",
        "[[Go->_place]]",
        "[[Go|passage()]]",
        '<<link "Go" $place>><<set $b to 1>><</link>>',
        "<<goto $place>>",
        "<<return 'Go' $place>>",
        "<<choice [[Go|$place]]>>",
        "(set: $b to 1)[[Go->$place]]",
    ],
)
def test_a_passage_in_a_variable_is_told(tmp_path: Path, link: str) -> None:
    book = imported(tmp_path, f":: Start\n<<set $a to 1>>{link}[[On->Yes]]\n\n:: Yes\n")
    assert book.census.of("link") == (1, 1)
    assert "// TODO import: " in book.text
    assert not book.settled.dangling


def test_a_passage_may_have_a_name_that_looks_like_an_expression(tmp_path: Path) -> None:
    book = imported(tmp_path, ":: Start\n[[Go|$place]]<<set $a to 1>>\n\n:: $place\n")
    assert book.census.of("link") == (1, 0)
    assert chances(book) == {"$place": Fraction(1)}


def test_the_second_words_of_a_choice_are_what_it_says(tmp_path: Path) -> None:
    book = imported(tmp_path, ":: Start\n<<choice 'Yes' 'Go in'>><<actions 'Yes'>>\n\n:: Yes\n")
    assert "* Go in [if not taken-Start-Go-in] -> Yes\n" in book.text
    assert "* Yes [if not taken-Start-Yes] -> Yes\n" in book.text
    assert not book.settled.dangling


def test_a_way_back_to_a_passage_that_is_named(tmp_path: Path) -> None:
    text = ":: Start\n<<set $a to 1>><<return 'Out' 'Yes'>><<return [[Out|Yes]]>>\n\n:: Yes\n"
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1)}
