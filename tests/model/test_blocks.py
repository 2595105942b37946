"""Looking through the steps of a book, and putting others in their place."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.model.blocks import blocks_in, rewritten, steps_in, with_blocks
from gamebook.model.book import Book
from gamebook.model.step import Block, Leave, Roll, Step, Turn
from tests.support.slowly import then_slowly

BOOKS = Path(__file__).parents[2] / "books"


def book(name: str) -> Book:
    return gamebook.Project(BOOKS / name).book


def all_blocks(of: Book) -> list[Block]:
    return [of.hero, *(watch.body for watch in of.watches), *(chapter.body for chapter in of.chapters)]


@pytest.mark.parametrize("name", then_slowly(["starter.gbk", "dice/fargo.gbk", "the-long-ebb.gbk"], 2))
def test_whoever_puts_other_blocks_in_a_step_is_asked_for_those_that_are_in_it(name: str) -> None:
    for block in all_blocks(book(name)):
        for step in steps_in(block):
            asked: list[Block] = []

            def other(inner: Block, asked: list[Block] = asked) -> Block:
                asked.append(inner)
                return (Leave(label=str(len(asked))),)

            new = with_blocks(step, other)
            assert asked == list(blocks_in(step))
            assert list(blocks_in(new)) == [(Leave(label=str(number + 1)),) for number in range(len(asked))]


@pytest.mark.parametrize("name", then_slowly(["starter.gbk", "the-long-ebb.gbk"], 1))
def test_a_book_rewritten_with_nothing_changed_is_the_same(name: str) -> None:
    one = book(name)
    assert rewritten(one, lambda step: step) == one


def test_a_step_is_left_out_or_preceded_at_any_depth() -> None:
    one = book("the-long-ebb.gbk")

    def no_turns(step: Step) -> Step | None:
        return None if isinstance(step, Turn) else step

    def marked(step: Step) -> Block:
        return (Leave(label="mark"),) if isinstance(step, Roll) else ()

    new = rewritten(one, no_turns, marked)
    before = [step for block in all_blocks(one) for step in steps_in(block)]
    after = [step for block in all_blocks(new) for step in steps_in(block)]
    rolls = sum(isinstance(step, Roll) for step in before)
    assert not any(isinstance(step, Turn) for step in after)
    assert len(after) == len(before) + rolls - sum(isinstance(step, Turn) for step in before)
    marks = [place for place, step in enumerate(after) if isinstance(step, Leave) and step.label == "mark"]
    assert len(marks) == rolls
    assert all(isinstance(after[place + 1], Roll) for place in marks)
