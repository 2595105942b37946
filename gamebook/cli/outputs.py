"""Files that commands write, and the one rule for what they may replace.

A file that is not there is written, and so is one that a command wrote before and that nobody has changed since. Any
other file is replaced only with `--force`; a book, its numbers and its pages not even then. What commands wrote is
remembered for each path as a digest, in the user's folder for such things.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

from gamebook.caches import read_cached, write_cached
from gamebook.cli.console import fail
from gamebook.cli.files import BOOK_SUFFIX, STREAM
from gamebook.files import write_parts

NUMBERS_SUFFIX = ".numbers.toml"
NUMBERS_OPTION = "--numbers"
"""The option that names the file of the numbers: what it names may be written anew."""
MOST = 2_000
"""Files remembered; those written longest ago are forgotten first."""


def to_file(output: Path | None) -> Path | None:
    """The file to write; None where the output is printed."""
    return None if output == STREAM else output


def write_output(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file, whole or in parts, and remember that it is ours."""
    write_parts(path, [data] if isinstance(data, bytes) else data)
    _remember(path)


def write_output_text(path: Path, text: str) -> None:
    """`write_output`, for text."""
    write_output(path, text.encode())


def spare(
    output: Path | None,
    read: Iterable[Path | str] = (),
    option: str = "-o",
    *,
    force: bool,
    pages: Mapping[Path, str] | None = None,
) -> None:
    """End the command if what it writes would replace something else than what a command wrote there before.

    Args:
        output: the file to write; None: there is none.
        read: the files of the book; the first is the book itself.
        option: what names the output.
        force: whether a file of somebody else may be replaced.
        pages: other files that belong to the book, which are never replaced; and what each of them is.
    """
    spare_books(output, read, option, pages)
    if output is None or force or not _holds_something(output):
        return
    known = read_cached(_record(output))
    if known != _digest(output):
        what = "already exists" if known is None else "has changed since gamebook wrote it"
        fail(f"{output} {what}; choose another name with {option}, or overwrite it with --force")


def spare_books(
    output: Path | None, read: Iterable[Path | str], option: str = "-o", pages: Mapping[Path, str] | None = None
) -> None:
    """End the command if what it writes would replace a book, its numbers or its pages. Arguments: as for `spare`."""
    if output is None or output == STREAM or not output.exists():
        return
    cure = f"choose another name with {option}"
    parts = [(Path(each), "a file of the book" if count else "the book itself") for count, each in enumerate(read)]
    for path, what in (*parts, *(pages or {}).items()):
        if path.exists() and path.samefile(output):
            fail(f"{output} is {what}; {cure}")
    if output.name.lower().endswith(NUMBERS_SUFFIX) and option != NUMBERS_OPTION:
        fail(f"{output} keeps the numbers of a book, and would be overwritten; {cure}")
    if output.suffix.lower() == BOOK_SUFFIX:
        fail(f"{output} is a book, and would be overwritten; {cure}")


def must_be_new(path: Path, *, force: bool) -> None:
    """End the command if there is a file already that an author goes on writing: a new book takes the place of none."""
    if path != STREAM and path.exists() and not force:
        fail(f"{path} already exists; --force overwrites it")


def _holds_something(path: Path) -> bool:
    """Whether there is a file with something in it; a device or an empty file has nothing to lose."""
    return path.is_file() and path.stat().st_size > 0


# ---- what was written -----------------------------------------------------------------------------------------


def _remember(path: Path) -> None:
    if not path.is_file():
        return
    record = _record(path)
    with suppress(OSError):
        write_cached(record, _digest(path))
        records = sorted(record.parent.iterdir(), key=lambda each: each.stat().st_mtime)
        for old in records[:-MOST]:
            old.unlink(missing_ok=True)


def _record(path: Path) -> Path:
    """Where it stands what was written to a path."""
    name = hashlib.sha256(str(path.resolve()).encode(errors="surrogateescape")).hexdigest()[:32]
    return user_state_path("gamebook", appauthor=False) / "written" / name


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
