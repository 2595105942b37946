"""Chapters of a draft that are not written yet: each is an ending of its own kind until its author writes it.

They are the chapters that something names and no page has, and those with a way on which nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from gamebook.codes import names
from gamebook.codes.hints import any_of, did_you_mean
from gamebook.model.book import UNWRITTEN
from gamebook.model.step import Block, End
from gamebook.resolve import lookup
from gamebook.resolve.desk import Desk
from gamebook.source import Span
from gamebook.syntax.heads import natural, number_order
from gamebook.syntax.words import nearest_word

MOST_NAMED = 12
"""Chapters that the finding names."""
MOST_WORKED_OUT, MOST_NUMBERS = 3, 5
"""So many ways to work out a number are told, and so many numbers of each."""
_ENDS = {
    **dict.fromkeys(("victory", "win", "wins", "won"), "victory"),
    **dict.fromkeys(("defeat", "lose", "loss", "lost", "death", "die", "dead", "game-over"), "defeat"),
    **dict.fromkeys(("end", "theend", "the-end", "finish", "done"), ""),
}
"""Where other notations turn at an ending, and its kind where that is plain."""


def written(desk: Desk, name: str) -> Literal["yes", "begun", "no"]:
    """How far a chapter is written."""
    if name not in desk.names.chapters:
        return "no"
    return "begun" if desk.names.draft and name in desk.left.runs_out else "yes"


def end(desk: Desk, address: str, span: Span) -> Block:
    """The book is not written further than here."""
    name, new = desk.ending((UNWRITTEN, "", None))
    if new:
        desk.left.spans[f"ending {name}"] = span
    return (End(ending=name, address=address),)


def is_unfinished(desk: Desk) -> bool:
    """Whether a draft has ways to what is not written yet."""
    return bool(desk.missing.named) or any(ending.kind == UNWRITTEN for ending in desk.endings.values())


def work_out(desk: Desk, words: str, span: Span, missing: Iterable[int]) -> None:
    """Note how readers work out the number of a chapter, and what it can be that no chapter has."""
    desk.notes.tied = True
    desk.missing.worked_out.setdefault(words, (span, set()))[1].update(missing)


def report(desk: Desk) -> None:
    """One finding about all of them; and one for each name that is probably a slip."""
    for name, span in desk.missing.named.items():
        known = name in desk.names.chapters or name in desk.names.endings
        hint = None if known or number_order(name) is not None else slip(desk, name)
        if hint is not None:
            desk.report(names.UNWRITTEN_SLIP, span, f"no chapter or ending is called {name} yet", hint)
    named = {**desk.missing.named, **desk.missing.begun}
    if named or desk.missing.worked_out:
        places = (*named.values(), *(span for span, _ in desk.missing.worked_out.values()))
        desk.report(names.UNWRITTEN, places[0], f"{_named(desk)}{_worked_out(desk)}")


def _named(desk: Desk) -> str:
    """`2 chapters are not written yet: 7 (begun), 17`"""
    found = sorted((*desk.missing.named, *desk.missing.begun), key=natural)
    if not found:
        return "chapters may not be written yet: "
    if len(found) == 1:
        return f"chapter {found[0]} is not written {'to its end ' * bool(desk.missing.begun)}yet"
    some = ", ".join(f"{name}{' (begun)' * (name in desk.missing.begun)}" for name in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return f"{len(found)} chapters are not written yet: {some}{more}"


def _worked_out(desk: Desk) -> str:
    """`; perhaps more: (100 + key) may lead to 107`: whether a reader comes with such a number is not known here."""
    found = []
    for words, (_, missing) in desk.missing.worked_out.items():
        some = ", ".join(map(str, sorted(missing)[:MOST_NUMBERS])) + " …" * (len(missing) > MOST_NUMBERS)
        found.append(f"({words}) may lead to {some}")
    told = "; ".join(found[:MOST_WORKED_OUT]) + " …" * (len(found) > MOST_WORKED_OUT)
    return f"; perhaps more: {told}" if found and (desk.missing.named or desk.missing.begun) else told


def slip(desk: Desk, name: str) -> str | None:
    """What was probably meant by the name of a chapter that is not there: a known one, or an ending."""
    kind = _ENDS.get(name.casefold())
    if kind:
        return any_of(f"write: -> {kind}", [kind], name)
    if name in desk.names.rules:
        values = "(…)" if desk.names.rules[name].parameters else ""
        return f"{name} is a rule: write “~ do {name}{values}” on a line of its own"
    hint = lookup.chapter_hint(desk, name, chain(desk.names.chapters, desk.names.endings))
    if hint is None and kind is not None:
        return 'an ending is written: -> ending "…", -> victory or -> defeat'
    meant = nearest_word(name, ("victory", "defeat", "back"), least=0.8) if hint is None else None
    return did_you_mean(meant, name) if meant else hint
