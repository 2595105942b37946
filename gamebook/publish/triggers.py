"""What the rules page must say about triggers: when visits count for them, and in which order they come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from gamebook.publish.known import changed_in, in_place
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk


def ask_of_visits(values: Values, triggers: Sequence[ast.When]) -> bool:
    """Whether some trigger asks where the reader has been, which changes as the reader comes to a section."""
    return any(any(find(values.known(when.condition), ast.Visited)) for when in triggers)


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
