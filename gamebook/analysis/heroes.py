"""Which hero to wish for: what best play is worth for every outcome of the hero block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gamebook.analysis.alike import alike, each_alike
from gamebook.analysis.certain import means, sums
from gamebook.analysis.given_hero import is_rolled, settled_by_dice, written_in_choices
from gamebook.analysis.hero_block import NoTable, made_heroes
from gamebook.kernels.arrays import Floats, Ints, distinct
from gamebook.solver.solution import Solved

MOST_HEROES = 40_000
"""States of the hero block, at most."""


SHORT = 2**16 - 1
"""The most that 16 bits hold."""


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


class Heroes(Struct, frozen=True, dict=True, eq=False):
    """Every hero the dice can give: in columns, for many books have thousands. It is equal to itself only."""

    stats: tuple[str, ...]
    """The values of the sheet in which heroes differ, rolled or picked, in its order."""
    sheet: Ints
    """int64[heroes, stats], ascending; each hero once."""
    chance: Floats
    """float64[heroes], more than 0; they sum to 1."""
    value: Floats
    """float64[heroes], as `Hero.value`."""
    mean: float
    wins: bool
    """Whether they are worth chances to win, not points."""
    earned: Floats | None = None
    """float64[heroes], as `Hero.points`."""
    points: float | None = None
    """The mean of the points that come with it; None where heroes have none."""
    picked: frozenset[str] = frozenset()
    """Those of `stats` that no dice settle, but the hero's own picks."""
    changed: frozenset[str] = frozenset()
    """Those of `stats` that a pick may change, after dice or without."""

    @cached_property
    def heroes(self) -> tuple[Hero, ...]:
        """Each of them, by their stats, ascending."""
        columns = (self.chance, self.value, *(() if self.earned is None else (self.earned,)))
        rows = zip(self.sheet.tolist(), *(column.tolist() for column in columns), strict=True)
        return tuple(Hero(dict(zip(self.stats, row, strict=True)), *rest) for row, *rest in rows)

    @cached_property
    def worst(self) -> Hero:
        """The hero for whom best play is worth least, then earns least; of equals, the one with the lowest values."""
        numbers = np.sort(self._equals(self._by_value))
        return self._first(numbers, float(self._points[numbers].min()))

    @cached_property
    def best(self) -> Hero:
        """The hero for whom best play is worth most, then earns most; of equals, the one with the highest values."""
        numbers = np.sort(self._equals(self._by_value[::-1]))[::-1]
        return self._first(numbers, float(self._points[numbers].max()))

    def _first(self, numbers: Ints, points: float) -> Hero:
        """The first of some heroes who earns so many points."""
        number = numbers[np.argmax(each_alike(self._points[numbers], points, wins=False))]
        stats = dict(zip(self.stats, self.sheet[number].tolist(), strict=True))
        earned = None if self.earned is None else float(self.earned[number])
        return Hero(stats, float(self.chance[number]), float(self.value[number]), earned)

    @cached_property
    def _by_value(self) -> Ints:
        """int64[heroes]: the numbers of the heroes, in the order of their values."""
        return np.argsort(self.value, kind="stable")

    def _equals(self, numbers: Ints) -> Ints:
        """Of heroes in the order of their values the first, and those who do as well."""
        same = each_alike(self.value[numbers], float(self.value[numbers[0]]), wins=self.wins)
        return numbers if same.all() else numbers[: np.argmin(same)]

    @cached_property
    def _points(self) -> Floats:
        """float64[heroes]: their points; 0 where there are none."""
        return np.zeros(len(self.value)) if self.earned is None else self.earned

    @property
    def equal(self) -> bool:
        """Whether all heroes do equally well."""
        return self._same_value and alike(_points(self.worst), _points(self.best), wins=False)

    @property
    def _same_value(self) -> bool:
        return alike(self.worst.value, self.best.value, wins=self.wins)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The dice of the sheet that make no difference: heroes whose other dice are the same do equally well.

        A pick is best for what was rolled. So of heroes who roll otherwise and pick the same none may be seen, and what
        picks may change is left out twice: it is no reason to keep two heroes apart, and nothing is said of it.
        """
        kinds = [(self.value, self.wins), *([] if self.earned is None else [(self.earned, False)])]
        dice = [n for n, stat in enumerate(self.stats) if stat not in self.picked and stat not in self.changed]
        return tuple(
            self.stats[number]
            for number in dice
            if _all_alike(np.delete(self.sheet, number, axis=1), kinds)
            and _is_idle(self.sheet[:, dice], dice.index(number), self.chance, kinds)
        )

    @cached_property
    def grid(self) -> Grid | None:
        """By the two stats with the largest influence; None if fewer than two are rolled.

        What is picked is best for what was rolled, so of most other pairs there is no hero.
        """
        rolled = [number for number, stat in enumerate(self.stats) if stat not in self.picked]
        if len(rolled) < 2:
            return None
        points = self._same_value and self.earned is not None
        value = self._points if points else self.value
        spread = {number: _spread(self.sheet[:, number], self.chance, value) for number in rolled}
        pair = max(combinations(rolled, 2), key=lambda two: sum(spread[stat] for stat in two))
        cells = self.sheet[:, pair]
        order, begins = _groups(cells)
        mean = dict(
            zip(
                map(tuple, cells[order[begins]].tolist()),
                means(begins, self.chance[order], value[order]).tolist(),
                strict=True,
            )
        )
        rows, columns = (tuple(distinct(column).tolist()) for column in cells.T)
        table = tuple(tuple(mean.get((row, column)) for column in columns) for row in rows)
        return Grid(self.stats[pair[0]], self.stats[pair[1]], rows, columns, table, points)


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
    sheet = np.empty((len(made.value), len(stats)), np.int64)
    for number, stat in enumerate(stats):
        sheet[:, number] = made.sheet[stat]
    order, begins = _groups(sheet)
    each = made.chance[order]
    chance, value = sums(begins, each), means(begins, each, made.value[order])
    earned = None if made.points is None else means(begins, each, made.points[order])
    return Heroes(
        stats=stats,
        sheet=sheet[order[begins]],
        chance=chance,
        value=value,
        mean=_mean(chance, value),
        wins=solved.wins,
        earned=earned,
        points=None if earned is None else _mean(chance, earned),
        picked=frozenset(stats) - settled_by_dice(solved.book),
        changed=frozenset(stats) & written_in_choices(solved.book),
    )


def _points(hero: Hero) -> float:
    """The points of a hero; 0 where there are none."""
    return 0.0 if hero.points is None else hero.points


def _mean(chance: Floats, value: Floats) -> float:
    """The mean over all."""
    return float(means(np.zeros(1, np.int64), chance, value)[0])


def _groups(sheet: Ints) -> tuple[Ints, Ints]:
    """Rows of a table that are the same, side by side.

    Args:
        sheet: int64[k, columns]

    Returns:
        order: int64[k], the rows, ascending; those that are the same as they came.
        begins: int64[groups], where in that order each group begins.
    """
    if not sheet.size:
        return np.arange(len(sheet)), np.zeros(1, np.int64)
    order = np.lexsort([_short(column) for column in sheet.T[::-1]])
    sheet = sheet[order]
    return order, np.flatnonzero(np.append(True, (sheet[1:] != sheet[:-1]).any(axis=1)))


def _short(column: Ints) -> Ints | NDArray[np.uint16]:
    """The same numbers, less the least of them, in 16 bits if they have room there: those are sorted much faster."""
    above: Ints = column - column.min()
    return above.astype(np.uint16) if above.max() <= SHORT else above


def _all_alike(sheet: Ints, kinds: Sequence[tuple[Floats, bool]]) -> bool:
    """Whether heroes of whom these columns are the same do equally well.

    Args:
        sheet: int64[heroes, columns]
        kinds: float64[heroes], how well they do, and whether that is a chance.
    """
    order, begins = _groups(sheet)
    for values, wins in kinds:
        least, most = np.minimum.reduceat(values[order], begins), np.maximum.reduceat(values[order], begins)
        if not each_alike(least, most, wins=wins).all():
            return False
    return True


def _is_idle(dice: Ints, stat: int, chance: Floats, kinds: Sequence[tuple[Floats, bool]]) -> bool:
    """Whether heroes of whom all dice but one are the same do equally well on average, and there are such.

    Args:
        dice: int64[heroes, columns]
        stat: which column.
        chance: float64[heroes]
        kinds: float64[heroes], how well they do, and whether that is a chance.
    """
    order, begins = _groups(dice)
    others = np.delete(dice[order[begins]], stat, axis=1)
    if len(_groups(others)[1]) == len(others):
        return False
    return _all_alike(others, [(means(begins, chance[order], values[order]), wins) for values, wins in kinds])


def _spread(column: Ints, chance: Floats, value: Floats) -> float:
    """Variance of the mean value by a stat: its influence.

    Args:
        column: int64[heroes], the stat.
        chance: float64[heroes]
        value: float64[heroes]
    """
    order, begins = _groups(column[:, None])
    chance, value = sums(begins, chance[order]), means(begins, chance[order], value[order])
    seen = np.argsort(order[begins])  # added up as they first come
    chance, value = chance[seen], value[seen]
    centre = float(sums(np.zeros(1, np.int64), chance * value)[0])
    return float(sums(np.zeros(1, np.int64), chance * (value - centre) ** 2)[0])
