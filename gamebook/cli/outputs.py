"""Files that commands write, and the one rule for what they may replace.

A file that is not there is written, and so is one that a command wrote before and that nobody has changed since. Any
other file is replaced only with `--force`; a book, its numbers and its pages not even then. What commands wrote is
remembered for each path as a digest, in the user's folder for such things.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from gamebook.caches import read_cached, write_cached
from gamebook.cli.console import fail
from gamebook.cli.files import BOOK_SUFFIX, NO_LETTERS, STREAM
from gamebook.files import followed, write_parts
from gamebook.publish import kept_numbers

if TYPE_CHECKING:
    from gamebook.project import Edition

NUMBERS_OPTION = "--numbers"
"""The option that names the file of the numbers: what it names may be written anew."""
MOST = 2_000
"""Files remembered; those written longest ago are forgotten first."""
_OVER = ", and would be overwritten"
_WRITTEN: dict[Path, bytes] = {}
"""The digest of each file that this process wrote: known also where nothing can be remembered."""


def to_file(output: Path | None) -> Path | None:
    """The file to write; None where the output is printed."""
    return None if output == STREAM else output


def write_output(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file, whole or in parts, and remember that it is ours."""
    write_parts(path, [data] if isinstance(data, bytes) else data)
    _remember(path)


def write_output_text(path: Path, text: str | Iterable[str]) -> None:
    """`write_output`, for text, whole or in parts. What is no letter in the name of a file is written as on stdout."""
    parts = [text] if isinstance(text, str) else text
    write_output(path, (part.encode(errors=NO_LETTERS) for part in parts))


def spare(
    output: Path | None,
    book: Path | None = None,
    edition: Edition | None = None,
    option: str = "-o",
    *,
    force: bool,
    numbers: Path | None = None,
    compared: Path | None = None,
) -> None:
    """End the command if what it writes would replace something else than what a command wrote there before.

    Args:
        output: the file to write; None: there is none.
        book: the book itself; None: there is none.
        edition: what was read of it: none of its files is ever replaced.
        option: what names the output.
        force: whether a file of somebody else may be replaced.
        numbers: where the numbers of the book are kept.
        compared: a file that the command reads to compare the book with: only `force` replaces it.
    """
    if output is None or output == STREAM:
        return
    read = [each for each in (book, *(edition.sources if edition else ()), numbers) if each is not None]
    spare_books(output, read, option)
    place = followed(output)
    if compared is not None and _same(compared, place) and not force:
        cure = f"choose another name with {option}, or overwrite it with --force"
        fail(f"{output} is what the book is compared with; {cure}")
    known, kept = _known(place), _holds_something(place)
    if kept and _digest(place) in known:
        return
    if book is not None and edition is not None and place.exists():
        spare_pages(output, edition, option)
    if kept and not force:
        what = "has changed since gamebook wrote it" if known else "already exists"
        fail(f"{output} {what}; choose another name with {option}, or overwrite it with --force")


def spare_books(output: Path, read: Iterable[Path | str], option: str = "-o") -> None:
    """End the command if what it writes would replace a book or its numbers, or would have the name of such a file.

    Args:
        output: the file to write.
        read: the files of the book; the first is the book itself.
        option: what names the output.
    """
    if output == STREAM:
        return
    place = followed(output)  # as it will be written: the system finds no folder/../book.gbk without the folder
    advice = f"choose another name with {option}"
    if place.is_dir():
        fail(f"{output} is a folder; name a file with {option}")
    for count, each in enumerate(read):
        if _same(Path(each), place):
            fail(f"{output} is {'a file of the book' if count else 'the book itself'}; {advice}")
    there = place.exists()
    if place.name.lower().endswith(kept_numbers.SUFFIX) and option != NUMBERS_OPTION:
        fail(
            f"{output} {'keeps' if there else 'is a name for'} the numbers of a book{_OVER if there else ''}; {advice}"
        )
    if place.suffix.lower() == BOOK_SUFFIX:
        fail(f"{output} is {'a book' if there else 'a name for a book'}{_OVER if there else ''}; {advice}")


def spare_pages(output: Path, edition: Edition, option: str) -> None:
    """End the command if what it writes would replace a page or a picture of the book. Arguments: as for `spare`."""
    from gamebook.publish.belongings import pages_and_pictures

    for path, what in pages_and_pictures(edition).items():
        if _same(path, followed(output)):
            fail(f"{output} is {what}; choose another name with {option}")


def spare_source(target: Path, source: Path) -> None:
    """End the command if the book that it writes would replace what it is made of."""
    place, origin = followed(target), followed(source)
    inside = origin.is_dir() and place.is_relative_to(origin) and place.suffix.lower() != BOOK_SUFFIX
    if target != STREAM and place.exists() and (inside or _same(origin, place)):
        fail(f"{target} is what is imported; choose another name with -o")


def must_be_new(path: Path, advice: str = "name a file with -o", *, force: bool) -> None:
    """End the command if there is a file already that an author goes on writing: a new book takes the place of none.

    Args:
        path: the file to write.
        advice: what to do where this is a folder.
        force: whether a file may be replaced.
    """
    if path == STREAM:
        return
    place = followed(path)
    if place.is_dir():
        fail(f"{path} is a folder; {advice}")
    if place.exists() and not force:
        fail(f"{path} already exists; --force overwrites it")


def must_differ(outputs: Iterable[tuple[str, Path | None]]) -> None:
    """End the command if two options name the same file to write."""
    named: dict[Path, str] = {}
    for option, path in outputs:
        if path is not None and path != STREAM:
            other = named.setdefault(followed(path), option)
            if other != option:
                fail(f"{other} and {option} name the same file, {path}; choose two names")


def _same(path: Path, place: Path) -> bool:
    return path.exists() and place.exists() and path.samefile(place)


def _holds_something(path: Path) -> bool:
    """Whether there is a file with something in it; a device or an empty file has nothing to lose."""
    return path.is_file() and path.stat().st_size > 0


# ---- what was written -----------------------------------------------------------------------------------------


def _remember(path: Path) -> None:
    place = followed(path)
    if not place.is_file():
        return
    record, _WRITTEN[place] = _record(place), _digest(place)
    with suppress(OSError):
        write_cached(record, _WRITTEN[place])
        records = sorted(record.parent.iterdir(), key=lambda each: each.stat().st_mtime)
        for old in records[:-MOST]:
            old.unlink(missing_ok=True)


def _known(place: Path) -> set[bytes]:
    """The digests of what commands wrote there last."""
    return {each for each in (_WRITTEN.get(place), read_cached(_record(place))) if each is not None}


def _record(place: Path) -> Path:
    """Where it stands what was written to a place."""
    name = hashlib.sha256(str(place).encode(errors="surrogateescape")).hexdigest()[:32]
    return user_state_path("gamebook", appauthor=False) / "written" / name


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
