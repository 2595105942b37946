"""Names that commands take, of parameters and of chapters: what is said of one that the book does not have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest

PARAMETERS = ("check", "compare", "report", "sensitivity", "stats")
"""Commands that set parameters."""
SHEETS = ("length", "map", "readers", "simulate", "solve", "strategies", "worth")
"""Commands that set parameters, and put values on the sheet."""
SHEET = "sheet\n    number gold = 1 in 0..9\n"
PAGES = "=== 1\n* Left -> victory\n* Right -> defeat\n"


@pytest.mark.parametrize("command", [*PARAMETERS, *SHEETS])
def test_a_name_that_cannot_be_set_is_a_mistake_of_the_command(gamebook: Callable[..., Any], command: str) -> None:
    """Not of the book: every command says so in the same words."""
    Path("doors.gbk").write_text(f'book "Doors"\nparam rate = 2\n{PAGES}', "utf-8")
    found = gamebook(command, "doors.gbk", "--set", "rat=1")
    assert (found.code, found.out) == (2, "")
    assert found.err == "gamebook: nothing is called rat (did you mean rate?); what can be set: rate\n"


@pytest.mark.parametrize("command", PARAMETERS)
def test_what_is_on_the_sheet_is_not_set(gamebook: Callable[..., Any], command: str) -> None:
    Path("doors.gbk").write_text(f'book "Doors"\n{SHEET}{PAGES}', "utf-8")
    found = gamebook(command, "doors.gbk", "--set", "gold=1")
    assert (found.code, found.out) == (2, "")
    told = "gold is no parameter of the book, and only those are set here; what can be set: nothing"
    assert found.err == f"gamebook: {told}\n"


@pytest.mark.parametrize("line", ["solve --until 7", "solve --from 7", "compare --until 7", "map --from 7"])
def test_a_chapter_that_is_not_there(gamebook: Callable[..., Any], line: str) -> None:
    """All say so in the same words."""
    Path("doors.gbk").write_text(f'book "Doors"\n{PAGES}', "utf-8")
    command, *more = line.split()
    found = gamebook(command, "doors.gbk", *more)
    assert (found.code, found.out) == (2, "")
    assert found.err == "gamebook: no chapter is called 7 (the nearest is 1)\n"


def test_mistakes_of_the_book_come_first(gamebook: Callable[..., Any]) -> None:
    Path("doors.gbk").write_text(f'book "Doors"\n{PAGES}* Down -> 9\n', "utf-8")
    found = gamebook("readers", "doors.gbk", "--set", "rat=1")
    assert found.code == 1
    assert "GB101" in found.err + found.out
    assert "GB118" not in found.err + found.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", "doors.gbk", "--timeout", "nan"), "'--timeout': nan is not a number up to 100,000,000."),
        (("solve", "doors.gbk", "--timeout", "inf"), "'--timeout': inf is not a number up to 100,000,000."),
        (("check", "doors.gbk", "--timeout", "nan"), "'--timeout': nan is not a number"),
        (("readers", "doors.gbk", "--timeout", "1e300"), "'--timeout': 1e+300 is not a number up to 100,000,000."),
        (("worth", "doors.gbk", "--timeout", "nan"), "'--timeout': nan is not a number"),
        (("map", "doors.gbk", "--timeout", "nan"), "'--timeout': nan is not a number"),
        (("simulate", "doors.gbk", "--timeout", "nan"), "'--timeout': nan is not a number"),
        (("simulate", "doors.gbk", "--confidence", "nan"), "'--confidence': nan is no share: write"),
        (("fight", "--hero", "9/9/9", "--foe", "7/7", "--above", "nan"), "'--above': nan is no share: write"),
        (("fight", "--hero", "9/9/9", "--foe", "7/7", "--cost", "nan"), "'--cost': nan is no share: write"),
    ],
)
def test_what_is_no_number(gamebook: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    Path("doors.gbk").write_text(f'book "Doors"\n{PAGES}', "utf-8")
    found = gamebook(*words)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"gamebook: Invalid value for {said}")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_and_marks_may_stand_apart_in_a_book_and_on_a_command_line(
    gamebook: Callable[..., Any], tmp_path: Path, form: Literal["NFC", "NFD"]
) -> None:
    text = """book "Größe"
    start höhle

sheet
    number gefühl = 1 in 0..5

=== höhle Die Höhle
Du fühlst {gefühl}.
* Weg
    ~ gefühl +1
    -> tür

=== tür
* Auf [if gefühl >= 2] -> victory
* Zu -> defeat
"""
    (tmp_path / "book.gbk").write_text(normalize("NFD", text).replace("-> tu\u0308r", "-> tür"), "utf-8")
    assert gamebook("check", "book.gbk").code == 0
    given = normalize(form, "tür"), normalize(form, "gefühl=2")
    outcome = gamebook("solve", "book.gbk", "--from", given[0], "--set", given[1])
    assert outcome.code == 0
    assert "chapter tür" in outcome.out
    assert "gefühl 2" in outcome.out
