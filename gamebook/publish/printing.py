"""From the Typst source to pages, and back: which chapter came to stand on which page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from msgspec import Struct, field

from gamebook.errors import Unavailable, UsageError
from gamebook.files import write_bytes
from gamebook.letters import few
from gamebook.publish.document import pictures
from gamebook.publish.images import SUFFIXES, kind_of
from gamebook.publish.publication import Publication
from gamebook.publish.typeset import is_whole, preset_of, source
from gamebook.publish.ways import Spreads

_NO_LETTER = re.compile(r'^error: .*: the text `"(.*?)"` could not be displayed', re.MULTILINE)
STANDARD = "ua-1"
"""PDF for everybody: tagged, so that it can be read aloud."""
EXACT = 0.002
"""Pages; a section that ends so near to the end of one stands before a new page."""


class Layout(Struct, frozen=True):
    """Where the sections stand."""

    pages: dict[int, int]
    """The page on which each number begins."""
    count: int
    """How many pages the book has."""
    lengths: Mapping[int | str, float] = field(default_factory=dict)
    """How many pages each section takes, by its number, and each page before and after, by its name."""
    whole: frozenset[int] = frozenset()
    """The numbers of the sections that are never broken in two."""
    last: Mapping[int, int] = field(default_factory=dict)
    """The page on which each number ends, if that is not the one on which it begins."""

    def spreads(self, number: int) -> Spreads:
        """The spreads on which a number begins and ends: pages 2 and 3 are seen together."""
        first = self.pages[number]
        return first // 2, self.last.get(number, first) // 2


def typst() -> ModuleType:
    """The typesetter.

    Raises:
        Unavailable: it is not installed.
    """
    try:
        import typst as found  # noqa: PLC0415 - 80 MB, needed for print only
    except ImportError:
        raise Unavailable("printing needs Typst: pip install typst") from None
    return found


@contextmanager
def _desk(publication: Publication) -> Iterator[Path]:
    """A folder with nothing in it but the source and its images: nothing else can be read from there."""
    with TemporaryDirectory(prefix="gamebook-") as name:
        folder = Path(name)
        files: dict[str, str] = {}
        for number, picture in enumerate(pictures(publication.document)):
            data = publication.image(picture)
            kind = kind_of(data) if data is not None else None
            if data is not None and kind is not None and picture.path not in files:
                files[picture.path] = f"image{number}.{SUFFIXES[kind]}"
                write_bytes(folder / files[picture.path], data)
        text = source(publication.document, preset_of(publication.preset), files, publication.options)
        write_bytes(folder / "main.typ", text.encode())
        yield folder / "main.typ"


@contextmanager
def explained() -> Iterator[None]:
    """Inside, what the typesetter cannot do is an error that says so."""
    try:
        yield
    except typst().TypstError as error:
        raise UsageError(f"the pages cannot be set: {error}") from error


def layout(publication: Publication) -> Layout:
    """Where the sections of a book come to stand."""
    with _desk(publication) as main, explained():
        found = typst().query(str(main), "<where>", field="value", one=True, **_usual(main))
    places, count = json.loads(found)
    pages = {each: int(page) for each, page, _ in places if isinstance(each, int)}
    starts = [page - 1 + down for _, page, down in places]
    ends = [*starts[1:], int(count)]
    lengths = {each: end - start for (each, _, _), start, end in zip(places, starts, ends, strict=True)}
    last = {
        each: ceil(end - EXACT)
        for (each, page, _), end in zip(places, ends, strict=True)
        if isinstance(each, int) and ceil(end - EXACT) > page
    }
    preset = preset_of(publication.preset)
    whole = frozenset(each.number for each in publication.document.sections if is_whole(each, preset))
    return Layout(pages, int(count), lengths, whole, last)


def pdf(publication: Publication) -> bytes:
    """The book as PDF: the same bytes for the same book.

    Where no font has a letter, it is not PDF/UA, which does not allow that; a note of the publication says so.

    Raises:
        UsageError: the book cannot be set.
    """
    try:
        return _compiled(publication, pdf_standards=[STANDARD], timestamp=0)
    except UsageError as error:
        missing = list(dict.fromkeys(_NO_LETTER.findall(getattr(error.__cause__, "diagnostic", ""))))
        if not missing:
            raise
        seen = [letter for letter in missing if not letter.startswith("\\u")]  # nobody sees what joins two letters
        publication.notes.append(
            f"no font on this machine has {few(seen or missing)}: empty boxes are printed, and so the pdf is not"
            " PDF/UA; install a font that has such letters"
        )
        return _compiled(publication, timestamp=0)


def _usual(main: Path) -> dict[str, Any]:
    """Where files are read from; fonts of this machine only for letters that the typesetter's own fonts lack."""
    rare = any("\u0590" <= letter <= "\u1dff" or letter >= "\u2e80" for letter in main.read_text("utf-8"))
    return {"root": str(main.parent), "ignore_system_fonts": not rare}


def _compiled(publication: Publication, **how: Any) -> bytes:
    with _desk(publication) as main, explained():
        found: bytes = typst().compile(str(main), format="pdf", **_usual(main), **how)
    return found
