"""Books kept on disk as they were read: one that has not changed is not read again, of another only what has changed.

A book is kept with a digest of every file that was looked at while it was read, those that were not there included (a
writer's own rule system would come before a shipped one), and under a name that changes with this package's own files.
So what is found is what reading would give. Beside it are kept its pieces: what each stretch of its text says, and
what each chapter means. `docs/decisions/books-kept-on-disk.md` tells why, and what it costs.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack

from gamebook.caches import cache_folder, read_cached, write_cached
from gamebook.diagnostics import Diagnostic
from gamebook.files import DISK, UNFINISHED, Files, Seen, look
from gamebook.lazy import LazyStruct
from gamebook.model.book import Book
from gamebook.resources import PACKAGE, resource_folder
from gamebook.source import Source

if TYPE_CHECKING:  # what reads is imported when something is read
    from gamebook.resolve.meant import Known as Meanings
    from gamebook.syntax.parse import Known as Texts

OFF = "GAMEBOOK_NO_CACHE"
"""With this set in the environment no book is kept, and none that was is used."""
ROOM = 64 << 20
"""Bytes of books kept, when a new one comes; the least recently used are deleted first."""
STALE = 3600.0
"""Seconds after which a file half written is taken for given up."""
SUFFIX = ".book"
PIECES_SUFFIX = ".pieces"
READ = (".py", ".lark", ".gbk")
"""Files on which a reading may depend."""
ABOVE = frozenset({"cli", "fights", "interop", "lsp", "publish", "studio", "sweep", "verbs"})
"""Packages on the floors above this one: nothing that reads a book imports them."""
BUILT_ON = ("msgspec", "lark")
"""Libraries on which it depends."""


class Kept(Struct, frozen=True, dict=True):
    """A book without errors, as it was read."""

    findings: tuple[Diagnostic, ...]
    """The findings that need no solving."""
    sources: Mapping[str, Source]
    """Its files, by path."""
    written: bytes
    """The book as MessagePack, which takes a tenth of the time of a pickle to write, and a fifth to read."""

    @classmethod
    def of(cls, book: Book, findings: tuple[Diagnostic, ...], sources: Mapping[str, Source]) -> Kept | None:
        """What to keep of a book, with its modes carried out; None if a number in it is too large for that."""
        try:
            return cls(findings, sources, msgpack.encode(book))
        except (OverflowError, RecursionError, UnicodeError):
            return None

    @cached_property
    def book(self) -> Book:
        """The book, with its modes carried out; findings are shown without it."""
        return msgpack.decode(self.written, type=Book)


class Pieces(LazyStruct, frozen=True):
    """What was read of a book, piece by piece, so that after an edit only what it touches is read again."""

    texts: Mapping[str, Texts]
    """What the stretches of text in each file say, by its path."""
    meanings: Meanings
    """What the chapters mean."""

    def missing(self, later: Pieces) -> float:
        """Which share of a later version is not here."""
        texts = [text in self.texts.get(path, {}) for path, known in later.texts.items() for text in known]
        chapters = [
            meant is self.meanings[reading].chapters.get(name) if reading in self.meanings else False
            for reading, known in later.meanings.items()
            for name, meant in known.chapters.items()
        ]
        known = [*texts, *chapters]
        return known.count(False) / max(1, len(known))


class Wish(Struct, frozen=True):
    """Which reading of which book is wanted."""

    path: Path
    settings: Mapping[str, int]
    mode: str | None

    @property
    def name(self) -> str:
        """What it is kept as: the same name for the same file, read by the same program in the same way."""
        return _digest(self._where, sorted(self.settings.items()), self.mode, stamp()) + SUFFIX

    @property
    def pieces_name(self) -> str:
        """What its pieces are kept as: they are the same for all settings and modes, or see for themselves."""
        return _digest(self._where, stamp()) + PIECES_SUFFIX

    @property
    def _where(self) -> list[str]:
        return [str(self.path), *(DISK.place(str(each)) for each in (self.path, self.path.parent))]

    @property
    def usable(self) -> bool:
        """Whether books are kept at all, and this one has a file that can be looked at twice (a pipe cannot)."""
        return not os.environ.get(OFF) and self.path.is_file()


def load_kept(wish: Wish, files: Files = DISK) -> Kept | None:
    """The book, if it is kept and none of its files has changed since; whatever else is the matter, None."""
    path = _folder() / wish.name
    content = read_cached(path) if wish.usable else None
    if content is None:
        return None
    try:
        both = io.BytesIO(content)
        seen = pickle.load(both)  # noqa: S301 - only we can have written it
        if any(look(each.path, files)[0] != each for each in seen):
            return None
        kept = pickle.load(both)  # noqa: S301
        os.utime(path)
    except Exception:  # noqa: BLE001 - the book can always be read again
        return None
    return kept if isinstance(kept, Kept) else None


def write_kept(wish: Wish, kept: Kept | None, files: tuple[Seen, ...]) -> None:
    """Keep a book, whole or not at all; where that is not possible, do without.

    Args:
        wish: the key of the book.
        kept: what reading gave; None is not kept.
        files: every file that was looked at for it, as it was then.
    """
    if kept is not None:
        _write(wish, wish.name, files, kept)


def load_pieces(wish: Wish) -> Pieces | None:
    """What was last read of a book, in whichever version; None where nothing is kept."""
    path = _folder() / wish.pieces_name
    content = read_cached(path) if wish.usable else None
    if content is None:
        return None
    try:
        pieces = pickle.loads(content)  # noqa: S301 - only we can have written it
        os.utime(path)
    except Exception:  # noqa: BLE001 - the book can always be read again
        return None
    return pieces if isinstance(pieces, Pieces) else None


def write_pieces(wish: Wish, pieces: Pieces) -> None:
    """Keep what was read of a book in place of what was read of it before; where that is not possible, do without."""
    _write(wish, wish.pieces_name, pieces)


def _write(wish: Wish, name: str, *contents: object) -> None:
    if not wish.usable:
        return
    content = b"".join(pickle.dumps(each, pickle.HIGHEST_PROTOCOL) for each in contents)
    if len(content) > ROOM:
        return
    folder = _folder()
    is_new = not (folder / name).exists()
    write_cached(folder / name, content)
    if is_new:  # after an edit a book takes the place of its earlier version: no need to look at thousands of files
        with suppress(OSError):
            _make_way(folder)


@cache
def stamp() -> str:
    """A digest of all that a reading depends on besides the book: files of this package, Python, what it builds on.

    A file has changed if its size or one of its times has changed. Python looks at the same to see whether a module has
    changed since it was compiled. To read them all takes each command 6 ms longer.
    """
    folders = dict.fromkeys(map(str, (PACKAGE, resource_folder("grammars"), resource_folder("systems"))))
    files = sorted(each for folder in folders for each in _files(folder))
    return _digest(tuple(sys.version_info), *map(_installed, BUILT_ON), *files)


def _installed(library: str) -> tuple[str, int] | None:
    """Where a library is, and since when: another version has another time. `importlib.metadata` takes 10 ms longer."""
    spec = find_spec(library)
    return (spec.origin, os.stat(spec.origin).st_mtime_ns) if spec and spec.origin else None  # noqa: PTH116 - see `_files`


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    """The files in a folder, and in those inside it, on which a reading may depend. `Path.rglob` takes longer.

    Each with its size, when it was last written, and when anything of it last changed, which nobody can set back.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in ABOVE:
                    yield from _files(entry.path)
            elif entry.name.endswith(READ):
                now = entry.stat()
                yield entry.path, now.st_size, now.st_mtime_ns, now.st_ctime_ns


def _digest(*words: object) -> str:
    return hashlib.sha256(repr(words).encode()).hexdigest()[:32]


def _folder() -> Path:
    return cache_folder() / "books"


def _make_way(folder: Path) -> None:
    """Delete the least recently used files until the rest has room, and files that were never finished."""
    now, total, ours = time.time(), 0, (SUFFIX, PIECES_SUFFIX, UNFINISHED)
    with os.scandir(folder) as entries:  # thousands of files may be there, and `Path` takes three times as long
        found = [(entry.stat(), entry.path) for entry in entries if entry.name.endswith(ours)]
    for status, path in sorted(found, key=lambda each: each[0].st_mtime, reverse=True):
        unfinished = path.endswith(UNFINISHED)
        total += status.st_size
        if (now - status.st_mtime > STALE) if unfinished else (total > ROOM):
            Path(path).unlink(missing_ok=True)
