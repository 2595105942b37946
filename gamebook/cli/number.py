"""`gamebook number`: which number each chapter has in print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, ready
from gamebook.cli.console import fail, say, watched
from gamebook.cli.options import AsJson, BookFile, Force, NumbersFile, Settings
from gamebook.cli.outputs import NUMBERS_OPTION, spare_books, spare_pages
from gamebook.cli.show import AsForm, form_of, show

if TYPE_CHECKING:
    from gamebook.project import Edition
    from gamebook.publish.numbering import Numbering
    from gamebook.publish.ways import Spreads, Ways

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
        str,
        typer.Option(
            metavar="WORDS", help="With --shuffle: any words; other words give another order.", show_default=False
        ),
    ] = "",
    pages: Annotated[
        str | None,
        typer.Option(
            "--pages", metavar="PRESET", help="Print on these pages, and look at the real spreads: a5, pocket, …"
        ),
    ] = None,
    numbers: NumbersFile = None,
    force: Force = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
) -> None:
    """Number the chapters of a book for print.

    A good order keeps chapters apart that a turn or one choice leads to, so that no reader sees them by accident. The
    numbers are kept in a file beside the book: a new chapter moves no old number. Without an option nothing is written.
    """
    from gamebook.publish import kept_numbers, numbering, order_report

    form = form_of(form, as_json)
    if shuffle and keep:
        fail("--shuffle gives new numbers and --keep keeps the old ones; use one of them")
    if (pin or seed) and not shuffle:
        fail("--pin and --seed only work together with --shuffle")
    path = numbers or kept_numbers.file_of(book)
    edition = ready(book, assignments("--set", settings or [])).edition()
    if shuffle or keep:
        spare_books(path, [book, *edition.sources], NUMBERS_OPTION)
        spare_pages(path, edition, NUMBERS_OPTION)
        if not force:
            kept_numbers.load_table(path)  # whatever else stands there is not replaced
    wished: dict[str, int] = {}
    if shuffle:
        wished = _pins(pin or [], {each.name for each in edition.book.chapters})
        found = numbering.reordered(edition, wished, seed, anew=True)
    else:
        before = kept_numbers.load_numbers(path)
        found = numbering.numbering(edition, before)
        gone = [f"{name} ({number})" for name, number in (before or {}).items() if name not in found.numbers]
        if gone:
            say(
                f"no chapter is called {', '.join(gone)} any more; if one has another name now, write that name with "
                f"the old number in {path}"
            )
    ways = numbering.links_of(edition)
    spreads = None
    if pages is not None:
        found, spreads = _on_pages(edition, found, ways, pages, book, shuffle, wished)
    if shuffle or keep:
        kept_numbers.write_numbers(path, edition.book.title, found.numbers)
        say(f"{path} written")
    show(
        order_report.sections(edition.book, found.numbers, ways, spreads),
        lambda: order_report.data(edition.book, found.numbers, ways, spreads),
        form,
    )


def _on_pages(
    edition: Edition, found: Numbering, ways: Ways, preset: str, book: Path, shuffle: bool, pinned: Iterable[str]
) -> tuple[Numbering, dict[str, Spreads]]:
    """The numbers, mended if they are new, and the spreads of each chapter."""
    from gamebook.publish.make import make
    from gamebook.publish.numbering import Numbering, pins_of
    from gamebook.publish.printing import Layout, layout
    from gamebook.publish.publication import Publication
    from gamebook.publish.spreads import repaired
    from gamebook.publish.typeset import preset_of

    preset_of(preset)

    def printed(numbers: Mapping[str, int]) -> Layout:
        document = make(edition, Numbering(numbers, found.moved))
        return layout(Publication(edition, document, book.parent, preset))

    with watched():
        if shuffle:
            found, seen = repaired(found, ways, frozenset({*pins_of(edition, anew=True), *pinned}), printed)
        else:
            seen = printed(dict(found.numbers))
    return found, {name: seen.spreads(number) for name, number in found.numbers.items()}


def _pins(words: list[str], known: set[str]) -> dict[str, int]:
    """`["gate=400"]` as numbers by chapter."""
    from gamebook.resolve.spelling import chapter_called
    from gamebook.syntax.limits import MAX_PRINTED

    found: dict[str, int] = {}
    for word in words:
        ((written, number),) = assignments("--pin", [word if "=" in word else f"{word}={word}"]).items()
        name = chapter_called(written, known)
        if not 1 <= number <= MAX_PRINTED:
            fail(f"--pin: a number is from 1 to {MAX_PRINTED:,}, not {number}")
        if found.setdefault(name, number) != number:
            fail(f"--pin: chapter {name} has two numbers, {found[name]} and {number}; give it one")
    if len(set(found.values())) < len(found):
        fail("--pin: two chapters cannot have the same number")
    return found
