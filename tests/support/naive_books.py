"""Random books in two listings: the solver's, and the naive interpreter's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import gamebook
from gamebook.analysis.by_chance import with_draws
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.naive import readers as naive
from tests.support.naive.book import Book
from tests.support.naive.random_text import random_book
from tests.support.naive.solver import ZERO, Node, TooLargeError, informed, listed, values

LARGEST = 100
"""Nodes that lead back to each other, in the naive interpreter."""


def small(seed: int, folder: Path, most: int = 300, *, secrets: bool = False) -> tuple[Solved, list[Node]] | None:
    """A random book in which readers have choices, played for winning; None for others.

    Args:
        seed: its number.
        folder: where it is written.
        most: so many states at most.
        secrets: only books of which some readers do not know every option; it is drawn who does. Else only others.
    """
    written = random_book(seed)
    if "rival" in written.used:
        return None
    path = written.write(folder)
    book = Book(path, written.hero)
    if book.aim == "score":
        return None
    try:
        nodes = [
            replace(node, actions=[replace(action, earned=ZERO) for action in node.actions])
            for node in listed(book, most)
        ]
        if any(node.ignorant for node in nodes) != secrets:
            return None
        nodes = informed(nodes)
        if sum(map(naive.decides, nodes)) < 2:
            return None
        values(nodes, naive.won, LARGEST)
    except TooLargeError:
        return None
    return solve(with_draws(gamebook.Project(path).edition().book), written.hero), nodes
