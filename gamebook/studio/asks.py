"""What a page asks for, in messages, and how it is answered.

Every question has a name and arguments. Questions about files and books are answered at the desk of the page
(`questions`); all others are `WORK` of a panel and are done by a solver. `gamebook.studio` shows the messages.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

from msgspec import Struct, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamebook.errors import GamebookError
from gamebook.studio.bench import Json, Task
from gamebook.studio.desk import Desk, why
from gamebook.studio.folder import ChangedOnDiskError, Folder
from gamebook.studio.helper import one_line
from gamebook.studio.panels import LIGHT, WORK
from gamebook.studio.questions import ASKS, READS, BadQuestionError, text_of
from gamebook.studio.reader import Reader
from gamebook.studio.solvers import Ended, Failed, Solvers

_NUMBERS = count(1)
"""Of tasks: all different, whichever page asks."""


class Conversation(Struct):
    """One page asks, and is answered."""

    desk: Desk
    _tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Questions that are being answered, by their numbers."""
    _newest: dict[str, int] = field(default_factory=dict)
    """The last question of each name."""

    def take(self, text: str) -> None:
        """A message came from the page."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self.desk.send({"failure": {"kind": "usage", "message": "a message is an object in JSON"}})
            return
        number, name, given = message.get("id"), message.get("ask"), message.get("with", {})
        if "cancel" in message:
            self._cancel(message["cancel"])
            return
        if type(number) is not int or not isinstance(name, str) or not isinstance(given, dict):
            words = "a question has an id, a name as `ask`, and an object `with`"
            self.desk.send({"id": number if type(number) is int else None, "failure": _failure("usage", words)})
            return
        if name in ASKS:  # at once: if the page is gone by now, its last words are kept all the same
            with self._answering(number, given):
                self.desk.send({"id": number, "answer": ASKS[name](self.desk, given)})
        else:
            self._tasks[number] = asyncio.get_running_loop().create_task(self._work(number, name, given))

    async def _work(self, number: int, name: str, given: Mapping[str, Any]) -> None:
        try:
            with self._answering(number, given):
                self.desk.send({"id": number, "answer": await self._worked_out(number, name, given)})
        finally:
            self._tasks.pop(number, None)

    @contextmanager
    def _answering(self, number: int, given: Mapping[str, Any]) -> Iterator[None]:
        """If a question cannot be answered, the page is told why."""
        try:
            yield
        except ChangedOnDiskError as error:
            ours = self.desk.folder.saved_here(text_of(given, "file"), error.found.digest)
            found = {"text": error.found.text, "digest": error.found.digest, "here": ours}
            self.desk.send({"id": number, "failure": _failure("changed", str(error)) | found})
        except Failed as error:
            self.desk.send({"id": number, "failure": _failure(error.kind, str(error))})
        except Ended as error:
            self.desk.send({"id": number, "failure": _failure("ended", str(error))})
        except GamebookError as error:
            self.desk.send({"id": number, "failure": _failure("usage", str(error))})
        except OSError as error:
            here = self.desk.folder.name(error.filename) if error.filename else None
            words = f"{here or error.filename or 'the file'}: {why(error)}"
            self.desk.send({"id": number, "failure": _failure("usage", words)})
        except asyncio.CancelledError:
            self.desk.send({"id": number, "failure": _failure("cancelled", "cancelled")})
        except Exception as error:  # noqa: BLE001 - a bug in one answer must not end the page
            self.desk.send({"id": number, "failure": _failure("bug", one_line(error))})

    async def _worked_out(self, number: int, name: str, given: Mapping[str, Any]) -> Json:
        if name in READS:
            return await READS[name](self.desk, given)
        if name not in WORK:
            raise BadQuestionError(f"nobody here answers {name!r}")
        self._cancel(self._newest.get(name))  # a newer wish for the same
        self._newest[name] = number
        main = self.desk.folder.path(text_of(given, "book"))
        arguments = {key: value for key, value in given.items() if key != "book"}
        if "file" in arguments:  # a panel asks for another file: only below the folder
            arguments["file"] = str(self.desk.folder.path(text_of(given, "file")))
        task = Task(next(_NUMBERS), name, str(main), dict(self.desk.texts), arguments, name in LIGHT)
        return await self.desk.solvers.do(task, partial(self._tell, number))

    def _tell(self, number: int, progress: Json) -> None:
        self.desk.send({"id": number, "progress": progress})

    def _cancel(self, number: object) -> None:
        task = self._tasks.get(number) if type(number) is int else None
        if task is not None:
            task.cancel()

    def leave(self) -> None:
        """The page is gone."""
        for task in self._tasks.values():
            task.cancel()
        self.desk.leave()


async def serve(socket: WebSocket, folder: Folder, solvers: Solvers, reader: Reader, first: str) -> None:
    """Answer one page until it is gone."""
    await socket.accept()
    waiting: asyncio.Queue[str] = asyncio.Queue()

    def post(message: Json) -> None:
        """Made JSON here, so that what cannot be JSON fails for the caller, who can answer for it."""
        waiting.put_nowait(json.dumps(message, ensure_ascii=True, allow_nan=False))

    desk = Desk(folder, solvers, reader, first, post)
    conversation = Conversation(desk)

    async def send() -> None:
        while True:
            await socket.send_text(await waiting.get())

    beside = [asyncio.create_task(send()), asyncio.create_task(desk.watch())]
    DESKS.append(desk)
    try:
        while True:
            conversation.take(await socket.receive_text())
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        DESKS.remove(desk)
        conversation.leave()
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


def _failure(kind: str, message: str) -> dict[str, Json]:
    return {"kind": kind, "message": message}
