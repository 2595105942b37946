"""PRISM's explicit files: transitions (.tra), states (.sta), labels (.lab), rewards of transitions (.trew)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from gamebook.interop.export.names import identifiers
from gamebook.interop.export.prism import STATE, allowed
from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import labels_of_states, only_one_chooses, walk

Number = Callable[[int, int], str]
"""Writes a fraction, given what is above the line and below."""


def explicit(process: Process, number: Number) -> Mapping[str, Iterator[str]]:
    """The files by suffix, each bit by bit.

    Args:
        process: what is written.
        number: `exact` for fractions; `rounded` for decimals, which every program reads.

    Raises:
        UsageError: two players choose, which these files cannot say.
    """
    only_one_chooses(process, "PRISM's explicit format")
    files = {"tra": _transitions(process, number), "sta": _states(process), "lab": _labels(process)}
    return files | {"trew": _rewards(process, number)} if process.scores else files


def _transitions(process: Process, number: Number) -> Iterator[str]:
    chain = process.kind == "dtmc"
    choices = "" if chain else f"{len(process.action)} "
    yield f"{process.states} {choices}{len(process.target)}\n"
    for state in walk(process):
        for place, action in enumerate(process.actions(state)):
            total, which = process.total[action], "" if chain else f"{place} "
            name = allowed(process.names[process.action[action]])
            for way in process.ways(action):
                yield f"{state} {which}{process.target[way]} {number(process.weight[way], total)} {name}\n"


def _rewards(process: Process, number: Number) -> Iterator[str]:
    """Rewards of transitions: each way of an action brings what the action does."""
    chain = process.kind == "dtmc"
    paying = [action for action, points in enumerate(process.points) if points]
    ways = sum(len(process.ways(action)) for action in paying)
    yield f"{process.states} {'' if chain else f'{len(process.action)} '}{ways}\n"
    for state in range(process.states):
        for place, action in enumerate(process.actions(state)):
            if process.points[action]:
                earned, which = number(process.points[action], process.total[action]), "" if chain else f"{place} "
                for way in process.ways(action):
                    yield f"{state} {which}{process.target[way]} {earned}\n"


def _labels(process: Process) -> Iterator[str]:
    names = ["init", "deadlock", *process.labels]
    numbers = {name: number for number, name in enumerate(names)}
    yield " ".join(f'{number}="{name}"' for name, number in numbers.items()) + "\n"
    for state, labels in enumerate(labels_of_states(process)):
        here = [numbers[name] for name in labels]
        if state == process.start:
            here.insert(0, 0)
        if here:
            yield f"{state}: {' '.join(map(str, here))}\n"


def _states(process: Process) -> Iterator[str]:
    """The sheet of each state; what no longer matters there has the value it had before play, in all of them."""
    space, order = process.listed, process.order
    if space is None or order is None:
        yield f"({STATE})\n"
        yield from (f"{state}:({state})\n" for state in range(process.states))
        return
    cells = space.program.cells
    read = np.unique(space.code.field_variable)
    columns = [space.column(order, int(variable)) for variable in read]
    known = identifiers((cells[int(variable)].name for variable in read), [STATE])
    yield f"({','.join([STATE, *map(allowed, known.values())])})\n"
    for state, row in enumerate(zip(*columns, strict=True) if columns else [()] * process.states):
        yield f"{state}:({','.join(map(str, (state, *row)))})\n"
