"""`gamebook number`: numbers that stay, and what is said of those that do not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Gamebook

BOOK = "=== mill\n* Go -> inn\n* Rest -> barn\n\n=== barn\n-> inn\n\n=== inn\n-> victory\n"


def test_a_number_that_no_chapter_has_any_more_is_told(gamebook: Gamebook) -> None:
    Path("book.gbk").write_text(BOOK)
    numbers = Path("book.numbers.toml")
    numbers.write_text('[numbers]\n"mill" = 1\n"inn" = 2\n"barn" = 3\n')
    assert gamebook("number", "book.gbk", "--keep").err == "book.numbers.toml written\n"
    Path("book.gbk").write_text(BOOK.replace("barn", "hay-loft"))
    told = (
        "no chapter is called barn (3) any more; if one has another name now, write that name with the old number"
        " in book.numbers.toml\n"
    )
    assert gamebook("number", "book.gbk").err == told
    assert gamebook("number", "book.gbk", "--keep").err == f"{told}book.numbers.toml written\n"
    found = tomllib.loads(numbers.read_text())["numbers"]
    assert (found["mill"], found["inn"], set(found)) == (1, 2, {"mill", "inn", "hay-loft"})


def test_of_chapters_called_by_their_numbers_there_is_nothing_to_list(gamebook: Gamebook) -> None:
    Path("plain.gbk").write_text("=== 1 The gate\n-> 7\n\n=== 7\n-> victory\n")
    told = gamebook("number", "plain.gbk").out.partition("Numbers\n")[2]
    assert told.splitlines()[0] == "each chapter has the number that it is called by"
    assert "The gate" not in told
    Path("named.gbk").write_text("=== 1 The gate\n-> yard\n\n=== yard\n-> victory\n")
    assert "     1  1        The gate\n     2  yard\n" in gamebook("number", "named.gbk").out


@pytest.mark.parametrize(
    ("pins", "told"),
    [
        ("--pin mill=9 --pin mill=10", "--pin: chapter mill has two numbers, 9 and 10; give it one"),
        ("--pin 51=9 --pin 051=10", "--pin: chapter 51 has two numbers, 9 and 10; give it one"),
        ("--pin 51=9 --pin mill=9", "--pin: two chapters cannot have the same number"),
        ("--pin 051=70", ""),
        ("--pin 051", ""),
        ("--pin mill=7 --pin mill=7", ""),
    ],
)
def test_pins(pins: str, told: str, gamebook: Gamebook) -> None:
    Path("book.gbk").write_text(BOOK + "\n=== 51\n-> victory\n")
    found = gamebook("number", "book.gbk", "--shuffle", *pins.split())
    assert (found.code, told in found.err, Path("book.numbers.toml").exists()) == (2 if told else 0, True, not told)
    if pins == "--pin 051=70":
        assert '"51" = 70\n' in Path("book.numbers.toml").read_text()
