"""Markdown as Pandoc reads it: the fields above a text, and words without the backslashes that protect their signs."""

from __future__ import annotations

import re

from gamebook.patterns import pattern

_FRONT = pattern(r"\A---[ \t]*\n(?P<lines>.{0,5000}?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FIELD = pattern(r"^(\w[\w-]*):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_ESCAPE = pattern(r"\\([!-/:-@\[-`{-~])|\\$", re.MULTILINE)
"""A sign that Markdown would take for a mark, or a line that is broken."""


def unescaped(text: str) -> str:
    """The words of a text in Markdown."""
    return _ESCAPE.sub(lambda found: found[1] or "", text)


def front(text: str) -> tuple[dict[str, str], str]:
    """The fields that stand above a text for Pandoc, and the text below them."""
    top = _FRONT.match(text)
    if top is None:
        return {}, text
    return {name: unescaped(_bare(value)) for name, value in _FIELD.findall(top["lines"])}, text[top.end() :]


def _bare(value: str) -> str:
    """The words of a value in YAML, which may stand in quotation marks."""
    mark = value[:1]
    if len(value) < 2 or mark not in ("'", '"') or value[-1] != mark:
        return value
    return value[1:-1].replace("''", "'") if mark == "'" else re.sub(r'\\(["\\/])', r"\1", value[1:-1])
