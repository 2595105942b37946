"""Files that commands read and write directly."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import unified_diff
from io import StringIO
from pathlib import Path

from gamebook.cli.console import fail
from gamebook.files import write_bytes

STREAM = Path("-")
"""In place of a file: stdin, or stdout."""
BOOK_SUFFIX = ".gbk"
NUMBERS_SUFFIX = ".numbers.toml"
NUMBERS_OPTION = "--numbers"
"""The option that names the file of the numbers: what it names may be written anew."""


def read_bytes(path: Path) -> bytes:
    """The content of a file, or of stdin for `-`."""
    return sys.stdin.buffer.read() if path == STREAM else path.read_bytes()


def to_file(output: Path | None) -> Path | None:
    """The file to write; None where the output is printed."""
    return None if output == STREAM else output


def write_text(path: Path, text: str) -> None:
    """`write_bytes`, for text."""
    write_bytes(path, text.encode())


def spare_books(output: Path | None, read: Iterable[Path | str], option: str = "-o") -> None:
    """End the command if what it writes would replace a book, or its numbers.

    Args:
        output: the file to write; None: there is none.
        read: the files of the book; the first is the book itself.
        option: what names the output.
    """
    if output is None or output == STREAM or not output.exists():
        return
    cure = f"choose another name with {option}"
    for count, each in enumerate(read):
        path = Path(each)
        if path.exists() and path.samefile(output):
            fail(f"{output} is {'a file of the book' if count else 'the book itself'}; {cure}")
    if output.name.lower().endswith(NUMBERS_SUFFIX) and option != NUMBERS_OPTION:
        fail(f"{output} keeps the numbers of a book, and would be overwritten; {cure}")
    if output.suffix.lower() == BOOK_SUFFIX:
        fail(f"{output} is a book, and would be overwritten; {cure}")


def diff_text(path: str, before: str, after: str, how: str) -> str:
    """The changes of a file as a patch; `how` names the change in the header of the patch."""
    old, new = (list(StringIO(words, newline="\n")) for words in (before, after))
    lines = unified_diff(old, new, path, f"{path} ({how})")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
