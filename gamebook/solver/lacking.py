"""What must be remembered of a book in which much is forgotten, for best play of it to be possible in the book itself.

Best play of such a book is tried in the book, with dice. Where it takes for granted what is not so (a door that is
open, a purse that is never empty, a luck that is never less), the play ends, and it is counted what
would have had to be known there. Source: E. Clarke and others, *Counterexample-guided abstraction refinement for
symbolic model checking* (2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from gamebook.model.expression import Expr
from gamebook.program.code import Decide, Program, VariableId
from gamebook.program.forget import Sources, needed
from gamebook.solver.backward import Values
from gamebook.solver.space import Space
from gamebook.solver.walk import At, Walk, way

PLAYS = 20
"""Plays that are tried."""
ROUND = 30
"""So often in a play something else may be as good as what is not possible; then the play has gone round and round."""
LONGEST = 300
"""Decisions in a play, also those about what is forgotten; a longer one is given up."""
ALIKE = 1e-9
"""What is worth less by no more than this is as good."""


def missing(
    program: Program, space: Space, values: Values, come_from: Sources, go_on: Callable[[], None]
) -> list[frozenset[VariableId]]:
    """What plays lacked, with all that it comes from: what stopped most of them comes first.

    Args:
        program: the book.
        space: all states of the same book in which things are forgotten (`program.forget`).
        values: its values, with best play.
        come_from: what the variables of the book come from.
        go_on: called after each play; it may raise to break off.
    """
    trial, stopped = _Trial(program, space, values), Counter[frozenset[VariableId]]()
    for _ in range(PLAYS):
        lacked = trial.play()
        if lacked:
            stopped[needed(come_from, lacked)] += 1
        go_on()
    return [each for each, _ in stopped.most_common()]


class _Trial:
    def __init__(self, program: Program, space: Space, values: Values) -> None:
        self._program, self._space, self._values = program, space, values
        self._walk = Walk(program, space)

    def play(self) -> Sequence[Expr]:
        """What was taken for granted and is not so, where the play ended by that."""
        at, detours = self._walk.start, Counter[Expr]()
        for _ in range(LONGEST):
            at = self._walk.on(at)
            if not self._walk.is_decided(at):
                return ()
            best, option = self._options(at)
            if option != best:
                granted = self._walk.granted(at, best)
                if option is None:
                    return granted
                detours.update(granted)
                if detours[granted[0]] > ROUND:
                    return granted
            at = self._walk.take(at, option)
        return tuple(each for each, _ in detours.most_common(1))

    def _options(self, at: At) -> tuple[int, int | None]:
        """What best play takes, where much is forgotten; and of what is as good, something that is open."""
        state, s, known = self._walk.found(at), self._space.states, self._space.program.nodes[at.node]
        assert isinstance(known, Decide)
        best = int(self._values.best[state])
        options = [int(s.option[best])]
        if known is not self._program.nodes[at.node]:
            first, last = s.first_action[state : state + 2]
            worth = self._space.mean_after(self._values.high, np.arange(first, last))
            options += s.option[first:last][worth >= worth[best - first] - ALIKE].tolist()
        open_ways = self._walk.open_ways(at)
        return options[0], next((option for option in options if way(known, option) in open_ways), None)
