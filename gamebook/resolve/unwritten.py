"""Chapters of a draft that are not written yet: each is an ending of its own kind until its author writes it.

They are the chapters that something names and no page has, and those of which there is only a head, or only prose.
"""

from __future__ import annotations

from gamebook.codes import names
from gamebook.model.book import UNWRITTEN, Chapter
from gamebook.model.step import Block, End
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.spelling import natural, number_order
from gamebook.source import Span
from gamebook.syntax import ast

MOST_NAMED = 12
"""Chapters that the finding names."""
_ENDS = {
    **dict.fromkeys(("victory", "win", "wins", "won"), "victory"),
    **dict.fromkeys(("defeat", "lose", "loss", "lost", "death", "die", "dead", "game-over"), "defeat"),
    **dict.fromkeys(("end", "theend", "the-end", "finish"), ""),
}
"""Where other notations turn at an ending, and its kind where that is plain."""


def is_begun(desk: Desk, chapter: ast.Chapter) -> bool:
    """Whether a chapter of a draft has no rule yet: no choice, no turn, no ending."""
    return desk.names.draft and all(isinstance(step, ast.Prose) for step in chapter.body)


def end(desk: Desk, address: str, span: Span) -> Block:
    """The book is not written further than here."""
    name, new = desk.ending((UNWRITTEN, "", None))
    if new:
        desk.spans[f"ending {name}"] = span
    return (End(ending=name, address=address),)


def is_unfinished(desk: Desk) -> bool:
    """Whether a draft has ways to what is not written yet."""
    return bool(desk.unwritten) or any(ending.kind == UNWRITTEN for ending in desk.endings.values())


def stubs(desk: Desk) -> tuple[Chapter, ...]:
    """The chapters that are named and nowhere begun; each is found where it is first named."""
    found = []
    for name, span in desk.unwritten.items():
        if name not in desk.names.chapters:
            address = f"{name}#1"
            desk.spans[f"chapter {name}"] = desk.spans[address] = span
            found.append(Chapter(name=name, title="", body=end(desk, address, span), written="no"))
    return tuple(found)


def report(desk: Desk) -> None:
    """One finding about all of them; and one for each name that is probably a slip."""
    for name, span in desk.unwritten.items():
        known = (*desk.names.chapters, *desk.names.endings)
        hint = None if name in known or number_order(name) is not None else slip(desk, name)
        if hint is not None:
            desk.report(names.UNWRITTEN_SLIP, span, f"no chapter or ending is called {name} yet", hint)
    if desk.unwritten:
        found = sorted(desk.unwritten, key=natural)
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        message = f"{len(found)} chapters are not written yet: {', '.join(found[:MOST_NAMED])}{more}"
        if len(found) == 1:
            message = f"chapter {found[0]} is not written yet"
        desk.report(names.UNWRITTEN, next(iter(desk.unwritten.values())), message)


def slip(desk: Desk, name: str) -> str | None:
    """What was probably meant by the name of a chapter that is not there: a known one, or an ending."""
    kind = _ENDS.get(name.casefold())
    if kind:
        return f"write: -> {kind}"
    hint = expressions.chapter_hint(desk, name, [*desk.names.chapters, *desk.names.endings])
    if hint is None and kind is not None:
        return 'an ending is written: -> ending "…", -> victory or -> defeat'
    return hint
