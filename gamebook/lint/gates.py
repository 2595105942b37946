"""Chapters and endings that no play reaches, reported at the gate: one finding for the first, with all behind it.

If the only way there is a choice or an `if` with a finding already, that finding names them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.behind import CLOSED, Follower, followers
from gamebook.lint.facts import Facts
from gamebook.lint.for_whom import for_whom
from gamebook.lint.triggers import beyond_ranges, earlier
from gamebook.lint.unlinked import MOST_NAMED, Gate, by_gate, many, no_way, others
from gamebook.lint.written import Around
from gamebook.model.arithmetic import reads
from gamebook.model.book import SOFT_LOCK
from gamebook.program.code import Mark
from gamebook.sentences import listed
from gamebook.source import Span


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
        first = earlier(facts, [around for around, _ in gate.links], partial(_comes_to, gate.chapter))
        told_here = gate if first is None else replace(gate, why=first.why, hint=first.hint)
        related = (*gate.related, *(first.related if first is not None else ()))
        lost_here = finding(chapter_map.UNREACHED_CHAPTER, span, told_here.message, told_here.hint, related)
        found.append(for_whom(lost_here, facts.options))
    for name, span, places in unreached_endings(facts):
        number = closed.first(places)
        if number is not None:
            lost[number][1].append(name)
            continue
        first = earlier(facts, places, partial(_comes_to_end, name))
        if first is None:
            why, hint = what_keeps_away(facts, places, "it")
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
        parts = [f"{many(chapters, endings)} never reached"] if chapters or endings else []
        if number in things:
            parts.append(f"nobody ever has {listed(things[number], MOST_NAMED, last='or')}")
        found[number] = replace(here, message=f"{here.message}{chapter_map.SO}{' and '.join(parts)}")
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
        self._numbers = {each.span: number for number, each in enumerate(told) if each.code in CLOSED}
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


def what_keeps_away(facts: Facts, places: Sequence[Around], before: str) -> tuple[str, str]:
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
    """Every gate, in the book's order, but for chapters that no link leads to: the text alone shows those."""
    chapters = (chapter.name for chapter in facts.book.chapters)
    known = facts.played | facts.optional
    left = [name for name in chapters if name not in known and name in facts.linked and facts.span(f"chapter {name}")]
    for name, behind in by_gate(left, facts.turns, facts.played).items():
        yield _gate(facts, name, behind)


def _gate(facts: Facts, name: str, behind: tuple[str, ...]) -> Gate:
    turns = [*others(facts.turns, name)]
    near = [each for each in turns if each[0].place in facts.played]
    links = {span: around for around, turn in near or turns if (span := facts.span(turn.address)) is not None}
    places = tuple((around, span) for span, around in links.items())
    if near:
        why, hint = what_keeps_away(facts, [around for around, _ in places], "the links")
        never = "no link to it can ever be taken"
        return Gate(name, f"{never}, because {why}" if why else never, hint, places, behind)
    why, hint = no_way(turns)  # what leads there is the rule system's
    return Gate(name, why, facts.options.advice(hint), places, behind)
