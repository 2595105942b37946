"""Heroes with a name: those the book declares, and weak, average and lucky ones by the dice; a roll as it may fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil

from msgspec import Struct, structs

from gamebook.dice.pmf import Pmf
from gamebook.model.arithmetic import const, has_dice, reads
from gamebook.model.blocks import blocks_in, expressions_in, steps_in, written_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Roll, Step
from gamebook.play.evaluate import Expressions

Pick = Callable[[Pmf], int]


def average(spread: Pmf) -> int:
    """The whole number nearest to the mean; of two that are as near, the lower one."""
    mean = Fraction(sum(outcome * weight for outcome, weight in spread.items()), spread.total)
    return ceil(mean - Fraction(1, 2))


BY_DICE: Mapping[str, Pick] = {
    "weak": lambda spread: spread.low,
    "average": average,
    "lucky": lambda spread: spread.high,
}
"""What each roll of the hero block gives, where the book declares no hero of that name."""


def presets(book: Book) -> dict[str, dict[str, int]]:
    """The heroes that have names: values of the sheet. Stats that a hero does not mention are rolled."""
    found = {name: by_dice(book, pick) for name, pick in BY_DICE.items()}
    declared = {preset.name: dict(preset.values) for preset in book.presets}
    return {name: values for name, values in (found | declared).items() if values}


def by_dice(book: Book, pick: Pick) -> dict[str, int]:
    """A hero for whom every roll of the hero block gives what `pick` says, in the order rolled.

    What the block adds to a rolled stat for every hero is added. Rolls that only some heroes make (under a condition,
    or after another roll) are left to the dice, and so is what only some heroes add.
    """
    on_sheet = {variable.name for variable in book.variables if variable.on_sheet}
    rolled: dict[str, int] = {}
    for each in _settled(book, pick):
        if each.name in on_sheet and (each.by_roll or each.name in rolled):
            rolled[each.name] = each.number
    return rolled


def with_roll(book: Book, stat: str, pick: Pick) -> Book:
    """The book in which the dice for a stat show what `pick` says, and the rest of the hero is made as ever.

    A roll to which an option, or another roll, may have added before is left to the dice.
    """
    shown = {each.place: each.number for each in _settled(book, pick) if each.name == stat and each.by_roll}
    unsure: set[str] = set()
    hero: list[Step] = []
    for place, step in enumerate(book.hero):
        known = not any(reads(expr) & unsure for expr in expressions_in(step))
        hero.append(_showing(step, stat, shown[place]) if known and place in shown else step)
        unsure |= set().union(*(written_in(block) for block in blocks_in(step)))
    return structs.replace(book, hero=tuple(hero))


def _showing(step: Step, stat: str, number: int) -> Step:
    """A step that rolls a stat, with a number in place of the roll."""
    match step:
        case Assign(changes=changes):
            shown = (structs.replace(c, value=const(number)) if c.variable == stat else c for c in changes)
            return structs.replace(step, changes=tuple(shown))
        case Roll():
            return structs.replace(step, value=const(number))
    return step


class _Settled(Struct, frozen=True):
    """What a step of the hero block makes of a variable, for every hero."""

    place: int
    """Of the step, in the block."""
    name: str
    number: int
    by_roll: bool


def _settled(book: Book, pick: Pick) -> Iterator[_Settled]:
    """What the steps of the hero block make of variables, each roll giving what `pick` says."""
    expressions = Expressions.of(book)
    places = {variable.name: number for number, variable in enumerate(book.variables)}
    values = [variable.start for variable in book.variables]
    thrown = thrown_names(book)

    def most(name: str, now: tuple[int, ...]) -> int:
        """Up to where an effect may bring a variable."""
        variable = book.variables[places[name]]
        return variable.high if variable.cap is None else max(now[places[name]], now[places[variable.cap]])

    for place, step in enumerate(book.hero):
        now = tuple(values)
        match step:
            case Assign(changes=changes):
                found = [
                    (each.variable, each.value, None if each.beyond else most(each.variable, now)) for each in changes
                ]
            case Roll(store=str(store), value=value):
                found = [(store, value, None)]
            case _:
                continue
        for name, value, cap in found:
            variable = book.variables[places[name]]
            highest = variable.high if cap is None else min(cap, variable.high)
            number = max(variable.low, min(pick(expressions.spread(value)(now)), highest))
            values[places[name]] = number
            by_roll = isinstance(step, Roll) or has_dice(value) or not thrown.isdisjoint(reads(value))
            yield _Settled(place, name, number, by_roll)


def thrown_names(book: Book) -> frozenset[str]:
    """The rolls of the hero block that have a name and are on no sheet: `~ roll 1d6 as d`."""
    on_sheet = {variable.name for variable in book.variables if variable.on_sheet}
    stores = {step.store for step in steps_in(book.hero) if isinstance(step, Roll) and step.store is not None}
    return frozenset(stores - on_sheet)
