"""What an editor shows where the pointer rests."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from gamebook.lsp.chances import Chances, ChapterChances, FightChances
from gamebook.lsp.hover import Style, hover
from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.project import Project

TEXT = """\
book "Cellar"
    use fighting-fantasy

=== 1
A rat!
~ fight "Rat" SKILL 5 STAMINA 4
    escape -> 2
-> victory

=== 2
-> defeat
"""


def shown(line: int) -> str:
    page = Page(Project.of(TEXT), "book.gbk", Ruler())
    fight = page.source.span(TEXT.index("~ fight"), TEXT.index("-> victory"))
    cost = FightChances(fought=1.0, won=0.75, left=0.125, means={"STAMINA": (18.0, 15.26)})
    chances = Chances("", True, 0.75, 0.75, None, {}, {}, {fight: cost})
    found = hover(page, lsp.Position(line, 4), [], chances, Style())
    return found.contents.value if found is not None and isinstance(found.contents, lsp.MarkupContent) else ""


def test_a_fight_tells_what_it_costs_on_its_first_line() -> None:
    assert shown(5).endswith(
        "Best play fights this 1.00 times in a play, and wins it with 75.0% (12.5% leave it in another way). "
        "STAMINA 18.0 when it begins, 15.3 when it is won."
    )
    assert "fights this" not in shown(4)
    assert "fights this" not in shown(6)


@pytest.mark.parametrize(
    ("value", "strayed", "words"),
    [
        (2.5, None, "Best play earns 2.5 points on arrival; 1.00 visits in a play; 0% of plays die here."),
        (1.0, None, "Best play earns 1 point on arrival; 1.00 visits in a play; 0% of plays die here."),
        (None, 2.0, "by mistake, with best play from here, earns 2 points."),
    ],
)
def test_a_chapter_of_a_book_for_points_tells_what_is_earned(
    value: float | None, strayed: float | None, words: str
) -> None:
    page = Page(Project.of(TEXT), "book.gbk", Ruler())
    chapter = ChapterChances(value, strayed, 1.0, 0.0, 0.0)
    found = hover(page, lsp.Position(3, 4), [], Chances("", False, 0, 3, None, {"1": chapter}, {}), Style())
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert found.contents.value.endswith(words)


PROSE = "=== 1 The *inn*. (Old)\nIt is 5 p.m. You pay 3+2 gold_coins!\n10. More.\n-> 1\n"


@pytest.mark.parametrize(
    ("style", "words"),
    [
        (Style(), "**1** The \\*inn\\*. (Old)\n\nIt is 5 p.m. You pay 3+2 gold\\_coins!\n10\\. More."),
        (Style(markdown=False), "1 The *inn*. (Old)\n\nIt is 5 p.m. You pay 3+2 gold_coins!\n10. More."),
    ],
)
def test_words_have_no_more_backslashes_than_markdown_needs(style: Style, words: str) -> None:
    page = Page(Project.of(PROSE), "book.gbk", Ruler())
    found = hover(page, lsp.Position(3, 3), [], None, style)
    assert found is not None
    assert found.contents == lsp.MarkupContent(style.kind, words)
