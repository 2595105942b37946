"""Fights by the rules of a strategy: which action they take in each state, on one listing of states."""

from __future__ import annotations

import numpy as np

from gamebook.analysis.columns import columns_at, on_states
from gamebook.errors import UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.kernels.arrays import Floats, spans
from gamebook.model.book import PARAMETER, Book
from gamebook.program.code import Decide
from gamebook.solver.manner import uniform_play
from gamebook.solver.solution import Solved
from gamebook.strategy.apply import Guidance
from gamebook.strategy.policy import Policy, find, share_in


def advice(book: Book, asked: str) -> Policy:
    """The strategy that is asked for: one of the book or of its rule system, for the built-in ones have no rules.

    Raises:
        UsageError: there is none; or it has a share of readers.
    """
    found = find(book, asked, built_in=False)
    share = share_in(found.strategy)
    if share:
        raise UsageError(f"{found.strategy.name} has a share of readers ({share}); nobody can follow it in fights")
    return found


def read_by(book: Book, policy: Policy) -> tuple[str, ...]:
    """The variables that its rules for fights look at."""
    names = Guidance(book, policy.strategy).looked_at(asked_in_fights(book))
    return tuple(sorted(names & {variable.name for variable in book.variables}))


def in_fights(solved: Solved, policy: Policy | None) -> Floats:
    """float64[a]: how often each action is taken in its state; what the rules do not say is picked at random.

    Args:
        solved: the book with all its states, listed with the variables of `read_by` observed.
        policy: the strategy whose rules are followed in fights; None: none.
    """
    space = solved.space
    weight = uniform_play(space).weight
    if policy is None:
        return weight
    book, s = solved.book, space.states
    guided, fights = Guidance(book, policy.strategy), asked_in_fights(book)
    for node in solved.decisions():
        decide = space.program.nodes[node]
        assert isinstance(decide, Decide)
        states = solved.point_states[node]
        if decide.owner != "reader" or decide.address not in fights or not len(states):
            continue
        row, action = spans(s.first_action, states)
        columns = columns_at(solved, node, states)
        columns |= {PARAMETER + name: np.full(len(states), value, np.int64) for name, value in policy.values}
        wants = guided.wanted(decide.address, {option.address: option.condition for option in decide.options})
        told = [on_states(book, wants[option.address], columns, len(states)) != 0 for option in decide.options]
        wanted = np.stack(told, axis=1)[row, np.maximum(s.option[action], 0)] & (s.option[action] >= 0)
        count = np.bincount(row, wanted, len(states))[row]
        weight[action] = np.where(count > 0, wanted / np.maximum(count, 1), weight[action])
    return weight
