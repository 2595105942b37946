"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.console import fail
from gamebook.cli.files import BOOK_SUFFIX
from gamebook.limits import LONGEST_LIST, Limits

if TYPE_CHECKING:
    from gamebook.model.step import Mode


class Fights(StrEnum):
    """What decides in fights if the strategy has no rule: its own `otherwise`, or best play."""

    own = "own"
    best = "best"


class Resolve(StrEnum):
    """How random events are resolved: the mode."""

    dice = "dice"
    expected = "expected"
    ledger = "ledger"
    residual = "residual"
    systematic = "systematic"


def mode_of(resolve: Resolve | None) -> Mode | None:
    """The mode that the option names."""
    return resolve.value if resolve is not None else None


MOST_STATES = LONGEST_LIST
"""The default limit of states for commands that would otherwise use all memory."""


def share(low: float = 0.0, high: float = 1.0) -> Callable[[str | float], float]:
    """How the value of an option is read that is a chance, or another share: `0.99`, `99%`.

    Args:
        low: the least.
        high: the greatest.
    """

    def read(given: str | float) -> float:
        text = str(given).strip()
        match = re.fullmatch(r"((?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e-?\d{1,2})?)\s*(%?)", text)
        if match is None:
            raise typer.BadParameter(f"{text or 'nothing'} is no share: write {low:g} to {high:g}, or a percentage.")
        number = float(match[1]) / (100 if match[2] else 1)
        if low <= number <= high:
            return number
        percent = f": write {text}%" if not match[2] and low <= number / 100 <= high else ""
        raise typer.BadParameter(f"{text} is not in the range {low:g} to {high:g}{percent}.")

    return read


def number_of_plays(words: str, most: int) -> int:
    """The value of --plays: `1e6`, `20000`.

    Args:
        words: how it is written.
        most: the greatest.
    """
    try:
        count = float(words)
    except ValueError:
        count = 0.0
    if most < count < float("inf"):
        fail(f"--plays is at most {most:,}, not {words}")
    if not 1 <= count <= most or count != int(count):
        fail(f"--plays needs a whole number such as 20000 or 1e6, not {words}")
    return int(count)


def with_ending(path: Path) -> Path:
    """The file that is meant: `starter` is `starter.gbk` where there is no file of that very name."""
    longer = Path(f"{path}{BOOK_SUFFIX}")
    return path if path.is_file() or not longer.is_file() else longer


def book_file(path: Path) -> Path:
    """The file of a book; its name may be given without the ending.

    Raises:
        typer.BadParameter: there is no such file.
    """
    found = with_ending(path)
    if found.is_file():
        return found
    if path.is_dir():
        raise typer.BadParameter(f"file '{path}' is a directory.")
    if not path.exists():
        raise typer.BadParameter(f"file '{path}' does not exist.")
    return path  # a pipe, or the like


def book_files(paths: list[Path]) -> list[Path]:
    """`book_file`, of several."""
    return [*map(book_file, paths)]


LONGEST = 1e8
"""The most seconds that a limit of time can be: three years. The clock of a system takes no number of any size."""


def sure_number(value: float | None) -> float | None:
    """A number as it was given; `min` and `max` of an option let `nan` pass.

    Raises:
        typer.BadParameter: it is none, or larger than any use of it.
    """
    if value is not None and not value <= LONGEST:
        raise typer.BadParameter(f"{value} is not a number up to {LONGEST:,.0f}.")
    return value


BookFile = Annotated[Path, typer.Argument(metavar="BOOK", help="The book's file.", callback=book_file)]
Hero = Annotated[
    str,
    typer.Option(
        "--hero",
        metavar="STAT=N,…",
        help="Fix the hero's stats, by number or by name (weak, average, lucky); the others are rolled.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that gamebook has not written.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=N", help="Set a parameter of the book.")]
SetOnSheet = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=N", help="Start with this value on the sheet, or set a parameter."),
]
From = Annotated[
    str | None, typer.Option("--from", metavar="CHAPTER", help="Start at this chapter; the hero is rolled as usual.")
]
BestFights = Annotated[
    Fights,
    typer.Option(
        "--fights", help="What decides in fights if the strategy has no rule: its own otherwise line, or best play."
    ),
]
ResolveAs = Annotated[
    Resolve | None,
    typer.Option("--resolve", help="Resolve all dice in this mode, whatever the book says.", show_default=False),
]
Until = Annotated[
    list[str] | None,
    typer.Option("--until", metavar="CHAPTER", help="Count reaching this chapter as the win; may be repeated."),
]
OneReader = Annotated[
    str,
    typer.Option("--reader", metavar="READER", help="best, random, careless(10%), soft(3), lookahead(2) or guide."),
]
InsteadOfBest = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME(P=N,…)",
        help="Follow this policy instead of best play: a strategy of the book, random or first.",
    ),
]
NumbersFile = Annotated[
    Path | None,
    typer.Option("--numbers", metavar="FILE", help="Where numbers are kept; by default BOOK.numbers.toml."),
]
LimitStates = Annotated[
    int | None, typer.Option("--limit-states", metavar="N", min=1, help="Stop after about N states and report bounds.")
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.0,
        callback=sure_number,
        help="Stop after this time and report what is known.",
    ),
]
MostStates = Annotated[
    int, typer.Option("--limit-states", metavar="N", min=1, help="Give up after about N states, with exit code 3.")
]
"""Of commands that know nothing before they know all."""
MostSeconds = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.0,
        callback=sure_number,
        help="Give up after this time, with exit code 3.",
    ),
]
"""The same."""


def time_left(timeout: float | None, began: float) -> float | None:
    """What is left of `--timeout` for work after what began at a `time.monotonic()`: reading a book takes time, too."""
    return Limits(seconds=timeout).since(began).seconds
