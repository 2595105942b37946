"""The making of the hero in columns, beside the same made state by state."""

from __future__ import annotations

from typing import Literal

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gamebook.analysis import hero_block
from gamebook.analysis.alike import alike
from gamebook.analysis.certain import mean
from gamebook.kernels.arrays import Floats
from gamebook.model.book import Book
from gamebook.program.compile import lowered
from gamebook.solver.graphs import layers
from gamebook.solver.space import Space, explore
from tests.support.random_books import books

WORTHS = st.sampled_from([0.0, 0.25, 0.25 + 1e-12, 1 / 3, 0.7, 1.0])


@given(
    books(points=(-1, 2)), books(points=(-1, 2)), st.sampled_from(["chances", "chances, points", "points"]), st.data()
)
def test_random_hero_blocks(
    book: Book, other: Book, aim: Literal["chances", "chances, points", "points"], data: st.DataObject
) -> None:
    """A hero block with the rules of a chapter: dice, picks, rivals, points. What endings are worth is made up."""
    made = structs.replace(book, hero=(*book.hero, *other.chapters[0].body))
    names = {chapter.name for chapter in made.chapters}
    if any(chapter.name not in names for chapter in other.chapters):
        made = structs.replace(made, chapters=other.chapters)
    space = explore(lowered(hero_block._only_hero(made)), reduce=False)
    if space.returning.any():
        return  # whoever rolls again and again is in no table
    endings, wins = len(space.program.endings), aim != "points"
    value = np.full(space.size, np.nan)
    value[:endings] = data.draw(st.lists(WORTHS, min_size=endings, max_size=endings))
    points = None
    if aim == "chances, points":
        points = value.copy()
        points[:endings] = data.draw(st.lists(WORTHS, min_size=endings, max_size=endings))
    expected = value.copy(), None if points is None else points.copy()
    in_layers = [*layers(space.ways)]
    picked = hero_block._picked(space, in_layers, value, points, wins=wins)
    chance = hero_block._chances(space, in_layers, picked)
    actions, chances = state_by_state(space, *expected, wins=wins)
    assert picked.tolist() == actions
    assert chance.tolist() == chances
    np.testing.assert_array_equal(value, expected[0])
    if points is not None:
        assert expected[1] is not None
        np.testing.assert_array_equal(points, expected[1])


def state_by_state(space: Space, value: Floats, points: Floats | None, *, wins: bool) -> tuple[list[int], list[float]]:
    """The best action of each state, -1 where there is none, and how often each is reached.

    `value` and `points` are filled.
    """
    s, order = space.states, space.order[0].tolist()
    picked, chance = [-1] * space.size, [0.0] * space.size

    def after(action: int, what: Floats) -> float:
        ways = range(s.first_successor[action], s.first_successor[action + 1])
        return mean((float(s.chance[way]), float(what[s.successor[way]])) for way in ways)

    for state in order:
        actions = range(s.first_action[state], s.first_action[state + 1])
        if actions:
            best = min if space.owner[s.point[state]] == 1 else max
            worth = {action: after(action, value) + (0.0 if wins else float(s.reward[action])) for action in actions}
            value[state] = best(worth.values())
            good = [action for action in actions if worth[action] == value[state]]
            if points is not None:
                good = [action for action in actions if alike(worth[action], float(value[state]), wins=wins)]
                earned = {action: after(action, points) + float(s.reward[action]) for action in good}
                points[state] = best(earned.values())
                good = [action for action in good if earned[action] == points[state]]
            picked[state] = good[0]
    chance[space.root] = 1.0
    for state in order[::-1]:
        if picked[state] >= 0:
            for way in range(s.first_successor[picked[state]], s.first_successor[picked[state] + 1]):
                chance[s.successor[way]] += chance[state] * float(s.chance[way])
    return picked, chance
