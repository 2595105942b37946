"""The reader's decisions as tables: one for each place in the text, however often lowering wrote it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from gamebook.analysis.alike import least_size
from gamebook.analysis.decisions import Decision, decisions
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.bellman import SAME
from gamebook.model.step import SHARE
from gamebook.program.code import Decide
from gamebook.solver.solution import DecisionTable, Played, Solved


class Merged(Struct, frozen=True):
    """All states in which the reader makes one decision under best play: an option is open. Rows are states."""

    chapter: str
    address: str
    name: str
    what: str
    in_fight: bool
    against: str
    """The foe it is about, in a fight."""
    one_foe: bool
    """Whether it is in a fight with one foe at a time."""
    pick: int
    """Of several picks from one list which one it is, from 1; else 0."""
    anytime: frozenset[str]
    """Addresses of options that are offered again and again."""
    plain: frozenset[str]
    """Addresses of options that do nothing but move on."""
    labels: Mapping[str, str]
    """The options' words by address, in the order written."""
    states: Ints
    """int64[n]: their numbers."""
    visits: Floats
    """float64[n]: expected visits under best play."""
    is_open: Flags
    """bool[n, options]"""
    worth: Floats
    """float64[n, options]: value of each option; nan if it is closed."""
    loss: Floats
    """float64[n, options]: the loss against the best option; 0 if the option is closed."""
    fewer: Floats | None
    """float64[n, options]: under `aim win then score` the points that are lost by an option with the best chance to
    win; 0 for others. None under every other aim."""
    good: Flags
    """bool[n, options]: the option is open and no other is better (by more than rounding), in points neither."""
    sound: Flags
    """bool[n, options]: good, and no way to go round for ever: in a loop only what best play takes."""
    share: Floats
    """float64[n, options]: how often best play takes it."""
    columns: Mapping[str, Ints]
    """int64[n] each: the variables that matter there."""


def reader_tables(solved: Solved, played: Played | None = None) -> Iterator[Merged]:
    """The reader's decisions among at least two options that are ever open, in book order.

    Args:
        solved: the book.
        played: whose `visits` and `share` they are; None: those of best play. All else is about best play.
    """
    written = decisions(solved.book)
    place = {chapter.name: number for number, chapter in enumerate(solved.book.chapters)}
    groups: dict[tuple[str, str], list[DecisionTable]] = {}
    for node in solved.decisions():
        decide = solved.space.program.nodes[node]
        if not (isinstance(decide, Decide) and decide.owner == "reader" and len(solved.point_states[node])):
            continue
        if decide.address.startswith(SHARE):
            continue
        table = solved.decision(solved.best, node)
        if len(table.states):
            groups.setdefault((table.chapter, table.address), []).append(table)
    in_loop = solved.space.returning
    order = sorted(groups, key=lambda key: (place.get(key[0], -1), _number(key[1]), key[1]))
    for chapter, address in order:
        tables = groups[chapter, address]
        merged = _merged(chapter, written[address], tables, in_loop, solved.wins)
        if merged.is_open.any(axis=0).sum() > 1:
            if played is not None and played is not solved.best:
                others = [solved.decision(played, table.node) for table in tables]
                other = _merged(chapter, written[address], others, in_loop, solved.wins)
                merged = replace(merged, visits=other.visits, share=other.share)
            yield merged


def _number(address: str) -> int:
    """The step's number at the end of an address."""
    found = re.search(r"\d+$", address)
    return int(found[0]) if found else 0


def _merged(chapter: str, decision: Decision, tables: list[DecisionTable], in_loop: Flags, wins: bool) -> Merged:
    tables = [_aligned(table, tuple(decision.labels)) for table in tables]
    some_open = np.concatenate([table.is_open for table in tables]).any(axis=1)

    def rows(parts: Iterable[NDArray[Any]]) -> NDArray[Any]:
        found = np.concatenate([*parts])
        return found if some_open.all() else found[some_open]

    worth = rows(table.worth for table in tables)
    value = rows(table.value for table in tables)
    is_open = rows(table.is_open for table in tables)
    share = rows(table.share for table in tables)
    known = ~np.isnan(worth)
    best = np.max(worth, axis=1, initial=-np.inf, where=known)
    # A decision that is offered again after an action is worth what staying there is worth, which no option shows.
    best = np.where(np.isfinite(best), best, value)
    loss = np.zeros(worth.shape)
    np.subtract(best[:, np.newaxis], worth, out=loss, where=known & (worth < best[:, np.newaxis]))
    doubt = (is_open & ~known).any(axis=1, keepdims=True)  # next to what is not known, only what is played is good
    loss = np.where(doubt & is_open, np.where(share > 0.0, 0.0, np.nan), loss)
    sure = rows(table.sure for table in tables)
    good = is_open & (sure | ~sure.any(axis=1, keepdims=True))  # else a tie with what is almost sure would be one
    size = np.where(np.isfinite(best), np.abs(best), 0.0)
    good &= loss <= SAME * np.maximum(size, least_size(wins))[:, np.newaxis]
    fewer = None
    if all(table.fewer is not None for table in tables):
        loss = np.where(good, 0.0, loss)  # what is lost beside points is no rounding
        fewer = rows(table.fewer for table in tables if table.fewer is not None)
        fewer = np.where(good & (share == 0.0), fewer, 0.0)
        good &= fewer == 0.0
    states = rows(table.states for table in tables)
    looping = in_loop[states]
    shared = set.intersection(*(set(table.columns) for table in tables))
    return Merged(
        chapter=chapter,
        address=decision.address,
        name=decision.name,
        what=decision.what,
        in_fight=decision.in_fight,
        against=decision.against,
        one_foe=decision.one_foe,
        pick=decision.pick,
        anytime=decision.anytime,
        plain=decision.plain,
        labels=decision.labels,
        states=states,
        visits=rows(table.visits for table in tables),
        is_open=is_open,
        worth=worth,
        loss=loss,
        fewer=fewer,
        good=good,
        sound=good & ((share > 0) | ~looping[:, np.newaxis]),
        share=share,
        columns={name: rows(table.columns[name] for table in tables) for name in tables[0].columns if name in shared},
    )


def _aligned(table: DecisionTable, options: tuple[str, ...]) -> DecisionTable:
    """The table with these options; one that it does not have is never open.

    One that it has twice is open at most once in each state.
    """
    if table.options == options:
        return table
    shape = len(table.states), len(options)
    is_open, worth, share, sure = np.zeros(shape, bool), np.full(shape, np.nan), np.zeros(shape), np.zeros(shape, bool)
    fewer = None if table.fewer is None else np.zeros(shape)
    for column, option in enumerate(table.options):
        here, at = np.flatnonzero(table.is_open[:, column]), options.index(option)
        is_open[here, at] = True
        worth[here, at], share[here, at] = table.worth[here, column], table.share[here, column]
        sure[here, at] = table.sure[here, column]
        if fewer is not None and table.fewer is not None:
            fewer[here, at] = table.fewer[here, column]
    return replace(table, options=options, is_open=is_open, worth=worth, share=share, sure=sure, fewer=fewer)
