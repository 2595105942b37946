from __future__ import annotations

import os
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


@pytest.mark.parametrize("name", ["", ".", "..", "/"])
def test_what_names_no_file_is_no_name_for_a_book(gamebook: Callable[..., Any], name: str) -> None:
    outcome = gamebook("new", name)
    assert (outcome.code, list(Path().iterdir())) == (2, [])
    assert "is no name for a book; write one, such as my-book.gbk" in outcome.err


def test_a_folder_is_not_replaced(gamebook: Callable[..., Any]) -> None:
    Path("mine.gbk").mkdir()
    outcome = gamebook("new", "mine", "--force")
    assert (outcome.code, outcome.err) == (2, "gamebook: mine.gbk is a folder; choose another name\n")


@pytest.mark.parametrize(("name", "word"), [("a b", "'a b.gbk'"), ("-x.gbk", "./-x.gbk")])
@pytest.mark.skipif(os.name != "posix", reason="another shell")
def test_what_to_do_next_can_be_copied(gamebook: Callable[..., Any], name: str, word: str) -> None:
    outcome = gamebook("new", "--", name)
    assert outcome.code == 0
    assert outcome.err.endswith(f"then run  gamebook check {word}\n")


@pytest.mark.skipif(os.name != "posix", reason="links of another kind")
@pytest.mark.parametrize(
    "command", ["new loop.gbk", "new loop.gbk --force", "solve book.gbk -o loop.txt", "export book.gbk -o loop.twee"]
)
def test_links_that_lead_in_a_circle_are_told(gamebook: Callable[..., Any], command: str) -> None:
    Path("book.gbk").write_text("=== 1\n-> victory\n")
    name = next(word for word in command.split() if word.startswith("loop"))
    Path(name).symlink_to(name)
    outcome = gamebook(*command.split())
    assert (outcome.code, outcome.err) == (2, f"gamebook: {name}: Too many levels of symbolic links\n")
    assert Path(name).is_symlink()
