"""How many of each thing readers can have: the room in limits, and the boxes on the sheet."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from gamebook.graph.copies import most_ever
from gamebook.model.book import Book
from gamebook.publish.document import MOST_BOXES
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find


def boxes_of(
    values: Values, declarations: Iterable[ast.Declaration], parts: Iterable[ast.Node], book: Book
) -> Mapping[str, int]:
    """For each item how many of it readers can have: what its limits have room for, if nothing gives it beside them.

    Args:
        values: the words of the book.
        declarations: of all files.
        parts: all in which something happens, with the steps of named rules in their places.
        book: its meaning.
    """
    most, room = values.names.items, values.names.room
    over = _over(values, declarations, parts, book)
    return {name: copies if name in over else min(copies, room.get(name, copies)) for name, copies in most.items()}


def given_beyond(
    values: Values,
    declarations: Iterable[ast.Declaration],
    parts: Sequence[ast.Node],
    book: Book,
    rooms: Container[str],
) -> Mapping[str, bool]:
    """The items of which rules may give more than there can be; whether to say how many that is, as no limit does.

    Those without boxes are left out: the rules page has their range.

    Args:
        values: the words of the book.
        declarations: of all files.
        parts: all in which something happens, with the steps of named rules in their places.
        book: its meaning.
        rooms: the addresses of the questions if a gain fits.
    """
    over, room = _over(values, declarations, parts, book), values.names.room
    gained = {str(gain.item) for part in parts for gain in find(part, ast.Gain)}
    beside = (each for part in parts for each in _beside_limits(values, part))
    given = gained | {name for name, value in beside if value is None or values.count(value) is None}
    found: dict[str, bool] = {}
    for name, most in values.names.items.items():
        if name in given and 1 < most <= MOST_BOXES:
            ever = most_ever(book, name, rooms)
            if ever is None or ever > most:
                found[name] = name in over or room.get(name, most + 1) > most
    return found


def _over(
    values: Values, declarations: Iterable[ast.Declaration], parts: Iterable[ast.Node], book: Book
) -> frozenset[str]:
    """The items of which readers may have more than a limit has room for."""
    room = values.names.room

    def is_over(name: str, value: ast.Expr | None) -> bool:
        count = values.count(value) if value is not None else None
        return count is None or count > room.get(name, 0)

    begun = [(str(each.name), each.start) for each in find(tuple(declarations), ast.ItemDecl) if each.start is not None]
    given = (each for part in parts for each in _beside_limits(values, part))
    return frozenset({*(name for name, value in (*begun, *given) if is_over(name, value)), *book.carried})


def without_boxes(boxes: Mapping[str, int]) -> tuple[str, ...]:
    """The items of which readers can have too many for boxes: they write down how many."""
    return tuple(name for name, count in boxes.items() if count > MOST_BOXES)


def _beside_limits(values: Values, part: ast.Node) -> Iterator[tuple[str, ast.Expr | None]]:
    """What is given without a look at limits, and how many of it there are then at the most, where that is written."""
    for change in find(part, ast.Change):
        count = values.count(change.amount)
        if count is None or change.sign * count > 0:
            yield change.place.id, None
    for each in find(part, ast.SetTo):
        yield each.place.id, each.value
    for swap in find(part, ast.SwapValues):
        yield from ((swap.left, None), (swap.right, None))
