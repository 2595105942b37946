"""The parser's tables: where the grammar lives, and how it starts fast.

Building the tables takes half a second, so they are kept in the user's cache folder, under a name that changes with the
grammar, Lark and Python. A cache that cannot be read or written is done without.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

from lark import Lark, __version__
from lark.exceptions import LarkError

from gamebook.caches import cache_folder, read_cached, write_cached
from gamebook.resources import resource_folder
from gamebook.syntax.layout import Layout

PARTS = ("book", "chapter", "fight", "expression", "terminals")
STARTS = ["chapter", "declaration", "passage", "expression"]


def grammar_text() -> str:
    """The whole grammar, its files in document order."""
    folder = resource_folder("grammars")
    return "\n".join((folder / f"{part}.lark").read_text(encoding="utf-8") for part in PARTS)


def build(text: str, *, strict: bool = False) -> Lark:
    """Build the parser; `strict` looks for terminals that collide and for conflicts (needs interegular)."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start=STARTS,
        postlex=Layout(),
        maybe_placeholders=True,
        propagate_positions=True,
        strict=strict,
    )


@cache
def parser() -> Lark:
    """The parser, from the cache where there is one."""
    text = grammar_text()
    version = f"{text}{__version__}{sys.version_info[:3]}"
    path = cache_folder() / "grammar" / f"{hashlib.sha256(version.encode()).hexdigest()[:16]}.cache"
    # Whatever is wrong with the cache or its folder, the grammar is sound, and it is built but once.
    with suppress(Exception):
        found = _read(path)
        if found is not None:
            return found
    lark = build(text)
    with suppress(Exception):
        tables = BytesIO()
        lark.save(tables)
        write_cached(path, tables.getvalue())
    return lark


def reads(text: str) -> bool:
    """Whether a text can be read: as steps if it begins with a new line, else as a declaration."""
    try:
        parser().parse(text, start="passage" if text.startswith("\n") else "declaration")
    except LarkError:
        return False
    return True


def _read(path: Path) -> Lark | None:
    """The parser as it was saved. Lark's own `cache` option would write in place, where another process may read."""
    tables = read_cached(path)
    if tables is None:
        return None
    lark = Lark.__new__(Lark)
    lark._load(BytesIO(tables), postlex=Layout())  # noqa: SLF001 (the public `load` takes no postlex)
    return lark
