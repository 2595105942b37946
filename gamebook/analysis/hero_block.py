"""The making of the hero, state by state: who can come of it, how often, and what each is worth in the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gamebook.analysis.certain import Certain, mean
from gamebook.job import Limits, look
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.model.book import SOFT_LOCK, Book, Chapter, Ending
from gamebook.model.step import End, Step, Turn
from gamebook.program.compile import lowered
from gamebook.resolve.core import mapped
from gamebook.solver.solution import Solved, ending_worth
from gamebook.solver.space import Space, explore

MADE = "the hero is made"


@dataclass(frozen=True, slots=True)
class NoTable:
    """The heroes cannot be listed: ask for one of them."""

    why: Literal["too many", "rolled again", "not listed"]


@dataclass(frozen=True)
class Made:
    """Every hero whom the hero block may leave, picks at their best."""

    sheet: Mapping[str, Ints]
    """int64[k] by variable."""
    chance: Floats
    """float64[k], more than 0."""
    value: Floats
    """float64[k]: what best play is worth for this hero."""


def made_heroes(solved: Solved, most: int) -> Made | NoTable:
    """The heroes of a book that is solved.

    Args:
        solved: the book.
        most: the most states of the hero block.
    """
    space = explore(lowered(_only_hero(solved.book), solved.hero), reduce=False, limits=Limits(states=most))
    if not space.complete:
        return NoTable("too many")
    order, start = space.order
    if len(start) <= space.size or (space.way_state == space.states.successor).any():
        return NoTable("rolled again")
    value = _known(space, solved)
    if value is None:
        return NoTable("not listed")
    made = np.flatnonzero(~np.isnan(value))
    picked = _picked(space, order, value)
    chance = _chances(space, order, picked)
    made = made[chance[made] > 0.0]
    if (made < len(space.program.endings)).any():  # stuck for want of a pick: nobody knows with what on the sheet
        return NoTable("not listed")
    cells = enumerate(space.program.cells)
    sheet = {cell.name: space.column(made, number) for number, cell in cells}
    return Made(sheet, chance[made], value[made])


def _only_hero(book: Book) -> Book:
    """The same book with nothing in it but the hero: it is over where a chapter or an ending would come."""

    def turned(step: Step) -> Step:
        return Turn(chapter=_stub(step.ending), address=step.address) if isinstance(step, End) else step

    names = [*(chapter.name for chapter in book.chapters), *(_stub(ending.name) for ending in book.endings)]
    body = (End(ending=MADE, address=MADE),)
    return book.model_copy(
        update={
            "hero": mapped(book.hero, turned),
            "watches": tuple(each.model_copy(update={"body": mapped(each.body, turned)}) for each in book.watches),
            "chapters": tuple(Chapter(name=name, title="", body=body) for name in names),
            "endings": (*book.endings, Ending(name=MADE, kind="ending")),
        }
    )


def _stub(ending: str) -> str:
    """The chapter that stands for an ending: what the hero has then can be seen there."""
    return f"{MADE}: {ending}"


def _known(space: Space, solved: Solved) -> Floats | None:
    """float64[n]: what the hero is worth where the making of the hero is over; nan elsewhere.

    None where that is not known of every hero.
    """
    program, certain = solved.space.program, Certain(solved, solved.best)
    worth = dict(zip(program.endings, ending_worth(solved.book, program).tolist(), strict=True))
    ends = {_stub(name): each for name, each in worth.items()}
    value = np.full(space.size, np.nan)
    value[len(space.program.endings) - 1] = worth[SOFT_LOCK]
    for name, node in space.program.chapters.items():
        here = np.flatnonzero(space.states.point == space.code.point[node])
        if name in ends:
            value[here] = ends[name]
        elif len(here):
            columns = {cell.name: space.column(here, number) for number, cell in enumerate(space.program.cells)}
            found = solved.space.find_all(program.chapters[name], columns, len(here)).astype(np.int64)
            value[here] = certain.worths(found)
            if (found < 0).any() or np.isnan(value[here]).any():
                return None
    return value


def _picked(space: Space, order: Ids, value: Floats) -> Ints:
    """int64[n]: the best action, -1 where the making of the hero is over; what states are worth is added to `value`."""
    s, known = space.states, ~np.isnan(value)
    worst = np.append(space.owner, 0)[s.point] == 1
    picked = np.full(space.size, -1, np.int64)
    for state in order.tolist():
        if known[state]:
            continue
        look()
        actions = range(int(s.first_action[state]), int(s.first_action[state + 1]))
        worths = [_mean(space, action, value) for action in actions]
        if worths:
            value[state] = min(worths) if worst[state] else max(worths)
            picked[state] = actions[worths.index(value[state])]
    return picked


def _mean(space: Space, action: int, value: Floats) -> float:
    s = space.states
    ways = slice(int(s.first_successor[action]), int(s.first_successor[action + 1]))
    return mean(zip(s.chance[ways].tolist(), value[s.successor[ways]].tolist(), strict=True))


def _chances(space: Space, order: Ids, picked: Ints) -> Floats:
    """float64[n]: how often each state is reached."""
    s = space.states
    chance = np.zeros(space.size)
    chance[space.root] = 1.0
    for state in order[::-1].tolist():
        action = picked[state]
        if action >= 0 and chance[state] > 0.0:
            ways = slice(int(s.first_successor[action]), int(s.first_successor[action + 1]))
            np.add.at(chance, s.successor[ways], chance[state] * s.chance[ways])
    return chance
