"""JANI, the exchange format of model checkers for probabilistic models: JSON, a location for each state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import labels_of_states, only_one_chooses, walk

Json = Any
"""What `json` writes."""


def jani(process: Process) -> Iterator[str]:
    """The file, bit by bit.

    Raises:
        UsageError: two players choose, which JANI cannot say.
    """
    only_one_chooses(process, "JANI")
    return _lines(process)


def _lines(process: Process) -> Iterator[str]:
    head = {
        "jani-version": 1,
        "name": process.title,
        "type": process.kind,
        "metadata": {"description": f"{process.title}. {process.question}"},
        "features": ["derived-operators"],
        "actions": [{"name": name} for name in process.names],
        "variables": _variables(process),
        "properties": [_property(process)],
        "system": {"elements": [{"automaton": "book"}]},
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "automata": [{\n  "name": "book",\n'
    yield f'  "initial-locations": ["s{process.start}"],\n  "locations": [\n'
    last = process.states - 1
    for state, labels in enumerate(labels_of_states(process)):
        here = {"name": f"s{state}", "transient-values": [{"ref": name, "value": True} for name in labels]}
        yield f"   {json.dumps(here)}{',' if state < last else ''}\n"
    yield '  ],\n  "edges": [\n'
    for state in walk(process):
        for action in process.actions(state):
            yield f"   {json.dumps(_edge(process, state, action))}"
            yield ",\n" if action < len(process.action) - 1 else "\n"
    yield "  ]\n }]\n}\n"


def _variables(process: Process) -> list[Json]:
    flags = [
        {"name": name, "type": "bool", "transient": True, "initial-value": False, "comment": process.meanings[name]}
        for name in process.labels
    ]
    points = {"name": "points", "type": "real", "transient": True, "initial-value": 0}
    return [*flags, points] if process.scores else flags


def _edge(process: Process, state: int, action: int) -> Json:
    edge: Json = {
        "location": f"s{state}",
        "action": process.names[process.action[action]],
        "destinations": [
            {"location": f"s{process.target[way]}", "probability": {"exp": _number(process.chance(action, way))}}
            for way in process.ways(action)
        ],
    }
    if process.points[action]:
        for there in edge["destinations"]:
            there["assignments"] = [{"ref": "points", "value": _number(process.earned(action))}]
    return edge


def _number(value: Fraction) -> Json:
    """A number; a fraction as a division, which is exact."""
    if value.denominator == 1:
        return value.numerator
    return {"op": "/", "left": value.numerator, "right": value.denominator}


def _property(process: Process) -> Json:
    best = "min" if process.kind == "mdp" and not process.maximise else "max"
    if process.aim == "win":
        values: Json = {"op": f"P{best}", "exp": {"op": "F", "exp": "won"}}
    else:
        until = {"reach": "ended"} if process.always_ends else {}
        values = {"op": f"E{best}", "exp": "points", "accumulate": ["steps"], **until}
    filtered = {"op": "filter", "fun": best, "values": values, "states": {"op": "initial"}}
    return {"name": "value", "expression": filtered}
