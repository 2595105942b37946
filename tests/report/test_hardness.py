from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from gamebook.job import look
from gamebook.project import Project
from gamebook.render.data import sections_data
from gamebook.render.html import html_text
from gamebook.render.text import text
from gamebook.report.cells import Worded
from gamebook.report.hardness import sections
from gamebook.report.section import Chart, Lines, Map, Section
from gamebook.verbs import report

BOOK = """\
book "Two doors"
sheet
    number gold = 1 in 0..1
=== 1 The hall
* Left -> 2
* Right -> 3
* Bribe the guard [if gold = 0] -> 4
=== 2 The dice
~ random
    1: -> victory "Rich"
    3: -> defeat "Poor"
=== 3 The stairs
~ random
    3: -> victory "Rich"
    1: -> defeat "Poor"
=== 4 The cellar
~ victory "Rich"
"""
"""Left wins with 1/4, right with 3/4. Nobody has no gold, so that the guard is never bribed."""


@pytest.fixture(scope="module")
def found() -> list[Section]:
    return list(sections(report(text=BOOK)))


def part(found: list[Section], title: str) -> Section:
    return next(section for section in found if section.title.startswith(title))


def rows(section: Section) -> list[list[object]]:
    (data,) = sections_data([section])
    return next(each["rows"] for each in data["parts"] if "rows" in each)  # type: ignore[attr-defined, no-any-return]


def test_the_report_answers_in_order(found: list[Section]) -> None:
    assert [section.title for section in found if section.title] == [
        "Two doors",
        "For whom it is hard",
        "How often persistent has to play",
        "What skill brings: soft",
        "What kills best play",
        "Where careless(10%) is lost",
        "Could careless(10%) have been saved?",
        "The last choice that could have saved careless(10%)",
        "How far careless(10%) comes",
        "Where luck decides, with best play",
        "What choices cost careless(10%)",
        "Without one thing",
        "Every winning play",
        "How wide is the way?",
        "Most expensive mistakes",
        "What cannot be reached, and why",
        "Endings",
        "How long a play is: best",
        "How long a play is: careless(10%)",
        "How long a play is: random",
        "What is seen of 4 chapters",
        "What to change first",
        "Numbers that matter",
        "The map",
        "Likeliest winning route",
        "Chapters under best play",
    ]


def test_of_a_large_book_only_what_is_quick_is_told_unless_asked() -> None:
    titles = [section.title for section in sections(report(text=BOOK, full=False))]
    assert "What is left out" in titles
    assert "Without one thing" not in titles


@pytest.mark.slow
def test_details_that_take_too_long_are_left_out_and_named_unless_they_were_asked_for(
    found: list[Section], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no limit is given, a report of a small book has a limit of its own all the same."""
    monkeypatch.setattr("gamebook.verbs.reporting.LONGEST", 1e-9)
    monkeypatch.setattr("gamebook.verbs.reporting.LEAST", 1e-9)
    (left,) = [section for section in sections(report(text=BOOK)) if section.title == "What is left out"]
    late = (
        "where plays are lost and what could have saved them; how long a play is; which numbers matter; what things "
        "are worth"
    )
    wait = "To wait for it, use gamebook report with --full or a longer --timeout."
    assert left.parts == [Lines([f"Left out, because a limit came first: {late}. {wait}"])]
    patient = [section.title for section in sections(report(text=BOOK, full=True))]
    assert patient == [section.title for section in found]


@pytest.mark.slow
def test_what_only_looks_at_its_job_ends_in_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            look()

    monkeypatch.setattr("gamebook.verbs.reporting.LONGEST", 0.5)
    monkeypatch.setattr("gamebook.verbs.reporting.sensitivity", endless)
    assert "which numbers matter" in report(text=BOOK).late


def test_what_changed_since_an_older_version() -> None:
    old = Project.of(BOOK.replace("    1: -> victory", "    2: -> victory"))
    found = list(sections(report(text=BOOK, full=False, baseline=old)))
    # The guard cannot be bribed. At random, left won with 2/5 and wins with 1/4; right wins with 3/4.
    (random,) = [row[1:] for row in rows(part(found, "What changed: Chances to win")) if row[0] == "random"]
    before, after = Fraction(1, 2) * (Fraction(2, 5) + Fraction(3, 4)), Fraction(1, 2)
    assert random == pytest.approx([float(before), float(after), float(after - before)])


def test_the_price_of_mistakes_adds_up(found: list[Section]) -> None:
    """One choice in ten is a guess, and every other guess goes left: that costs 1/2 · 1/20 = 1/40."""
    steps = [row[1] for row in rows(part(found, "What choices cost"))]
    best, price = Fraction(3, 4), Fraction(1, 40)
    assert steps == pytest.approx([float(best), float(-price), float(best - price)])


def test_what_cannot_be_reached_is_told_with_its_line(found: list[Section]) -> None:
    told = rows(part(found, "What cannot be reached"))
    assert [(row[0], row[1]) for row in told] == [(7, "GB206")]
    assert BOOK.splitlines()[6].startswith("* Bribe")


def test_the_option_that_is_never_best_is_what_to_change(found: list[Section]) -> None:
    shown = text([part(found, "What to change")]).plain
    assert "warn of “Left” (1): it is never best, and costs 50.000%." in shown
    assert "make chapter 3 easier: 25.0% of plays are lost there by chance." in shown


def test_each_figure_says_how_it_is_computed(found: list[Section]) -> None:
    drawn = [section for section in found if any(isinstance(each, Chart | Map) for each in section.parts)]
    assert len(drawn) == 10
    assert [section.title for section in drawn if not section.how] == ["How often persistent has to play"]


@pytest.mark.slow
def test_a_large_book_makes_a_page_of_limited_size() -> None:
    """400 chapters, each with a title and two choices."""
    chapters = [
        f"=== {n} The chapter with the number {n}\nYou go on.\n* Left, past the mill -> {min(n + 1, 400)}\n"
        f"* Right, to the river -> {min(n + 3, 400)}\n"
        for n in range(1, 400)
    ]
    page = html_text(
        sections(report(text="\n".join(['book "Long"', *chapters, "=== 400 Home\n~ victory\n"]), full=False))
    )
    assert len(page.encode()) < 300_000
    assert page.count("<tr id=") == 400
    assert len(re.findall(r'<a href="#c\d+"><title>', page)) == 400


@pytest.mark.slow
def test_hostile_titles_and_prose_are_text() -> None:
    evil = '<img src=x onerror="alert(1)">&\'</script><script>alert(2)</script> http://evil.example/'
    book = BOOK.replace("Two doors", "<b>Two</b>").replace("The hall", evil).replace("Left", f"Left {evil}")
    book = book.replace('"Rich"', '"<i>Rich</i> https://evil.example"')
    page = html_text(sections(report(text=book, full=True)))
    assert page.count("<script") == 2
    assert not re.search(r"<(img|b|i)\b", page)
    tags = re.findall(r"<[a-z][^<>]*>", page)
    assert not [tag for tag in tags if re.search(r"\s(src|on\w+)=", tag)]
    assert {link[:2] for tag in tags for link in re.findall(r'href="([^"]*)"', tag)} == {"#s", "#c"}
    assert json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])[0]["title"] == "<b>Two</b>"


def test_on_the_map_there_is_room_between_number_and_chance(found: list[Section]) -> None:
    """Chapter 2 wins with 25%: nobody is to read 225%. A digit of 14 points is 8 wide."""
    page = html_text(found)
    places = re.search(r'<text x="(-?\d+)"[^>]*>2</text><text x="(-?\d+)"[^>]*>25%</text>', page)
    assert places is not None
    assert int(places[2]) - int(places[1]) > 14


def test_a_map_is_for_pages_only(found: list[Section]) -> None:
    """Words about the colours of a picture say nothing where there is no picture."""
    assert "The map" in html_text(found)
    assert "The map" not in text(found).plain
    assert "The map" not in [each["title"] for each in sections_data(found)]


def test_the_map_says_why_the_table_has_dashes(found: list[Section]) -> None:
    """Best play never goes left, where 1/4 wins; in the second book no other way is left to go."""
    assert "its line has a dash" in part(found, "The map").how
    assert [row[3] for row in rows(part(found, "Chapters under"))] == [0.75, None, 0.75, None]
    straight = list(sections(report(text="=== 1\n* On -> 2\n=== 2\n~ victory", full=False)))
    assert "dash" not in part(straight, "The map").how


def test_points_are_not_called_chances() -> None:
    options = "".join(f"* {n}\n    ~ score {n}\n    -> victory\n" for n in (1, 3))
    book = f'book "Coins"\n    aim score\n=== 1\n{options}'
    found = list(sections(report(text=book, full=False)))
    (how,) = [each.how for each in found if each.title == "The map"]
    assert how.startswith("Colour: the points to come on arrival")
    assert "Luck" not in part(found, "For whom it is hard").how
    # One reader in ten guesses, and every other guess takes one coin in place of three: 1/20 · 2.
    assert [row[1] for row in part(found, "What choices cost").parts[0].table.rows if isinstance(row[1], Worded)] == [
        Worded("-0.1", pytest.approx(-0.1))
    ]


@pytest.mark.slow
def test_a_report_on_a_draft_says_that_it_is_about_the_book_as_it_is() -> None:
    """Its map, too."""
    page = html_text([*sections(report(text='book "B"\n    draft\n=== 1\n* Up -> victory\n* Down -> 17\n'))])
    assert "All this is about the book as it is now: nobody wins or earns points in what is not written yet." in page
    assert "nobody wins in what is not written yet" in page.split("<svg")[-1]


MANY = "sheet\n" + "".join(f"    number n{i} = 2d6 in 0..20\n" for i in range(12)) + "=== 1\n* A -> 1\n* B -> 2\n"
MANY += f"=== 2\n* C [if {' + '.join(f'n{i}' for i in range(12))} > 84] -> victory\n* D -> defeat\n"
"""Eleven sums of two dice, twelve times: nobody lists all these heroes."""


def advised(**limits: Any) -> str:
    told = " ".join(str(text(sections(report(text=MANY, **limits)))).split())
    (advice,) = re.findall(r"report on the way to a chapter \(--until\), or (.*?)\.", told)
    return advice


@pytest.mark.slow
def test_the_advice_is_about_the_limit_that_came_first() -> None:
    assert re.fullmatch(r"allow more states \(--limit-states \d+000\)", advised(limit_states=1000, timeout=60.0))
    assert advised(timeout=1.0) == "give it more time (--timeout 600)"
