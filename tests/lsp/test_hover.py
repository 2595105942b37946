"""What an editor shows where the pointer rests."""

from __future__ import annotations

from lsprotocol import types as lsp

from gamebook.lsp.hover import hover
from gamebook.lsp.odds import FightOdds, Odds
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
    cost = FightOdds(fought=1.0, won=0.75, left=0.125, means={"STAMINA": (18.0, 15.26)})
    odds = Odds("", True, 0.75, 0.75, None, {}, {}, {fight: cost})
    found = hover(page, lsp.Position(line, 4), [], odds)
    return found.contents.value if found is not None and isinstance(found.contents, lsp.MarkupContent) else ""


def test_a_fight_tells_what_it_costs_on_its_first_line() -> None:
    assert shown(5).endswith(
        "Best play fights this 1.00 times in a play, and wins it with 75.0% (12.5% leave it in another way). "
        "STAMINA 18.0 when it begins, 15.3 when it is won."
    )
    assert "fights this" not in shown(4)
    assert "fights this" not in shown(6)
