"""The number of each chapter: as written, as kept in a file from build to build, or in a new and better order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count

from msgspec import Struct, field

from gamebook.errors import UsageError
from gamebook.model.book import Book
from gamebook.project import Edition
from gamebook.publish.matter import matter_of, read_matter
from gamebook.publish.order import Group, seed_of, shuffled
from gamebook.publish.pages import Pages, pages_of
from gamebook.publish.sums import sums_of
from gamebook.publish.ways import Ways, ways_of
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk


class Numbering(Struct, frozen=True):
    """The number of each chapter."""

    numbers: Mapping[str, int]
    moved: Mapping[str, int] = field(default_factory=dict)
    """For the number that a group of chapters begins from, as written: how far the group has moved."""


# ---- what is known of a book ------------------------------------------------------------------------------


def as_written(book: Book) -> dict[str, int]:
    """The number of each chapter, in the book's order: a chapter called by a number keeps it."""
    found = {each.name: int(each.name) for each in book.chapters if each.name.isdecimal()}
    taken = set(found.values())
    if book.start not in found and 1 not in taken:
        found[book.start] = 1
        taken.add(1)
    free = (number for number in count(1) if number not in taken)
    for each in book.chapters:
        if each.name not in found:
            found[each.name] = next(free)
    return {each.name: found[each.name] for each in book.chapters}


def links_of(edition: Edition) -> Ways:
    """The links that the chapters of a book have in their own words; triggers, which may fire anywhere, are none."""
    targets: dict[str, list[str]] = {each.name: [] for each in edition.book.chapters}
    for chapter in pages_of(edition).chapters:
        targets[chapter.name] += [str(each.chapter) for each in find(chapter, ast.ToChapter)]
    for each in sums_of(edition):
        if each.here is not None:
            targets[each.here] += each.targets
    return ways_of(targets)


def _needed(edition: Edition) -> frozenset[str]:
    """The chapters whose numbers readers know, work out, or begin a sum from."""
    begun = (each.here for each in sums_of(edition) if each.from_here and each.here is not None)
    return frozenset({*edition.book.fixed, *begun})


def groups_of(edition: Edition) -> tuple[Group, ...]:
    """The groups that can be moved: the page says the number that readers add to, and nobody else does.

    A chapter with its own number in the sum belongs to them: it may say "add your key to the number of this chapter".
    """
    pages = pages_of(edition)
    parts = (*pages.everywhere(), *pages.chapters)
    found: dict[int, set[str]] = {}
    stuck = {str(each.target.chapter) for each in find(parts, ast.Option)
             if each.secret and isinstance(each.target, ast.ToChapter)}  # fmt: skip
    stuck.add(edition.book.start)
    for each in sums_of(edition):
        names = {*each.targets, *([each.here] if each.from_here and each.here is not None else ())}
        if each.base is not None:
            found.setdefault(each.base, set()).update(names)
        if each.base is None or each.secret:
            stuck |= names
    words = tuple(_printed_words(edition, pages)) if found else ()
    return tuple(
        Group(base, {name: int(name) for name in sorted(names, key=int)})
        for base, names in found.items()
        if names
        and not stuck & names
        and not any(names & others for other, others in found.items() if other != base)
        and not any(_says(base, each) for each in words)
    )


_WORDS: Mapping[type[ast.Node], str] = {
    ast.Ask: "question",
    ast.Chapter: "title",
    ast.Foe: "name",
    ast.InWords: "words",
    ast.May: "label",
    ast.Option: "label",
    ast.Phrase: "words",
    ast.Prose: "text",
    ast.Title: "text",
    ast.ToEnding: "text",
}
"""Where a book has words of the author's that are printed as they are."""


def _printed_words(edition: Edition, pages: Pages) -> Iterator[str]:
    """All words of the author's that readers may find a number in."""
    for node in walk((*pages.everywhere(), *pages.chapters)):
        field = _WORDS.get(type(node))
        if field is not None:
            yield getattr(node, field)
    yield from (each.words for each in edition.book.endings)
    for line in matter_of(pages.declarations):
        with suppress(UsageError):  # a page that cannot be read is not printed, and `publish` says so
            yield read_matter(edition.loaded.folder, str(line.value))


def _says(number: int, words: str) -> bool:
    """Whether words say a number, so that readers know it."""
    return re.search(rf"(?<![A-Za-z\d]){number}(?!\d)", words) is not None  # not in `n100`


# ---- numbers ----------------------------------------------------------------------------------------------


def pins_of(edition: Edition, more: Mapping[str, int] | None = None, *, anew: bool = False) -> dict[str, int]:
    """The numbers that chapters must have in any order.

    The start is 1. A chapter whose number readers know, work out or begin a sum from keeps it. In a book whose chapters
    have names, one that is called by a number is meant to have it; in a book where all of them have numbers, none is.

    Args:
        edition: a book without errors.
        more: numbers that are wished for besides.
        anew: whether the author asks for new numbers: then no chapter is meant to have the number it is called by.

    Raises:
        UsageError: another number is wished for a chapter whose number readers need.
    """
    book, needed = edition.book, _needed(edition)
    written = {each.name: int(each.name) for each in book.chapters if each.name.isdecimal()}
    meant = not anew and len(written) < len(book.chapters)
    pins = {name: number for name, number in written.items() if meant or name in needed}
    for name, number in (more or {}).items():
        if name in needed and pins.get(name, number) != number:
            raise UsageError(
                f"chapter {name} cannot have the number {number}:"
                f" readers know the number {name}, work it out or add to it"
            )
    pins |= dict(more or {})
    if 1 not in pins.values() and book.start not in pins:
        pins[book.start] = 1
    return pins


def reordered(
    edition: Edition, wished: Mapping[str, int] | None = None, more: str = "", *, anew: bool = False
) -> Numbering:
    """New numbers in a good order.

    Args:
        edition: a book without errors.
        wished: numbers that some chapters should have.
        more: any words; other words give another order.
        anew: as for `pins_of`.

    Raises:
        UsageError: a number is wished for that another chapter must have, or for a chapter that needs its own.
    """
    names = [each.name for each in edition.book.chapters]
    pins = pins_of(edition, wished, anew=anew)
    groups = [group for group in groups_of(edition) if not set(group.numbers) & set(wished or ())]
    for group in groups:
        for name in group.numbers:
            pins.pop(name, None)
    _check_apart(pins, wished or {})
    numbers = shuffled(names, pins, links_of(edition), seed_of(names, more), groups)
    return Numbering(numbers, _moves(groups, numbers))


def _check_apart(pins: Mapping[str, int], wished: Mapping[str, int]) -> None:
    """No number that is wished for one chapter is that of another, which keeps it.

    Raises:
        UsageError: one is.
    """
    owner = {number: name for name, number in pins.items() if name not in wished}
    for name, number in wished.items():
        if number in owner:
            raise UsageError(f"chapter {name} cannot have the number {number}: chapter {owner[number]} keeps it")


def kept(edition: Edition, before: Mapping[str, int]) -> Numbering:
    """The numbers of an earlier build; chapters that are new look for free places."""
    names = [each.name for each in edition.book.chapters]
    old = {name: number for name, number in before.items() if name in set(names)}
    taken = set(old.values())
    pins = {name: number for name, number in pins_of(edition).items() if name not in old and number not in taken}
    groups = groups_of(edition)
    fresh = []
    for group in groups:
        for name in group.numbers:
            pins.pop(name, None)
        moved = {old[name] - number for name, number in group.numbers.items() if name in old}
        if not moved:
            fresh.append(group)
        elif len(moved) == 1:  # what is new of a group goes where the rest of it is
            places = group.by(moved.pop()).items()
            pins |= {name: n for name, n in places if name not in old and n not in {*taken, *pins.values()}}
    numbers = shuffled(names, {**old, **pins}, links_of(edition), seed_of(names), fresh)
    moves = _moves(groups, numbers)
    _check_worked_out(edition.book, groups, numbers, moves)
    return Numbering(numbers, moves)


def _check_worked_out(
    book: Book, groups: Iterable[Group], numbers: Mapping[str, int], moves: Mapping[str, int]
) -> None:
    """Chapters that readers find by working out a number are where that number leads.

    Raises:
        UsageError: one is not: numbers were kept before readers had to work them out.
    """
    base = {name: str(group.base) for group in groups for name in group.numbers}
    for name in dict.fromkeys((*book.fixed, *base)):
        if name.isdecimal() and numbers[name] - int(name) != moves.get(base.get(name, ""), 0):
            does = "work out" if name in book.fixed else "add to"
            raise UsageError(
                f"readers {does} the number of chapter {name}, and the numbers kept give it {numbers[name]};"
                " `gamebook number --shuffle` gives new ones"
            )


def _moves(groups: Iterable[Group], numbers: Mapping[str, int]) -> dict[str, int]:
    moves = {}
    for group in groups:
        by = {numbers[name] - number for name, number in group.numbers.items()}
        if len(by) == 1:
            moves[str(group.base)] = by.pop()
    return moves


def gap(names: Sequence[str], step: int = 23) -> dict[str, int]:
    """Numbers a fixed gap apart, in the order written: what other programs do.

    The first chapter is 1; each further one is `step` after the one before, or the next free number; after the last
    number comes the first.
    """
    size = len(names)
    numbers, used, last = {}, set(), 1 - step
    for name in names:
        place = last + step if last + step <= size else 1
        while place in used:
            place = place + 1 if place < size else 1
        numbers[name] = last = place
        used.add(place)
    return numbers


def numbering(edition: Edition, before: Mapping[str, int] | None) -> Numbering:
    """The numbers with which a book is printed.

    Those of an earlier build, if there was one; else, in a book whose chapters all have numbers, as written; else a
    good order.
    """
    if before is not None:
        return kept(edition, before)
    if all(each.name.isdecimal() for each in edition.book.chapters):
        return Numbering(as_written(edition.book))
    return reordered(edition)
