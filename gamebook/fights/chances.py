"""What a fight is worth for every number in the ranges that were asked for."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gamebook.fights.encounter import Axis, Encounter
from gamebook.fights.layout import value_map
from gamebook.fights.outcome import at_random
from gamebook.kernels.arrays import Floats
from gamebook.solver.solution import Solved


class Chances(Struct, frozen=True):
    """The worth of ways of fighting before the first round."""

    axes: tuple[Axis, ...]
    """The ranges that were asked for."""
    worth: Mapping[str, Floats]
    """float64[*axes] for each way: chances to win, or points; best play first."""
    wins: bool
    """Whether values are chances."""


def chances(solved: Solved, encounter: Encounter) -> Chances:
    """Best play and fighting at random, for every number in the ranges of a fight that has some."""
    ways = {"best play": (solved, solved.best), "random": at_random(encounter, solved)}
    worth = {name: value_map(each, encounter, played) for name, (each, played) in ways.items()}
    return Chances(encounter.axes, worth, solved.wins)
