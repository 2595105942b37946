"""How many of each thing readers can have: the room in limits, and the boxes on the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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

    def is_over(name: str, value: ast.Expr | None) -> bool:
        count = values.count(value) if value is not None else None
        return count is None or count > room.get(name, 0)

    begun = [(str(each.name), each.start) for each in find(tuple(declarations), ast.ItemDecl) if each.start is not None]
    given = (each for part in parts for each in _beside_limits(values, part))
    over = {name for name, value in (*begun, *given) if is_over(name, value)} | set(book.carried)
    return {name: copies if name in over else min(copies, room.get(name, copies)) for name, copies in most.items()}


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
