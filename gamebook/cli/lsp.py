"""`gamebook lsp`: the language server, which an editor starts."""

from __future__ import annotations

EXAMPLE = "gamebook lsp"


def command() -> None:
    """Serve an editor: findings, completion, renaming and odds while you write.

    Your editor starts this command by itself and talks to it over standard input and output (the Language Server
    Protocol); `docs/editors.md` shows how to set it up.
    """
    from gamebook.lsp.server import make

    make().start_io()
