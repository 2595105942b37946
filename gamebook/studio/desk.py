"""The desk that a page of the studio works at: the texts that are open, and the files that hold them.

A text is on disk at all times: in its file, or in the side file of the page (`keep`). What other programs write is
noticed (`watch`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cached_property, partial

from msgspec import Struct, field

from gamebook.errors import GamebookError
from gamebook.files import DISK
from gamebook.lsp.books import Books
from gamebook.lsp.page import uri
from gamebook.plain import as_data
from gamebook.studio.bench import Json
from gamebook.studio.folder import Folder
from gamebook.studio.helper import one_line
from gamebook.studio.reader import Reader
from gamebook.studio.solvers import Solvers
from gamebook.studio.unopened import Unopened
from gamebook.studio.unsaved import Unsaved

LOOKING = 0.4
"""Seconds between two looks at whether an open file has changed on disk."""


class Desk(Struct, dict=True):
    """One page, and what it knows of its files."""

    folder: Folder
    solvers: Solvers
    reader: Reader
    first: str
    """The book that was named when the studio was opened; may be empty."""
    send: Callable[[Json], None]
    """Sends a message to the page; raises `ValueError` or `TypeError` where JSON cannot say it."""
    texts: dict[str, str] = field(default_factory=dict)
    """Of each open file, by path, the text."""
    books: Books = field(default_factory=Books)
    """The same texts, and the books that they belong to: for the reader, who hears of a new text when it has time."""
    digests: dict[str, str] = field(default_factory=dict)
    """Of each open file, what the page knows to be on disk."""
    same: dict[str, str | None] = field(default_factory=dict)
    """Of each open file, the digest of the file that holds the text that is open, as far as the page knows."""
    _glimpsed: dict[str, str] = field(default_factory=dict)
    """Of a file that has changed on disk, the digest at the last look."""
    _unreadable: dict[str, str] = field(default_factory=dict)
    """Open files that cannot be read on disk any more, and why."""
    _offering: set[asyncio.Task[None]] = field(default_factory=set)
    """What tells the page of other pages that are gone."""

    @cached_property
    def unsaved(self) -> Unsaved:
        """What the page has not saved."""
        return Unsaved(self.folder)

    @cached_property
    def unopened(self) -> Unopened:
        """The files of its books that it has not open; for the reader, as `books`."""
        return Unopened(self.books)

    def leave(self) -> None:
        """The page is gone."""
        for task in self._offering:
            task.cancel()
        self.unsaved.leave()

    def path(self, name: str) -> str:
        """The path of a file, as books know it."""
        return str(self.folder.path(name))

    def edit(self, name: str, text: str) -> None:
        """An open file has another text, or is opened."""
        path = self.path(name)
        self.texts[path] = text
        self.reader.soon(partial(self.books.edit, path, text))

    def main(self, name: str) -> str:
        """The main file of the book that a file belongs to; if there are several, the one that was opened first.

        The reader is to look for it.
        """
        found = [self.folder.name(each) for each in self.books.mains(self.path(name))]
        inside = [each for each in found if each is not None]
        return self.first if self.first in inside else inside[0] if inside else name

    def keep(self, name: str) -> dict[str, Json]:
        """See to it that the text of an open file is on disk: in the file itself, or else in the side file of the page.

        Returns: as `side` the name of the side file, None if there is none; and as `unkept` why the text is on no disk.
        """
        text = self.texts.get(self.path(name), "")
        if self.same.get(name) and self.same[name] == self.digests.get(name):
            self.unsaved.forget(name)
            return {"side": None, "unkept": None}
        try:
            return {"side": self.unsaved.keep(name, text), "unkept": None}
        except OSError as error:  # such as a folder that is write-protected: one can work on, without a net
            return {"side": None, "unkept": why(error)}

    def left(self, name: str) -> Json:
        """What pages that are gone have not saved of a file."""
        return [as_data(each) for each in self.unsaved.left(name)]

    def offer(self) -> None:
        """Another page is gone: tell the page what it has left of the files of its books."""
        task = asyncio.get_running_loop().create_task(self._offer())
        self._offering.add(task)
        task.add_done_callback(self._offering.discard)

    async def _offer(self) -> None:
        for name in [*self.digests, *await self.unopened_names()]:
            with suppress(GamebookError, OSError):
                if left := self.left(name):
                    self.send({"event": "left", "with": {"file": name, "left": left}})

    async def unopened_names(self) -> list[str]:
        """The files of the folder that are part of an open book, there or not, and that are not open themselves."""
        paths = await self.reader.do(self.unopened.paths)
        names = (self.folder.name(DISK.place(path)) for path in paths)
        return [name for name in names if name is not None]

    async def watch(self) -> None:
        """Tell the page when a file of its books changes on disk; those that are open do not wait for the reader."""

        async def look_at_files() -> None:
            self.look_at_files()

        await asyncio.gather(self._watch(look_at_files), self._watch(self.look_at_unopened))

    async def _watch(self, look: Callable[[], Awaitable[None]]) -> None:
        """Look again and again. An error is shown once, and the watch goes on."""
        told = ""
        while True:
            await asyncio.sleep(LOOKING)
            try:
                await look()
            except Exception as error:  # noqa: BLE001 - a bug here must not stop the watch without a word
                words = f"changes of files by other programs may be missed: {one_line(error)}"
                if words != told:
                    self.send({"event": "unwatched", "with": {"message": words}})
                told = words

    def look_at_files(self) -> None:
        """Tell the page which files have changed on disk since it was last told, or cannot be read any more."""
        for name, digest in list(self.digests.items()):
            try:
                self._look(name, digest)
            except GamebookError as error:
                self._tell_unreadable(name, str(error))
            except OSError as error:
                self._tell_unreadable(name, f"{name} cannot be read: {why(error)}")

    async def look_at_unopened(self) -> None:
        """Tell the page which other files of its books have changed on disk."""
        for path in await self.reader.do(self.unopened.look):
            self.send({"event": "unopened", "with": {"uri": uri(path)}})

    def _tell_unreadable(self, name: str, why: str = "") -> None:
        """Tell once that a file cannot be read, or that it can be read again."""
        if why != self._unreadable.pop(name, ""):
            self.send({"event": "unreadable", "with": {"file": name, "message": why}})
        if why:
            self._unreadable[name] = why

    def _look(self, name: str, digest: str) -> None:
        """Tell of a change once two looks have seen the same: a file may be half written at the first."""
        now = self.folder.digest(name)
        before = self._glimpsed.pop(name, None)
        if now == digest:
            self._tell_unreadable(name)
            return
        if now != before:
            self._glimpsed[name] = now
            return
        found = self.folder.read(name)
        self._tell_unreadable(name)
        self.digests[name] = found.digest
        here = self.folder.saved_here(name, found.digest)
        told = {"file": name, "text": found.text, "digest": found.digest, "here": here}
        self.send({"event": "changed", "with": told})


def why(error: OSError) -> str:
    """What the system says of an error, to stand within a sentence."""
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
