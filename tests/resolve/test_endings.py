"""Names of endings: each has its own, and says how it differs from others with the same words."""

from __future__ import annotations

import pytest

import gamebook
from gamebook.model.book import Ending
from gamebook.model.expression import Const
from gamebook.resolve.endings import EndingKey, Endings


def endings_of(*lines: str) -> dict[str, Ending]:
    """The endings of a book with a choice for each line, by their names."""
    rule = 'rule crowned(n)\n    ~ victory "Crown" score n * 2\n' if "crowned" in lines[0] else ""
    choices = "".join(f"* Choice {n}\n    {line}\n" for n, line in enumerate(lines))
    text = f"sheet\n    number gold = 0 in 0..9\n\n{rule}\n=== 1\n{choices}"
    return {each.name: each for each in gamebook.Project.of(text).edition().book.endings}


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (['-> victory "Crown" score 2'], ["Crown"]),
        (['-> victory "Crown" score 2', '-> victory "Crown" score 2', "-> Crown"], ["Crown"]),
        (['-> victory "Crown" score 2', '-> victory "Crown"'], ["Crown (2 points)", "Crown (no points)"]),
        (['-> victory "Crown"', '-> victory "Crown" score 1'], ["Crown (no points)", "Crown (1 point)"]),
        (['-> defeat "Fine" score -1', '-> defeat "Fine"'], ["Fine (-1 point)", "Fine (no points)"]),
        (['-> victory "Crown" score gold + 1', '-> victory "Crown"'], ["Crown (gold + 1 points)", "Crown (no points)"]),
        (['-> defeat "Fallen"', '-> ending "Fallen"'], ["Fallen (defeat)", "Fallen (ending)"]),
        (
            ['-> defeat "Fallen" score -3', '-> ending "Fallen"', '-> defeat "Fallen"'],
            ["Fallen (defeat, -3 points)", "Fallen (ending)", "Fallen (defeat, no points)"],
        ),
        (["-> victory", "-> victory score 5", "-> defeat"], ["victory (no points)", "victory (5 points)", "defeat"]),
        (
            ['-> ending "Crown (1 point)"', '-> victory "Crown" score 1', '-> victory "Crown"'],
            ["Crown (1 point)", "Crown (victory, 1 point)", "Crown (no points)"],
        ),
        (
            ['-> victory "soft lock"', '-> defeat "soft lock"', '-> victory "Soft lock"'],
            ["soft lock (victory)", "soft lock (defeat)", "Soft lock"],
        ),
        (
            ['-> ending "endless"', '-> victory "endless" score 1', '-> victory "endless"'],
            ["endless (ending)", "endless (victory, 1 point)", "endless (victory, no points)"],
        ),
        (['-> defeat "not written yet"'], ["not written yet (defeat)"]),
        (
            ['-> victory "endless"', '-> ending "endless (victory)"'],
            ["endless (victory)", "endless (victory) (ending, no points)"],
        ),
        (["~ do crowned(1)", "~ do crowned(2)"], ["Crown", "Crown (victory, 4 points)"]),
    ],
)
def test_a_name_says_what_tells_endings_apart(lines: list[str], names: list[str]) -> None:
    assert list(endings_of(*lines)) == names


def test_what_is_not_written_yet_keeps_its_name() -> None:
    found = gamebook.Project.of('book "B"\n    draft\n\n=== 1\n* On -> 2\n* Down -> victory "not written yet"\n')
    endings = {each.name: (each.kind, each.words) for each in found.edition().book.endings}
    assert endings == {
        "not written yet (victory)": ("victory", "not written yet"),
        "not written yet": ("not written yet", "not written yet"),
    }


def test_what_the_reader_is_told_is_what_is_written() -> None:
    found = endings_of(
        '-> victory "Crown" score 2', '-> victory "Crown"', "-> defeat", "-> defeat score 1", '-> ending "A"'
    )
    assert {name: each.words for name, each in found.items()} == {
        "Crown (2 points)": "Crown",
        "Crown (no points)": "Crown",
        "defeat (no points)": "defeat",
        "defeat (1 point)": "defeat",
        "A": "A",
    }


def _key(score: int) -> EndingKey:
    return "defeat", "Over", Const(value=score)


def test_what_is_written_once_may_have_several_values() -> None:
    """`score n` in a rule: the first free number from 2 on, where the points do not tell them apart."""
    found = Endings({"Over": {"defeat": {"n"}}, "Over 2": {"victory": {""}}})
    found.add(_key(1), "n")
    found.add(("victory", "Over 2", None), "")
    found.add(_key(2), "n")
    found.add(("defeat", "Over (defeat, 3 points)", None), "")
    found.add(_key(3), "n")
    assert [each.name for each in found.values()] == [
        "Over",
        "Over 2",
        "Over (defeat, 2 points)",
        "Over (defeat, 3 points)",
        "Over 3",
    ]


def test_a_name_can_be_asked_for_while_others_are_not_taken_yet() -> None:
    found = Endings({"Over": {"defeat": {"1", "2"}}})
    assert found.name(_key(2), "2", {"Over (2 points)"}) == "Over (defeat, 2 points)"
    assert found.name(_key(2), "2", {"Over (2 points)", "Over (defeat, 2 points)"}) == "Over (2 points) 2"
    assert found.name(_key(2), "2") == "Over (2 points)"
