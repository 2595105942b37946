"""The file that keeps the number of each chapter from build to build."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from gamebook.diagnostics import Edit
from gamebook.errors import UsageError
from gamebook.files import load_text, not_text, write_bytes
from gamebook.source import Source
from gamebook.syntax.limits import MAX_PRINTED

SUFFIX = ".numbers.toml"
"""How the name of the file ends."""
_HEAD = """# The numbers of the chapters of {title}: `gamebook publish` prints them.
# Keep this file with the book, and a chapter keeps its number from build to build. `gamebook number` with --keep or
# --shuffle writes it anew, without any other comment.

[numbers]
"""


def file_of(book: Path) -> Path:
    """Where the numbers of a book are kept: `book.numbers.toml`, beside it."""
    return book.parent / f"{book.stem}{SUFFIX}"


def load_table(path: Path) -> dict[str, object] | None:
    """What a file keeps as numbers of chapters; None if there is no such file.

    Raises:
        UsageError: the file is there, and is none of numbers.
    """
    import tomllib  # noqa: PLC0415 - each command would wait 3 ms for it

    try:
        data = tomllib.loads(load_text(path))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {not_text(error)}") from error
    except (OSError, tomllib.TOMLDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{path} cannot be read: {why}; `gamebook number --shuffle --force` writes a new one"
        ) from error
    table = data.get("numbers")
    if not isinstance(table, dict):
        raise UsageError(
            f"{path}: the table [numbers] is missing; `gamebook number --shuffle --force` writes a new one"
        )
    return table


def load_numbers(path: Path) -> dict[str, int] | None:
    """The numbers that were kept; None if there is no such file.

    Raises:
        UsageError: the file is there, and does not hold numbers of chapters.
    """
    table = load_table(path)
    if table is None:
        return None
    found: dict[str, int] = {}
    owner: dict[int, str] = {}
    for name, number in table.items():
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_PRINTED:
            raise UsageError(f"{path}: {name} = {number!r} is not a number from 1 to {MAX_PRINTED:,}")
        if number in owner:
            raise UsageError(f"{path}: {owner[number]} and {name} both have the number {number}; change one of them")
        owner[number] = name
        found[name] = number
    return found


def write_numbers(path: Path, title: str, numbers: Mapping[str, int]) -> None:
    """Keep the numbers of a book, in their order."""
    lines = [f'"{name}" = {number}\n' for name, number in sorted(numbers.items(), key=lambda each: each[1])]
    words = " ".join(title.split()) or "this book"
    write_bytes(path, (_HEAD.format(title=words) + "".join(lines)).encode())


def renamed(source: Source, before: str, after: str) -> tuple[Edit, ...]:
    """The edits of a file of numbers with which a chapter keeps its number under another name.

    A number that was kept for the new name is dropped: no chapter had that name.
    """
    old, new = _entry(source.text, before), _entry(source.text, after)
    if old is None:
        return ()
    dropped = () if new is None else (Edit(source.span(*new.span("line")), ""),)
    return (Edit(source.span(*old.span("name")), f'"{after}"'), *dropped)


def _entry(text: str, name: str) -> re.Match[str] | None:
    """Where the number of a chapter stands: its `line` and its `name`, with quotation marks or without."""
    head = re.search(r"^[ \t]*\[numbers\]", text, re.MULTILINE)
    entry = re.compile(
        rf"^(?P<line>[ \t]*(?P<name>(?P<mark>[\"']?){re.escape(name)}(?P=mark))[ \t]*=.*(?:\n|\Z))", re.MULTILINE
    )
    return None if head is None else entry.search(text, head.end())
