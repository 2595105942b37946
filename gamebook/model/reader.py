"""A kind of reader, as books and commands write it: `careless(10%)`; `gamebook.solver.readers` plays as one."""

from __future__ import annotations

import re
from typing import Literal, cast, get_args

from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.patterns import pattern

Kind = Literal["best", "random", "careless", "soft", "lookahead", "guide", "first-timer", "persistent"]
PLAIN: tuple[Kind, ...] = ("best", "random", "guide")
"""Of these there is one each."""
WORDS: tuple[Kind, ...] = ("first-timer", "persistent")
"""These know nothing but the words of the page; they may be given a strategy for fights."""

RANDOM, UNIFORM = "random", "uniform"
"""The random reader, who is also known as a strategy; and an older name."""
MOST_AHEAD = 50
"""Choices that a reader may see ahead."""

_WRITTEN = pattern(r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<inside>.*)\))?\s*", re.DOTALL)
_AMOUNT = pattern(r"\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*")
_FEW = "best, random, careless(10%), soft(3), lookahead(2)"
"""Examples of readers who are not among `WORDS`."""
_EXAMPLES = {False: f"{_FEW} or guide", True: f"{_FEW}, guide, first-timer or persistent"}
"""Examples for a message, by whether it may name readers of `WORDS`."""


class Reader(Struct, frozen=True):
    """A kind of reader, and how much of it."""

    kind: Kind
    amount: float = 0.0
    """`careless`: the chance to err, in [0, 1]; `soft`: the rate; `lookahead`: how many choices; others: 0."""
    fights: str = ""
    """`first-timer` and `persistent`: the strategy whose rules they follow in fights; empty: they pick at random."""

    def __str__(self) -> str:
        """How a book writes it: `careless(10%)`."""
        if self.kind in PLAIN:
            return self.kind
        if self.kind in WORDS:
            return f"{self.kind}({self.fights})" if self.fights else self.kind
        amount = f"{100 * self.amount:.10g}%" if self.kind == "careless" else f"{self.amount:.10g}"
        return f"{self.kind}({amount})"


def reader(written: str, *, words: bool = True) -> Reader:
    """The reader that is written so.

    Args:
        written: as a book or a command writes it.
        words: whether a message about another reader may advise one of `WORDS`.

    Raises:
        UsageError: there is no such reader, or its amount is out of range.
    """
    examples = _EXAMPLES[words]
    match = _WRITTEN.fullmatch(written)
    if match is None or match["kind"] not in (*get_args(Kind), UNIFORM):
        raise UsageError(f"there is no reader {written.strip() or 'without a name'}; write {examples}")
    kind = cast("Kind", RANDOM if match["kind"] == UNIFORM else match["kind"])
    inside = match["inside"]
    if kind in WORDS and (inside is None or inside.strip()):
        return Reader(kind, fights=(inside or "").strip())
    known = _AMOUNT.fullmatch(inside or "")
    if kind in PLAIN and inside is None:
        return Reader(kind)
    if kind in PLAIN or known is None or (known["percent"] and kind != "careless"):
        raise UsageError(f"{written.strip()} is no reader; write {examples}")
    amount = float(known["amount"]) / (100 if known["percent"] else 1)
    if kind == "careless" and amount > 1:
        raise UsageError("a careless reader errs with a chance of at most 100%, such as careless(10%)")
    if kind == "lookahead" and not (amount.is_integer() and amount <= MOST_AHEAD):
        raise UsageError(f"a reader sees a whole number of choices ahead, at most {MOST_AHEAD}, such as lookahead(2)")
    return Reader(kind, amount)
