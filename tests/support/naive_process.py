"""Best play of any small decision process, by policy iteration on sparse matrices: short, and knowing nothing of books.

A process is a function from a state to its options; an option is a list of (chance, next state). A state that is over
is a number: what it is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import splu

State = Hashable
Option = Sequence[tuple[float, State]]
Moves = Callable[[State], Sequence[Option]]


def best_value(start: State, moves: Moves) -> float:
    """What best play is worth from `start`; play that goes round for ever is worth nothing."""
    number: dict[State, int] = {start: 0}
    options: list[list[dict[int, float]]] = []
    ended: list[list[float]] = []
    waiting = [start]
    for state in waiting:
        rows, worth = [], []
        for option in moves(state):
            row: dict[int, float] = {}
            total = 0.0
            for chance, later in option:
                if isinstance(later, (int, float)):
                    total += chance * later
                    continue
                if later not in number:
                    number[later] = len(waiting)
                    waiting.append(later)
                row[number[later]] = row.get(number[later], 0.0) + chance
            rows.append(row)
            worth.append(total)
        options.append(rows)
        ended.append(worth)
    size = len(waiting)
    policy = [0] * size
    while True:
        ways = [(s, later, chance) for s, choice in enumerate(policy) for later, chance in options[s][choice].items()]
        rows, columns, chances = zip(*ways, strict=True) if ways else ((), (), ())
        system = eye_array(size, format="csc") - csc_array((chances, (rows, columns)), shape=(size, size))
        value = splu(system.tocsc()).solve(np.array([ended[s][choice] for s, choice in enumerate(policy)]))
        better = False
        for s in range(size):
            worths = [
                ended[s][o] + sum(chance * value[later] for later, chance in row.items())
                for o, row in enumerate(options[s])
            ]
            if max(worths) > worths[policy[s]] + 1e-13:
                policy[s] = int(np.argmax(worths))
                better = True
        if not better:
            return float(value[0])
