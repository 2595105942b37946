"""Commands that get a signal at a chosen moment.

A moment is a number of calls and returns since the command began: on a slow machine it is the same as on a fast one.
Commands run in a fork of this process, which has imported everything; so each takes a fraction of a second.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from gamebook.__main__ import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    """The exit code; minus the number of a signal that ended the process."""
    calls: int
    """Calls and returns until then, counted until the signal."""
    out: str
    err: str


def run_command(arguments: Sequence[str], folder: Path, number: int = signal.SIGINT, moment: int = 0) -> Ended:
    """Run a command in a folder, with a signal at a moment; moment 0 never comes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as count:
        child = os.fork()
        if child == 0:
            code = 99
            try:
                os.chdir(folder)
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(out.fileno(), 1)
                os.dup2(err.fileno(), 2)
                code = _command(arguments, number, moment, count.fileno())
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        for file in (out, err, count):
            file.seek(0)
        return Ended(
            os.waitstatus_to_exitcode(status), int(count.read() or 0), out.read().decode(), err.read().decode()
        )


def _command(arguments: Sequence[str], number: int, moment: int, count: int) -> int:
    """In the child: the exit code. An exception that leaves the command is printed, as Python would."""
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115 - pytest's own are not files
    # As Python does by default, not as pytest asks: a signal may come just when a file was opened.
    warnings.simplefilter("ignore", ResourceWarning)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    calls = 0

    def counted(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal calls
        calls += 1
        if calls == moment:
            sys.setprofile(None)
            os.kill(os.getpid(), number)

    code: object = 0
    sys.argv = ["gamebook", *arguments]
    sys.setprofile(counted)
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException as error:  # noqa: BLE001 - as Python's own end
        sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    sys.setprofile(None)
    os.write(count, str(calls).encode())
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)
