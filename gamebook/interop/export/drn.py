"""DRN, the explicit format of the model checker Storm; chances are fractions."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import exact, labels_of_states, one_line, only_one_chooses, walk


def drn(process: Process) -> Iterator[str]:
    """The file, bit by bit.

    Raises:
        UsageError: two players choose, which DRN cannot say.
    """
    only_one_chooses(process, "DRN")
    return _lines(process)


def _lines(process: Process) -> Iterator[str]:
    yield f"// {one_line(process.title)}\n// {process.question}\n"
    for label, meaning in process.meanings.items():
        yield f"// {label}: {one_line(meaning)}\n"
    yield f"@type: {process.kind.upper()}\n@value_type: rational\n@parameters\n\n@reward_models\n"
    yield "points\n" if process.scores else "\n"
    yield f"@nr_states\n{process.states}\n@nr_choices\n{len(process.action)}\n@model\n"
    none = " [0]" if process.scores else ""
    for state, labels in zip(walk(process), labels_of_states(process), strict=True):
        marks = ("init", *labels) if state == process.start else labels
        yield f"state {state}{none}{''.join(f' {mark}' for mark in marks)}\n"
        for action in process.actions(state):
            total = process.total[action]
            earned = f" [{exact(process.points[action], total)}]" if process.scores else ""
            yield f"\taction {process.names[process.action[action]]}{earned}\n"
            for way in process.ways(action):
                yield f"\t\t{process.target[way]} : {exact(process.weight[way], total)}\n"
