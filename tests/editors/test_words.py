"""The files for editors have the words of the language that the grammar has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from editors.write import FILES
from editors.write.words import all_words, block_words, fight_words, header_words, replaced

TOP = Path(__file__).parents[2]
BOOKS = [*sorted((TOP / "books").rglob("*.gbk")), *sorted((TOP / "gamebook" / "systems").glob("*.gbk"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_editor_s_file_has_the_present_words(path: Path) -> None:
    text = path.read_text("utf-8")
    assert FILES[path](text) == text, "run `make editors`"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_word_that_is_missing_is_written(path: Path) -> None:
    text = path.read_text("utf-8")
    word = "repeat" if "repeat" in text else "otherwise"  # the second begins a line of the header
    assert word in text
    assert FILES[path](text.replace(word, "old")) == text


def test_words_by_their_places() -> None:
    assert {"book", "sheet", "stat", "first", "at", "wounds"} <= set(header_words())
    assert not {"gain", "if", "busy"} & set(header_words())
    in_fights = "after busy each escape foe local lost on then together with won wounded"
    assert fight_words() == in_fights.split()
    assert {"if", "else", "words", "silent", "roll", "fight"} <= set(block_words())
    assert not {"gain", "pay", "victory"} & set(block_words())
    assert {*header_words(), *fight_words(), *block_words()} <= set(all_words())


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_lines_of_shipped_headers_begin_with_words_of_headers(path: Path) -> None:
    """Of the lines at the left edge; others may be prose."""
    header = re.split(r"^===", path.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
    assert set(re.findall(r"^[a-z][\w-]*", header, re.MULTILINE)) <= set(header_words())


def test_a_place_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="behind it"):
        replaced("some text", "words = (", ")", "new")
