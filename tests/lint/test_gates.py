"""Gates: what nobody reaches is told at the first chapter, with all behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamebook.lint.facts import Facts
from gamebook.lint.gates import gates, unreached
from gamebook.lint.unlinked import by_gate, linked_chapters, turns_of, unlinked
from gamebook.lint.written import written_steps
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.growth import calls

START = '=== 1\n* Go -> victory "Won"\n'


def _facts(text: str) -> Facts:
    edition = Project.of(text).edition()
    return Facts(edition.book, edition.resolved.sourcemap, solve(edition.book))


def _page(name: int, *targets: int) -> str:
    return f"=== {name}\n" + "".join(f"* Go -> {target}\n" for target in targets)


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        ([_page(2, 3), _page(3, 1)], {"2": ("3",)}),
        # 4 is as near to 2 as to 3: it lies behind the one that stands first
        ([_page(2, 4), _page(3, 4), _page(4, 5), _page(5, 1)], {"2": ("4", "5"), "3": ()}),
        # 5 is nearer to 4
        ([_page(2, 3), _page(3, 5), _page(4, 5), _page(5, 1)], {"2": ("3",), "4": ("5",)}),
        # a loop begins with its first chapter, and so does each other one
        (
            [_page(2, 3), _page(3, 2), _page(4, 5), _page(5, 6), _page(6, 4, 7), _page(7, 1)],
            {"2": ("3",), "4": ("5", "6", "7")},
        ),
        ([_page(2, 2)], {"2": ()}),
    ],
)
def test_a_chapter_lies_behind_the_nearest_gate(pages: list[str], found: dict[str, tuple[str, ...]]) -> None:
    book = Project.of(START + "".join(pages)).edition().book
    turns = turns_of(written_steps(book))
    linked = linked_chapters(book, turns)
    left = [chapter.name for chapter in book.chapters if chapter.name not in linked]
    assert by_gate(left, turns, linked) == found


def test_what_other_parameters_reach_is_behind_no_gate() -> None:
    book = (
        'book "B"\nsheet\n    param n = 3\n=== 1\n* Go -> victory "Won"\n* Look [if n > 5] -> 4\n'
        + _page(2, 1)
        + _page(3, 2)
        + _page(4, 3)
        + _page(5, 1)
    )
    facts = _facts(book)
    assert facts.optional == {"2", "3", "4"}
    assert [gate.chapter for gate in gates(facts)] == []
    assert [each.message for each in unlinked(facts.book, facts.sourcemap, facts.systems)] == [
        "chapter 5 is never reached: no link leads to it"
    ]


def _ways_out(chapters: int) -> str:
    """Every chapter is a gate."""
    return START + "".join(_page(name, 1) for name in range(2, chapters))


def _loops(chapters: int) -> str:
    return START + "".join(_page(name, name + 1) + _page(name + 1, name) for name in range(2, chapters, 2))


def _of_parameters(chapters: int) -> str:
    """A chain that only other values reach, written from its end."""
    chain = "".join(_page(name, name - 1) for name in range(2, chapters))
    head = 'book "B"\nsheet\n    param n = 3\n=== 1\n* Go -> victory "Won"\n'
    return f"{head}* Look [if n > 5] -> {chapters - 1}\n{chain}"


@pytest.mark.slow
@pytest.mark.parametrize("book", [_ways_out, _loops, _of_parameters])
def test_the_work_grows_with_the_length_of_the_book_and_no_faster(book: Callable[[int], str]) -> None:
    def work(chapters: int) -> int:
        facts = _facts(book(chapters))
        return calls(lambda: [*unlinked(facts.book, facts.sourcemap, ()), *unreached(facts, [])])

    work(10)
    assert work(600) < 2.5 * work(300)
