"""Whole books."""

from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.model.blocks import steps_in
from gamebook.resolve.load import load_pages
from gamebook.resolve.resolve import resolve
from tests.resolve.reading import book, codes, findings, meaning, spell
from tests.support.slowly import but_slowly

BOOKS = Path(__file__).parents[2] / "books"


@pytest.mark.parametrize(
    "path",
    but_slowly(sorted(BOOKS.glob("*.gbk")), lambda path: path.stem == "the-long-ebb"),
    ids=lambda path: path.stem,
)
def test_shipped_books_mean_something_and_every_step_has_its_place(path: Path) -> None:
    loaded = load_pages(path)
    assert not loaded.findings
    found = resolve(loaded.pages)
    assert not [each for each in found.findings if each.severity is Severity.ERROR]
    assert found.book is not None
    addresses = [
        step.address for each in found.book.chapters for step in steps_in(each.body) if hasattr(step, "address")
    ]
    assert len(addresses) == len(set(addresses))
    assert all(found.sourcemap.span(each) for each in addresses)
    assert all(found.sourcemap.span(f"chapter {each.name}") for each in found.book.chapters)


def test_two_layouts_of_one_book_are_equal() -> None:
    text = 'book "T"\n\n// a note\n=== 1\n\n* Go   -> 2\n=== 2\n~   victory\n'
    assert book(text) == book('book "T"\n=== 1\n* Go -> 2\n=== 2\n~ victory\n')


def test_triggers_stand_in_the_order_written_and_know_what_they_watch() -> None:
    text = """
    book "Test"
    use fighting-fantasy
    sheet
        number gold = 3 in 0..5
    when gold = 0 and SKILL > 2 -> 1
    === 1
    ~ gold -1
    ~ victory
    """
    watches = book(text).watches
    assert [(each.id, spell(each.condition), each.mentions) for each in watches] == [
        ("when 1", "(STAMINA <= 0)", ("STAMINA",)),
        ("when 2", "((gold = 0) and (SKILL > 2))", ("SKILL", "gold")),
    ]


def test_the_header_speaks_for_the_book() -> None:
    text = """
    book "Test"
        author "Anne"
        start  2
        aim    score
        ties   last
        expect win 35%..55%
    === 1
    ~ victory
    === 2
    -> 1
    """
    found = book(text)
    assert (found.title, found.author, found.start, found.aim, found.ties) == ("Test", "Anne", "2", "score", "last")
    assert [(each.low, each.high) for each in found.expectations] == [(3500, 5500)]


def test_a_header_that_means_nothing() -> None:
    text = 'book "T"\n    aim glory\n    start 9\n    expect win 55%..35%\n=== 1\n~ victory'
    assert codes(text) == ["GB318", "GB101", "GB309"]


def test_a_book_needs_chapters() -> None:
    assert codes('book "T"') == ["GB117"]


def test_parameters_given_from_outside_must_exist() -> None:
    found = meaning('book "T"\nparam rate = 1\n=== 1\n{rate}\n~ victory', rat=2)
    assert [(each.code, each.hint) for each in found.findings] == [("GB118", "did you mean rate?")]


def test_parts_of_a_book_are_headed_by_comments() -> None:
    text = 'book "T"\n=== 1\n-> 2\n// --- Part two: the cave\n=== 2\n~ victory'
    assert [each.part for each in book(text).chapters] == ["test", "Part two: the cave"]


def test_findings_stand_at_the_smallest_text() -> None:
    text = 'book "T"\nsheet\n    number gold = 1 in 0..3\n=== 1\n~ if glod > 2\n    -> 1\n~ victory'
    assert findings(text) == [("GB102", "glod", "did you mean gold?")]
