"""What a reader learns who practises a book for some rounds, to be followed in any number of plays."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress

from gamebook.errors import OutOfTime, UsageError
from gamebook.job import current, look
from gamebook.limits import within
from gamebook.model.book import Book
from gamebook.program.compile import Target, reduced
from gamebook.program.lower import lower
from gamebook.solver.practice import Practice
from gamebook.solver.sample import Lesson
from gamebook.solver.solution import ending_worth

PRACTISED = "practised"
"""What the policy is called; a strategy of the book with this name replaces it."""


def wants_practice(book: Book, policy: str) -> bool:
    """Whether a policy is that of a reader who has practised."""
    return policy.strip() == PRACTISED and all(each.name != PRACTISED for each in book.strategies)


def lesson(
    book: Book, hero: Mapping[str, int] | None = None, rounds: int = 1, seed: int = 1, until: float | None = None
) -> Lesson:
    """Practise, for the current job.

    Args:
        book: the model.
        hero: values of rolled stats; what is not given is rolled.
        rounds: of practice: the first is four million chapters, decisions and rounds of fights, and each of the next
            has twice as many.
        seed: with the same seed and number of rounds the reader learns the same.
        until: a `time.monotonic()` at which there should be a lesson; rounds after the first end at half of the time
            until then, so that some is left for plays.

    Raises:
        UsageError: the book is played for points.
        LimitReached: numbers have too many values.
        OutOfTime: the time was over, or the job was to finish, before the first round was.
    """
    if book.aim != "win":
        raise UsageError(f"the policy {PRACTISED} learns to win; this book is played for points (aim score)")
    job, program = current(), lower(book, hero)
    job.begin("practising")
    half = None if until is None else (time.monotonic() + until) / 2
    with within(until, lambda: job.finishing):
        look()
        practice = Practice(reduced(program, Target(numbers=False)), ending_worth(book, program), seed)
        practice.taught(program)  # whether it can be taught is seen before it is learned
        practice.practise(lambda _share: look())
    done = 1
    with suppress(OutOfTime), within(half, lambda: job.finishing):
        while done < rounds:
            practice.practise(lambda _share: look())
            done += 1
    words = f"good play after {done} {'round' if done == 1 else 'rounds'} of practice"
    return Lesson(words, program, practice.taught(program))
