"""The writer's folder: the only files that the studio reads and writes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct, field

from gamebook.errors import UsageError
from gamebook.files import SUFFIX, write_bytes
from gamebook.patterns import pattern
from gamebook.syntax.decode import decode
from gamebook.syntax.limits import MAX_BYTES

MOST_FILES = 500
"""Books and parts that are listed."""
MOST_BYTES = MAX_BYTES
"""Of a file that is opened or saved: a book of 2,000 chapters has one or two million."""
_UNSEEN = pattern(r"\0|\r(?!\n|\Z)")
"""For `check` an error. A part of a line end, alone in a text with line ends of today, is a new line for a page."""
NEW = ""
"""The digest of a file that is not there."""


class NotHereError(UsageError):
    """A name leads out of the folder, or to no file of a book."""


class ChangedOnDiskError(UsageError):
    """A file holds something else than what was loaded, so it is not overwritten."""

    def __init__(self, found: Text) -> None:
        super().__init__("the file has changed on disk")
        self.found = found
        """What it holds now."""


class Text(Struct, frozen=True):
    """What a file holds."""

    text: str
    """With plain line ends."""
    digest: str
    """SHA-256 of its bytes; `NEW` if there is no file."""


class Folder(Struct, frozen=True):
    """A folder and the books in it. Files are named by their path from there, with `/`."""

    root: Path
    """Absolute, links followed."""
    saved: dict[str, str] = field(default_factory=dict)
    """Of each file that a page of this studio has saved, the digest of what it wrote last."""

    def path(self, name: str) -> Path:
        """Where a file lies.

        Raises:
            NotHereError: not below this folder, or it does not end in `.gbk`.
        """
        parts = PurePosixPath(name)
        if (
            not _is_text(name)
            or "\0" in name
            or "\\" in name
            or parts.is_absolute()
            or ".." in parts.parts
            or not parts.parts
        ):
            raise NotHereError(f"{name!r} is not a file of this folder")
        path = self.root / parts
        try:
            inside = path.resolve().is_relative_to(self.root)
        except (OSError, RuntimeError):
            inside = False
        if not inside or path.suffix != SUFFIX or parts.name.startswith("."):
            raise NotHereError(f"{name!r} is not a file of this folder; the studio opens files that end in {SUFFIX}")
        return path

    def name(self, path: str | Path) -> str | None:
        """The name of a file by its path; None if it lies elsewhere."""
        given = Path(path)
        try:
            ways = (given, given.resolve())
        except (OSError, ValueError):  # a zero byte in it, for one
            return None
        for each in ways:
            if each.is_relative_to(self.root):
                return each.relative_to(self.root).as_posix()
        return None

    def names(self) -> list[str]:
        """The books and their parts, in order."""
        found: list[str] = []
        for each in self.walk():
            with suppress(NotHereError):  # no book; or a link that leads elsewhere
                self.path(each)
                found.append(each)
            if len(found) == MOST_FILES:
                break
        return sorted(found)

    def walk(self) -> Iterator[str]:
        """All files, whatever they are, by their path from here."""
        for folder, inner, files in os.walk(self.root):
            inner[:] = sorted(each for each in inner if not each.startswith((".", "node_modules")))
            for file in sorted(files):
                yield (Path(folder) / file).relative_to(self.root).as_posix()

    def read(self, name: str) -> Text:
        """What a file holds; an empty text if it is not there yet.

        Raises:
            NotHereError: as `path`.
            UsageError: it is no text in UTF-8, or too long, or has a sign that cannot be seen.
            OSError: it cannot be read.
        """
        path = self.path(name)
        data = _bytes(path)
        if data is None:
            return Text("", NEW)
        if len(data) > MOST_BYTES:
            raise UsageError(f"{name} has more than {MOST_BYTES // 1_000_000} MB")
        source, findings = decode(name, data)
        if findings or (b"\0" in data and "\0" not in source.text):  # the second: of two bytes a letter
            why = findings[0] if findings else None
            words = f"{why.message}; {why.hint}" if why else "it is not text in UTF-8; save it as UTF-8"
            raise UsageError(f"{name} cannot be edited here: {words}")
        unseen = _UNSEEN.search(source.text)
        if unseen is not None:
            line, sign = source.position(unseen.start()).line, f"U+{ord(unseen[0]):04X}"
            words = f"in line {line} there is an invisible control character ({sign}); delete it in another program"
            raise UsageError(f"{name} cannot be edited here: {words}")
        return Text(plain(source.text), _digest(data))

    def digest(self, name: str) -> str:
        """The digest of what a file holds now."""
        data = _bytes(self.path(name))
        return NEW if data is None else _digest(data)

    def save(self, name: str, text: str, loaded: str) -> str:
        """Write a file.

        Args:
            name: the file.
            text: with plain line ends; the file gets those that most of its lines have.
            loaded: the digest of what the text was made from.

        Returns: the new digest.

        Raises:
            ChangedOnDiskError: the file holds something else by now; nothing was written.
            NotHereError, UsageError, OSError: as `read`; or it cannot be written, or has become too long.
        """
        path, data = self.path(name), _bytes(self.path(name))
        if (NEW if data is None else _digest(data)) != loaded:
            raise ChangedOnDiskError(self.read(name))
        new = _encoded(text, data or b"")
        if len(new) > MOST_BYTES:
            raise UsageError(
                f"{name} would have more than {MOST_BYTES // 1_000_000} MB, and the studio could not open it again"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, new)
        self.saved[path.relative_to(self.root).as_posix()] = digest = _digest(new)
        return digest

    def saved_here(self, name: str, digest: str) -> bool:
        """Whether what a file holds was saved by a page of this studio, and not by another program."""
        return self.saved.get(self.path(name).relative_to(self.root).as_posix()) == digest


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def plain(text: str) -> str:
    """With the line ends of today, and without a mark of the byte order."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _is_text(name: str) -> bool:
    """False where half of a letter stands in it: no file is called so."""
    return name.isascii() or not any("\ud800" <= each <= "\udfff" for each in name)


def _encoded(text: str, before: bytes) -> bytes:
    """A text as bytes, with the line ends that most lines of the file have had, and its mark of the byte order."""
    pairs = before.count(b"\r\n")
    ends = {"\n": before.count(b"\n") - pairs, "\r\n": pairs, "\r": before.count(b"\r") - pairs}
    text = text.replace("\n", max(ends, key=lambda each: ends[each]))
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    return mark + text.encode("utf-8", "replace")
