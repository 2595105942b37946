"""Where a stat may be below its initial value: the listed states of random books are inside what is found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.program.below import may_be_below
from gamebook.program.code import Program
from gamebook.program.lower import lower
from gamebook.solver.space import explore
from tests.support.check import check_text
from tests.support.random_books import books

CAPS = {"STAMINA": "initial STAMINA"}


@settings(deadline=None)
@given(books())
def test_no_state_of_a_random_book_lies_outside(book: Book) -> None:
    if not written_in(book.hero).isdisjoint({*CAPS, *CAPS.values()}):
        return
    program = lower(book)
    found = may_be_below(program, program.chapters[book.start], CAPS)
    space = explore(program)
    first = len(program.endings)
    for state in range(first, space.size):
        node = int(space.code.point_node[space.states.point[state]])
        values = space.values(state)
        if node in found and CAPS.keys() <= values.keys():
            capped = values.get("initial STAMINA", next(c.start for c in program.cells if c.name == "initial STAMINA"))
            assert values["STAMINA"] >= capped or "STAMINA" in found[node]


def _below_at_the_end(rules: str) -> bool:
    """Whether life may be below its initial value, 5, after some rules."""
    sheet = "sheet\n    stat life = 5 in 0..9\n    number gold = 3 in 0..9"
    solved = check_text(f"{sheet}\n\n=== 1\n{rules}\n-> 2\n\n=== 2\n* On -> victory\n").solved
    assert solved is not None
    program: Program = solved.space.program
    found = may_be_below(program, program.chapters["1"], {"life": "initial life"})
    return "life" in found[program.chapters["2"]]


@pytest.mark.parametrize(
    "rules",
    [
        "~ life +1",
        "~ life +gold",
        "~ life +1d6",
        "~ life +1 beyond initial",
        "~ life -1\n~ restore life",
        "~ life -1\n~ set life = initial life",
        "~ if life < initial life\n    ~ life -1",
        "~ set life = max(initial life, gold)",
    ],
)
def test_what_adds_or_restores_leaves_it_full(rules: str) -> None:
    assert not _below_at_the_end(rules)


@pytest.mark.parametrize(
    "rules",
    [
        "~ life -1",
        "~ life -1\n~ life +1",
        "~ life +(gold - 4)",
        "~ initial life +1",
        "~ set life = gold",
        "~ swap life gold",
        "~ if gold = 3\n    ~ life -1",
    ],
)
def test_what_may_take_some_is_seen(rules: str) -> None:
    assert _below_at_the_end(rules)
