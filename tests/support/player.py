"""The page to play against the command: plays in both, event for event. The page runs in node, many books a time."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
import typer
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gamebook.cli import table
from gamebook.model.book import Book
from gamebook.play.moment import Decision
from gamebook.play.saved import Saved, fingerprint
from gamebook.play.session import Session
from gamebook.publish.player.pack import packed
from gamebook.render.play_json import JsonTelling
from gamebook.render.play_words import Knowledge
from gamebook.srr import without_luck
from tests.support.random_books import books as small_books

RUNNER = Path(__file__).with_name("player.mjs")
SECONDS = 300
MOST_ROLLS = 300
"""Rolls without a decision after which both stop."""

Events = list[dict[str, Any]]


@dataclass(frozen=True)
class Told:
    """A play as the command tells it."""

    seed: int
    choices: tuple[int, ...]
    """The numbers of the options taken, from 0."""
    events: Events


class _Reader(io.StringIO):
    """Types the number of an open option, any with the same chance, so many times."""

    def __init__(self, session: Session, seed: int, most: int) -> None:
        super().__init__()
        self._session = session
        self._random = Random(f"{seed} reader")
        self._left = most
        self.choices: list[int] = []

    def readline(self, _size: int = -1, /) -> str:
        moment = self._session.moment
        if not isinstance(moment, Decision) or not self._left:
            return ""
        self._left -= 1
        self.choices.append(self._random.randrange(len(moment.options)))
        return f"{self.choices[-1] + 1}\n"


def told(book: Book, seed: int, most: int = 40) -> Told:
    """A play of the command's own loop, by a reader who takes any option, up to so many."""
    session = Session(book, seed)
    telling = JsonTelling(Knowledge(book, session.machine.index))
    saved = Saved(title="", book=fingerprint(book), settings={}, seed=seed, hero={}, chapter=None, sheet={}, moves=())
    reader, output = _Reader(session, seed, most), io.StringIO()
    with redirect_stdout(output), mock.patch("sys.stdin", reader), mock.patch.object(table, "MOST_ROLLS", MOST_ROLLS):
        output.write(telling.opening(seed))
        with suppress(typer.Exit):  # a play that may never end
            table.Table(session, telling, saved, auto=None, rival="lot", limit_states=1, silent=True).play()
    return Told(seed, tuple(reader.choices), lines(output.getvalue()))


def lines(text: str) -> Events:
    """One object a line."""
    return [json.loads(line) for line in text.split("\n") if line]


def in_node(jobs: Iterable[Mapping[str, Any]]) -> list[Any]:
    """What the runner answers to each job, in one process; the test is skipped where there is no node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    asked = "".join(json.dumps(job) + "\n" for job in jobs)
    run = subprocess.run(
        [node, str(RUNNER)], input=asked, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    assert not run.returncode, run.stderr
    return [json.loads(line) for line in run.stdout.split("\n") if line]


def assert_same(books: Iterable[tuple[str, Book]], seeds: Sequence[int], most: int = 40) -> int:
    """Both tell the same plays of each book; how many events that were."""
    jobs, expected = [], []
    for name, book in books:
        plays = [told(book, seed, most) for seed in seeds]
        jobs.append(
            {
                "do": "play",
                "book": packed(book),
                "plays": [{"seed": play.seed, "choices": play.choices} for play in plays],
            }
        )
        expected.append((name, plays))
    count = 0
    for (name, plays), answers in zip(expected, in_node(jobs), strict=True):
        for play, answer in zip(plays, answers, strict=True):
            _compare(name, play, answer)
            count += len(answer)
    return count


def _compare(name: str, play: Told, found: Events) -> None:
    if play.events == found:
        return
    both = enumerate(zip(play.events, found, strict=False))
    number = next((number for number, (here, there) in both if here != there), min(len(play.events), len(found)))
    here, there = play.events[number : number + 1], found[number : number + 1]
    pytest.fail(f"{name}, seed {play.seed}, choices {play.choices}: event {number} is {here} here, {there} there")


def random_models(count: int, modes: bool = False) -> list[tuple[str, Book]]:
    """Random books of core steps."""
    found: list[tuple[str, Book]] = []

    @settings(
        max_examples=count, phases=[Phase.generate], derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), deadline=None,
    )  # fmt: skip
    @given(st.sampled_from(["win", "score"]).flatmap(lambda aim: small_books(aim=aim, modes=modes)))
    def collect(book: Book) -> None:
        found.append((f"model {len(found)}", without_luck(book).book))

    collect()
    return found
