"""`gamebook new`: start a book as a copy of one that comes with the program."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.console import emit, fail, say
from gamebook.cli.files import write_text
from gamebook.cli.outputs import must_be_new
from gamebook.resources import resource_folder
from gamebook.shell import word_of_shell

EXAMPLE = "gamebook new my-book.gbk --from tutorial"


def command(
    name: Annotated[
        Path | None,
        typer.Argument(metavar="NAME", help="The file to write; by default it has the name of the copied book."),
    ] = None,
    origin: Annotated[str, typer.Option("--from", metavar="BOOK", help="The book to copy.")] = "starter",
    list_books: Annotated[bool, typer.Option("--list", help="List the books that can be copied.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Start a new book as a copy of one that comes with gamebook."""
    folder = resource_folder("books")
    shipped = sorted(folder.rglob("*.gbk"), key=lambda path: (path.parent != folder, path))  # whole gamebooks first
    books = {path.stem: path for path in shipped}
    if list_books:
        width = max(map(len, books))
        described = {book: _description(path.read_text("utf-8")) for book, path in books.items()}
        emit("".join(f"{book:{width}}  {words}".rstrip() + "\n" for book, words in described.items()))
        return
    chosen = books.get(origin.removesuffix(".gbk"))
    if chosen is None:
        fail(f"gamebook comes with no book named {origin}; it has {', '.join(books)}")
    path = Path(chosen.name) if name is None else name
    if path.name in ("", ".."):
        fail(f"{path} is no name for a book; write one, such as my-book.gbk")
    if not path.suffix:
        path = path.with_suffix(".gbk")
    must_be_new(path, "choose another name", force=force)
    write_text(path, chosen.read_text("utf-8"))
    say(f"{path} is ready: edit it, then run  gamebook check {word_of_shell(path)}")


def _description(text: str) -> str:
    """A book's title, and the first sentence of the comment at its top."""
    found = re.search(r'^book\s+"(.*?)"', text, re.MULTILINE)
    title = found[1] if found else ""
    lines = takewhile(lambda line: line.startswith("//"), text.splitlines())
    comment = " ".join(line.removeprefix("//").strip() for line in lines)
    comment = re.sub(rf"^{re.escape(title)}:\s*", "", comment, flags=re.IGNORECASE) if title else comment
    sentence = re.split(r"(?<=[.!?])\s", comment, maxsplit=1)[0]
    return f"{title}: {sentence}" if title and sentence else title or sentence
