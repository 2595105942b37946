"""Other processes are begun without being disturbed by Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def undisturbed() -> Iterator[None]:
    """Signals wait: a process that is half begun would complain. Begun so, it hears none until it lets them in."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python begins a process of its own beside the first of ours, and lets signals through again then.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
