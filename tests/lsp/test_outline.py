"""What can be folded."""

from __future__ import annotations

from gamebook.lsp import outline
from gamebook.lsp.outline import folds, found_symbols, symbols
from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.lsp.tokens import tokens
from gamebook.project import Project
from gamebook.resolve.names import KINDS

TEXT = """\
// --- Part one: the road

=== 1
A road.
-> 2

// --- Part two: the city

=== 2
-> victory
"""


def test_parts_fold_from_heading_to_heading() -> None:
    found = {(each.start_line, each.end_line) for each in folds(Page(Project.of(TEXT), "book.gbk", Ruler()))}
    assert found == {(0, 4), (2, 4), (6, 9), (8, 9)}


def test_a_book_without_parts_has_none() -> None:
    found = folds(Page(Project.of("=== 1\nA road.\n-> victory\n"), "book.gbk", Ruler()))
    assert [(each.start_line, each.end_line) for each in found] == [(0, 2)]


def test_a_chapter_that_cannot_be_read_as_a_whole_is_in_the_outline_and_is_found() -> None:
    project = Project.of("=== 1\n-> 2\n\n=== 2 The inn\n~ gain rope (\n-> 1\n")
    page = Page(project, "book.gbk", Ruler())
    (first, inn) = symbols(page)
    assert (first.name, inn.name) == ("1", "2 The inn")
    assert (inn.range.start.line, inn.range.end.line) == (3, 5)
    (found,) = found_symbols(page, "inn")
    assert found.name == "2 The inn"
    assert len(tokens(page)) // 5 == 4


def test_all_that_the_sheet_and_the_header_declare_is_in_the_outline() -> None:
    assert not {*KINDS.values()} - {*outline.KINDS}
    page = Page(
        Project.of("sheet\n    stat might = 3\n\nlet strength = might + 2\n\n=== 1\n-> 1\n"), "book.gbk", Ruler()
    )
    assert [each.name for each in symbols(page)] == ["might", "strength", "1"]
    assert [each.name for each in found_symbols(page, "strength")] == ["strength"]


def test_blocks_of_the_header_fold() -> None:
    text = """\
book "Folds"
    use fighting-fantasy

sheet
    item lamp
// an oil lamp
    item rope
    // and this

rule pay
    ~ gain rope

=== 1
-> victory
"""
    found = {(each.start_line, each.end_line) for each in folds(Page(Project.of(text), "book.gbk", Ruler()))}
    assert found == {(0, 1), (3, 6), (9, 10), (12, 13)}
