"""The words and numbers nearest to a wrong one."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Hint
from gamebook.errors import UsageError
from gamebook.resolve.spelling import chapter_called, nearest, nearest_chapter, titled_chapter
from gamebook.source import Span
from gamebook.syntax import ast

HERE = Span("x", 0, 0)


def _chapters(*heads: str) -> dict[str, ast.Chapter]:
    named = (head.partition(" ") for head in heads)
    return {name: ast.Chapter(ast.Id(name, HERE), title, (), span=HERE) for name, _, title in named}


CHAPTERS = _chapters("1", "6", "6b The loft", "7 The gallery", "12 Supper", "31")


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("77", "did you mean 7 (The gallery)? Nothing leads there yet"),  # one digit too many
        ("13", "did you mean 31? Nothing leads there yet"),  # two the other way round
        ("8", "did you mean 7 (The gallery)? Nothing leads there yet"),  # one wrong
        ("6B", "did you mean 6b (The loft)?"),
        ("6a", "the nearest are 6 and 6b (The loft)"),  # both have links
        ("40", "the nearest is 31"),
    ],
)
def test_chapters_without_a_link_are_offered_first(wrong: str, hint: str) -> None:
    assert nearest_chapter(wrong, CHAPTERS, {"6", "6b", "12"}) == hint


def test_names_are_not_numbers() -> None:
    assert nearest_chapter("cellar", CHAPTERS, set()) is None
    assert nearest("galery", ["gallery", "loft"]) == "did you mean gallery?"
    assert nearest("Tset", ["set", "sets", "TEST"]) == "did you mean TEST?"  # two letters the other way round
    assert nearest("tap", ["pat", "tape"]) == "did you mean tape?"
    assert nearest("loft", ["attic"]) is None


@pytest.mark.parametrize(
    ("head", "hint"),
    [
        ("The chapel", "a chapter is called “The”: if its name is missing, write === chapel The chapel"),
        ("The old Chapel", "a chapter is called “The”: if its name is missing, write === chapel The old Chapel"),
        ("7 The chapel", "did you mean 7 (The chapel)? Nothing leads there yet"),
        ("7 The chapels", None),
    ],
)
def test_a_name_that_only_a_title_has(head: str, hint: str | None) -> None:
    assert nearest_chapter("chapel", _chapters("1", head, "12 Supper"), {"12"}) == hint
    assert nearest_chapter("chapel", _chapters("1", head, "12 Supper"), {head.split(maxsplit=1)[0]}) is None


def test_of_two_titles_with_a_name_the_one_that_says_no_more_is_meant() -> None:
    chapters = _chapters("1 The porch", "3 The porch at night", "4 The night", "5 A night")
    assert titled_chapter("porch", chapters) == "did you mean 1 (The porch)?"
    assert titled_chapter("night", chapters) is None


def test_two_candidates_are_both_named_and_more_are_none() -> None:
    assert (
        nearest_chapter("212", _chapters("1", "211", "213"), set())
        == "did you mean 211 or 213? Nothing leads there yet"
    )
    assert nearest_chapter("5", _chapters("1", "2", "3", "4"), set()) == "the nearest is 4"


def test_a_number_far_away_is_no_suggestion_for_an_editor() -> None:
    far, near = (nearest_chapter(name, _chapters("1", "17", "18"), {"17", "18"}) for name in ("99", "20"))
    assert far == "the nearest is 18"
    assert isinstance(far, Hint)
    assert isinstance(near, Hint)
    assert far.suggestions == ()
    assert [each.text for each in near.suggestions] == ["18"]
    doubled = nearest_chapter("188", _chapters("1", "18"), {"18"})
    assert isinstance(doubled, Hint)
    assert [each.text for each in doubled.suggestions] == ["18"]


@pytest.mark.parametrize("name", ["6b", "06b", "006b"])
def test_a_chapter_that_an_option_names(name: str) -> None:
    assert chapter_called(name, CHAPTERS) == "6b"
    with pytest.raises(UsageError, match=r"no chapter is called 008 \(the nearest are 7 and 12\)"):
        chapter_called("008", CHAPTERS)
