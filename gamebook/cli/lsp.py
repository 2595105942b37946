"""`gamebook lsp`: the language server, which an editor starts."""

from __future__ import annotations

EXAMPLE = "gamebook lsp"


def command() -> None:
    """Serve an editor while you write.

    Your editor starts this command by itself, for findings, completion, renaming and chances, and talks to it over
    standard input and output (the Language Server Protocol); `docs/editors.md` shows how to set it up.
    """
    from gamebook.lsp.server import make

    make().start_io()
