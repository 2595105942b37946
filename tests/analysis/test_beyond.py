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
COIN = """=== 1
* Toss
    ~ roll 1d2
        1 -> 1
        2 -> 2

=== 2
~ victory
"""

State = tuple[int, tuple[tuple[str, int], ...]]
"""The node and the values of a state; an ending is -1 - its number."""


Actions = list[tuple[int | None, list[State]]]


def _told(states: Reach | Beyond, state: int, endings: int) -> State:
    if state < endings:
        return -1 - state, ()
    node = states.node(state) if isinstance(states, Beyond) else int(states.node[state])
    return node, tuple(sorted(states.values(state).items()))


def _actions(states: Reach | Beyond, state: int, endings: int) -> Actions:
    return [(option, sorted(_told(states, to, endings) for to in ways)) for option, ways in states.actions(state)]


@pytest.mark.slow
@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(books())
def test_states_beyond_a_list_are_those_of_the_whole_list(book: Book) -> None:
    solved = solve(book, limits=Limits(states=5_000))
    skip_if(not solved.space.complete)
    whole = Reach(solved)
    endings = len(whole.endings)
    known = {_told(whole, state, endings): state for state in range(whole.size)}
    for limit in (1, 20):
        reach = Reach(solve(book, limits=Limits(states=limit)))
        states = Beyond(reach)
        met = {reach.root: None}
        waiting = [reach.root]
        for state in waiting:
            same = known[_told(states, state, endings)]
            assert _actions(states, state, endings) == _actions(whole, same, endings)
            after = [int(to) for _, ways in states.actions(state) for to in ways if to >= endings]
            new = [to for to in dict.fromkeys(after) if to not in met][: LOOKED_AT - len(met)]
            met.update(dict.fromkeys(new))
            waiting.extend(new)


def test_what_is_not_listed_takes_time_and_what_is_listed_none() -> None:
    solved = solve(Project.of(COIN).edition().book, limits=Limits(states=1))
    reach = Reach(solved)
    late = Beyond(reach, until=time.monotonic() - 1.0)
    assert late.actions(reach.root)
    state = late.add(int(reach.node[reach.size - 1]), reach.values(reach.size - 1))
    with pytest.raises(TooFar):
        late.actions(state)
    assert late.size > 0
