"""Each pass over a program ends when its time is over, however long the program is."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from gamebook.errors import OutOfTime
from gamebook.limits import within
from gamebook.program import possible as possible_
from gamebook.program.code import Program, predecessors
from gamebook.program.encode import encode
from gamebook.program.fold import fold
from gamebook.program.gather import gathered
from gamebook.program.liveness import liveness
from gamebook.program.lower import lower
from gamebook.program.merge import merged, without_heads, without_notes
from gamebook.program.possible import possible
from gamebook.program.ranks import ranks
from gamebook.project import Project
from gamebook.solver.axes import axes

TEXT = """sheet
    number gold = 1d6 in 0..9

=== 1
* Work
    ~ gold +1
    -> 1
* Go [if gold > 3] -> 2
=== 2
~ victory
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return lower(Project.of(TEXT).book)


@pytest.mark.parametrize(
    "work", [axes, fold, gathered, liveness, merged, predecessors, ranks, without_heads, without_notes]
)
def test_a_pass_ends_with_the_time(work: Callable[[Program], object], program: Program) -> None:
    with pytest.raises(OutOfTime), within(time.monotonic() - 1.0):
        work(program)


def test_tables_are_made_while_there_is_time(program: Program) -> None:
    live = liveness(program)
    with pytest.raises(OutOfTime), within(time.monotonic() - 1.0):
        encode(program, live)


def test_without_time_nothing_is_begun(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible_, "_Search", None)  # it would fail if it were called
    assert possible(program, 0.0) is None
