"""What chapters meant in an earlier version of the book, so that an edit of one chapter is not an edit of all.

A chapter means what it meant if its text is the same, and all that its meaning was made from: the header, the names of
chapters, the ranges of the sheet, and the engine's variables and the endings as they stood when it was read. What a
chapter leaves on the desk is remembered with it, and put there again. A chapter with findings is always read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from gamebook.model.book import Variable
from gamebook.model.step import Block
from gamebook.resolve.desk import ChapterNotes, Desk
from gamebook.resolve.endings import EndingKey
from gamebook.resolve.left import Left
from gamebook.resolve.named_rules import MAX_DONE
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.moved import same


class Meant(Struct, frozen=True):
    """What one chapter meant, and what it left on the desk."""

    text: str
    """What is written."""
    span: Span
    """Where it stood."""
    body: Block
    left: Left
    before: Mapping[str, Variable | None]
    """The engine's variables that it used, as they were."""
    after: Mapping[str, Variable | None]
    """The same, as it left them."""
    endings: tuple[tuple[EndingKey, str, str, bool], ...]
    """Each ending that it came to, as in `ChapterNotes`."""
    rules: int
    """How many rules with a name were done."""


class Meanings(Struct):
    """The chapters of one version of a book, and what all of them were made from."""

    made_from: object = None
    chapters: dict[str, Meant] = field(default_factory=dict)


Known = dict[bool, Meanings]
"""What chapters meant, in the first reading of a book and in the one that knows what the first one found."""


def bodies(desk: Desk, known: Known, resolve: Callable[[ast.Chapter], Block]) -> dict[str, Block]:
    """The body of each chapter, resolved or remembered.

    Args:
        desk: the header has been read.
        known: what is remembered; replaced by what is found.
        resolve: reads one chapter.
    """
    made_from = _made_from(desk)
    old = known.get(desk.read_before, Meanings())
    before = old.chapters if old.made_from == made_from else {}
    found: dict[str, Block] = {}
    kept: dict[str, Meant] = {}
    for name, chapter in desk.names.chapters.items():
        meant = before.get(name)
        if meant is not None and _still_holds(desk, meant, chapter):
            _put(desk, meant, chapter)
            found[name] = meant.body
        else:
            found[name], meant = _watched(desk, chapter, resolve)
        if meant is not None:
            kept[name] = meant
    known[desk.read_before] = Meanings(made_from, kept)
    return found


class _Same(Struct, frozen=True):
    """Declarations, equal only to the same at the same places."""

    nodes: tuple[ast.Node, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and same(self.nodes, other.nodes)

    def __ne__(self, other: object) -> bool:  # a struct has one of its own
        return not self == other

    __hash__ = None  # type: ignore[assignment]


def _made_from(desk: Desk) -> object:
    """All that the meaning of any chapter is made from, as far as no chapter changes it."""
    names = desk.names
    return (
        _Same(names.declarations),
        tuple(names.chapters),
        frozenset(names.broken),
        frozenset(names.lost),
        dict(desk.sheet),
        dict(desk.only),
        dict(desk.parameters),
        dict(desk.sources),
    )


def _still_holds(desk: Desk, meant: Meant, chapter: ast.Chapter) -> bool:
    return (
        chapter.text == meant.text
        and chapter.span.path == meant.span.path
        and desk.rules_done + meant.rules <= MAX_DONE
        and all(desk.locals.get(name) == variable for name, variable in meant.before.items())
        and _same_endings(desk, meant)
    )


def _same_endings(desk: Desk, meant: Meant) -> bool:
    """Whether each ending would get the name that it got."""
    taken: set[str] = set()
    for key, points, name, new in meant.endings:
        known = desk.endings.get(key)
        if new != (known is None) or (known.name if known else desk.endings.name(key, points, taken)) != name:
            return False
        taken.add(name)
    return True


def _watched(desk: Desk, chapter: ast.Chapter, resolve: Callable[[ast.Chapter], Block]) -> tuple[Block, Meant | None]:
    """A chapter's body, and what to remember of it; None if it cannot stand for itself."""
    whole, left = desk.left, Left()
    desk.left = left
    desk.notes = notes = ChapterNotes()
    rules = desk.rules_done
    try:
        body = resolve(chapter)
    finally:
        whole.add(left)
        desk.left = whole
    if notes.tied or not chapter.text:
        return body, None
    after = {name: desk.locals.get(name) for name in notes.variables}
    rules = desk.rules_done - rules
    endings = tuple(notes.endings)
    return body, Meant(chapter.text, chapter.span, body, left, notes.variables, after, endings, rules)


def _put(desk: Desk, meant: Meant, chapter: ast.Chapter) -> None:
    """Leave on the desk what the chapter left, where it stands now."""
    desk.left.add(meant.left.moved(meant.span, chapter.span.start - meant.span.start))
    for name, variable in meant.after.items():
        if variable is not None:
            desk.locals[name] = variable
            desk.ranges[name] = (variable.low, variable.high)
    for key, points, _, _ in meant.endings:
        desk.ending(key, points)
    desk.rules_done += meant.rules
