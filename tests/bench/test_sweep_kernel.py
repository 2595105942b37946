"""Many variants at once against each of them worked out by itself, in fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.sweep_kernel import sweep

ENDS = (Fraction(0), Fraction(1), Fraction(5, 2))
"""States 0, 1 and 2; the others follow, each leading to earlier ones and perhaps to itself."""
VARIANTS = 2


@dataclass(frozen=True)
class Way:
    """Where an action leads, and with what chance in each variant."""

    to: int
    chances: tuple[Fraction, ...]
    same: bool
    """Whether the chance is one number for all variants."""


@dataclass(frozen=True)
class Plain:
    """A state: who decides, and its actions."""

    rival: bool
    actions: tuple[tuple[Way, ...], ...]


@st.composite
def graphs(draw: st.DrawFn) -> list[Plain]:
    """States in an order in which each comes after those it leads to."""
    found: list[Plain] = []
    for state in range(len(ENDS), len(ENDS) + draw(st.integers(1, 4))):
        actions = []
        for _ in range(draw(st.integers(1, 3))):
            to = draw(st.lists(st.integers(0, state), min_size=1, max_size=3, unique=True))
            same = draw(st.booleans())
            weights = [[draw(st.integers(1, 5)) for _ in to] for _ in range(1 if same else VARIANTS)] * (
                VARIANTS if same else 1
            )
            actions.append(
                tuple(
                    Way(t, tuple(Fraction(each[place], sum(each)) for each in weights), same)
                    for place, t in enumerate(to)
                )
            )
        found.append(Plain(draw(st.booleans()), tuple(actions)))
    return found


def worths(graph: list[Plain], variant: int) -> list[Fraction]:
    """One variant by itself."""
    value = list(ENDS)
    for plain in graph:
        options = []
        for ways in plain.actions:
            leaves = sum((way.chances[variant] for way in ways if way.to < len(value)), Fraction(0))
            earned = sum((way.chances[variant] * value[way.to] for way in ways if way.to < len(value)), Fraction(0))
            options.append(earned / leaves if leaves else Fraction(0))
        value.append(min(options) if plain.rival else max(options))
    return value


@pytest.mark.slow
@settings(deadline=None)
@given(graphs())
def test_variants_are_worth_what_each_is_alone(graph: list[Plain]) -> None:
    actions = [ways for plain in graph for ways in plain.actions]
    every = [way for ways in actions for way in ways]
    profiles = [way.chances for way in every if not way.same]
    row = np.cumsum([not way.same for way in every]) - 1
    n = len(ENDS) + len(graph)
    value = np.zeros((n, VARIANTS))
    value[: len(ENDS)] = np.array([float(end) for end in ENDS])[:, None]
    sweep(
        np.arange(len(ENDS), n, dtype=np.int32),
        np.cumsum([0] * (len(ENDS) + 1) + [len(plain.actions) for plain in graph]).astype(np.int64),
        np.cumsum([0, *map(len, actions)]).astype(np.int64),
        np.array([way.to for way in every], np.int32),
        np.array([float(way.chances[0]) for way in every]),
        np.where([way.same for way in every], -1, row).astype(np.int32),
        np.array(profiles, np.float64).reshape(-1, VARIANTS),
        np.array([0] * len(ENDS) + [plain.rival for plain in graph], np.int32),
        value,
        np.zeros((len(actions), VARIANTS)),
        np.zeros(VARIANTS),
    )
    for variant in range(VARIANTS):
        assert value[:, variant].tolist() == pytest.approx([float(each) for each in worths(graph, variant)], rel=1e-12)
