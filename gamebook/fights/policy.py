"""The policy of a fight as arrays: what to do at each decision, for every number on both sheets."""

from __future__ import annotations

from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gamebook.errors import UsageError
from gamebook.fights.encounter import Axis
from gamebook.kernels.arrays import Floats
from gamebook.kernels.bellman import SAME

Ties = Literal["published", "strict", "all"]
"""When an option other than the first counts as better. `published`: its value is larger by more than 1e-10 of the
first's value, as in the published program. `strict`: it is larger by more than rounding. `all`: all options within
rounding of the best value are best."""
TOLERANCE = {"published": 1e-10, "strict": SAME, "all": SAME}
TOLD = {
    "published": "another option is better than the first only if it gains more than 1e-10 of the first's value",
    "strict": f"an option other than the first is better if its value is larger by more than rounding ({SAME:g})",
    "all": f"all options within rounding ({SAME:g}) of the best value are best",
}
NOWHERE = -1
"""The code of a decision that is never reached."""

Codes = NDArray[np.int16]


class DecisionMap(Struct, frozen=True):
    """One decision in every state of the axes."""

    name: str
    labels: tuple[str, ...]
    """The options' words, in the order written."""
    worth: Floats
    """float64[*axes, options]: what each option is worth; nan where it is closed or play never gets there."""

    def choice(self, ties: Ties = "published") -> Codes:
        """int16[*axes]: the option to take; with `all`, the sum of 2 to the option for each that is best.

        NOWHERE where the decision is never reached.
        """
        worth = np.ascontiguousarray(np.moveaxis(self.worth, -1, 0))  # numpy is quicker along a first axis
        shut = np.isnan(worth)
        worth = np.where(shut, -np.inf, worth) if shut.any() else worth
        top = worth.max(axis=0)
        never = top == -np.inf
        known = np.where(never, 0.0, top)
        if ties == "all":
            best = worth >= known - TOLERANCE[ties] * np.abs(known)
            found = np.tensordot(1 << np.arange(len(worth)), best, axes=1)
        else:
            first = (~shut).argmax(axis=0)
            plain = np.where(never, 0.0, np.take_along_axis(worth, first[np.newaxis], axis=0)[0])
            better = known - plain > TOLERANCE[ties] * np.abs(plain)
            found = np.where(better, worth.argmax(axis=0), first)
        return np.where(never, NOWHERE, found).astype(np.int16)


class PolicyMap(Struct, frozen=True):
    """A fight's value and policy in every state of the axes."""

    axes: tuple[Axis, ...]
    """Those of the fight, with whatever else its decisions look at before the last."""
    value: Floats
    """float64[*axes]: what best play is worth before a round; nan in states that play never reaches."""
    decisions: tuple[DecisionMap, ...]
    wins: bool = True
    """Whether values are chances to win, not points."""

    def codes(self, ties: Ties = "published") -> tuple[Codes, tuple[tuple[int, ...], ...]]:
        """The decisions together, as one number a state.

        Returns:
            int16[*axes], an index into the list; and the list: for each number the option taken at each decision. The
            first is the first option everywhere, and stands also where a decision is never reached; then come those
            that do otherwise at all decisions, then at fewer.
        """
        if not self.decisions:
            return np.zeros(self.value.shape, np.int16), ((),)
        taken = np.stack([np.maximum(each.choice(ties), 0) for each in self.decisions], axis=-1)
        found, number = np.unique(taken.reshape(-1, taken.shape[-1]), axis=0, return_inverse=True)
        rows = [tuple(int(option) for option in row) for row in found]
        nothing = (0,) * len(self.decisions)
        order = sorted({nothing, *rows}, key=lambda row: (any(row), -sum(map(bool, row)), row))
        place = np.array([order.index(row) for row in rows], np.int16)
        return place[number.reshape(taken.shape[:-1])], tuple(order)


def panels(policy: PolicyMap) -> tuple[Axis, Axis, tuple[Axis, ...]]:
    """The axis drawn upwards (the reader's first stat that a wound lowers), the one across (the last), and the rest.

    Raises:
        UsageError: there is only one.
    """
    axes = policy.axes
    if len(axes) < 2:
        raise UsageError(f"a map has two directions; give a range for more than {axes[0].label}")
    across = axes[-1]
    up = next((axis for axis in axes[:-1] if axis.low == 1 and axis.size > 1), axes[0])
    return up, across, tuple(axis for axis in axes if axis not in (up, across))
