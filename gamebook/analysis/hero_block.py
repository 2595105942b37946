"""The making of the hero, state by state: who can come of it, how often, and what each is worth in the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from msgspec import Struct, structs

from gamebook.analysis.certain import Certain, mean
from gamebook.job import Limits, look
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.model.blocks import mapped, with_bodies
from gamebook.model.book import Book, Chapter, Ending
from gamebook.model.step import End, Step, Turn
from gamebook.program.compile import lowered
from gamebook.solver.solution import Solved, ending_worth
from gamebook.solver.space import Space, explore

MADE = "the hero is made"


class NoTable(Struct, frozen=True):
    """The heroes cannot be listed: ask for one of them."""

    why: Literal["too many", "rolled again", "not listed"]


class Made(Struct, frozen=True):
    """Every hero whom the hero block may leave, picks at their best."""

    sheet: Mapping[str, Ints]
    """int64[k] by variable."""
    chance: Floats
    """float64[k], more than 0."""
    value: Floats
    """float64[k]: what best play is worth for this hero from then on."""


def made_heroes(solved: Solved, most: int) -> Made | NoTable:
    """The heroes of a book that is solved.

    Args:
        solved: the book.
        most: the most states of the hero block.
    """
    space = explore(lowered(_only_hero(solved.book), solved.hero), reduce=False, limits=Limits(states=most))
    if not space.complete:
        return NoTable("too many")
    if space.returning.any():
        return NoTable("rolled again")
    value = _known(space, solved)
    if value is None:
        return NoTable("not listed")
    order, _ = space.order
    picked = _picked(space, order, value, space.states.reward if solved.book.aim == "score" else None)
    chance = _chances(space, order, picked)
    over = [space.code.point[node] for node in space.program.chapters.values()]
    made = np.flatnonzero(np.isin(space.states.point, over) & (chance > 0.0))
    if chance[len(space.program.endings) - 1] > 0.0:  # stuck for want of a pick: nobody knows with what on the sheet
        return NoTable("not listed")
    cells = enumerate(space.program.cells)
    sheet = {cell.name: space.column(made, number) for number, cell in cells}
    return Made(sheet, chance[made], value[made])


def _only_hero(book: Book) -> Book:
    """The same book with nothing in it but the hero: it is over where a chapter or an ending would come."""

    def turned(step: Step) -> Step:
        return Turn(chapter=_stub(step.ending), address=step.address) if isinstance(step, End) else step

    made = ((chapter.name, MADE) for chapter in book.chapters)
    ended = ((_stub(ending.name), ending.name) for ending in book.endings)
    return structs.replace(
        book,
        hero=mapped(book.hero, turned),
        watches=with_bodies(book.watches, lambda body: mapped(body, turned)),
        chapters=tuple(
            Chapter(name=name, title="", body=(End(ending=ending, address=MADE),)) for name, ending in (*made, *ended)
        ),
        endings=(*book.endings, Ending(name=MADE, kind="ending")),
    )


def _stub(ending: str) -> str:
    """The chapter that stands for an ending: what the hero has then can be seen there."""
    return f"{MADE}: {ending}"


def _known(space: Space, solved: Solved) -> Floats | None:
    """float64[n]: what the hero is worth where a chapter is entered, and what endings are worth; nan elsewhere.

    None where that is not known of every hero.
    """
    program, certain = solved.space.program, Certain(solved, solved.best)
    value = np.full(space.size, np.nan)
    value[: len(space.program.endings)] = ending_worth(solved.book, space.program)
    for chapter in solved.book.chapters:
        name = chapter.name
        here = np.flatnonzero(space.states.point == space.code.point[space.program.chapters[name]])
        if len(here):
            columns = {cell.name: space.column(here, number) for number, cell in enumerate(space.program.cells)}
            found = solved.space.find_all(program.chapters[name], columns, len(here)).astype(np.int64)
            value[here] = certain.worths(found)
            if (found < 0).any() or np.isnan(value[here]).any():
                return None
    return value


def _picked(space: Space, order: Ids, value: Floats, reward: Floats | None) -> Ints:
    """int64[n]: the best action, -1 where worths are known; what other states are worth is added to `value`.

    Args:
        space: the hero block.
        order: of its states, sinks first.
        value: float64[n], nan where it is not known.
        reward: float64[a], the points that each action brings; None where points do not count.
    """
    s, known = space.states, ~np.isnan(value)
    worst = np.append(space.owner, 0)[s.point] == 1
    picked = np.full(space.size, -1, np.int64)
    for state in order.tolist():
        if known[state]:
            continue
        look()
        actions = range(int(s.first_action[state]), int(s.first_action[state + 1]))
        worths = [_mean(space, action, value) + (0.0 if reward is None else reward[action]) for action in actions]
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
