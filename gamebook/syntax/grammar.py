"""The parser's tables: where the grammar lives, and how it starts fast.

Building the tables takes half a second, so they are kept in the user's cache folder, under a name that changes with the
grammar, Lark and Python. A cache that cannot be read or written is done without.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import BytesIO
from types import ModuleType

from lark import Lark, __version__
from lark.exceptions import LarkError
from lark.load_grammar import Grammar
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers import lalr_analysis
from lark.parsers.lalr_analysis import Action

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
    version = f"{text}{sorted(Layout.always_accept)}{__version__}{sys.version_info[:3]}"
    path = cache_folder() / "grammar" / f"{hashlib.sha256(version.encode()).hexdigest()[:16]}.parser"
    # Whatever is wrong with the cache or its folder, the grammar is sound, and it is built but once.
    with suppress(Exception):
        found = pickle.loads(read_cached(path) or b"")  # noqa: S301 - only we can have written it
        if isinstance(found, Lark):
            return found
    lark = build(text)
    with suppress(Exception):
        write_cached(path, _pickled(lark))
    return lark


def _pickled(lark: Lark) -> bytes:
    """The parser as a pickle, which is read in half the time that Lark takes to load what it has saved itself.

    Left out is what its tables were made from: a third of it.
    """
    tables = BytesIO()
    pickler = pickle.Pickler(tables, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {
        ModuleType: lambda module: (import_module, (module.__name__,)),  # the `re` that its patterns are for
        Action: lambda action: (getattr, (lalr_analysis, action.name)),  # there are two, which are told apart by `is`
        Grammar: _nothing,
        ParseTreeBuilder: _nothing,
    }
    pickler.dump(lark)
    return tables.getvalue()


def _nothing(_left_out: object) -> tuple[Callable[[], object], tuple[()]]:
    """How a pickle makes None."""
    return type(None), ()


def reads(text: str) -> bool:
    """Whether a text can be read: as steps if it begins with a new line, else as a declaration."""
    try:
        parser().parse(text, start="passage" if text.startswith("\n") else "declaration")
    except LarkError:
        return False
    return True


def reads_as_step(line: str) -> bool:
    """Whether a line can stand in a chapter."""
    return reads(as_step(line))


def as_step(text: str) -> str:
    """A line as a passage of its own, with what must stand above it and below."""
    above = "~ if 1\n    -> 1\n" if re.match(r"~[ \t]*else\b", text.strip()) else ""
    block = "\n    -> 1" if re.match(r"~[ \t]*(?:if|may|repeat|else)\b", text.strip()) else ""
    block = "\n    higher -> 1" if re.match(r"~[ \t]*compare\b", text.strip()) else block
    block = "\n    * x -> 1" if re.match(r"~[ \t]*choose\b.*(?:\bof|\")$", text.strip()) else block
    return f"\n{above}{text.strip()}{block}\n"
