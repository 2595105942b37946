"""Hints of the page against the advice of `gamebook play`, which solves the book for the hero of the play."""

from __future__ import annotations

from math import isfinite, isnan
from pathlib import Path
from typing import Any

import pytest

from gamebook.analysis.outlook import Adviser, Outlook
from gamebook.dice.percent import percent
from gamebook.errors import LimitReached
from gamebook.limits import NO_LIMITS
from gamebook.model.book import Book
from gamebook.play.moment import Chance, Decision
from gamebook.play.session import Session
from gamebook.project import Project
from gamebook.publish.player.advice import advice
from gamebook.publish.player.pack import packed
from tests.support.player import in_node, random_models, told

MOST = 1_000_000
NEAR = 0.0002
"""Of a chance: hints have two digits of a percent."""


def hints(book: Book, seed: int, choices: tuple[int, ...]) -> list[Any]:
    """What the page says at each choice."""
    data = packed(book) | {"advice": advice(book, {}, MOST)}
    (found,) = in_node([{"do": "hints", "book": data, "seed": seed, "choices": choices}])
    return list(found)


def outlooks(book: Book, seed: int, choices: tuple[int, ...]) -> list[Outlook | None]:
    """What the command says there."""
    session, adviser, found = Session(book, seed), Adviser(book, {}, NO_LIMITS), []
    left = list(choices)
    while left:
        moment = session.moment
        if isinstance(moment, Chance):
            session.roll()
        elif isinstance(moment, Decision) and moment.owner == "rival":
            session.draw_lot()
        else:
            assert isinstance(moment, Decision)
            found.append(adviser.look(moment, session.made))
            session.choose(left.pop(0))
    return found


def assert_alike(book: Book, seed: int) -> int:
    """The page and the command advise the same; how often they did."""
    choices = told(book, seed, 20).choices
    count = 0
    for here, there in zip(outlooks(book, seed, choices), hints(book, seed, choices), strict=True):
        if here is None or there is None:  # a trigger's decision in two states of different worth
            assert here is None or there is None
            continue
        count += 1
        for value, word in zip(here.options, there["options"], strict=True):
            if here.wins:
                number = float(word.strip("<>%")) / 100
                assert word == percent(value, 2) or abs(number - value) < NEAR, (word, value)
                assert (word in ("0%", "100%")) == (value in (0.0, 1.0)), (word, value)
            elif not isfinite(value):
                assert word in ("?", "∞", "-∞")
            else:
                assert float(word) == pytest.approx(value, abs=0.006)
        top = max(here.options)
        assert here.options[there["best"]] == pytest.approx(top, abs=1e-9) or isnan(sum(here.options))
        assert there["now"] == there["options"][there["best"]]
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the-winter-palace", "srr/ogre", "dice/risk-or-safety", "campaign/the-pass"])
def test_hints_are_the_advice_of_the_command(name: str) -> None:
    assert sum(assert_alike(Project(Path(f"books/{name}.gbk")).book, seed) for seed in range(2))


@pytest.mark.slow
def test_hints_of_random_books() -> None:
    assert sum(assert_alike(book, 3) for _, book in random_models(8)) > 2


@pytest.mark.slow
def test_hints_of_the_tutorial_and_of_many_random_books() -> None:
    assert assert_alike(Project(Path("books/tutorial.gbk")).book, 7)
    assert sum(assert_alike(book, 4) for _, book in random_models(20)) > 20


def test_a_book_with_too_many_states_has_no_hints() -> None:
    with pytest.raises(LimitReached, match="more than 20 states"):
        advice(Project(Path("books/the-winter-palace.gbk")).book, {}, 20)
