"""The policy of a fight as arrays: what to do at each decision, for every number on both sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gamebook.analysis.fight.encounter import FIGHT, Axis, Encounter
from gamebook.analysis.fight.outcome import FightStudy, study_fight
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import SAME
from gamebook.program.code import Enter
from gamebook.resolve.expressions import ROUND
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
MOST_CELLS = 20_000_000
"""States of the largest map."""
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
    """Those of the fight, with whatever else its decisions look at before the last."""
    value: Floats
    """float64[*axes]: what best play is worth before a round; nan where play never comes."""
    decisions: tuple[DecisionMap, ...]
    wins: bool = True
    """Whether values are chances to win, not points."""

    def codes(self, ties: Ties = "published") -> tuple[Codes, tuple[tuple[int, ...], ...]]:
        """The decisions together, as one number a state.

        Returns:
            int16[*axes], an index into the list; and the list: for each number the option taken at each decision. The
            first is the first option everywhere, and stands also where a decision is never come to; then come those
            that do otherwise at all decisions, then at fewer.
        """
        if not self.decisions:
            return np.zeros(self.value.shape, np.int16), ((),)
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
        ValueError: see `lay_out`.
    """
    one_by_one(encounter)
    return lay_out(study_fight(encounter, limits, progress))


def one_by_one(encounter: Encounter) -> None:
    """Raises: ValueError: foes come one after another."""
    if len(encounter.foes) > 1 and not encounter.together:
        raise ValueError("a policy is laid out for one foe; foes that come one after another are too many")


def lay_out(study: FightStudy) -> PolicyMap:
    """The policy of a fight with axes.

    Where a decision looks at more than the axes (the number of the round, what else a rule counts), that is an axis
    too, before the last.

    Raises:
        ValueError: a decision depends on more than numbers, or on too many.
    """
    one_by_one(study.encounter)
    tables = [table for table in reader_tables(study.solved) if table.chapter == FIGHT]
    *first, last = study.encounter.axes
    more = _other_numbers(study, tables)
    axes = (*first, *more, last)
    if prod(axis.size for axis in axes) > MOST_CELLS:
        raise ValueError(f"a map of {', '.join(axis.label for axis in axes)} would be too large; give fewer ranges")
    value = _value_of_rounds(study.solved, axes) if more else value_map(study.solved, study.encounter)
    written = [table.name for table in tables]
    names = [
        name if written.count(name) == 1 else f"{name} ({written[: n + 1].count(name)})"
        for n, name in enumerate(written)
    ]
    laid = tuple(_laid_out(name, table, axes) for name, table in zip(names, tables, strict=True))
    return PolicyMap(axes, value, laid, study.solved.wins)


def value_map(solved: Solved, encounter: Encounter) -> Floats:
    """float64[*axes]: what a fight is worth before its first round, in a solved book (perhaps a strategy's)."""
    arrival = solved.arrival(solved.best, FIGHT)
    return _worth(solved, encounter.axes, arrival.columns, arrival.value)


def _value_of_rounds(solved: Solved, axes: Sequence[Axis]) -> Floats:
    """float64[*axes]: what a fight is worth before a round; nan where play never comes, or rounds begin in two ways."""
    program, start = solved.space.program, solved.space.program.chapters[FIGHT]
    begins = [
        node
        for node in solved.point_states
        if node != start and program.places[node] == FIGHT and isinstance(program.nodes[node], Enter)
    ]
    if len(begins) != 1:
        return np.full(tuple(axis.size for axis in axes), np.nan)
    states = solved.point_states[begins[0]]
    columns = solved.columns(begins[0], states)
    named = {axis.variable: columns[_in_fight(axis)] for axis in axes if _in_fight(axis) in columns}
    # A round is counted when it begins: before it, the number is that of the rounds done.
    named |= {
        axis.variable: named[axis.variable] + 1 for axis in axes if axis.label == ROUND and axis.variable in named
    }
    return _worth(solved, axes, named, solved.best.values.middle[states])


def _worth(solved: Solved, axes: Sequence[Axis], columns: Mapping[str, Ints], worth: Floats) -> Floats:
    laid = np.full(tuple(axis.size for axis in axes), np.nan)
    place, inside = _places(axes, [_column(columns, axis, len(worth)) for axis in axes])
    laid[place] = np.clip(worth[inside], 0.0, 1.0) if solved.wins else worth[inside]
    _along_unseen(laid, axes, columns)
    return laid


def _other_numbers(study: FightStudy, tables: Sequence[Merged]) -> tuple[Axis, ...]:
    """What decisions look at beside the axes; a number that follows from theirs is not needed."""
    words = Words(study.solved.book)
    used = {_in_fight(axis) for axis in study.encounter.axes}
    found: dict[str, Axis] = {}
    for table in tables:
        if _told_apart(table, study.encounter.axes):
            continue
        for variable in study.solved.book.variables:
            column = table.columns.get(variable.name)
            if column is None or variable.name in used or column.min() == column.max():
                continue
            low, high = int(column.min()), int(column.max())
            known = found.get(variable.name)
            if known is not None:
                low, high = min(low, known.low), max(high, known.high)
            # The number of the round is counted as far as something asks for it.
            onwards = words.name(variable.name) == ROUND and high == variable.high
            found[variable.name] = Axis(variable.name, words.name(variable.name), low, high, onwards)
    return tuple(found.values())


def _told_apart(table: Merged, axes: Sequence[Axis]) -> bool:
    """Whether no two states of a decision have the same place on the axes."""
    place, _ = _places(axes, [_column(_seen(table, axes), axis, len(table.worth)) for axis in axes])
    cells = np.ravel_multi_index(place, tuple(axis.size for axis in axes))
    return len(np.unique(cells)) == len(cells)


def _seen(table: Merged, axes: Sequence[Axis]) -> dict[str, Ints]:
    """The columns of the axes that a decision looks at, by their names outside of the fight."""
    return {axis.variable: table.columns[_in_fight(axis)] for axis in axes if _in_fight(axis) in table.columns}


def _laid_out(name: str, table: Merged, axes: Sequence[Axis]) -> DecisionMap:
    if not _told_apart(table, axes):
        raise ValueError(
            f"what to do at {table.name} depends on more than {', '.join(axis.label for axis in axes)}: "
            "on which foe is faced, say; a map cannot show that"
        )
    worth = np.full((*(axis.size for axis in axes), len(table.labels)), np.nan)
    seen = _seen(table, axes)
    place, inside = _places(axes, [_column(seen, axis, len(table.worth)) for axis in axes])
    worth[place] = table.worth[inside]
    _along_unseen(worth, axes, seen)
    return DecisionMap(name, tuple(table.labels.values()), worth)


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
    found = re.fullmatch(r"foe(\d*)-(.+)", axis.variable)
    return f"foe {found[1] or 1} {found[2]}" if found else axis.variable


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
    among = "1" if len(encounter.foes) > 1 else ""
    axis = Axis(f"foe{among}-{rules.beaten}", f"foe {among} {rules.beaten}".replace("  ", " "), 1, int(foe))
    first = replace(encounter.foes[0], stats={**encounter.foes[0].stats, rules.beaten: axis.variable})
    return replace(encounter, foes=(first, *encounter.foes[1:]), axes=(*hero, axis))


def panels(policy: PolicyMap) -> tuple[Axis, Axis, tuple[Axis, ...]]:
    """The axis drawn upwards (the reader's first stat that a wound lowers), the one across (the last), and the rest.

    Raises:
        ValueError: there is only one.
    """
    axes = policy.axes
    if len(axes) < 2:
        raise ValueError(f"a map has two directions; give a range for more than {axes[0].label}")
    across = axes[-1]
    up = next((axis for axis in axes[:-1] if axis.low == 1 and axis.size > 1), axes[0])
    return up, across, tuple(axis for axis in axes if axis not in (up, across))
