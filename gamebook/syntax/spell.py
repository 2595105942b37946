"""Parts of a syntax tree as a book writes them: expressions, places, targets, ways to resolve."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.syntax import ast
from gamebook.syntax.heads import NAME, without_zeros
from gamebook.syntax.limits import MAX_DICE

_STRENGTH = {"or": 1, "and": 2, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5}
SUM, PRODUCT, FACTOR, ATOM = 5, 6, 7, 8
"""How tightly an expression must bind where the grammar asks for a `sum`, a `product`, a `factor` or an `atom`."""


def quoted(words: str) -> str:
    """Any words in quotation marks: what `unquote` gives back. Two slashes after a blank would begin a comment."""
    return '"' + re.sub(r'(["\\]|(?<=[ \t\u00a0\ufeff])/(?=/))', r"\\\1", words) + '"'


def spell(expr: ast.Expr, least: int = 0) -> str:
    """The expression as a book writes it: `2d6 + SKILL`.

    Args:
        expr: what to write.
        least: how tightly it must bind where it stands; what binds less goes into brackets.
    """
    words = _atom(expr)
    return f"({words})" if _strength(expr) < least else str(words)


def _strength(expr: ast.Expr) -> int:
    if isinstance(expr, ast.Binary):
        return _STRENGTH.get(expr.op, PRODUCT)
    if isinstance(expr, ast.Unary):
        return 3 if expr.op == "not" else FACTOR
    return ATOM


def _atom(expr: ast.Expr) -> str:
    """An expression without brackets around it."""
    match expr:
        case ast.Number():
            return str(expr.value)
        case ast.Name():
            return expr.id
        case ast.FoeStat():
            return f"foe {_whose(expr.whose)}{expr.stat}"
        case ast.Initial():
            return f"initial {expr.id}"
        case ast.Visited():
            return f"visited {expr.chapter}"
        case ast.Ticked():
            named = expr.chapter and not expr.chapter[0].isdecimal()
            return " ".join(["ticked", *(["in"] if named else []), expr.chapter]).rstrip()
        case ast.FirstTime():
            return "first time"
        case ast.CountOf(pool=None):
            return f"count of {spell(expr.what)}"
        case ast.CountOf():
            what = spell(expr.what) if isinstance(expr.what, ast.Number) else f"({spell(expr.what)})"
            return f"count of {what} in {expr.pool}"
        case ast.Dice():
            return _dice(expr)
        case ast.CountDice():
            faces = str(expr.low) if expr.low == expr.high else f"{expr.low}..{expr.high}"
            return f"count of {faces} in {_dice(expr.dice)}"
        case ast.Call():
            return f"{expr.function}({spell_all(expr.arguments)})"
        case ast.Unary():
            # `not (a = b)` needs no brackets, but a reader does
            return f"{expr.op}{' ' if expr.op == 'not' else ''}{spell(expr.operand, FACTOR)}"
        case ast.Binary():
            own = _strength(expr)
            left = own + 1 if _STRENGTH.get(expr.op) == 4 else own  # comparisons do not chain
            return f"{spell(expr.left, left)} {expr.op} {spell(expr.right, own + 1)}"
    raise TypeError(f"{type(expr).__name__} is no expression")


def _dice(dice: ast.Dice) -> str:
    plain = isinstance(dice.count, ast.Number) and dice.count.value <= MAX_DICE
    count = spell(dice.count) if plain else f"({spell(dice.count)})"
    kept = f"keep {'highest' if dice.highest else 'lowest'} {dice.keep} of " if dice.keep is not None else ""
    more = f" exploding up to {dice.explode}" if dice.explode else ""
    return f"{kept}{count}d{dice.sides}{more}"


def spell_all(parts: Iterable[ast.Expr], least: int = 0) -> str:
    """Expressions with commas between them."""
    return ", ".join(spell(part, least) for part in parts)


def spell_maybe(before: str, expr: ast.Expr | None, after: str = "", least: int = SUM) -> str:
    """An optional expression with the words around it."""
    return "" if expr is None else f"{before}{spell(expr, least)}{after}"


def spell_signed(sign: int, amount: ast.Expr) -> str:
    """`+2d6 + 1`, `-(gold + 1)`"""
    return f"+{spell(amount, SUM)}" if sign > 0 else f"-{spell(amount, PRODUCT)}"


def spell_points(points: ast.Expr) -> str:
    """`2d6 + 1`, `-a / 2`: after `score` a minus stands before all of a product."""
    if isinstance(points, ast.Unary) and points.op == "-":
        return spell_signed(-1, points.operand)
    text = spell(points, SUM)
    return f"({text})" if text.startswith("-") else text


def spell_range(low: ast.Expr | None, high: ast.Expr | None) -> str:
    """` in 0..9`; nothing where no range is written."""
    return "" if low is None or high is None else f" in {spell(low, SUM)}..{spell(high, SUM)}"


# ---- other parts ---------------------------------------------------------------------------------------


def _whose(foe: str) -> str:
    return f"{quoted(foe)} " if foe else ""


def spell_place(place: ast.Place) -> str:
    """`foe "Grey wolf" STAMINA`"""
    owner = "foe " if place.foe else "initial " if place.initial else ""
    return f"{owner}{_whose(place.whose)}{place.id}"


def spell_by(resolution: ast.Resolution | None) -> str:
    """` by residual account luck scope chapter`"""
    if resolution is None:
        return ""
    account = resolution.account and f"account {resolution.account}"
    scope = resolution.scope and f"scope {resolution.scope}"
    return " ".join([" by", *filter(None, (resolution.mode, resolution.manner, account, scope))])


def spell_bounds(ends: tuple[int, int]) -> str:
    """`-1..1`"""
    return "{}..{}".format(*ends)


def spell_faces(low: int, high: int) -> str:
    """`6`, `3-5`, `-2..0`"""
    if low == high:
        return str(low)
    return f"{low}-{high}" if min(low, high) >= 0 else spell_bounds((low, high))


def spell_open(end: int, *, more: bool) -> str:
    """`10 or more`, `4 or less`"""
    return f"{end} or {'more' if more else 'less'}"


def spell_percent(hundredths: int) -> str:
    """`40%`, `0.5%`"""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") + "%"


def spell_knows(share: int) -> str:
    """` [knows 40%]`; nothing where everybody knows."""
    return "" if share == HUNDRED_PERCENT else f" [knows {spell_percent(share)}]"


def spell_word(words: str) -> str:
    """A name or a number without a change; anything else in quotation marks."""
    bare = re.fullmatch(NAME, words) is not None and without_zeros(words) == words
    return words if bare else quoted(words)


def spell_parameters(parameters: Sequence[str]) -> str:
    """`(thing, price)`; nothing where there are none."""
    return f"({', '.join(parameters)})" if parameters else ""


def spell_target(target: ast.Target) -> str:
    """What stands after `->`."""
    match target:
        case ast.ToChapter():
            return target.chapter
        case ast.ToEnding():
            text = f" {quoted(target.text)}" if target.text or target.kind == "ending" else ""
            points = "" if target.score is None else f" score {spell_points(target.score)}"
            return f"{target.kind}{text}{points}"
        case ast.ToComputed():
            return f"({spell(target.value)})"
        case ast.Back():
            return "back"
    raise TypeError(f"{type(target).__name__} is no target")


def spell_names(names: Iterable[ast.Name]) -> str:
    """Names with commas between them."""
    return ", ".join(name.id for name in names)
