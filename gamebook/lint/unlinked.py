"""Chapters that no link leads to: the text alone shows that nobody reaches them, whatever the conditions say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.written import Around, Written, written_steps
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.model.step import Turn
from gamebook.resolve.sourcemap import SourceMap
from gamebook.sentences import listed
from gamebook.source import Span

MOST_NAMED = 8
"""Chapters behind a gate that are named."""
Link = TypeVar("Link")
Links = Mapping[str, Sequence[tuple[Around, Link]]]
"""The links that lead to each chapter, as turns or as places on the pages."""
Turns = Links[Turn]


class Gate(Struct, frozen=True):
    """A chapter that play never reaches, with no other such chapter before it."""

    chapter: str
    why: str
    hint: str
    links: tuple[tuple[Around, Span], ...]
    """Turns to it that are never taken, nearest to play."""
    behind: tuple[str, ...]
    """Chapters that are never reached only because this one is not, in the book's order."""

    @property
    def message(self) -> str:
        """`chapter 4 is never reached: no link leads to it; chapter 5 is never reached either`"""
        more = f"; {many(self.behind)} never reached either" if self.behind else ""
        return f"chapter {self.chapter} is never reached: {self.why}{more}"

    @property
    def related(self) -> tuple[Related, ...]:
        """The links."""
        return tuple(Related(link, "this link is never taken") for _, link in self.links[:MOST_RELATED])


def unlinked(book: Book, sourcemap: SourceMap, systems: Container[str]) -> Iterator[Diagnostic]:
    """A finding for each chapter that no link leads to, with all behind it.

    Args:
        book: a book without errors. A draft is not judged: what leads there may not be written yet.
        sourcemap: where everything in it is written.
        systems: files of rule systems; nothing is reported about their content.
    """
    if book.unfinished:
        return
    turns = turns_of(written_steps(book))
    linked = linked_chapters(book, turns)
    heads = {
        each.name: span
        for each in book.chapters
        if each.name not in linked and (span := own_span(sourcemap, systems, f"chapter {each.name}")) is not None
    }
    for name, behind in by_gate([*heads], turns, linked).items():
        links = [*others(turns, name)]
        places = {own_span(sourcemap, systems, turn.address): around for around, turn in links}
        why, hint = no_way(links)
        gate = Gate(name, why, hint, tuple((around, span) for span, around in places.items() if span), behind)
        yield finding(chapter_map.UNREACHED_CHAPTER, heads[name], gate.message, gate.hint, gate.related)


def own_span(sourcemap: SourceMap, systems: Container[str], address: str) -> Span | None:
    """Where something is written in this book; None for what its rule system says."""
    span = sourcemap.span(address)
    return None if span is None or span.path in systems else span


def turns_of(steps: Iterable[Written]) -> Turns:
    """The turns that lead to each chapter."""
    found: dict[str, list[tuple[Around, Turn]]] = defaultdict(list)
    for each in steps:
        if isinstance(each.step, Turn):
            found[each.step.chapter].append((each.around, each.step))
    return found


def others(links: Links[Link], chapter: str) -> Iterator[tuple[Around, Link]]:
    """The links that lead to a chapter from elsewhere."""
    return (each for each in links.get(chapter, ()) if each[0].place != chapter)


def linked_chapters(book: Book, turns: Turns) -> frozenset[str]:
    """The places to which links lead from the start, the making of the hero and the triggers."""
    return led_to_from((book.start, HERO_BLOCK, *(watch.id for watch in book.watches)), turns)


def led_to_from(places: Iterable[str], links: Links[Link]) -> frozenset[str]:
    """Some places, and those to which links lead from there."""
    onward: dict[str, list[str]] = defaultdict(list)
    for chapter, leading in links.items():
        for around, _ in leading:
            onward[around.place].append(chapter)
    found = dict.fromkeys(places)
    queue = [*found]
    for place in queue:
        for chapter in onward[place]:
            if chapter not in found:
                found[chapter] = None
                queue.append(chapter)
    return frozenset(found)


def no_way(links: Sequence[tuple[Around, Link]]) -> tuple[str, str]:
    """Why play cannot come to a chapter, where all links to it are in chapters that are never reached; what to do."""
    origins = [*dict.fromkeys(around.place for around, _ in links)]
    if not origins:
        return "no link leads to it", "link to it, or remove it"
    named = origins[0] if len(origins) == 1 else f"{origins[0]} and others"
    return f"links lead to it only from {named}, which is never reached", "link to it"


def by_gate(left: Sequence[str], links: Links[Link], seen: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Each gate, with the chapters behind it, both in the order of `left`; a chapter is behind the nearest gate.

    A loop that nothing leads to begins with its first chapter.

    Args:
        left: the chapters that play never reaches.
        links: those that lead to each chapter.
        seen: the places that play reaches.
    """
    sources = {name: {around.place for around, _ in others(links, name)} for name in left}
    onward: dict[str, list[str]] = defaultdict(list)
    for name, before in sources.items():
        for origin in before:
            onward[origin].append(name)
    gates = {name: name for name in left if not sources[name] or not sources[name].isdisjoint(seen)}
    _spread(gates, [*gates], onward)
    for name in left:
        if name not in gates:  # a loop that nothing leads to
            gates[name] = name
            _spread(gates, [name], onward)
    behind: dict[str, list[str]] = {name: [] for name in left if gates[name] == name}
    for name in left:
        if gates[name] != name:
            behind[gates[name]].append(name)
    return {gate: tuple(names) for gate, names in behind.items()}


def _spread(gates: dict[str, str], queue: list[str], onward: Mapping[str, Sequence[str]]) -> None:
    """Put chapters that have no gate yet behind that of a chapter which leads to them, nearest first."""
    for name in queue:
        for following in onward.get(name, ()):
            if following not in gates:
                gates[following] = gates[name]
                queue.append(following)


def many(chapters: Sequence[str], endings: Sequence[str] = ()) -> str:
    """`chapter 12 is`, `chapters 12, 13 and 7 more are`, `chapter 12 and the ending "Rich" are`"""
    parts = []
    if chapters:
        parts.append(f"chapter{'s' if len(chapters) > 1 else ''} {listed(chapters, MOST_NAMED)}")
    if endings:
        quoted = [f'"{name}"' for name in endings]
        parts.append(f"the ending{'s' if len(endings) > 1 else ''} {listed(quoted, MOST_NAMED)}")
    return f"{listed(parts)} {'is' if len(chapters) + len(endings) == 1 else 'are'}"
