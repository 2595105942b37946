"""How solving grows with chapters, with a number on the sheet, and with heroes; sweeps in 1, 2 and 4 processes.

`docs/scale.md` tells what came of it. Seconds of solving are those of the processor; those of sweeps are by the clock.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from inspect import cleandoc
from pathlib import Path

import gamebook
from bench.measure import heading, row, timed
from bench.synthetic import HERO, market, synthetic
from gamebook.crew.processes import Processes
from gamebook.crew.store import Store
from gamebook.interop.importing import import_book
from gamebook.interop.readers.apart import with_numbers_apart
from gamebook.reading import read_text
from gamebook.sweep.plan import read_plan
from gamebook.sweep.run import sweep
from gamebook.sweep.variants import tasks_of

BOOKS = Path(__file__).parents[1] / "books"
CHAPTERS = (100, 200, 400, 800)
PURSES = (10, 20, 40)
FIXED: tuple[dict[str, int], ...] = (
    {"SKILL": 9, "STAMINA": 19, "LUCK": 9},
    {"STAMINA": 19, "LUCK": 9},
    {"STAMINA": 19},
    {},
)
PROCESSES = (1, 2, 4)
PLAN = """
    book = "long.gbk"

    [axes.stats]
    SKILL = "7..10"
    LUCK = "8..9"
"""


def scaling() -> None:
    """Each on its own: sentences, chapters, a number, heroes, processes."""
    _sentences()
    _chapters()
    _numbers()
    _heroes()
    _processes()


def _solved(text: str, hero: dict[str, int] | None = None) -> tuple[float, int]:
    """Processor seconds of solving a book that was read before, and its states."""
    book = read_text("book.gbk", text).resolved.book
    began = time.process_time()
    states = gamebook.solve(book, hero).difficulty.states
    return time.process_time() - began, states


def _sentences() -> None:
    heading("Odd texts of one and of four lengths, processor time of four by that of one: 4 is in step with the length")
    for name, work, part in (
        ("sentences that tell nothing, read", _read, "It rains. " * 5_000),
        ("blanks, imported", _imported, " " * 20_000 + "x"),
        ("tabs and blanks, imported", _imported, "\t \t" * 7_000 + "x"),
        ("one word of capitals, imported", _imported, "A" * 20_000),
        ("empty lines, imported", _imported, "\n" * 30_000),
        ("numbers in words, looked for", with_numbers_apart, "Chapter One\n\n" + "twenty " * 15_000),
    ):
        one, four = _seconds(work, part), _seconds(work, 4 * part)
        row(name, f"{four / one:.1f}", f"{four:.2f} s")


def _seconds(work: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    work(text)
    return time.process_time() - began


def _read(text: str) -> object:
    return read_text("book.gbk", f"=== 1\n{text}\n-> 2\n=== 2\n~ victory\n").earlier


def _imported(text: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.txt"
        path.write_text(f"1\n\nYou wait. Turn to 2.\n\n2\n\n{text}\n\nYou have won.\n", "utf-8")
        return import_book(path)


def _chapters() -> None:
    heading("Solving books of more and more chapters, one hero, processor time")
    for count in CHAPTERS:
        seconds, states = _solved(synthetic(count), HERO)
        row(f"{count:,} chapters", f"{seconds:.2f} s", f"{states:,} states")


def _numbers() -> None:
    heading("The same three chapters with a larger and larger purse, all heroes, processor time")
    for most in PURSES:
        seconds, states = _solved(market(most, most - 5, "1d6 + 14"))
        row(f"gold up to {most}", f"{seconds:.2f} s", f"{states:,} states")


def _heroes() -> None:
    heading("The Long Ebb for more and more heroes, processor time")
    text = (BOOKS / "the-long-ebb.gbk").read_text("utf-8")
    for fixed in FIXED:
        seconds, states = _solved(text, fixed)
        rolled = ", ".join(name for name in FIXED[0] if name not in fixed)
        row(f"{rolled or 'nothing'} rolled", f"{seconds:.1f} s", f"{states:,} states")


def _processes() -> None:
    heading("A sweep of eight heroes through The Long Ebb")
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.toml"
        plan.write_text(cleandoc(PLAN), "utf-8")
        (Path(folder) / "long.gbk").write_text((BOOKS / "the-long-ebb.gbk").read_text("utf-8"), "utf-8")
        tasks = tasks_of(read_plan(plan))
        alone = 0.0
        for count in PROCESSES:
            with Store(Path(folder) / f"{count}.sqlite") as store, Processes(count) as crew:
                _, seconds = timed(partial(sweep, tasks, store, crew))
            alone = alone or seconds
            row(f"{count} processes", f"{seconds:.1f} s", f"{alone / seconds:.2f} times as fast as one")
