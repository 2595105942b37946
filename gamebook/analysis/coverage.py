"""Where plays by chance came and what they took: every chapter and every choice, also those they never came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from gamebook.analysis.decisions import Decision, decisions
from gamebook.model.book import Book
from gamebook.program.script import Spot
from gamebook.solver.sample import Count, Sample

NONE = Count(0, 0, None)


class ChapterCount(Struct, frozen=True):
    """One chapter."""

    chapter: str
    title: str
    count: Count


class OptionCount(Struct, frozen=True):
    """One option of a decision."""

    chapter: str
    """Where the decision is: the chapter, `hero`, or `when 1` for a trigger that never led to it."""
    decision: str
    option: str
    """Addresses."""
    label: str
    against: str
    """In a fight, the foe; empty elsewhere."""
    rival: bool
    count: Count


class Coverage(Struct, frozen=True):
    """What a sample of plays looked at."""

    chapters: tuple[ChapterCount, ...]
    options: tuple[OptionCount, ...]
    in_fights: bool
    """Whether some of the options are those of fights, or are offered at any time."""

    @property
    def never_entered(self) -> tuple[ChapterCount, ...]:
        """Chapters in which no play was."""
        return tuple(row for row in self.chapters if not row.count.times)

    @property
    def never_open(self) -> tuple[OptionCount, ...]:
        """Options that no play could take, in chapters that were entered."""
        return tuple(row for row in self.options if not row.count.open and self._entered(row.chapter))

    @property
    def never_taken(self) -> tuple[OptionCount, ...]:
        """Options that were open and that no play took."""
        return tuple(row for row in self.options if row.count.open and not row.count.times)

    def _entered(self, chapter: str) -> bool:
        return all(row.count.times for row in self.chapters if row.chapter == chapter)


def coverage(book: Book, sample: Sample) -> Coverage:
    """All chapters and choices of a book in its order, as often as plays came there."""
    places: dict[str, list[Spot]] = {}
    known = decisions(book)
    for spot in sample.options:
        places.setdefault(spot.decision, []).append(spot)
    return Coverage(
        chapters=tuple(
            ChapterCount(chapter.name, chapter.title, sample.chapters[chapter.name]) for chapter in book.chapters
        ),
        options=tuple(
            row
            for decision in known.values()
            if decision.is_open
            for row in _rows(decision, places.get(decision.address, ()), sample.options)
        ),
        in_fights=any(decision.in_fight or decision.anytime for decision in known.values()),
    )


def _rows(decision: Decision, spots: Iterable[Spot], counts: Mapping[Spot, Count]) -> list[OptionCount]:
    """A decision's options, for each chapter in which it can occur."""
    known = {(spot.chapter, spot.option): spot for spot in spots}
    chapters = list(dict.fromkeys(chapter for chapter, _ in known)) or [decision.address.partition("#")[0]]
    return [
        OptionCount(
            chapter,
            decision.address,
            option,
            label,
            decision.against,
            decision.what == "rival",
            counts[known[chapter, option]] if (chapter, option) in known else NONE,
        )
        for chapter in chapters
        for option, label in decision.labels.items()
    ]
