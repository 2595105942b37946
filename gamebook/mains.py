"""The book that a file is a part of: the file that includes it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from gamebook.files import DISK, SUFFIX, Files

UP = 3
"""How many folders above a file may hold the book that includes it."""
MOST_FILES = 200
"""Files of one folder that are looked into."""
_INCLUDE = re.compile(r'^[ \t]*include[ \t]+"([^"\n]+)"', re.MULTILINE)
_TITLE = re.compile(rb"^[ \t]*(?:book|system)\b", re.MULTILINE)


def includes(text: str) -> list[str]:
    """The files that a text includes, as it names them."""
    return _INCLUDE.findall(text)


def main_files(path: str, files: Files = DISK) -> tuple[str, ...]:
    """The main files of the books that a file belongs to: those that include it and that nobody includes."""
    here = files.place(path)
    found = {here: path}
    included: set[str] = set()
    for candidate in _around(path, files):
        parts = _parts(files, candidate)
        if here in parts:
            found.setdefault(files.place(candidate), candidate)
            included |= parts
    mains = sorted(name for place, name in found.items() if place not in included)
    return tuple(mains) or (path,)


def books_around(path: Path) -> tuple[Path, ...]:
    """The main files of the books that a file is only a part of; none if it is a book itself, or nobody includes it."""
    data = DISK.read(str(path))
    whole = path.absolute()
    mains = () if data is None or _TITLE.search(data) else main_files(str(whole))
    if mains == (str(whole),):
        return ()
    return tuple(Path(each if path.is_absolute() else os.path.relpath(each)) for each in mains)


def _around(path: str, files: Files) -> Iterator[str]:
    """The other books in a file's folder and in those above it."""
    for folder in list(PurePath(path).parents)[:UP]:
        names = [name for name in files.names(str(folder)) if name.endswith(SUFFIX)]
        yield from (str(folder / name) for name in names[:MOST_FILES])


def _parts(files: Files, main: str) -> set[str]:
    """The places of all that a file includes, and that those include. Paths start in the main file's folder."""
    folder = PurePath(main).parent
    found: set[str] = set()
    waiting = [main]
    while waiting:
        data = files.read(waiting.pop())
        names = includes(data.decode("utf-8", "replace")) if data is not None else []
        for name in (str(folder / name) for name in names if "\0" not in name):
            place = files.place(name)
            if place not in found:
                found.add(place)
                waiting.append(name)
    return found
