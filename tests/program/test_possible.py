"""What may happen holds all that does: the states of random books, listed one by one, are inside it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from gamebook.model.arithmetic import const
from gamebook.model.book import Book
from gamebook.program.code import Branch, Decide, Node
from gamebook.program.compile import compiled
from gamebook.program.possible import Possible, linked, possible
from gamebook.solver.space import explore
from tests.support.check import check_text
from tests.support.random_books import books


def _holds_all(found: Possible) -> None:
    space = explore(found.program)
    program, code = found.program, space.code
    assert {mark for mark, seen in zip(program.marks, space.states.seen, strict=True) if seen >= 0} <= found.marks
    assert {int(state) for state in space.states.successor if state < len(program.endings)} <= found.endings
    for state in range(len(program.endings), space.size):
        node = int(code.point_node[space.states.point[state]])
        ranges = found.ranges(node)
        for name, value in space.values(state).items():
            low, high = ranges.get(name, (value, value))
            assert low <= value <= high
        assert node in found.values
        decide = program.nodes[node]
        if isinstance(decide, Decide):
            s = space.states
            open_ = set(s.option[s.first_action[state] : s.first_action[state + 1]].tolist()) - {-1}
            assert {(node, option) for option in open_} <= found.open
            assert {(node, option) for option in set(range(len(decide.options))) - open_} <= found.closed


@pytest.mark.slow
@settings(deadline=None)
@given(books())
def test_no_state_of_a_random_book_lies_outside(book: Book) -> None:
    program = compiled(book)
    found = possible(program)
    assert found is not None
    _holds_all(found)
    _holds_all(linked(program))


BOOK = """sheet
    number gold = 3 in 0..9
    item key

=== 1
* Pay [if gold >= 5 and key] -> 2
* Look under the mat
    ~ gain key
    ~ gold -1
    -> 3
* Leave [if gold < 4] -> 3

=== 2
~ victory

=== 3
* Unlock [if key] -> 2
* Pay [if gold = 9] -> 4
* Go home -> 5

=== 4
~ defeat "Poor"

=== 5
~ defeat
"""


def test_what_never_happens_is_told_without_states() -> None:
    book = check_text(BOOK).resolved.book
    assert book is not None
    program = compiled(book)
    found = possible(program)
    assert found is not None
    assert found.chapters == {"1", "2", "3", "5"}  # gold is 2 or 3: nobody pays
    decisions = [number for number, node in enumerate(program.nodes) if isinstance(node, Decide)]
    first = next(n for n in decisions if program.places[n] == "1")
    third = next(n for n in decisions if program.places[n] == "3")
    assert {each for each in found.open if each[0] in (first, third)} == {
        (first, 1),
        (first, 2),
        (third, 0),
        (third, 2),
    }
    assert (first, 2) not in found.closed
    assert (third, 0) in found.closed  # left at once, without a key
    assert found.ranges(third)["key"] == (0, 1)
    assert linked(program).chapters == {"1", "2", "3", "4", "5"}


VALUES = """sheet
    number x = 0 in 0..9
    number y = 0 in 0..9

=== 1
* One -> 2
    ~ x +1
* Three -> 2
    ~ x +3

=== 2
* Square [if x * x = 4] -> 3
* Ten [if x + y = 5] -> 3
* Nine [if x * x = 9] -> 4

=== 3
~ victory

=== 4
~ defeat
"""


def test_values_between_are_not_taken_for_possible() -> None:
    """x is 1 or 3, and never 2; its square is 1 or 9, and never 4."""
    book = check_text(VALUES).resolved.book
    assert book is not None
    found = possible(compiled(book))
    assert found is not None
    assert found.chapters == {"1", "2", "4"}
    second = next(
        number
        for number, node in enumerate(found.program.nodes)
        if isinstance(node, Decide) and found.program.places[number] == "2"
    )
    assert {option for node, option in found.open if node == second} == {2}


FORK = """sheet
    number gold = 3 in 0..9

=== 1
~ gold +1d3
~ if gold > 4
    -> 2
-> 3

=== 2
~ victory

=== 3
* Pay [if gold > 1] -> 4
* Beg [if gold > 2] -> 5

=== 4
~ defeat

=== 5
~ victory
"""


@pytest.mark.parametrize(
    ("branch", "options", "chapters", "opened"),
    [
        (1, [1, 1], {"1", "2"}, set()),
        (0, [1, 1], {"1", "3", "4", "5"}, {0, 1}),
        (0, [1, 0], {"1", "3", "4"}, {0}),
        (0, [0, None], {"1", "3", "5"}, {1}),
    ],
)
def test_links_follow_conditions_that_are_the_same_for_all(
    branch: int, options: list[int | None], chapters: set[str], opened: set[int]
) -> None:
    """Conditions are made constants by hand: 1 holds for all, 0 for nobody; None is not changed."""
    book = check_text(FORK).resolved.book
    assert book is not None
    program = compiled(book)
    nodes: list[Node] = []
    for node in program.nodes:
        if isinstance(node, Branch):
            nodes.append(replace(node, condition=const(branch)))
        elif isinstance(node, Decide):
            settled = [
                each if holds is None else replace(each, condition=const(holds))
                for each, holds in zip(node.options, options, strict=True)
            ]
            nodes.append(replace(node, options=tuple(settled)))
        else:
            nodes.append(node)
    found = linked(replace(program, nodes=tuple(nodes)))
    assert found.chapters == chapters
    assert {option for _, option in found.open} == opened


def test_either_of_two_conditions_lets_pass_what_the_other_does_not() -> None:
    """Who comes to 2 has 1 or 5 pieces, and who has 5 can pay there."""
    text = """sheet
    number gold = 1d6 in 1..6

=== 1
~ if gold = 1 or gold = 5
    -> 2
-> 3

=== 2
* Pay [if gold >= 3] -> victory
* Leave -> defeat

=== 3
~ defeat
"""
    book = check_text(text).resolved.book
    assert book is not None
    found = possible(compiled(book))
    assert found is not None
    _holds_all(found)
    (decision,) = [node for node in found.values if isinstance(found.program.nodes[node], Decide)]
    assert {(decision, 0), (decision, 1)} <= found.open
    assert (decision, 0) in found.closed
