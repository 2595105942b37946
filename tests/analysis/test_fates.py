"""Lost plays, and what could have saved them: by hand, and against plain nodes in fractions, followed forward."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.fates import Fates, fates
from gamebook.render.text import text
from gamebook.report.amounts import Amounts
from gamebook.report.deaths import fate_sections
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.analysis.test_hazards import at_random
from tests.support.naive import readers as naive
from tests.support.naive.solver import ONE, ZERO, values
from tests.support.plain_states import Plain, stopped
from tests.support.small_books import random_books


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


GATES = """
sheet
    item key

=== 1
~ random
    1: -> 2
    1:
        ~ gain key
        -> 2

=== 2
* Gate -> 3
* Door -> 4

=== 3
~ if key
    -> victory
~ defeat

=== 4
~ if key
    -> defeat
* Fight
    ~ random
        1: -> victory
        1: -> defeat
* Flee -> defeat
"""


def test_gates_by_hand() -> None:
    """At random. With the key the door loses, without it the gate; nobody sees which by the words of chapter 2.

    With the key (1/2): gate 1/4 wins, door 1/4 lost in 2: the choice itself. Without it: gate 1/4 lost in 2, door 1/4:
    fight 1/16 lost by dice, and flee 1/8 lost in 4. A fight that is lost had no better option: forced. Of 2 the gate
    loses 1/2 in half of the cases, the door 1 in the other half: the gate is better on average, so only its losses are
    blind.
    """
    solved = solved_text(GATES)
    found = fates(solved, solved.uniform)
    every = found.all
    assert every.lost == pytest.approx(1 / 4 + 1 / 4 + 1 / 16 + 1 / 8)
    assert every.forced == pytest.approx(1 / 16)
    assert every.blind == pytest.approx(1 / 4)
    assert every.fair == pytest.approx(1 / 4 + 1 / 8)
    assert every.early == pytest.approx(0, abs=1e-15)
    second, fourth = found.chapters
    assert (second.chapter, second.lost, second.blind) == ("2", pytest.approx(1 / 2), pytest.approx(1 / 4))
    assert (fourth.chapter, fourth.lost, fourth.forced) == ("4", pytest.approx(3 / 16), pytest.approx(1 / 16))
    assert (second.fair, fourth.fair) == pytest.approx((1 / 4, 1 / 8))
    assert (second.early, fourth.early) == pytest.approx((0, 0), abs=1e-15)
    (flee,) = fourth.last
    assert (flee.taken.label, flee.chance, flee.loss) == ("Flee", pytest.approx(1 / 8), pytest.approx(1 / 2))


EARLY = """
=== 1
* Ford -> 2
* Bridge -> victory

=== 2
~ random
    1: -> victory
    2: -> 3

=== 3
~ random
    1: -> victory
    1: -> defeat
"""


def test_a_choice_long_ago() -> None:
    solved = solved_text(EARLY)
    found = fates(solved, solved.uniform)
    assert (found.all.lost, found.all.early) == (pytest.approx(1 / 6), pytest.approx(1 / 6))
    (ford,) = found.all.last
    assert (ford.taken.chapter, ford.taken.label) == ("1", "Ford")
    assert ford.loss == pytest.approx(1 / 3)  # best play wins with 2/3 after it
    assert fates(solved, solved.best).all.lost == 0


def test_best_play_is_lost_by_dice_alone() -> None:
    solved = solved_text(EARLY.replace("* Bridge -> victory\n", ""))
    found = fates(solved, solved.best)
    assert (found.all.lost, found.all.forced, found.all.last) == (pytest.approx(1 / 3), pytest.approx(1 / 3), ())


def plainly(plain: Plain) -> dict[str, Fraction]:
    """The four fates at random, by following each mistake forward to the losses that no other mistake precedes."""
    weights, lost = at_random(plain), plain.lost()
    best = values(plain.nodes, naive.won, 100)
    often = naive.visits(plain.nodes, weights)
    losses = {n: [best[n] - naive.worth(a, best) for a in plain.nodes[n].actions] for n in weights}
    on_average: dict[object, list[Fraction]] = {}
    for number, each in losses.items():
        before = on_average.setdefault(plain.sight(number), [ZERO] * len(each))
        on_average[plain.sight(number)] = [x + often[number] * y for x, y in zip(before, each, strict=True)]
    careful = {n: [w if loss == 0 else ZERO for w, loss in zip(weights[n], losses[n], strict=True)] for n in weights}
    nodes = naive.playing(plain.nodes, careful)  # chances that are missing go to mistakes
    twins = {n: len(nodes) + k for k, n in enumerate(n for n, begins in enumerate(plain.begins) if begins)}
    still = [*stopped(nodes, twins), *(nodes[n] for n in twins)]  # in the same chapter

    def lost_from(arrivals: dict[int, Fraction], graph: list[naive.Node], origin: list[int]) -> Fraction:
        start = [arrivals.get(number, ZERO) for number in range(len(graph))]
        there = naive.visits(graph, {}, start)
        return sum(
            (
                there[number] * chance
                for number, node in enumerate(graph)
                if node.actions and not lost[origin[number]]
                for after, chance in node.actions[0].chances.items()
                if lost[after]
            ),
            ZERO,
        )

    same = list(range(len(nodes)))
    found = defaultdict[str, Fraction](Fraction)
    found["forced"] = lost_from({0: ONE}, nodes, same)
    for number, each in losses.items():
        for place, loss in enumerate(each):
            if loss == 0 or lost[number]:
                continue
            chances = plain.nodes[number].actions[place].chances
            share = often[number] * weights[number][place]
            at_once = share * sum((chance for after, chance in chances.items() if lost[after]), ZERO)
            on = {after: share * chance for after, chance in chances.items() if not lost[after]}
            later = lost_from(on, nodes, same)
            average = on_average[plain.sight(number)]
            if average[place] == min(average):
                found["blind"] += at_once + later
                continue
            here = lost_from(
                {after: chance for after, chance in on.items() if not plain.begins[after]},
                still,
                [*same, *twins],
            )
            found["fair"] += at_once + here
            found["early"] += later - here
    return found


def compare(found: Fates, plain: Plain) -> None:
    expected = plainly(plain)
    told = found.all
    for name in ("forced", "blind", "fair", "early"):
        assert getattr(told, name) == pytest.approx(float(expected[name]), abs=1e-10)
    assert told.lost == pytest.approx(float(sum(expected.values(), ZERO)), abs=1e-10)
    assert sum(each.chance for each in told.last) + told.forced == pytest.approx(told.lost, abs=1e-10)


def adds_up(found: Fates) -> None:
    """Chapters add up to the whole."""
    for name in ("lost", "forced", "blind", "fair", "early"):
        parts = sum(getattr(each, name) for each in found.chapters)
        assert parts == pytest.approx(getattr(found.all, name), abs=1e-10)


DOOR = """
sheet
    number life = 4 in 0..6

=== 1
~ roll 1d6
    1-2
        ~ life -1
    3-6
* On -> 6
* Wade -> 7

=== 6
* Knock -> defeat
* Go round -> 7
* Back -> 1
* Wait -> 6

=== 7
~ roll 1d6
    1 -> victory
    2-3 -> 6
    4-6 -> 1
"""


def test_what_cannot_be_is_no_rounding() -> None:
    """Only who knocks is lost, at the door itself and at once."""
    solved = solved_text(DOOR)
    found = fates(solved, solved.uniform)
    (door,) = found.chapters
    assert (door.forced, door.blind, door.early) == (0.0, 0.0, 0.0)
    assert door.fair == pytest.approx(door.lost)
    shown = text(fate_sections("random", found, {"6": "The door"}, Amounts(wins=True))).plain
    assert re.search(r"6 The door +\S+% +0% +0% +100% +0%\n", shown)
    assert re.search(r"6 The door +6 The door +Knock +100% ", shown)


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    books = list(random_books(range(45_100, 45_240), tmp_path))
    assert len(books) >= 3
    some = 0
    for solved, plain in books:
        if plain.lost()[0]:
            continue
        found = fates(solved, solved.uniform, 1000)
        compare(found, plain)
        adds_up(found)
        some += found.all.blind > 0 or found.all.early > 0
    assert some >= 1
