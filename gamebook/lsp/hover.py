"""What a name means, and what a finding says, where the pointer rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp
from msgspec import Struct

from gamebook.codes import CODES
from gamebook.diagnostics import Diagnostic
from gamebook.lsp.beside import earns, if_one_strays, nobody_comes
from gamebook.lsp.chances import LEAST, Chances, FightChances, percent
from gamebook.lsp.outline import chapters_of
from gamebook.lsp.page import Page, is_shipped
from gamebook.render.markdown import plain_line
from gamebook.resolve.references import Thing
from gamebook.sentences import with_capital
from gamebook.source import Span
from gamebook.syntax import ast

LONGEST = 300
"""Letters of a chapter that are shown."""


class Style(Struct, frozen=True):
    """How a text is marked up, as the editor wishes."""

    markdown: bool = True

    @property
    def kind(self) -> lsp.MarkupKind:
        """What the editor calls it."""
        return lsp.MarkupKind.Markdown if self.markdown else lsp.MarkupKind.PlainText

    def plain(self, text: str) -> str:
        """Words in which nothing is a mark."""
        return "\n".join(map(plain_line, text.split("\n"))) if self.markdown else text

    def strong(self, text: str) -> str:
        """Words that stand out."""
        return f"**{self.plain(text)}**" if self.markdown else text

    def quoted(self, text: str) -> str:
        """A word as it is written in a file."""
        return f"`{text}`" if self.markdown else f"“{text}”"

    def line(self, text: str) -> str:
        """A line of a book."""
        return f"```gamebook\n{text.replace('```', '')}\n```" if self.markdown else text

    def apart(self, parts: Iterable[str]) -> str:
        """Texts about several things."""
        return ("\n\n---\n\n" if self.markdown else "\n\n").join(parts)


def hover(
    page: Page, position: lsp.Position, findings: Iterable[Diagnostic], chances: Chances | None, style: Style
) -> lsp.Hover | None:
    """What is named at a position, and what is found there."""
    offset = page.offset(position)
    parts: list[str] = []
    where: Span | None = None
    thing = page.thing(position)
    if thing is not None:
        where = page.span_at(thing, position)
        parts.append("\n\n".join(_thing(page, thing, chances, style)))
    for span, cost in chances.fights.items() if chances is not None else ():
        first = page.source.position(span.start).line
        if span.path == page.path and first == position.line + 1 and offset >= span.start:
            where = where or page.source.span(span.start, page.source.offset(first, 1) + len(page.source.line(first)))
            parts.append(_fight(cost, style))
    for each in findings:
        if each.span.path == page.path and each.span.start <= offset <= each.span.end:
            where = where or each.span
            parts.append(_explained(each, style))
    if where is None:
        return None
    return lsp.Hover(lsp.MarkupContent(style.kind, style.apart(parts)), page.range(where))


def _thing(page: Page, thing: Thing, chances: Chances | None, style: Style) -> Iterator[str]:
    chapter = next((each for each in chapters_of(page.edition) if each.name == thing.name), None)
    if thing.kind == "chapter" and chapter is not None:
        yield f"{style.strong(chapter.name)} {style.plain(chapter.title)}".strip()
        prose = next((step.text for step in chapter.body if isinstance(step, ast.Prose)), "")
        if prose:
            yield style.plain(prose if len(prose) <= LONGEST else prose[: LONGEST - 1] + "…")
        if chances is not None:
            yield from _chances(chances, thing.name)
        return
    yield f"{thing.kind} {style.strong(thing.name)}"
    for span in thing.definitions[:1]:
        source = page.edition.sources[span.path]
        line = source.line(source.position(span.start).line).strip()
        yield style.line(line)
        if is_shipped(span.path):
            yield f"from the rule system {style.quoted(span.path)}"
    count = len(thing.uses)
    yield f"used {count} time{'s' * (count != 1)}" if count else "never used"


def _chances(chances: Chances, chapter: str) -> Iterator[str]:
    found = chances.chapters.get(chapter)
    if found is None:
        return
    if found.value is None:
        if found.strayed is None:
            words = nobody_comes(chances)
            yield f"{with_capital(words)}."
        else:
            yield f"Best play never comes here; {if_one_strays(chances, found.strayed)}."
        return
    gets = f"wins with {percent(found.value)}" if chances.wins else earns(chances, found.value)
    worth = f"{gets} on arrival"
    yield f"Best play {worth}; {found.expected:.2f} visits in a play; {percent(found.deaths)} of plays die here."


def _fight(cost: FightChances, style: Style) -> str:
    won = f"Best play fights this {cost.fought:.2f} times in a play, and wins it with {percent(cost.won)}"
    left = f" ({percent(cost.left)} leave it in another way)" if cost.left >= LEAST else ""
    means = (
        f"{style.plain(name)} {begins:.1f} when it begins, {after:.1f} when it is won"
        for name, (begins, after) in cost.means.items()
    )
    return ". ".join([won + left, *means]) + "."


def _explained(found: Diagnostic, style: Style) -> str:
    code = CODES[found.code]
    return (
        f"{style.strong(found.code)} {style.plain(code.title)}: {style.plain(code.cause)}\n\n{style.plain(code.advice)}"
    )
