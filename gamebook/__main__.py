"""`python -m gamebook` is the command `gamebook`."""

import os
import signal
import sys

from gamebook.cli.garbage import collect_seldom
from gamebook.cli.signals import BY_SIGNAL, listen, silence


def main() -> None:
    """The console script. Signals are heard before what is heavy is imported."""
    collect_seldom()
    try:
        try:
            listen()
            _open_streams()
            os.environ.setdefault(
                "OPENBLAS_NUM_THREADS", "1"
            )  # our own threads keep the cores busy; BLAS's would only wait
            from gamebook.cli.main import main as command  # noqa: PLC0415

            command()
        finally:
            silence()
    except KeyboardInterrupt:  # before the command began, or when it was over
        sys.exit(BY_SIGNAL + signal.SIGINT)


def _open_streams() -> None:
    """A stream that was closed before we began, as in `gamebook … >&-`, leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for as long as we run


if __name__ == "__main__":
    main()
