"""What is known of good play in a book that is too large to be solved: how plays of a practised reader end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gamebook.analysis.study import Study
from gamebook.model.book import SOFT_LOCK
from gamebook.report.cells import Cell, Chance, Chapter
from gamebook.report.section import Lines, Section, Table

if TYPE_CHECKING:
    from gamebook.solver.practice import Practised

MANY = 8
"""Rows of a table."""
HOW_ENDED = (
    "The share of simulated plays that ended so. A play that goes on for very long is given up and is missing here."
)
HOW_FAILED = "The share of simulated plays that ended in the chapter without a victory."


def sections(study: Study, found: Practised) -> Iterator[Section]:
    """Endings, and the chapters where good play fails."""
    yield _endings(study, found)
    failed = _most(found.failures)
    if failed:
        yield _failures(study, found, failed)


def _most(shares: Mapping[str, float]) -> list[str]:
    return sorted((name for name, share in shares.items() if share > 0.0), key=lambda name: -shares[name])


def _endings(study: Study, found: Practised) -> Section:
    kinds = {ending.name: ending.kind for ending in study.solved.book.endings} | {SOFT_LOCK: "defeat"}
    sample = study.difficulty.sample
    random = sample if sample is not None and sample.plays and not sample.rivals else None
    names = _most(found.endings)
    rows: list[tuple[Cell, ...]] = [
        (
            Chance(found.endings[name]),
            *([Chance(random.counts[name] / random.plays)] if random else []),
            kinds[name],
            name,
        )
        for name in names[:MANY]
    ]
    head = ("good play", *(["random"] if random else []), "kind", "ending")
    more = [Lines([f"… and {len(names) - MANY} more"])] * (len(names) > MANY)
    return Section(
        "Endings in simulated plays", [Table(head, rows, "r" * (len(head) - 2) + "ll"), *more], how=HOW_ENDED
    )


def _failures(study: Study, found: Practised, names: list[str]) -> Section:
    titles = {chapter.name: chapter.title for chapter in study.solved.book.chapters}
    total = sum(found.failures.values())
    rows = [
        (Chance(found.failures[name]), Chance(found.failures[name] / total, 1), Chapter(name, titles.get(name, "")))
        for name in names[:MANY]
    ]
    rest = sum(found.failures[name] for name in names[MANY:])
    more = [Lines([f"… and {len(names) - MANY} more, {Chance(rest)} in all"])] * (len(names) > MANY)
    head = ("fails", "of failures", "chapter where play ended")
    return Section("Where good play fails, in simulated plays", [Table(head, rows, "rrl"), *more], how=HOW_FAILED)
