"""At which menus all may be lost, known of all states from arrays."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.choices import choices_apart
from gamebook.program.code import Decide, Program
from gamebook.program.compile import Target, lowered, reduced
from gamebook.solver.excerpt import take
from gamebook.solver.solution import ending_worth
from gamebook.solver.too_wide import Impatient, TooWide
from gamebook.solver.watch import Watch

_REAL = " with something to choose"
"""What the addresses of menus end with at which two options are open; no address of a book does."""


def may_be_lost(
    book: Book, hero: Mapping[str, int], menus: Mapping[str, Collection[int]], limits: Limits
) -> dict[str, bool] | None:
    """For each menu with something to choose, by its address: may a state there be without any chance to win?

    Only states count in which two options are open, and after which there may be another menu. False is certain. A menu
    that makes no difference may be missing, and so may one to which nobody comes.

    Args:
        book: a book without accounts, played to win.
        hero: as for `solve`.
        menus: by the address of each menu the options that count: those that lead on.
        limits: the time and the memory there are.

    Returns: None where the book does not fit into arrays within the limits.
    """
    watch = Watch(deadline=limits.deadline(time.monotonic()), news=None)
    target = Target(observed=(), chapters=True, counted=())
    whole = _marked(lowered(book, hero, target), menus)
    try:
        with watch.within():
            program = reduced(whole, replace(target, numbers=False))
        part = take(book, program, ending_worth(book, program), limits=limits, watch=watch)
    except (TooWide, Impatient, OutOfTime):
        return None
    if part is None:
        return None
    states = part.space.states.point
    known = states >= 0
    lost_at = part.lost_at.copy()
    # The heroes are made above the arrays, in states that are all listed.
    lost_at[states[known & (part.best.low <= 0.0)]] = True
    found: dict[str, bool] = {}
    for point, number in enumerate(part.space.code.point_node):
        node = program.nodes[number]
        if isinstance(node, Decide) and node.address.endswith(_REAL):
            address = node.address.removesuffix(_REAL)
            found[address] = found.get(address, False) or bool(lost_at[point])
    return found


def _marked(program: Program, menus: Mapping[str, Collection[int]]) -> Program:
    """The same book, in which menus have another address where two options are open."""
    nodes = {
        number: menus[node.address]
        for number, node in enumerate(program.nodes)
        if isinstance(node, Decide) and node.address in menus
    }
    apart = choices_apart(program, nodes)
    marked = [
        replace(node, address=node.address + _REAL) if number in apart.real and isinstance(node, Decide) else node
        for number, node in enumerate(apart.program.nodes)
    ]
    return replace(apart.program, nodes=tuple(marked))
