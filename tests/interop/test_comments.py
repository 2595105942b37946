"""What an author has commented out is no choice, in whatever format it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.interop.importing import import_book
from tests.support.imports import imported, ways

SECTIONS = "# T\n\n## 1\n\nYou wait.{comment}\n\nTurn to 2.\n\n## 2\n\nYou fall.\n\n## 3\n\nYou have won.\n"
STORIES = {
    "snowman": ":: Start\n<% s.a = 1 %>\n<!-- old: [[Up->Win]] -->\n[[Down->Lose]]\n\n:: Win\n\n:: Lose\n",
    "chapbook": ":: Start\na: 1\n--\n<!-- old: [[Up->Win]] -->\n[[Down->Lose]]\n\n:: Win\n\n:: Lose\n",
}
OTHERS = {
    "pangamebook": "# 1\n\nHi <!-- old: [Up](#2) --> [Down](#3)\n\n# 2\n\n# 3\n",
    "squiffy": "[[Start]]:\nHi <!-- old: [[Up]](Win) --> [[Down]](Lose)\n\n[[Win]]:\n\n[[Lose]]:\n",
    "mui": "# Start\n\nHi\n<!--\n* [Up] -> Win\n-->\n* [Down] -> Lose\n\n# Win\n\n# Lose\n",
}


@pytest.mark.parametrize("name", ["a.md", "a.txt"])
@pytest.mark.parametrize("comment", [" <!-- was: turn to 3 -->", "\n\n<!--\nOld text: turn to 3\n\n## 4\n-->"])
def test_manuscripts(tmp_path: Path, name: str, comment: str) -> None:
    book = imported(tmp_path, SECTIONS.format(comment=comment), name)
    assert ways(book.draft) == [("1", "2")]
    assert "turn to 3" in book.text
    assert "You wait.\n// TODO import: comment: " in book.text


def test_a_comment_that_is_never_closed_is_words(tmp_path: Path) -> None:
    book = imported(tmp_path, SECTIONS.format(comment=" <!-- he said, and <-- too"), "a.md")
    assert "You wait. <!-- he said" in book.text.replace("\\", "")


@pytest.mark.parametrize("text", STORIES.values(), ids=STORIES)
def test_stories_of_twine(tmp_path: Path, text: str) -> None:
    book = imported(tmp_path, text)
    assert ways(book.draft) == [("Start", "Lose")]
    assert "// old: [[Up->Win]]" in book.text


@pytest.mark.parametrize("form", OTHERS)
def test_other_formats(tmp_path: Path, form: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(OTHERS[form], "utf-8")
    book = import_book(path, form)
    assert len(ways(book.draft)) == 1
    assert "Up" in book.text
