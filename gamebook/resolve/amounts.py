"""Amounts that are probably meant otherwise: `~ gain rope lamp`, for the rope and the lamp; `~ pay -2 gold`."""

from __future__ import annotations

from typing import Literal

from gamebook.codes import names, rules
from gamebook.codes.hints import with_lines, write_one
from gamebook.model.expression import Const, Expr
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.syntax import ast
from gamebook.syntax.spell import spell, spell_place
from gamebook.syntax.walk import find

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


def below_zero(desk: Desk, step: ast.Gain | ast.Lose | ast.Pay, amount: Expr, site: Site) -> None:
    """Report an amount that is below 0 for every reader: `~ pay -2 gold` gives gold.

    Args:
        desk: receives the finding.
        step: the rule.
        amount: how much of it, as resolved.
        site: where it stands.
    """
    match step:
        case ast.Gain():
            verb, other, what, said = "gain", "lose", step.item, step.count
        case ast.Lose():
            verb, other, what, said = "lose", "gain", step.what, step.count
        case ast.Pay():
            verb, other, what, said = "pay", "gain", step.what, step.amount
    if said is None or desk.bounds(amount, site)[1] >= 0:
        return
    hint = "write an amount above 0"
    if isinstance(amount, Const) and _is_plain(said):
        number = -amount.value
        tallied = verb == "pay" and what in desk.names.of_kind(*_TALLIED)
        hint = write_one(
            f"~ {verb} {number} {what}", f"~ {what} +{number}" if tallied else f"~ {other} {number} {what}"
        )
    done = "takes" if verb == "gain" else "gives"
    desk.report(rules.BELOW_ZERO, step.span, f"{spell(said)} is below 0, so this {done} {what}", hint)


def two_signs(desk: Desk, step: ast.Change, amount: Expr) -> None:
    """Report a change by a number below 0, `~ STAMINA --2`; one with a name may well be below 0."""
    if not isinstance(amount, Const) or amount.value >= 0 or not _is_plain(step.amount):
        return
    lines = [f"~ {spell_place(step.place)} {sign}{-amount.value}" for sign in "-+"]
    done = "lowers" if step.sign > 0 else "raises"
    message = f"{spell(step.amount)} is below 0, so this {done} {step.place.id}"
    desk.report(rules.BELOW_ZERO, step.span, message, write_one(*lines))


def _is_plain(amount: ast.Expr) -> bool:
    """Whether an amount is written in numbers alone."""
    return next(find(amount, ast.Name), None) is None


def _alone(verb: str, name: str, kind: str) -> str:
    """The rule for one of the two."""
    if verb == "pay":
        return f"~ pay 1 {name}" if kind != "codeword" else f"~ erase {name}"
    if kind in _TALLIED:
        return f"~ {name} {'+' if verb == 'gain' else '-'}1"
    return f"~ {_OF_A_CODEWORD[verb] if kind == 'codeword' else verb} {name}"
