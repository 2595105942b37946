"""The decisions of a book and their options, as strategies call them: read from the text, for it may have errors."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.model.step import DO_NOT, ESCAPE, FIGHT_ON, GET_AWAY
from gamebook.project import Edition
from gamebook.resolve.fights import TARGET
from gamebook.resolve.reserved import ANYTIME
from gamebook.syntax import ast
from gamebook.syntax.walk import find

Options = dict[str, list[str]]


def decisions_of(edition: Edition) -> Options:
    """For the name of each decision of the reader, and for each chapter with one, the words of its options."""
    found: Options = {}
    for parsed in edition.loaded.pages:
        for part in (*parsed.page.chapters, *parsed.page.declarations):
            chapter = str(part.name) if isinstance(part, ast.Chapter) else ""
            for name, labels in (*_named(part), *_of_chapter(part, chapter)):
                known = found.setdefault(name, [])
                known.extend(each for each in labels if each not in known)
    return found


def _named(part: ast.Node) -> Iterator[tuple[str, list[str]]]:
    """What is called by a name of its own, wherever it stands."""
    for choose in find(part, ast.Choose):
        if choose.name:
            yield str(choose.name), [each.label for each in choose.options]
    for amount in find(part, ast.ChooseAmount):
        yield str(amount.name), []
    for fight in find(part, ast.Fight):
        if any(isinstance(each, ast.FightRow) and each.kind == "escape" for each in fight.options):
            yield ESCAPE, [GET_AWAY, FIGHT_ON]
        if fight.together:
            yield TARGET, [str(each.name) for each in fight.foes]
    for anytime in find(part, ast.Anytime):
        yield ANYTIME, [each.label for each in anytime.options]


def _of_chapter(part: ast.Node, chapter: str) -> Iterator[tuple[str, list[str]]]:
    """What is called by its chapter."""
    if not chapter:
        return
    for menu in find(part, ast.Menu):
        yield chapter, [each.label for each in menu.options]
    for may in find(part, ast.May):
        yield chapter, [may.label, DO_NOT]
    for choose in find(part, ast.Choose):
        if not choose.name:
            yield chapter, [each.label for each in choose.options]
