"""What changes without a word to the reader, and is asked for by a rule."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.codes import finding, printing
from gamebook.diagnostics import Diagnostic
from gamebook.publish.known import with_words
from gamebook.publish.names import Names
from gamebook.publish.pages import Pages
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

CHANGES = (ast.Change, ast.SetTo, ast.Gain, ast.Lose, ast.NoteWord, ast.EraseWord, ast.Restore, ast.Pay)
_IN_PLAY = ast.While | ast.Anytime | ast.EachChapter | ast.When
"""Declarations whose rules are followed outside of any chapter, after the start."""


def hidden_state(pages: Pages, names: Names) -> Iterator[Diagnostic]:
    """What changes in silence, and is asked for in a chapter, a trigger, a test or a fight."""
    everywhere = tuple(each for each in pages.everywhere() if isinstance(each, _IN_PLAY))
    asked = _asked((*everywhere, *pages.chapters), names, pages)
    for step, covered in told((*everywhere, *pages.chapters)):
        if not step.words:
            for change in (each for kind in CHANGES for each in find(covered, kind)):
                name = _changed(change)
                if name in asked:
                    message = f"readers are not told that {name} changes here, and a rule asks for it"
                    yield finding(printing.NOT_ON_PAPER, change.span, message, "say it in `words`, or print it")


def _asked(parts: tuple[ast.Node, ...], names: Names, pages: Pages) -> set[str]:
    """The names that readers must look up to follow some rules, the tests and fights in them, and what these use."""
    found: set[str] = set()
    waiting: list[object] = [parts]
    combats = {str(each.name): each for each in pages.everywhere() if isinstance(each, ast.CombatDecl)}
    limits: dict[str, list[str]] = {}
    for limit in find(pages.declarations, ast.Limit):
        limits.setdefault(limit.name, []).extend(str(each.id) for each in limit.items)
    while waiting:
        for name in [each for node in walk(waiting.pop()) for each in _asked_by(node)]:
            if name in found:
                continue
            found |= {name, *limits.get(name, ()), names.values.get(name, name)}
            if name in names.lets:
                waiting.append(names.lets[name].value)
            if name in names.tests:
                waiting.append(names.tests[name])
            if name in combats:
                fight = combats[name]  # the foe's stats are no names of the sheet
                waiting.append((fight.won_when, fight.settings, fight.locals, fight.round, fight.others or ()))
    return found


def _asked_by(node: ast.Node) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Pay(what=name) | ast.Check(test=name) | ast.Fight(combat=name):
            yield str(name)


def _changed(step: ast.Step) -> str:
    match step:
        case ast.Change(place=place) | ast.SetTo(place=place) | ast.Restore(place=place):
            return "" if place.foe else str(place.id)
        case ast.Gain(item=name) | ast.Lose(what=name) | ast.Pay(what=name):
            return str(name)
        case ast.NoteWord(codeword=name) | ast.EraseWord(codeword=name):
            return str(name)
    return ""


def told(part: object) -> Iterator[tuple[ast.InWords, ast.Block]]:
    """Every place with words of the author's own, and the steps that they are for."""
    for block in _blocks(part):
        for step, covered in with_words(block):
            if isinstance(step, ast.InWords):
                yield step, covered


def _blocks(part: object) -> Iterator[ast.Block]:
    """Every block in a part, itself included."""
    if isinstance(part, tuple):
        if part and all(isinstance(each, ast.Step) for each in part):
            yield part
        for each in part:
            yield from _blocks(each)
    elif isinstance(part, ast.Node):
        for name in part.__struct_fields__:
            yield from _blocks(getattr(part, name))
