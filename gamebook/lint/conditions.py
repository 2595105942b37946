"""Conditions that make no difference: choices that are always closed or always open, ifs that always go one way."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np
from msgspec import Struct

from gamebook.codes import chapter_map, finding
from gamebook.comparisons import COMPARES, COMPARISONS
from gamebook.diagnostics import Diagnostic
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.lint.facts import Facts
from gamebook.lint.offers import Copy, asks, prices_apart
from gamebook.model.arithmetic import FALSE, Interval, bounds, conjuncts, ends, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Variable
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.model.prices import price_in
from gamebook.model.step import Assign, If, Option
from gamebook.program.code import Mark
from gamebook.source import Span

_COMPUTED = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def settled_choices(facts: Facts) -> Iterator[Diagnostic]:
    """Which options are closed, or open, for everyone who reaches their menus?"""
    for span, copies in facts.offered.items():
        look()
        told = openness(facts, copies)
        if not told.come_to:
            continue
        never, always = not (told.opened or told.may_open), not (told.closed or told.may_close)
        if never and facts.book.parameters and any(copy.option.condition == FALSE for copy in copies):
            continue  # another value of a parameter may open it
        if any(reads(copy.option.condition) & facts.from_before for copy in copies):
            continue  # the book before decides
        if never:
            settled = "this choice is never open"
            had = _ranges(facts, copies)
            prices = [*_prices(facts, copies[0].option, had)]
            known = "; ".join([*prices, *_what_is_known(facts, copies, had)])
            hint = facts.options.advice("correct the price or the condition" if prices else "correct the condition")
            message = f"{settled}: {known}" if known else settled
            yield finding(chapter_map.ALWAYS_CLOSED, span, message, hint, subject=settled)
        elif always and all(map(asks, copies)):
            message = "this choice is open to everyone who arrives here"
            hint = facts.options.advice("remove the condition, or write the one you meant")
            yield finding(chapter_map.ALWAYS_OPEN, span, message, hint)
        elif told.opened and _only_priced(facts, copies):
            message = "everyone who arrives here meets the condition of this choice; only its price can close it"
            hint = facts.options.advice("remove the condition, or write the one you meant")
            yield finding(chapter_map.ALWAYS_OPEN, span, message, hint)


def _only_priced(facts: Facts, copies: list[Copy]) -> bool:
    """Whether all that an author asks of those who come is sure for whoever can pay the price beside it."""
    if not all(_due(copy.option) and asks(copy) for copy in copies):
        return False
    had, cells = _ranges(facts, copies), {table.name: ends(table.cells) for table in facts.book.tables}
    for copy in copies:
        prices, parts = prices_apart(copy.option)
        known = {**had}
        for price in prices:
            if isinstance(price, Binary) and isinstance(price.left, Var) and isinstance(price.right, Const):
                least, most = known.get(price.left.name, (0, 0))
                known[price.left.name] = max(least, price.right.value), most
        if any(not reads(part) <= had.keys() or bounds(part, known, cells) != (1, 1) for part in parts):
            return False
    return True


class Openness(Struct, frozen=True):
    """What is known of an option of the page."""

    come_to: bool
    """Play is known to reach its menu."""
    opened: bool
    """It was seen open there."""
    closed: bool
    may_open: bool
    """It may be open, for all that is known."""
    may_close: bool


def openness(facts: Facts, copies: list[Copy]) -> Openness:
    """Whether an option is open, or closed, in all its places."""
    nodes = [(node, copy.number) for copy in copies for node in facts.nodes[copy.choose.address]]
    opened = any(facts.was(True, *each) for each in nodes)
    closed = any(facts.was(False, *each) for each in nodes)
    may_open, may_close = any(facts.may_open(*each) for each in nodes), any(facts.may_close(*each) for each in nodes)
    return Openness(opened or closed, opened, closed, may_open, may_close)


def _ranges(facts: Facts, copies: list[Copy]) -> dict[str, Interval]:
    """The range of each thing that the condition asks for, over all readers who come, where it is known."""
    wanted = {name for copy in copies for name in reads(copy.option.condition)}
    had: dict[str, Interval] = {}
    for copy in copies:
        for node in facts.nodes[copy.choose.address]:
            for name, (low, high) in facts.ranges_at(node).items():
                if name in wanted:
                    least, most = had.get(name, (low, high))
                    had[name] = (min(low, least), max(high, most))
    # What never changes in play is no part of its states.
    unchanging = {name: (facts.unchanging[name],) * 2 for name in wanted & facts.unchanging.keys()}
    declared: dict[str, Interval] = {}
    if not facts.whole:  # of a variable with too many values nothing more is known
        declared = {each.name: (each.low, each.high) for each in facts.book.variables if each.name in wanted}
        kept = facts.anyone.space.program.cells  # what never changes has no other value in its range there
        declared |= {each.name: (each.low, each.high) for each in kept if each.name in wanted}
    return {**declared, **unchanging, **had}


def _what_is_known(facts: Facts, copies: list[Copy], had: Mapping[str, Interval]) -> Iterator[str]:
    """The ranges of the things that close the choice, in words; nothing if none is known.

    Under a limit the ranges may be too wide: one that does not close the choice is no reason then.
    """
    cells = {table.name: ends(table.cells) for table in facts.book.tables}
    named = {
        name
        for copy in copies
        for part in _closing(copy.option, had)
        if facts.whole or bounds(part, had, cells) == (0, 0)
        for name in reads(part)
    }
    words = [
        _had(variable, *had[variable.name], "is" if facts.whole else "is always in")
        for variable in facts.book.variables
        if variable.name in had and variable.name in named and _can_be_told(variable, *had[variable.name])
    ]
    if words:
        yield " and ".join(words)


def _can_be_told(variable: Variable, low: int, high: int) -> bool:
    """Whether words can say what readers have: of a one-of its value if all have the same."""
    return variable.kind in ("stat", "number", "item", "codeword") or (variable.kind == "one-of" and low == high)


def _due(option: Option) -> dict[str, int]:
    """What an option costs, of prices that are the same for everyone."""
    due: dict[str, int] = defaultdict(int)
    for step in option.body:
        for change in step.changes if isinstance(step, Assign) and step.why == "pay" else ():
            price = price_in(change)
            if isinstance(price, Const):
                due[change.variable] += price.value
    return due


def _closing(option: Option, had: Mapping[str, Interval]) -> list[Expr]:
    """The parts of an option's condition that may close it: beside what its author asks, no price that some can pay."""
    parts = [*conjuncts(option.condition)]
    due = _due(option)
    prices = {name: Binary(op=">=", left=Var(name=name), right=Const(value=amount)) for name, amount in due.items()}
    payable = [part for name, part in prices.items() if had.get(name, (0, 0))[1] >= due[name]]
    if all(part in prices.values() for part in parts):
        return parts
    return [part for part in parts if part not in payable]


def _prices(facts: Facts, option: Option, had: Mapping[str, Interval]) -> Iterator[str]:
    """What closes an option of what it costs: `it costs 20 gold, and gold is at most 10`."""
    due = _due(option)
    closing = {name for part in _closing(option, had) for name in reads(part)}
    for variable in facts.book.variables:
        if variable.name in due and variable.name in closing:
            too_much = f", and {variable.name} is at most {variable.high}" if due[variable.name] > variable.high else ""
            yield f"it costs {due[variable.name]} {variable.name}{too_much}"


def _had(variable: Variable, low: int, high: int, is_: str) -> str:
    if high == 0 and variable.kind in ("item", "codeword"):
        return f"nobody here has {variable.name}"
    if low == variable.high == 1 and variable.kind in ("item", "codeword"):
        return f"everybody here has {variable.name}"
    if variable.values:
        return f"{variable.name} is {variable.values[low]} here"
    return f"{variable.name} is {low} here" if low == high else f"{variable.name} {is_} {low}..{high} here"


def settled_ifs(facts: Facts) -> Iterator[Diagnostic]:
    """Which ifs have the same result for everyone who reaches them?"""
    passed = facts.passed
    places = {each.step.address: each.around.place for each in facts.steps if isinstance(each.step, If)}
    copies: dict[Span, list[If]] = defaultdict(list)
    for step in facts.ifs:
        span = None if step.own else facts.span(step.address)
        if span is not None and is_judged(facts, step):
            copies[span].append(step)
    for span, steps in copies.items():
        if any(isinstance(step.condition, Const) for step in steps):
            continue
        if any(reads(step.condition) & facts.from_before for step in steps):
            continue  # the book before decides
        then = any(Mark("then", step.address) in passed for step in steps)
        otherwise = any(Mark("else", step.address) in passed for step in steps)
        missing = "else" if then else "then"
        if then != otherwise and not any(Mark(missing, step.address) in facts.may_pass for step in steps):
            settled = f"this condition {'always' if then else 'never'} holds"
            hint = facts.options.advice("keep only the block that is played, or correct the condition")
            known = _compared(facts, places[steps[0].address], steps[0].condition, then) if len(steps) == 1 else ""
            message = f"{settled}: {known}" if known else settled
            yield finding(chapter_map.SETTLED_IF, span, message, hint, subject=settled)


def is_judged(facts: Facts, step: If) -> bool:
    """Whether plays tell if a condition makes a difference.

    Not of one that in a fight its settings may settle, out of the model's sight.
    """
    return facts.span(step.address) not in facts.sourcemap.unjudged


def _compared(facts: Facts, place: str, condition: Expr, holds: bool) -> str:
    """`gold is 0..2 for all who come here`, of a comparison with a number; empty where that is not known.

    The readers are looked at as they enter the chapter, so nothing there may change what is compared. Of those for whom
    the comparison would be otherwise, a trigger lets none come further.

    Args:
        facts: the book.
        place: the chapter.
        condition: the comparison.
        holds: whether it always holds; else it never does.
    """
    entered = facts.anyone.space.program.chapters.get(place)
    still = _still(facts, condition)
    if still:
        return still
    if not facts.whole or entered is None or not isinstance(condition, Binary) or condition.op not in COMPARISONS:
        return ""
    if not isinstance(condition.right, Const):
        return ""
    steps = (
        *(chapter.body for chapter in facts.book.chapters if chapter.name == place),
        *(watch.body for watch in facts.book.watches),
    )
    states = facts.reach.states_at(entered)
    if not len(states) or any(reads(condition.left) & written_in(block) for block in steps):
        return ""
    kept = {cell.name for cell in facts.anyone.space.program.cells}
    columns = {each.name: np.array([each.start]) for each in facts.book.variables if each.name not in kept}
    columns |= facts.anyone.columns(entered, states)
    values = _over(condition.left, columns)
    if values is None or not values.size:
        return ""
    values = values[COMPARES[condition.op](values, condition.right.value) == holds]
    if not values.size:
        return ""
    low, high = int(values.min()), int(values.max())
    variable = next((each for each in facts.book.variables if condition.left == Var(name=each.name)), None)
    if variable is not None and variable.values and condition.op in ("=", "!="):
        who = "every" if low == high == condition.right.value else "no"
        return f"{variable.name} is {variable.values[condition.right.value]} for {who} reader here"
    who = "everybody who comes here" if low == high else "all who come here"
    # a `let` has lost its name here, and what it stands for may be long
    what = variable.name if variable is not None else f"what stands before “{condition.op} {condition.right.value}”"
    return f"{what} is {low if low == high else f'{low}..{high}'} for {who}"


def _still(facts: Facts, condition: Expr) -> str:
    """`gold is always 3, since no rule changes it`, of a comparison of a number that stays as it is."""
    left = condition.left if isinstance(condition, Binary) and condition.op in COMPARISONS else None
    variable = next((each for each in facts.book.variables if left == Var(name=each.name)), None)
    if variable is None or variable.kind not in ("number", "stat") or variable.name in facts.changed:
        return ""
    return f"{variable.name} is always {variable.start}, since no rule changes it"


def _over(expr: Expr, columns: Mapping[str, Ints]) -> Ints | None:
    """The values of an expression in some states; None where they do not show it."""
    if isinstance(expr, Const):
        return np.array([expr.value])
    if isinstance(expr, Var):
        return columns.get(expr.name)
    if isinstance(expr, Binary) and expr.op in _COMPUTED:
        left, right = _over(expr.left, columns), _over(expr.right, columns)
        return None if left is None or right is None else _COMPUTED[expr.op](left, right)
    return None
