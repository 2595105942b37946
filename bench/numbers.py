"""What it costs to ask for the effect of every number of a book, and to tune twenty of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import gamebook
from bench.measure import heading, row, timed
from gamebook.analysis.changed import Changed, Outcome, outcome
from gamebook.analysis.effects import Numbered, effects
from gamebook.analysis.sensitivity import around, is_local
from gamebook.analysis.target import beside, tune, usual_values
from gamebook.limits import NO_LIMITS
from gamebook.model.reader import reader
from gamebook.resolve.numbers import numbers
from gamebook.resolve.rewritten import Rewriting

BOOKS = Path(__file__).parent.parent / "books"
TWENTY = 20


def numbers_of_books() -> None:
    """Best play of a large book for one hero, and the random reader of a small one."""
    costs(BOOKS / "the-long-ebb.gbk", "average", "best")
    costs(BOOKS / "tutorial.gbk", "average", "random")


def costs(path: Path, hero: str, who: str) -> None:
    """Print how many solves it takes to ask for all numbers of chapters, and to tune twenty."""
    edition = gamebook.Project(path).edition()
    loaded = edition.loaded
    known = numbers(loaded.sources, loaded.pages)
    subject = Numbered(
        Rewriting(loaded.sources, loaded.pages, {}), None, hero, reader(who), NO_LIMITS, time.monotonic()
    )
    subject.solved({})
    _, once = timed(lambda: subject.solved({}))
    values = {number: around(number) for number in known if is_local(number)}
    found, asked = timed(lambda: effects(subject, values))

    def solve(books: Sequence[Changed], _part: Callable[[int], str]) -> dict[Changed, Outcome]:
        return {each: outcome(subject, each) for each in books}

    heading(f"Numbers of {path.stem}, {hero} hero, {who}")
    row("one solve", f"{once:.1f} s", f"{found.solved.space.count:,} states")
    row("effects of all numbers", f"{asked:.1f} s", f"{len(found.changes)} changes, {asked / once:.1f} solves")
    some = dict(list(usual_values(known, edition.book).items())[:TWENTY])
    tuned, spent = timed(lambda: tune(effects(subject, beside(some)), 0.5, some, solve, pairs=False))
    row(f"tune over {len(some)} numbers", f"{spent:.1f} s", f"{tuned.tried} changes, {spent / once:.1f} solves")
