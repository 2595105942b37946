"""Nodes of the page: when two of them are equal."""

from __future__ import annotations

import importlib
import pkgutil

from msgspec import Struct

import gamebook
from gamebook.source import Span
from gamebook.syntax import ast


def test_two_nodes_are_equal_or_different_and_never_both() -> None:
    here, there = (ast.Number(1, span=Span("b.gbk", place, place + 1)) for place in (3, 7))
    assert here == there
    assert not (here != there)  # noqa: SIM202 - this is the operator that is tested
    assert here != ast.Number(2)
    assert not (here == ast.Number(2))  # noqa: SIM201


def test_what_has_its_own_equality_has_its_own_inequality() -> None:
    """A struct without one inherits an inequality that never asks `__eq__`."""
    for module in pkgutil.walk_packages(gamebook.__path__, "gamebook."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    waiting, alone = [Struct], []
    for each in waiting:
        waiting.extend(each.__subclasses__())
        if each is not Struct and "__eq__" in vars(each) and "__ne__" not in vars(each):
            alone.append(each)
    assert alone == []
