"""Which hero to wish for: what best play is worth for every outcome of the hero block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, takewhile

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.alike import alike
from gamebook.analysis.certain import mean
from gamebook.analysis.given_hero import is_rolled
from gamebook.analysis.hero_block import NoTable, made_heroes
from gamebook.kernels.arrays import Floats, Ints
from gamebook.solver.solution import Solved

_Mean = tuple[float, float]
"""A chance, and a mean value."""

MOST_HEROES = 40_000
"""States of the hero block, at most."""


class Hero(Struct, frozen=True):
    """One outcome of the hero's dice."""

    stats: Mapping[str, int]
    chance: float
    value: float
    """What best play is worth for this hero, the hero's own picks at their best."""
    points: float | None = None
    """Under `aim win then score` the points that come with it; None elsewhere, and where they are not known."""


class Grid(Struct, frozen=True):
    """Mean value by two stats, over the dice of the others; of points where heroes differ in nothing else."""

    row: str
    column: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: tuple[tuple[float | None, ...], ...]
    """`value[i][j]` for rows[i], columns[j]; None where the dice do not give both."""
    points: bool = False
    """The values are points, beside chances that are all the same."""


class Heroes(Struct, frozen=True, dict=True):
    """Every hero the dice can give."""

    stats: tuple[str, ...]
    """The values of the sheet in which heroes differ, rolled or picked, in its order."""
    heroes: tuple[Hero, ...]
    """By their stats, ascending. Chances sum to 1."""
    mean: float
    wins: bool
    """Whether they are worth chances to win, not points."""
    points: float | None = None
    """The mean of the points that come with it; None where heroes have none."""

    @cached_property
    def worst(self) -> Hero:
        """The hero for whom best play is worth least, then earns least; of equals, the one with the lowest values."""
        rows = [self.heroes[number] for number in sorted(self._equals(self._by_value))]
        fewest = min(_points(row) for row in rows)
        return next(row for row in rows if alike(_points(row), fewest, wins=False))

    @cached_property
    def best(self) -> Hero:
        """The hero for whom best play is worth most, then earns most; of equals, the one with the highest values."""
        rows = [self.heroes[number] for number in sorted(self._equals(self._by_value[::-1]), reverse=True)]
        highest = max(_points(row) for row in rows)
        return next(row for row in rows if alike(_points(row), highest, wins=False))

    @cached_property
    def _by_value(self) -> list[int]:
        """The numbers of the heroes, in the order of their values."""
        return sorted(range(len(self.heroes)), key=lambda number: self.heroes[number].value)

    def _equals(self, numbers: Sequence[int]) -> Iterator[int]:
        """Of heroes in the order of their values the first, and those who do as well."""
        first = self.heroes[numbers[0]].value
        return takewhile(lambda number: alike(self.heroes[number].value, first, wins=self.wins), numbers)

    @property
    def equal(self) -> bool:
        """Whether all heroes do equally well."""
        return self._same_value and alike(_points(self.worst), _points(self.best), wins=False)

    @property
    def _same_value(self) -> bool:
        return alike(self.worst.value, self.best.value, wins=self.wins)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The values of the sheet that make no difference to any hero, though heroes differ in them alone."""
        sheet = np.array([[row.stats[stat] for stat in self.stats] for row in self.heroes], np.int64)
        kinds = [(np.array([row.value for row in self.heroes]), self.wins)]
        if self.points is not None:
            kinds.append((np.array([_points(row) for row in self.heroes]), False))
        return tuple(
            stat
            for number, stat in enumerate(self.stats)
            if all(_is_idle(sheet, number, values, wins=wins) for values, wins in kinds)
        )

    @cached_property
    def grid(self) -> Grid | None:
        """By the two stats with the largest influence; None if fewer than two are rolled."""
        if not self._same_value or self.points is None:
            return _grid(self.stats, self.heroes)
        found = _grid(self.stats, tuple(replace(row, value=_points(row)) for row in self.heroes))
        return None if found is None else replace(found, points=True)


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
    keys = list(zip(*(made.sheet[stat].tolist() for stat in stats), strict=True) if stats else [()] * len(made.value))
    worth = _means(keys, made.chance, made.value)
    earned = {} if made.points is None else _means(keys, made.chance, made.points)
    rows = tuple(
        Hero(dict(zip(stats, key, strict=True)), *worth[key], earned[key][1] if earned else None)
        for key in sorted(worth)
    )
    return Heroes(
        stats=stats,
        heroes=rows,
        mean=_mean([(row.chance, row.value) for row in rows])[1],
        wins=solved.wins,
        points=_mean([(row.chance, _points(row)) for row in rows])[1] if earned else None,
    )


def _points(hero: Hero) -> float:
    """The points of a hero; 0 where there are none."""
    return 0.0 if hero.points is None else hero.points


def _means(keys: Sequence[tuple[int, ...]], chances: Floats, values: Floats) -> dict[tuple[int, ...], _Mean]:
    """For each key its chance, and its mean value."""
    groups: dict[tuple[int, ...], list[_Mean]] = {}
    for key, chance, value in zip(keys, chances.tolist(), values.tolist(), strict=True):
        groups.setdefault(key, []).append((chance, value))
    return {key: _mean(group) for key, group in groups.items()}


def _mean(group: list[tuple[float, float]]) -> tuple[float, float]:
    """Chance of a group, and its mean value."""
    if len(group) == 1:  # most often: many books have thousands of heroes
        return group[0]
    return sum(chance for chance, _ in group), mean(group)


def _is_idle(sheet: Ints, stat: int, values: Floats, *, wins: bool) -> bool:
    """Whether heroes who differ in one stat only do equally well, and there are such.

    Args:
        sheet: int64[heroes, stats]
        stat: which stat.
        values: float64[heroes], how well they do.
        wins: values are chances.
    """
    others = np.delete(sheet, stat, axis=1)
    order = np.lexsort(others.T) if others.size else np.arange(len(sheet))
    others, values = others[order], values[order]
    begins = np.flatnonzero(np.append(True, (others[1:] != others[:-1]).any(axis=1)))
    least, most = np.minimum.reduceat(values, begins), np.maximum.reduceat(values, begins)
    same = (alike(*each, wins=wins) for each in zip(least.tolist(), most.tolist(), strict=True))
    return len(begins) < len(values) and all(same)


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
