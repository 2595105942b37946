"""The end of a command by a signal: quietly, with what it was writing put away, and with the exit code of shells.

Ctrl-C raises `KeyboardInterrupt`; SIGTERM, and SIGHUP of a terminal that is closed, raise `SystemExit`, wherever the
program is. Python drops what is raised in some places (while a library compares two keys, say), prints a traceback, and
goes on; here the process ends then.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
"""As in `typing`. This module imports nothing that takes time: before `listen`, Ctrl-C prints a traceback."""
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType, TracebackType

BY_SIGNAL = 128
"""An exit code above this is that and the number of the signal."""
ENDINGS = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))
LATER = 0.001
"""Seconds of work until an end that was put off is tried again."""
_TAKING = {"__enter__", "__exit__", "_acquire_restore", "_release_save"}
"""Functions of `threading` and the like that take or release a lock: if one is broken off, the lock may stay locked."""
_heard: list[int] = []
"""The signal that ends this command, if one came."""


def listen() -> None:
    """From now on a signal ends the command; one that is ignored stays so, as in a script's background job."""
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    sys.unraisablehook = _dropped
    sys.excepthook = _uncaught


def silence() -> None:
    """The command is over: a signal that comes now, while memory is given back, ends the process and nothing else."""
    for number in ENDINGS:
        if signal.getsignal(number) is end:
            signal.signal(number, _leave)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # an end that was put off


def end(number: int, frame: FrameType | None) -> None:
    """End the command; the second time the process, at once."""
    if _heard:
        os._exit(BY_SIGNAL + number)
    _heard.append(number)
    _end(number, frame)


def _leave(number: int, _frame: FrameType | None) -> None:
    os._exit(BY_SIGNAL + number)


def _end(number: int, frame: FrameType | None) -> None:
    if _is_fragile(frame) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, lambda _, later: _end(number, later))
        signal.setitimer(signal.ITIMER_VIRTUAL, LATER)
    elif number == signal.SIGINT:
        raise KeyboardInterrupt
    else:
        raise SystemExit(BY_SIGNAL + number)


def _is_fragile(frame: FrameType | None) -> bool:
    """True if the compiler may be waiting for this line, and crash if it raises, or another thread for a lock."""
    running = [each.f_code for each in (frame, frame and frame.f_back) if each is not None]
    return any(
        code.co_name in _TAKING or "numba" in code.co_filename.split(os.sep)  # noqa: PTH206 - pathlib takes 4 ms to import
        for code in running
    )


def heard() -> int | None:
    """The exit code, if a signal ended the command."""
    return BY_SIGNAL + _heard[0] if _heard else None


def forget() -> None:
    """The command goes on."""
    _heard.clear()


def _dropped(unraisable: UnraisableHookArgs) -> None:
    if _heard and unraisable.exc_type in (KeyboardInterrupt, SystemExit):
        os._exit(BY_SIGNAL + _heard[0])
    sys.__unraisablehook__(unraisable)


def _uncaught(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
