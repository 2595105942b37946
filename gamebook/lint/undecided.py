"""What a limit leaves open: neither seen to happen, nor known never to happen."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Container, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic, Related
from gamebook.lint.chapters import stuck_at
from gamebook.lint.conditions import is_judged, openness
from gamebook.lint.offers import asks
from gamebook.lint.options import WHY_LARGE
from gamebook.lint.promises import unchecked
from gamebook.lint.raised import CHANGES, unknown_gains
from gamebook.lint.ranges import is_kept, without_room
from gamebook.lint.rounds import FREE, may_be_free
from gamebook.lint.traps import perhaps_more
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.model.expression import Const
from gamebook.model.prices import gains_after_a_price
from gamebook.model.step import Assign, If, Scope
from gamebook.program.code import Decide, Enter, Mark, NodeId, Stop, successors
from gamebook.sentences import listed

if TYPE_CHECKING:
    from gamebook.lint.facts import Facts
    from gamebook.program.possible import Possible
    from gamebook.resolve.sourcemap import SourceMap

MOST_NAMED = 6
"""Chapters that are named for each question."""
STUCK = "whether a reader can be stuck"
TOTAL = "whether the expected total of points exists"
TRAPS = "whether there are traps, from which only defeat can be reached"
WIN = "whether any reader can win"
ROOM = "whether there is always room for a gain"
OF_MARKS = {
    "clamp": "whether a number is cut off at the end of its range",
    "stored": "whether there is room for what is stored",
    "below": "whether an amount is below 0",
    "zero": "whether a division by zero is possible",
}
"""By kind of mark."""


class Question(Struct, frozen=True):
    """A kind of finding that is open, and where."""

    words: str
    chapters: tuple[str, ...]


def nothing_seen(book: Book, sourcemap: SourceMap, who: str) -> Iterator[Diagnostic]:
    """The findings where there was no time to look at any state.

    Args:
        book: the book.
        sourcemap: where everything in it is written.
        who: for whom it is checked, in words.
    """
    start = sourcemap.span("book") or sourcemap.span(f"chapter {book.start}")
    message = "there was no time to look at plays: reading the book took all of it"
    if start is not None:
        yield finding(balance.NOT_ALL_SEEN, start, message, "raise --timeout")
    yield from unchecked(book, sourcemap, who)


def not_all_seen(
    facts: Facts, late: Sequence[str] = (), stuck: Container[str] = (), of_one: int = 0, *, trapped: bool = False
) -> Iterator[Diagnostic]:
    """Which questions does a limit leave open?

    Args:
        facts: what is known.
        late: questions that nobody had time for.
        stuck: chapters in which a reader is known to be stuck.
        of_one: how many states one hero has; 0 if that is not known.
        trapped: whether a trap is known.
    """
    space = facts.anyone.space
    start = facts.span("book") or facts.span(f"chapter {facts.book.start}")
    if (space.complete and not late) or start is None:
        return
    open_ = [*questions(facts, stuck, late, trapped=trapped), *_late(facts, late)]
    if not open_:
        return  # what is not listed has nothing new
    left = f"{len(open_)} questions are open" if len(open_) > 1 else "one question is open"
    found = f" of the {space.size:,} states found" if space.size > space.listed else " states"
    message = f"only the first {space.listed:,}{found} were checked, so {left}"
    if space.complete:
        message = f"the time was over before all was looked for, so {left}"
    hero = facts.one_reader
    whole = f", all of whose {of_one:,} states can be checked" if of_one else ""
    hint = f"{f'{hero}{whole}; or ' if hero else ''}raise {facts.option}; {WHY_LARGE}"
    related = []
    for each in open_:
        spans = (facts.span(f"chapter {name}") for name in each.chapters)
        related.append(Related(next((span for span in spans if span is not None), start), each.words + _where(each)))
    yield finding(balance.NOT_ALL_SEEN, start, message, hint, tuple(related))


def questions(
    facts: Facts, stuck: Container[str] = (), late: Container[str] = (), *, trapped: bool = False
) -> Iterator[Question]:
    """What is open, kind by kind.

    Args:
        facts: what is known.
        stuck: chapters in which a reader is known to be stuck.
        late: questions to leave out, since nobody had time for them.
        trapped: whether a trap is known.
    """
    if facts.whole:
        if not facts.solved.wins and TOTAL not in late:
            yield Question(TOTAL, ())
        return
    draft = facts.book.unfinished  # there, what is not written yet may answer what all plays together would show
    of_plays = (
        ("whether a chapter is ever reached", facts.played - facts.seen),
        ("whether an ending is ever reached", _endings(facts)),
        ("whether a choice is ever open", _choices(facts, opened=True)),
        ("whether a condition is always true", _choices(facts, opened=False)),
        ("whether an if always goes one way", _ifs(facts)),
    )
    for words, places in (
        *(() if draft else of_plays),
        (STUCK, (name for name in unknown_if_stuck(facts) if name not in stuck)),
        ("whether a fight can be won, or lost", _fights(facts)),
        *((words, _marked(facts, what, facts.unsettled)) for what, words in OF_MARKS.items()),
        (CHANGES, unknown_gains(facts)),
        (FREE, may_be_free(facts)),
        (ROOM, _gains(facts)),
    ):
        named = set(places) if words not in late else ()
        if named:
            yield _question(facts, words, named)
    kinds = facts.book.ending_kinds
    ahead = {kinds[name] for number, name in enumerate(facts.reach.endings) if facts.may_end(number)}
    if not draft and facts.solved.wins and "victory" in ahead and WIN not in late and not facts.is_won:
        yield Question(WIN, ())
    hope = any(map(facts.may_end, facts.good_ends))  # else all is lost from the start
    # Traps are asked about where nobody loses, too: play may have no end.
    perhaps = perhaps_more(facts, trapped) if hope and not draft and TRAPS not in late else ()
    if perhaps:
        yield _question(facts, TRAPS.replace("traps", "more traps") if trapped else TRAPS, perhaps)
    if not facts.solved.wins and TOTAL not in late:
        yield Question(TOTAL, ())


def _late(facts: Facts, late: Sequence[str]) -> Iterator[Question]:
    """The questions that nobody had time for, each for all its places, since nothing that play did there is reported.

    Where no place is named, it is open in the whole book.
    """
    passed = facts.may_pass | facts.passed.keys()
    places = {words: _marked(facts, what, passed) for what, words in OF_MARKS.items()}
    places[ROOM] = itertools.chain(_gains(facts), _without_room(facts))
    places[STUCK] = itertools.chain(_stuck(facts), unknown_if_stuck(facts))
    for words in late:
        named = set(places.get(words, ()))
        if named:
            yield _question(facts, words, named)
        elif words not in places:
            yield Question(words, ())


def _question(facts: Facts, words: str, places: Container[str]) -> Question:
    """A question about some places, with those that are chapters in the order of the book."""
    return Question(words, tuple(chapter.name for chapter in facts.book.chapters if chapter.name in places))


def _where(question: Question) -> str:
    """`: chapters 3, 5 and 7 more`"""
    if not question.chapters:
        return ""
    return f": chapter{'s' if len(question.chapters) > 1 else ''} {listed(question.chapters, MOST_NAMED)}"


def _endings(facts: Facts) -> Iterator[str]:
    for number, name in enumerate(facts.reach.endings):
        if name != SOFT_LOCK and facts.may_end(number) and not facts.is_ended(number):
            yield from (around.place for around in facts.ends.get(name, ()))


def _choices(facts: Facts, opened: bool) -> Iterator[str]:
    """Chapters with an option that may be open (or closed), but is not known to be so."""
    for copies in facts.offered.values():
        told = openness(facts, copies)
        seen, may = (told.opened, told.may_open) if opened else (told.closed, told.may_close)
        if not seen and (may or not told.come_to) and (opened or all(map(asks, copies))):
            nodes = (node for copy in copies for node in facts.nodes[copy.choose.address])
            yield from (facts.anyone.space.program.places[node] for node in nodes if node in facts.possible.values)


def _ifs(facts: Facts) -> Iterator[str]:
    open_ = {mark.address for mark in facts.unsettled if mark.what in ("then", "else")}
    for each in facts.steps:
        step = each.step
        if not isinstance(step, If) or step.address not in open_ or step.own:
            continue
        if is_judged(facts, step) and not isinstance(step.condition, Const):
            yield each.around.place


def _gains(facts: Facts) -> Iterator[str]:
    open_ = {(mark.what, mark.address) for mark in facts.unsettled if mark.what in ("else", "full")}
    for each in facts.steps:
        match each.step:
            case If(own=True, address=address) if ("else", address) in open_:
                yield each.around.place
            case Assign(why="gain", address=address) if ("full", address) in open_:
                yield each.around.place


def _stuck(facts: Facts) -> Iterator[str]:
    yield from (facts.anyone.space.program.places[number] for number in stuck_at(facts))


def _without_room(facts: Facts) -> Iterator[str]:
    seen = {mark.address for mark, _ in without_room(facts, gains_after_a_price(facts.book))}
    yield from (each.around.place for each in facts.steps if getattr(each.step, "address", "") in seen)


def unknown_if_stuck(facts: Facts) -> Iterator[str]:
    """Chapters with a point after which a reader may be stuck, where that was not seen."""
    program = facts.anyone.space.program
    if not facts.may_end(len(program.endings) - 1):
        return
    known = stuck_at(facts)
    for number in facts.possible.values:
        is_point = number == program.entry or isinstance(program.nodes[number], Decide | Enter)
        if is_point and number not in known and _may_be_stuck(facts, number):
            yield program.places[number]


def _may_be_stuck(facts: Facts, point: NodeId) -> bool:
    """Whether play may come from a point to the end of what is written before it comes to another point."""
    program, seen, waiting = facts.anyone.space.program, {point}, [point]
    stuck = Stop(len(program.endings) - 1)
    while waiting:
        number = waiting.pop()
        node = program.nodes[number]
        for way in _ways(facts.possible, number, node) if isinstance(node, Decide) else successors(node):
            if program.nodes[way] == stuck:
                return True
            is_point = isinstance(program.nodes[way], Decide | Enter)
            if way not in seen and not is_point and way in facts.possible.values:
                seen.add(way)
                waiting.append(way)
    return False


def _ways(possible: Possible, number: NodeId, node: Decide) -> Iterator[NodeId]:
    """Where play may go on from a decision."""
    numbered = range(len(node.options))
    yield from (node.options[option].next for option in numbered if (number, option) in possible.open)
    if all((number, option) in possible.closed for option in numbered):
        yield node.shut


def _fights(facts: Facts) -> Iterator[str]:
    open_ = {mark.address for mark in facts.unsettled if mark.what in ("fought", "won", "lost", "row", "left")}
    for each in facts.steps:
        if isinstance(each.step, Scope) and each.step.label in open_:
            yield each.around.place


def _marked(facts: Facts, what: str, marks: Collection[Mark]) -> Iterator[str]:
    open_ = {mark.address for mark in marks if mark.what == what and not is_kept(facts, mark)}
    for each in facts.steps:
        address = getattr(each.step, "address", "")
        if address in open_ and facts.span(address) is not None:
            yield each.around.place
