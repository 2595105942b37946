"""The making of the hero, state by state: who can come of it, how often, and what each is worth in the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct, structs

from gamebook.analysis.alike import each_alike
from gamebook.analysis.certain import Certain, means
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.limits import Limits
from gamebook.model.blocks import mapped, with_bodies
from gamebook.model.book import Book, Chapter
from gamebook.model.own_endings import own_ending
from gamebook.model.step import End, Step, Turn
from gamebook.program.compile import lowered
from gamebook.solver.graphs import layers
from gamebook.solver.solution import Solved, ending_worth
from gamebook.solver.space import Space, explore

MADE = "the hero is made"


class NoTable(Struct, frozen=True):
    """The heroes cannot be listed: ask for one of them."""

    why: Literal["too many", "rolled again", "not listed"]


class Made(Struct, frozen=True):
    """Every hero whom the hero block may leave, picks at their best."""

    sheet: Mapping[str, Ints]
    """int64[k] by variable of the sheet."""
    chance: Floats
    """float64[k], more than 0."""
    value: Floats
    """float64[k]: what best play is worth for this hero from then on."""
    points: Floats | None = None
    """float64[k]: under `aim win then score` the points that it earns from then on; None elsewhere, and where they are
    not known of every hero."""


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
    known = _known(space, solved)
    if known is None:
        return NoTable("not listed")
    value, points = known
    in_layers = [*layers(space.ways)]
    picked = _picked(space, in_layers, value, points, wins=solved.wins)
    chance = _chances(space, in_layers, picked)
    over = [space.code.point[node] for node in space.program.chapters.values()]
    made = np.flatnonzero(np.isin(space.states.point, over) & (chance > 0.0))
    if chance[len(space.program.endings) - 1] > 0.0:  # stuck for want of a pick: nobody knows with what on the sheet
        return NoTable("not listed")
    cells, on_sheet = enumerate(space.program.cells), {each.name for each in solved.book.variables if each.on_sheet}
    sheet = {cell.name: space.column(made, number) for number, cell in cells if cell.name in on_sheet}
    return Made(sheet, chance[made], value[made], None if points is None else points[made])


def _only_hero(book: Book) -> Book:
    """The same book with nothing in it but the hero: it is over where a chapter or an ending would come."""

    def turned(step: Step) -> Step:
        return Turn(chapter=_stub(step.ending), address=step.address) if isinstance(step, End) else step

    over = own_ending(book, MADE, "ending")
    made = ((chapter.name, over.name) for chapter in book.chapters)
    ended = ((_stub(ending.name), ending.name) for ending in book.endings)
    return structs.replace(
        book,
        hero=mapped(book.hero, turned),
        watches=with_bodies(book.watches, lambda body: mapped(body, turned)),
        chapters=tuple(
            Chapter(name=name, title="", body=(End(ending=ending, address=MADE),)) for name, ending in (*made, *ended)
        ),
        endings=(*book.endings, over),
    )


def _stub(ending: str) -> str:
    """The chapter that stands for an ending: what the hero has then can be seen there."""
    return f"{MADE}: {ending}"


def _known(space: Space, solved: Solved) -> tuple[Floats, Floats | None] | None:
    """What the hero is worth where a chapter is entered, and what endings are worth; nan elsewhere.

    None where that is not known of every hero.

    Returns:
        float64[n] each: what best play is worth; the points that come with it, None if there are none or not all known.
    """
    program, certain = solved.space.program, Certain(solved, solved.best)
    value = np.full(space.size, np.nan)
    value[: len(space.program.endings)] = ending_worth(solved.book, space.program)
    earned = None if solved.best.points is None else solved.best.points.told
    points = np.where(np.isnan(value), np.nan, 0.0)
    for chapter in solved.book.chapters:
        name = chapter.name
        here = np.flatnonzero(space.states.point == space.code.point[space.program.chapters[name]])
        if len(here):
            live, cells = solved.space.live_at(program.chapters[name]), enumerate(space.program.cells)
            columns = {cell.name: space.column(here, number) for number, cell in cells if cell.name in live}
            found = solved.space.find_all(program.chapters[name], columns, len(here)).astype(np.int64)
            value[here] = certain.worths(found)
            if (found < 0).any() or np.isnan(value[here]).any():
                return None
            if earned is not None:
                points[here] = earned[found]
                earned = None if np.isnan(points[here]).any() else earned
    return value, None if earned is None else points


def _picked(space: Space, in_layers: Sequence[Ints], value: Floats, points: Floats | None, *, wins: bool) -> Ints:
    """int64[n]: the best action, -1 where worths are known; what other states are worth is added to `value`.

    Args:
        space: the hero block.
        in_layers: its states, sinks first.
        value: float64[n], nan where it is not known.
        points: float64[n], the points of actions that are worth the same decide, and are added, too; None: they do not
            count.
        wins: what it is worth is a chance; else it is points.
    """
    s, known = space.states, ~np.isnan(value)
    listed = s.first_action[1:] > s.first_action[:-1]
    rival = np.append(space.owner, 0)[s.point] == 1
    picked = np.full(space.size, -1, np.int64)
    for layer in in_layers:
        look()
        states = layer[listed[layer] & ~known[layer]]
        if not len(states):
            continue
        row, actions = spans(s.first_action, states)
        begins, worst = np.searchsorted(row, np.arange(len(states))), rival[states]
        worths = _means(space, actions, value) + (0.0 if wins else s.reward[actions])
        value[states] = best = _best(begins, worths, worst)
        taken = worths == best[row]
        if points is not None:
            taken = each_alike(worths, best[row], wins=wins)
            earned = _means(space, actions, points) + s.reward[actions]
            missed = np.where(worst, np.inf, -np.inf)[row]
            points[states] = most = _best(begins, np.where(taken, earned, missed), worst)
            taken &= earned == most[row]
        # of those that are as good the first: it is written last
        picked[states[row[taken]][::-1]] = actions[taken][::-1]
    return picked


def _best(begins: Ints, worths: Floats, worst: Flags) -> Floats:
    """float64[k]: the most of each group, or the least where the rival picks.

    Args:
        begins: int64[k], where each group begins.
        worths: float64[n]
        worst: bool[k]
    """
    return np.where(worst, np.minimum.reduceat(worths, begins), np.maximum.reduceat(worths, begins))


def _means(space: Space, actions: Ints, value: Floats) -> Floats:
    """float64[k]: the mean of some value of states after each of some actions."""
    s = space.states
    row, ways = spans(s.first_successor, actions)
    return means(np.searchsorted(row, np.arange(len(actions))), s.chance[ways], value[s.successor[ways]])


def _chances(space: Space, in_layers: Sequence[Ints], picked: Ints) -> Floats:
    """float64[n]: how often each state is reached."""
    s, order = space.states, space.order[0][::-1]
    acting = order[picked[order] >= 0]
    row, ways = spans(s.first_successor, picked[acting])
    source, target = acting[row], s.successor[ways]
    depth = np.empty(space.size, np.int64)
    for number, layer in enumerate(in_layers):
        depth[layer] = number
    # Chances are added in the order of the states from which they come, all those of one layer at a time.
    along = np.argsort(-depth[target], kind="stable")
    source, target, often = source[along], target[along], s.chance[ways[along]]
    chance = np.zeros(space.size)
    chance[space.root] = 1.0
    for part in np.split(np.arange(len(along)), np.flatnonzero(np.diff(depth[target])) + 1):
        np.add.at(chance, target[part], chance[source[part]] * often[part])
    return chance
