"""What a page asks for, and the desk that it works at.

Every question has a name and arguments. Questions about files are answered here, at once (`ASKS`); those about what
stands in a book wait until it is read (`READS`); all others are `WORK` of a panel and are done by a solver.
`gamebook.studio` shows the messages.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from itertools import count
from typing import Any

from msgspec import Struct, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamebook.codes import CODES
from gamebook.errors import GamebookError, Unavailable, UsageError
from gamebook.files import DISK
from gamebook.highlight import language_words
from gamebook.lsp.books import Books
from gamebook.lsp.page import uri
from gamebook.plain import as_data
from gamebook.resources import resource_folder
from gamebook.shell import word_of_shell
from gamebook.studio import contents
from gamebook.studio.bench import Json, Task
from gamebook.studio.folder import MOST_BYTES, NEW, ChangedOnDiskError, Folder
from gamebook.studio.guard import LONGEST
from gamebook.studio.helper import one_line
from gamebook.studio.panels import LIGHT, WORK
from gamebook.studio.reader import Reader
from gamebook.studio.solvers import Ended, Failed, Solvers
from gamebook.studio.unopened import Unopened
from gamebook.studio.unsaved import Unsaved

LOOKING = 0.4
"""Seconds between two looks at whether an open file has changed on disk."""
_NUMBERS = count(1)
"""Of tasks: all different, whichever page asks."""


class BadQuestionError(UsageError):
    """A message from a page that makes no sense."""


class Desk(Struct, dict=True):
    """One page: its files, and what it waits for."""

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
    _tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Questions that are being answered, by their numbers."""
    _offering: set[asyncio.Task[None]] = field(default_factory=set)
    """What tells the page of other pages that are gone."""
    _newest: dict[str, int] = field(default_factory=dict)
    """The last question of each name."""

    @cached_property
    def unsaved(self) -> Unsaved:
        """What the page has not saved."""
        return Unsaved(self.folder)

    @cached_property
    def unopened(self) -> Unopened:
        """The files of its books that it has not open; for the reader, as `books`."""
        return Unopened(self.books)

    # ---- messages ---------------------------------------------------------------------------------------

    def take(self, text: str) -> None:
        """A message came from the page."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self.send({"failure": {"kind": "usage", "message": "a message is an object in JSON"}})
            return
        number, name, given = message.get("id"), message.get("ask"), message.get("with", {})
        if "cancel" in message:
            self._cancel(message["cancel"])
            return
        if type(number) is not int or not isinstance(name, str) or not isinstance(given, dict):
            words = "a question has an id, a name as `ask`, and an object `with`"
            self.send({"id": number if type(number) is int else None, "failure": _failure("usage", words)})
            return
        if name in ASKS:  # at once: if the page is gone by now, its last words are kept all the same
            with self._answering(number, given):
                self.send({"id": number, "answer": ASKS[name](self, given)})
        else:
            self._tasks[number] = asyncio.get_running_loop().create_task(self._work(number, name, given))

    async def _work(self, number: int, name: str, given: Mapping[str, Any]) -> None:
        try:
            with self._answering(number, given):
                self.send({"id": number, "answer": await self._worked_out(number, name, given)})
        finally:
            self._tasks.pop(number, None)

    @contextmanager
    def _answering(self, number: int, given: Mapping[str, Any]) -> Iterator[None]:
        """If a question cannot be answered, the page is told why."""
        try:
            yield
        except ChangedOnDiskError as error:
            ours = self.folder.saved_here(_text(given, "file"), error.found.digest)
            found = {"text": error.found.text, "digest": error.found.digest, "here": ours}
            self.send({"id": number, "failure": _failure("changed", str(error)) | found})
        except Failed as error:
            self.send({"id": number, "failure": _failure(error.kind, str(error))})
        except Ended as error:
            self.send({"id": number, "failure": _failure("ended", str(error))})
        except GamebookError as error:
            self.send({"id": number, "failure": _failure("usage", str(error))})
        except OSError as error:
            here = self.folder.name(error.filename) if error.filename else None
            words = f"{here or error.filename or 'the file'}: {_why(error)}"
            self.send({"id": number, "failure": _failure("usage", words)})
        except asyncio.CancelledError:
            self.send({"id": number, "failure": _failure("cancelled", "cancelled")})
        except Exception as error:  # noqa: BLE001 - a bug in one answer must not end the page
            self.send({"id": number, "failure": _failure("bug", one_line(error))})

    async def _worked_out(self, number: int, name: str, given: Mapping[str, Any]) -> Json:
        if name in READS:
            return await READS[name](self, given)
        if name not in WORK:
            raise BadQuestionError(f"nobody here answers {name!r}")
        self._cancel(self._newest.get(name))  # a newer wish for the same
        self._newest[name] = number
        main = self.folder.path(_text(given, "book"))
        arguments = {key: value for key, value in given.items() if key != "book"}
        if "file" in arguments:  # a panel asks for another file: only below the folder
            arguments["file"] = str(self.folder.path(_text(given, "file")))
        task = Task(next(_NUMBERS), name, str(main), dict(self.texts), arguments, name in LIGHT)
        return await self.solvers.do(task, partial(self._tell, number))

    def _tell(self, number: int, progress: Json) -> None:
        self.send({"id": number, "progress": progress})

    def _cancel(self, number: object) -> None:
        task = self._tasks.get(number) if type(number) is int else None
        if task is not None:
            task.cancel()

    def leave(self) -> None:
        """The page is gone."""
        for task in (*self._tasks.values(), *self._offering):
            task.cancel()
        self.unsaved.leave()

    # ---- files ------------------------------------------------------------------------------------------

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
            return {"side": None, "unkept": _why(error)}

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
                self._tell_unreadable(name, f"{name} cannot be read: {_why(error)}")

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


async def serve(socket: WebSocket, folder: Folder, solvers: Solvers, reader: Reader, first: str) -> None:
    """Answer one page until it is gone."""
    await socket.accept()
    waiting: asyncio.Queue[str] = asyncio.Queue()

    def post(message: Json) -> None:
        """Made JSON here, so that what cannot be JSON fails for the caller, who can answer for it."""
        waiting.put_nowait(json.dumps(message, ensure_ascii=True, allow_nan=False))

    desk = Desk(folder, solvers, reader, first, post)

    async def send() -> None:
        while True:
            await socket.send_text(await waiting.get())

    beside = [asyncio.create_task(send()), asyncio.create_task(desk.watch())]
    DESKS.append(desk)
    try:
        while True:
            desk.take(await socket.receive_text())
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        DESKS.remove(desk)
        desk.leave()
        for each in beside:
            each.cancel()
        for other in DESKS:
            other.offer()


DESKS: list[Desk] = []
"""The pages that are open."""


def tell_all(event: str, given: Json) -> None:
    """Tell every page what has happened."""
    for desk in DESKS:
        desk.send({"event": event, "with": given})


# ---- questions about files -------------------------------------------------------------------------------------


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise BadQuestionError(f"`{name}` is missing, or no text")
    return value


def _why(error: OSError) -> str:
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]


def _failure(kind: str, message: str) -> dict[str, Json]:
    return {"kind": kind, "message": message}


def _hello(desk: Desk, _: Mapping[str, Any]) -> Json:
    """What a page needs first.

    `again`: what the command names that starts the studio with the same folder.
    `most`: how many bytes a text may have, and a message from the page.
    """
    return {
        "root": str(desk.folder.root),
        "rootUri": uri(str(desk.folder.root)),
        "files": desk.folder.names(),
        "first": desk.first,
        "again": word_of_shell(str(desk.folder.root / desk.first)),
        "words": list(language_words()),
        "most": {"text": MOST_BYTES, "message": LONGEST},
    }


def _files(desk: Desk, _: Mapping[str, Any]) -> Json:
    return desk.folder.names()


def _open(desk: Desk, given: Mapping[str, Any]) -> Json:
    """A file's text, its digest, and what pages that are gone have not saved."""
    name = _text(given, "file")
    found = desk.folder.read(name)
    desk.digests[name] = desk.same[name] = found.digest
    desk.edit(name, found.text)
    return {
        "text": found.text,
        "digest": found.digest,
        "new": found.digest == NEW,
        "uri": uri(desk.path(name)),
        "left": desk.left(name),
    }


def _edit(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The text of a file has changed; it goes to the side file of the page until it is saved.

    Answers with what `Desk.keep` tells. Arguments, beside the text:

        saved   the digest of the file that holds just this text; null if it is not saved
        digest  what the page knows to be on disk
        side    the side file that the page has, as far as it knows; null if none

    The last two are news only after a new connection, when this desk does not know the file yet.
    """
    name, text = _text(given, "file"), _text(given, "text")
    if name not in desk.digests and "digest" in given:
        desk.digests[name] = _text(given, "digest")  # if there is another text by now, or none, the watch tells it
        if given.get("side") is not None:
            desk.unsaved.take_up(name, _text(given, "side"))
    desk.edit(name, text)
    desk.same[name] = None if given.get("saved") is None else _text(given, "saved")
    return desk.keep(name)


def _drop(desk: Desk, given: Mapping[str, Any]) -> Json:
    """What a page that is gone has left is not wanted, or was taken."""
    desk.unsaved.drop(_text(given, "file"), _text(given, "side"))
    return None


def _save(desk: Desk, given: Mapping[str, Any]) -> Json:
    """Write a file, unless it has changed on disk.

    The page may have a newer text by now, or one that it has gone back to: that one is kept. Answers with the new
    digest, and with what `Desk.keep` tells.
    """
    name, text = _text(given, "file"), _text(given, "text")
    try:
        digest = desk.folder.save(name, text, _text(given, "digest"))
    except ChangedOnDiskError as error:
        desk.digests[name] = error.found.digest  # the page is told what it is
        raise
    except OSError as error:
        raise Unavailable(f"{name} cannot be saved: {_why(error)}") from error
    desk.digests[name] = digest
    if desk.texts.get(desk.path(name)) == text:
        desk.same[name] = digest
    return {"digest": digest, **desk.keep(name)}


def _close(desk: Desk, given: Mapping[str, Any]) -> Json:
    """A file is not open any more; what was not saved is given up."""
    name = _text(given, "file")
    desk.digests.pop(name, None)
    desk.same.pop(name, None)
    path = desk.path(name)
    desk.texts.pop(path, None)
    desk.reader.soon(partial(desk.books.close, path))
    desk.unsaved.forget(name)
    return None


def _explain(_: Desk, given: Mapping[str, Any]) -> Json:
    """What the code of a finding means: `title`, `cause`, `advice`, and `wrong` beside `right`."""
    code = CODES.get(_text(given, "code"))
    if code is None:
        raise BadQuestionError(f"no finding has the code {given['code']!r}")
    return {name: getattr(code, name) for name in ("title", "cause", "advice", "wrong", "right")}


def _starter(_: Desk, __: Mapping[str, Any]) -> Json:
    """The text of the book that `gamebook new` copies."""
    return (resource_folder("books") / "starter.gbk").read_text("utf-8")


def _solvers(desk: Desk, _: Mapping[str, Any]) -> Json:
    return desk.solvers.pids


ASKS: Mapping[str, Callable[[Desk, Mapping[str, Any]], Json]] = {
    "hello": _hello,
    "files": _files,
    "open": _open,
    "edit": _edit,
    "drop": _drop,
    "save": _save,
    "close": _close,
    "explain": _explain,
    "starter": _starter,
    "solvers": _solvers,
}
"""Questions that are answered at once."""


# ---- questions about books -------------------------------------------------------------------------------------


async def _book(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The book that a file belongs to."""
    return await desk.reader.do(partial(desk.main, _text(given, "file")))


async def _left(desk: Desk, _: Mapping[str, Any]) -> Json:
    """What pages that are gone have not saved, by file.

    Of files of the open books that are not open themselves, and of files that are not there: nobody would open those.
    """
    found = {}
    for name in [*await desk.unopened_names(), *desk.unsaved.unwritten()]:
        with suppress(GamebookError, OSError):
            if name not in desk.digests and (left := desk.left(name)):
                found[name] = left
    return found


async def _parts(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The files of a book, its own and those it includes, that lie in the folder."""
    main = desk.path(_text(given, "book"))
    return await desk.reader.do(lambda: contents.parts(desk.books.project(main), desk.folder))


async def _chapters(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The chapters of a book in the order written."""
    main = desk.path(_text(given, "book"))
    return await desk.reader.do(lambda: contents.chapters(desk.books.project(main), desk.folder))


READS: Mapping[str, Callable[[Desk, Mapping[str, Any]], Awaitable[Json]]] = {
    "book": _book,
    "left": _left,
    "parts": _parts,
    "chapters": _chapters,
}
"""Questions that are answered when the reader has come to them."""
