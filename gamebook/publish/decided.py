"""How chance is decided at each place of a book without luck: what stays on dice, and what writes to which account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from gamebook.model.blocks import steps_in
from gamebook.model.book import Account
from gamebook.model.step import Pool, Random, Roll
from gamebook.project import Edition
from gamebook.publish.pages import Pages
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import walk

Place = tuple[str, Span]
"""The chapter that a step is printed in, empty on the rules page, and where it is written."""


class Kept(Struct, frozen=True):
    """An account, and the steps of the page that write to it."""

    account: Account
    places: tuple[Place, ...]
    steps: tuple[ast.Node, ...]


class Decided(Struct, frozen=True):
    """What print must know of a book without luck."""

    on_dice: frozenset[Place] = frozenset()
    """What stays on dice, though its book or chapter or the step itself asks otherwise."""
    kept: tuple[Kept, ...] = ()
    """The accounts that something is written to."""


def decided(edition: Edition, pages: Pages) -> Decided:
    """How chance is decided in a book without errors."""
    luckless = edition.luckless
    assert luckless is not None, "a book with errors is not printed"
    accounts = [each for each in luckless.book.accounts if each.columns]
    left = {note.address for note in luckless.left_on_dice}
    if not accounts and not left:
        return Decided()
    steps: dict[Span, ast.Node] = {}
    for node in walk((*pages.everywhere(), *pages.chapters)):
        if isinstance(node, ast.Step):
            steps.setdefault(node.span, node)

    def places(addresses: Iterable[str]) -> list[Place]:
        spans = ((each.partition("#")[0], edition.resolved.sourcemap.span(each)) for each in addresses)
        return [(chapter, span) for chapter, span in spans if span is not None]

    kept = []
    for account in accounts:
        found = places(account.places)
        written = tuple(steps[span] for _, span in found if span in steps)
        kept.append(Kept(account, tuple(found), written))
    return Decided(frozenset([*places(left), *_everywhere(edition, left)]), tuple(kept))


def _everywhere(edition: Edition, left: set[str]) -> Iterable[Place]:
    """What stays on dice wherever it is used, so that the rules page can say so."""
    rolled: defaultdict[Span, set[str]] = defaultdict(set)
    for block in edition.resolved.book.blocks if edition.resolved.book is not None else ():
        for step in steps_in(block):
            if not isinstance(step, Roll | Random | Pool):
                continue
            span = edition.resolved.sourcemap.span(step.address)
            if span is not None:
                rolled[span].add(step.address)
    return (("", span) for span, addresses in rolled.items() if addresses <= left)
