"""`gamebook studio`: the text on the left, the map on the right, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.console import fail, say

EXAMPLE = "gamebook studio books/starter.gbk"


def command(
    book: Annotated[
        Path | None,
        typer.Argument(
            metavar="BOOK",
            help="The book's file, which need not exist yet, or a folder with books; by default this folder.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")] = True,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Listen on this port of your machine; 0: any that is free.")
    ] = 0,
) -> None:
    """Write in your browser, with the map and chances at hand.

    Shows findings while you type, the map, the report, and what would be if. Everything stays on your machine: the page
    is served by this command, to you alone, and nothing is loaded from elsewhere. Ctrl-C ends it; what is not saved is
    kept in a side file, and found again the next time.
    """
    from gamebook.resolve.load import SUFFIX

    given = Path() if book is None else book
    if not given.is_dir() and given.suffix != SUFFIX:
        fail(f"{given} is no book: its name ends in {SUFFIX}")
    if not given.is_dir() and not given.parent.is_dir():
        fail(f"{given}: there is no folder {given.parent}")
    from gamebook.studio.folder import Folder
    from gamebook.studio.server import run

    root = (given if given.is_dir() else given.parent).resolve()
    folder = Folder(root)
    first = "" if given.is_dir() else given.name

    def ready(address: str) -> None:
        say(f"the studio is at {address}\nCtrl-C ends it")
        if browser:
            import webbrowser

            webbrowser.open(address)

    run(folder, first, port, ready)
