"""Where a way back of another program would take back what has happened, which a turn back of ours does not."""

from __future__ import annotations

from collections import defaultdict

from gamebook.interop.draft import Back, Draft, Fight, Jump, Link, May, Set, Spread, walk
from gamebook.interop.terms import Visits, inside
from gamebook.interop.things import values_of


def undone(draft: Draft) -> frozenset[str]:
    """The chapters with a way back that undoes something, as far as can be seen without playing.

    What is undone is what happened in the chapter and in the one before it: there play begins anew. Nothing is, if in
    neither anything changes, and nobody asks whether the reader has been there.
    """
    steps = {chapter.name: list(walk(chapter.body)) for chapter in draft.chapters}
    asked = {
        part.chapter
        for chapter in draft.chapters
        for value in values_of(chapter.body)
        for part in inside(value)
        if isinstance(part, Visits)
    }
    changing = asked | {
        name for name, all_of in steps.items() if any(isinstance(each, Set | Spread | May | Fight) for each in all_of)
    }
    before: dict[str, set[str]] = defaultdict(set)
    for name, all_of in steps.items():
        for each in all_of:
            if isinstance(each, Link | Jump):
                before[each.target].add(name)
    for name, all_of in steps.items():
        if any(isinstance(each, Back) for each in all_of):
            for other in list(before[name]):
                before[other].add(name)
    return frozenset(
        name
        for name, all_of in steps.items()
        if any(isinstance(each, Back) and each.undoes for each in all_of) and changing & {name, *before[name]}
    )
