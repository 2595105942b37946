"""Books kept on disk as they were read, so that one that has not changed is not read again.

A book is kept with a digest of every file that was looked at while it was read, those that were not there included (a
writer's own rule system would come before a shipped one), and under a name that changes with this package's own files.
So what is found is what reading would give. `docs/decisions/books-kept-on-disk.md` tells why, and what it costs.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from gamebook.caches import cache_folder, read_cached, write_cached
from gamebook.diagnostics import Diagnostic
from gamebook.files import DISK, UNFINISHED, Files, Seen, look
from gamebook.model.book import Book
from gamebook.resources import PACKAGE, resource_folder
from gamebook.source import Source

OFF = "GAMEBOOK_NO_CACHE"
"""With this set in the environment no book is kept, and none that was is used."""
ROOM = 64 << 20
"""Bytes of books kept; the least recently used are deleted first."""
STALE = 3600.0
"""Seconds after which a file half written is taken for given up."""
SUFFIX = ".book"
READ = (".py", ".lark", ".gbk")
"""Files on which a reading may depend."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A book without errors, as it was read."""

    book: Book
    """With its modes carried out."""
    findings: tuple[Diagnostic, ...]
    """The findings that need no solving."""
    sources: Mapping[str, Source]
    """Its files, by path."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which reading of which book is wanted."""

    path: Path
    settings: Mapping[str, int]
    mode: str | None

    @property
    def name(self) -> str:
        """What it is kept as: the same name for the same file, read by the same program in the same way."""
        words = (
            [str(each) for each in (self.path, self.path.resolve(), self.path.parent.resolve())],
            sorted(self.settings.items()),
            self.mode,
            stamp(),
        )
        return hashlib.sha256(repr(words).encode()).hexdigest()[:32] + SUFFIX

    @property
    def usable(self) -> bool:
        """Whether books are kept at all, and this one has a file that can be looked at twice (a pipe cannot)."""
        return not os.environ.get(OFF) and self.path.is_file()


def load_kept(wish: Wish, files: Files = DISK) -> Kept | None:
    """The book, if it is kept and none of its files has changed since; whatever else is the matter, None."""
    if not wish.usable:
        return None
    path = _folder() / wish.name
    content = read_cached(path)
    if content is None:
        return None
    try:
        seen, kept = pickle.loads(content)  # noqa: S301 - only we can have written it
        if any(look(each.path, files)[0] != each for each in seen):
            return None
        os.utime(path)
    except Exception:  # noqa: BLE001 - the book can always be read anew
        return None
    return kept if isinstance(kept, Kept) else None


def write_kept(wish: Wish, kept: Kept, files: tuple[Seen, ...]) -> None:
    """Keep a book, whole or not at all; where that is not possible, do without.

    Args:
        wish: the key of the book.
        kept: what reading gave.
        files: every file that was looked at for it, as it was then.
    """
    if not wish.usable:
        return
    content = pickle.dumps((files, kept), pickle.HIGHEST_PROTOCOL)
    if len(content) > ROOM:
        return
    folder = _folder()
    write_cached(folder / wish.name, content)
    with suppress(OSError):
        _make_way(folder)


@cache
def stamp() -> str:
    """A digest of all that a reading depends on besides the book: this package's files, Python, what it builds on."""
    found = hashlib.sha256(repr((sys.version_info, version("msgspec"), version("lark"))).encode())
    folders = (PACKAGE, resource_folder("grammars"), resource_folder("systems"))
    for folder in dict.fromkeys(folders):
        for path in sorted(_files(str(folder))):
            found.update(f"{path[len(str(folder)) :]}\0".encode())
            with open(path, "rb") as file:  # noqa: PTH123 - each command does this for hundreds of files
                found.update(hashlib.sha256(file.read()).digest())
    return found.hexdigest()


def _files(folder: str) -> Iterator[str]:
    """The files in a folder, and in those inside it, on which a reading may depend. `Path.rglob` takes longer."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(READ):
                yield entry.path


def _folder() -> Path:
    return cache_folder() / "books"


def _make_way(folder: Path) -> None:
    """Delete the least recently used files until the rest has room, and files that were never finished."""
    now, total = time.time(), 0
    found = [(path.stat(), path) for path in folder.iterdir() if path.suffix in (SUFFIX, UNFINISHED)]
    for status, path in sorted(found, key=lambda each: each[0].st_mtime, reverse=True):
        given_up = path.suffix == UNFINISHED and now - status.st_mtime > STALE
        total += status.st_size
        if given_up or (path.suffix == SUFFIX and total > ROOM):
            path.unlink(missing_ok=True)
