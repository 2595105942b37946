"""Parameters of which the default suite takes a few, and the slow tests all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def then_slowly(cases: Iterable[object], quick: int) -> list[Any]:
    """The cases; those after the first few are marked `slow`."""
    return [case if n < quick else _slow(case) for n, case in enumerate(cases)]


def but_slowly(cases: Iterable[Case], slow: Callable[[Case], bool]) -> list[Any]:
    """The cases; those that are slow are marked so."""
    return [_slow(case) if slow(case) else case for case in cases]


def _slow(case: object) -> object:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
