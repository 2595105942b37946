"""The policy of a fight as arrays: what to do at each decision, for every number on both sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gamebook.analysis.fight.encounter import FIGHT, Axis, Encounter
from gamebook.analysis.fight.outcome import FightStudy, study_fight
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import SAME
from gamebook.solve.solution import Solved
from gamebook.solve.space import NO_LIMITS, Limits, Progress

Ties = Literal["published", "strict", "all"]
"""When another option counts as better than the first: it gains more than 1e-10 of the first's worth (as the published
program has it), or anything beyond rounding. `all`: every option that is no worse than the best, beyond rounding."""
TOLERANCE = {"published": 1e-10, "strict": SAME, "all": SAME}
TOLD = {
    "published": "another option than the first counts as better only if it gains more than 1e-10 of the first's worth",
    "strict": f"another option than the first counts as better if it gains anything beyond rounding ({SAME:g})",
    "all": f"all options are best that lose nothing beyond rounding ({SAME:g})",
}
NOWHERE = -1
"""What stands where a decision is never come to."""

Codes = NDArray[np.int16]


@dataclass(frozen=True)
class DecisionMap:
    """One decision in every state of the axes."""

    name: str
    labels: tuple[str, ...]
    """The options' words, in the order written."""
    worth: Floats
    """float64[*axes, options]: what each option is worth; nan where it is shut or play never comes."""

    def choice(self, ties: Ties = "published") -> Codes:
        """int16[*axes]: the option to take; with `all`, the sum of 2 to the option for each that is best.

        NOWHERE where the decision is never come to.
        """
        worth = np.ascontiguousarray(np.moveaxis(self.worth, -1, 0))  # numpy is quicker along a first axis
        shut = np.isnan(worth)
        worth = np.where(shut, -np.inf, worth) if shut.any() else worth
        top = worth.max(axis=0)
        never = top == -np.inf
        known = np.where(never, 0.0, top)
        if ties == "all":
            best = worth >= known - TOLERANCE[ties] * np.abs(known)
            found = np.tensordot(1 << np.arange(len(worth)), best, axes=1)
        else:
            first = (~shut).argmax(axis=0)
            plain = np.where(never, 0.0, np.take_along_axis(worth, first[np.newaxis], axis=0)[0])
            better = known - plain > TOLERANCE[ties] * np.abs(plain)
            found = np.where(better, worth.argmax(axis=0), first)
        return np.where(never, NOWHERE, found).astype(np.int16)


@dataclass(frozen=True)
class PolicyMap:
    """A fight's value and policy in every state of the axes."""

    axes: tuple[Axis, ...]
    value: Floats
    """float64[*axes]: what best play is worth before the first round."""
    decisions: tuple[DecisionMap, ...]

    def codes(self, ties: Ties = "published") -> tuple[Codes, tuple[tuple[int, ...], ...]]:
        """The decisions together, as one number a state.

        Returns:
            int16[*axes], an index into the list; and the list: for each number the option taken at each decision. The
            first is the first option everywhere, and stands also where a decision is never come to; then come those
            that do otherwise at all decisions, then at fewer.
        """
        taken = np.stack([np.maximum(each.choice(ties), 0) for each in self.decisions], axis=-1)
        found, number = np.unique(taken.reshape(-1, taken.shape[-1]), axis=0, return_inverse=True)
        rows = [tuple(int(option) for option in row) for row in found]
        nothing = (0,) * len(self.decisions)
        order = sorted({nothing, *rows}, key=lambda row: (any(row), -sum(map(bool, row)), row))
        place = np.array([order.index(row) for row in rows], np.int16)
        return place[number.reshape(taken.shape[:-1])], tuple(order)


def policy_map(encounter: Encounter, limits: Limits = NO_LIMITS, progress: Progress | None = None) -> PolicyMap:
    """Solve a fight with axes and lay its policy out.

    Raises:
        PageHasErrors: the fight's words are not what a book may say.
        ValueError: the policy depends on something that is no axis, or foes come one after another.
    """
    if len(encounter.foes) > 1 and not encounter.together:
        raise ValueError("a policy is laid out for one foe; foes that come one after another are too many")
    study = study_fight(encounter, limits, progress)
    value = value_map(study.solved, encounter)
    fought = (table for table in reader_tables(study.solved) if table.chapter == FIGHT)
    return PolicyMap(encounter.axes, value, tuple(_laid_out(study, table) for table in fought))


def value_map(solved: Solved, encounter: Encounter) -> Floats:
    """float64[*axes]: what a fight is worth before its first round, in a solved book (perhaps a strategy's)."""
    arrival = solved.arrival(solved.best, FIGHT)
    value = np.full(tuple(axis.size for axis in encounter.axes), np.nan)
    place, _ = _places(encounter.axes, [_column(arrival.columns, axis, len(arrival.states)) for axis in encounter.axes])
    value[place] = arrival.value if encounter.worth else np.clip(arrival.value, 0.0, 1.0)
    _along_unseen(value, encounter.axes, arrival.columns)
    return value


def _laid_out(study: FightStudy, table: Merged) -> DecisionMap:
    axes = study.encounter.axes
    shape = tuple(axis.size for axis in axes)
    columns = [table.columns.get(_in_fight(axis)) for axis in axes]
    used = {_in_fight(axis) for axis in axes}
    ranges = {variable.name: variable for variable in study.solved.book.variables}
    for name, column in table.columns.items():
        if name not in used and name in ranges and len(np.unique(column)) > 1:
            raise ValueError(f"what to do at {table.name} also depends on {name}, which is no axis")
    worth = np.full((*shape, len(table.labels)), np.nan)
    seen = {axis.variable: column for axis, column in zip(axes, columns, strict=True) if column is not None}
    place, inside = _places(axes, [_column(seen, axis, len(table.worth)) for axis in axes])
    worth[place] = table.worth[inside]
    _along_unseen(worth, axes, seen)
    return DecisionMap(table.name, tuple(table.labels.values()), worth)


def _column(columns: Mapping[str, Ints], axis: Axis, size: int) -> Ints:
    """A column of states; where nobody looks at it any more, as if it were at its least."""
    return columns.get(axis.variable, np.full(size, axis.low))


def _along_unseen(array: Floats, axes: Sequence[Axis], columns: Mapping[str, Ints]) -> None:
    """What does not depend on an axis is the same all along it."""
    for number, axis in enumerate(axes):
        if axis.variable not in columns:
            array[...] = np.take(array, [0], axis=number)


def _in_fight(axis: Axis) -> str:
    """What a fight calls the number that an axis sets."""
    if not axis.variable.startswith("foe-"):
        return axis.variable
    first, _, rest = axis.variable.removeprefix("foe-").partition("-")
    return f"foe {first} {rest}" if first.isdecimal() else f"foe 1 {axis.variable.removeprefix('foe-')}"


def _places(axes: Sequence[Axis], columns: Sequence[Ints]) -> tuple[tuple[Ints, ...], NDArray[np.bool_]]:
    """Where states lie in an array over the axes, and which of them lie inside."""
    inside = np.ones(len(columns[0]), bool)
    for axis, column in zip(axes, columns, strict=True):
        inside &= (column >= axis.low) & (column <= axis.high)
    return tuple(column[inside] - axis.low for axis, column in zip(axes, columns, strict=True)), inside


def with_axes(study: FightStudy) -> Encounter:
    """The same fight with every number free that its decisions look at: stats from 1 or 0 up to where they begin.

    Raises:
        ValueError: the fight has no decision that looks at numbers on both sheets, or its stats are rolled.
    """
    encounter = study.encounter
    rules = encounter.rules
    seen = {name for table in reader_tables(study.solved) for name in table.columns}
    hero = []
    for stat in rules.stats:
        if stat in seen and stat in encounter.hero:
            low = 1 if stat == rules.wounds else 0
            hero.append(Axis(stat, stat, low, encounter.hero[stat]))
    if rules.beaten is None or not hero:
        raise ValueError("no decision of this fight looks at a number of the reader's")
    foe = encounter.foes[0].stats[rules.beaten]
    if not foe.isdecimal():
        raise ValueError(f"the foe's {rules.beaten} is rolled; give a number for a map")
    axis = Axis(f"foe-{rules.beaten}", f"foe {rules.beaten}", 1, int(foe))
    first = replace(encounter.foes[0], stats={**encounter.foes[0].stats, rules.beaten: axis.variable})
    return replace(encounter, foes=(first, *encounter.foes[1:]), axes=(*hero, axis))
