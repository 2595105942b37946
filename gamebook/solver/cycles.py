"""Components of states in which play can repeat: policy iteration, and a certificate for its answer.

Interval iteration (`kernels.loops.sweep_component`) solves components that play leaves quickly. This module solves
those that play leaves slowly, those in which play can stay for ever, and those that give points.

*Uniqueness.* Where nobody can stay for ever, the Bellman equation of the component has one solution. Elsewhere: with
the reader alone, maximal end components are collapsed to one state (moving inside is free, staying earns nothing);
with the rival alone, the states where the rival can keep play for ever, or reach only what has the value 0, have the
value 0, as if play left there; with both, the reader's policy is improved strictly against the rival's exact best
reply, which bounds the value from below, and the final reply bounds it from above.

*Certificate.* Where the equation has one solution, u >= T u bounds it from above and l <= T l from below. Such u and l
are made from a solution x as x +- e h, with h the steps until play leaves, and then checked at every action with room
for rounding. So a bracket is proven and does not depend on the solver being right.

Sources: M. Puterman, Markov Decision Processes (1994), ch. 7; A. Hoffman, R. Karp, On nonterminating stochastic games
(1966); S. Haddad, B. Monmege, Interval iteration algorithm for MDPs and IMDPs (2018).
"""

from __future__ import annotations

from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from scipy.sparse import csr_array, eye_array

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import UNIT
from gamebook.solver.going_round import MANY, gone_round
from gamebook.threads import uninterrupted

READER, RIVAL = 0, 1
MOST_ROUNDS = 200
"""Rounds of policy iteration; it needs a handful, and the certificate holds whenever it stops."""

AT_ONCE = 2_000
"""States whose equations are solved in a moment, so that nobody need wait for it."""
GAIN = 1e-13
"""A policy changes only for a gain above this, relative to the largest value: below it is rounding."""


class TooSlow(ArithmeticError):  # noqa: N818 - says what is the matter
    """Play leaves so slowly that the equations have no solution in floats."""


class Component(Struct, frozen=True):
    """A component with the values of what it leads to filled in; a state has at least one action."""

    owner: Ids
    """int32[n]: READER maximises, RIVAL minimises."""
    state: Ids
    """int32[a]: the state each action belongs to, ascending."""
    inside: csr_array
    """float64[a, n]: chances to reach a state of the component."""
    low: Floats
    """float64[a]: what an action earns on the way and by leaving, bounded below."""
    high: Floats
    leaves_by: Floats
    """float64[a]: the chance to leave the component, a sum of its ways out."""
    stays: Flags
    """bool[a]: the action surely stays inside."""
    earns: Flags
    """bool[a]: the action may earn or lose something on the way."""
    costs: Flags
    """bool[a]: the action surely loses something on average, rounding set aside."""
    action: Ints
    """int64[a]: the number the caller knows the action by; -1 for staying."""
    wins: bool
    """Values are chances: staying for ever is worth 0, nothing is earned on the way."""
    slack: float
    """Rounding of one action's value, in units of 2^-53."""
    leaves: bool = False
    """Staying for ever is ruled out, even where it would cost nothing."""

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.owner)


class ComponentAnswer(Struct, frozen=True):
    """Bounds and a policy for every state of a component."""

    low: Floats
    high: Floats
    action: Ints
    """int64[n]: the caller's number of the action played; -1 for staying put."""

    @property
    def middle(self) -> Floats:
        """The middle of the bracket."""
        return (self.low + self.high) / 2


def solve_component(c: Component) -> ComponentAnswer:
    """Values and a policy that attains them."""
    if not (np.isfinite(c.low).all() and np.isfinite(c.high).all()):
        return _unknown(c) if c.wins or (c.low == np.inf).any() else _beside_ruin(c)
    free = np.bincount(c.state, minlength=c.size) > 1
    reader, rival = bool((free & (c.owner == READER)).any()), bool((free & (c.owner == RIVAL)).any())
    labels, held = _end_components(c, c.stays)
    if not held.any():
        return _certified(c)
    if not c.wins and (rival or bool((c.earns & ~c.costs & held).any())):
        return _unknown(c)
    if not c.wins and bool((c.costs & held).any()):  # who goes round at a price for ever loses without bound
        labels, held = _end_components(c, c.stays & ~c.costs)
    if reader and rival:
        return _game(c)
    if rival:
        return _rival(c)
    return _collapsed(c, labels, held)


def _beside_ruin(c: Component) -> ComponentAnswer:
    """Some ways out lose without end, or nobody knows what they are worth: the reader does without them if possible.

    The bound from below is that of the ways out that are known, and holds whatever the others are worth.
    """
    answer = _unknown(c)
    low, high, action = np.full(c.size, -np.inf), np.full(c.size, -np.inf), answer.action
    safe, kept = _without_ruin(c, np.isnan(c.low) | (c.low == -np.inf))
    if len(safe):
        known = _restricted(replace(c, high=c.low), safe, kept)
        found = solve_component(known)
        low[safe], action[safe] = found.low, found.action
    hopeful, kept = _without_ruin(c, c.high == -np.inf)
    if np.isfinite(c.high[kept]).all() and len(hopeful):
        high[hopeful] = solve_component(_restricted(replace(c, low=c.high), hopeful, kept)).high
    else:
        high[hopeful] = np.inf
    return ComponentAnswer(low, high, action)


def _without_ruin(c: Component, ruin: Flags) -> tuple[Ints, Flags]:
    """The states from which the reader can make sure that no action of a kind is ever taken; and the actions for it.

    Args:
        ruin: bool[a], the actions of this kind; more are added that lead to them.

    Returns:
        int64[states], ascending; bool[a], their actions.
    """
    first, rows = _first_actions(c), c.inside.tocoo()
    ruin = ruin.copy()
    while True:
        look()
        every, some = np.logical_and.reduceat(ruin, first), np.logical_or.reduceat(ruin, first)
        lost = np.where(c.owner == READER, every, some)
        more = ruin.copy()
        more[rows.row[lost[rows.col]]] = True
        if (more == ruin).all():
            return np.flatnonzero(~lost), ~ruin & ~lost[c.state]
        ruin = more


def _unknown(c: Component) -> ComponentAnswer:
    """No claim: the total of the loop is infinite or undefined, or play leaves it too slowly to know.

    The reader avoids what loses without end, and goes to the best exit that is certain, if there is one.
    """
    low, high = (0.0, 1.0) if c.wins else (-np.inf, np.inf)
    reader = c.owner[c.state] == READER
    open_ = reader & (c.high > -np.inf)
    doors = np.flatnonzero(open_ & (np.diff(c.inside.indptr) == 0) & np.isfinite(c.low))
    goal = doors[np.argmax(c.low[doors])] if len(doors) else np.flatnonzero(open_ & ~c.stays)
    first = _first_actions(c)
    numbers = np.where(open_, np.arange(len(open_)), len(open_))
    allowed = np.minimum.reduceat(numbers, first)  # each state's first option that is not ruin
    policy = np.where(allowed < len(open_), allowed, first)
    fixed = np.zeros(len(open_), bool)
    fixed[policy] = True
    return ComponentAnswer(
        np.full(c.size, low), np.full(c.size, high), c.action[_towards(c, np.atleast_1d(goal), policy, open_ | fixed)]
    )


# ---- one solution --------------------------------------------------------------------------------------


def _certified(c: Component) -> ComponentAnswer:
    """Nobody can stay: policy iteration, then a certificate for the bounds below and for those above.

    Bounds of the ways out are carried through as they are; only the solver's own error is multiplied by the steps.
    """
    try:
        below, policy = _iterated(c, c.low, _leaving(c) if c.costs.any() else _first_actions(c))
        low = _bound(c, below, c.low, policy, RIVAL)
        above, policy = _iterated(c, c.high, policy)
        high = _bound(c, above, c.high, policy, READER)
    except TooSlow:
        return _unknown(c)
    if low is None or high is None:
        unknown = _unknown(c)
        low, high = unknown.low if low is None else low, unknown.high if high is None else high
    return ComponentAnswer(low, high, c.action[_greedy(c, c.inside @ (below + above) + c.low + c.high)])


def _bound(c: Component, value: Floats, gains: Floats, policy: Ints, player: int) -> Floats | None:
    """A proven bound near `value`: from above against all that the reader can do, or from below against the rival.

    `player` may take any action, the other keeps to `policy`. The bound is value +- e h, where h counts steps: the
    most steps by the policy and by those actions, found as they are needed, that would break the bound.

    A chance lies between 0 and 1, so no bound goes further: where there are too many steps to tell more, it ends there.

    Returns: None where rounding does not allow a proof.
    """
    sign = 1.0 if player == READER else -1.0
    binding = c.owner[c.state] == player
    binding[policy] = True
    counted = np.zeros(len(c.state), bool)
    counted[policy] = True
    error = 2 * _error(c, value, gains, policy)
    steps = _most_steps(c, counted)
    for _ in range(MOST_ROUNDS):
        look()
        if not (np.isfinite(steps).all() and (steps >= 0).all()):
            return None
        bound = value + sign * error * steps
        if c.wins:
            bound = np.clip(bound, 0.0, 1.0)
        worth = c.inside @ bound + gains
        broken = binding & (sign * (worth - bound[c.state]) + _rounding(c, worth) > 0)
        if c.wins:
            broken &= bound[c.state] != (1.0 if player == READER else 0.0)
        if not broken.any():
            return bound
        if (broken & counted).any():
            error *= 4
        if (broken & ~counted).any():
            counted |= broken
            steps = _most_steps(c, counted)
    return None


def _most_steps(c: Component, counted: Flags) -> Floats:
    """The most steps until play leaves, by the counted actions."""
    some = _restricted(c, np.arange(c.size), counted)
    anyone = replace(some, owner=np.full(c.size, READER, np.int32))
    return _iterated(anyone, np.ones(len(anyone.state)), _first_actions(anyone))[0]


def _iterated(c: Component, gains: Floats, policy: Ints) -> tuple[Floats, Ints]:
    """Policy iteration: values and the policy it ends with."""
    value = _evaluate(c, policy, gains)
    for _ in range(MOST_ROUNDS):
        look()
        policy, value, settled = _improve(c, policy, value, gains, READER)
        if settled:
            break
    return value, policy


def _error(c: Component, value: Floats, gains: Floats, policy: Ints) -> float:
    """How far values are from solving the equations of a policy, rounding included."""
    worth = c.inside @ value + gains
    return float(np.abs(worth[policy] - value).max(initial=0.0)) + _rounding(c, worth)


def _rounding(c: Component, worth: Floats) -> float:
    """The rounding error of an action's worth."""
    terms = float(np.diff(c.inside.indptr).max(initial=0))
    return (c.slack + terms) * UNIT * 2 * float(np.abs(worth).max(initial=0.0))


def _first_actions(c: Component) -> Ints:
    return np.searchsorted(c.state, np.arange(c.size)).astype(np.int64)


def _evaluate(c: Component, policy: Ints, gains: Floats, near: Floats | None = None) -> Floats:
    """Solve x = gains + P x for the policy's actions.

    Large systems are solved by going round, where that is quick; others by elimination, with one step of refinement.

    Args:
        c: the component.
        policy: int64[n], an action's row for each state.
        gains: float64[a].
        near: float64[n], values that may be near; None: none are known.

    Raises:
        TooSlow: with that policy play leaves never, or so slowly that floats cannot show it.
        OutOfTime: as `job.look`.
    """
    look()
    if c.size > MANY and (settled := gone_round(c.inside[policy], gains[policy], near)) is not None:
        return settled
    system = (eye_array(c.size, format="csc") - c.inside[policy].tocsc()).tocsc()
    from scipy.sparse.linalg import splu  # noqa: PLC0415 - slow to import, and few books have such a loop

    try:
        factors = splu(system) if c.size <= AT_ONCE else uninterrupted(partial(splu, system))
    except RuntimeError as error:  # "Factor is exactly singular"
        raise TooSlow from error
    x = factors.solve(gains[policy])
    x += factors.solve(gains[policy] - system @ x)
    if not np.isfinite(x).all():
        raise TooSlow
    return np.asarray(x)


def evaluated(c: Component, policy: Ints, gains: Floats) -> Floats | None:
    """float64[n]: what play by a policy is worth; None where play leaves too slowly to know.

    Args:
        policy: int64[n], an action's row for each state.
        gains: float64[a], what an action earns on the way and by leaving.
    """
    try:
        return _evaluate(c, policy, gains)
    except TooSlow:
        return None


def _improve(c: Component, policy: Ints, value: Floats, gains: Floats, player: int) -> tuple[Ints, Floats, bool]:
    """One round of strategy iteration for `player`; the rival answers each of the reader's rounds in full."""
    if player == READER:
        for _ in range(MOST_ROUNDS):
            look()
            policy, value, settled = _improve(c, policy, value, gains, RIVAL)
            if settled:
                break
    worth = c.inside @ value + gains
    better = _greedy(c, worth)
    sign = 1.0 if player == READER else -1.0
    scale = max(1e-300, float(np.abs(value).max(initial=0.0)))
    switch = (c.owner == player) & (sign * (worth[better] - worth[policy]) > GAIN * scale)
    if not switch.any():
        return policy, value, True
    policy = np.where(switch, better, policy)
    return policy, _evaluate(c, policy, gains, value), False


def _best(c: Component, worth: Floats) -> Floats:
    """float64[n]: the worth of each state's best action for its owner."""
    starts = _first_actions(c)
    return np.where(c.owner == READER, np.maximum.reduceat(worth, starts), np.minimum.reduceat(worth, starts))


def _greedy(c: Component, worth: Floats) -> Ints:
    """int64[n]: each state's first best action."""
    hit = worth == _best(c, worth)[c.state]
    numbers = np.where(hit, np.arange(len(worth)), len(worth))
    return np.minimum.reduceat(numbers, _first_actions(c)).astype(np.int64)


# ---- staying for ever ----------------------------------------------------------------------------------


def _end_components(c: Component, among: Flags) -> tuple[Ids, Flags]:
    """Maximal end components of these actions: a label for each state, and which actions stay inside theirs."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    labels = np.zeros(c.size, np.int32)
    held = among.copy()
    while True:
        look()
        edges = c.inside[held].tocoo()
        sources = c.state[held][edges.row]
        graph = csr_array((np.ones(len(sources)), (sources, edges.col)), shape=(c.size, c.size))
        count, new = connected_components(graph, directed=True, connection="strong")
        inside = c.inside.tocoo()
        leaving = np.zeros(len(c.state), bool)
        np.logical_or.at(leaving, inside.row, new[inside.col] != new[c.state[inside.row]])
        kept = held & ~leaving
        if (kept == held).all() and count == len(np.unique(labels)):
            return new.astype(np.int32), kept
        labels, held = new, kept


def _collapsed(c: Component, labels: Ids, held: Flags) -> ComponentAnswer:
    """The reader alone: an end component becomes one state, from which all its ways out are open."""
    count = int(labels.max()) + 1
    merge = csr_array((np.ones(c.size), (np.arange(c.size), labels)), shape=(c.size, count))
    exits = np.flatnonzero(~held)
    beyond = (c.inside[exits] @ merge).tocoo()
    returns = np.ones(len(exits), bool)  # at a price, as what comes back for nothing is held
    returns[beyond.row[beyond.col != labels[c.state[exits]][beyond.row]]] = False
    exits = exits[~(returns & c.stays[exits])]
    group = labels[c.state[exits]]
    idle = np.zeros(count, bool)
    idle[labels[c.state[held]]] = True
    if c.wins or c.leaves:
        idle &= np.bincount(group, minlength=count) == 0
    if c.stays[exits].all() and not idle.any():
        lost = np.full(c.size, -np.inf)  # there is no way out, and every way round has its price
        return ComponentAnswer(lost, lost, c.action[_first_actions(c)])
    rests = np.flatnonzero(idle)
    states = np.concatenate([group, rests])
    order = np.argsort(states, kind="stable")
    moves = (c.inside[exits] @ merge).tocsr()
    padded = csr_array(
        (moves.data, moves.indices, np.concatenate([moves.indptr, np.full(len(rests), moves.indptr[-1])])),
        shape=(len(states), count),
    )
    none = np.zeros(len(rests))
    inner = Component(
        owner=np.full(count, READER, np.int32),
        state=states[order].astype(np.int32),
        inside=padded[order],
        low=np.concatenate([c.low[exits], none])[order],
        high=np.concatenate([c.high[exits], none])[order],
        leaves_by=np.concatenate([c.leaves_by[exits], none])[order],
        stays=np.concatenate([c.stays[exits], np.zeros(len(rests), bool)])[order],
        earns=np.zeros(len(states), bool),
        costs=np.concatenate([c.costs[exits], np.zeros(len(rests), bool)])[order],
        action=np.concatenate([exits, np.full(len(rests), -1)])[order],
        wins=c.wins,
        slack=c.slack,
    )
    solved = _certified(_without_returns(inner))
    return ComponentAnswer(solved.low[labels], solved.high[labels], _routes(c, labels, held, solved.action))


def _leaving(c: Component) -> Ints:
    """int64[n]: a policy (rows) by which play leaves from everywhere."""
    return _towards(c, np.flatnonzero(~c.stays), _first_actions(c), np.ones(len(c.state), bool))


def _towards(c: Component, steps: Ints, policy: Ints, allowed: Flags) -> Ints:
    """int64[n]: a policy (rows) by which play can always reach one of some steps (rows), and takes it.

    Args:
        policy: what to do where allowed actions lead to none of them.
        allowed: bool[a].
    """
    policy = policy.copy()
    rows = c.inside.tocoo()
    settled = np.zeros(c.size, bool)
    while len(steps):
        look()
        policy[c.state[steps[::-1]]] = steps[::-1]
        settled[c.state[steps]] = True
        nearer = np.zeros(len(c.state), bool)
        nearer[rows.row[settled[rows.col]]] = True
        steps = np.flatnonzero(nearer & allowed & ~settled[c.state])
    return policy


def _routes(c: Component, labels: Ids, held: Flags, doors: Ints) -> Ints:
    """A policy: inside each end component walk to the state from which its door (an action's row) leads out.

    Args:
        doors: int64[labels]; -1: stay for ever.
    """
    action = np.full(c.size, -1, np.int64)
    opened = doors >= 0
    action[c.state[doors[opened]]] = c.action[doors[opened]]
    staying = np.flatnonzero(held & ~opened[labels[c.state]])
    action[c.state[staying[::-1]]] = c.action[staying[::-1]]
    inner = held & opened[labels[c.state]]
    reached = np.zeros(c.size, bool)
    reached[c.state[doors[opened]]] = True
    rows = c.inside.tocoo()
    while True:
        look()
        nearer = np.zeros(len(c.state), bool)
        nearer[rows.row[reached[rows.col]]] = True
        steps = np.flatnonzero(nearer & inner & ~reached[c.state])
        if not len(steps):
            return action
        action[c.state[steps[::-1]]] = c.action[steps[::-1]]
        reached[c.state[steps]] = True


def _without_returns(c: Component) -> Component:
    """Ways out of a collapsed component that come straight back only delay: they divide out."""
    back = np.asarray(c.inside[np.arange(len(c.state)), c.state]).ravel()
    rows = c.inside.tocoo()
    others = rows.col != c.state[rows.row]
    # The chance not to come straight back is a sum: one less the chance to do so is mere rounding where play is slow.
    leak = c.leaves_by + np.bincount(rows.row[others], rows.data[others], len(c.state))
    share = np.where(back > 0, 1.0 / np.maximum(leak, 1e-300), 1.0)
    data = rows.data[others] * share[rows.row[others]]
    inside = csr_array((data, (rows.row[others], rows.col[others])), shape=c.inside.shape)
    return replace(
        c,
        inside=inside,
        low=c.low * share,
        high=c.high * share,
        leaves_by=c.leaves_by * share,
        slack=c.slack + float(np.diff(c.inside.indptr).max(initial=0)) + 4,
    )


def _rival(c: Component) -> ComponentAnswer:
    """The rival alone: where the rival can keep play for ever, or at no cost, the value is 0."""
    harmless = c.high <= 0.0
    dead = np.ones(c.size, bool)
    rows = c.inside.tocoo()
    while True:
        look()
        escapes = np.zeros(len(c.state), bool)
        np.logical_or.at(escapes, rows.row, ~dead[rows.col])
        holds = harmless & ~escapes
        still = np.zeros(c.size, bool)
        np.logical_or.at(still, c.state, holds)
        still &= dead
        if (still == dead).all():
            break
        dead = still
    low, high = np.zeros(c.size), np.zeros(c.size)
    action = np.zeros(c.size, np.int64)
    holding = np.flatnonzero(holds & dead[c.state])
    action[c.state[holding[::-1]]] = c.action[holding[::-1]]
    live = np.flatnonzero(~dead)
    if len(live):
        inner = _certified(_restricted(c, live, ~dead[c.state]))
        low[live], high[live], action[live] = inner.low, inner.high, inner.action
    return ComponentAnswer(low, high, action)


def _restricted(c: Component, states: Ints, actions: Flags) -> Component:
    """The component on some of its states; those left out are worth 0."""
    number = np.full(c.size, -1)
    number[states] = np.arange(len(states))
    lost = c.inside[actions][:, number < 0].sum(axis=1)
    return replace(
        c,
        owner=c.owner[states],
        state=number[c.state[actions]].astype(np.int32),
        inside=c.inside[actions][:, states],
        low=c.low[actions],
        high=c.high[actions],
        leaves_by=c.leaves_by[actions] + np.asarray(lost).ravel(),
        stays=c.stays[actions],
        earns=c.earns[actions],
        costs=c.costs[actions],
        action=c.action[actions],
    )


def _fixed(c: Component, player: int, policy: Ints) -> Component:
    """The component in which `player` always takes the given actions (rows)."""
    keep = c.owner[c.state] != player
    keep[policy[c.owner == player]] = True
    return _restricted(c, np.arange(c.size), keep)


def _game(c: Component) -> ComponentAnswer:
    """Reader and rival: the reader's policy improves strictly against the rival's exact best reply."""
    rows = np.arange(len(c.state), dtype=np.int64)
    numbered = replace(c, action=rows)
    policy = _first_actions(c)
    middle = (c.low + c.high) / 2
    for _ in range(MOST_ROUNDS):
        look()
        answer = solve_component(_fixed(numbered, READER, policy))
        worth = c.inside @ answer.middle + middle
        better = _greedy(c, worth)
        switch = (c.owner == READER) & (worth[better] > worth[policy] + GAIN)
        if not switch.any():
            break
        policy = np.where(switch, better, policy)
    reply = np.where(c.owner == RIVAL, answer.action, policy)
    above = solve_component(_fixed(numbered, RIVAL, reply))
    return ComponentAnswer(answer.low, np.maximum(above.high, answer.low), c.action[reply])
