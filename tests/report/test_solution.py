from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given, settings

from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.render.csv import csv_text
from gamebook.render.data import json_text, sections_data
from gamebook.render.html import html_text
from gamebook.render.markdown import markdown_text
from gamebook.render.solution import Solution
from gamebook.render.text import text
from gamebook.report.cells import Chance
from gamebook.report.hero import hero
from gamebook.report.section import Section, Table
from gamebook.report.solution import hero_line, sections
from gamebook.solver.solving import solve
from tests.support.random_books import books


def tables(found: list[Section]) -> list[Table]:
    return [part for section in found for part in section.in_words if isinstance(part, Table)]


@pytest.mark.slow
@settings(deadline=None)
@given(books())
def test_every_report_can_be_written_in_every_format(made: Book) -> None:
    solution = Solution(solve(made))
    found = list(sections(solution, chapters=True, choices=True))
    for table in tables(found):
        assert {len(row) for row in table.rows} <= {len(table.head)}
    # Many endings are first shown by kind, and then one by one.
    *_, endings = (part for section in found if section.title == "Endings" for part in section.in_words)
    assert isinstance(endings, Table)
    chances = [row[0] for row in endings.rows]
    assert [cell.plain for cell in chances if isinstance(cell, Chance)] == [
        ending["best"] for ending in solution.to_json()["endings"]
    ]
    titles = [section.title + section.aside for section in found if section.title]
    assert [line for line in text(found).plain.splitlines() if line in titles] == titles
    assert html_text(found).count("<section id=") == len(found)
    assert markdown_text(found).count("\n## ") == len(titles) - 1
    assert len(sections_data(found)) == len(found)
    assert json_text(sections_data(found)).startswith("[")
    written = list(csv.reader(StringIO(csv_text(found))))
    assert [str(cell.plain) for cell in chances if isinstance(cell, Chance)] == [
        row[0] for row in written[-written[::-1].index([*endings.head]) :][: len(chances)]
    ]


GIFT = """
sheet
    number gold = 2d6 in 0..20
    number might = 1d6
    item rope

hero
    ~ choose
        * A rope
            ~ gain rope
        * Five coins
            ~ gold +5

=== 1
-> victory
"""


def test_what_no_pick_changes_is_said() -> None:
    book = read_text("gift.gbk", GIFT).resolved.book
    assert book is not None
    said = [hero_line(Solution(solve(book, hero))) for hero in ({"might": 3}, {"gold": 7, "might": 3})]
    assert hero(book, {"rope": 1, "might": 3}) == "rope, might 3, rolled gold"
    assert said == ["Hero: might 3, rolled gold", "Hero: gold 7, might 3 (gold: as given, whatever the hero picks)"]


JUMP = """
sheet
    number life = 1 in 0..3
    item   bread = 1

anytime
    * Eat [if bread]
        ~ lose bread
        ~ life +2

=== 1
* Jump
    ~ if life >= 3
        -> victory
    -> defeat
* Stay -> defeat
"""


def test_what_is_taken_at_a_decision_adds_up_with_the_actions_of_any_time() -> None:
    """Best play eats once, then jumps: it is asked twice, jumps in half of these, and eats in one of one."""
    book = read_text("jump.gbk", JUMP).resolved.book
    assert book is not None
    *_, choices = sections(Solution(solve(book)), choices=True)
    rows = [line.split() for line in text([choices]).plain.splitlines()]
    assert [row for row in rows if row[-1:] == ["Jump"]] == [["1", "2", "50.0%", "50.0%", "50.000%", "Jump"]]
    # with these chances, 2 · 50 % and 1 · 100 %, the table shows the two times that the reader is asked
    assert [row[:3] for row in rows if row[-4:] == ["Eat", "(at", "any", "time)"]] == [["1", "100%", "100%"]]


LAMP = """
sheet
    number gold = 3 in 0..3
    item lamp

=== 1
* Buy a lamp
    ~ pay 1 gold
    ~ gain lamp
    -> 2
* Walk on -> 2
* Fight the dog
    ~ roll 1d6
        1 -> defeat
        2-6 -> 2

=== 2
~ roll 1d2
    1 -> victory
    2 -> defeat
"""


def test_where_advice_and_route_differ_it_is_said_why() -> None:
    """Best play takes the first of equally good choices, the advice one that does less."""
    for lines, differs in ((LAMP, True), (LAMP.replace("* Walk on -> 2\n", ""), False)):
        book = read_text("lamp.gbk", lines).resolved.book
        assert book is not None
        told = text(sections(Solution(solve(book)), chapters=True)).plain
        assert "  1: Buy a lamp\n" in told
        assert ("\n1: Walk on (as good as Buy a lamp)\nas good as: there best play takes" in told) == differs
        assert ("as good as" in told) == differs


def test_advice_where_a_choice_leads_back() -> None:
    """Who looks round each time never gets on, so the advice is not that it makes no difference."""
    for back, advice in (("* Look round -> 1\n", "1: Climb"), ("", "1: it makes no difference")):
        book = read_text("back.gbk", f"=== 1\n* Climb -> 2\n* Swim -> 2\n{back}\n=== 2\n-> victory\n").resolved.book
        assert book is not None
        assert f"\n{advice}\n" in text(sections(Solution(solve(book)), chapters=True)).plain


LOCK = """
sheet
    number turns = 0 in 0..9

=== 1
~ repeat 4 times
    ~ choose "lock"
        * Left
            ~ if turns = 3
                -> defeat
            ~ turns +1
        * Right
            ~ if turns < 3
                -> defeat
            ~ turns +1
-> victory
"""


def test_a_route_tells_the_choices_of_a_visit_in_turn() -> None:
    book = read_text("lock.gbk", LOCK).resolved.book
    assert book is not None
    assert "\n  1: Left (3 times), then Right\n" in text(sections(Solution(solve(book)), chapters=True)).plain
