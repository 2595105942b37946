"""Solved numbers beside the text: hints at the ends of lines, and lenses above chapters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from lsprotocol import types as lsp

from gamebook.lsp.chances import LEAST, Chances, ChapterChances, ChoiceChances, percent
from gamebook.lsp.outline import chapters
from gamebook.lsp.page import Page
from gamebook.model.points import in_points

SELDOM = "best play never has to decide this: a mean for a reader who has picked at random so far"
"""Of a choice that only other readers are offered."""


MOST_RANGES = 4
"""Ranges of amounts that are shown."""


def hints(page: Page, chances: Chances, lines: range, *, choices: bool) -> list[lsp.InlayHint]:
    """The chance to win at the end of each chapter's head, and what a choice costs at the end of its line."""
    found = [*_chapter_hints(page, chances, lines)]
    if choices:
        found += _choice_hints(page, chances, lines)
    return found


def _chapter_hints(page: Page, chances: Chances, lines: range) -> Iterator[lsp.InlayHint]:
    for chapter in chapters(page):
        number = page.source.position(chapter.span.start).line - 1
        known = chances.chapters.get(chapter.name)
        if number in lines and known is not None:
            yield _hint(page, number, *_arrival(chances, known))


def _choice_hints(page: Page, chances: Chances, lines: range) -> Iterator[lsp.InlayHint]:
    for span, known in chances.choices.items():
        if span.path != page.path:
            continue
        number = page.source.position(span.start).line - 1
        if number in lines:
            tip = "the amounts that are best" if known.amounts else "what this choice costs against the best one"
            if not known.amounts and _differ(chances, known):
                tip += ", from where it costs least to where it costs most"
            yield _hint(page, number, _beside(chances, known), tip if known.open > 0 else f"{tip}; {SELDOM}")


def _arrival(chances: Chances, known: ChapterChances) -> tuple[str, str]:
    """What stands beside the head of a chapter, and the words under the pointer."""
    if known.value is not None:
        return worth(chances, known.value), "what best play is worth on arrival"
    if known.strayed is None:
        return "never visited", nobody_comes(chances)
    return "best play never comes here", if_one_strays(chances, known.strayed)


def nobody_comes(chances: Chances) -> str:
    """Of a chapter to which no way of playing leads."""
    return f"no reader can come here{f' (hero: {chances.hero})' if chances.hero else ''}"


def if_one_strays(chances: Chances, value: float) -> str:
    """What a chapter is worth where best play never comes, and others do."""
    gets = f"wins {worth(chances, value)}" if chances.wins else earns(chances, value)
    return f"a reader who gets here by mistake, with best play from here, {gets}"


def _beside(chances: Chances, known: ChoiceChances) -> str:
    """What stands at the end of the line of a choice."""
    if known.amounts:
        return f"best: {_ranges(known.amounts)}"
    least = _price(chances, known.cost)
    return f"{least} to {_price(chances, known.most)}" if _differ(chances, known) else least


def _differ(chances: Chances, known: ChoiceChances) -> bool:
    """Whether a choice costs more in one place than in another."""
    return _price(chances, known.cost) != _price(chances, known.most)


def _price(chances: Chances, cost: float) -> str:
    if cost < LEAST:
        return "best"
    if isnan(cost):
        return "?"
    return f"−{percent(cost)}" if chances.wins else f"−{cost:.3g}"


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in order, those that follow each other as a range: 0–2, 5."""
    known = {*numbers}
    starts = [each for each in numbers if each - 1 not in known]
    ends = [each for each in numbers if each + 1 not in known]
    words = [f"{low}–{high}" if low < high else f"{low}" for low, high in zip(starts, ends, strict=True)]
    return ", ".join(words if len(words) <= MOST_RANGES else [*words[:MOST_RANGES], "…"])


def worth(chances: Chances, value: float) -> str:
    """A chance to win, or points."""
    return percent(value) if chances.wins else f"{value:.4g}"


def earns(chances: Chances, value: float) -> str:
    """What best play gets where it is played for points."""
    return f"earns {in_points(worth(chances, value))}"


def _hint(page: Page, line: int, words: str, tip: str) -> lsp.InlayHint:
    end = page.ruler.width(page.source.line_in_file(line + 1))
    return lsp.InlayHint(lsp.Position(line, end), words, tooltip=tip, padding_left=True)


def lenses(page: Page, chances: Chances | None, *, playable: bool) -> list[lsp.CodeLens]:
    """Above chapters: how many defeats happen there, and a way to play from there, if the editor has one."""
    found = []
    for chapter in chapters(page):
        place = page.range(chapter.name.span)
        known = chances.chapters.get(chapter.name) if chances is not None else None
        if known is not None and known.share >= LEAST:
            words = f"{percent(known.share)} of defeats"
            found.append(lsp.CodeLens(place, lsp.Command(words, "")))
        if playable:
            arguments = [page.project.main, chapter.name]
            found.append(lsp.CodeLens(place, lsp.Command("play from here", "gamebook.play", arguments=arguments)))
    return found
