from __future__ import annotations

import multiprocessing

import pytest

from gamebook.outbox import Outbox

LONG = "x" * 3_000_000
"""No pipe holds that."""


def test_whoever_sends_does_not_wait_and_the_order_stays() -> None:
    here, there = multiprocessing.Pipe()
    outbox = Outbox(here)
    for message in (LONG, None, "more"):
        outbox.put(message)
    outbox.close()
    assert [there.recv() for _ in range(3)] == [LONG, None, "more"]


def test_what_nobody_receives_any_more_is_lost() -> None:
    here, there = multiprocessing.Pipe()
    outbox = Outbox(here)
    outbox.put(LONG)
    there.close()
    outbox.put("more")
    outbox.close()
    with pytest.raises((EOFError, OSError)):
        here.recv()
