"""The language server over a websocket: the editor of the page talks to the one that other editors use."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from gamebook.lsp.server import Server, make, path_of
from gamebook.studio.folder import Folder, NotHereError

LEFT_OUT = ("exit", "$/setTrace")
"""Messages that are about the process of a server: this one has more to do."""


class Writer:
    """What the server writes to."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        """Put a message into the row."""
        self.waiting.put_nowait(data.decode())

    def close(self) -> None:
        """The server has no more to say."""
        self.waiting.put_nowait(None)


async def serve(socket: WebSocket, folder: Folder) -> None:
    """Serve one page until it is gone."""
    await socket.accept()
    server, writer = make(), Writer()
    server.protocol.set_writer(writer, include_headers=False)

    async def send() -> None:
        while (text := await writer.waiting.get()) is not None:
            await socket.send_text(text)

    sending = asyncio.create_task(send())
    try:
        while True:
            take(server, folder, await socket.receive_text())
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        sending.cancel()
        server.worker.stop()


def take(server: Server, folder: Folder, text: str) -> None:
    """Hand one message to the server; one that makes no sense, or is about a file of elsewhere, is left out."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(message, dict) or message.get("method") in LEFT_OUT or not _is_inside(folder, message):
        return
    try:
        structured = json.loads(text, object_hook=server.protocol.structure_message)
    except Exception:  # noqa: BLE001 - pygls raises errors of several libraries for what is no message
        return
    server.protocol.handle_message(structured)


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
