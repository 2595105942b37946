"""The words of the page to play, in the language of a book; a book's own words and those of print come before them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamebook.model.arithmetic import ZERO
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import (
    DO_NOT,
    FIGHT_ON,
    GET_AWAY,
    GO_ON,
    OTHER_NUMBER,
    VALUE,
    Roll,
    Say,
    Step,
    dropping,
    leaving,
    no_room,
    no_room_for,
    room_for_some,
    with_marks,
)
from gamebook.phrases import Phrases
from gamebook.phrases.play_words import load_words
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.text import parse_value
from gamebook.syntax.walk import find

Called = dict[str, tuple[str, str]]
"""What names are called: for one, and for several."""
FIXED = {
    GO_ON: "go-on",
    GET_AWAY: "escape",
    FIGHT_ON: "fight-on",
    DO_NOT: "do-not",
    OTHER_NUMBER: "another-number",
}
"""The labels of choices that no author writes, and the words for them."""


def said_in(values: Values, book: Book) -> Iterator[tuple[str, str]]:
    """What is said where there is no room for things, and the words for it; each value in them is a mark."""
    words = load_words(book.language)
    own = {with_marks(step.text) for step in _steps(book) if isinstance(step, Say) and step.own}
    for item in (each.name for each in book.variables if each.kind == "item"):
        one, several = values.name(item), values.name(item, 2)
        forms = {
            no_room(item): words["no-room"].replace("{name}", one),
            no_room_for(item, ZERO): words["no-room-n"].replace("{name}", several).replace("{n}", VALUE),
            room_for_some(item, ZERO, ZERO): words["room"]
            .replace("{name}", several)
            .replace("{room}", VALUE)
            .replace("{n}", VALUE),
        }
        yield from ((key, said) for text, said in forms.items() if (key := with_marks(text)) in own)


def ends_in(book: Book) -> Iterator[tuple[str, str]]:
    """What play says at an end that has no words of the author's, and the words for it; and those for points."""
    words = load_words(book.language)
    for ending in book.endings:
        if ending.words == ending.kind:
            yield ending.kind, words[ending.kind]
    if book.counts_points and "score" not in {each.name for each in book.variables}:
        yield "score", words["score"].partition("{")[0].rstrip(": \u00a0")


def called_in(values: Values, book: Book, phrases: Phrases, parts: tuple[ast.Node, ...]) -> Called:
    """What the page calls things, stats, rolls, and choices for which the author wrote no words.

    Only those are there for which readers see other words.

    Args:
        values: says values in print.
        book: the book.
        phrases: of its language, its rule systems, and its own.
        parts: its declarations and chapters.
    """
    own = {str(each.label) for each in find(parts, ast.Option)} | {str(each.label) for each in find(parts, ast.May)}
    words = load_words(book.language)
    offered = {label: said for label, said in _offered(values, book, words) if label not in own}
    found = {label: (said, said) for label, said in (*offered.items(), *_rolled(values, book, words))}
    found |= {name: (values.name(name, 1), values.name(name, 2)) for name in _names(book, phrases)}
    return {name: said for name, said in found.items() if said != (name, name)}


def _names(book: Book, phrases: Phrases) -> Iterator[str]:
    yield from phrases.names
    for variable in book.variables:
        yield variable.name
        yield from variable.values or ()
        if variable.role is not None and variable.role.what == "foe":
            yield variable.role.stat


def _offered(values: Values, book: Book, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The labels of choices that come with a rule, and their words."""
    for label, key in FIXED.items():
        yield label, words[key]
    for item in (each.name for each in book.variables if each.kind == "item"):
        yield dropping(item), words["drop"].replace("{name}", values.name(item))
        yield leaving(item), words["leave"].replace("{name}", values.name(item))


def _rolled(values: Values, book: Book, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The labels of rolls, which are values as they are written, and the values as they are printed."""
    rolls = dict.fromkeys((step.what, step.label) for step in _steps(book) if isinstance(step, Roll))
    for what, label in rolls:
        if what == "compare":
            sides = [_printed(values, side) for side in label.split(" with ")]
            if len(sides) == 2:
                yield label, words["against"].replace("{left}", sides[0]).replace("{right}", sides[1])
        elif what != "test":
            yield label, _printed(values, label)


def _steps(book: Book) -> Iterator[Step]:
    return (step for block in book.blocks for step in steps_in(block))


def _printed(values: Values, written: str) -> str:
    value = parse_value(written)
    return written if value is None or isinstance(value, ast.Name) else values.value(value)
