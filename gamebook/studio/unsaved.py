"""What is not saved: each page keeps it in a side file of its own, so that it survives a crash.

The side file of `moat.gbk` is `.moat.gbk.unsaved`; if there is one already, `.moat.gbk.2.unsaved`, and so on. A page
that is open holds its side files; when it is gone, whatever ended it, the next page that opens the book is offered
them. They stay until somebody takes them or drops them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from msgspec import Struct, field

from gamebook.files import PRIVATE, write_bytes
from gamebook.files import SUFFIX as BOOK
from gamebook.studio.folder import Folder, NotHereError, plain

SUFFIX = ".unsaved"
"""How the name of a side file ends."""


class Left(Struct, frozen=True):
    """What a page that is gone has not saved."""

    side: str
    """The name of its side file."""
    text: str
    """With plain line ends."""
    time: float
    """When it was written: seconds since 1970."""


class Unsaved(Struct):
    """The side files of one page."""

    folder: Folder
    _own: dict[str, Path] = field(default_factory=dict)
    """By the name of the book's file."""
    _made: dict[str, list[Path]] = field(default_factory=dict)
    """By the same name, the folders that were made for its side file, the innermost first."""

    def keep(self, name: str, text: str) -> str | None:
        """Write what is not saved to the side file, which nobody else may read: the book may be private, too.

        A new file may lie in a folder that is not there yet; it is made, and removed again if nothing stays in it.

        Returns: the name of the side file; None if there is nothing to be kept.

        Raises:
            NotHereError: as `Folder.path`.
            OSError: it cannot be written.
        """
        path = self.folder.path(name)
        if not text and not path.exists():  # nothing of a new file is written yet
            self.forget(name)
            return None
        if not path.parent.is_dir():
            self._made[name] = [each for each in path.parents if not each.exists()]
            path.parent.mkdir(parents=True)
        side = self._own.get(name) or _free(path)
        write_bytes(side, text.encode("utf-8", "replace"), PRIVATE)
        self._own[name] = side
        _hold(side)
        return side.name

    def take_up(self, name: str, side: str) -> None:
        """Go on with the side file that this page had before its connection broke, if nobody has it now."""
        if name not in self._own:
            path = self._side(name, side)
            if path.exists() and not _is_held(path):
                self._own[name] = path
                _hold(path)

    def forget(self, name: str) -> None:
        """The text is saved or given up: remove the side file of this page."""
        side = self._own.pop(name, None)
        if side is not None:
            _release(side)
            _remove(side)
        with suppress(OSError):  # until one is not empty
            for folder in self._made.pop(name, ()):
                folder.rmdir()

    def leave(self) -> None:
        """The page is gone: from now on its side files are offered."""
        for side in self._own.values():
            _release(side)
        self._own.clear()
        self._made.clear()

    def left(self, name: str) -> list[Left]:
        """What pages that are gone have not saved of a file, the oldest first.

        A side file that says nothing new is removed.

        Raises:
            NotHereError, UsageError, OSError: as `Folder.read`.
        """
        path, found = self.folder.path(name), []
        for side in _sides(path):
            if _is_held(side):
                continue
            with suppress(OSError):  # it may be gone by now, or belong to somebody else
                text = plain(side.read_bytes().decode("utf-8", "replace"))
                if text == self.folder.read(name).text:
                    _remove(side)
                else:
                    found.append(Left(side.name, text, side.stat().st_mtime))
        return sorted(found, key=lambda each: (each.time, each.side))

    def unwritten(self) -> list[str]:
        """Files that are not there, but for what some page has not saved of them."""
        names = (_SIDE.sub(r"\1", each) for each in self.folder.walk() if _SIDE.search(each))
        return sorted({name for name in names if not (self.folder.root / name).exists()})

    def drop(self, name: str, side: str) -> None:
        """Remove what a page that is gone has left.

        Raises:
            NotHereError: this is no side file of the file.
        """
        path = self._side(name, side)
        if not _is_held(path):
            _remove(path)

    def _side(self, name: str, side: str) -> Path:
        path = self.folder.path(name)
        if not _pattern(path).fullmatch(side):
            raise NotHereError(f"{side!r} is no side file of {name}")
        return path.with_name(side)


def _pattern(path: Path) -> re.Pattern[str]:
    return re.compile(rf"\.{re.escape(path.name)}(\.\d+)?{re.escape(SUFFIX)}")


_SIDE = re.compile(rf"(?<![^/])\.([^/]+{re.escape(BOOK)})(?:\.\d+)?{re.escape(SUFFIX)}$")
"""The name of a side file, at the end of a path."""


def _sides(path: Path) -> Iterator[Path]:
    """The side files of a file, of whatever page."""
    pattern = _pattern(path)
    with suppress(OSError):
        for each in sorted(path.parent.iterdir()):
            if pattern.fullmatch(each.name):
                yield each


def _free(path: Path) -> Path:
    """A side file that is not there yet."""
    names = (f".{path.name}{f'.{number}' if number > 1 else ''}{SUFFIX}" for number in count(1))
    return next(side for name in names if not (side := path.with_name(name)).exists())


def _remove(side: Path) -> None:
    with suppress(OSError):
        side.unlink(missing_ok=True)


# ---- who holds a side file ---------------------------------------------------------------------------------------

_HELD: dict[Path, int | None] = {}
"""By pages of this process, with the lock that tells other processes so."""


def _hold(side: Path) -> None:
    before = _HELD.get(side)
    _HELD[side] = _lock(side)
    _unlock(before)


def _release(side: Path) -> None:
    _unlock(_HELD.pop(side, None))


def _is_held(side: Path) -> bool:
    return side in _HELD or _is_locked(side)


def _unlock(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


if sys.platform == "win32":

    def _lock(_: Path) -> int | None:
        """No lock: a file that is open could not be replaced there."""
        return None

    def _is_locked(_: Path) -> bool:
        return False

else:
    import fcntl

    def _lock(side: Path) -> int | None:
        """Lock a file for as long as this process lives; the system takes the lock away however it ends."""
        with suppress(OSError):
            opened = os.open(side, os.O_RDWR)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX)
            except OSError:  # a disk that knows no locks
                os.close(opened)
                raise
            return opened
        return None

    def _is_locked(side: Path) -> bool:
        """Whether another process holds it. Two may ask at the same time: a lock that is shared is in nobody's way."""
        with suppress(OSError):
            opened = os.open(side, os.O_RDONLY)
            try:
                fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            finally:
                os.close(opened)
        return False
