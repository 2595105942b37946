"""Files that commands read and write directly."""

from __future__ import annotations

import sys
from difflib import unified_diff
from io import StringIO
from pathlib import Path

from gamebook.files import MOST_BYTES, first_bytes, write_bytes

STREAM = Path("-")
"""In place of a file: stdin, or stdout."""
BOOK_SUFFIX = ".gbk"
NO_LETTERS = "backslashreplace"
"""How text is written that has what is no letter: Python makes it of a byte of a file's name that is not UTF-8."""


def read_bytes(path: Path) -> bytes:
    """The content of a file, or of stdin for `-`, as far as books are read: what is longer is too long for a book.

    Raises:
        OSError: it cannot be read.
    """
    return sys.stdin.buffer.read(MOST_BYTES) if path == STREAM else first_bytes(path)


def write_text(path: Path, text: str) -> None:
    """`write_bytes`, for text."""
    write_bytes(path, text.encode())


NOW_UTF8 = "it is UTF-8 text now"
"""The message about a file that was text in UTF-16 or UTF-32 and was changed; no letter of it is lost."""


def diff_text(path: str, before: str, after: str, how: str) -> str:
    """The changes of a file as a patch; `how` names the change in the header of the patch."""
    old, new = (list(StringIO(words, newline="\n")) for words in (before, after))
    lines = unified_diff(old, new, path, f"{path} ({how})")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
