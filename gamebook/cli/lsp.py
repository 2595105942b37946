"""`gamebook lsp`: the language server, which an editor starts."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO, cast

import typer

from gamebook.cli.signals import heard

EXAMPLE = "gamebook lsp"


def command() -> None:
    """Serve an editor while you write.

    Your editor starts this command by itself, for findings, completion, renaming and chances, and talks to it over
    standard input and output (the Language Server Protocol); `docs/editors.md` shows how to set it up.
    """
    from gamebook.lsp.protocol import Headers
    from gamebook.lsp.questions import make

    server = make()
    server.start_io(cast("BinaryIO", Headers(sys.stdin.buffer)))  # only the two methods that it has are used
    code = heard()
    if code is not None:  # a thread still reads what the editor says next, and Python would wait for it
        os._exit(code)
    raise typer.Exit(server.exit_code)
