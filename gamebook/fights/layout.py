"""The policy of a solved fight, laid out over the numbers on both sheets and whatever else its decisions look at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gamebook.analysis.certain import Certain
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.errors import UsageError
from gamebook.fights.encounter import FIGHT, Axis, Encounter, foe_axis
from gamebook.fights.outcome import FightStudy, study_fight
from gamebook.fights.policy import DecisionMap, PolicyMap
from gamebook.kernels.arrays import Floats, Ints
from gamebook.model.in_words import Words
from gamebook.program.code import Decide, Enter, NodeId
from gamebook.resolve.lookup import ROUND
from gamebook.solver.solution import Played, Solved

MOST_CELLS = 20_000_000
"""States of the largest map."""


def policy_map(encounter: Encounter) -> PolicyMap:
    """Solve a fight with axes and lay its policy out.

    Raises:
        BookHasErrors: the fight's words are not what a book may say.
        UsageError: see `lay_out`.
    """
    one_by_one(encounter)
    return lay_out(study_fight(encounter))


def one_by_one(encounter: Encounter) -> None:
    """Raises: ValueError: foes come one after another."""
    if len(encounter.foes) > 1 and not encounter.together:
        raise UsageError("a map shows a policy for one foe, not for foes that fight one after another")


def lay_out(study: FightStudy) -> PolicyMap:
    """The policy of a fight with axes.

    Where a decision looks at more than the axes (the number of the round, what else a rule counts), that is an axis
    too, before the last.

    Raises:
        UsageError: a decision depends on more than numbers, or on too many.
    """
    one_by_one(study.encounter)
    tables = [table for table in reader_tables(study.solved) if table.chapter == FIGHT]
    *first, last = study.encounter.axes
    more = _other_numbers(study, tables)
    axes = (*first, *more, last)
    if prod(axis.size for axis in axes) > MOST_CELLS:
        raise UsageError(f"a map of {', '.join(axis.label for axis in axes)} would be too large; give fewer ranges")
    value = _value_of_rounds(study.solved, axes) if more else value_map(study.solved, study.encounter)
    laid = tuple(_laid_out(study.names[table.address], table, axes) for table in tables)
    return PolicyMap(axes, value, laid, study.solved.wins)


def value_map(solved: Solved, encounter: Encounter, played: Played | None = None) -> Floats:
    """float64[*axes]: what a fight is worth before its first round.

    Args:
        solved: the book around it, solved (perhaps as a strategy plays it).
        encounter: the fight.
        played: how it is fought; None: best play.
    """
    played = played or solved.best
    node = solved.space.program.chapters[FIGHT]
    states = solved.point_states[node]
    return _worth(solved, encounter.axes, solved.columns(node, states), Certain(solved, played).worths(states))


def _round_begins(solved: Solved) -> NodeId | None:
    """The point where a round begins; None where there is none, or several."""
    program = solved.space.program
    found = [
        node
        for node in solved.point_states
        if node != program.chapters[FIGHT] and program.places[node] == FIGHT and isinstance(program.nodes[node], Enter)
    ]
    return found[0] if len(found) == 1 else None


def _value_of_rounds(solved: Solved, axes: Sequence[Axis]) -> Floats:
    """float64[*axes]: what a fight is worth before a round; nan where play never begins a round, or in two ways."""
    begins = _round_begins(solved)
    if begins is None:
        return np.full(tuple(axis.size for axis in axes), np.nan)
    states = solved.point_states[begins]
    columns = solved.columns(begins, states)
    named = {axis.variable: columns[_in_fight(axis)] for axis in axes if _in_fight(axis) in columns}
    # A round is counted when it begins: before it, the number is that of the rounds done.
    counted = [axis.variable for axis in axes if axis.label == ROUND and axis.variable in named]
    named |= {name: named[name] + 1 for name in counted}
    return _worth(solved, axes, named, solved.best.values.middle[states])


def _goes_on(solved: Solved, variable: str, high: int) -> bool:
    """Whether rounds are counted up to `high` only, and fought after that, too."""
    begins = _round_begins(solved)
    if begins is None:
        return True
    space, states = solved.space, solved.point_states[begins]
    done = states[solved.columns(begins, states)[variable] >= high]
    s = space.states
    first, last = s.first_successor[s.first_action[done]], s.first_successor[s.first_action[done + 1]]
    later = {int(point) for a, b in zip(first, last, strict=True) for point in s.point[s.successor[a:b]]}
    return any(
        isinstance(space.program.nodes[space.code.point_node[p]], Decide)
        for p in later
        if p < len(space.code.point_node)
    )


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
            label = words.name(variable.name)
            onwards = label == ROUND and _goes_on(study.solved, variable.name, high)
            found[variable.name] = Axis(variable.name, label, low, high, onwards)
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
        raise UsageError(
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


def with_points(encounter: Encounter) -> Encounter:
    """The same fight with each given number that its decisions look at as a range of one value: `9` as `9..9`.

    Else a map would have all values that such a number sinks to in the fights that were asked for, and of most of them
    only some states.
    """
    highest = {axis.variable: str(axis.high) for axis in encounter.axes}
    foes = [
        replace(foe, stats={stat: highest.get(value, value) for stat, value in foe.stats.items()})
        for foe in encounter.foes
    ]
    seen = _looked_at(study_fight(replace(encounter, foes=tuple(foes), axes=())))
    given = {axis.variable for axis in encounter.axes}
    points = [
        Axis(stat, stat, value, value) for stat, value in encounter.hero.items() if stat in seen and stat not in given
    ]
    made = []
    for number, foe in enumerate(encounter.foes, start=1):
        stats = dict(foe.stats)
        for stat, words in foe.stats.items():
            if words.isdecimal() and f"foe {number} {stat}" in seen:
                axis = foe_axis(stat, int(words), int(words), number if len(encounter.foes) > 1 else None)
                points.append(axis)
                stats[stat] = axis.variable
        made.append(replace(foe, stats=stats))
    (*first, last) = encounter.axes
    across = bool(first) or last.variable not in encounter.hero  # what was asked for last is drawn from left to right
    axes = (*first, *points, last) if across else (last, *points)
    return replace(encounter, foes=tuple(made), axes=axes)


def _looked_at(study: FightStudy) -> set[str]:
    """The numbers that decisions look at, and that are not always the same."""
    tables = reader_tables(study.solved)
    return {name for table in tables for name, column in table.columns.items() if column.min() < column.max()}


def with_axes(study: FightStudy) -> Encounter:
    """The same fight with every number free that its decisions look at: stats from 1 or 0 up to where they begin.

    Raises:
        UsageError: the fight has no decision that looks at numbers on both sheets, or its stats are rolled.
    """
    encounter = study.encounter
    rules = encounter.rules
    seen = _looked_at(study)
    hero = []
    for stat in rules.stats:
        if stat in seen and stat in encounter.hero:
            low = 1 if stat == rules.wounds else 0
            hero.append(Axis(stat, stat, low, encounter.hero[stat]))
    if rules.beaten is None or not hero:
        raise UsageError("no decision of this fight depends on a number of the reader")
    foe = encounter.foes[0].stats[rules.beaten]
    if not foe.isdecimal():
        raise UsageError(f"the foe's {rules.beaten} is rolled; give a number for a map")
    axis = foe_axis(rules.beaten, 1, int(foe), 1 if len(encounter.foes) > 1 else None)
    first = replace(encounter.foes[0], stats={**encounter.foes[0].stats, rules.beaten: axis.variable})
    return replace(encounter, foes=(first, *encounter.foes[1:]), axes=(*hero, axis))
