"""Prose as authors write it, in Markdown, to paragraphs. Raw HTML is letters like any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamebook.publish.document import Align, Block, Divider, Grid, Kind, Paragraph, Picture, Run, Runs, plain
from gamebook.syntax import ast
from gamebook.syntax.marks import ARROWS
from gamebook.syntax.text import parse_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Value = Callable[[ast.Expr], str]
"""The words for what stands in braces."""

_ESCAPE = re.compile(rf"\\(?P<own>{ARROWS}|->|//|[{{}}])|\\.|\{{[^{{}}\n]*\}}", re.DOTALL)
"""A sign with a backslash, or a value. `own`: signs of the book language that Markdown does not know: in a code span,
Markdown would print the backslash."""
_ITEM = re.compile(r"([-+*]|\d{1,9}[.)])[ \t]")
_FENCE = re.compile(r"[ \t]*(`{3}|~{3})")
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
"""What a backslash makes a letter in Markdown."""
_SAFE = re.compile(r"(?i)(https?://|mailto:)")
_PRIVATE = range(0xF0000, 0x10FFFE)
"""Letters that no alphabet uses: one that the text lacks marks the place of a value."""


STRAIGHT: tuple[str, ...] = ()
"""No quotation marks but those that are written."""


@cache
def _parser(quotes: tuple[str, ...]) -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - needed only where something is published

    parser = MarkdownIt("commonmark", {"html": False})
    if quotes:
        parser.options["typographer"] = True
        parser.options["quotes"] = list(quotes)
        parser.enable("smartquotes")
    return parser.enable("table").disable(["code", "lheading", "reference", "html_block", "html_inline"])


def with_quotes(text: str, quotes: tuple[str, ...]) -> str:
    """Letters that are no Markdown, such as the title of a book, with the quotation marks of a language."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - needed only where something is published

    if not quotes:
        return text
    parser = MarkdownIt("zero", {"typographer": True, "quotes": list(quotes)}).enable("smartquotes")
    return "".join(part.content for token in parser.parseInline(text) for part in token.children or ())


def paragraphs(
    text: str, value: Value | None = None, level: int = 0, quotes: tuple[str, ...] = STRAIGHT
) -> tuple[Block, ...]:
    """The paragraphs of a piece of prose.

    Args:
        text: Markdown; with `value` also the braces and escapes of the book language.
        value: gives the words for what stands in braces; None: braces are letters.
        level: how deep it is indented.
        quotes: the quotation marks that straight ones become, outer and inner.
    """
    text, fill = _fields(text, value)
    return tuple(_Blocks(_parser(quotes).parse(_verse(text)), fill, level).read())


def _verse(text: str) -> str:
    """The text with indented lines as lines of verse; under an item of a list they go on with the item."""
    lines: list[str] = []
    fence = ""
    inside_item = False
    for line in text.split("\n"):
        opens = _FENCE.match(line)
        begins = not lines or not lines[-1].strip()
        indent = len(line) - len(line.lstrip(" \t"))
        if opens and fence in ("", opens[1]):
            fence = "" if fence else opens[1]
        elif not fence and line.strip():
            inside_item = bool(_ITEM.match(line)) or (inside_item and bool(indent or not begins))
            if indent and not inside_item:
                width = len(line[:indent].expandtabs(4))
                # blanks at the beginning of a paragraph would be cut off
                lines.append(("&nbsp;" if begins else "\u00a0") * width + line[indent:])
                if not begins:
                    lines[-2] += "\\"
                continue
        lines.append(line)
    return "\n".join(lines)


def words(text: str, value: Value | None = None, quotes: tuple[str, ...] = STRAIGHT) -> Runs:
    """A line of prose: the words of a choice, a title."""
    text, fill = _fields(text, value)
    found: list[Run] = []
    for token in _parser(quotes).parseInline(text):
        found += [part for part in _inline(token.children or (), fill) if isinstance(part, Run)]
    return tuple(found)


def as_letters(text: str) -> str:
    """Markdown in which these letters are only letters."""
    return _SIGN.sub(r"\\\g<0>", text)


def escapes_kept(text: str, mark: str) -> str:
    """Prose of the book language as Markdown: backslashes that it does not know fall away, and values become a mark."""
    words, fill = _fields(text, lambda _: mark)
    return fill(words)


def _fields(text: str, value: Value | None) -> tuple[str, Callable[[str], str]]:
    """The text with marks where values stand, and what puts the values in."""
    if value is None:
        return text, lambda words: words
    mark = next(chr(number) for number in _PRIVATE if chr(number) not in text)
    values: list[str] = []

    def cover(found: re.Match[str]) -> str:
        if found[0].startswith("\\"):
            return found["own"] or found[0]
        pieces, _ = parse_text(found[0], ast.NOWHERE)
        if len(pieces) != 1 or isinstance(pieces[0], str):
            return found[0]
        values.append(value(pieces[0]))
        return f"{mark}{len(values) - 1}{mark}"

    covered = _ESCAPE.sub(cover, text)
    return covered, lambda words: re.sub(f"{mark}(\\d+){mark}", lambda found: values[int(found[1])], words)


class _Blocks:
    """The blocks of parsed Markdown, flattened."""

    def __init__(self, tokens: Sequence[Token], fill: Callable[[str], str], level: int) -> None:
        self.tokens = tokens
        self.fill = fill
        self.level = level
        self.kinds: list[Kind] = []
        self.marks: list[str] = []
        """The mark of the next item, for each list around: `•` or the number to come."""
        self.fresh = False
        """Whether the next paragraph is the first of its item."""

    def read(self) -> list[Block]:
        found: list[Block] = []
        table: list[Token] = []
        inside_table = False
        for token in self.tokens:
            match token.type:
                case "blockquote_open":
                    self.kinds.append("quote")
                case "heading_open":
                    self.kinds.append("head")
                case "bullet_list_open":
                    self.marks.append("•")
                    self.kinds.append("item")
                case "ordered_list_open":
                    self.marks.append(f"{token.attrs.get('start', 1)}.")
                    self.kinds.append("item")
                case "blockquote_close" | "heading_close":
                    self.kinds.pop()
                case "bullet_list_close" | "ordered_list_close":
                    self.kinds.pop()
                    self.marks.pop()
                case "list_item_open":
                    self.fresh = True
                case "hr":
                    found.append(Divider(self.level))
                case "fence":
                    found.append(
                        Paragraph((Run(self.fill(token.content.rstrip("\n")), code=True),), "verse", self._depth)
                    )
                case "table_open":
                    table, inside_table = [], True
                case "table_close":
                    found += self._table(table)
                    inside_table = False
                case _ if inside_table:
                    table.append(token)
                case "inline":
                    found += self._paragraph(token)
        return found

    def _table(self, tokens: Sequence[Token]) -> Iterator[Block]:
        """A table, and after it the images that stand in it."""
        columns = tuple(_align(token) for token in tokens if token.type == "th_open")
        cells = [_inline(token.children or (), self.fill) for token in tokens if token.type == "inline"]
        words = [tuple(part for part in cell if isinstance(part, Run)) for cell in cells]
        lines = (tuple(words[place : place + len(columns)]) for place in range(0, len(words), len(columns)))
        yield Grid(tuple(lines), columns, self._depth)
        for part in (part for cell in cells for part in cell if isinstance(part, Picture)):
            yield replace(part, level=self._depth)

    @property
    def _depth(self) -> int:
        return self.level + sum(kind != "head" for kind in self.kinds)

    def _paragraph(self, token: Token) -> list[Block]:
        kind: Kind = self.kinds[-1] if self.kinds else "prose"
        mark = ""
        if kind == "item" and self.fresh:
            mark = self.marks[-1]
            if mark != "•":
                self.marks[-1] = f"{int(mark[:-1]) + 1}."
        self.fresh = False
        found: list[Block] = []
        runs: list[Run] = []

        def end() -> None:
            if plain(runs).strip():
                verse = kind == "prose" and ("\n" in plain(runs) or plain(runs).startswith("\u00a0"))
                shape: Kind = "verse" if verse else kind
                found.append(Paragraph(tuple(runs), shape, self._depth, mark if not found else ""))
            runs.clear()

        for part in _inline(token.children or (), self.fill):
            if isinstance(part, Run):
                runs.append(part)
            else:
                end()
                found.append(replace(part, level=self._depth))
        end()
        return found


def _align(head: Token) -> Align:
    """Where the words of a column stand, by the colons below its head."""
    style = str(head.attrs.get("style", ""))
    return "right" if "right" in style else "center" if "center" in style else "left"


def _inline(tokens: Sequence[Token], fill: Callable[[str], str]) -> list[Run | Picture]:
    """Runs, and images between them."""
    found: list[Run | Picture] = []
    bold = italic = 0
    address = ""
    for token in tokens:
        match token.type:
            case "strong_open":
                bold += 1
            case "strong_close":
                bold -= 1
            case "em_open":
                italic += 1
            case "em_close":
                italic -= 1
            case "link_open":
                target = str(token.attrs.get("href", ""))
                address = target if _SAFE.match(target) else ""
            case "link_close":
                address = ""
            case "image":
                inside = (each for each in _inline(token.children or (), fill) if isinstance(each, Run))
                found.append(Picture(_unquoted(str(token.attrs.get("src", ""))), plain(inside)))
            case "softbreak":
                found.append(Run(" ", bool(bold), bool(italic)))
            case "hardbreak":
                found.append(Run("\n", bool(bold), bool(italic)))
            case "text" | "code_inline" | "text_special":
                text = fill(token.content)
                if text:
                    found.append(Run(text, bool(bold), bool(italic), token.type == "code_inline", address=address))
    return _joined(found)


def _unquoted(path: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415 - only for images

    return unquote(path)


def _joined(parts: Sequence[Run | Picture]) -> list[Run | Picture]:
    """Neighbours that look alike as one run."""
    found: list[Run | Picture] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Run) and isinstance(last, Run) and replace(last, text="") == replace(part, text=""):
            found[-1] = replace(last, text=last.text + part.text)
        else:
            found.append(part)
    return found
