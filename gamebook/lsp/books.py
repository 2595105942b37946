"""The texts that are open in an editor, and the books that they belong to."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from gamebook.files import DISK, Buffers, Files
from gamebook.mains import main_files, named_files
from gamebook.project import Project


class Books(Struct):
    """The books of an editor. Texts that are not saved count."""

    files: Files = DISK
    open: dict[str, str] = field(default_factory=dict)
    """The text of each open file, by path."""
    _projects: dict[str, Project] = field(default_factory=dict)
    """The books that were asked for, by the path of their main file."""
    _mains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The main files that each open file belongs to."""

    def edit(self, path: str, text: str) -> None:
        """A file was opened, or its text has changed."""
        before = self.open.get(path)
        self.open[path] = text
        if before is None or named_files(before) != named_files(text):
            self._mains.clear()
        for project in self._projects.values():
            project.edit(path, text)

    def close(self, path: str) -> None:
        """A file was closed: what is on disk counts again."""
        self.open.pop(path, None)
        self.changed(path)
        self.drop()

    def changed(self, path: str) -> None:
        """A file has changed on disk."""
        self._mains.clear()
        if path not in self.open:
            for project in self._projects.values():
                project.changed(path)

    def look_again(self) -> list[str]:
        """Look at the files on disk, for not every editor tells what changes there.

        Returns: the main files of the books with an open file that have changed.
        """
        found = [main for main, project in self._projects.items() if project.look_again()]
        if found:
            self._mains.clear()
        return [main for main in found if main in self.projects]

    def drop(self) -> None:
        """Forget the books that have no open file, or that are books no more."""
        self._projects = dict(self.projects)

    def look_around(self) -> None:
        """Forget which books a file belongs to: another program may have written one since."""
        self._mains.clear()

    def mains(self, path: str) -> tuple[str, ...]:
        """The main files of the books that a file belongs to, as `main_files` finds them."""
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
        return {main: self.project(main) for path in self.open for main in self.mains(path)}

    def _main_files(self, path: str) -> tuple[str, ...]:
        buffers = Buffers(self.files)
        for name, text in self.open.items():
            buffers.edit(name, text)
        return main_files(path, buffers)
