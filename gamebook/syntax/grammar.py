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

from gamebook.files import PRIVATE, write_bytes
from gamebook.resources import cache_folder, resource_folder
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
    name = f"grammar-{hashlib.sha256(version.encode()).hexdigest()[:16]}.cache"
    # Whatever is wrong with the cache or its folder, the grammar is sound, and it is built but once.
    with suppress(Exception):
        return _read(cache_folder() / name)
    lark = build(text)
    with suppress(Exception):
        _write(lark, cache_folder() / name)
    return lark


def _read(path: Path) -> Lark:
    """The parser as it was saved. Lark's own `cache` option would write in place, where another process may read."""
    lark = Lark.__new__(Lark)
    with path.open("rb") as file:
        lark._load(file, postlex=Layout())  # noqa: SLF001 (the public `load` takes no postlex)
    return lark


def _write(lark: Lark, path: Path) -> None:
    """Save a parser, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    tables = BytesIO()
    lark.save(tables)
    write_bytes(path, tables.getvalue(), PRIVATE)
