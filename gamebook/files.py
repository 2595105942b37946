"""Where the text of a book comes from: the disk, an editor's buffers, a dictionary, a zip.

A book and what it includes are read through `Files`, and through nothing else.
"""

from __future__ import annotations

import errno
import hashlib
import os
import posixpath
import select
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct, field

from gamebook.letters import together

SUFFIX = ".gbk"
"""How the names of a book's files end."""
MOST_BYTES = 20_000_004
"""Bytes of a file that are read: more than the longest book has, also with four bytes for each letter."""


_A_MOMENT = 0.5
"""Seconds in which a program that wants to write into a pipe has begun."""


def first_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """What a file holds that a user named, up to a limit: a device such as `/dev/zero` has no end.

    Raises:
        OSError: it cannot be read, or is a pipe into which no program writes.
    """
    if path.is_fifo():
        return _of_pipe(path, most)
    with path.open("rb") as file:
        return file.read(most)


def _of_pipe(path: Path, most: int) -> bytes:
    """`first_bytes` of a pipe, which would wait for a program that writes into it, if need be for ever."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(file, "rb") as stream:
        begun = b""
        if not select.select([file], [], [], _A_MOMENT)[0]:
            with suppress(BlockingIOError):  # a program has opened it, and takes its time
                begun = os.read(file, 1)
                if not begun:
                    raise OSError(errno.ENXIO, "it is a pipe, and no program writes into it", str(path))
        os.set_blocking(file, True)
        return begun + stream.read(most - len(begun))


def load_bytes(path: Path) -> bytes:
    """What a file holds that a user named.

    Raises:
        OSError: it cannot be read, or has more than `MOST_BYTES`.
    """
    data = first_bytes(path, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it has more than {MOST_BYTES:,} bytes and is not read", str(path))
    return data


def load_text(path: Path) -> str:
    """`load_bytes`, for text.

    Raises:
        UnicodeDecodeError: it is not UTF-8 text.
    """
    return load_bytes(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def followed(path: Path) -> Path:
    """The absolute path of a file, links followed; there need be no such file.

    Raises:
        OSError: the links lead in a circle. (`Path.resolve` raises another error, or none, as Python's version has it.)
    """
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
    return path.resolve()


@runtime_checkable
class Files(Protocol):
    """A place that files are read from. Paths are strings, as the user wrote them."""

    def read(self, path: str) -> bytes | None:
        """What a file holds; None where it cannot be read."""

    def place(self, path: str) -> str:
        """The one absolute name of a file: two paths that lead to the same file have the same place."""

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the files in a folder; empty where it cannot be looked into."""


class Disk:
    """The files of this machine."""

    def read(self, path: str) -> bytes | None:
        """What a file holds, up to `MOST_BYTES`; None where it cannot be read."""
        try:
            return first_bytes(Path(path))
        except (OSError, ValueError):
            return None

    def place(self, path: str) -> str:
        """The absolute path, links followed as far as they lead somewhere."""
        try:
            return os.path.realpath(path)
        except (OSError, ValueError):
            return path

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the files in a folder."""
        try:
            return tuple(sorted(each.name for each in Path(folder).iterdir()))
        except (OSError, ValueError):
            return ()


DISK = Disk()


def in_folder(path: Path, files: Files = DISK) -> Path:
    """A path with the name that its folder has: there, letters and their marks may stand apart, or be one."""
    if path.name.isascii():
        return path
    names = files.names(str(path.parent))
    same = [name for name in names if together(name) == together(path.name)]
    return path if path.name in names or not same else path.with_name(same[0])


class Memory(Struct, frozen=True):
    """Files in a dictionary: `Memory({"book.gbk": "book …"})`."""

    texts: Mapping[str, str | bytes]
    """Text, or UTF-8 bytes, by path; `parts/one.gbk` lies in the folder `parts`."""

    def read(self, path: str) -> bytes | None:
        """What a file holds; None where there is no such file."""
        place = self.place(path)
        found = next((text for name, text in self.texts.items() if self.place(name) == place), None)
        return found.encode("utf-8", "surrogatepass") if isinstance(found, str) else found

    def place(self, path: str) -> str:
        """The path from the top, without `.` and `..`."""
        return posixpath.normpath(posixpath.join("/", path.replace("\\", "/")))

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the files in a folder."""
        place = self.place(folder)
        paths = (posixpath.split(self.place(name)) for name in self.texts)
        return tuple(sorted(name for head, name in paths if head == place))


def zipped(data: bytes | Path | str) -> Memory:
    """The files of a zip archive, given as its bytes or its path.

    Raises:
        OSError: it cannot be read, or is no zip.
    """
    import zipfile  # noqa: PLC0415 - each command would wait 5 ms for it

    try:
        with zipfile.ZipFile(BytesIO(data) if isinstance(data, bytes) else data) as archive:
            return Memory({each.filename: archive.read(each) for each in archive.infolist() if not each.is_dir()})
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise OSError(f"no zip archive that can be read: {error}") from error


def not_text(error: UnicodeDecodeError) -> str:
    """Why bytes are no text, for people: on which line."""
    line = error.object[: error.start].count(b"\n") + 1
    return f"line {line} is not UTF-8 text; save the file as UTF-8"


UNFINISHED = ".part"
"""How the name of a file ends that is still being written."""
PRIVATE = 0o600
"""Permissions of a file that only its owner may read and change."""


def write_bytes(path: Path, data: bytes, permissions: int = 0o666) -> None:
    """Replace a file in one step: whoever reads it meanwhile sees the old bytes or the new, never half of them.

    A link stays a link; of two hard links to one file, the other keeps the old bytes.

    Args:
        path: the file.
        data: what it will hold.
        permissions: of a new file, less those that this user gives to no new file; an old file keeps its own.

    Raises:
        OSError: it cannot be written, or must not be: an old file that is write-protected is not replaced. The old
            file stands as it was. The error names the file, and a folder that is not there.
    """
    write_parts(path, [data], permissions)


def may_be_replaced(path: Path) -> None:
    """Look whether a file may be changed, before anything is.

    Raises:
        PermissionError: it is there, and write-protected.
    """
    if path.is_file() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected", str(path))


def write_parts(path: Path, parts: Iterable[bytes], permissions: int = 0o666) -> None:
    """`write_bytes`, for a file that is made bit by bit; if making it fails, the old file stands as it was.

    What is no file, such as a device or a named pipe, is written into: there is nothing to replace.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        try:
            with path.open("wb") as stream:
                stream.writelines(parts)
        except OSError as error:
            error.filename = str(path)
            raise
        return
    if not path.parent.is_dir():  # `nowhere/../notes.md` is no way to notes.md, though `resolve` takes it
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}", str(path))
    target = followed(path)  # a link stays a link
    may_be_replaced(path)  # a new file in its place would not ask
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}{UNFINISHED}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(temporary, flags, permissions), "wb") as file:
            file.writelines(parts)
        if target.exists():
            _keep_owner(target, temporary)
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        if isinstance(error, FileNotFoundError) and not target.parent.is_dir():
            error.strerror = f"there is no folder {target.parent}"
        raise


def _keep_owner(old: Path, new: Path) -> None:
    """Give a new file to whom the old one belongs: it is another's where root writes it."""
    before, after = old.stat(), new.stat()
    if (before.st_uid, before.st_gid) != (after.st_uid, after.st_gid) and hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(new, before.st_uid, before.st_gid)


class Buffers(Struct):
    """Files as they were first read, with the texts of an editor in front.

    Every file is read once; it is read again when `changed` says so.
    """

    under: Files = DISK
    """Where files are read that are not being edited."""
    texts: dict[str, str] = field(default_factory=dict)
    """The text of each file that is being edited, by place."""
    _known: dict[str, bytes | None] = field(default_factory=dict)
    """What was read, by path."""
    _places: dict[str, str] = field(default_factory=dict)

    def read(self, path: str) -> bytes | None:
        """What a file holds now, as far as this editor knows; None where it cannot be read."""
        text = self.texts.get(self.place(path))
        if text is not None:
            return text.encode("utf-8", "surrogatepass")
        if path not in self._known:
            self._known[path] = self.under.read(path)
        return self._known[path]

    def place(self, path: str) -> str:
        """The one absolute name of a file."""
        if path not in self._places:
            self._places[path] = self.under.place(path)
        return self._places[path]

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the files in a folder, edited ones included."""
        place = self.place(folder)
        edited = {Path(each).name for each in self.texts if str(Path(each).parent) == place}
        return tuple(sorted({*self.under.names(folder), *edited}))

    def edit(self, path: str, text: str) -> None:
        """From now on the file holds this text, whatever lies beneath."""
        self.texts[self.place(path)] = text

    def changed(self, path: str | None = None) -> None:
        """A file, or any of them, may hold something else now: it is read again, and its edited text is dropped."""
        if path is None:
            self.texts, self._known, self._places = {}, {}, {}
            return
        place = self.place(path)
        self.texts.pop(place, None)
        self._known = {each: known for each, known in self._known.items() if self.place(each) != place}
        self._places.pop(path, None)

    def copy(self) -> Buffers:
        """The same files and texts; an edit of one is not seen in the other. What one reads, the other need not."""
        return Buffers(self.under, dict(self.texts), self._known, dict(self._places))

    def read_anew(self) -> Buffers:
        """The same texts, and files as they are now."""
        return Buffers(self.under, dict(self.texts))


class Seen(Struct, frozen=True):
    """What a look at a file found."""

    path: str
    place: str
    """Where the path leads, links followed."""
    digest: str | None
    """SHA-256 of what it holds; None where it cannot be read."""


def look(path: str, files: Files = DISK) -> tuple[Seen, bytes | None]:
    """Read a file, and note what was found; bytes are None where it cannot be read."""
    data = files.read(path)
    digest = None if data is None else hashlib.sha256(data).hexdigest()
    return Seen(path, files.place(path), digest), data
