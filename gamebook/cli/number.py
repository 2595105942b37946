"""`gamebook number`: which number each chapter has in print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import assignments, ready
from gamebook.cli.console import fail, say
from gamebook.cli.options import AsJson, BookFile, Settings
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook number books/tutorial.gbk --shuffle"


def command(
    book: BookFile,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Give all chapters new numbers, and keep them.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the numbers as they are; new chapters get free ones.")
    ] = False,
    pin: Annotated[
        list[str] | None,
        typer.Option("--pin", metavar="CHAPTER=N", help="With --shuffle: this chapter has this number."),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="WORDS", help="With --shuffle: other words give another order.", show_default=False)
    ] = "",
    numbers: Annotated[
        Path | None,
        typer.Option("--numbers", metavar="FILE", help="Where numbers are kept; by default BOOK.numbers.toml."),
    ] = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
) -> None:
    """Number the chapters of a book for print.

    A good order keeps chapters apart that a turn or one choice leads to, so that no reader sees them by accident. The
    numbers are kept in a file beside the book: a new chapter moves no old number. Without an option nothing is written.
    """
    from gamebook.publish import numbering, order_report
    from gamebook.publish.make import pages_of

    form = form_of(form, as_json)
    if shuffle and keep:
        fail("--shuffle gives new numbers and --keep keeps the old ones; use one of them")
    if (pin or seed) and not shuffle:
        fail("--pin and --seed only work together with --shuffle")
    path = numbers or numbering.file_of(book)
    edition = ready(book, assignments("--set", settings or [])).edition()
    chapters = pages_of(edition).chapters
    if shuffle:
        wished = _pins(pin or [], {each.name for each in edition.book.chapters})
        found = numbering.reordered(edition.book, chapters, wished, seed)
    else:
        found = numbering.numbering(edition.book, chapters, numbering.load_numbers(path))
    if shuffle or keep:
        numbering.write_numbers(path, edition.book.title, found.numbers)
        say(f"{path} written")
    ways = numbering.links_of(edition.book, chapters)
    show(
        order_report.sections(edition.book, found.numbers, ways),
        lambda: order_report.data(edition.book, found.numbers, ways),
        form,
    )


def _pins(words: list[str], known: set[str]) -> dict[str, int]:
    """`["gate=400"]` as numbers by chapter."""
    from gamebook.publish.numbering import MAX_NUMBER

    found = assignments("--pin", [word if "=" in word else f"{word}={word}" for word in words])
    for name, number in found.items():
        if name not in known:
            fail(f"--pin: the book has no chapter {name}")
        if not 1 <= number <= MAX_NUMBER:
            fail(f"--pin: a number is from 1 to {MAX_NUMBER:,}, not {number}")
    if len(set(found.values())) < len(found):
        fail("--pin: two chapters cannot have the same number")
    return found
