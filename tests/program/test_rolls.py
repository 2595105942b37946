"""Dice deep inside an expression are drawn first; chances by hand."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

import gamebook
from gamebook.kernels.code import DEEPEST
from gamebook.program import draft
from gamebook.program.code import Chance, Decide, Enter, Program, successors
from gamebook.program.compile import compiled
from gamebook.program.draft import LONGEST_FAN
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.naive.random_text import random_book

HEAD = """\
sheet
    number gold = 0 in 0..20
table hits columns 1..3 rows 1..3
    0, 5, 9
    1, 6, 9
    2, 7, 9

=== 1
"""
END = "{line}\n~ if {condition}\n    -> victory\n-> defeat\n"


@pytest.mark.parametrize(
    ("line", "condition", "chance"),
    [
        ("~ gold +hits(1, 1d3)", "gold >= 1", 2 / 3),
        ("~ gold +hits(1d3, 2)", "gold >= 6", 2 / 3),
        ("~ gold +hits(1d2, 1d3)", "gold >= 6", 1 / 3),  # 6 and 7, of 0, 1, 2, 5, 6 and 7
        ("~ gold +(1d2 * 1d3)", "gold = 2", 1 / 3),  # 1·2 and 2·1
        ("~ gold +(10 - 1d3)", "gold = 8", 1 / 3),
    ],
)
def test_dice_in_expressions(line: str, condition: str, chance: float) -> None:
    solution = gamebook.solve(text=HEAD + END.format(line=line, condition=condition))
    assert solution.value == pytest.approx(chance, abs=1e-12)


def test_a_test_against_the_sheet_is_one_chance_of_two() -> None:
    """However many totals the dice have: the chance of success is a weight that looks at the sheet."""
    text = "sheet\n    stat LUCK = 1d6 + 6\ntest luck\n    succeed 2d6 <= LUCK\n    lucky | unlucky\n\n"
    text += "=== 1\n~ test luck\n    lucky -> victory\n    unlucky -> defeat\n"
    book = Project.of(text).edition().resolved.book
    assert book is not None
    chances = [node for node in compiled(book, {"LUCK": 9}).nodes if isinstance(node, Chance)]
    chances += [node for node in compiled(book).nodes if isinstance(node, Chance)]
    assert sorted(len(node.nexts) for node in chances) == [2, 2, 6]  # and the six of LUCK itself


def test_ways_of_rolls_that_follow_each_other_meet_again() -> None:
    """Twelve rats bite or do not: 4,096 ways, which differ only in how often somebody is hurt."""
    rats = "~ random\n    1:\n        ~ gold +1\n    1:\n" * 12
    book = Project.of(f"{HEAD}{rats}~ if gold = 6\n    -> victory\n-> defeat\n").book
    assert compiled(book).widest <= LONGEST_FAN
    assert solve(book).best.value == pytest.approx(comb(12, 6) / 2**12, abs=1e-12)


def _deepest(program: Program) -> int:
    """The most rolls between two points."""
    deep: dict[int, int] = {}

    def below(number: int) -> int:
        node = program.nodes[number]
        if number not in deep:
            after = () if isinstance(node, Decide | Enter) else successors(node)
            deep[number] = isinstance(node, Chance) + max(map(below, after), default=0)
        return deep[number]

    return max(map(below, range(len(program.nodes))))


@pytest.mark.parametrize(
    ("roll", "chance"),
    [
        ("~ roll 2d6\n    12 -> defeat\n    2-11\n", 35 / 36),
        ("~ roll 1d6 as die\n~ if die = 6\n    -> defeat\n", 5 / 6),
    ],
    ids=["by rows", "a total that is kept"],
)
def test_rolls_that_follow_each_other_for_long(roll: str, chance: float) -> None:
    """A hundred rolls in one chapter, each of which may end it."""
    book = Project.of(f"=== 1\n{roll * 100}-> victory\n").book
    assert _deepest(compiled(book)) <= DEEPEST
    assert solve(book).best.value == pytest.approx(chance**100, rel=1e-12)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11])
def test_where_ways_meet_again_makes_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = random_book(seed)
    book = Project(written.write(tmp_path)).book
    before = solve(book, written.hero)
    monkeypatch.setattr(draft, "LONGEST_FAN", 1)
    after = solve(book, written.hero)
    assert after.space.count >= before.space.count
    for one, other in ((before.best, after.best), (before.uniform, after.uniform)):
        assert other.value == pytest.approx(one.value, abs=1e-9)


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("~ test s +n * 900000 * 1000000000 on 2d6", 1),  # 2d6 against 900 million millions
        ("~ test s -n * 900000 * 1000000000 on 2d6", 0),
        ("~ test s on 2d6 + n * 900000 * 1000000000", 0),
        ("~ test s on 2d6 - n * 900000 * 1000000000", 1),
        ("~ test s +n * 900000 * 1000000000 on 2d6 + n * 900000 * 1000000000", 15 / 36),  # 2d6 of at most 6
    ],
)
def test_values_as_large_as_they_may_be(line: str, chance: float) -> None:
    """What counts as infinite must be farther than any of them."""
    text = f"sheet\n    number n = 1 in 0..1\n    stat s = 6 in 0..9\n\n=== 1\n{line}\n    pass -> victory\n"
    text += "    fail\n        ~ n +1\n        -> defeat\n"
    assert gamebook.solve(text=text).value == pytest.approx(chance, abs=1e-12)
