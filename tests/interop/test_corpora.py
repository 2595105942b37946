"""All files of the corpora: each is imported or refused with a reason, and the page shows what was modelled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import gamebook
from gamebook.errors import GamebookError
from gamebook.interop.importing import import_book
from tests.docs.commands import DOCS
from tests.support import fuzz_import
from tests.support.inputs import SMALL, sources
from tests.support.slowly import but_slowly

FOLDERS = (
    "twine-cookbook", "extwee", "ink", "choicescript", "gamebookformat", "adventure-book", "adventure-vs",
    "gamebookengine", "squiffy", "mui", "lgc", "pangamebook",
)  # fmt: skip
SLOW = {"pontoon_example.ink", "swindlestones.ink", "sugarcube_dungeonmoving.twee", "harlowe_dungeonmoving.twee"}
"""Smaller files show each thing that these have, and `test_books` and `test_scripts` look at some of them."""


@pytest.mark.parametrize(
    "path",
    but_slowly(sources(), lambda path: path.name in SLOW),
    ids=lambda path: path.name,
)
def test_every_file_is_read_or_refused_with_a_reason(path: Path) -> None:
    imported, reason = None, ""
    try:
        imported = import_book(path)
    except GamebookError as error:
        reason = str(error)
    if imported is None:
        assert path.name in reason
        return
    found = gamebook.check(text=imported.text, level="quick").findings
    grave = [
        each for each in found if each.severity.value == "error" and each.code != "GB101"
    ]  # links that lead nowhere
    assert grave == []
    wrong = [each for each in found if each.code == "GB101"]
    assert len({each.message for each in wrong}) <= len(set(imported.settled.dangling))


def books(folder: str) -> list[Path]:
    """The books of a folder: a folder of scenes, or of pages, is one."""
    path = SMALL / folder
    if folder == "choicescript":
        return [path]
    if folder == "adventure-book":
        return sorted(each for each in path.iterdir() if each.is_dir())
    return sorted(
        each for each in path.iterdir() if each.is_file() and each.suffix != ".map" and each.name != "LICENSE"
    )


def figures() -> list[str]:
    """The rows of the page."""
    rows: dict[str, Counter[str]] = {}
    for folder in FOLDERS:
        for path in books(folder):
            try:
                imported = import_book(path)
            except GamebookError:
                continue
            row = rows.setdefault(f"{imported.draft.format}, {folder}", Counter())
            row["books"] += 1
            for kind in ("link", "condition", "effect", "dice", "other"):
                made, kept = imported.census.of(kind)
                row[kind] += made
                row[f"{kind} kept"] += kept
    return [
        f"| {title} | {row['books']} | "
        + " | ".join(_share(row[kind], row[f"{kind} kept"]) for kind in ("link", "condition", "effect", "dice"))
        + f" | {row['other kept']} |"
        for title, row in rows.items()
    ]


def _share(made: int, kept: int) -> str:
    return f"{made} of {made + kept}" if made + kept else "-"


@pytest.mark.slow
def test_the_page_shows_what_was_modelled() -> None:
    page = (DOCS / "interop.md").read_text("utf-8")
    assert [row for row in figures() if row not in page] == []


@pytest.mark.slow
def test_mutated_files_give_books_or_reasons() -> None:
    tally = fuzz_import.run([SMALL], 120, seed=7)
    assert tally.failures == []
    assert tally.books > 40
    assert tally.refused > 5


@pytest.mark.slow
def test_many_mutated_files_give_books_or_reasons() -> None:
    assert fuzz_import.run([SMALL], 350, seed=8).failures == []
