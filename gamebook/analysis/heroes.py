"""Which hero to wish for: what best play is worth for every outcome of the hero block."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations, repeat

import numpy as np
from msgspec import Struct

from gamebook.analysis.alike import alike
from gamebook.analysis.certain import mean
from gamebook.analysis.given_hero import is_rolled
from gamebook.analysis.hero_block import NoTable, made_heroes
from gamebook.solver.solution import Solved

MOST_HEROES = 40_000
"""States of the hero block, at most."""


class Hero(Struct, frozen=True):
    """One outcome of the hero's dice."""

    stats: Mapping[str, int]
    chance: float
    value: float
    """What best play is worth for this hero, the hero's own picks at their best."""


class Grid(Struct, frozen=True):
    """Mean value by two stats, over the dice of the others."""

    row: str
    column: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: tuple[tuple[float | None, ...], ...]
    """`value[i][j]` for rows[i], columns[j]; None where the dice do not give both."""


class Heroes(Struct, frozen=True, dict=True):
    """Every hero the dice can give."""

    stats: tuple[str, ...]
    """The values of the sheet in which heroes differ, rolled or picked, in its order."""
    heroes: tuple[Hero, ...]
    """By their stats, ascending. Chances sum to 1."""
    mean: float
    wins: bool
    """Whether they are worth chances to win, not points."""

    @cached_property
    def worst(self) -> Hero:
        """The hero for whom best play is worth least; of equals, the one with the lowest values."""
        least = min(row.value for row in self.heroes)
        return next(row for row in self.heroes if alike(row.value, least, wins=self.wins))

    @cached_property
    def best(self) -> Hero:
        """The hero for whom best play is worth most; of equals, the one with the highest values."""
        most = max(row.value for row in self.heroes)
        return next(row for row in reversed(self.heroes) if alike(row.value, most, wins=self.wins))

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The values of the sheet that make no difference to any hero, though heroes differ in them alone."""
        return tuple(stat for stat in self.stats if _is_idle(stat, self.heroes, wins=self.wins))

    @cached_property
    def grid(self) -> Grid | None:
        """By the two stats with the largest influence; None if fewer than two are rolled."""
        return _grid(self.stats, self.heroes)


def heroes(solved: Solved) -> Heroes | NoTable | None:
    """What every hero is worth, from one exploration; None if no dice decide on the hero."""
    if not is_rolled(solved.book):
        return None
    made = made_heroes(solved, MOST_HEROES)
    if isinstance(made, NoTable):
        return made
    stats = tuple(
        variable.name
        for variable in solved.book.variables
        if variable.on_sheet and np.ptp(made.sheet[variable.name]) > 0
    )
    groups: dict[tuple[int, ...], list[tuple[float, float]]] = {}
    keys = zip(*(made.sheet[stat].tolist() for stat in stats), strict=True) if stats else repeat(())
    for key, chance, value in zip(keys, made.chance.tolist(), made.value.tolist(), strict=False):
        groups.setdefault(key, []).append((chance, value))
    rows = tuple(Hero(dict(zip(stats, key, strict=True)), *_mean(group)) for key, group in sorted(groups.items()))
    return Heroes(
        stats=stats,
        heroes=rows,
        mean=_mean([(row.chance, row.value) for row in rows])[1],
        wins=solved.wins,
    )


def _mean(group: list[tuple[float, float]]) -> tuple[float, float]:
    """Chance of a group, and its mean value."""
    if len(group) == 1:  # most often: many books have thousands of heroes
        return group[0]
    return sum(chance for chance, _ in group), mean(group)


def _is_idle(stat: str, rows: tuple[Hero, ...], *, wins: bool) -> bool:
    """Whether heroes who differ in this value only do equally well, and there are such."""
    known: dict[tuple[int, ...], tuple[float, float]] = {}
    for hero in rows:
        others = tuple(value for name, value in hero.stats.items() if name != stat)
        least, most = known.get(others, (hero.value, hero.value))
        least, most = min(least, hero.value), max(most, hero.value)
        if not alike(least, most, wins=wins):
            return False
        known[others] = least, most
    return len(known) < len(rows)


def _grid(stats: tuple[str, ...], rows: tuple[Hero, ...]) -> Grid | None:
    """The two stats whose means differ most, in the order of the sheet."""
    if len(stats) < 2:
        return None
    pair = max(combinations(stats, 2), key=lambda two: sum(_spread(stat, rows) for stat in two))
    cells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for hero in rows:
        cells.setdefault((hero.stats[pair[0]], hero.stats[pair[1]]), []).append((hero.chance, hero.value))
    down, across = (tuple(sorted({key[i] for key in cells})) for i in (0, 1))
    value = tuple(tuple(_mean(cells[i, j])[1] if (i, j) in cells else None for j in across) for i in down)
    return Grid(*pair, down, across, value)


def _spread(stat: str, rows: tuple[Hero, ...]) -> float:
    """Variance of the mean value by a stat: its influence."""
    groups: dict[int, list[tuple[float, float]]] = {}
    for hero in rows:
        groups.setdefault(hero.stats[stat], []).append((hero.chance, hero.value))
    means = [_mean(group) for group in groups.values()]
    centre = sum(chance * mean for chance, mean in means)
    return sum(chance * (mean - centre) ** 2 for chance, mean in means)
