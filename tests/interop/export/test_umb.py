"""UMB, read back by the library of those who made the format."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from gamebook.interop.export.process import process
from gamebook.interop.export.umb import umb
from gamebook.project import Project

umbi_umb = pytest.importorskip("umbi.umb", reason="umbi is not installed")
ats = pytest.importorskip("umbi.ats", reason="umbi is not installed")

COIN = """book "Coin"
    aim score

=== 1
* Throw
    ~ roll 1d3
        1
            ~ score +2
            -> victory
        2-3 -> defeat
* Ask the rival -> 2

=== 2
~ rival chooses "his move"
    * Give
        ~ score +1
        -> victory
    * Take -> defeat
"""


def test_read_back(tmp_path: Path) -> None:
    path = tmp_path / "coin.umb"
    found = process(Project.of(COIN).book)
    path.write_bytes(umb(found))
    there = ats.read(path, strict=True)
    assert (there.num_states, there.num_choices, there.num_branches) == (
        found.states,
        len(found.action),
        len(found.target),
    )
    assert there.player_to_name == ["reader", "rival"]
    assert there.initial_states == [found.start]
    (throw,) = (choice for choice in there.choices if there.choice_action_to_name[choice.action] == "Throw")
    assert {(way.target, way.prob) for way in throw.branches} == {(0, Fraction(1, 3)), (1, Fraction(2, 3))}
    points = there.get_reward_annotation("points").choice_values
    assert points[throw.index] == Fraction(2, 3)
    assert sorted(map(Fraction, points))[-2:] == [Fraction(2, 3), 1]
    # This reader keeps only the last of several labels; the one beneath it keeps all.
    flags = umbi_umb.read(path, strict=True).annotations["aps"]
    assert {name: {n for n, here in enumerate(flags[name]["states"]) if here} for name in flags} == {
        name: set(span) for name, span in found.labels.items()
    }
    rival = [there.choice_action_to_name[c.action] for c in there.choices if there.state_to_player[c.state] == 1]
    assert rival == ["Give", "Take"]


def test_the_same_book_gives_the_same_bytes() -> None:
    assert umb(process(Project.of(COIN).book)) == umb(process(Project.of(COIN).book))


def test_long_numbers(tmp_path: Path) -> None:
    """A chance of which the numbers do not fit into 64 bits."""
    found = process(Project.of(COIN).book)
    (throw,) = (action for action in range(len(found.action)) if len(found.ways(action)) == 2)
    total, weight = list(found.total), list(found.weight)
    total[throw] = 2**70 + 1
    weight[found.first_way[throw]], weight[found.first_way[throw] + 1] = 1, 2**70
    path = tmp_path / "fine.umb"
    path.write_bytes(umb(replace(found, total=tuple(total), weight=tuple(weight), points=(0,) * len(total))))
    chances = [way.prob for choice in ats.read(path, strict=True).choices for way in choice.branches]
    assert {Fraction(1, 2**70 + 1), Fraction(2**70, 2**70 + 1)} < set(chances)
