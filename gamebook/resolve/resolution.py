"""How random things are decided, where the page says so: `by ledger account luck scope fight`, and where it is written.

What a line leaves out is as its block says (`~ resolve by …`), else its fight, else the book; `gamebook.srr` knows what
is usual where nobody says anything.
"""

from __future__ import annotations

import msgspec

from gamebook.codes import names, rules
from gamebook.model import step as model
from gamebook.model.book import Account
from gamebook.model.step import Block
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site, hero_site
from gamebook.syntax import ast

MANNERS = {"nearest": "expected", "deadline": "residual", "strict": "ledger", "alone": "ledger"}
"""Which mode each manner belongs to."""
MOST_COLUMNS = 20
"""The most columns an account may be given at the start."""


def resolution(desk: Desk, own: ast.Resolution | None, site: Site, label: str) -> model.Resolution | None:
    """How the current step is decided, if the page says so there or around.

    Args:
        desk: the book.
        own: what its line says.
        site: where it is.
        label: what the dice are called; an account named around is kept apart for each.
    """
    node = site.resolved(own)
    if node is None:
        return None
    check(desk, node, site)
    account: str | None = node.account
    if account is not None and (own is None or own.account is None):
        account = f"{account}{model.OF_EACH}{label}"
    return _model(node, account)


def whole_book(desk: Desk, node: ast.ResolveBy) -> model.Resolution:
    """`resolve by residual`, in the header."""
    check(desk, node.resolution, hero_site())
    return _model(node.resolution, node.resolution.account)


def _model(node: ast.Resolution, account: str | None) -> model.Resolution:
    words = {
        "mode": node.mode,
        "manner": node.manner,
        "account": None if account is None else str(account),
        "scope": node.scope,
    }
    return msgspec.convert(words, model.Resolution)


def check(desk: Desk, node: ast.Resolution, site: Site) -> None:
    """Report words that do not go together."""
    wanted = MANNERS.get(node.manner or "")
    if wanted is not None and node.mode is not None and node.mode != wanted:
        message = f"{node.manner} works with {wanted}, not with {node.mode}"
        desk.report(rules.BAD_RESOLUTION, node.span, message, f"write: by {wanted} {node.manner}")
    if node.scope == "fight" and site.fight is None and site.chapter is not None and not site.quoted:
        hint = "write it at the fight, or choose scope chapter"
        desk.report(names.OUT_OF_PLACE, node.span, "this is not in a fight", hint)


def resolve_on(desk: Desk, step: ast.ResolveOn, site: Site) -> Block:
    """`~ resolve by residual`: the desk remembers it for the rest of the block."""
    check(desk, step.resolution, site)
    return ()


def accounts(desk: Desk, nodes: list[ast.AccountDecl]) -> tuple[Account, ...]:
    """`account D2 of 6 = 0, -4 in -30..30`"""
    found: dict[str, Account] = {}
    site = hero_site()
    for node in nodes:
        of = 1 if node.of is None else expressions.constant(desk, node.of, site)
        start = tuple(expressions.constant(desk, each, site) for each in node.starts)
        low, high = (None if end is None else expressions.constant(desk, end, site) for end in (node.low, node.high))
        if of < 1 or len(start) > MOST_COLUMNS:
            desk.report(rules.BAD_RESOLUTION, node.span, f"the account {node.name} cannot be used", "write: of 6")
            continue
        if low is not None and high is not None:
            if low > high or any(not low <= each <= high for each in start):
                message = f"{node.name} starts outside its range {low}..{high}"
                desk.report(rules.BAD_START, node.span, message, "widen the range, or start inside it")
                continue
            low, high = desk.sized(low, high, node.span, node.name)
        if node.name in found:
            hint = "give one of them another name"
            desk.report(names.DUPLICATE_NAME, node.name.span, f"{node.name} is declared twice", hint)
        found.setdefault(node.name, Account(name=str(node.name), of=of, start=start, low=low, high=high))
        desk.left.spans[f"account {node.name}"] = node.name.span
    return tuple(found.values())
