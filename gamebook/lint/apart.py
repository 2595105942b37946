"""Things that are found where no link leads on to the condition which asks for them: often a link is wrong there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from gamebook.codes import chapter_map
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.behind import CLOSED, asked_things, gained_things
from gamebook.lint.facts import Facts
from gamebook.lint.written import Around
from gamebook.model.step import Choose, If
from gamebook.sentences import listed
from gamebook.source import Span

Onward = Mapping[str, Sequence[tuple[Around, str]]]
"""The turns of each place, with the chapters to which they lead."""


def with_things_apart(facts: Facts, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings; those about closed conditions name the places where what they ask for is found, but leads nowhere.

    If there is a trap behind such a place, the hint names it: perhaps the link that is wrong is there.
    """
    asked = asked_things(facts, [each.span for each in found if each.code in CLOSED])
    gains = gained_things(facts, frozenset[str]().union(*asked.values()))
    places, onward = _places(facts, asked), _onward(facts)
    traps = {each.span for each in found if each.code == chapter_map.TRAP}
    for each in found:
        names = asked.get(each.span, frozenset()) if each.code in CLOSED else frozenset[str]()
        sources = [source for name in names for source in gains.get(name, ()) if source.around.place in facts.played]
        ahead = [_ahead(facts, source.around, onward) for source in sources]
        apart = all(places[each.span].isdisjoint(chapters) for chapters in ahead)
        if not sources or not places[each.span] or not apart:
            yield each
            continue
        things = listed(sorted(names), last="or")
        spans = (facts.span(getattr(source.step, "address", "")) for source in sources)
        why = f"{things} can be had here, but no link leads on from here to that condition"
        related = (*each.related, *(Related(span, why) for span in spans if span is not None))
        behind = (name for chapters in ahead for name in chapters)
        trap = next((name for name in behind if facts.span(f"chapter {name}") in traps), None)
        hint = each.hint
        if trap is not None:
            meant = "" if facts.options.hero else "if it is meant, "
            hint = f"first look at the trap in chapter {trap}, which comes after {things}; {meant}{each.hint}"
        yield replace(each, hint=hint, related=related[:MOST_RELATED])


def _places(facts: Facts, spans: Collection[Span]) -> Mapping[Span, frozenset[str]]:
    """The places at which some conditions are asked; none if a trigger asks."""
    found: dict[Span, set[str]] = {span: set() for span in spans}
    for each in facts.steps:
        step = each.step
        options = step.options if isinstance(step, Choose) else (step,) if isinstance(step, If) else ()
        for asking in options:
            span = facts.span(asking.address)
            if span in found:
                found[span].add(each.around.place)
    chapters = {chapter.name for chapter in facts.book.chapters}
    return {span: frozenset(known) if known <= chapters else frozenset() for span, known in found.items()}


def _onward(facts: Facts) -> Onward:
    onward: dict[str, list[tuple[Around, str]]] = defaultdict(list)
    for chapter, turns in facts.turns.items():
        for around, _ in turns:
            onward[around.place].append((around, chapter))
    return onward


def _ahead(facts: Facts, around: Around, onward: Onward) -> dict[str, None]:
    """The chapters to which links may lead after something is gained, nearest first; a trigger may turn anywhere."""
    ending = [number for number, (gate, _) in enumerate(around.gates) if gate in facts.leading_away]
    within = around.gates[: ending[-1] + 1] if ending else ()  # play does not come past the end of this option
    links = (link for link in onward.get(around.place, ()) if link[0].gates[: len(within)] == within)
    queue = [chapter for _, chapter in links]
    queue += [chapter for watch in facts.book.watches for _, chapter in onward.get(watch.id, ())]
    if not within:
        queue.append(around.place)  # what asks may stand further down in the same chapter
    found = dict.fromkeys(queue)
    for place in queue:
        for _, chapter in onward.get(place, ()):
            if chapter not in found:
                found[chapter] = None
                queue.append(chapter)
    return found
