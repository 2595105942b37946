"""The book that a file is a part of: the file that includes it, or that uses it as its rule system."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from msgspec import Struct

from gamebook.files import DISK, SUFFIX, Files
from gamebook.patterns import pattern
from gamebook.syntax.heads import WORD

UP = 3
"""How many folders above a file may hold the book that includes it."""
MOST_FILES = 200
"""Files of one folder that are looked into."""
_INCLUDE = pattern(r'^[ \t]*include[ \t]+"([^"\n]+)"', re.MULTILINE)
_USE = pattern(rf"^[ \t]*use[ \t]+({WORD})[ \t]*(?:[ \t]//[^\n]*)?\r?$", re.MULTILINE)
_CHAPTER = pattern(r"^===", re.MULTILINE)
_TITLE = pattern(r"^[ \t]*book\b", re.MULTILINE)
_SYSTEM = pattern(r"^[ \t]*system\b", re.MULTILINE)


class Named(Struct, frozen=True):
    """The files that a text names, as they are called from the folder of the main file."""

    included: tuple[str, ...]
    used: tuple[str, ...]
    """Its rule systems; those that come with gamebook, too, for a file of the folder is used before them."""


def named_files(text: str) -> Named:
    """The files that belong to a book because of a text."""
    used = tuple(f"{name}{SUFFIX}" for name in _USE.findall(_header(text)))
    return Named(tuple(_INCLUDE.findall(text)), used)


def main_files(path: str, files: Files = DISK) -> tuple[str, ...]:
    """The main files of the books that a file belongs to: those that include or use it, and of which nobody does so."""
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
    """The main files of the books that a file is only a part of; none if it is a book itself, or belongs to none."""
    data = DISK.read(str(path))
    whole = path.absolute()
    mains = () if data is None or _TITLE.search(_text(data)) else main_files(str(whole))
    if mains == (str(whole),):
        return ()
    return tuple(Path(each if path.is_absolute() else os.path.relpath(each)) for each in mains)


def systems_beside(main: str) -> tuple[str, ...]:
    """The names of the rule systems in the folder of a book."""
    folder = PurePath(main).parent
    names = [name for name in DISK.names(str(folder)) if name.endswith(SUFFIX)][:MOST_FILES]
    texts = ((name, _text(DISK.read(str(folder / name)) or b"")) for name in names)
    return tuple(name.removesuffix(SUFFIX) for name, text in texts if _SYSTEM.search(_header(text)))


def _around(path: str, files: Files) -> Iterator[str]:
    """The other books in a file's folder and in those above it."""
    for folder in list(PurePath(path).parents)[:UP]:
        names = [name for name in files.names(str(folder)) if name.endswith(SUFFIX)]
        yield from (str(folder / name) for name in names[:MOST_FILES])


def _parts(files: Files, main: str) -> set[str]:
    """The places of all files of a book but the main one. Paths start in the main file's folder."""
    folder = PurePath(main).parent
    found: set[str] = set()
    waiting = [(main, False)]
    while waiting:
        path, is_system = waiting.pop()
        data = files.read(path)
        if data is None:
            continue
        named = named_files(_text(data))
        included = () if is_system else named.included  # of a rule system nothing else is read
        for name in (*included, *named.used):
            whole = str(folder / name)
            place = files.place(whole)
            if "\0" not in name and place not in found:
                found.add(place)
                waiting.append((whole, name in named.used))
    return found


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _header(text: str) -> str:
    """What stands before the first chapter."""
    chapter = _CHAPTER.search(text)
    return text if chapter is None else text[: chapter.start()]
