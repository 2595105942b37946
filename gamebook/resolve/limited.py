"""Limits: how many things a reader can carry, and what does not look at that: `~ meal +3`, `~ set meal = 4`."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.codes import names
from gamebook.codes.hints import with_lines, write
from gamebook.diagnostics import Related
from gamebook.model.arithmetic import Interval, binary, const, reads, substituted
from gamebook.model.expression import Const, Expr, Var
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell

MOST_TRIED = 100
"""Copies of an item up to which it is tried what a line does to each number of them."""
WHAT_FITS = "that takes what fits"


def places(desk: Desk, limit: ast.Limit) -> int:
    """How many things a limit has room for."""
    return expressions.constant(desk, limit.places, Site("book", iter(()))) if limit.places is not None else 0


def tight(desk: Desk, item: str) -> list[ast.Limit]:
    """The limits on an item that its book can reach."""
    return [
        limit
        for limit in desk.names.limits.get(item, ())
        if sum(desk.sheet[each.id].high for each in limit.items if each.id in desk.sheet) > places(desk, limit)
    ]


def added(desk: Desk, step: ast.Change, amount: Expr, site: Site, *, alone: bool) -> None:
    """Report `~ meal +3` where a limit may have no room for that: only `gain` looks.

    Args:
        desk: receives the finding.
        step: the rule.
        amount: how much is added, as resolved.
        site: where it stands.
        alone: whether it is a rule of its own, and not one of several changes of `both`.
    """
    item = step.place.id
    if step.sign < 0 or step.place.initial or step.place.foe or item in site.names or desk.bounds(amount, site)[1] <= 0:
        return
    much = f"({spell(step.amount)}) " if isinstance(step.amount, ast.Binary) else f"{spell(step.amount)} "
    gained = f"~ gain {'' if much == '1 ' else much}{item}"
    own_line = f"write “{gained}” on a line of its own; {WHAT_FITS}"
    _report(desk, "+", item, step.span, write(gained, f"; {WHAT_FITS}") if alone else own_line)


def replaced(desk: Desk, step: ast.SetTo, value: Expr, site: Site) -> None:
    """Report `~ set meal = 4` where a limit may have no room for that.

    Args:
        desk: receives the finding.
        step: the rule.
        value: the new value, as resolved.
        site: where it stands.
    """
    item = step.place.id
    if step.place.initial or step.place.foe or item in site.names or not _may_raise(desk, item, value, site):
        return
    hint: str = f"write ~ gain, and the number of copies; {WHAT_FITS}"
    if isinstance(value, Const):
        number = min(value.value, desk.sheet[item].high)
        gained = f"~ gain {item}" if number == 1 else f"~ gain {number} {item}"
        hint = with_lines(f"write “~ lose all {item}”, and “{gained}” on a line of its own; {WHAT_FITS}", gained)
        if desk.sheet[item].high == 1:
            hint = write(gained, f"; {WHAT_FITS}")
    _report(desk, "set", item, step.span, hint)


def swapped(desk: Desk, step: ast.SwapValues) -> None:
    """Report `~ swap meal gold` where a limit may have no room for as many meals as there is gold."""
    for item, other in ((step.left, step.right), (step.right, step.left)):
        if item in desk.sheet and any(all(each.id != other for each in limit.items) for limit in tight(desk, item)):
            _report(desk, "swap", item, step.span, f"take things with ~ gain; {WHAT_FITS}")
            return


def _report(desk: Desk, rule: str, item: str, span: Span, hint: str) -> None:
    limits = tight(desk, item) if item in desk.sheet else ()
    if limits:
        name, most = limits[0].name, places(desk, limits[0])
        message = f"“{rule}” does not look at the limit {name}, so there can be more than {most} things in it"
        desk.report(names.BESIDE_LIMIT, span, message, hint)


def _may_raise(desk: Desk, item: str, value: Expr, site: Site) -> bool:
    """Whether a value may be more copies of an item than the reader has."""
    high = desk.sheet[item].high if item in desk.sheet else 0
    if reads(value) == {item} and high <= MOST_TRIED:
        found = ((each, substituted(value, {item: const(each)})) for each in range(high + 1))
        return any(not isinstance(new, Const) or new.value > each for each, new in found)
    return desk.bounds(value, site)[1] > 0 and desk.bounds(binary("-", value, Var(name=item)), site)[1] > 0


def begun(desk: Desk, limit: ast.Limit, starts: Mapping[str, tuple[ast.ItemDecl, Interval]]) -> None:
    """Report a limit that has no room for what the reader may begin with.

    Args:
        desk: receives the finding.
        limit: the limit.
        starts: the items with which a reader may begin, and how many of each.
    """
    here = [starts[each.id] for each in limit.items if each.id in starts]
    most, room = sum(number for _, (_, number) in here), places(desk, limit)
    if not 0 < room < most:
        return
    own = [node for node, _ in here if node.span.path not in desk.names.systems]
    if not own and limit.span.path in desk.names.systems:
        return
    least = sum(number for _, (number, _) in here)
    begins = f"the reader begins with {'' if least == most else 'up to '}{most} things"
    message = f"{begins} in {limit.name}, which has {room} places"
    hint = "let the reader begin with fewer, or gain them in the hero block: ~ gain takes what fits"
    related = tuple(Related(node.name.span, "this is in it") for node in own[:-1])
    desk.report(names.BESIDE_LIMIT, own[-1].span if own else limit.span, message, hint, related)
