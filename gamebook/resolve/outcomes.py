"""Comparisons and tests: outcomes with names, and rows for these."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import did_you_mean, extended, with_lines, write, write_here
from gamebook.diagnostics import Related
from gamebook.model.arithmetic import Interval, binary, has_dice
from gamebook.model.expression import Binary, Const, Expr
from gamebook.model.step import COMPARED, Block, Roll, Row, of_test
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.left import Rows
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Site
from gamebook.resolve.spelling import nearest
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.one_line import spell_check
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find
from gamebook.syntax.words import nearest_word

_GOOD = ("pass", "passed", "success", "successful", "succeed", "succeeded", "win", "won", "lucky")
_BAD = ("fail", "failed", "failure", "unsuccessful", "lose", "lost", "unlucky")
_OTHER_WORDS = {**dict.fromkeys(_GOOD, ("pass", "lucky")), **dict.fromkeys(_BAD, ("fail", "unlucky"))}
"""Other words for how a test may end, and those that are meant."""


def _outcomes(
    desk: Desk,
    rows: Sequence[ast.NamedRow],
    known: Sequence[tuple[str, Interval]],
    site: Site,
    dice: Span,
    values: Interval,
    sure: Interval | None,
) -> tuple[Row, ...]:
    """A row for each outcome that can come or that is written; play goes on where the page says nothing.

    Args:
        desk: where findings are put down.
        rows: what is written.
        known: the outcomes, each with its values.
        site: the place.
        dice: where the test or the comparison is written.
        values: the least and greatest value here; outcomes outside have a row only if it is written.
        sure: the same; None if a mistake, or another value of a parameter, may make it wrong.
    """
    bodies: dict[str, ast.NamedRow] = {}
    allowed = [name for name, _ in known]
    for row in rows:
        if row.name not in allowed:
            meant = next((each for each in _OTHER_WORDS.get(row.name.lower(), ()) if each in allowed), None)
            hint = did_you_mean(meant, row.name) if meant else nearest(row.name, allowed)
            told = hint or f"the outcomes are {', '.join(allowed)}"
            desk.report(names.UNKNOWN_OUTCOME, row.name.span, f"there is no outcome {row.name} here", told)
        elif row.name in bodies:
            related = (Related(bodies[row.name].span, "the other row"),)
            desk.report(rules.ROW_OVERLAP, row.span, f"two rows for {row.name}", "keep one of them", related)
        else:
            bodies[row.name] = row
    made = []
    for name, (low, high) in known:
        if name in bodies or (low <= values[1] and values[0] <= high):
            body = desk.block(bodies[name].body if name in bodies else (), site)
            made.append(Row(low=low, high=high, label=str(name), body=body))
    if sure is not None and dice.path not in desk.names.systems:
        outcomes = tuple((str(name), covered) for name, covered in known)
        covers = dict(outcomes)
        written = tuple((row.span, str(name), covers[name]) for name, row in bodies.items())
        noted = Rows(written, frozenset([sure]), outcomes)
        desk.left.rows[dice] = noted.also(desk.left.rows.get(dice))
    return tuple(made)


def _asks_parameter(desk: Desk, *parts: ast.Node | None) -> bool:
    """Whether values that are worked out in some parts depend on a parameter of the book."""
    asked = (each.id for part in parts if part is not None for each in find(part, ast.Name))
    return any(each in desk.names.symbols and isinstance(desk.names.symbols[each].node, ast.Param) for each in asked)


def _as_in_rows(rows: Sequence[ast.NamedRow], unread: Sequence[str]) -> tuple[str, str]:
    """The outcomes of a test that are missing or could not be read: what its rows are called, if not misspelt."""
    meant = (row.name if row.name in unread else nearest_word(row.name, unread) or row.name for row in rows)
    first, second, *_ = (*dict.fromkeys(map(str, meant)), "", "")
    return first, second


def compare(desk: Desk, step: ast.Compare, site: Site) -> Block:
    """`~ compare 1d20 + might with 10 + alarm`: the value is the difference, so that all dice fall once."""
    before = desk.reports
    left, right = expressions.amount(desk, step.left, site), expressions.amount(desk, step.right, site)
    sure = desk.reports == before and not _asks_parameter(desk, step.left, step.right)
    if expressions.too_random(desk, left, right, step.left.span, site):
        return ()
    difference = binary("-", left, right)
    low, high = desk.bounds(difference, site)
    address = desk.address(site, step.span)
    higher, equal, lower = COMPARED
    known = ((higher, (max(1, low), max(1, high))), (equal, (0, 0)), (lower, (min(-1, low), min(-1, high))))
    rows = _outcomes(desk, step.rows, known, site, step.span, (low, high), (low, high) if sure else None)
    label = f"{spell(_settled(step.left, site))} with {spell(_settled(step.right, site))}"
    how = resolution(desk, step.resolution, site, label)
    return (Roll(value=difference, rows=rows, what="compare", label=label, resolution=how, address=address),)


def _settled(expr: ast.Expr, site: Site) -> ast.Expr:
    """What a reader sees of a sum: settings of the combat as numbers, and none where they are 0."""
    if isinstance(expr, ast.Name):
        bound = site.names.get(expr.id)
        return ast.Number(bound.value.value, span=expr.span) if bound and isinstance(bound.value, Const) else expr
    if not isinstance(expr, ast.Binary):
        return expr
    left, right = _settled(expr.left, site), _settled(expr.right, site)
    if expr.op in ("+", "-") and isinstance(right, ast.Number) and right.value <= 0:
        turned = ast.Number(-right.value, span=right.span)
        return ast.Binary("-" if expr.op == "+" else "+", left, turned, span=expr.span) if right.value else left
    return ast.Binary(expr.op, left, right, span=expr.span)


def check(desk: Desk, step: ast.Check, site: Site) -> Block:
    """`~ test luck`, `~ test skill -2`, `~ test STAMINA on 2d6`."""
    before = desk.reports
    declared = desk.names.checks.get(step.test)
    then: Block = ()
    address = desk.address(site, step.span)
    apart = replace(site, names={}, ranges={}, quoted=True, follows=True)
    if isinstance(step.dice, ast.Number):
        message = f"{spell(step.dice)} is a number, and no dice are rolled"
        desk.report(rules.BAD_DICE, step.dice.span, message, write_here(f"{max(1, step.dice.value)}d6"))
    if declared is not None:
        if not desk.opening(f"test {step.test}"):
            desk.report(
                names.CIRCULAR, declared.name.span, f"the test {step.test} contains itself", "define it without itself"
            )
            return ()
        value = expressions.amount(desk, declared.succeed, apart)
        if step.dice is not None:
            value = _with_dice(desk, value, step, site)
        then = desk.block(declared.then, apart)
        outcomes: tuple[str, str] = declared.outcomes
        if not any(outcomes):
            outcomes = _as_in_rows(step.rows, declared.unread)
        desk.opened()
    elif step.dice is not None:
        number = expressions.value(desk, ast.Name(step.test, span=step.test.span), site)
        value = binary("<=", expressions.amount(desk, step.dice, site), number)
        outcomes = ("pass", "fail")
    else:
        if step.test not in desk.names.lost:
            _unknown_check(desk, step)
        return ()
    succeeds = declared is None or not declared.unread or not isinstance(value, Const)
    """Whether it is known what the test rolls: that may be on a line that could not be read."""
    if step.modifier is not None and succeeds:
        value = _modified(desk, value, expressions.value(desk, step.modifier, site), step.modifier.span)
    known = ((outcomes[0], (1, 1)), (outcomes[1], (0, 0)))
    sure = (
        succeeds
        and desk.reports == before
        and not _asks_parameter(desk, step.dice, step.modifier, declared and declared.succeed)
    )
    rows = _outcomes(desk, step.rows, known, site, step.span, (0, 1), desk.bounds(value, apart) if sure else None)
    how = resolution(desk, step.resolution, site, of_test(step.test))
    if outcomes[0] and not step.rows and not then and how is None and step.span.path not in desk.names.systems:
        hint = f"write rows under it, with four blanks: {outcomes[0]} -> 12, {outcomes[1]} -> 13"
        desk.report(rules.IDLE_TEST, step.span, "nothing depends on this test: it has no rows", hint)
    return (
        Roll(value=value, then=then, rows=rows, what="test", label=str(step.test), resolution=how, address=address),
    )


def _with_dice(desk: Desk, value: Expr, step: ast.Check, site: Site) -> Expr:
    """The test with other dice in place of its own."""
    assert step.dice is not None
    dice = expressions.amount(desk, step.dice, site)
    if isinstance(value, Binary) and value.op in ("<=", "<", ">=", ">"):
        if has_dice(value.left) and not has_dice(value.right):
            return binary(value.op, dice, value.right)
        if has_dice(value.right) and not has_dice(value.left):
            return binary(value.op, value.left, dice)
    desk.report(rules.NO_MODIFIER, step.span, f"the test {step.test} cannot be made with other dice", "remove `on`")
    return value


def _unknown_check(desk: Desk, step: ast.Check) -> None:
    numbers = desk.names.of_kind("stat", "number")
    meant = min(
        (each for each in numbers if each.casefold() == step.test.casefold()),
        default=None,
        key=lambda each: each != step.test,
    )
    hint = nearest(step.test, desk.names.checks) or lookup.in_a_system(desk, "test", step.test)
    rows = {each.name for each in step.rows}
    same = next((each for each in desk.names.checks if each.casefold() == step.test.casefold()), None)
    if same is not None and rows and rows <= {*desk.names.checks[same].outcomes}:
        hint = write(spell_check(structs.replace(step, test=ast.Id(same, step.test.span))))
    elif meant is not None:
        with_dice = structs.replace(step, test=ast.Id(meant, step.test.span), dice=ast.Dice(ast.Number(2), 6))
        told = f"write which dice to use: {spell_check(with_dice)}"
        hint = extended(hint, f"{told}; or ") if hint else with_lines(told, spell_check(with_dice))
    desk.report(names.UNKNOWN_CHECK, step.test.span, f"there is no test {step.test}", hint)


def _modified(desk: Desk, value: Expr, modifier: Expr, span: Span) -> Expr:
    """The test with its number raised by `modifier`."""
    if isinstance(value, Binary) and value.op in ("<=", "<", ">=", ">"):
        if has_dice(value.left) and not has_dice(value.right):
            return binary(value.op, value.left, binary("+", value.right, modifier))
        if has_dice(value.right) and not has_dice(value.left):
            return binary(value.op, binary("+", value.left, modifier), value.right)
    desk.report(rules.NO_MODIFIER, span, "this test takes no modifier", "it does not compare dice with a number")
    return value
