"""A real process: it answers, and whoever began it hears when it ends."""

from __future__ import annotations

from multiprocessing.connection import Connection
from queue import Queue
from threading import Event

import pytest

from gamebook.crew.helper import Helper, listen_to

WAIT = 60


def shout(connection: Connection) -> None:
    """What the process does."""
    listen_to(connection, lambda message: connection.send(message.upper()))
    Event().wait()


@pytest.mark.slow
def test_a_helper_answers_until_it_is_ended() -> None:
    heard, ended = Queue[str](), Event()
    helper = Helper(shout, "shouting")
    helper.listen(heard.put, ended.set)
    for word in ("one", "two"):
        helper.put(word)
    assert [heard.get(timeout=WAIT) for _ in range(2)] == ["ONE", "TWO"]
    assert helper.lives
    assert not ended.is_set()
    helper.end()
    assert ended.wait(WAIT)
    assert not helper.lives
