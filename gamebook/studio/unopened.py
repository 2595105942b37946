"""The files of open books that are not open themselves: another program, or another page, may change them."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress

from msgspec import Struct, field

from gamebook.files import DISK
from gamebook.lsp.books import Books
from gamebook.studio.folder import NEW

_Mark = tuple[int, int, int] | None
"""What tells without reading that a file may have changed; None where there is no file."""


class Unopened(Struct):
    """What a page reads of its books beside the texts that it has open."""

    books: Books
    _marks: dict[str, tuple[str, _Mark]] = field(default_factory=dict)
    """Of each file, by path: the digest of what the book was read from, and the mark at the last look."""
    _glimpsed: dict[str, str] = field(default_factory=dict)
    """Of a file that has changed, the digest at the last look."""

    def paths(self) -> list[str]:
        """The files of all open books, those included that are not there, without those that are open."""
        return list(self._read())

    def look(self) -> list[str]:
        """The files that have changed on disk since the books were read; the books read them again.

        The page hears of a change when two looks have found the same: at the first, a file may be half written.
        """
        found = []
        for path, read in self._read().items():
            mark = _mark(path)
            if self._marks.get(path) == (read, mark):
                continue
            now = _digest(path)
            if now != read:
                if self._glimpsed.get(path) != now:
                    self._glimpsed[path] = now
                    continue
                found.append(path)
            self._glimpsed.pop(path, None)
            self._marks[path] = read, mark
        for path in found:
            self.books.changed(path)
        return found

    def _read(self) -> dict[str, str]:
        """The digest that each file had when its book was read."""
        opened = {DISK.place(path) for path in self.books.open}
        seen = [each for project in self.books.projects.values() for each in project.edition().loaded.seen]
        return {each.path: each.digest or NEW for each in seen if each.place not in opened}


def _mark(path: str) -> _Mark:
    with suppress(OSError, ValueError):
        found = os.stat(path)  # noqa: PTH116 - a look each half second at each file of a book
        return found.st_mtime_ns, found.st_size, found.st_ino
    return None


def _digest(path: str) -> str:
    data = DISK.read(path)
    return NEW if data is None else hashlib.sha256(data).hexdigest()
