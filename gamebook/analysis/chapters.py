"""Chapter by chapter under a way of playing: how likely a visit is, what it is worth to arrive, who dies there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

import numpy as np
from msgspec import Struct

from gamebook.analysis.by_chance import visits_by_chance
from gamebook.analysis.certain import Certain, strictly
from gamebook.analysis.flow import visit_chance
from gamebook.job import look
from gamebook.kernels.arrays import Floats
from gamebook.model.book import HERO_BLOCK
from gamebook.solver.graphs import strong_components
from gamebook.solver.solution import Played, Solved

MOST_WORK = 400_000_000
"""States that may be walked through to count first visits to chapters that are entered again."""


class ChapterRow(Struct, frozen=True):
    """One chapter under a way of playing."""

    chapter: str
    title: str
    visit: float | None
    """Chance of at least one visit; None where that would have taken too long to find, or is not wanted."""
    expected: float
    """Expected number of visits in one play."""
    value: float | None
    """What play is worth on arrival, mean over arrivals; None if it never comes here."""
    deaths: float
    """Chance that play ends here in a defeat or a soft lock."""
    share: float
    """That chance as a share of all such ends, 0 to 1."""


def chapters(
    solved: Solved, played: Played, most_work: int = MOST_WORK, *, visited: bool = True
) -> tuple[ChapterRow, ...]:
    """A row for every chapter, in book order.

    Args:
        solved: the book.
        played: a way of playing it.
        most_work: see `MOST_WORK`.
        visited: whether chances of a visit are wanted: in a large book they take most of the time.
    """
    deaths = deaths_by_chapter(solved, played)
    total = sum(deaths.values())
    visits = visit_chances(solved, played, most_work) if visited else {}
    certain = Certain(solved, played)
    rows = []
    for chapter in solved.book.chapters:
        look()
        arrival = solved.arrival(played, chapter.name)
        visit = visits.get(chapter.name)
        if visit is not None:
            visit = certain.chance(visit, arrival.states)
        died = deaths.get(chapter.name, 0.0)
        share = died / total if total > 0 else 0.0
        value = certain.mean_worth(arrival.states)
        rows.append(ChapterRow(chapter.name, chapter.title, visit, arrival.expected, value, died, share))
    return tuple(rows)


def strayed(
    solved: Solved, played: Played, rows: Iterable[ChapterRow], chance: Callable[[], Floats | None] | None = None
) -> dict[str, float]:
    """What chapters are worth, by name, that a way of playing never reaches and other readers do.

    It is the mean over the arrivals of the uniform reader, who from there on plays like that; where even he never
    comes, because he does not know of a secret option, each state counts alike.

    Args:
        solved: the book.
        played: a way of playing it.
        rows: what `chapters` says of it.
        chance: says what `visits_by_chance` does, where that may be known already.
    """
    names = [row.chapter for row in rows if row.value is None]
    arrivals = {name: solved.arrival(played, name).states for name in names}
    if not any(map(len, arrivals.values())):
        return {}
    visits = visits_by_chance(solved) if chance is None else chance()
    if visits is None:
        visits = solved.uniform.visits
    certain = Certain(solved, played)
    found: dict[str, float] = {}
    for name, states in arrivals.items():
        look()
        if len(states):
            weights = visits[states]
            value = certain.mean_worth(states, weights if weights.any() else np.ones(len(states)))
            assert value is not None
            found[name] = value
    return found


def visit_chances(solved: Solved, played: Played, most_work: int = MOST_WORK) -> dict[str, float | None]:
    """The chance to visit each chapter at least once, by name; None where that would take too long to find."""
    again = entered_again(solved, played)
    affordable = len(again) * solved.space.size <= most_work
    found: dict[str, float | None] = {}
    for chapter in solved.book.chapters:
        look()
        name = chapter.name
        if name not in again:
            found[name] = min(1.0, solved.visits_to(played, name))
        else:
            found[name] = visit_chance(solved, played, name) if affordable else None
    return found


def deaths_by_chapter(solved: Solved, played: Played) -> dict[str, float]:
    """The chance to end in a defeat or a soft lock, by chapter."""
    kinds = solved.book.ending_kinds
    deaths: dict[str, float] = {}
    for (chapter, ending), chance in solved.ends(played).items():
        if kinds[ending] == "defeat":
            deaths[chapter] = deaths.get(chapter, 0.0) + chance
    if len(deaths) == 1:  # perhaps there all plays end
        numbers = [n for n, name in enumerate(solved.space.program.endings) if kinds[name] == "defeat"]
        return {place: Certain(solved, played).chance(chance, np.array(numbers)) for place, chance in deaths.items()}
    return {place: strictly(chance) for place, chance in deaths.items()}


def entered_again(solved: Solved, played: Played) -> set[str]:
    """Chapters that the policy may reach twice."""
    turns: dict[str, set[str]] = defaultdict(set)
    for (chapter, to), often in solved.traffic(played).items():
        if often > 0:
            turns[chapter].add(to)
    groups = strong_components(dict(turns))
    again = {chapter for group in groups for chapter in group if len(group) > 1 or chapter in turns[chapter]}
    return again - {HERO_BLOCK}
