from __future__ import annotations

import pytest

from gamebook.sentences import counted, listed, with_article, with_capital


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], ""),
        (["12"], "12"),
        (["12", "13"], "12 and 13"),
        (["12", "13", "14"], "12, 13 and 14"),
        (["12", "13", "14", "15"], "12, 13, 14 and 15"),
    ],
)
def test_a_list_has_one_and(names: list[str], told: str) -> None:
    assert listed(names) == told
    assert listed(names, last="or") == told.replace("and", "or")


def test_of_a_long_list_the_first_are_named() -> None:
    names = ["12", "13", "14", "15"]
    assert [listed(names, most) for most in (2, 3, 4)] == ["12, 13 and 2 more", "12, 13, 14 and 1 more", listed(names)]


def test_only_the_first_letter_becomes_large() -> None:
    assert [with_capital(each) for each in ("", "a", "éa", "take the Red Key", "Ünsal")] == [
        "", "A", "Éa", "Take the Red Key", "Ünsal",
    ]  # fmt: skip


def test_one_thing_and_several() -> None:
    assert [counted(each, "victory", "victories") for each in (0, 1, 2)] == ["0 victories", "1 victory", "2 victories"]
    assert counted(12_345, "play") == "12,345 plays"


def test_the_article_before_a_vowel() -> None:
    assert [with_article(each) for each in ("stat", "item", "one-of")] == ["a stat", "an item", "a one-of"]
