"""The source's own games as books, against its figures and against programs for these games alone.

Source of the games and of the Titan figures: M. A. Montgomery, "How To Apply Statistical Result Resolution To Games"
(1993), as restated in `tests/data/srr/vectors.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.model.step import Mode
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.project import Project
from gamebook.resources import resource_folder
from gamebook.solver import exact
from gamebook.solver.solving import solve
from tests.support.forecast import forecast

BOOKS = resource_folder("books") / "srr"
TITAN = json.loads((Path(__file__).parents[1] / "data/srr/vectors.json").read_text())["titan_serpent_vs_centaur"]

Chance = Fraction


def graph(name: str, mode: Mode | None = None) -> tuple[Graph, dict[str, Fraction]]:
    """All moments of a book, and what its endings are worth."""
    book = Project(BOOKS / f"{name}.gbk", mode=mode).book
    found = explore(Machine(book))
    assert isinstance(found, Graph)
    return found, exact.win_worth(book)


def value(name: str, mode: Mode | None = None) -> Fraction:
    """The exact chance to win under best play; the solver finds the same."""
    best = exact.solve(*graph(name, mode))
    assert isinstance(best, exact.Solution)
    played = solve(Project(BOOKS / f"{name}.gbk", mode=mode).book).best
    assert Fraction(played.low) <= best.value <= Fraction(played.high)
    return best.value


@pytest.mark.parametrize("name", sorted(path.stem for path in BOOKS.glob("*.gbk")))
def test_nothing_is_wrong_with_them(name: str) -> None:
    assert not [each for each in Project(BOOKS / f"{name}.gbk").findings if each.severity.rank > Severity.INFO.rank]


# ---- Titan ------------------------------------------------------------------------------------------------


def test_titan_by_dice() -> None:
    found, _ = graph("titan")
    endings = forecast(found).endings
    assert endings["The centaur lives"] == Fraction(TITAN["survive"]["exact"]) == value("titan")
    assert endings["Just enough"] == Fraction(TITAN["exactly_3"]["exact"])
    assert endings["More than enough"] == Fraction(TITAN["more_than_3"]["exact"])


@pytest.mark.parametrize("mode", ["expected", "ledger"])
def test_the_centaur_always_dies_by_the_mean(mode: Mode) -> None:
    found, _ = graph("titan", mode)
    assert forecast(found).endings == {"Just enough": 1}


# ---- Ogre -------------------------------------------------------------------------------------------------


def test_treads() -> None:
    """The mean takes 10 1/3 of 45 treads: 35 still turn. By dice, 20 must hit, or 6 and 4 together."""
    assert value("ogre-treads") == 1
    assert value("ogre-treads", "dice") == 1 - Fraction(2, 3) * (1 - Fraction(1, 9))


Row = tuple[int, int]
SHOTS: dict[int, Row] = {1: (2, 2), 2: (3, 2), 3: (2, 2), 4: (6, 0)}
"""Kills and disablings in sixths: infantry 1-1, tank 2-1, missile 1-1, howitzer 5-1."""


def fired(odds: Row, row: Row, disabled: bool, how: str) -> Iterator[tuple[Chance, str, Row]]:
    """One attack: chance, result, and the row after it."""
    kill, stop = odds
    if disabled:
        kill, stop = kill + stop, 0
    if how == "dice":
        faces = (kill, stop)
    elif kill == 6:  # sure, so the row is not touched
        yield Fraction(1), "X", row
        return
    else:
        before = row
        row = (row[0] + kill, row[1] + stop)
        top = min(max(row[0], 0), 6)
        below = 0 if disabled else min(max(row[1], 0), 6 - top)
        if how == "alone":
            top, below = odds if not disabled else (sum(odds), 0)
        faces = (top, below)
        assert before != row
    owing = 0 if how == "dice" else 6
    for share, result, after in (
        (faces[0], "X", (row[0] - owing, row[1])),
        (faces[1], "D", (row[0], row[1] - owing)),
        (6 - sum(faces), "-", row),
    ):
        if share:
            yield Fraction(share, 6), result, after


@cache
def ogre(shot: int, fresh: int, disabled: int, missile: bool, row: Row, how: str) -> Chance:
    """The chance that none comes through, from a shot on."""

    def attack(number: int, after: int, left: bool, at_disabled: bool, way: str) -> Chance:
        found = Fraction(0)
        for chance, result, new in fired(SHOTS[number], row, at_disabled, way):
            moving, standing = fresh, disabled
            if at_disabled:
                standing -= result == "X"
            else:
                moving -= result in ("X", "D")
                standing += result == "D"
            found += chance * ogre(after, moving, standing, left, new, how)
        return found

    if shot == 5:
        return Fraction(fresh + disabled == 0)
    ways = []
    armed = missile if shot == 3 else True
    left = missile and shot != 3
    if armed and fresh:
        ways.append(attack(shot, shot + 1, left, False, how))
    if armed and disabled and shot > 1:
        ways.append(attack(shot, shot + 1, left, True, how))
    if shot == 1 and missile and fresh:
        ways.append(attack(3, 1, False, False, "alone" if how == "ledger" else how))
    if shot == 2 or not ways:
        ways.append(ogre(shot + 1, fresh, disabled, missile, row, how))
    return max(ways)


@pytest.mark.parametrize("mode", ["dice", "ledger"])
def test_ogre(mode: Mode) -> None:
    assert value("ogre", mode) == ogre(1, 3, 0, True, (0, 0), mode)


# ---- Axis and Allies --------------------------------------------------------------------------------------


def volley(groups: dict[int, int], due: int, how: str) -> Iterator[tuple[Chance, int, int]]:
    """Hits of a volley: {a hit on 1 to this: how many}; chance, hits, and what is due after it, in sixths."""
    if how == "ledger":
        total = due + sum(on * count for on, count in groups.items())
        hits, rest = (total // 6, total % 6) if total > 0 else (0, total)
        yield from (
            (chance, n, left)
            for chance, n, left in (
                (Fraction(max(rest, 0), 6), hits + 1, rest - 6),
                (1 - Fraction(max(rest, 0), 6), hits, rest),
            )
            if chance
        )
        return
    each = [
        [(Fraction(comb(count, k) * on**k * (6 - on) ** (count - k), 6**count), k) for k in range(count + 1)]
        for on, count in groups.items()
    ]
    for fallen in product(*each):
        chance = Fraction(1)
        for part, _ in fallen:
            chance *= part
        yield chance, sum(hits for _, hits in fallen), 0


def sunk(transports: int, carriers: int, hits: int) -> tuple[int, int]:
    return max(transports - hits, 0), max(carriers - max(hits - transports, 0), 0)


def battle(bombers: int, ships: tuple[int, int], attack: int, defence: int, how: str) -> Chance:
    """The chance that the strait is opened; rounds in which nothing happens are divided out."""
    if bombers <= 0:
        return Fraction(0)
    if not sum(ships):
        return Fraction(1)
    transports, carriers = ships
    found, again = Fraction(0), Fraction(0)
    for (p, hits, due), (q, losses, owed) in product(
        list(volley({4: bombers}, attack, how)), list(volley({1: transports, 3: carriers}, defence, how))
    ):
        after = (bombers - losses, sunk(*ships, hits), due, owed)
        if after == (bombers, ships, attack, defence):
            again += p * q
        else:
            found += p * q * battle(*after, how)
    return found / (1 - again)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["dice", "ledger"])
def test_axis_and_allies(mode: Mode) -> None:
    found = Fraction(0)
    for p, shot, _ in volley({1: 4}, 0, mode):
        for q, hits, due in volley({2: 2}, 0, mode):
            found += p * q * battle(4 - shot, sunk(3, 2, hits), due, 0, mode)
    assert value("axis-and-allies", mode) == found
