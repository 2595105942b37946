"""Two books solved one after another against one book that joins them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamebook

FOLDER = Path(__file__).parents[2] / "books" / "campaign"
FIRST, SECOND = FOLDER / "the-pass.gbk", FOLDER / "the-valley.gbk"
HERO = {"SKILL": 8, "STAMINA": 16, "LUCK": 8}


def joined(tmp_path: Path) -> Path:
    """Both as one book: the first victory turns to the second book, where gold is cut to its purse."""
    first = FIRST.read_text("utf-8")
    second = SECOND.read_text("utf-8")
    first = first.replace('~ victory "Over the pass"', "~ set gold = min(gold, 12)\n-> river")
    path = tmp_path / "joined.gbk"
    path.write_text(first + "\n" + second[second.index("=== river") :], "utf-8")
    return path


def test_it_is_worth_what_the_joined_book_is(tmp_path: Path) -> None:
    one = gamebook.solve(joined(tmp_path), HERO)
    both = gamebook.campaign([FIRST, SECOND], HERO)
    assert both.best.middle == pytest.approx(one.value, abs=1e-12)
    assert both.best.low <= one.value <= both.best.high


def test_winning_the_first_alone_is_another_matter() -> None:
    """Best play of the first book does not care what is left; in the campaign it must."""
    alone = gamebook.solve(FIRST, HERO)
    both = gamebook.campaign([FIRST, SECOND], HERO)
    assert both.best.high < alone.value
    first, second = both.stages
    assert first.starts[0].value == both.best
    assert second.starts[0].value.middle >= both.best.middle >= second.starts[-1].value.middle
    assert all(start.sheet["SKILL"] == 8 and start.sheet["initial STAMINA"] == 16 for start in second.starts)


def test_a_start_is_worth_what_the_second_book_is_with_it() -> None:
    second = gamebook.campaign([FIRST, SECOND], HERO).stages[1]
    for start in (second.starts[0], second.starts[len(second.starts) // 2], second.starts[-1]):
        text = SECOND.read_text("utf-8")
        sheet = start.sheet
        text = re.sub(r"(?m)^    number gold.*$", f"    number gold = {sheet['gold']} in 0..12", text)
        text = re.sub(r"(?m)^    item   rope.*$", f"    item rope = {sheet['rope']}", text)
        text = text.replace(
            "=== river",
            f"=== begin\n~ STAMINA -{16 - sheet['STAMINA']}\n-> river\n\n=== river",
        )
        value = _solve_text(text.replace("start  river", "start  begin"))
        assert start.value.middle == pytest.approx(value, abs=1e-12)


def _solve_text(text: str) -> float:
    from gamebook.reading import read_text

    book = read_text(str(FOLDER / "begun.gbk"), text).resolved.book
    assert book is not None
    return gamebook.solve(book, HERO).value


def test_three_books(tmp_path: Path) -> None:
    """A coin a book, and a purse that must last: worked out by hand."""
    names = []
    for number in range(3):
        carry = "    carry gold\n" if number else ""
        start = "= 2 " if not number else "= 1d3 "
        (tmp_path / f"{number}.gbk").write_text(
            f'book "B{number}"\n{carry}\nsheet\n    number gold {start}in 0..3\n\n=== 1\n'
            "* Pay\n    ~ pay 1 gold\n    -> victory\n"
            "* Toss\n    ~ roll 1d2\n        1 -> victory\n        2 -> defeat\n",
            "utf-8",
        )
        names.append(tmp_path / f"{number}.gbk")
    found = gamebook.campaign(names)
    assert found.best.middle == pytest.approx(0.5, abs=1e-12)  # two are paid for, one is tossed
    assert [[(dict(s.sheet), round(s.value.middle, 9)) for s in stage.starts] for stage in found.stages[1:]] == [
        [({"gold": 2}, 1.0), ({"gold": 1}, 0.5)],
        [({"gold": 1}, 1.0), ({"gold": 2}, 1.0), ({"gold": 0}, 0.5)],
    ]


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("", "does not say what it carries over"),
        ("    carry fame\n\nsheet\n    number fame = 1d3 in 0..3\n", "has no such thing"),
    ],
)
def test_what_cannot_be_played_on(tmp_path: Path, header: str, told: str) -> None:
    (tmp_path / "b.gbk").write_text(f'book "B"\n{header}\n=== 1\n-> victory\n', "utf-8")
    with pytest.raises(ValueError, match=told):
        gamebook.campaign([FIRST, tmp_path / "b.gbk"], HERO)
