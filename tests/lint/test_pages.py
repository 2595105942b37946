"""Where a finding stands: its text, its block and its chapter."""

from __future__ import annotations

import pytest

from gamebook.lint.pages import Pages, Stretches
from gamebook.source import Source, Span

TEXT = """\
=== 1
* Buy a rope
    ~ pay 2 gold

    ~ if gold
        -> 2
    -> 3
* Leave -> 4
=== 2
"""


@pytest.mark.parametrize(
    ("word", "block", "rest"),
    [
        # its own line and what is under it; and with those that follow in the same block
        (
            "Buy",
            "* Buy a rope\n    ~ pay 2 gold\n\n    ~ if gold\n        -> 2\n    -> 3",
            TEXT.partition("\n===")[0][6:],
        ),
        ("pay", "    ~ pay 2 gold\n", "    ~ pay 2 gold\n\n    ~ if gold\n        -> 2\n    -> 3"),
        ("if gold", "    ~ if gold\n        -> 2", "    ~ if gold\n        -> 2\n    -> 3"),
        ("-> 2", "        -> 2", "        -> 2"),
    ],
)
def test_a_block_is_what_is_under_a_line_and_the_rest_what_is_beside_it(word: str, block: str, rest: str) -> None:
    pages = Pages({"book.gbk": Source("book.gbk", TEXT)}, {"book.gbk": 0})
    span = Span("book.gbk", TEXT.index(word), TEXT.index(word) + len(word))
    assert (pages.text(span), pages.block(span), pages.rest(span)) == (word, block, rest)


@pytest.mark.parametrize(("word", "line"), [("Buy", 3), ("pay", 5), ("Leave", 9), ("=== 2", 9)])
def test_empty_lines_are_passed_over(word: str, line: int) -> None:
    pages = Pages({"book.gbk": Source("book.gbk", TEXT.rstrip())}, {"book.gbk": 0})
    place = TEXT.index(word)
    assert pages.place_after(Span("book.gbk", place, place + 1)) == ("book.gbk", line)


def test_of_a_file_that_is_not_there_nothing_is_known() -> None:
    pages, span = Pages({}, {}), Span("lost.gbk", 0, 1)
    assert (pages.text(span), pages.line(span), pages.block(span)) == ("", "", "")


@pytest.mark.parametrize(
    ("start", "around", "text"),
    [
        (0, ("", "1"), ""),  # in the header
        (2, ("1", "2"), "23"),
        (3, ("1", "2"), "23"),
        (4, ("2", ""), "456789"),
        (9, ("2", ""), "456789"),
    ],
)
def test_a_finding_stands_in_the_chapter_that_began_last(start: int, around: tuple[str, str], text: str) -> None:
    pages = Pages({"book.gbk": Source("book.gbk", "0123456789")}, {"book.gbk": 2}, {"book.gbk": [(2, "1"), (4, "2")]})
    span = Span("book.gbk", start, start + 1)
    assert (pages.around(span), pages.chapter_of(span)[1], pages.chapter_text(span)) == (around, around[0], text)


@pytest.mark.parametrize(
    ("start", "end", "touched"),
    [
        (0, 2, False),  # ends where the first begins
        (0, 3, True),
        (8, 9, True),  # only the long one reaches so far
        (10, 12, False),
        (5, 5, True),  # no letter, but inside
        (2, 2, False),
    ],
)
def test_stretches_know_what_shares_a_letter_with_one_of_them(start: int, end: int, touched: bool) -> None:
    stretches = Stretches([Span("book.gbk", 4, 6), Span("book.gbk", 2, 10), Span("other.gbk", 0, 99)])
    assert stretches.touch(Span("book.gbk", start, end)) is touched
    assert not stretches.touch(Span("third.gbk", start, end))
