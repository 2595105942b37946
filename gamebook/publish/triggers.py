"""What the rules page must say about triggers: when visits count for them, in which order they come, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from gamebook.comparisons import NEGATED
from gamebook.publish.known import changed_in, in_place, things_changed_in
from gamebook.publish.names import Names
from gamebook.publish.rules.paragraphs import turns
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

_PLAIN = (ast.Change, ast.SetTo, ast.Gain, ast.Lose, ast.Pay, ast.NoteWord, ast.EraseWord, ast.Restore, ast.Both)
"""Steps that surely change what they name."""


def ask_of_visits(values: Values, triggers: Sequence[ast.When]) -> bool:
    """Whether some trigger asks where the reader has been, which changes as the reader comes to a section.

    Its condition may ask, or its block, or what the header says of a name in them.
    """
    parts = [part for when in triggers for part in (when.condition, *in_place(when.body, values.names.rules))]
    return any(isinstance(each, ast.Visited) for part in parts for each in _meant(values.names, part, set()))


def _meant(names: Names, part: ast.Node, seen: set[str]) -> Iterator[ast.Node]:
    """All that stands in a part of a book, and in what a `let` or a bonus brings there; `seen`: names done already."""
    for each in walk(part):
        yield each
        if isinstance(each, ast.Name) and each.id not in seen:
            seen.add(each.id)
            brought = [names.lets[each.id].value] if each.id in names.lets else names.bonuses.get(each.id, ())
            for more in brought:
                yield from _meant(names, more, seen)


def can_meet(values: Values, triggers: Sequence[ast.When]) -> bool:
    """Whether two triggers ask for the same thing, or one changes what another asks for, so that their order counts."""
    asked = [asked_in(values, when.condition) for when in triggers]
    changed = [changed_in(in_place(when.body, values.names.rules)) for when in triggers]
    return any(
        not (asked[one] | changed[one]).isdisjoint(asked[other]) or not changed[other].isdisjoint(asked[one])
        for one, other in combinations(range(len(triggers)), 2)
    )


def make_good(values: Values, triggers: Sequence[ast.When], wounds: ast.Expr) -> bool:
    """Whether some trigger changes what a wound lowers."""
    lowered = {str(each.id) for each in find(wounds, ast.Name)}
    return any(not lowered.isdisjoint(changed_in(in_place(when.body, values.names.rules))) for when in triggers)


def asked_in(values: Values, condition: ast.Expr) -> frozenset[str]:
    """The names that a condition asks for; of a limit, all items may count. The stat of a foe is `foe life`."""
    names = values.names
    known = values.known(condition)
    found = {str(each.id) for each in walk(known) if isinstance(each, ast.Name | ast.Initial)}
    for each in find(tuple(names.lets[name].value for name in found if name in names.lets), ast.Name):
        found.add(str(each.id))
    found |= {names.values[name] for name in found if name in names.values}
    found |= {f"foe {each.stat}" for each in find(known, ast.FoeStat)}
    return frozenset(found if found.isdisjoint(names.limits) else {*found, *names.items})


def may_hold_on(values: Values, when: ast.When) -> bool:
    """Whether a condition may still hold after its block, so that the trigger acts again with the next change in it.

    Not where the block leads away or changes what the condition asks for, and not where any change ends it.
    """
    body = in_place(when.body, values.names.rules)
    if turns(body):
        return False
    plainly = tuple(each for each in body if isinstance(each, _PLAIN))
    return asked_in(values, when.condition).isdisjoint(things_changed_in(plainly)) and not _ends_with_any_change(
        values, values.known(when.condition), holds=True
    )


def _ends_with_any_change(values: Values, condition: ast.Expr, *, holds: bool) -> bool:
    """Whether a condition holds for one value alone of each thing that it asks for."""
    names = values.names
    match condition:
        case ast.Unary(op="not", operand=operand):
            return _ends_with_any_change(values, operand, holds=not holds)
        case ast.Binary(op="and" | "or" as op, left=left, right=right):
            both = holds == (op == "and")
            return both and all(_ends_with_any_change(values, each, holds=holds) for each in (left, right))
        case ast.Binary(op=op, left=ast.Name(id=name), right=right) if op in NEGATED:
            op, low = op if holds else NEGATED[op], names.lows.get(name)
            if op == "=":
                return not isinstance(right, ast.Name) or right.id in names.values
            return low is not None and (op, right) in {("<=", ast.Number(low)), ("<", ast.Number(low + 1))}
        case ast.Visited():
            return True
        case ast.Name(id=name) if name in names.lets:
            return _ends_with_any_change(values, values.known(names.lets[name].value), holds=holds)
        case ast.Name(id=name):
            only = name in names.codewords or name in names.values or names.items.get(name) == 1
            return only or (not holds and names.lows.get(name) == 0)
    return False
