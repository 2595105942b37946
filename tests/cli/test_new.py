from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.resources import resource_folder

STARTER = (resource_folder("books") / "starter.gbk").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "file"),
    [([], "starter.gbk"), (["mine"], "mine.gbk"), (["mine.gbk", "--from", "starter.gbk"], "mine.gbk")],
)
def test_a_shipped_book_is_copied(gamebook: Callable[..., Any], arguments: list[str], file: str) -> None:
    outcome = gamebook("new", *arguments)
    assert (outcome.code, outcome.out) == (0, "")
    assert f"gamebook check {file}" in outcome.err
    assert Path(file).read_text("utf-8") == STARTER


def test_nothing_is_overwritten_unless_asked(gamebook: Callable[..., Any]) -> None:
    Path("mine.gbk").write_text("years of work", "utf-8")
    outcome = gamebook("new", "mine")
    assert outcome.code == 2
    assert "--force" in outcome.err
    assert Path("mine.gbk").read_text("utf-8") == "years of work"
    assert gamebook("new", "mine", "--force").code == 0
    assert Path("mine.gbk").read_text("utf-8") == STARTER


def test_the_books_are_listed_with_their_titles_and_what_they_are(gamebook: Callable[..., Any]) -> None:
    lines = gamebook("new", "--list").out.splitlines()
    told = dict(line.split(maxsplit=1) for line in lines)
    assert next(iter(told)) == "starter"  # before the games
    assert told["pig"] == "Pig: a dice game for two."
    for book, words in told.items():
        title, _, description = words.partition(": ")
        assert title
        assert 15 <= len(description) <= 80, book
    assert "it has" in gamebook("new", "--from", "nope").err


def test_a_folder_that_is_not_there(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("new", "gone/mine.gbk")
    assert outcome.code == 2
    assert outcome.err == "gamebook: gone/mine.gbk: there is no folder gone\n"
