"""ChoiceScript, as its own interpreter plays it."""

from __future__ import annotations

from pathlib import Path

from gamebook.interop.importing import Imported, import_book
from tests.support.imports import chances, told


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
