"""`gamebook compare`: how much of a book is luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import Resolve, assignments, hero_given, page_width, ready, warm_up
from gamebook.cli.console import ExitCode, emit, fail, progress, say

if TYPE_CHECKING:
    from gamebook.model.step import Mode

EXAMPLE = "gamebook compare books/starter.gbk --hero SKILL=9,STAMINA=18,LUCK=9 --resolve dice,residual"

MOST_STATES = 12_000_000
"""Where listing states stops, for each mode."""
USUAL = "dice,expected,residual"


def command(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="The book to solve.", exists=True, dir_okay=False)],
    resolve: Annotated[
        str, typer.Option("--resolve", metavar="MODE,…", help="Modes: dice, expected, ledger, residual, systematic.")
    ] = USUAL,
    hero: Annotated[
        str, typer.Option(metavar="STAT=N,…", help="One hero; the dice give what is not said.", show_default=False)
    ] = "",
    until: Annotated[
        list[str] | None, typer.Option(metavar="CHAPTER", help="Count reaching this chapter as the win.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print data instead of text.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=N", help="A value for a parameter of the book.")
    ] = None,
    limit_states: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop after about so many states in each mode, with bounds.")
    ] = MOST_STATES,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", min=0.0, help="Stop listing states after so long, in each mode.")
    ] = None,
) -> None:
    """Solve a book in several modes, to see how much of it is luck.

    Side by side: the chance to win, deaths, fights, the likeliest route; and the chapters whose dice decide most, with
    what it is worth to come there. A mode too large for the limit gives bounds, and the exit code is 3.
    """
    modes = _modes(resolve)
    given = hero_given(hero)
    workspace = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.render.comparison import comparison_json, comparison_text
    from gamebook.workspace import compare

    try:
        with progress("listing states") as tick:
            found = compare(
                workspace,
                modes,
                given,
                until=until or (),
                limit_states=limit_states,
                timeout=timeout,
                progress=tick,
            )
    except ValueError as error:
        fail(str(error))
    if as_json:
        emit(json.dumps(comparison_json(found), indent=2, ensure_ascii=False) + "\n")
    else:
        emit(comparison_text(found, width=page_width()))
    if not found.complete:
        say("gamebook: a limit was reached before some of the answers; their bounds hold whatever lies beyond it")
        raise typer.Exit(ExitCode.LIMIT)


def _modes(words: str) -> list[Mode]:
    known = {each.value: each.value for each in Resolve}
    found: list[Mode] = []
    for word in dict.fromkeys(part.strip() for part in words.split(",")):
        if word not in known:
            fail(f"--resolve wants some of {', '.join(known)}, not {word or 'nothing'}")
        found.append(known[word])  # type: ignore[arg-type]
    return found
