"""Heroes with a name: those the book declares, and weak, average and lucky ones by the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil

from gamebook.dice.pmf import Pmf
from gamebook.model.arithmetic import has_dice
from gamebook.model.book import Book
from gamebook.model.step import Assign, Roll
from gamebook.play.evaluate import Expressions


def average(spread: Pmf) -> int:
    """The whole number nearest to the mean; of two that are as near, the lower one."""
    mean = Fraction(sum(outcome * weight for outcome, weight in spread.items()), spread.total)
    return ceil(mean - Fraction(1, 2))


BY_DICE: Mapping[str, Callable[[Pmf], int]] = {
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


def by_dice(book: Book, pick: Callable[[Pmf], int]) -> dict[str, int]:
    """A hero for whom every roll of the hero block gives what `pick` says, in the order rolled.

    Rolls that only some heroes make (under a condition, or after another roll) are left to the dice.
    """
    expressions = Expressions(book)
    place = {variable.name: number for number, variable in enumerate(book.variables)}
    values = [variable.start for variable in book.variables]
    rolled: dict[str, int] = {}

    def settle(name: str, spread: Pmf, *, by_roll: bool) -> None:
        variable = book.variables[place[name]]
        values[place[name]] = min(max(pick(spread), variable.low), variable.high)
        if by_roll and variable.on_sheet:
            rolled[name] = values[place[name]]

    for step in book.hero:
        match step:
            case Assign(changes=changes):
                now = tuple(values)
                for change in changes:
                    spread = expressions.spread(change.value)(now)
                    settle(change.variable, spread, by_roll=has_dice(change.value))
            case Roll(store=str(store), value=value):
                settle(store, expressions.spread(value)(tuple(values)), by_roll=True)
    return rolled
