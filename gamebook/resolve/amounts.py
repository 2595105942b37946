"""Amounts that are probably none: `~ gain rope lamp`, for the rope and the lamp."""

from __future__ import annotations

from typing import Literal

from gamebook.codes import names
from gamebook.codes.hints import with_lines
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.syntax import ast

_THINGS = frozenset({"item", "codeword"})
_TALLIED = frozenset({"number", "stat"})
_OF_A_CODEWORD = {"gain": "note", "lose": "erase"}


def report(desk: Desk, verb: Literal["gain", "lose", "pay"], amount: ast.Expr | None, what: ast.Id, site: Site) -> None:
    """Report an amount that is a thing, or a number before something that a reader has only once.

    Args:
        desk: receives the finding.
        verb: the first word of the rule.
        amount: how much of it.
        what: what is gained, lost or paid.
        site: where the rule stands; a name that is known only there may be any amount.
    """
    if not isinstance(amount, ast.Name) or amount.id in site.names:
        return
    symbol, known = desk.names.symbols.get(amount.id), desk.sheet.get(what)
    if symbol is None or known is None:
        return
    often = desk.sheet.get(amount.id)
    single = known.kind == "item" and known.high == 1 and often is not None and often.high > 1
    if symbol.kind not in _THINGS and not (symbol.kind in _TALLIED and single):
        return
    lines = [_alone(verb, str(name), desk.names.symbols[name].kind) for name in (amount.id, what)]
    message = f"{amount.id} is an amount here: as many of {what} as the reader has of {amount.id}"
    told = f"write “{lines[0]}” and “{lines[1]}” on lines of their own"
    hint = with_lines(f"{told}; if you mean it so, write // noqa: GB136", "\n".join(lines))
    desk.report(names.THING_AS_AMOUNT, amount.span, message, hint)


def _alone(verb: str, name: str, kind: str) -> str:
    """The rule for one of the two."""
    if verb == "pay":
        return f"~ pay 1 {name}" if kind != "codeword" else f"~ erase {name}"
    if kind in _TALLIED:
        return f"~ {name} {'+' if verb == 'gain' else '-'}1"
    return f"~ {_OF_A_CODEWORD[verb] if kind == 'codeword' else verb} {name}"
