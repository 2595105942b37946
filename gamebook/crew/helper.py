"""A process that works beside this one: it does what it is sent, and ends when this one is gone."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TYPE_CHECKING, Any

from gamebook.crew.undisturbed import undisturbed
from gamebook.outbox import Outbox
from gamebook.process import become_helper

if TYPE_CHECKING:  # Windows has no fork server
    from multiprocessing.context import ForkServerContext, SpawnContext

    Context = ForkServerContext | SpawnContext


def begin(
    serve: Callable[[Connection], None], name: str, context: Context | None = None
) -> tuple[BaseProcess, Connection]:
    """Begin a process, and keep one end of a pipe to it.

    Args:
        serve: what it does with the other end.
        name: what the process is called.
        context: how it begins; None: with nothing.
    """
    context = context or multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there,), daemon=True, name=name)
    with undisturbed():
        process.start()
    there.close()
    return process, here


class Helper:
    """A process, as the one sees it that began it: whoever sends it something does not wait."""

    def __init__(self, serve: Callable[[Connection], None], name: str, context: Context | None = None) -> None:
        """Begin it; arguments as of `begin`. What it does first is to call `listen_to`."""
        self._process, self._connection = begin(serve, name, context)
        self._outbox = Outbox(self._connection)

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.is_alive()

    def put(self, message: object) -> None:
        """Send a message; this returns at once."""
        self._outbox.put(message)

    def listen(self, heard: Callable[[Any], None], ended: Callable[[], None]) -> None:
        """From now on call `heard` with each message that it sends, and `ended` after the last; in another thread."""
        _listen(self._connection, heard, ended)

    def end(self) -> None:
        """End it at once, and wait until it has ended."""
        self._process.kill()
        self._process.join()
        self._outbox.close()


def listen_to(connection: Connection, heard: Callable[[Any], None]) -> None:
    """In a process that was begun: call `heard` with each message, in another thread. Without a sender, end."""
    become_helper()
    _listen(connection, heard, partial(os._exit, 0))


def _listen(connection: Connection, heard: Callable[[Any], None], ended: Callable[[], None]) -> None:
    def run() -> None:
        with suppress(EOFError, OSError):
            while True:
                heard(connection.recv())
        ended()

    Thread(target=run, daemon=True).start()
