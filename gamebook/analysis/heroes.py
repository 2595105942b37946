"""Which hero to wish for: what best play is worth for every outcome of the hero block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, repeat

import numpy as np
from msgspec import structs

from gamebook.analysis.alike import alike
from gamebook.analysis.certain import mean
from gamebook.analysis.hero_block import NoTable, made_heroes
from gamebook.analysis.presets import BY_DICE, presets
from gamebook.errors import UsageError
from gamebook.model.arithmetic import has_dice
from gamebook.model.blocks import mapped, steps_in, written_in
from gamebook.model.book import Book, Variable
from gamebook.model.step import Assign, Choose, Pool, Random, Roll
from gamebook.resolve.spelling import nearest
from gamebook.solver.solution import Solved

MOST_HEROES = 40_000
"""States of the hero block, at most."""


@dataclass(frozen=True, slots=True)
class Hero:
    """One outcome of the hero's dice."""

    stats: Mapping[str, int]
    chance: float
    value: float
    """What best play is worth for this hero, the hero's own picks at their best."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Mean value by two stats, over the dice of the others."""

    row: str
    column: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: tuple[tuple[float | None, ...], ...]
    """`value[i][j]` for rows[i], columns[j]; None where the dice do not give both."""


@dataclass(frozen=True)
class Heroes:
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


def rolled_stats(book: Book) -> tuple[str, ...]:
    """The values of the sheet that the hero block rolls."""
    rolled: set[str] = set()
    for step in steps_in(book.hero):
        match step:
            case Assign():
                rolled |= {change.variable for change in step.changes if has_dice(change.value)}
            case Roll() if step.store is not None:
                rolled.add(step.store)
    return tuple(variable.name for variable in book.variables if variable.on_sheet and variable.name in rolled)


def settled_by_dice(book: Book) -> set[str]:
    """What dice of the hero block settle: they give a number, or the row of a roll says what there is."""
    drawn = [step for step in steps_in(book.hero) if isinstance(step, Roll | Random)]
    return set(rolled_stats(book)).union(*(written_in(row.body) for step in drawn for row in step.rows))


def made_stats(book: Book) -> tuple[str, ...]:
    """The values of the sheet that the hero block settles, by dice or by the reader's choice."""
    made = written_in(book.hero)
    return tuple(variable.name for variable in book.variables if variable.on_sheet and variable.name in made)


def names_for_all(book: Book) -> frozenset[str]:
    """Those of `weak`, `average` and `lucky` that stand for all heroes: where nothing is rolled, all are equal."""
    return frozenset(BY_DICE.keys() - presets(book).keys() - {*made_stats(book)})


def picked_words(book: Book) -> tuple[str, ...]:
    """`potion=potion-of-luck`, for each one-of that the hero block settles: an example of how it is given."""
    made = made_stats(book)
    return tuple(f"{each.name}={each.values[-1]}" for each in book.variables if each.values and each.name in made)


def for_hero(book: Book, hero: Mapping[str, int] | str | None) -> tuple[Book, dict[str, int]]:
    """The book for a hero, and his values by the names of the sheet.

    Raises:
        UsageError: the hero block settles nothing of this name, or a value is out of range.
    """
    given = hero_values(book, {hero: 1} if isinstance(hero, str) else hero or {})
    return with_picks(book, given), given


def hero_values(book: Book, hero: Mapping[str, int]) -> dict[str, int]:
    """A hero by the names of the sheet: the value of a one-of may be written alone, as in a condition (`axe`).

    A name may also be `weapon=axe`, with the value 1.

    So may the name of a hero that the book declares, or `weak`, `average`, `lucky`; what is said beside it goes first.

    Raises:
        UsageError: the hero block settles nothing of this name, the value is out of range, or two values are given.
    """
    made = made_stats(book)
    variables = {variable.name: variable for variable in book.variables}
    called = {} if set(hero) <= set(made) else presets(book)
    asked = [name for name, value in hero.items() if value and name in called and name not in made]
    found: dict[str, int] = {}
    for name, value in hero.items():
        if name in asked:
            continue
        owner, equals, word = name.partition("=")
        owners = [each for each in made if value and name in variables[each].values]
        if equals:
            number = _word_of(variables.get(owner) if owner in made else None, owner, word)
        elif name in made:
            number = value
        elif len(owners) == 1:
            owner = owners[0]
            number = variables[owner].values.index(name)
        elif owners:
            told = f"{name} is a value of {' and of '.join(owners)}"
            raise UsageError(f"{told}: write {' or '.join(f'{each}={name}' for each in owners)}")
        else:
            raise UsageError(_unknown(book, name, made, called))
        if found.setdefault(owner, number) != number:
            one, other = (_shown(variables[owner], each) for each in (found[owner], number))
            raise UsageError(f"{owner} cannot be both {one} and {other}; give one of them")
    found = {name: value for each in asked for name, value in called[each].items()} | found
    for name, value in found.items():
        low, high = variables[name].low, variables[name].high
        if not low <= value <= high:
            raise UsageError(f"{name} is in {low}..{high}, not {value}")
    return found


def _shown(variable: Variable, value: int) -> str:
    """How `--hero` gives a value: the value of a one-of by its name."""
    return variable.values[value] if 0 <= value < len(variable.values) else str(value)


def _word_of(variable: Variable | None, name: str, word: str) -> int:
    """The number of a value of a one-of."""
    if variable is None:
        raise UsageError(f"the hero does not roll or pick {name}")
    if not variable.values:
        raise UsageError(f"{name} needs a number, not {word}")
    if word not in variable.values:
        raise UsageError(f"{name} is never {word}; it is one of: {', '.join(variable.values)}")
    return variable.values.index(word)


def _unknown(book: Book, name: str, made: tuple[str, ...], called: Mapping[str, Mapping[str, int]]) -> str:
    """That nothing of the hero is called so, and what there is."""
    if name in BY_DICE and not is_rolled(book):
        what = f"; the hero picks {', '.join(made)}" if made else ""
        return f"this book rolls nothing for its hero, so no hero is {name}: leave it out{what}"
    words = [value for variable in book.variables if variable.name in made for value in variable.values]
    hint = nearest(name, [*called, *made, *words])
    told = f"the hero does not roll or pick {name}"
    return f"{told}; {hint}" if hint else f"{told}; {_what_they_give(made, called)}"


def _what_they_give(made: tuple[str, ...], called: Mapping[str, Mapping[str, int]]) -> str:
    """Which heroes can be given, with an example."""
    told = f"the hero rolls or picks {', '.join(made) or 'nothing'}"
    if not called:
        return told
    example = ",".join(f"{stat}={value}" for stat, value in next(iter(called.values())).items())
    return f"{told}; heroes by name: {', '.join(called)}; or numbers, as in --hero {example}"


def with_picks(book: Book, hero: Mapping[str, int]) -> Book:
    """The book for a hero whose picks are known.

    Where `hero` tells something that the hero block lets the reader pick, it tells all that was picked, and nothing
    is asked: what it does not mention was not picked. Dice are rolled as ever.

    A stat that is rolled before or after is no pick, whatever an option adds to it: who tells it tells no pick.
    """
    unasked = structs.replace(book, hero=mapped(book.hero, lambda step: None if isinstance(step, Choose) else step))
    picks = hero.keys() - set(rolled_stats(unasked))
    return unasked if picks & written_in_choices(book) else book


def written_in_choices(book: Book) -> set[str]:
    """What the options of the hero block may change."""
    return written_in(tuple(step for step in steps_in(book.hero) if isinstance(step, Choose)))


def is_rolled(book: Book) -> bool:
    """Whether dice decide on the hero."""
    dice = any(isinstance(step, Roll | Pool | Random) for step in steps_in(book.hero))
    return dice or bool(rolled_stats(book))


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
        if variable.on_sheet and len(np.unique(made.sheet[variable.name])) > 1
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
    return sum(chance for chance, _ in group), mean(group)


def _is_idle(stat: str, rows: tuple[Hero, ...], *, wins: bool) -> bool:
    """Whether heroes who differ in this value only do equally well, and there are such."""
    groups: dict[tuple[int, ...], list[float]] = {}
    for hero in rows:
        others = tuple(value for name, value in hero.stats.items() if name != stat)
        groups.setdefault(others, []).append(hero.value)
    return len(groups) < len(rows) and all(alike(min(group), max(group), wins=wins) for group in groups.values())


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
