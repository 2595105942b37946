"""What readers gain, lose or pay: how much, which prices close a choice, and what is gained after a price."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import TypeGuard

from gamebook.model.arithmetic import ZERO, binary, has_dice, reads
from gamebook.model.blocks import blocks_in, bodies_of, written_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.step import Assign, Block, Change, If, Step


def gains_after_a_price(book: Book) -> Mapping[str, str]:
    """What stands in a block under a step, such as that of an option, after a price.

    What is stored is no price, and what is returned is not gained: the reader knows where it is.

    Returns:
        the address of the gain, or of the language's own question if it fits → `pay`, or `lose` for what is lost.
    """
    stored = frozenset(each.name for each in book.variables if each.is_stored)
    return {address: why for body in bodies_of(book) for step in body for address, why in _under(step, stored)}


def due(body: Block, in_debt: Container[str]) -> Iterator[tuple[Assign, Change, Expr]]:
    """The prices of an option that a reader must be able to pay to choose it, with how much each of them is.

    No others are: what a roll or a condition asks for later, and what is paid of a number that has changed before.

    Args:
        body: what the option does.
        in_debt: the numbers that may be below 0.
    """
    asked: set[str] = set()
    changed: set[str] = set()
    for step in body:
        if not isinstance(step, Assign):
            changed |= written_in((step,))
            continue
        for change in step.changes:
            if step.why == "pay" and change.value == Var(name=str(change.variable)):  # a price of nothing
                continue
            price = None
            if step.why == "pay":
                price = price_in(change) if change.variable in in_debt else amount_of(step, change)
            known = price is not None and change.variable not in changed and not reads(price) & (changed | asked)
            if price is not None and known and not has_dice(price):
                asked.add(change.variable)
                yield step, change, price
            else:
                changed.add(change.variable)


def amount_of(step: Assign, change: Change) -> Expr | None:
    """How much is gained, lost or paid; None of another change, and where a thing is just had, or no more."""
    sign = {"gain": "+", "lose": "-", "pay": "-"}.get(step.why)
    match change.value:
        case Binary(op=op, left=Var(name=name), right=amount) if op == sign and name == change.variable:
            return amount
    return None


def at_most_there(name: str, price: Expr) -> Expr:
    """What readers pay of a price if it is taken from a number that may be below 0: no more than they have."""
    return binary("min", price, binary("max", Var(name=name), ZERO))


def price_in(change: Change) -> Expr | None:
    """The price that `pay` asks for, in the change that it makes; None of one that costs nothing."""
    match change.value:
        case Binary(op="-", left=Var(name=name), right=Binary(op="min", left=price) as paid) if (
            name == change.variable and paid == at_most_there(name, price)
        ):
            return price
        case Binary(op="-", left=Var(name=name), right=price) if name == change.variable:
            return price
    return None


def _under(step: Step, stored: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What is gained after a price in the blocks under a step, at any depth.

    Args:
        step: the step.
        stored: the variables that say how much of a thing lies in a place.
    """
    if isinstance(step, If) and step.own:
        return  # what is dropped to make room is no price
    for block in blocks_in(step):
        price = ""
        for each in block:
            if isinstance(each, Assign) and written_in((each,)) & stored:
                continue
            if isinstance(each, Assign) and each.why in ("pay", "lose"):
                price = "pay" if "pay" in (price, each.why) else "lose"
            elif price and _is_gain(each):
                yield each.address, price
            yield from _under(each, stored)


def _is_gain(step: Step) -> TypeGuard[Assign | If]:
    """Whether a step is a gain, or the language's own question if it fits."""
    if isinstance(step, If):
        return step.own and len(step.then) == 1 and _is_gain(step.then[0])
    return isinstance(step, Assign) and step.why == "gain"
