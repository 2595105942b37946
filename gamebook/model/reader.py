"""A kind of reader, as books and commands write it: `careless(10%)`; `gamebook.solver.readers` plays as one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast, get_args

from gamebook.errors import UsageError

Kind = Literal["best", "random", "careless", "soft", "lookahead"]

RANDOM = "uniform"
"""Another name of the random reader: that of the strategy."""
MOST_AHEAD = 50
"""Choices that a reader may see ahead."""

_WRITTEN = re.compile(r"\s*(?P<kind>[a-z]+)\s*(?:\(\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*\))?\s*")
_EXAMPLES = "best, random, careless(10%), soft(3) or lookahead(2)"


@dataclass(frozen=True, slots=True)
class Reader:
    """A kind of reader, and how much of it."""

    kind: Kind
    amount: float = 0.0
    """`careless`: the chance to err, in [0, 1]; `soft`: the rate; `lookahead`: how many choices; others: 0."""

    def __str__(self) -> str:
        """How a book writes it: `careless(10%)`."""
        if self.kind in ("best", "random"):
            return self.kind
        amount = f"{100 * self.amount:.10g}%" if self.kind == "careless" else f"{self.amount:.10g}"
        return f"{self.kind}({amount})"


def reader(written: str) -> Reader:
    """The reader that is written so.

    Raises:
        UsageError: there is no such reader, or its amount is out of range.
    """
    match = _WRITTEN.fullmatch(written)
    if match is None or match["kind"] not in (*get_args(Kind), RANDOM):
        raise UsageError(f"there is no reader {written.strip() or 'without a name'}; write {_EXAMPLES}")
    kind = cast("Kind", "random" if match["kind"] == RANDOM else match["kind"])
    plain = kind in ("best", "random")
    if plain != (match["amount"] is None) or (match["percent"] and kind != "careless"):
        raise UsageError(f"{written.strip()} is no reader; write {_EXAMPLES}")
    if plain:
        return Reader(kind)
    amount = float(match["amount"]) / (100 if match["percent"] else 1)
    if kind == "careless" and amount > 1:
        raise UsageError("a careless reader errs with a chance of at most 100%, such as careless(10%)")
    if kind == "lookahead" and not (amount.is_integer() and amount <= MOST_AHEAD):
        raise UsageError(f"a reader sees a whole number of choices ahead, at most {MOST_AHEAD}, such as lookahead(2)")
    return Reader(kind, amount)
