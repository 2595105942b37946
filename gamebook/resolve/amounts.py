"""Amounts that are probably meant otherwise: `~ gain rope lamp`, `~ pay -2 gold`, `~ repeat 0 times`."""

from __future__ import annotations

from typing import Literal

from gamebook.codes import balance, names, rules
from gamebook.codes.hints import with_lines, write, write_one
from gamebook.diagnostics import Hint
from gamebook.model.expression import Const, Expr
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell, spell_place
from gamebook.syntax.walk import find

_THINGS = frozenset({"item", "codeword"})
_TALLIED = frozenset({"number", "stat"})
_DONE = {"gain": "gained", "lose": "lost", "pay": "paid"}
_OF_A_CODEWORD = {"gain": "note", "lose": "erase"}


Verb = Literal["gain", "lose", "pay"]


def report(desk: Desk, verb: Verb, amount: ast.Expr | None, what: ast.Id, site: Site) -> None:
    """Report an amount that is a thing, or a number before something that a reader has only once.

    Args:
        desk: receives the finding.
        verb: the first word of the rule.
        amount: how much of it.
        what: what is gained, lost or paid.
        site: where the rule stands; a name that is known only there may be any amount.
    """
    both = as_both(desk, verb, amount, what, site, "; if you mean it so, write // noqa: GB136")
    if both is not None and isinstance(amount, ast.Name):
        message = f"{amount.id} is an amount here: as many of {what} as the reader has of {amount.id}"
        desk.report(names.THING_AS_AMOUNT, amount.span, message, both)


def is_kind(desk: Desk, verb: Verb, amount: ast.Expr | None, what: ast.Id, site: Site) -> bool:
    """Whether the kind of a thing stands where an amount would: `~ gain item rope`; it is reported.

    The arguments are those of `report`.
    """
    symbol = desk.names.symbols.get(what)
    if not isinstance(amount, ast.Name) or symbol is None or symbol.kind not in _THINGS:
        return False
    if amount.id not in _THINGS or amount.id in desk.names.symbols or amount.id in site.names:
        return False
    hint = write(_alone(verb, str(what), symbol.kind))
    message = f"“{amount.id}” is left out here: the sheet says what {what} is"
    desk.report(names.UNKNOWN_NAME, amount.span, message, hint)
    return True


def as_both(desk: Desk, verb: Verb, amount: ast.Expr | None, what: ast.Id, site: Site, more: str = "") -> Hint | None:
    """Advice to write a line for each, where an amount is probably none; the arguments are those of `report`."""
    if not isinstance(amount, ast.Name) or amount.id in site.names:
        return None
    symbol, known = desk.names.symbols.get(amount.id), desk.sheet.get(what)
    if symbol is None or known is None:
        return None
    often = desk.sheet.get(amount.id)
    single = known.kind == "item" and known.high == 1 and often is not None and often.high > 1
    if symbol.kind not in _THINGS and not (symbol.kind in _TALLIED and single):
        return None
    lines = [_alone(verb, str(name), desk.names.symbols[name].kind) for name in (amount.id, what)]
    return with_lines(f"write “{lines[0]}” and “{lines[1]}” on lines of their own{more}", "\n".join(lines))


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
    if said is None or of_nothing(desk, said, amount, step.span, f"nothing is {_DONE[verb]}"):
        return
    if desk.bounds(amount, site)[1] >= 0:
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


def more_than_all(desk: Desk, step: ast.Lose, amount: Expr, site: Site) -> None:
    """Report a loss of more than anybody can have: `~ lose 2 rope`, where there is one rope.

    Args:
        desk: receives the finding.
        step: the rule, about an item.
        amount: how much of it, as resolved.
        site: where it stands.
    """
    least, most = desk.bounds(amount, site)[0], desk.sheet[step.what].high
    if step.count is None or least <= most or not _is_plain(step.count):
        return
    lost = f"~ lose {most} {step.what}" if most > 1 else f"~ lose {step.what}"
    hint = with_lines(f"write: {lost}; or say on the sheet that there can be more: item {step.what} x {least}", lost)
    message = f"this takes at least {least} {step.what}, and a reader has at most {most}"
    if isinstance(amount, Const):
        message = f"this takes {least} {step.what}, and a reader has at most {most}"
    desk.report(balance.CLAMPED, step.span, message, hint)


def two_signs(desk: Desk, step: ast.Change, amount: Expr, site: Site) -> None:
    """Report a change by a number below 0, `~ STAMINA --2`; one with a name may well be below 0."""
    if of_nothing(desk, step.amount, amount, step.span, f"{step.place.id} does not change"):
        return
    if desk.bounds(amount, site)[1] >= 0 or not _is_plain(step.amount):
        return
    much = str(-amount.value) if isinstance(amount, Const) else ""
    if isinstance(step.amount, ast.Unary):
        much = much or spell(step.amount.operand)
    lines = [f"~ {spell_place(step.place)} {sign}{much}" for sign in "-+"]
    done = "lowers" if step.sign > 0 else "raises"
    message = f"{spell(step.amount)} is below 0, so this {done} {step.place.id}"
    desk.report(rules.BELOW_ZERO, step.span, message, write_one(*lines) if much else "write an amount above 0")


def of_nothing(desk: Desk, said: ast.Expr, amount: Expr, span: Span, so: str) -> bool:
    """Report an amount that is written as 0, `~ gain 0 rope`; one with a name may be 0.

    Args:
        desk: receives the finding.
        said: how much, as written.
        amount: the same, as resolved.
        span: where the finding stands.
        so: what comes of it.

    Returns: whether it is.
    """
    none = isinstance(amount, Const) and amount.value == 0 and _is_plain(said)
    if none:
        zero = spell(said) if isinstance(said, ast.Number) else f"{spell(said)} is 0"
        message = f"{'the amount is ' if isinstance(said, ast.Number) else ''}{zero}, so {so}"
        desk.report(rules.OF_NOTHING, span, message, "write the amount that is meant, or remove the line")
    return none


def never_done(desk: Desk, step: ast.Repeat, times: ast.Expr, most: int) -> None:
    """Report a block that is repeated 0 times or fewer: `~ repeat -1 times`."""
    if most > 0 or not _is_plain(times):
        return
    span = Span(step.span.path, step.span.start, times.span.end)
    hint = write(f"~ repeat {-most} times") if most < 0 else "write how often it is done: ~ repeat 3 times"
    often = f"{spell(times)} times" + (", which is at most 0" if next(find(times, ast.Dice), None) else "")
    desk.report(rules.OF_NOTHING, span, f"this is repeated {often}, so it is never done", hint)


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
