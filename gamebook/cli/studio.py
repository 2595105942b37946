"""`gamebook studio`: the text on the left, the map on the right, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.console import fail, hangup_heard_by, say

if TYPE_CHECKING:  # what serves is imported when it is served
    from gamebook.studio.folder import Folder

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
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Listen on this port of your machine; 0: any that is free."),
    ] = 0,
) -> None:
    """Write in your browser, with the map and chances at hand.

    Shows findings while you type, the map, the report, and what would be if. Everything stays on your machine: the page
    is served by this command, to you alone, and nothing is loaded from elsewhere. Ctrl-C ends it; what is not saved is
    kept in a side file, and found again the next time.
    """
    from gamebook.files import SUFFIX

    given = Path() if book is None else book
    if not given.is_dir() and given.suffix != SUFFIX:
        fail(f"{given} is no book: its name ends in {SUFFIX}")
    if not given.is_dir() and not given.parent.is_dir():
        fail(f"{given}: there is no folder {given.parent}")
    from gamebook.studio.server import run

    folder, first = _opened(given)

    def ready(address: str) -> None:
        say(f"the studio is at {address}\nCtrl-C ends it")
        if browser:
            import webbrowser

            webbrowser.open(address)

    run(folder, first, port, ready, hangup_heard_by)


def _opened(given: Path) -> tuple[Folder, str]:
    """The folder to open, and the file in it to begin with.

    Of a file that is a part of a book it is the folder of that book: without its other files a part means nothing.
    """
    from gamebook.mains import books_around
    from gamebook.studio.folder import Folder

    if given.is_dir():
        return Folder(given.resolve()), ""
    path = given.parent.resolve() / given.name
    folders = [path.parent, *(main.parent.resolve() for main in books_around(path))]
    root = min((each for each in folders if path.is_relative_to(each)), key=lambda each: len(each.parts))
    return Folder(root), path.relative_to(root).as_posix()
