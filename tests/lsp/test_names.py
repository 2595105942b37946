"""Renaming: the book means the same afterwards, and its text differs at the names alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import gamebook
from gamebook.diagnostics import Edit
from gamebook.edits import edited
from gamebook.lsp.names import CannotRenameError, rename
from gamebook.lsp.page import Page, uri
from gamebook.lsp.places import Ruler
from gamebook.project import Project
from gamebook.resolve.references import Thing

BOOKS = Path(__file__).parents[2] / "books"
SOLVED = ("starter.gbk", "tutorial.gbk")
NAMES = {"chapter": ["999", "old-mill"]}
PLAIN = ["zz-brand-new", "Ünder_9"]


def renamed(page: Page, thing: Thing, name: str) -> str:
    """The text of the page's file after a rename."""
    span = next(span for span in thing.spans if span.path == page.path)
    edits = rename(page, page.ruler.position(page.source, span.start), name)
    changes = []
    for edit in edits[uri(page.path)]:
        start, end = (page.ruler.offset(page.source, place) for place in (edit.range.start, edit.range.end))
        assert page.source.text[start:end] == thing.name
        changes.append(Edit(page.source.span(start, end), edit.new_text))
    return edited(page.source.text, changes)


@pytest.mark.parametrize("name", SOLVED)
def test_the_solution_is_the_same_under_other_names(name: str) -> None:
    path = str(BOOKS / name)
    project = Project(path)
    page = Page(project, path, Ruler())
    hero = "average"
    before = gamebook.solve(project, hero)
    things = [each for each in project.references.things if any(span.path == path for span in each.definitions)]
    picked = random.Random(7).sample(things, min(12, len(things)))
    done = 0
    for thing in picked:
        new = NAMES.get(thing.kind, PLAIN)[done % 2]
        try:
            text = renamed(page, thing, new)
        except CannotRenameError:
            continue
        done += 1
        after = Project(path)
        after.edit(path, text)
        assert {each.code for each in after.mistakes.findings} == {each.code for each in project.mistakes.findings}
        found = gamebook.solve(after, hero)
        assert (found.difficulty.best, found.difficulty.uniform) == (before.difficulty.best, before.difficulty.uniform)
        assert text.replace(new, thing.name) == page.source.text
    assert done >= 3


@pytest.mark.parametrize("kind", ["stat", "test"])
def test_what_belongs_to_a_rule_system_keeps_its_name(kind: str) -> None:
    path = str(BOOKS / "tutorial.gbk")
    page = Page(Project(path), path, Ruler())
    thing = next(
        each
        for each in page.edition.references.things
        if each.kind == kind and any(span.path == path for span in each.spans)
    )
    with pytest.raises(CannotRenameError, match="belongs to gamebook/systems/"):
        renamed(page, thing, "other")
