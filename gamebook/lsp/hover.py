"""What a name means, and what a finding says, where the pointer rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from gamebook.codes import CODES
from gamebook.diagnostics import Diagnostic
from gamebook.lsp.beside import if_one_strays, nobody_comes
from gamebook.lsp.odds import LEAST, FightOdds, Odds, percent
from gamebook.lsp.outline import chapters_of
from gamebook.lsp.page import Page, is_shipped
from gamebook.resolve.references import Thing
from gamebook.source import Span
from gamebook.syntax import ast

LONGEST = 300
"""Letters of a chapter that are shown."""


def hover(page: Page, position: lsp.Position, findings: Iterable[Diagnostic], odds: Odds | None) -> lsp.Hover | None:
    """What is named at a position, and what is found there."""
    offset = page.offset(position)
    parts: list[str] = []
    where: Span | None = None
    thing = page.thing(position)
    if thing is not None:
        where = page.span_at(thing, position)
        parts.append("\n\n".join(_thing(page, thing, odds)))
    for span, cost in odds.fights.items() if odds is not None else ():
        first = page.source.position(span.start).line
        if span.path == page.path and first == position.line + 1 and offset >= span.start:
            where = where or page.source.span(span.start, page.source.offset(first, 1) + len(page.source.line(first)))
            parts.append(_fight(cost))
    for each in findings:
        if each.span.path == page.path and each.span.start <= offset <= each.span.end:
            where = where or each.span
            parts.append(_explained(each))
    if where is None:
        return None
    text = "\n\n---\n\n".join(parts)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), page.range(where))


def _thing(page: Page, thing: Thing, odds: Odds | None) -> Iterator[str]:
    chapter = next((each for each in chapters_of(page.edition) if each.name == thing.name), None)
    if thing.kind == "chapter" and chapter is not None:
        yield f"**{plain(chapter.name)}** {plain(chapter.title)}".strip()
        prose = next((step.text for step in chapter.body if isinstance(step, ast.Prose)), "")
        if prose:
            yield plain(prose if len(prose) <= LONGEST else prose[: LONGEST - 1] + "…")
        if odds is not None:
            yield from _odds(odds, thing.name)
        return
    yield f"{thing.kind} **{plain(thing.name)}**"
    for span in thing.definitions[:1]:
        source = page.edition.sources[span.path]
        line = source.line(source.position(span.start).line).strip()
        yield f"```gamebook\n{line.replace('```', '')}\n```"
        if is_shipped(span.path):
            yield f"from the rule system `{span.path}`"
    count = len(thing.uses)
    yield f"used {count} time{'s' * (count != 1)}" if count else "never used"


def _odds(odds: Odds, chapter: str) -> Iterator[str]:
    found = odds.chapters.get(chapter)
    if found is None:
        return
    if found.value is None:
        if found.strayed is None:
            words = nobody_comes(odds)
            yield f"{words[0].upper()}{words[1:]}."
        else:
            yield f"Best play never comes here; {if_one_strays(odds, found.strayed)}."
        return
    worth = f"wins with {percent(found.value)} on arrival" if odds.wins else f"{found.value:.4g} points on arrival"
    yield f"Best play {worth}; {found.expected:.2f} visits in a play; {percent(found.deaths)} of plays die here."


def _fight(cost: FightOdds) -> str:
    won = f"Best play fights this {cost.fought:.2f} times in a play, and wins it with {percent(cost.won)}"
    left = f" ({percent(cost.left)} leave it in another way)" if cost.left >= LEAST else ""
    means = (
        f"{plain(name)} {begins:.1f} when it begins, {after:.1f} when it is won"
        for name, (begins, after) in cost.means.items()
    )
    return ". ".join([won + left, *means]) + "."


def _explained(found: Diagnostic) -> str:
    code = CODES[found.code]
    return f"**{found.code}** {plain(code.title)}: {plain(code.cause)}\n\n{plain(code.cure)}"


def plain(text: str) -> str:
    """A text in which Markdown sees no mark."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]()<>#+-.!|~&" else letter for letter in text)
