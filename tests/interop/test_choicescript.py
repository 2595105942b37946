"""ChoiceScript, as its own interpreter plays it."""

from __future__ import annotations

from pathlib import Path

from gamebook.interop.importing import Imported, import_book
from tests.support.imports import chances, imported, told


def game(folder: Path, **scenes: str) -> Imported:
    """The import of a game of several scenes."""
    for name, text in scenes.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return import_book(folder)


LIST = "*scene_list\n  startup\n  two\n  three\n"


def test_the_end_of_a_scene_goes_on_to_the_next(tmp_path: Path) -> None:
    book = game(tmp_path, startup=f"{LIST}One.\n*goto a\n*label a\n*if true\n  If.\n", two="Two.", three="Three.\n")
    assert told(book) == "One. If. Two. Three."
    assert chances(book) == {"three": 1}


def test_the_end_of_a_subroutine_goes_on_to_no_scene(tmp_path: Path) -> None:
    one = f"{LIST}One.\n*gosub s\n*finish\n*label s\nSub.\n*return\n"
    book = game(tmp_path, startup=one, two="Two.\n*fake_choice\n  #A\n    A.\n  #B\nEnd.\n", three="Three.")
    assert told(book, "B") == "One. Sub. Two. End. Three."
    assert book.text.count("-> two") == 1


def test_values_in_words_that_are_values_are_comments(tmp_path: Path) -> None:
    text = '*create who "Ann"\n*create g "Hi"\n*set g "Hi ${who}"\n*if (g = "$!{who}")\n  A.\n*set g "@{true a|b}"\n'
    book = imported(tmp_path, text, "s.txt")
    assert '// TODO import: *set g "Hi ${who}"\n' in book.text
    assert book.census.of("effect") == (2, 2)
    assert book.census.of("condition") == (0, 1)
    assert imported(tmp_path, '*create a 1\n*create g "${a}"\nHi\n', "t.txt").census.of("effect") == (1, 1)
