"""The options that an author wrote, each with all its copies: what can be done at any time is in every menu."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator

from msgspec import Struct

from gamebook.job import look
from gamebook.model.arithmetic import conjuncts, reads
from gamebook.model.blocks import written_in
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.fold import total
from gamebook.model.prices import due
from gamebook.model.reserved import BEFORE
from gamebook.model.step import TARGET, Choose, Option
from gamebook.resolve.sourcemap import SourceMap
from gamebook.source import Span


class Copy(Struct, frozen=True):
    """One of the places at which an option of the page is offered."""

    choose: Choose
    number: int
    judged: bool
    """Whether plays tell if its condition makes a difference."""

    @property
    def option(self) -> Option:
        """The option there."""
        return self.choose.options[self.number]


def offered(
    choices: Iterable[tuple[Choose, bool]], sourcemap: SourceMap, own_span: Callable[[str], Span | None]
) -> dict[Span, list[Copy]]:
    """The options of a book by where they are written.

    Args:
        choices: every decision, and whether it is part of a fight.
        sourcemap: where everything is written.
        own_span: the same, for what is not written in a rule system.
    """
    found: dict[Span, list[Copy]] = defaultdict(list)
    for choose, in_fight in choices:
        look()
        menu = sourcemap.span(choose.address)
        for number, option in enumerate(choose.options):
            span = own_span(option.address) if choose.name != TARGET else None  # a foe may fall to somebody else
            # What has the place of the whole decision is the language's own (to refuse, to go on, an amount), unless
            # it comes first: a menu of one choice, and what a `may` offers.
            if span is not None and (span != menu or (choose.what in ("menu", "may") and number == 0)):
                found[span].append(Copy(choose, number, not in_fight or span not in sourcemap.unjudged))
    return found


def asks(copy: Copy) -> bool:
    """Whether an author wrote a condition for this place.

    Not a price, and not a guard of what the option itself changes: `[if not lantern]` before `~ gain lantern` is good
    style where the lantern cannot be had yet.
    """
    return bool(asked(copy))


def asked(copy: Copy) -> list[Expr]:
    """The parts of a condition that an author wrote for this place; see `asks`."""
    if not copy.judged or copy.choose.what not in ("menu", "rival"):
        return []
    changed = written_in(copy.option.body)
    changed |= {BEFORE}  # that there is a chapter to go back to is no condition of an author's
    return [part for part in prices_apart(copy.option)[1] if not reads(part) <= changed]


def prices_apart(option: Option) -> tuple[list[Expr], list[Expr]]:
    """The parts of a condition: those that are prices, and all that an author asks beside them."""
    parts = [part for part in conjuncts(option.condition) if reads(part)]
    due_here = [*_worked_out(option, ()), *_worked_out(option, written_in(option.body) | {BEFORE})]
    prices = [part for part in parts if _is_paid(part, due_here)]
    return prices, [part for part in parts if part not in prices]


def _worked_out(option: Option, in_debt: Container[str]) -> Iterator[Expr]:
    """The conditions under which the prices of an option can be paid."""
    asked: dict[str, list[Expr]] = {}
    for _, change, price in due(option.body, in_debt):
        asked.setdefault(change.variable, []).append(price)
    yield from (Binary(op=">=", left=Var(name=name), right=total(prices)) for name, prices in asked.items())


def _is_paid(part: Expr, prices: Collection[Expr]) -> bool:
    """Whether a part of a condition is a price: that it can be paid, or, for who is in debt, that there is none."""
    return part in prices or (isinstance(part, Binary) and part.op == "or" and part.right in prices)
