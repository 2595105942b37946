"""The policy of a fight as maps of text: a symbol for each state, rows upwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from gamebook.errors import UsageError
from gamebook.fights.policy import TOLD, Codes, PolicyMap, Ties, panels
from gamebook.kernels.arrays import Floats
from gamebook.render.styled import Styled
from gamebook.render.text import TITLE

NONE = "·"
"""The first option at every decision."""
SYMBOLS = "123456789abcdefghijklmnopqrstuvwxyz"
PAINT = ((0.02, "blue"), (0.2, "cyan"), (0.5, "green"), (0.8, "yellow"), (1.1, "red"))
"""Colours of a map by what a state is worth, up to each bound."""


def symbol(code: int) -> str:
    """How a code of `PolicyMap.codes` is drawn."""
    return NONE if code == 0 else SYMBOLS[min(code, len(SYMBOLS)) - 1]


def legend(policy: PolicyMap, options: Sequence[tuple[int, ...]]) -> list[tuple[str, str]]:
    """A symbol and its meaning, for each code.

    Raises:
        UsageError: there are more than symbols.
    """
    if len(options) > len(SYMBOLS) + 1:
        raise UsageError(
            f"{len(options)} ways to combine {len(policy.decisions)} decisions are too many for symbols; use --table"
        )
    told = []
    for code, row in enumerate(options):
        parts = [f"{each.name}: {each.labels[option]}" for each, option in zip(policy.decisions, row, strict=True)]
        told.append((symbol(code), "; ".join(parts) or "nothing to decide"))
    return told


def panel(policy: PolicyMap, array: Floats | Codes, at: Sequence[int]) -> Floats | Codes:
    """The two-dimensional part of an array over the axes, rows upwards.

    Args:
        policy: the map.
        array: over all its axes.
        at: a value for each axis that is not drawn.
    """
    up, across, rest = panels(policy)
    index = tuple(at[rest.index(axis)] - axis.low if axis in rest else slice(None) for axis in policy.axes)
    part = array[index]
    return part if policy.axes.index(up) < policy.axes.index(across) else part.T


def policy_text(policy: PolicyMap, ties: Ties) -> Styled:
    """Maps of what to do, one for each value of the axes that are not drawn.

    Args:
        policy: what to do.
        ties: the rule for options that are equally good; not `all`.
    """
    codes, options = policy.codes(ties)
    told = legend(policy, options)
    up, across, rest = panels(policy)
    text = Styled()
    wide = len(str(across.high))
    for at in product(*(range(axis.low, axis.high + 1) for axis in rest)):
        where = ", ".join(axis.at(value) for axis, value in zip(rest, at, strict=True))
        text.append(
            f"\nBest play{' with ' + where if where else ''}: {up.label} upwards, {across.label} across\n", TITLE
        )
        shown, worth = panel(policy, codes, at), panel(policy, policy.value, at)
        for row in range(up.size - 1, -1, -1):
            text.append(f"{up.low + row:>4} ")
            for column in range(across.size):
                colours = PAINT if policy.wins else ()
                paint = next((colour for bound, colour in colours if worth[row, column] < bound), "")
                text.append(f" {symbol(int(shown[row, column])):>{wide}}", paint)
            text.append("\n")
        text.append("     " + "".join(f" {value:>{wide}}" for value in range(across.low, across.high + 1)) + "\n")
    text.append("\n")
    for mark, words in told:
        text.append(f"{mark}  {words}\n")
    return text.append(f"Ties: {TOLD[ties]}.\n")
