"""How long each stage takes on a synthetic book, and the published table of Fighting Fantasy fights."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

import gamebook
from bench.measure import heading, peak_memory, row, timed
from bench.synthetic import HERO, synthetic
from gamebook.kernels.arrays import Floats
from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.project import Project
from gamebook.reading import read_text
from gamebook.resolve.resolve import resolve
from gamebook.solver.arrays import arrange
from gamebook.solver.fields import Field, flow, modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.manner import best_play
from gamebook.solver.solution import ending_worth, play
from gamebook.solver.solving import solve
from gamebook.solver.space import explore

ROOT = Path(__file__).parents[1]
FIGHT = ROOT / "tests" / "data" / "ff" / "fight.gbk"
FIGHTER = {"SKILL": 9, "STAMINA": 24, "LUCK": 12}


def warm_up() -> None:
    """Load the kernels, so that what follows measures work and not the loading of compiled code."""
    book = Project(FIGHT).book
    assert solve(book, FIGHTER).uniform.visits.size
    assert solve(book, FIGHTER, listed=0).uniform.visits.size


def stages() -> None:
    """Every stage on one large book, in arrays and listed."""
    text = synthetic()
    loaded, parsing = timed(lambda: read_text("synthetic.gbk", text).loaded)
    resolved, resolving = timed(lambda: resolve(loaded.pages))
    book = resolved.book
    assert book is not None
    heading(f"A synthetic book: {len(book.chapters)} chapters, {text.count('~ fight')} fights, one hero")
    row("parse", f"{parsing:.2f} s", f"{len(text.splitlines()):,} lines and the rule system")
    row("resolve", f"{resolving:.2f} s")
    program, lowering = timed(lambda: compiled(book, HERO))
    row("lower", f"{lowering:.2f} s", f"{len(program.nodes):,} nodes, {len(program.points()):,} points")
    in_arrays = _arrays(book, program)
    listed = _lists(book, program)
    row("lists / arrays", f"{listed / in_arrays:.1f}", "time from the program to values and visits")


def editing() -> None:
    """Findings that need no solving, after one chapter in the middle was edited: what an editor waits for."""
    heading("One chapter edited: quick findings")
    long = (ROOT / "books" / "the-long-ebb.gbk").read_text("utf-8")
    for name, text, goal in (("The Long Ebb", long, 0.1), ("1,000 chapters", synthetic(1000), 0.3)):
        book = Project.of(text)
        book.check("quick")
        middle = text.index("\n===", len(text) // 2)
        seconds = []
        for words in ("One line more.", "One more line.", "A line more."):
            book.edit("book.gbk", f"{text[:middle]}\n{words}\n{text[middle:]}")
            seconds.append(timed(partial(book.check, "quick"))[1])
        row(name, f"{min(seconds):.3f} s", f"to be below {goal} s")


def answering() -> None:
    """The chance to win after one chapter late in the book was edited, for one hero."""
    heading("One chapter edited: the chance to win (The Long Ebb, one hero)")
    text = (ROOT / "books" / "the-long-ebb.gbk").read_text("utf-8")
    book = Project.of(text)
    _, fresh = timed(lambda: gamebook.solve(book, hero=HERO).difficulty)
    row("solved anew", f"{fresh:.3f} s", "")
    late = text.index(" SKILL ", 3 * len(text) // 4) + len(" SKILL ")
    paragraph = text.index("\n\n", late)
    edits = {
        "prose": (f"{text[:paragraph]}\nRain.{text[paragraph:]}", 0.3),
        "a foe's SKILL": (f"{text[:late]}1{text[late:]}", 1.0),
    }
    for name, (new, goal) in edits.items():
        book.edit(book.main, new)
        _, seconds = timed(lambda: gamebook.solve(book, hero=HERO).difficulty)
        row(name, f"{seconds:.3f} s", f"to be below {goal} s; {seconds / fresh:.2f} of solving it anew")


def _arrays(book: Book, program: Program) -> float:
    """The same as arrays; returns the seconds."""
    before = peak_memory()

    def whole() -> tuple[Field, Floats]:
        listing = Listing.begin(encode(program, liveness(program)))
        arrays, arranging = timed(lambda: arrange(program, listing, [(program.entry, listing.code.start)]))
        row(
            "arrays: arrange", f"{arranging:.2f} s", f"{arrays.size:,} states in {arrays.grid.layout.block[-1]:,} cells"
        )
        field, solving = timed(lambda: solve_field(arrays, modes(arrays), ending_worth(book, program)))
        (low,), (high,) = field.bounds(arrays.roots[:1])
        row("arrays: values", f"{solving:.2f} s", f"{low:.12f}..{high:.12f}")
        row("arrays: states a second", f"{arrays.size / (arranging + solving):,.0f}", "arranged and solved")
        row(
            "arrays: bytes a state",
            f"{13 + arrays.grid.layout.block[-1] / arrays.size * 3 / 16:.1f}",
            "bounds, best option, reached or not",
        )
        found, going = timed(lambda: flow(field, arrays.roots, np.ones(1)))
        row("arrays: visits", f"{going:.2f} s")
        return field, found

    _, seconds = timed(whole)
    row("arrays: memory", f"{(peak_memory() - before) / 1e9:.2f} GB", "more than before")
    return seconds


def _lists(book: Book, program: Program) -> float:
    """The same state by state; returns the seconds."""
    before = peak_memory()
    space, listing = timed(lambda: explore(program))
    row("lists: list states", f"{listing:.2f} s", f"{space.size:,} states, {len(space.states.successor):,} successors")
    _, ordering = timed(lambda: space.order)
    played, solving = timed(lambda: play(book, space, best_play(space)))
    row("lists: values", f"{ordering + solving:.2f} s", f"{played.low:.12f}..{played.high:.12f}")
    row("lists: states a second", f"{space.size / (listing + ordering + solving):,.0f}", "listed and solved")
    row("lists: bytes a state", f"{space.bytes / space.size:.0f}", "the arrays of states alone")
    visited, going = timed(lambda: played.visits)
    row("lists: visits", f"{going:.2f} s", f"{(visited > 0).sum():,} states come to in best play")
    row("lists: memory", f"{(peak_memory() - before) / 1e9:.2f} GB", "more than with arrays")
    return listing + ordering + solving + going


def fights() -> None:
    """Best play of every fight with SKILL 10 below to 10 above the foe's, from the book to the values."""

    def one(edge: int) -> tuple[int, int]:
        book = Project(FIGHT, settings={"edge": edge}).book
        solved = solve(book, FIGHTER)
        return len(solved.arrival(solved.best, "2").states), solved.space.size

    sizes, seconds = timed(lambda: [one(edge) for edge in range(-10, 11)])
    heading("The published table of fights, SKILL -10..10")
    row("fights valued", f"{sum(rows for rows, _ in sizes):,}", f"{sum(states for _, states in sizes):,} states")
    row("time", f"{seconds:.2f} s", "21 books read, listed and solved one by one")
