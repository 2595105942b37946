"""A test in words: what is rolled, and what a modifier does to the number that the dice are compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamebook.comparisons import TURNED
from gamebook.publish.rules.sentences import Clause
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find

Say = Callable[..., Clause]
"""Writes a phrase in the book's language, as `Clauses.say`."""


def test(values: Values, say: Say, step: ast.Check) -> Clause:
    """Testing something: "test your luck", and what is different this time."""
    clause = say("test", name=values.name(step.test))
    if step.dice is None and step.modifier is None:
        return clause
    dice, op, number = _compared(values, step)
    if step.dice is None and step.modifier is not None and isinstance(number, ast.Name | ast.Initial):
        changed = _changed(values, say, clause, number, step.modifier)
        if changed is not None:
            return changed
    if step.modifier is not None:
        number = values.known(ast.Binary("+", number, step.modifier))
    result = values.compared(values.say("the-result"), op, number)
    return say("test-dice", name=values.name(step.test), dice=values.value(step.dice or dice), condition=result)


def _compared(values: Values, step: ast.Check) -> tuple[ast.Expr, str, ast.Expr]:
    """The dice of a test, how they are compared, and with what; a number without a test of its own must not be less."""
    names = values.names
    declared = names.tests.get(step.test)
    if declared is None:
        return step.dice or ast.Number(0), "<=", ast.Name(step.test)
    succeed = declared.succeed
    assert isinstance(succeed, ast.Binary), "a test without a comparison takes neither dice nor a modifier"
    if rolls(succeed.left, names.lets):
        return succeed.left, succeed.op, succeed.right
    return succeed.right, TURNED[succeed.op], succeed.left


def rolls(expr: ast.Expr, lets: Mapping[str, ast.Let]) -> bool:
    """Whether there are dice in a value."""
    if any(find(expr, ast.Dice)):
        return True
    return any(rolls(lets[each.id].value, lets) for each in find(expr, ast.Name) if each.id in lets)


def _changed(values: Values, say: Say, clause: Clause, number: ast.Expr, modifier: ast.Expr) -> Clause | None:
    """A test in which a number of the sheet counts more or less; None where it is not easily said how much."""
    known, sign = values.known(modifier), 1
    if isinstance(known, ast.Unary) and known.op == "-":
        known, sign = known.operand, -1
    amount, condition = values.bonus(known)
    if amount is None:
        return None
    if amount < 0:
        amount, sign = -amount, -sign
    key = "test-more" if sign > 0 else "test-less"
    what = values.value(number)
    if condition is None:
        return say(key, amount, clause=clause, what=what, n=str(amount))
    return say(
        f"{key}-if", amount, clause=clause, what=what, n=str(amount), condition=values.condition(condition, f"{key}-if")
    )
