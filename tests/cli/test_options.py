from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
import typer

from gamebook.cli.options import share, time_left
from tests.cli.conftest import Gamebook


@pytest.mark.parametrize(
    ("given", "number"), [("0.95", 0.95), ("95%", 0.95), ("1e-3", 0.001), (".5 %", 0.005), (0.3, 0.3)]
)
def test_a_share_is_a_number_or_a_percentage(given: str | float, number: float) -> None:
    assert share()(given) == pytest.approx(number)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("99", "99 is not in the range 0.5 to 0.999: write 99%."),
        ("99%", ""),
        ("100%", "100% is not in the range 0.5 to 0.999."),
        ("2", "2 is not in the range 0.5 to 0.999."),
        ("-1", "-1 is no share: write 0.5 to 0.999, or a percentage."),
        ("nan", "nan is no share: write 0.5 to 0.999, or a percentage."),
        ("", "nothing is no share: write 0.5 to 0.999, or a percentage."),
    ],
)
def test_a_share_out_of_its_range(given: str, said: str) -> None:
    read = share(0.5, 0.999)
    if not said:
        assert read(given) == 0.99
        return
    with pytest.raises(typer.BadParameter) as raised:
        read(given)
    assert raised.value.message == said


def test_a_limit_of_time_is_for_reading_the_book_too() -> None:
    began = time.monotonic() - 3.0
    left = time_left(5.0, began)
    assert left is not None
    assert 1.0 < left <= 2.0
    assert time_left(2.0, began) == 0.0
    assert time_left(None, began) is None


PURSE = """book "Purse"
sheet
    stat luck = 1d2 in 0..2
    number gold = 0 in 0..9

strategy bold
    at 1: Toss
    otherwise first

=== 1
* Toss
    ~ random
        gold: -> victory
        3: -> defeat
* Leave -> defeat
"""


@pytest.mark.parametrize(
    "words",
    [
        "solve",
        "readers --reader best",
        "length --reader best",
        "worth --only option",
        "strategies",
        "heroes",
        "simulate --policy bold --plays 100000",
        "map --what value -o map.dot",
    ],
)
def test_a_value_on_the_sheet_is_set_wherever_a_book_is_solved(gamebook: Gamebook, words: str) -> None:
    """With 3 pieces of gold the toss wins 3 of 6 times, for both kinds of heroes; without any it is lost."""
    Path("purse.gbk").write_text(PURSE, "utf-8")
    command, *more = words.split()
    outcome = gamebook(command, "purse.gbk", "--set", "gold=3", *more)
    assert outcome.code == 0
    told = Path("map.dot").read_text("utf-8") if command == "map" else outcome.out
    assert re.search(r"\b50\.0+%|\b(?:49|50)\.\d{3}%|50 ?%", told)
    refused = gamebook(command, "purse.gbk", "--set", "silver=3", *more)
    assert refused.code == 2
    assert "nothing is called silver" in refused.err
