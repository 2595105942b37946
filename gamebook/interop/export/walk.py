"""What writers of processes share: going through the states, labels of a state, and how numbers are written."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from gamebook.errors import UsageError
from gamebook.interop.export.process import Process
from gamebook.job import current

EVERY = 2_000
"""States between two looks at the job: some milliseconds."""


def walk(process: Process) -> Iterator[int]:
    """The numbers of all states.

    Raises:
        Cancelled: the job was cancelled.
    """
    job = current()
    job.begin("writing states", process.states)
    for state in range(process.states):
        if state % EVERY == 0:
            job.step(state)
        yield state


def labels_of_states(process: Process) -> Iterator[tuple[str, ...]]:
    """The labels of each state."""
    changes: dict[int, list[int]] = {0: [], process.states: []}
    """State → the labels, by number, that begin or end there."""
    for number, span in enumerate(process.labels.values()):
        for bound in (span.start, span.stop) if span else ():
            changes.setdefault(bound, []).append(number)
    names = list(process.labels)
    here: set[int] = set()
    for low, high in pairwise(sorted(changes)):
        here ^= set(changes[low])
        labels = tuple(names[number] for number in sorted(here))
        yield from [labels] * (high - low)


def only_one_chooses(process: Process, form: str) -> None:
    """Refuse a game of two players.

    Raises:
        UsageError: it is one.
    """
    if process.kind == "smg":
        raise UsageError(
            f"in this book a rival chooses, too, and {form} has no games of two players; "
            "export it as prism or umb, or with --policy, which decides for the reader"
        )


def one_line(text: str) -> str:
    """The text without line ends, for a comment."""
    return " ".join(text.split())


@lru_cache(maxsize=100_000)
def exact(above: int, below: int) -> str:
    """A fraction in lowest terms: `1/3`, `2`."""
    return str(Fraction(above, below))


def rounded(above: int, below: int) -> str:
    """A fraction as the nearest decimal: `0.3333333333333333`."""
    return repr(above / below)
