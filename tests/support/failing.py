"""Where a book is lost, by the exact interpreter: chances pushed from moment to moment until they settle."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.model.blocks import blocks_in, steps_in
from gamebook.model.book import Book
from gamebook.model.step import Block, Scope
from gamebook.play.moment import Chance, Decision, Ended, Outcome
from gamebook.play.state import State
from gamebook.play.step import Machine

Cause = tuple[str, str]
"""The address of the fight or step, and the option chosen where it is a choice; empty for chance."""


LEAST = 1e-15
"""Chance in one place that is not followed any further."""


def lost_where(book: Book, hero: Mapping[str, int] | None = None) -> dict[tuple[Cause, str], float]:
    """For a uniform reader the chance that each cause loses the book, and of the ending on which that shows.

    The cause is booked when a victory is out of reach.
    """
    machine = Machine(book)
    first = machine.start(dict(hero or {}))
    moments: dict[State, Outcome] = {first.at: first}
    after: dict[State, list[tuple[float, State, str]]] = {}
    before: dict[State, list[State]] = {first.at: []}
    waiting = [first]
    while waiting:
        moment = waiting.pop()
        here = after[moment.at] = []
        for chance, state, option in ways(moment):
            then = machine.advance(state)
            here.append((chance, then.at, option))
            if then.at not in moments:
                moments[then.at] = then
                before[then.at] = []
                waiting.append(then)
            before[then.at].append(moment.at)
    winning = {ending.name for ending in book.endings if ending.kind == "victory"}
    hope = {at for at, each in moments.items() if isinstance(each, Ended) and each.ending in winning}
    due = list(hope)
    while due:
        for at in before[due.pop()]:
            if at not in hope:
                hope.add(at)
                due.append(at)
    fights = fights_by_address(book)
    found: dict[tuple[Cause, str], float] = {}
    now: dict[tuple[State, Cause | None], float] = {(first.at, None): 1.0}
    while now:
        then_: dict[tuple[State, Cause | None], float] = {}
        for (at, known), mass in now.items():
            here_ = moments[at]
            if known is not None and isinstance(here_, Ended):
                found[known, here_.ending] = found.get((known, here_.ending), 0.0) + mass
            for chance, state, option in after[at]:
                cause = known
                if known is None and state not in hope:
                    address = fights.get(here_.address, "")
                    cause = (address, "") if address else (here_.address, option)
                then_[state, cause] = then_.get((state, cause), 0.0) + mass * chance
        now = {key: mass for key, mass in then_.items() if mass > LEAST}
    return found


def ways(moment: Outcome) -> list[tuple[float, State, str]]:
    """(chance, where it leads, the option chosen) for a reader who tosses a coin."""
    match moment:
        case Chance(branches=branches):
            return [(float(branch.chance), branch.state, "") for branch in branches]
        case Decision(options=options):
            return [(1 / len(options), option.state, option.address) for option in options]
    return []


def fights_by_address(book: Book) -> dict[str, str]:
    """For the address of each step in a fight the address of the fight."""
    found: dict[str, str] = {}

    def look(block: Block) -> None:
        for step in block:
            if isinstance(step, Scope) and step.what == "fight":
                for inner in steps_in((step,)):
                    found[getattr(inner, "address", "")] = step.address
            else:
                for part in blocks_in(step):
                    look(part)

    for chapter in book.chapters:
        look(chapter.body)
    found.pop("", None)
    return found
