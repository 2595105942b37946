"""The texts that are open in an editor, and the books that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from gamebook.files import DISK, Buffers, Files
from gamebook.project import Project
from gamebook.resolve.load import SUFFIX

UP = 3
"""How many folders above a file may hold the book that includes it."""
MOST_FILES = 200
"""Files of one folder that are looked into."""
_INCLUDE = re.compile(r'^[ \t]*include[ \t]+"([^"\n]+)"', re.MULTILINE)


@dataclass
class Books:
    """The books of an editor. Texts that are not saved count."""

    files: Files = DISK
    open: dict[str, str] = field(default_factory=dict)
    """The text of each open file, by path."""
    _projects: dict[str, Project] = field(default_factory=dict)
    """The books, by the path of their main file."""
    _mains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The main files that each open file belongs to."""

    def edit(self, path: str, text: str) -> None:
        """A file was opened, or its text has changed."""
        before = self.open.get(path)
        self.open[path] = text
        if before is None or _INCLUDE.findall(before) != _INCLUDE.findall(text):
            self._mains.clear()
        for project in self._projects.values():
            project.edit(path, text)

    def close(self, path: str) -> None:
        """A file was closed: what is on disk counts again."""
        self.open.pop(path, None)
        self.changed(path)
        needed = {main for each in self.open for main in self.mains(each)}
        self._projects = {main: project for main, project in self._projects.items() if main in needed}

    def changed(self, path: str) -> None:
        """A file has changed on disk."""
        self._mains.clear()
        if path not in self.open:
            for project in self._projects.values():
                project.changed(path)

    def mains(self, path: str) -> tuple[str, ...]:
        """The main files of the books that a file belongs to: those that include it and that nobody includes."""
        if path not in self._mains:
            self._mains[path] = self._main_files(path)
        return self._mains[path]

    def of(self, path: str) -> list[Project]:
        """The books that a file belongs to; the first one answers questions about it."""
        return [self.project(main) for main in self.mains(path)]

    def project(self, main: str) -> Project:
        """The book with this main file."""
        if main not in self._projects:
            self._projects[main] = Project(main, self.files)
            for path, text in self.open.items():
                self._projects[main].edit(path, text)
        return self._projects[main]

    @property
    def projects(self) -> Mapping[str, Project]:
        """All books with an open file, by main file."""
        for path in self.open:
            self.of(path)
        return self._projects

    def _main_files(self, path: str) -> tuple[str, ...]:
        buffers = Buffers(self.files)
        for name, text in self.open.items():
            buffers.edit(name, text)
        here = buffers.place(path)
        found = {here: path}
        included: set[str] = set()
        for candidate in self._around(path):
            parts = _parts(buffers, candidate)
            if here in parts:
                found.setdefault(buffers.place(candidate), candidate)
                included |= parts
        mains = sorted(name for place, name in found.items() if place not in included)
        return tuple(mains) or (path,)

    def _around(self, path: str) -> Iterator[str]:
        """The other books in a file's folder and in those above it."""
        for folder in list(PurePath(path).parents)[:UP]:
            names = [name for name in self.files.names(str(folder)) if name.endswith(SUFFIX)]
            yield from (str(folder / name) for name in names[:MOST_FILES])


def _parts(files: Files, main: str) -> set[str]:
    """The places of all that a file includes, and that those include. Paths start in the main file's folder."""
    folder = PurePath(main).parent
    found: set[str] = set()
    waiting = [main]
    while waiting:
        data = files.read(waiting.pop())
        names = _INCLUDE.findall(data.decode("utf-8", "replace")) if data is not None else []
        for name in (str(folder / name) for name in names if "\0" not in name):
            place = files.place(name)
            if place not in found:
                found.add(place)
                waiting.append(name)
    return found
