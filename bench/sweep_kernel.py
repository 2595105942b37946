"""Best play in many variants of one book at once: the same states and ways, other chances."""

from __future__ import annotations

from numba import njit

from gamebook.kernels.arrays import Floats, Ids, Ints


@njit(cache=True)
def sweep(
    order: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    profile: Ids,
    profiles: Floats,
    minimises: Ids,
    value: Floats,
    worth: Floats,
    leaves: Floats,
) -> None:
    """Values backwards through states whose only loops lead from a state to itself.

    v(s) = max over actions of (sum over t != s of p(t) v(t)) / (sum over t != s of p(t)): coming round again is divided
    out, and an action that never leaves is worth nothing. The chance to leave is a sum, never one less the chance to
    stay: that would be nothing but rounding where play leaves once in a thousand million times.

    Args:
        order: int32[n], each state after those it leads to.
        first_action, first_successor, successor: the ways, as in `States`.
        chance: float64[successors], of ways whose chance is the same in all variants.
        profile: int32[successors], the row of `profiles` for a way whose chance is not; -1 for the others.
        profiles: float64[rows, variants].
        minimises: int32[n], 1 where a rival decides.
        value: float64[n, variants]; those of endings are given, the others are put in.
        worth: float64[actions, variants], put in: what each action is worth.
        leaves: float64[variants], working room.
    """  # fmt: skip
    variants = value.shape[1]
    for i in range(len(order)):
        s = order[i]
        first, last = first_action[s], first_action[s + 1]
        for a in range(first, last):
            for c in range(variants):
                worth[a, c] = 0.0
                leaves[c] = 0.0
            loops = False
            for e in range(first_successor[a], first_successor[a + 1]):
                t = successor[e]
                row = profile[e]
                if t == s:
                    loops = True
                elif row < 0:
                    p = chance[e]
                    for c in range(variants):
                        worth[a, c] += p * value[t, c]
                        leaves[c] += p
                else:
                    for c in range(variants):
                        worth[a, c] += profiles[row, c] * value[t, c]
                        leaves[c] += profiles[row, c]
            if loops:
                for c in range(variants):
                    worth[a, c] = worth[a, c] / leaves[c] if leaves[c] > 0.0 else 0.0
            if a == first:
                for c in range(variants):
                    value[s, c] = worth[a, c]
            elif minimises[s] != 0:
                for c in range(variants):
                    value[s, c] = min(value[s, c], worth[a, c])
            else:
                for c in range(variants):
                    value[s, c] = max(value[s, c], worth[a, c])
