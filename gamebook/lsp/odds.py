"""Solved numbers beside the text: the chance to win at each chapter, and what each choice costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lsprotocol import types as lsp

from gamebook.dice.percent import percent as exact_percent
from gamebook.lsp.outline import chapters
from gamebook.lsp.page import Page
from gamebook.source import Span

LEAST = 5e-4
"""A choice that costs less is as good as the best."""


@dataclass(frozen=True, slots=True)
class ChapterOdds:
    """What best play is worth at a chapter."""

    value: float | None
    """On arrival; None if best play never comes here."""
    expected: float
    """Visits in one play."""
    deaths: float
    """The chance that play ends here in a defeat."""
    share: float
    """That chance as a share of all defeats."""


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """What an option costs."""

    cost: float
    """Against the best option, on average; nan where that is not known."""
    open: float
    """How often it is offered in one play."""


@dataclass(frozen=True, slots=True)
class FightOdds:
    """What a fight costs best play."""

    fought: float
    """How often it is fought in one play."""
    won: float
    """The share of these fights that are won."""
    left: float
    """The share that is left in another way."""
    means: Mapping[str, tuple[float, float]]
    """Of the numbers it changes: the mean when it begins, and when it is won."""


@dataclass(frozen=True)
class Odds:
    """The numbers of a solved book, for one version of its text."""

    digest: str
    """Of the texts that were solved."""
    wins: bool
    """Values are chances to win, not points."""
    low: float
    high: float
    """Bounds of best play."""
    random: float | None
    """What the random reader wins; None where that is not known."""
    chapters: Mapping[str, ChapterOdds]
    choices: Mapping[Span, ChoiceOdds]
    """By the span of the option."""
    fights: Mapping[Span, FightOdds] = field(default_factory=dict)
    """By the span of the fight; they are found last, and are missing until then."""


def percent(chance: float) -> str:
    """A chance with one decimal place."""
    return exact_percent(chance, 1)


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
