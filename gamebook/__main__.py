"""`python -m gamebook` is the command `gamebook`."""

import os
import signal
import sys

from gamebook.cli.signals import BY_SIGNAL, heard, listen, silence


def main() -> None:
    """The console script."""
    try:
        _command()
    except SystemExit as ended:
        _leave(ended.code if isinstance(ended.code, int) else 0)
        raise


def _leave(code: int) -> None:
    """End the process now if a library is still in a step that nobody heeds: Python would have to wait for it."""
    from contextlib import suppress  # noqa: PLC0415 - nothing is imported before signals are heard

    from gamebook.threads import steps_at_work  # noqa: PLC0415

    if steps_at_work():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # what it says is in the exit code by now
                stream.flush()
        os._exit(code)


def _command() -> None:
    """One command. Signals are heard before anything else is imported."""
    early = None
    try:
        try:
            listen()
            from gamebook.cli.garbage import collect_seldom  # noqa: PLC0415

            collect_seldom()
            _open_streams()
            os.environ.setdefault(
                "OPENBLAS_NUM_THREADS", "1"
            )  # our own threads keep the cores busy; BLAS's would only wait
            from gamebook.cli.main import main as command  # noqa: PLC0415

            early = heard()
            command()
        finally:
            silence()
            # An end may have been put off, and the command was over before it came.
            if (code := heard() or early) is not None:
                sys.exit(code)
    except KeyboardInterrupt:  # before the command began, or when it was over
        sys.exit(BY_SIGNAL + signal.SIGINT)
    except Exception:  # Python makes an error of its own of a signal that comes while a class is made
        if (code := heard()) is None:
            raise
        sys.exit(code)


def _open_streams() -> None:
    """What was closed before we began, as in `gamebook … >&-`: stdin is empty, messages lead nowhere.

    To write to stdout fails, as to a full disk: what a command was asked for is lost.
    """
    for name, mode, way in (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, way)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for as long as we run


if __name__ == "__main__":
    main()
