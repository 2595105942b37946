"""An excerpt of a long list: the states that reports speak of, with values and visits from the whole of it.

Which states these are is what `solver.excerpt` says of books that lie in arrays.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.keys import rehash
from gamebook.solver.backward import Values
from gamebook.solver.excerpt import SAMPLE
from gamebook.solver.listing import slots
from gamebook.solver.looks import looks
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.solution import Played, Solved
from gamebook.solver.space import Space


def shortened(solved: Solved) -> Solved:
    """The same answer with the states that best play reaches, some of each place and look it avoids, and what follows.

    Args:
        solved: from a whole list, with the random reader, and not with `aim win then score`.
    """
    space, best, uniform = solved.space, solved.best, solved.known_uniform
    assert space.whole
    assert uniform is not None
    assert best.points is None
    acting = best.reached | _sample(solved, best.reached)
    actions = space.by_action(acting)
    part, kept = _part(space, acting, actions)
    part = replace(part, seconds=space.seconds + best.values.seconds)
    number = np.where(actions, np.cumsum(actions) - 1, -1)

    def of_part(played: Played) -> Played:
        values = _values(played.values, kept, acting, number)
        manner = best_play(part) if played is best else uniform_play(part)
        return replace(
            played,
            space=part,
            manner=manner,
            values=values,
            weight=played.weight[actions],
            known_visits=played.visits[kept],
            known_reached=played.reached[kept],
        )

    return replace(solved, space=part, best=of_part(best), known_uniform=of_part(uniform))


def _sample(solved: Solved, reached: Flags) -> Flags:
    """bool[n]: some states of each point that play does not come to, and of each look that it does not meet there."""
    found, s = np.zeros(solved.space.size, np.bool_), solved.space.states
    for states in solved.point_states.values():
        if not len(states):
            continue
        if not reached[states].any():
            found[_some(states, SAMPLE)] = True
        look = looks(states, s.first_action, s.option)
        unseen = np.setdiff1d(look, look[reached[states]])
        for each in unseen:
            found[_some(states[look == each], SAMPLE // len(unseen))] = True
    return found


def _some(states: Ints, most: int) -> Ints:
    """About so many of the states, evenly spread; at least one."""
    return states[:: -(-len(states) // max(1, most))]


def _part(space: Space, acting: Flags, actions: Flags) -> tuple[Space, Flags]:
    """The states that act, with their actions, and all successors without; and which of all states these are.

    Args:
        space: the list.
        acting: bool[n].
        actions: bool[a], the actions of those.
    """
    s = space.with_actions(actions).states
    kept = acting.copy()
    kept[s.successor] = True
    kept[: len(space.program.endings)] = True
    number = np.cumsum(kept, dtype=np.int32) - np.int32(1)
    key = s.key[kept]
    found = slots(len(key))
    rehash(key, found, len(space.program.endings), len(key))
    states = s._replace(
        point=s.point[kept],
        key=key,
        first_action=np.append(s.first_action[:-1][kept], s.first_action[-1]),
        successor=number[s.successor],
        slots=found,
        seen=np.where((s.seen >= 0) & kept[s.seen], number[s.seen], np.int32(-1)),
    )
    part = replace(
        space,
        states=states,
        root=int(number[space.root]),
        listed=len(key),
        reached=space.count,
        looping=space.returning[kept],
        loops=space.rounds,
    )
    return part, kept


def _values(values: Values, kept: Flags, acting: Flags, number: Ints) -> Values:
    """What is known of the states that are kept.

    Args:
        values: of all states.
        kept, acting: bool[n].
        number: int64[a], of each action among those that are kept.
    """
    best = np.where(acting & (values.best >= 0), number[values.best], -1)
    return replace(values, low=values.low[kept], high=values.high[kept], best=best[kept])
