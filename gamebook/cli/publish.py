"""`gamebook publish`: the book that readers hold, printed or on a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import assignments, fixed, hero_given, ready, warm_up
from gamebook.cli.console import emit, fail, say, watched
from gamebook.cli.options import BookFile, Hero, Settings
from gamebook.files import write_bytes

EXAMPLE = "gamebook publish books/tutorial.gbk --to html -o tutorial.html"
STDOUT = Path("-")
BINARY = {"pdf", "epub", "docx"}
"""Formats that no terminal can show."""
MOST_STATES = 3_000_000
"""Of a book with hints: they become a part of the page."""
ENDS = {"play": "play.html"}
"""How the names of files end that do not end as their format is called."""


def command(
    book: BookFile,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="The format, if the file name does not show it.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write, or '-' for stdout; by default BOOK.FORMAT here."),
    ] = None,
    numbers: Annotated[
        Path | None,
        typer.Option("--numbers", metavar="FILE", help="Where numbers are kept; by default BOOK.numbers.toml."),
    ] = None,
    preset: Annotated[
        str, typer.Option("--page", metavar="PRESET", help="The page of a pdf: a5, pocket, letter, competition.")
    ] = "a5",
    dice: Annotated[bool, typer.Option("--dice", help="Print two dice in the corner of each page of a pdf.")] = False,
    titles: Annotated[bool, typer.Option("--titles", help="Print the titles of chapters.")] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Let readers of a page to play ask what best play would do.")
    ] = False,
    hero: Hero = "",
    settings: Settings = None,
    limit_states: Annotated[
        int, typer.Option("--limit-states", metavar="N", min=1, help="Hints only if the book has at most N states.")
    ] = MOST_STATES,
) -> None:
    """Publish a book: on paper or on a screen.

    Every rule stands there in words, and every chapter has a number.

    Formats: pdf (print), epub, docx, rtf, html (with links), play (a page to play), md (Pandoc), tex, txt.
    """
    from gamebook.publish import numbering
    from gamebook.publish.formats import WRITERS, writer_of
    from gamebook.publish.make import make, pages_of
    from gamebook.publish.publication import Publication
    from gamebook.publish.typeset import preset_of

    form = to or (output.suffix[1:] if output is not None else "")
    if form not in WRITERS:
        fail(f"--to needs a format: {', '.join(sorted(WRITERS))}")
    if form != "play" and (hints or hero):
        fail("--hints and --hero are for --to play")
    path = output or Path(f"{book.stem}.{ENDS.get(form, form)}")
    project = ready(book, assignments("--set", settings or []))
    edition = project.edition()
    preset_of(preset)
    wishes = (("titles", titles), ("dice", dice), ("hints", hints))
    options = frozenset(word for word, wished in wishes if wished)
    before = numbering.load_numbers(numbers or numbering.file_of(book))
    numbered = numbering.numbering(edition.book, pages_of(edition).chapters, before)
    given = fixed(edition.book, hero_given(hero)) if hero else {}
    document = make(edition, numbered)
    publication = Publication(edition, document, book.parent, preset, options, given, limit_states)
    for missing in publication.missing_images():
        say(f"gamebook: there is no image {missing}")
    if hints:
        warm_up()
    with watched("publishing"):
        data = writer_of(form).write(publication)
    if path == STDOUT:
        if form in BINARY:
            fail(f"a {form} goes to a file: -o {book.stem}.{form}")
        emit(data.decode())
        return
    write_bytes(path, data)
    say(f"{path} written")
