"""The text that a finding stands on, and its block."""

from __future__ import annotations

import pytest

from gamebook.lint.consequences import Pages
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


def test_of_a_file_that_is_not_there_nothing_is_known() -> None:
    pages, span = Pages({}, {}), Span("lost.gbk", 0, 1)
    assert (pages.text(span), pages.line(span), pages.block(span)) == ("", "", "")
