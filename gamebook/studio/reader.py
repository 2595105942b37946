"""The thread in which books are read, so that nothing else has to wait while a long one is.

There is one for the whole studio: what is read in it is read one after another, as it was asked for. The books of the
pages (`desk`) and their language servers (`bridge`) are touched there, and nowhere else. Files are kept and saved
outside of it, at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from msgspec import Struct

from gamebook.errors import Unavailable

Found = TypeVar("Found")
LAST = 0.5
"""Seconds that the thread has to finish what it is about, at the end."""


class Reader(Struct):
    """The thread; it has an event loop of its own, for language servers wait between two messages.

    It begins when it is first asked for something, and does no more after `stop`. All this is called in one thread:
    that of the server.
    """

    _loop: asyncio.AbstractEventLoop | None = None
    _thread: Thread | None = None
    _is_over: bool = False

    def stop(self) -> None:
        """It does no more."""
        self._is_over = True
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(LAST)

    def soon(self, call: Callable[[], object]) -> None:
        """Have it do something, after all that it was asked for before."""
        if self._is_over:
            return
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=_run, args=(self._loop,), name="gamebook reader", daemon=True)
            self._thread.start()
        self._loop.call_soon_threadsafe(call)

    async def do(self, call: Callable[[], Found]) -> Found:
        """The same, and wait for what is found, or raised.

        Raises:
            Unavailable: it does no more.
        """
        if self._is_over:
            raise Unavailable("the studio is about to end")
        found: Future[Found] = Future()

        def answer() -> None:
            if not found.set_running_or_notify_cancel():  # nobody waits for it any more
                return
            try:
                found.set_result(call())
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where somebody waits
                found.set_exception(error)

        self.soon(answer)
        return await asyncio.wrap_future(found)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()
