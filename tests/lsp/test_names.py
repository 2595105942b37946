"""Renaming: the book means the same afterwards, and its text differs at the names alone."""

from __future__ import annotations

import random
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

import gamebook
from gamebook.diagnostics import Edit
from gamebook.edits import edited
from gamebook.highlight import language_words
from gamebook.lsp.names import CannotRenameError, named, rename
from gamebook.lsp.page import Page, uri
from gamebook.lsp.places import Ruler
from gamebook.lsp.tokens import tokens
from gamebook.project import Project
from gamebook.resolve.references import Thing
from tests.support.slowly import then_slowly

BOOKS = Path(__file__).parents[2] / "books"
SOLVED = ("starter.gbk", "tutorial.gbk")
NAMES = {"chapter": ["999", "old-mill"]}
PLAIN = ["zz-brand-new", "Ünder_9"]


def renamed(page: Page, thing: Thing, name: str) -> str:
    """The text of the page's file after a rename."""
    span = next(span for span in thing.spans if span.path == page.path)
    place = page.ruler.position(page.source, span.start)
    edits = rename(named([page], place), place, name)
    changes = []
    for edit in edits[uri(page.path)]:
        start, end = (page.ruler.offset(page.source, place) for place in (edit.range.start, edit.range.end))
        assert page.source.text[start:end] == thing.name
        changes.append(Edit(page.source.span(start, end), edit.new_text))
    return edited(page.source.text, changes)


@pytest.mark.slow
@pytest.mark.parametrize("name", then_slowly(SOLVED, 1))
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


LAMP = """\
book "Lamp"
param need = 4
sheet
    stat STRENGTH = 1d6
    item lamp
    codeword RAVEN

=== 1 The lamp
* Take the lamp -> 2
    ~ gain lamp
* Lift the stone [if STRENGTH >= need] -> 2
    ~ note RAVEN

=== 2 The lamp-lighter
The lamp shows a RAVEN at the door to 1.

* Enter [if lamp or RAVEN] -> 3
* Leave -> 1

=== 3 The end
~ roll 1d6
    1-2 -> defeat "Lamp out"
    3-6 -> victory
"""


@pytest.fixture(scope="module")
def lamp(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("lamp") / "lamp.gbk"
    path.write_text(LAMP)
    return str(path)


@pytest.mark.slow
@given(data=st.data())
@settings(deadline=None)
def test_any_name_may_become_any_other(lamp: str, data: st.DataObject) -> None:
    """Prose, titles and words that only look like the name stay; the book is worth what it was."""
    project = Project(lamp)
    page = Page(project, lamp, Ruler())
    things = [each for each in project.references.things if each.definitions and each.kind != "ending"]
    thing = data.draw(st.sampled_from([each for each in things if all(span.path == page.path for span in each.spans)]))
    new = data.draw(st.from_regex(r"\A[a-zA-Z\u00e0-\u00f6][a-z0-9_]{0,8}z\Z"))
    try:
        text = renamed(page, thing, new)
    except CannotRenameError:
        assert (
            new == thing.name or any(each.name == new for each in project.references.things) or new in language_words()
        )
        return
    pieces, last = [], 0
    for span in thing.spans:
        pieces += [LAMP[last : span.start], new]
        last = span.end
    assert text == "".join(pieces) + LAMP[last:]
    before, after = (gamebook.solve(each) for each in (Project.of(LAMP), Project.of(text)))
    assert after.difficulty.best == before.difficulty.best
    assert after.difficulty.uniform == before.difficulty.uniform


HALF_READ = """\
book "Half"
sheet
    item rope
    item lamp

=== 1 First
~ gain lamp
-> 2

=== 2 Second
~ gain rope rope (
~ lose lamp
-> 3

=== 3 Third
{lamp} lamps, {rope and} ropes.
~ victory
"""


def _half(path: Path) -> Page:
    path.write_text(HALF_READ)
    return Page(Project(str(path)), str(path), Ruler())


@pytest.mark.parametrize(
    ("name", "kind", "new", "after"),
    [
        ("2", "chapter", "9", HALF_READ.replace("-> 2", "-> 9").replace("=== 2", "=== 9")),
        ("3", "chapter", "9", HALF_READ.replace("-> 3", "-> 9").replace("=== 3", "=== 9")),
        ("lamp", "item", "torch", HALF_READ.replace("lamp", "torch").replace("torchs", "lamps")),
    ],
)
def test_in_a_chapter_that_cannot_be_read_the_other_lines_get_the_new_name(
    tmp_path: Path, name: str, kind: str, new: str, after: str
) -> None:
    page = _half(tmp_path / "half.gbk")
    (thing,) = page.edition.references.named(name, kind)
    assert renamed(page, thing, new) == after


def test_a_thing_that_may_be_meant_where_nothing_can_be_read_keeps_its_name(tmp_path: Path) -> None:
    path = tmp_path / "half.gbk"
    page = _half(path)
    (thing,) = page.edition.references.named("rope", "item")
    why = r"The item rope may also be meant in chapter 2, line 11 of half\.gbk, which cannot be read: correct"
    with pytest.raises(CannotRenameError, match=why):
        renamed(page, thing, "hemp")
    page.project.edit(path, HALF_READ.replace("~ gain rope rope (", "~ gain lamp"))
    page = Page(page.project, str(path), Ruler())
    (thing,) = page.edition.references.named("rope", "item")
    with pytest.raises(CannotRenameError, match=r"in chapter 3, line 16 of half\.gbk"):
        renamed(page, thing, "hemp")


def test_a_broken_chapter_has_its_number_taken(tmp_path: Path) -> None:
    page = _half(tmp_path / "half.gbk")
    (thing,) = page.edition.references.named("3", "chapter")
    with pytest.raises(CannotRenameError, match="“2” already means something"):
        renamed(page, thing, "2")


def test_the_words_for_a_thing_in_print_go_with_it() -> None:
    text = """\
book "B"
    phrase coins = "coin|coins"

sheet
    number coins = 3 in 0..9

=== 1
You have {coins}.
~ coins -1
-> victory
"""
    page = Page(Project.of(text), "book.gbk", Ruler())
    (thing,) = page.project.references.named("coins")
    assert renamed(page, thing, "crowns") == text.replace("coins ", "crowns ").replace("{coins}", "{crowns}")
    with pytest.raises(CannotRenameError, match="“turn” already means something"):
        renamed(page, thing, "turn")


def test_a_chapter_keeps_its_number_in_print_under_another_name(tmp_path: Path) -> None:
    path, numbers = tmp_path / "book.gbk", tmp_path / "book.numbers.toml"
    path.write_text("=== mill\n* Go -> inn\n\n=== inn\n-> victory\n")
    numbers.write_text('# Kept.\n\n[numbers]\n"inn" = 1\n"mill" = 2\n')
    page = Page(Project(path), str(path), Ruler())
    edits = rename(named([page], place := page.ruler.position(page.source, 4)), place, "barn")
    assert edits[uri(str(numbers))] == [lsp.TextEdit(lsp.Range(lsp.Position(4, 0), lsp.Position(4, 6)), '"barn"')]
    numbers.write_text('[numbers]\n"inn" = 1\n')
    assert set(rename(named([page], place), place, "barn")) == {uri(str(path))}
    numbers.write_bytes(b"\xff")
    assert set(rename(named([page], place), place, "barn")) == {uri(str(path))}


def test_letters_and_marks_that_stand_apart_are_renamed_where_the_editor_has_them(tmp_path: Path) -> None:
    text = "=== 1\nGr\u00f6\u00dfe.\n* \u00d6l -> t\u00fcr\n\n=== t\u00fcr\n~ victory\n"
    path = tmp_path / "book.gbk"
    path.write_text(normalize("NFD", text), "utf-8")
    page, place = Page(Project(str(path)), str(path), Ruler()), lsp.Position(4, 6)
    edits = rename(named([page], place), place, "Ho\u0308hle")[uri(str(path))]
    ranges = {(each.range.start.line, each.range.start.character, each.range.end.character) for each in edits}
    assert ranges == {(2, 9, 13), (4, 4, 8)}
    assert {each.new_text for each in edits} == {"H\u00f6hle"}
    first, length = tokens(page)[1:3]
    assert (first, length) == (4, 1)
