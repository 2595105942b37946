"""What `gamebook number` says of an order: its numbers, and how good it is beside others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from gamebook.model.book import Book
from gamebook.publish.numbering import as_written, gap
from gamebook.publish.order import seed_of
from gamebook.publish.ways import NEAR, Quality, Spreads, Ways, quality
from gamebook.report.cells import Number
from gamebook.report.section import Lines, Section, Table

RANDOM_ORDERS = 20
GAP = 23
MOST_HOLES = 8
"""Gaps between the numbers that are named."""


def qualities(book: Book, numbers: Mapping[str, int], ways: Ways) -> dict[str, tuple[float, float, float, float]]:
    """Links and siblings too close, the mean and the longest jump; of this order, and of others."""
    names = [each.name for each in book.chapters]
    random = Random(seed_of(names))  # noqa: S311 - no secret depends on it
    mixed = []
    for _ in range(RANDOM_ORDERS):
        places = list(range(1, len(names) + 1))
        random.shuffle(places)
        mixed.append(quality(ways, dict(zip(names, places, strict=True))))
    return {
        "these numbers": _row(quality(ways, numbers)),
        "in the order written": _row(quality(ways, as_written(book))),
        f"a fixed gap of {GAP}": _row(quality(ways, gap(names, GAP))),
        f"by chance (mean of {RANDOM_ORDERS})": _mean(mixed),
    }


def _row(found: Quality) -> tuple[float, float, float, float]:
    return found.links, found.siblings, found.mean_jump, found.longest_jump


def _mean(found: Sequence[Quality]) -> tuple[float, float, float, float]:
    one, two, three, four = (fmean(column) for column in zip(*map(_row, found), strict=True))
    return one, two, three, four


def sections(
    book: Book, numbers: Mapping[str, int], ways: Ways, spreads: Mapping[str, Spreads] | None = None
) -> Iterator[Section]:
    """The page of `gamebook number`; with `spreads` also what the printed pages show."""
    rows = [
        (name, Number(links, "g"), Number(siblings, "g"), Number(mean, ".1f"), Number(longest, "g"))
        for name, (links, siblings, mean, longest) in qualities(book, numbers, ways).items()
    ]
    head = ("order", "links close", "siblings close", "mean jump", "longest")
    told = f"{_many(len(ways.links), len(ways.siblings))}; close: less than {NEAR} numbers apart"
    lines = [told]
    if spreads is not None:
        real = quality(ways, numbers, spreads)
        lines.append(f"on one printed spread: {_many(real.links, real.siblings)}")
        lines += _crowded(ways, spreads) if real.links or real.siblings else ()
    yield Section("How good the order is", [Table(head, rows, "lrrrr", gives=0), Lines(lines)])
    yield Section("Numbers", [_listed(book, numbers), Lines(free(numbers.values()))])


def _listed(book: Book, numbers: Mapping[str, int]) -> Table | Lines:
    """Which number each chapter has; of chapters that are all called by it there is nothing to list."""
    if all(str(number) == name for name, number in numbers.items()):
        return Lines(["each chapter has the number that it is called by"])
    titles = {each.name: each.title for each in book.chapters}
    listed = sorted(numbers.items(), key=lambda each: each[1])
    return Table(("number", "chapter", "title"), [(str(n), name, titles[name]) for name, n in listed], "rll")


def free(numbers: Iterable[int]) -> list[str]:
    """A line about the numbers below the last one that no chapter has; none where all are taken."""
    taken = sorted(numbers)
    holes = [(one + 1, two - 1) for one, two in pairwise([0, *taken]) if two > one + 1]
    if not holes:
        return []
    told = [str(first) if first == last else f"{first}-{last}" for first, last in holes[:MOST_HOLES]]
    more = f" and {len(holes) - MOST_HOLES} more gaps" if len(holes) > MOST_HOLES else ""
    why = "chapters that are called by a number, have kept theirs or are pinned do not move to fill such gaps"
    one = len(holes) == 1 and holes[0][0] == holes[0][1]
    return [f"no chapter has the number{'' if one else 's'} {', '.join(told)}{more}: {why}"]


def _crowded(ways: Ways, spreads: Mapping[str, Spreads]) -> Iterator[str]:
    """Why it cannot be better, where one chapter leads to more others than there are spreads for."""
    doors = Counter(chapter for chapter, _ in ways.links)
    count = len({first for first, _ in spreads.values()})
    for chapter, number in doors.most_common(1):
        if number + 1 > count:
            yield f"not all can stand apart: {chapter} leads to {number} chapters, and the book has {count} spreads"


def _many(links: int, siblings: int) -> str:
    """`1 link, 2 pairs of siblings`"""
    return f"{links} {'link' if links == 1 else 'links'}, {siblings} {'pair' if siblings == 1 else 'pairs'} of siblings"


def data(
    book: Book, numbers: Mapping[str, int], ways: Ways, spreads: Mapping[str, Spreads] | None = None
) -> dict[str, object]:
    """The same as data."""
    keys = ("links_close", "siblings_close", "mean_jump", "longest_jump")
    found = qualities(book, numbers, ways)
    real = None if spreads is None else quality(ways, numbers, spreads)
    return {
        "numbers": dict(numbers),
        "links": len(ways.links),
        "siblings": len(ways.siblings),
        "orders": {name: dict(zip(keys, row, strict=True)) for name, row in found.items()},
        "on_one_spread": None if real is None else {"links": real.links, "siblings": real.siblings},
    }
