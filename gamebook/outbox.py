"""What is sent to another process, by a thread of its own.

A pipe holds little, and a process that is just starting does not read from it yet: whoever sends a long text must wait.
A server that answers an editor or a page must not.
"""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread


class Outbox:
    """Messages on their way to a process, in order."""

    def __init__(self, connection: Connection) -> None:
        """Send through this connection until the outbox is closed, or the process has ended."""
        self._connection = connection
        self._waiting: SimpleQueue[tuple[object] | None] = SimpleQueue()
        Thread(target=self._send, daemon=True, name="gamebook outbox").start()

    def put(self, message: object) -> None:
        """Send a message; this returns at once. What a process that has ended was sent is lost."""
        self._waiting.put((message,))

    def close(self) -> None:
        """Send what still waits, and nothing more."""
        self._waiting.put(None)

    def _send(self) -> None:
        with suppress(OSError):  # it has ended; whoever listens to it tells so
            while (message := self._waiting.get()) is not None:
                self._connection.send(*message)
