"""What the pages do with the names of the sheet, looked up once for all of them."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct, field

from gamebook.resolve.names import Names
from gamebook.syntax import ast


class Changed(Struct, frozen=True):
    """How numbers and stats change in a book."""

    fixed: dict[str, set[int]] = field(default_factory=dict)
    """The fixed numbers that a name is set to."""
    freely: set[str] = field(default_factory=set)
    """Names that change in another way."""
    carried: set[str] = field(default_factory=set)
    """Names that come from the book before."""

    def set_to(self, name: str) -> set[int] | None:
        """The fixed numbers that a number is set to; None where it changes in another way."""
        return None if name in self.freely else self.fixed.get(name, set())


_CHANGING = (ast.Carry, ast.SetTo, ast.Change, ast.Pay, ast.Store, ast.SwapValues)


def changed(known: Names) -> Changed:
    """All changes on the pages."""
    found = Changed()
    bonuses = {id(each.change) for bonus in known.bonuses.values() for each in bonus}
    for node in chain.from_iterable(known.kinds[kind] for kind in _CHANGING):
        match node:
            case ast.Carry(names=names):
                found.carried.update(each.id for each in names)
            case ast.SetTo(place=ast.Place(id=name), value=ast.Number(value=number)):
                found.fixed.setdefault(name, set()).add(number)
            case ast.Change(place=ast.Place(id=name)) | ast.SetTo(place=ast.Place(id=name)):
                if id(node) not in bonuses:  # a `while` line changes nothing for good
                    found.freely.add(name)
            case ast.Pay(what=name) | ast.Store(what=name):
                found.freely.add(name)
            case ast.SwapValues():
                found.freely.update((node.left, node.right))
    return found
