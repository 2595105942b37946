"""What each report of `gamebook solve` costs beside solving, on every book that comes with the package.

Seconds are those of the processor, each book in a process of its own, as the command has one. Reports have to cost less
than solving: reading the book, listing its states, and the values of best play and of the random reader.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import gamebook
from bench.measure import heading, row
from gamebook.render.solution import Solution
from gamebook.render.text import text
from gamebook.report import endings, heroes, solution, why
from gamebook.report.amounts import Amounts
from gamebook.report.section import Section

BOOKS = Path(__file__).parents[1] / "books"
LEFT_OUT = ("book02.gbk", "the-seven-lamps.gbk")
"""Books of which all heroes together are too many to be solved: `solve` writes bounds, and no reports."""
HEROES: Mapping[str, tuple[str | None, ...]] = {"the-long-ebb.gbk": ("average", None)}
"""Heroes of books that are solved more than once."""
LEAST = 0.0005
"""Seconds that are not worth a column."""

Result = TypeVar("Result")


def sections() -> None:
    """Each book with each of its reports, in the order in which `solve` prints them."""
    heading("Reports of gamebook solve beside solving, processor time")
    for path in sorted(BOOKS.rglob("*.gbk")):
        if path.name not in LEFT_OUT:
            for hero in HEROES.get(path.name, (None,)):
                with get_context("spawn").Pool(1) as process:
                    measured = process.apply(_measured, (path, hero))
                _show(path.name if hero is None else f"{path.name}, {hero}", measured)


def _measured(path: Path, hero: str | None) -> tuple[float, Mapping[str, float]] | None:
    """Seconds of solving a book, and of each of its reports; None if it is not solved."""
    solved, solving = _worked(lambda: gamebook.solve(path, hero))
    if not solved.difficulty.complete:
        return None
    return solving, {name: _worked(partial(_written, each, solved))[1] for name, each in _reports().items()}


def _show(name: str, measured: tuple[float, Mapping[str, float]] | None) -> None:
    """A row of the table."""
    if measured is None:
        row(name, "-", "not solved within the limits")
        return
    solving, parts = measured
    whole = sum(parts.values())
    told = ", ".join(f"{name} {seconds:.2f}" for name, seconds in parts.items() if seconds >= LEAST)
    row(name, f"{whole / solving:.2f}", f"{whole:.2f} s after {solving:.2f} s of solving: {told}")


def _written(report: Callable[[Solution], list[Section]], solved: Solution) -> None:
    text(report(solved))


def _reports() -> dict[str, Callable[[Solution], list[Section]]]:
    return {
        "value": lambda study: [next(iter(solution.sections(study)))],
        "heroes": lambda study: [*heroes.sections(study, Amounts(study.difficulty.aim == "win"), grid=False)],
        "endings": lambda study: [endings.together(study)],
        "kills": lambda study: [*why.what_kills(study, 4)],
        "luck": lambda study: [*why.what_luck_decides(study, 3)],
        "mistakes": lambda study: [*why.mistakes(study, 4)],
        "change": lambda study: [*why.what_to_change(study)],
    }


def _worked(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and its seconds of processor time."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began
