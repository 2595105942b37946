"""`gamebook stats`: how large a book is, and what is in it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import assignments, ready
from gamebook.cli.console import emit

EXAMPLE = "gamebook stats books/starter.gbk"


def command(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="The book to look at.", exists=True, dir_okay=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print data instead of text.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=N", help="A value for a parameter of the book.")
    ] = None,
) -> None:
    """Count words, chapters, fights, endings, routes.

    Also the choices and tests of a book, and how long its shortest and longest routes are.
    """
    workspace = ready(book, assignments("--set", settings or []))

    from gamebook.analysis.census import census
    from gamebook.render.census_text import census_text

    counted = census(workspace.book)
    emit(json.dumps(asdict(counted), indent=2, ensure_ascii=False) + "\n" if as_json else census_text(counted))
