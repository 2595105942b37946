"""Clauses, which have no capital and no full stop, and the sentences that are made of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gamebook.publish.document import Run, Runs, plain
from gamebook.sentences import with_capital

_PARTS = ":;"
_ENDS = ".!?…:;。！？"
_CLOSING = "”\"’'»)*_"

Clause = Runs
"""Words without a capital and a full stop."""


def sentence(clause: Clause) -> Runs:
    """A clause as a sentence."""
    runs = capital(clause)
    return runs if ends(runs) else (*runs, Run("."))


def capital(clause: Clause) -> Runs:
    """A clause that begins with a capital."""
    runs = list(clause)
    for place, run in enumerate(runs):
        if run.text:
            runs[place] = replace(run, text=with_capital(run.text))
            break
    return tuple(runs)


def has_parts(clause: Clause) -> bool:
    """Whether a clause is divided by a colon or a semicolon: what belongs to it would be read on after a comma."""
    return any(sign in plain(clause) for sign in _PARTS)


def ends(runs: Iterable[Run]) -> bool:
    """Whether a sentence is over at the end of these letters."""
    text = plain(runs).rstrip().rstrip(_CLOSING)
    return text.endswith(tuple(_ENDS))


def lead(head: Clause, clause: Clause | None = None, colon: str = ":") -> Runs:
    """`Head: clause.` With no clause yet to come, `Head:`; with an empty one, `Head.`"""
    opened = sentence(head)
    if not ends(head):
        opened = opened[:-1]
    over = ends(opened)
    if clause is None:
        return opened if over else (*opened, Run(colon))
    if not clause:
        return opened if over else (*opened, Run("."))
    if over:
        return (*opened, Run(" "), *sentence(clause))
    rest = sentence(clause)
    rest = (replace(rest[0], text=clause[0].text), *rest[1:]) if rest else ()
    return (*opened, Run(f"{colon} "), *rest)
