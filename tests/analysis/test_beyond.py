"""States that are worked out one by one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings

from gamebook.analysis.beyond import Beyond, TooFar
from gamebook.analysis.reach import Reach
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.random_books import books
from tests.support.skipping import skip_if

LOOKED_AT = 300
TOWER = """=== 1
* Up -> 2
* Throw
    ~ roll 1d2
        1 -> 1
        2 -> 2

=== 2
* Down -> 1
* Jump -> victory
"""


@pytest.mark.slow
@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(books())
def test_what_follows_a_state_beyond_a_list_is_what_follows_it_in_the_whole_list(book: Book) -> None:
    solved = solve(book, limits=Limits(states=5_000))
    skip_if(not solved.space.complete)
    whole, everything = Reach(solved), Beyond(Reach(solved))
    endings = len(whole.endings)
    for limit in (1, 20):
        reach = Reach(solve(book, limits=Limits(states=limit)))
        states = Beyond(reach)

        def told(to: int, where: Beyond) -> object:
            return to if to < endings else (where.node(to), where.values(to))

        for number in range(endings, min(whole.size, LOOKED_AT)):
            state = states.add(everything.node(number), whole.values(number))
            assert told(state, states) == told(number, everything)
            here = [(option, [told(to, states) for to in ways]) for option, ways in states.after(state)]
            there = everything.after(number)
            assert here == [(option, [told(to, everything) for to in ways]) for option, ways in there]
            same = [to for _, ways in states.after(state) for to in ways if to >= endings]
            assert same == [states.add(states.node(to), states.values(to)) for to in same]


def test_a_state_that_is_listed_keeps_its_number() -> None:
    reach = Reach(solve(Project.of(TOWER).edition().book, limits=Limits(states=1)))
    states = Beyond(reach)
    assert not reach.whole
    listed = range(len(reach.endings), reach.size)
    assert [states.add(states.node(state), states.values(state)) for state in listed] == [*listed]


def test_only_what_is_not_listed_takes_time() -> None:
    reach = Reach(solve(Project.of(TOWER).edition().book, limits=Limits(states=1)))
    late = Beyond(reach, until=time.monotonic() - 1.0)
    assert late.after(reach.root) == Beyond(reach).after(reach.root)
    assert Beyond(reach).after(reach.size - 1)
    with pytest.raises(TooFar):
        late.after(reach.size - 1)
