"""Options that many commands take, each said once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gamebook.model.step import Mode


class Fights(StrEnum):
    """Who decides in fights what a strategy says nothing of."""

    told = "told"
    best = "best"


class Resolve(StrEnum):
    """How random things are decided."""

    dice = "dice"
    expected = "expected"
    ledger = "ledger"
    residual = "residual"
    systematic = "systematic"


def mode_of(resolve: Resolve | None) -> Mode | None:
    """The mode that was asked for."""
    return resolve.value if resolve is not None else None


MOST_STATES = 12_000_000
"""Where commands stop that would otherwise take all memory."""

BookFile = Annotated[Path, typer.Argument(metavar="BOOK", help="The book's file.", exists=True, dir_okay=False)]
Hero = Annotated[
    str,
    typer.Option(
        "--hero",
        metavar="STAT=N,…",
        help="One hero, by numbers or by name (weak, average, lucky); the dice give what is not said.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=N", help="A value for a parameter of the book.")
]
SetOnSheet = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=N", help="Begin with this on the sheet; or a value for a parameter."),
]
From = Annotated[
    str | None, typer.Option("--from", metavar="CHAPTER", help="Begin at this chapter, the hero made as usual.")
]
BestFights = Annotated[
    Fights,
    typer.Option("--fights", help="With a strategy: fight as it says (told), or perfectly (best)."),
]
ResolveAs = Annotated[
    Resolve | None,
    typer.Option("--resolve", help="Decide everything random like this, whatever the book says.", show_default=False),
]
Until = Annotated[
    list[str] | None,
    typer.Option("--until", metavar="CHAPTER", help="Count reaching this chapter as the win; may be given again."),
]
LimitStates = Annotated[
    int, typer.Option("--limit-states", metavar="N", min=1, help="Stop after about so many states, with bounds.")
]
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", metavar="SECONDS", min=0.0, help="Stop after so long, with what is known by then."),
]
