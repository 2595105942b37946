"""Chapters and endings that no play reaches, reported at the gate: one finding for the first, with all behind it.

If the only way there is a choice or an `if` with a finding already, that finding names them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.behind import Follower, followers
from gamebook.lint.facts import Facts
from gamebook.lint.for_whom import for_whom
from gamebook.lint.triggers import beyond_ranges, earlier
from gamebook.lint.written import Around
from gamebook.model.arithmetic import reads
from gamebook.model.book import SOFT_LOCK
from gamebook.program.code import Mark
from gamebook.sentences import listed
from gamebook.source import Span

MOST_NAMED = 8
"""Chapters behind a gate that are named."""
_CLOSED = frozenset({chapter_map.ALWAYS_CLOSED, chapter_map.SETTLED_IF})
"""Findings about a closed gate."""


class Gate(Struct, frozen=True):
    """A chapter that play never reaches, with no other such chapter before it."""

    chapter: str
    why: str
    hint: str
    links: tuple[tuple[Around, Span], ...]
    """Turns to it that are never taken, nearest to play."""
    behind: tuple[str, ...]
    """Chapters that are never reached only because this one is not, in the book's order."""


def unreached(facts: Facts, told: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings so far, with the chapters and endings behind each closed gate; then findings for the others."""
    found = [*told]
    closed = _Closed(facts, told)
    lost: dict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for gate in gates(facts):
        number = closed.first([around for around, _ in gate.links])
        if number is not None:
            lost[number][0].extend([gate.chapter, *gate.behind])
            continue
        span = facts.span(f"chapter {gate.chapter}")
        assert span is not None
        why, hint = gate.why, gate.hint
        related = tuple(Related(link, "this link is never taken") for _, link in gate.links[:MOST_RELATED])
        if first := earlier(facts, [around for around, _ in gate.links], partial(_comes_to, gate.chapter)):
            why, hint, related = first.why, first.hint, (*related, *first.related)
        message = f"chapter {gate.chapter} is never reached: {why}"
        if gate.behind:
            message += f"; {_many(gate.behind)} never reached either"
        lost_here = finding(chapter_map.UNREACHED_CHAPTER, span, message, hint, related)
        found.append(
            for_whom(lost_here, facts.options) if gate.links else lost_here
        )  # what is not linked, is for no one
    for name, span, places in unreached_endings(facts):
        number = closed.first(places)
        if number is not None:
            lost[number][1].append(name)
            continue
        first = earlier(facts, places, partial(_comes_to_end, name))
        if first is None:
            why, hint = _what_keeps_away(facts, places, "it")
            related = ()
        else:
            why, hint, related = first.why, first.hint, first.related
        message = f'the ending "{name}" is never reached{why and f": {why}"}'
        found.append(for_whom(finding(chapter_map.UNREACHED_ENDING, span, message, hint, related), facts.options))
    behind = {name: number for number, (chapters, _) in lost.items() for name in chapters}
    following = followers(facts, told, partial(closed.each, behind=behind))
    things: dict[int, list[str]] = defaultdict(list)
    for number, each in following.items():
        cause = _first_cause(number, following)
        chapters, endings = lost.pop(number, ([], []))
        if chapters or endings:
            lost[cause][0].extend(chapters)
            lost[cause][1].extend(endings)
        things[cause].extend(name for name in each.things if name not in things[cause])
        because = Related(found[number].span, f"so {found[number].subject or found[number].message}")
        if len(found[cause].related) < MOST_RELATED:
            found[cause] = replace(found[cause], related=(*found[cause].related, because))
    for number in lost.keys() | things.keys():
        here, (chapters, endings) = found[number], lost.get(number, ([], []))
        parts = [f"{_many(chapters, endings)} never reached"] if chapters or endings else []
        if number in things:
            parts.append(f"nobody ever has {listed(things[number], MOST_NAMED, last='or')}")
        found[number] = replace(here, message=f"{here.message}, so {' and '.join(parts)}")
    yield from (each for number, each in enumerate(found) if number not in following)


def _first_cause(number: int, following: Mapping[int, Follower]) -> int:
    """The finding from which another one follows in the end."""
    while number in following:
        number = following[number].cause
    return number


def _comes_to(chapter: str, reach: Reach) -> bool:
    """Whether play comes to a chapter."""
    node = reach.solved.space.program.chapters.get(chapter)
    return node is not None and reach.is_come_to(node)


def _comes_to_end(ending: str, reach: Reach) -> bool:
    """Whether play comes to an ending."""
    return bool(reach.is_reached[reach.endings.index(ending)])


class _Closed:
    """The choices and ifs with findings that they are closed, by their place."""

    def __init__(self, facts: Facts, told: Sequence[Diagnostic]) -> None:
        self._facts = facts
        self._numbers = {each.span: number for number, each in enumerate(told) if each.code in _CLOSED}
        self._passed = facts.passed.keys() | facts.may_pass if self._numbers else facts.passed.keys()

    def first(self, places: Sequence[Around]) -> int | None:
        """The first finding that keeps play away from some places; None if one of them has no such finding."""
        found = [[*self._before(place)] for place in places]
        return min(map(min, found)) if found and all(found) else None

    def each(self, place: Around, behind: Mapping[str, int]) -> frozenset[int]:
        """The findings that each keep play away from a place: from it, or from its chapter, as `behind` has it."""
        chapter = behind.get(place.place)
        return frozenset(self._before(place) if chapter is None else (chapter, *self._before(place)))

    def _before(self, place: Around) -> Iterator[int]:
        for address, side in place.gates:
            span = self._facts.span(address)
            if span in self._numbers and Mark(side, address) not in self._passed:
                yield self._numbers[span]


def unreached_endings(facts: Facts) -> Iterator[tuple[str, Span, list[Around]]]:
    """The endings that no play reaches although their chapters are played, and their places there."""
    for number, name in enumerate(facts.reach.endings):
        span = facts.span(f"ending {name}")
        if name == SOFT_LOCK or span is None or facts.reach.is_reached[number] or facts.may_end(number):
            continue
        ends = facts.ends.get(name, ())
        played = [around for around in ends if around.place in facts.seen]
        if played and not any(facts.is_optional(around, facts.optional) for around in ends):
            yield name, span, played


def _what_keeps_away(facts: Facts, places: Sequence[Around], before: str) -> tuple[str, str]:
    """What keeps play away, empty if that is not known, and what to do about it.

    Of triggers it may be that no rule changes what they wait for, or that the ranges of the sheet leave no room for it.

    Args:
        facts: the book.
        places: where the turns, or the endings, stand.
        before: before what the conditions stand that may be wrong.
    """
    watches = [watch for around in places for watch in facts.book.watches if around.place == watch.id]
    waits = [reads(watch.condition) for watch in watches]
    still = [variable.name for variable in facts.book.variables if any(variable.name in names for names in waits)]
    alone = len(waits) == len(places)
    if alone and still and facts.changed.isdisjoint(still):
        names = listed(still, last="or")
        return f"no rule changes {names}", facts.options.advice(f"change {names} somewhere, or correct the condition")
    beyond = [beyond_ranges(facts.book, watch) for watch in watches]
    if alone and all(beyond):
        stats = any(each.name in names for names in waits for each in facts.book.variables if each.kind == "stat")
        more = " (without a range, a stat ends with its highest roll)" if stats else ""
        return "; ".join(dict.fromkeys(beyond)), f"change the condition or the range{more}"
    if places and all(around.row and not around.gates for around in places) and not watches:
        rows = "the row around it never comes up" if len(places) == 1 else "the rows around never come up"
        return "", facts.options.advice(f"{rows}: check what is rolled, tested or compared there")
    return "", facts.options.advice(f"check the conditions before {before}")


def gates(facts: Facts) -> Iterator[Gate]:
    """Every gate, in the book's order; a loop that nothing leads to begins with its first chapter."""
    known = facts.played | facts.optional
    left = {
        chapter.name: None
        for chapter in facts.book.chapters
        if chapter.name not in known and facts.span(f"chapter {chapter.name}") is not None
    }
    sources = {name: {around.place for around, _ in facts.turns.get(name, ())} - {name} for name in left}
    for name, behind in _by_gate(left, sources, facts.played).items():
        yield _gate(facts, name, behind)


def _by_gate(left: Iterable[str], sources: Mapping[str, set[str]], seen: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Each gate, with the chapters behind it, both in the order of `left`; a chapter is behind the nearest gate.

    Args:
        left: the chapters that play never reaches.
        sources: for each of them, the chapters that turn to it.
        seen: the chapters that play reaches.
    """
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


def _gate(facts: Facts, name: str, behind: tuple[str, ...]) -> Gate:
    turns = [each for each in facts.turns.get(name, ()) if each[0].place != name]
    near = [each for each in turns if each[0].place in facts.played]
    links = {span: around for around, turn in near or turns if (span := facts.span(turn.address)) is not None}
    places = tuple((around, span) for span, around in links.items())
    if not turns:
        return Gate(name, "no link leads to it", "link to it, or remove it", places, behind)
    if near:
        why, hint = _what_keeps_away(facts, [around for around, _ in places], "the links")
        never = "no link to it can ever be taken"
        return Gate(name, f"{never}, because {why}" if why else never, hint, places, behind)
    origins = [*dict.fromkeys(around.place for around, _ in turns)]
    listed = origins[0] if len(origins) == 1 else f"{origins[0]} and others"
    hint = facts.options.advice("link to it")
    return Gate(name, f"links lead to it only from {listed}, which is never reached", hint, places, behind)


def _many(chapters: Sequence[str], endings: Sequence[str] = ()) -> str:
    """`chapter 12 is`, `chapters 12, 13 and 7 more are`, `chapter 12 and the ending "Rich" are`"""
    parts = []
    if chapters:
        parts.append(f"chapter{'s' if len(chapters) > 1 else ''} {listed(chapters, MOST_NAMED)}")
    if endings:
        quoted = [f'"{name}"' for name in endings]
        parts.append(f"the ending{'s' if len(endings) > 1 else ''} {listed(quoted, MOST_NAMED)}")
    return f"{listed(parts)} {'is' if len(chapters) + len(endings) == 1 else 'are'}"
