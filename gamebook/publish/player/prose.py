"""Prose as markup: Markdown made safe, with the places of values left open.

HTML and links in prose stay text. A paragraph with a short line before its last is verse and keeps its lines, as in
`gamebook play`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamebook.model.expression import Expr
from gamebook.model.step import Text
from gamebook.render.play_text import FILLED

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around the number of a value while Markdown is read. Letters of no alphabet: prose does not hold them."""
_VALUE = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_CONTROLS = dict.fromkeys(
    [*range(9), 11, 12, *range(14, 32), *range(127, 160), ord(_OPEN), ord(_CLOSE)], "\N{REPLACEMENT CHARACTER}"
)
_LEFT_AS_TEXT = ("html_block", "html_inline", "link", "autolink", "image", "reference", "code", "lheading")
"""Rules of Markdown that are off. Indented lines are verse; a row of dashes under a line is a rule, not a heading."""


class Prose:
    """Makes markup of prose; each text is read once."""

    def __init__(self, place: Callable[[Expr], int]) -> None:
        """Values are named by the number that `place` gives their expressions."""
        self._place = place
        self._markdown = _markdown()

    def html(self, text: Text) -> list[str | int]:
        """Markup, and the numbers of the values between."""
        parts = (
            part.translate(_CONTROLS) if isinstance(part, str) else f"{_OPEN}{self._place(part)}{_CLOSE}"
            for part in text
        )
        source = "".join(parts)
        tokens = self._markdown.parse(source)
        _keep_verse(tokens, source.split("\n"))
        found = _VALUE.split(self._markdown.renderer.render(tokens, self._markdown.options, {}).strip())
        return [part if number % 2 == 0 else int(part) for number, part in enumerate(found) if part]


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only those who publish wait for it

    return MarkdownIt("commonmark", {"html": False}).disable(_LEFT_AS_TEXT)


def _keep_verse(tokens: Sequence[Token], lines: Sequence[str]) -> None:
    """In verse, a line ends where it is written, and its indent is kept."""
    for token in tokens:
        if token.type != "inline" or token.map is None or token.children is None:
            continue
        own = lines[token.map[0] : token.map[1]]
        if not (any(len(line) < FILLED for line in own[:-1]) or any(line[:1].isspace() for line in own)):
            continue
        indents = ["\N{NO-BREAK SPACE}" * (len(line) - len(line.lstrip())) for line in own]
        at = 0
        for child in token.children:
            if child.type in ("softbreak", "hardbreak"):
                at += 1
                child.type, child.tag = "hardbreak", "br"
            elif child.type == "text" and at < len(indents):
                child.content, indents[at] = indents[at] + child.content, ""
