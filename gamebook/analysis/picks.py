"""Bounds for all that a hero may pick: disciplines, say, which a reader chooses, or dice settle, in the hero block.

There may be thousands of such heroes, and each of them is a book to solve. A bound for all of them at once: nothing is
picked, and whenever a rule asks for a pick, the reader says what it is to be, each time. Whoever has picked can
say the truth each time, so no hero is worth more. The other bound is what one hero is worth whose picks are known.
The first solve says which picks to try: those where the answer no loses most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import structs

from gamebook.analysis.given_hero import rolled_stats, settled_by_dice, written_in_choices
from gamebook.analysis.handover import NoCampaign, rest
from gamebook.limits import Limits
from gamebook.model.arithmetic import TRUE, ZERO, binary, const, reads
from gamebook.model.blocks import expressions_in, rewritten, steps_in, written_in
from gamebook.model.book import Book, Chapter
from gamebook.model.expression import Binary, Expr, Lookup, Unary, Var
from gamebook.model.own_endings import own_ending
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Option,
    Step,
    Turn,
)
from gamebook.program.code import Decide
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

ANSWER = "what is picked: "
"""What the addresses of the reader's answers begin with."""
MADE = "the hero is made"
OTHER = "another hero"
SURE = 1 - 1e-9
TRIED = 20
"""Sets of picks that are looked at for one that the reader can choose without luck."""
MOST_HEROES = 200_000
"""States of a hero block that are listed."""

Picks = Mapping[str, int]


def open_picks(book: Book, hero: Mapping[str, int]) -> frozenset[str]:
    """What the hero block settles, but no dice for a stat, and nothing changes afterwards.

    No stat with an initial value is among them: whoever is given one is given both, and a pick may change one alone.
    """
    later = [*(chapter.body for chapter in book.chapters), *(watch.body for watch in book.watches)]
    changed = set().union(*map(written_in, later))
    made = written_in(book.hero) - changed - set(rolled_stats(book)) - hero.keys()
    return frozenset(each.name for each in book.variables if each.on_sheet and each.cap is None and each.name in made)


def answered(book: Book, names: frozenset[str]) -> Book:
    """The book in which nothing is picked and the reader answers whenever a pick is asked for.

    Raises:
        NoCampaign: a trigger asks for a pick, and nobody can be asked then.
    """
    variables = {each.name: each for each in book.variables if each.name in names}
    count = 0

    def change(step: Step) -> Step | None:
        if not isinstance(step, Assign) or not any(each.variable in names for each in step.changes):
            return step
        changes = tuple(each for each in step.changes if each.variable not in names)
        return structs.replace(step, changes=changes) if changes else None

    def before(step: Step) -> Block:
        nonlocal count
        asked = set().union(*map(_asks, expressions_in(step))) & variables.keys()
        found: list[Step] = []
        for name in sorted(asked):
            count += 1
            found.extend(_answer(name, range(variables[name].low, variables[name].high + 1), count))
        return tuple(found)

    if any(_asks(watch.condition) & names for watch in book.watches):
        raise NoCampaign("a trigger asks for what the hero picks; choose one hero")
    carried = tuple(each for each in book.carried if each not in names)
    return rewritten(structs.replace(book, hero=rest(book, names), carried=carried), change, before)


def _answer(name: str, values: Sequence[int], number: int) -> Block:
    """The reader says what a pick is. It is set once before, too, so that no earlier answer seems to matter."""
    address = f"{ANSWER}{name} {number}"
    says = [
        Assign(changes=(Change(variable=name, value=const(value), beyond=True),), address=address, why="hidden")
        for value in values
    ]
    options = tuple(
        Option(label=(str(value),), condition=TRUE, body=(said,), address=f"{address}: {value}")
        for value, said in zip(values, says, strict=True)
    )
    return says[0], Choose(name=address, what="hero", options=options, address=address)


def _asks(expr: Expr) -> set[str]:
    """What an expression reads; what is multiplied by nothing is not read."""
    match expr:
        case Binary(op="*", left=left, right=right) if ZERO in (left, right):
            return set()
        case Binary(left=left, right=right):
            return _asks(left) | _asks(right)
        case Unary(operand=operand):
            return _asks(operand)
        case Lookup(column=column, row=row):
            return _asks(column) | _asks(row)
    return reads(expr)


# ---- which picks are worth trying -----------------------------------------------------------------------


def told_worth(solved: Solved) -> dict[str, float]:
    """By how much answering yes is better than no, for each pick, along best play of an answered book."""
    found: dict[str, float] = {}
    nodes = solved.space.program.nodes
    for number in solved.decisions():
        node = nodes[number]
        if isinstance(node, Decide) and node.address.startswith(ANSWER):
            table = solved.decision(solved.best, number)
            if len(table.states) and table.worth.shape[1] > 1:
                name = node.address.removeprefix(ANSWER).rsplit(" ", 1)[0]
                gained = np.nan_to_num(np.nanmax(table.worth[:, 1:], axis=1) - table.worth[:, 0])
                found[name] = found.get(name, 0.0) + float(table.visits @ gained)
    return found


def best_picks(book: Book, names: frozenset[str], hero: Mapping[str, int], worth: Mapping[str, float]) -> Picks | None:
    """The picks that seem to be worth most, of those that the reader can choose without luck."""
    order = sorted(names)
    made = only_hero(book, TRUE)
    solved = solve(made, hero, observed=tuple(order), limits=Limits(states=MOST_HEROES))
    table = solved.arrival(solved.best, MADE)
    rows = np.unique(np.stack(solved.on_arrival(table, order), axis=1), axis=0)
    starts = {each.name: each.start for each in book.variables}
    for place, name in enumerate(order):
        if name in settled_by_dice(book):
            rows = rows[rows[:, place] == starts[name]]
    score = (rows > 0) @ np.array([worth.get(name, 0.0) for name in order])
    for number in islice(np.argsort(-score, kind="stable"), TRIED):
        picks = {name: int(value) for name, value in zip(order, rows[number], strict=True)}
        if solve(only_hero(book, _such(picks)), hero, limits=Limits(states=MOST_HEROES)).best.low >= SURE:
            return picks
    return None


def who_picks(book: Book, picks: Picks) -> tuple[Book, Picks]:
    """The book of a hero with such picks, and what of them can be given as fixed from the beginning.

    Where the hero block settles more than the picks together with them (a rope, or five coins), they are not given: any
    other hero loses, so who has the rope has not taken the coins.
    """
    if _stand_apart(book, picks):
        return book, picks
    lost = own_ending(book, OTHER, "defeat")
    check = If(condition=_such(picks), then=(), otherwise=(End(ending=lost.name, address=MADE),), address=MADE)
    return structs.replace(book, hero=(*book.hero, check), endings=(*book.endings, lost)), {}


def _stand_apart(book: Book, picks: Picks) -> bool:
    """Whether the hero block is the same for the rest of the sheet, however the picks come about."""
    taken = {each.name for each in book.variables if each.role is not None and each.role.what == "taken"}
    others = written_in_choices(book) - picks.keys() - taken
    for step in book.hero:
        inside = tuple(steps_in((step,)))
        asked = set().union(*(reads(expr) for each in inside for expr in expressions_in(each)))
        settled = written_in((step,))
        if settled & picks.keys():
            if settled - picks.keys() - taken or asked & others or any(isinstance(each, End | Turn) for each in inside):
                return False
        elif asked & picks.keys():
            return False
    return True


def _such(picks: Picks) -> Expr:
    """That a hero has these picks."""
    such: Expr = TRUE
    for name, value in picks.items():
        such = binary("and", such, binary("=", Var(name=name), const(value)))
    return such


def only_hero(book: Book, wanted: Expr) -> Book:
    """The making of the hero alone; it is won if he is as wanted."""
    won, lost = own_ending(book, MADE, "victory"), own_ending(book, OTHER, "defeat")
    ends = (End(ending=won.name, address=MADE),), (End(ending=lost.name, address=MADE),)
    body = (If(condition=wanted, then=ends[0], otherwise=ends[1], address=MADE),)
    return structs.replace(
        book,
        chapters=(
            *(Chapter(name=each.name, title="", body=(Turn(chapter=MADE, address=MADE),)) for each in book.chapters),
            Chapter(name=MADE, title="", body=body),
        ),
        start=MADE,
        endings=(*(structs.replace(each, kind="ending") for each in book.endings), won, lost),
        watches=(),
        aim="win",
        then_score=False,
        expectations=(),
    )
