from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.errors import BookHasErrors
from gamebook.project import Project
from gamebook.verbs import check, solve

DAMSEL = Path(__file__).parent / "data" / "real" / "damsel-in-distress.gbk"
COIN = """book "Coin"
    use plain
    param sides = 2

=== 1
~ roll 1d20
    1-10 -> 2
    11-20 -> 3

=== 2
~ victory "Heads"

=== 3
~ defeat "Tails"
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.gbk"
    path.write_text(COIN, "utf-8")
    return path


def test_a_sound_book() -> None:
    report = check(DAMSEL)
    assert report.findings == ()
    assert str(DAMSEL) in report.sources


def test_each_result_is_worked_out_once() -> None:
    project = Project(DAMSEL)
    assert project.resolved is project.resolved
    assert project.findings is project.findings


def test_errors_are_told_before_anything_is_solved(coin: Path) -> None:
    coin.write_text(COIN.replace("-> 3", "-> 4"), "utf-8")
    with pytest.raises(BookHasErrors) as caught:
        solve(coin)
    assert "GB101" in [finding.code for finding in caught.value.report.findings]
    assert str(coin) in caught.value.report.sources


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    (finding,) = check(tmp_path / "none.gbk").findings
    assert "cannot be read" in finding.message


def test_parts_are_read_from_the_book_s_folder(coin: Path) -> None:
    head, tail = COIN.split("=== 3")
    coin.write_text(
        head.replace("    use plain\n", '    use plain\ninclude "part.gbk"\n').replace("    param", "param")
    )
    (coin.parent / "part.gbk").write_text("=== 3" + tail)
    project = Project(coin)
    assert sorted(Path(path).name for path in project.sources) == ["coin.gbk", "part.gbk", "plain.gbk"]
    assert solve(project).value == pytest.approx(1 / 2)


def test_parameters_can_be_set(coin: Path) -> None:
    text = COIN.replace("    param sides = 2\n", "param worth = 1\n").replace(
        "~ roll 1d20", "~ if worth > 1\n    -> 2\n~ roll 1d20"
    )
    coin.write_text(text, "utf-8")
    assert solve(coin).value == pytest.approx(1 / 2)
    assert solve(coin, settings={"worth": 2}).value == 1
    with pytest.raises(BookHasErrors):
        solve(coin, settings={"wroth": 2})


def test_a_promise_is_checked_for_one_hero_too(tmp_path: Path) -> None:
    """The hero rolls 1d2; who has 2 wins, who has 1 does not: half of all readers."""
    path = tmp_path / "book.gbk"
    path.write_text(
        """book "Strong"
    use plain
    expect win 40%..60%

sheet
    stat STRENGTH = 1d2

=== 1
~ if STRENGTH > 1
    ~ victory
~ defeat
""",
        "utf-8",
    )
    assert Project(path).findings == ()
    (told,) = [each for each in Project(path, hero={"STRENGTH": 1}).findings if each.code == "GB402"]
    assert told.message == "for STRENGTH 1: best play wins with a chance of 0%, not 40.00% to 60.00%"
