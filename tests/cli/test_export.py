from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.cli.export import To
from gamebook.interop.export.formats import FORMATS, Format

Gamebook = Callable[..., Any]
COIN = """book "Coin"

=== 1
* Throw
    ~ roll 1d3
        1 -> victory
        2-3 -> defeat
* Leave -> defeat
"""
RIVAL = (
    COIN
    + """
=== 2
* Ask
    ~ rival chooses "his move"
        * Give -> victory
        * Take -> defeat
* Go -> 1
"""
)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "coin.gbk").write_text(COIN, "utf-8")
    return tmp_path


def test_the_formats_of_the_command() -> None:
    assert [to.value for to in To] == [form.name for form in FORMATS]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_format(form: Format, book: Path, gamebook: Gamebook) -> None:
    before = set(book.iterdir())
    assert gamebook("export", "coin.gbk", "--to", form.name).code == 0
    written = {path.name for path in set(book.iterdir()) - before}
    assert written
    assert written <= {f"coin.{suffix}" for suffix in form.suffixes}


def test_the_name_tells_the_format(book: Path, gamebook: Gamebook) -> None:
    outcome = gamebook("export", "coin.gbk", "-o", "c.drn")
    assert (outcome.code, outcome.err) == (0, "c.drn written\n")
    assert "1 : 2/3" in (book / "c.drn").read_text("utf-8")


@pytest.mark.usefixtures("book")
def test_stdout(gamebook: Gamebook) -> None:
    outcome = gamebook("export", "coin.gbk", "--to", "prism", "-o", "-")
    assert outcome.code == 0
    assert "1/3 : (s'=0) + 2/3 : (s'=1)" in outcome.out


def test_rounded_chances(book: Path, gamebook: Gamebook) -> None:
    assert gamebook("export", "coin.gbk", "--to", "explicit", "--decimals").code == 0
    assert " 0.6666666666666666 " in (book / "coin.tra").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "--to says the format"),
        (("-o", "coin.xyz"), 2, "no format ends in .xyz"),
        (("--to", "json", "--policy", "random"), 2, "--policy makes no difference to json"),
        (("--to", "drn", "--policy", "wise"), 2, "there is no strategy wise"),
        (("--to", "umb", "-o", "-"), 2, "umb goes to a file"),
        (("--to", "prism", "--limit-states", "3"), 3, "more than 3 states, the most that are written as prism; drn"),
        (("--to", "states", "--limit-states", "3"), 3, "more than 3 states"),
    ],
)
def test_refused(arguments: tuple[str, ...], code: int, told: str, book: Path, gamebook: Gamebook) -> None:
    outcome = gamebook("export", "coin.gbk", *arguments)
    assert outcome.code == code
    assert told in outcome.err
    assert [path.name for path in book.iterdir()] == ["coin.gbk"]


def test_a_rival(book: Path, gamebook: Gamebook) -> None:
    (book / "coin.gbk").write_text(RIVAL.replace("=== 1\n", "=== 0\n-> 2\n\n=== 1\n", 1), "utf-8")
    outcome = gamebook("export", "coin.gbk", "--to", "drn")
    assert outcome.code == 2
    assert "DRN has no games of two players; export it as prism or umb, or with --policy" in outcome.err
    assert gamebook("export", "coin.gbk", "--to", "drn", "--policy", "best").code == 0
    assert "Pmin=?" in (book / "coin.drn").read_text("utf-8")


@pytest.mark.parametrize("form", ["twee", "ink"])
def test_a_rival_in_a_story_chooses_by_lot_and_that_is_said(form: str, book: Path, gamebook: Gamebook) -> None:
    (book / "rival.gbk").write_text(RIVAL, "utf-8")
    assert "this story has no opponent" in gamebook("export", "rival.gbk", "--to", form).err
    assert gamebook("export", "coin.gbk", "--to", form).err.splitlines() == [f"coin.{form} written"]


@pytest.mark.parametrize(
    ("line", "form", "told"),
    [
        ("* Search [knows 40%] -> 2\n* Go -> 3", "twee", "option with [knows …] to all readers"),
        ("~ random\n    n: -> 2\n    1: -> 3", "ink", "cannot read back what is drawn by weights that vary"),
        (
            "* Search [knows 40%] -> 2\n* Go -> 3",
            "json",
            "does not say how many readers know of an option",
        ),
        ("* Search -> 2 secret\n* Go -> 3", "gexf", "does not say which links are secret, so"),
        ('* Search -> 2\n* Go -> ending "E" score 3', "graphml", "does not say how many points an ending scores, so"),
    ],
)
def test_what_is_not_kept_is_said(line: str, form: str, told: str, book: Path, gamebook: Gamebook) -> None:
    sheet = "sheet\n    number n = 1d3 in 0..3\n"
    text = f'book "B"\n{sheet}\n=== 1\n{line}\n\n=== 2\n-> victory\n\n=== 3\n-> defeat\n'
    (book / "known.gbk").write_text(text, "utf-8")
    assert told in gamebook("export", "known.gbk", "--to", form).err


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("anytime\n    * Sell [if n]\n        ~ n -1", "what readers can do anytime without a turn, so"),
        ("when n >= 2\n    ~ n -1", "what triggers (when …) do without a turn, so"),
        ("anytime\n    * Run -> 2", ""),
        ("when n >= 2 -> 2", ""),
    ],
)
def test_what_no_link_can_hold_is_said(rule: str, told: str, book: Path, gamebook: Gamebook) -> None:
    text = f"sheet\n    number n = 1 in 0..3\n\n{rule}\n\n=== 1\n~ n +1\n* On -> 2\n\n=== 2\n-> victory\n"
    (book / "rule.gbk").write_text(text, "utf-8")
    said = gamebook("export", "rule.gbk", "--to", "json").err
    assert told in said and ("does not say" in said) == bool(told)


@pytest.mark.parametrize("form", ["ink", "twee"])
def test_a_story_speaks_of_its_rules_in_its_own_language(
    gamebook: Callable[..., Any], tmp_path: Path, form: str
) -> None:
    book = tmp_path / "wolf.gbk"
    fight = '~ fight "Wolf" SKILL 12, STAMINA 20\n    escape -> 2\n-> 2\n\n=== 2\n~ victory\n'
    book.write_text(f'book "Wolf"\n    language "de"\n    use fighting-fantasy\n\n=== 1\n{fight}', "utf-8")
    told = gamebook("export", str(book), "--to", form, "-o", "-").out
    for words in ("Deine Kraft ist zu Ende", "Fliehen", "Weiterkämpfen", "Den Hieb hinnehmen", "2W6 + GEWANDTHEIT"):
        assert words in told
    assert "2d6" not in told
    assert "take it" not in told


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")
def test_a_file_whose_name_is_no_text(book: Path, gamebook: Gamebook) -> None:
    name = os.fsdecode(b"bad\xff.gbk")
    (book / name).write_text(COIN, "utf-8")
    outcome = gamebook("export", name, "--to", "json", "-o", "coin.json")
    assert (outcome.code, outcome.err) == (0, "coin.json written\n")
    assert json.loads((book / "coin.json").read_text("utf-8"))
