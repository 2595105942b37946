"""Small books of all kinds, solved and as plain nodes: random ones, and those of the shelf that are small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import gamebook
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.naive_books import small
from tests.support.plain_states import NoFractionsError, Plain, plain


def random_books(seeds: range, folder: Path, most: int = 60) -> Iterator[tuple[Solved, Plain]]:
    """Random books with loops, of up to so many states each, in which random play ends."""
    for seed in seeds:
        each = small(seed, folder, most)
        if each is None:
            continue
        try:
            nodes = plain(each[0])
        except NoFractionsError:
            continue
        if nodes.ends:
            yield each[0], nodes


SHELF = ("the-winter-palace", "srr/ogre", "srr/ogre-treads", "srr/axis-and-allies")
"""The books with a few hundred states and simple chances."""


def shelf_book(name: str) -> tuple[Solved, Plain]:
    """One of them."""
    solved = solve(gamebook.Project(Path(f"books/{name}.gbk")).edition().book)
    return solved, plain(solved)
