"""What one hero meets where there are too many heroes to look at all of them: the states of one are a part of those."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gamebook.analysis.given_hero import for_hero
from gamebook.diagnostics import Diagnostic
from gamebook.lint.chapters import soft_locks, stuck_at
from gamebook.lint.facts import Facts
from gamebook.lint.undecided import STUCK, questions
from gamebook.solver.solving import solve

NOTHING: tuple[tuple[Diagnostic, ...], frozenset[str]] = ((), frozenset())


def stuck(facts: Facts, found: Sequence[Diagnostic]) -> tuple[tuple[Diagnostic, ...], frozenset[str]]:
    """Where this hero is stuck, if it is still open whether a reader can be.

    Args:
        facts: what is known of all heroes.
        found: what was found for them.

    Returns: findings that are new, and the chapters in which he is stuck.
    """
    name = facts.one_hero
    if facts.whole or not name or all(each.words != STUCK for each in questions(facts)):
        return NOTHING
    book, hero = for_hero(facts.book, name)
    limits = replace(facts.solved.search.limits, seconds=facts.options.patience)
    alone = replace(facts, book=book, solved=solve(book, hero, limits=limits, news=False))
    known = {(each.code, each.span) for each in found}
    new = (each for each in soft_locks(alone) if (each.code, each.span) not in known)
    places = alone.reach.solved.space.program.places
    chapters = frozenset(str(places[node]) for node in stuck_at(alone))
    return tuple(replace(each, hint=f"{each.hint}; this was seen with --hero {name}") for each in new), chapters
