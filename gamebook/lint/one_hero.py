"""What one hero meets where there are too many heroes to look at all of them: the states of one are a part of those.

Where all of them can be listed, a check of this hero alone leaves nothing open.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.given_hero import for_hero
from gamebook.diagnostics import Diagnostic
from gamebook.lint.chapters import soft_locks, stuck_at
from gamebook.lint.facts import Facts
from gamebook.lint.undecided import unknown_if_stuck
from gamebook.solver.solving import solve

BRIEF = 1.0
"""Seconds for the states of one hero, if nothing is asked but how many there are."""


class OneHero(Struct, frozen=True):
    """What one hero meets."""

    found: tuple[Diagnostic, ...] = ()
    """Findings that are new."""
    stuck: frozenset[str] = frozenset()
    """The chapters in which this hero is stuck."""
    states: int = 0
    """How many states this hero has; 0 if they could not all be listed."""


NOT_ASKED = OneHero()
"""All heroes were looked at, or none has a name."""


def look_at_one(facts: Facts, found: Sequence[Diagnostic]) -> OneHero:
    """What one hero meets, if not all states of all heroes could be listed.

    Args:
        facts: what is known of all heroes.
        found: what was found for them.
    """
    name = facts.one_hero
    if facts.whole or not name:
        return NOT_ASKED
    is_open = any(True for _ in unknown_if_stuck(facts))
    book, hero = for_hero(facts.book, name)
    patience = facts.options.patience
    limits = replace(facts.solved.search.limits, seconds=patience if is_open else min(patience, BRIEF))
    alone = replace(facts, book=book, solved=solve(book, hero, limits=limits, news=False))
    states = alone.anyone.space.listed if alone.whole else 0
    if not is_open:
        return OneHero(states=states)
    known = {(each.code, each.span) for each in found}
    new = (each for each in soft_locks(alone) if (each.code, each.span) not in known)
    places = alone.reach.solved.space.program.places
    chapters = frozenset(str(places[node]) for node in stuck_at(alone))
    seen = f"this was seen with --hero {name}"
    return OneHero(tuple(replace(each, hint=f"{each.hint}; {seen}") for each in new), chapters, states)
