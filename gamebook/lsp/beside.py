"""Solved numbers beside the text: hints at the ends of lines, and lenses above chapters."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from gamebook.lsp.odds import LEAST, ChoiceOdds, Odds, percent
from gamebook.lsp.outline import chapters
from gamebook.lsp.page import Page


def hints(page: Page, odds: Odds, lines: range, *, choices: bool) -> list[lsp.InlayHint]:
    """The chance to win at the end of each chapter's head, and what a choice costs at the end of its line."""
    found = [*_chapter_hints(page, odds, lines)]
    if choices:
        found += _choice_hints(page, odds, lines)
    return found


def _chapter_hints(page: Page, odds: Odds, lines: range) -> Iterator[lsp.InlayHint]:
    for chapter in chapters(page):
        number = page.source.position(chapter.span.start).line - 1
        known = odds.chapters.get(chapter.name)
        if number in lines and known is not None:
            words = "never visited" if known.value is None else f"{_worth(odds, known.value)}"
            yield _hint(page, number, words, "what best play is worth on arrival")


def _choice_hints(page: Page, odds: Odds, lines: range) -> Iterator[lsp.InlayHint]:
    for span, known in odds.choices.items():
        if span.path != page.path:
            continue
        number = page.source.position(span.start).line - 1
        if number in lines:
            yield _hint(page, number, _price(odds, known), "what this choice costs against the best one")


def _price(odds: Odds, known: ChoiceOdds) -> str:
    if known.cost < LEAST:
        return "best"
    if known.cost != known.cost:  # nan
        return "?"
    return f"−{percent(known.cost)}" if odds.wins else f"−{known.cost:.3g}"


def _worth(odds: Odds, value: float) -> str:
    return percent(value) if odds.wins else f"{value:.4g}"


def _hint(page: Page, line: int, words: str, tip: str) -> lsp.InlayHint:
    end = page.ruler.width(page.source.line(line + 1))
    return lsp.InlayHint(lsp.Position(line, end), words, tooltip=tip, padding_left=True)


def lenses(page: Page, odds: Odds | None, *, playable: bool) -> list[lsp.CodeLens]:
    """Above chapters: how many defeats happen there, and a way to play from there, if the editor has one."""
    found = []
    for chapter in chapters(page):
        place = page.range(chapter.name.span)
        known = odds.chapters.get(chapter.name) if odds is not None else None
        if known is not None and known.share >= LEAST:
            words = f"{percent(known.share)} of defeats"
            found.append(lsp.CodeLens(place, lsp.Command(words, "")))
        if playable:
            arguments = [page.project.main, chapter.name]
            found.append(lsp.CodeLens(place, lsp.Command("play from here", "gamebook.play", arguments=arguments)))
    return found
