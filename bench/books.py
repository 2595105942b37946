"""How long each stage takes on a synthetic book, and the published table of Fighting Fantasy fights."""

from __future__ import annotations

from pathlib import Path

from bench.measure import heading, peak_memory, row, timed
from bench.synthetic import HERO, synthetic
from gamebook import workspace
from gamebook.program.lower import lower
from gamebook.resolve.load import load_around
from gamebook.resolve.resolve import resolve
from gamebook.solve.backward import best_play
from gamebook.solve.solution import play, solve
from gamebook.solve.space import explore
from gamebook.source import Source

ROOT = Path(__file__).parents[1]
FIGHT = ROOT / "tests" / "data" / "ff" / "fight.gbk"
FIGHTER = {"SKILL": 9, "STAMINA": 24, "LUCK": 12}


def warm_up() -> None:
    """Load the kernels, so that what follows measures work and not the loading of compiled code."""
    assert solve(workspace.load(FIGHT).book, FIGHTER).uniform.visits.size


def stages() -> None:
    """Every stage on one large book."""
    text = synthetic()
    loaded, parsing = timed(lambda: load_around(Source("synthetic.gbk", text)))
    resolved, resolving = timed(lambda: resolve(loaded.pages))
    book = resolved.book
    assert book is not None
    heading(f"A synthetic book: {len(book.chapters)} chapters, {text.count('~ fight')} fights, one hero")
    row("parse", f"{parsing:.2f} s", f"{len(text.splitlines()):,} lines and the rule system")
    row("resolve", f"{resolving:.2f} s")
    program, lowering = timed(lambda: lower(book, HERO))
    row("lower", f"{lowering:.2f} s", f"{len(program.nodes):,} nodes, {len(program.points()):,} points")
    space, listing = timed(lambda: explore(program))
    row("list states", f"{listing:.2f} s", f"{space.size:,} states, {len(space.states.successor):,} successors")
    _, ordering = timed(lambda: space.order)
    row("components", f"{ordering:.2f} s")
    played, solving = timed(lambda: play(book, space, best_play(space)))
    row("solve", f"{solving:.2f} s", f"{played.low:.12f}..{played.high:.12f}")
    visited, going = timed(lambda: played.visits)
    row("forward", f"{going:.2f} s", f"{(visited > 0).sum():,} states come to in best play")
    total = parsing + resolving + lowering + listing + ordering + solving + going
    row("all of it", f"{total:.2f} s")
    row("states listed a second", f"{space.size / listing:,.0f}")
    row("states solved a second", f"{space.size / (ordering + solving):,.0f}", "components and values")
    row("bytes a state", f"{space.bytes / space.size:.0f}", "the arrays of states alone")
    row("most memory held", f"{peak_memory() / 1e9:.2f} GB", "this process, so far")


def fights() -> None:
    """Best play of every fight with SKILL 10 below to 10 above the foe's, from the book to the values."""

    def one(edge: int) -> tuple[int, int]:
        book = workspace.load(FIGHT, {"edge": edge}).book
        solved = solve(book, FIGHTER)
        return len(solved.arrival(solved.best, "2").states), solved.space.size

    sizes, seconds = timed(lambda: [one(edge) for edge in range(-10, 11)])
    heading("The published table of fights, SKILL -10..10")
    row("fights valued", f"{sum(rows for rows, _ in sizes):,}", f"{sum(states for _, states in sizes):,} states")
    row("time", f"{seconds:.2f} s", "21 books read, listed and solved one by one")
