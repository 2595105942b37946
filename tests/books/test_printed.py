"""What is printed of every shipped book: nothing changes but by intention. `make golden` rewrites it; read the diff.

A book with many heroes is asked about one of them, and of a long book a part is solved. What differs from machine to
machine (seconds, memory, the last digits of a chance) is left out.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gamebook.cli.main import run
from gamebook.resources import resource_folder
from tests.support.slowly import but_slowly

BOOKS = resource_folder("books")
DIGITS = 9
"""Significant digits of numbers in JSON; the rest is rounding."""
LEAST = 12
"""Decimal places of numbers in JSON: a chance smaller than these is rounding, too."""
SCRIPT = ["help", "sheet", *["1", "2", "1", "1", "3"] * 6, "back", "1", "quit"]
"""What a reader types; what is no answer to a question is said to be none."""

PATIENT = ("--timeout", "100000")
"""`check` stops for no clock: a machine that has to compile kernels first sees what all others see."""


@dataclass(frozen=True)
class Shipped:
    """A book, and what of it is solved."""

    file: str
    hero: str = ""
    part: tuple[str, ...] = ()
    """More options of `solve` and `map`."""
    settings: tuple[str, ...] = ()
    """Options of every command that solves."""
    depth: str = ""
    """How many turns from the start the map goes; all where nothing is said."""

    @property
    def name(self) -> str:
        """The folder of its outputs."""
        return Path(self.file).stem

    @property
    def options(self) -> tuple[str, ...]:
        """The options of every command that solves."""
        return (*(("--hero", self.hero) if self.hero else ()), *self.settings)


LONE_WOLF = "COMBAT-SKILL=15,ENDURANCE=25,gold=12,sword,tracking"
LAMPS = "COMBAT-SKILL=14,ENDURANCE=24,camouflage,hunting,sixth-sense,mindshield,mindblast,gold=12"

SMALL = [
    Shipped("starter.gbk", "average"),
    Shipped("the-gilded-barge.gbk"),
    Shipped("the-winter-palace.gbk"),
    Shipped("tutorial.gbk", "average"),
    Shipped("campaign/the-pass.gbk", "average"),
    Shipped("campaign/the-valley.gbk", "average"),
    Shipped("dice/pig.gbk", settings=("--set", "goal=8")),
    Shipped("dice/risk-or-safety.gbk"),
    Shipped("srr/axis-and-allies.gbk"),
    Shipped("srr/ogre-treads.gbk"),
    Shipped("srr/ogre.gbk"),
    Shipped("srr/titan.gbk"),
]
LARGE = [
    Shipped("the-long-ebb.gbk", "average", part=("--from", "80", "--set", "deed=1"), depth="3"),
    Shipped("dice/fargo.gbk"),
    Shipped("dice/fargo-match.gbk", settings=("--set", "goal=2", "--set", "most=4")),
    Shipped(
        "lone-wolf/the-seven-lamps.gbk",
        LAMPS,
        part=("--from", "61", "--set", "lamps=4", "--set", "NAME=1"),
        depth="3",
    ),
    Shipped("lone-wolf/book02.gbk", LONE_WOLF, part=("--until", "222"), depth="3"),
]
ALL = [*SMALL, *LARGE]

QUICK = {"starter", "the-winter-palace", "the-pass", "pig", "axis-and-allies", "titan"}
"""One at least of each kind: with heroes and without, won by chances and by points, with other dice and with none."""
every = pytest.mark.parametrize(
    "book", but_slowly(ALL, lambda book: book.name not in QUICK), ids=lambda book: book.name
)

Compare = Callable[[str, str], None]
Printed = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """`printed(book, "solve", "--chapters")`: what the command puts out, and its exit code where that is not 0."""
    monkeypatch.chdir(BOOKS)

    def call(book: Shipped, command: str, *options: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run([command, book.file, *options])
        out, _ = capsys.readouterr()
        return out if code == 0 else f"{out}exit code {code}\n"

    return call


def same_everywhere(text: str) -> str:
    """A text without seconds, memory, and how narrow a bracket is."""
    text = re.sub(r"in [\d.,]+ s, [\d.]+ GB", "in … s, … GB", text)
    return re.sub(r"± \d+e-\d+", "± …", text)


def rounded(value: object) -> object:
    """A JSON value whose numbers have few digits, without seconds and memory."""
    match value:
        case float():
            return float(f"{round(value, LEAST):.{DIGITS}g}") + 0.0  # no -0.0
        case dict():
            return {key: None if key in ("seconds", "memory") else rounded(each) for key, each in value.items()}
        case list():
            return [rounded(each) for each in value]
        case _:
            return value


def test_every_shipped_book_is_here() -> None:
    shipped = {path.relative_to(BOOKS).as_posix() for path in BOOKS.rglob("*.gbk")}
    assert {book.file for book in ALL} == shipped


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("Computed from 27,062 states in 0.57 s, 0.27 GB\n", "Computed from 27,062 states in … s, … GB\n"),
        ("98.230% (0.9822956425 ± 3e-14)", "98.230% (0.9822956425 ± …)"),
    ],
)
def test_what_differs_from_machine_to_machine_is_left_out(text: str, scrubbed: str) -> None:
    assert same_everywhere(text) == scrubbed


def test_numbers_are_rounded() -> None:
    told = {"seconds": 0.1, "memory": 5, "best": [0.12345678949, 1e-15, -1e-15, 7, "0.5", None]}
    expected = {"seconds": None, "memory": None, "best": [0.123456789, 0.0, 0.0, 7, "0.5", None]}
    assert json.dumps(rounded(told)) == json.dumps(expected)


@pytest.mark.parametrize(
    "book",
    # How much of Lone Wolf is looked at depends on how quick the machine is.
    but_slowly(ALL[:-2], lambda book: book.name not in QUICK),
    ids=lambda book: book.name,
)
def test_check(book: Shipped, printed: Printed, golden: Compare) -> None:
    golden(f"{book.name}/check.txt", printed(book, "check", *book.options, *PATIENT))


@every
def test_solve(book: Shipped, printed: Printed, golden: Compare) -> None:
    golden(f"{book.name}/solve.txt", same_everywhere(printed(book, "solve", *book.options, *book.part, "--chapters")))


@every
def test_solve_in_json(book: Shipped, printed: Printed, golden: Compare) -> None:
    told = json.loads(printed(book, "solve", *book.options, *book.part, "--json"))
    golden(f"{book.name}/solve.json", json.dumps(rounded(told), indent=1, ensure_ascii=False) + "\n")


@pytest.mark.slow
def test_without_chapters_the_rest_is_the_same(printed: Printed) -> None:
    """So that `--chapters` shows what `solve` prints, too."""
    book = SMALL[0]
    one_screen, more = (
        same_everywhere(printed(book, "solve", *book.options, *options)) for options in ((), ("--chapters",))
    )
    assert more.startswith(one_screen)
    assert more.removeprefix(one_screen).startswith("\nLikeliest winning route: ")


@every
def test_stats(book: Shipped, printed: Printed, golden: Compare) -> None:
    limit = () if book in SMALL else ("--limit-states", "1")
    golden(f"{book.name}/stats.txt", printed(book, "stats", *book.options, *limit))


@every
def test_map(book: Shipped, printed: Printed, golden: Compare) -> None:
    structure = () if book in SMALL else ("--what", "structure")
    depth = ("--from", "1", "--depth", book.depth) if book.depth else ()
    golden(
        f"{book.name}/map.dot", printed(book, "map", "--format", "dot", "-o", "-", *book.options, *structure, *depth)
    )


@every
def test_play(book: Shipped, printed: Printed, golden: Compare) -> None:
    typed = "".join(f"{line}\n" for line in SCRIPT)
    golden(f"{book.name}/play.txt", printed(book, "play", "--seed", "7", *book.settings, typed=typed))


@every
def test_fmt_changes_nothing_in_it(book: Shipped, printed: Printed) -> None:
    assert printed(book, "fmt", "--check", "--diff") == ""
