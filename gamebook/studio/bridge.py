"""The language server over a websocket: the editor of the page talks to the one that other editors use.

It lives in the thread of the `Reader`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamebook.codes.balance import NOT_ALL_SEEN
from gamebook.diagnostics import Diagnostic
from gamebook.lsp.page import path_of
from gamebook.lsp.questions import make
from gamebook.lsp.server import Server
from gamebook.lsp.solved import digest_of
from gamebook.studio.folder import Folder, NotHereError
from gamebook.studio.reader import Reader
from gamebook.studio.solvers import helpers

LEFT_OUT = ("exit", "$/setTrace")
"""Messages that are about the process of a server: this one has more to do."""


CHANGES = (
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
    "workspace/didChangeWatchedFiles",
)  # fmt: skip
"""Messages after which findings are looked for."""
LOOKING = "gamebook/looking"
"""A message of ours to the page: `{"state": …}`, whether findings are still looked for.

`yes`; `no`; `part`: no, but a book is too large to look for all; `failed`: a book could not be solved.
"""


class Writer:
    """What the server writes to."""

    def __init__(self, server: Server, post: Callable[[str], None]) -> None:
        """Nothing is written yet; `post` sends a message to the page."""
        self.post = post
        self.looking = Looking(server, post)

    def write(self, data: bytes) -> None:
        """Send a message."""
        text = data.decode()
        self.post(text)
        self.looking.heard(text)

    def close(self) -> None:
        """The server has no more to say."""


class Looking(Struct):
    """Tells the page whether findings are still looked for: those that need solving come after the others."""

    server: Server
    post: Callable[[str], None]
    _state: str = ""

    def begin(self) -> None:
        """A text has changed."""
        self._tell("yes")

    def heard(self, text: str) -> None:
        """The server has sent a message."""
        if '"textDocument/publishDiagnostics"' in text:
            asyncio.get_running_loop().call_soon(self._look)
        elif '"window/logMessage"' in text:  # the process that solves could not
            self._tell("failed")

    def _look(self) -> None:
        known = [self._known(main) for main in self.server.results] if self._state == "yes" else [None]
        if None not in known:
            self._tell("part" if any(map(_is_part, known)) else "no")

    def _known(self, main: str) -> Sequence[Diagnostic] | None:
        """What solving a book as it is now has found: nothing where it has errors; None where it is not solved yet."""
        edition, results = self.server.books.project(main).edition(), self.server.results[main]
        if edition.has_errors:
            return ()
        return results.findings if results.digest == digest_of(edition.sources.values()) else None

    def _tell(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.post(json.dumps({"jsonrpc": "2.0", "method": LOOKING, "params": {"state": state}}))


def _is_part(findings: Sequence[Diagnostic] | None) -> bool:
    """Whether there are findings that say that not all could be looked for."""
    return any(each.code == NOT_ALL_SEEN for each in findings or ())


class Talk:
    """A language server and the page that talks to it; all of it is used in the thread of the reader."""

    def __init__(self, folder: Folder, post: Callable[[str], None]) -> None:
        """A new server; `post` sends a message to the page."""
        self.folder = folder
        self.server = make(helpers())
        self.writer = Writer(self.server, post)
        self.server.protocol.set_writer(self.writer, include_headers=False)
        self.over = False

    def hear(self, text: str) -> None:
        """A message came from the page."""
        if not self.over and take(self.server, self.folder, text) in CHANGES:
            self.writer.looking.begin()

    def end(self) -> None:
        """The page is gone."""
        self.over = True
        self.server.end()


async def serve(socket: WebSocket, folder: Folder, reader: Reader) -> None:
    """Serve one page until it is gone."""
    await socket.accept()
    waiting: asyncio.Queue[str] = asyncio.Queue()
    here = asyncio.get_running_loop()

    def post(text: str) -> None:
        with suppress(RuntimeError):  # the studio has ended meanwhile
            here.call_soon_threadsafe(waiting.put_nowait, text)

    async def send() -> None:
        while True:
            await socket.send_text(await waiting.get())

    talk = await reader.do(partial(Talk, folder, post))
    sending = asyncio.create_task(send())
    try:
        while True:
            reader.soon(partial(talk.hear, await socket.receive_text()))
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        sending.cancel()
        talk.over = True
        reader.soon(talk.end)


def take(server: Server, folder: Folder, text: str) -> str | None:
    """Hand one message to the server; one that makes no sense, or is about a file of elsewhere, is left out.

    Returns: what it was about; None if it was left out.
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("method") in LEFT_OUT or not _is_inside(folder, message):
        return None
    try:
        structured = json.loads(text, object_hook=server.protocol.structure_message)
    except Exception:  # noqa: BLE001 - pygls raises errors of several libraries for what is no message
        return None
    server.protocol.handle_message(structured)
    return str(message.get("method", ""))


def _is_inside(folder: Folder, message: dict[str, Any]) -> bool:
    """Whether the file that a message is about lies in the folder."""
    params = message.get("params")
    document = params.get("textDocument") if isinstance(params, dict) else None
    address = document.get("uri") if isinstance(document, dict) else None
    if address is None:
        return True
    name = folder.name(path_of(address)) if isinstance(address, str) else None
    try:
        return name is not None and bool(folder.path(name))
    except NotHereError:
        return False
