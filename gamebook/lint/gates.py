"""Chapters that no play comes to, told at the gate: one finding for the first of them, with those that lie behind it.

Where the only way to it is a choice or an `if` that is told already, the chapters are named there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import Diagnostic, Related
from gamebook.lint.facts import Facts
from gamebook.source import Span

MOST_RELATED = 5
"""Other places that a finding points at."""
MOST_NAMED = 8
"""Chapters behind a gate that are named."""
_SHUT = frozenset({chapter_map.ALWAYS_SHUT, chapter_map.SETTLED_IF})
"""Findings that tell of a shut gate."""


@dataclass(frozen=True)
class Gate:
    """A chapter that play never comes to, with no other such chapter before it."""

    chapter: str
    why: str
    hint: str
    links: tuple[Span, ...]
    """Turns to it that are never taken, nearest to play."""
    behind: tuple[str, ...]
    """Chapters that are never reached only because this one is not, in the book's order."""


def unreached_chapters(facts: Facts, told: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What is told of a book already, with the chapters behind each shut choice; then the gates not told yet."""
    found = [*told]
    for gate in gates(facts):
        closed = [number for number, each in enumerate(found) if each.code in _SHUT and _holds(each.span, gate.links)]
        shut = {link for number in closed for link in gate.links if _holds(found[number].span, [link])}
        if gate.links and shut == set(gate.links):
            here = found[closed[0]]
            message = f"{here.message}, so {_many([gate.chapter, *gate.behind])} never reached"
            found[closed[0]] = replace(here, message=message)
            continue
        span = facts.span(f"chapter {gate.chapter}")
        assert span is not None
        message = f"chapter {gate.chapter} is never reached: {gate.why}"
        if gate.behind:
            message += f"; {_many(gate.behind)} never reached either"
        related = tuple(Related(link, "this is never taken") for link in gate.links[:MOST_RELATED])
        found.append(finding(chapter_map.UNREACHED_CHAPTER, span, message, gate.hint, related))
    yield from found


def gates(facts: Facts) -> Iterator[Gate]:
    """Every gate, in the book's order; a circle that nothing leads to begins with its first chapter."""
    left = {
        chapter.name: None
        for chapter in facts.book.chapters
        if chapter.name not in facts.played | facts.optional and facts.span(f"chapter {chapter.name}") is not None
    }
    sources = {name: {around.place for around, _ in facts.turns.get(name, ())} - {name} for name in left}
    first = [name for name in left if not sources[name] or sources[name] & facts.played]
    behind = _behind(first, sources)
    while lost := [name for name in left if name not in behind]:
        first.append(lost[0])
        behind |= _behind(lost[:1], {name: sources[name] for name in lost})
    gate = set(first)
    for name in (name for name in left if name in gate):
        yield _gate(facts, name, tuple(each for each in left if behind[each] == name and each != name))


def _behind(gates: Iterable[str], sources: dict[str, set[str]]) -> dict[str, str]:
    """Chapter → the gate it lies behind, nearest gates first."""
    onward: dict[str, list[str]] = defaultdict(list)
    for name, before in sources.items():
        for origin in before:
            onward[origin].append(name)
    found = {gate: gate for gate in gates}
    queue = list(found)
    for name in queue:
        for following in onward[name]:
            if following not in found:
                found[following] = found[name]
                queue.append(following)
    return found


def _gate(facts: Facts, name: str, behind: tuple[str, ...]) -> Gate:
    turns = [each for each in facts.turns.get(name, ()) if each[0].place != name]
    near = [each for each in turns if each[0].place in facts.played]
    links = dict.fromkeys(facts.span(turn.address) for _, turn in near or turns)
    places = tuple(link for link in links if link is not None)
    if not turns:
        return Gate(name, "no link leads to it", "link to it, or take it out", places, behind)
    if near:
        return Gate(name, "no link to it can ever be taken", "look at the conditions before the links", places, behind)
    origins = [*dict.fromkeys(around.place for around, _ in turns)]
    listed = origins[0] if len(origins) == 1 else f"{origins[0]} and others"
    return Gate(name, f"links lead to it only from {listed}, which is never reached", "link to it", places, behind)


def _holds(whole: Span, parts: Sequence[Span]) -> bool:
    """Whether a span has one of some others inside it."""
    return any(whole.path == part.path and whole.start <= part.start and part.end <= whole.end for part in parts)


def _many(chapters: Sequence[str]) -> str:
    """`chapter 12 is`, `12, 13 and 7 more chapters are`"""
    if len(chapters) == 1:
        return f"chapter {chapters[0]} is"
    if len(chapters) <= MOST_NAMED:
        return f"chapters {', '.join(chapters[:-1])} and {chapters[-1]} are"
    return f"chapters {', '.join(chapters[:MOST_NAMED])} and {len(chapters) - MOST_NAMED} more are"
