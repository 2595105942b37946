"""What readers gain, lose or pay: how much of it, and what they gain after they have given something for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from gamebook.model.arithmetic import ZERO, binary
from gamebook.model.blocks import blocks_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.step import Assign, Change, If, Step


def gains_after_a_price(book: Book) -> Mapping[str, str]:
    """What stands in a block under a step, such as that of an option, after a price.

    Returns:
        the address of the gain, or of the language's own question if it fits → `pay`, or `lose` for what is lost.
    """
    blocks = [book.hero, *(each.body for each in book.watches), *(each.body for each in book.chapters)]
    return {address: why for block in blocks for step in block for address, why in _under(step)}


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


def _under(step: Step) -> Iterator[tuple[str, str]]:
    """What is gained after a price in the blocks under a step, at any depth."""
    if isinstance(step, If) and step.own:
        return  # what is dropped to make room is no price
    for block in blocks_in(step):
        price = ""
        for each in block:
            if isinstance(each, Assign) and each.why in ("pay", "lose"):
                price = "pay" if "pay" in (price, each.why) else "lose"
            elif price and _is_gain(each):
                yield each.address, price
            yield from _under(each)


def _is_gain(step: Step) -> TypeGuard[Assign | If]:
    """Whether a step is a gain, or the language's own question if it fits."""
    if isinstance(step, If):
        return step.own and len(step.then) == 1 and _is_gain(step.then[0])
    return isinstance(step, Assign) and step.why == "gain"
