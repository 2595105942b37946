"""What changes of numbers are worth: by hand, and against the naive interpreter's fractions of the changed text."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.effects import Effects, Numbered, effects
from gamebook.analysis.sensitivity import around, is_local
from gamebook.edits import edited as type_in
from gamebook.limits import Limits
from gamebook.model.reader import reader
from gamebook.resolve.numbers import Number, edits, numbers
from gamebook.resolve.rewritten import Rewriting
from gamebook.solver.solution import Solved
from gamebook.syntax import ast
from gamebook.syntax.walk import find
from tests.support.naive import readers as naive
from tests.support.naive.book import Book
from tests.support.naive.random_text import BOOK, random_book
from tests.support.naive.solver import ZERO, Node, TooLargeError, at_random, listed, values

LARGEST = 100
"""Nodes that lead back to each other, in the naive interpreter."""
MOST = 80
"""Nodes of a book that is looked at."""


def subject_of(
    text: str, who: str = "best", hero: Mapping[str, int] | None = None
) -> tuple[Numbered, tuple[Number, ...]]:
    loaded = gamebook.Project.of(text).edition().loaded
    pages = Rewriting(loaded.sources, loaded.pages, {})
    subject = Numbered(pages, None, hero, reader(who), Limits(states=100_000), time.monotonic())
    return subject, numbers(loaded.sources, loaded.pages)


def effects_of(text: str, who: str = "best", hero: Mapping[str, int] | None = None) -> Effects:
    subject, known = subject_of(text, who, hero)
    return effects(subject, {each: around(each) for each in known if is_local(each)})


# ---- by hand --------------------------------------------------------------------------------------------------

TWO_DOORS = """
=== 1
* Left -> 2
* Right -> 3

=== 2
~ random
    1: -> victory
    3: -> defeat

=== 3
~ random
    3: -> victory
    1: -> defeat
"""


def test_two_doors_by_hand() -> None:
    """Half of the plays go left. There 2 in 5 would win instead of 1 in 4, and the derivative is (1 - 1/4) / 4."""
    found = effects_of(TWO_DOORS, "random")
    by_address = {(number.address, value): gain for (number, value), gain in found.changes.items()}
    assert by_address["2 row 1", 2] == pytest.approx((2 / 5 - 1 / 4) / 2, rel=1e-12)
    assert by_address["2 row 1", 0] == pytest.approx(-1 / 4 / 2, rel=1e-12)
    assert by_address["3 row 2", 2] == pytest.approx((3 / 5 - 3 / 4) / 2, rel=1e-12)
    slopes = {number.address: slope for number, slope in found.slopes().items()}
    assert slopes["2 row 1"] == pytest.approx(3 / 4 / 4 / 2, rel=1e-12)
    assert slopes["2 row 2"] == pytest.approx(-1 / 4 / 4 / 2, rel=1e-12)


def test_best_play_does_not_come_to_the_left_door() -> None:
    found = effects_of(TWO_DOORS)
    assert {gain for (number, _), gain in found.changes.items() if number.place == "2"} == {0.0}
    assert found.visits("3") == 1.0
    assert found.slopes()[numbers_at(found, "3 row 1")] == pytest.approx(1 / 4 / 4, rel=1e-12)


def numbers_at(found: Effects, address: str) -> Number:
    return next(number for number, _ in found.changes if number.address == address)


def test_an_arrival_that_comes_again_counts_each_time() -> None:
    """One row wins, one loses, one leads back: play wins with 1/2 and comes 3/2 times. With w it wins with w / (w + 1).

    With a weight of 2 for one stay it wins with (2 + 1/2) / 4. The derivative of w / (w + 1) at 1 is 1/4.
    """
    text = """
=== 1
~ random
    1: -> victory
    1: -> defeat
    1: -> 1
"""
    found = effects_of(text, "random")
    by_address = {(number.address, value): gain for (number, value), gain in found.changes.items()}
    assert found.visits("1") == pytest.approx(3 / 2, rel=1e-12)
    assert by_address["1 row 1", 2] == pytest.approx(3 / 2 * ((2 + 1 / 2) / 4 - 1 / 2), rel=1e-12)
    assert found.slopes()[numbers_at(found, "1 row 1")] == pytest.approx(1 / 4, rel=1e-12)


def test_a_weight_of_nothing_has_no_slope() -> None:
    found = effects_of(TWO_DOORS.replace("1: -> victory", "0: -> victory"), "random")
    assert "2 row 1" not in {number.address for number in found.slopes()}


SHAPES = """
sheet
    number life = 4 in 0..6

=== 1
~ roll 1d6
    1-2 -> 2
    3-5 -> 3
    6 -> 4

=== 2
~ life -1d3
~ if life >= 3
    -> victory
~ defeat

=== 3
* Up [knows 40%] -> victory
* Down -> 4

=== 4
~ roll keep highest 1 of 3d4 as sum
~ if sum >= 4
    -> victory
~ defeat
"""


def test_sides_rows_and_knowledge_by_hand() -> None:
    """2 wins with 1/3, 4 with 37/64. Who plays well goes up in 3 if that is known: 2/5 + 3/5 * 37/64."""
    found = effects_of(SHAPES, "best")
    gain = {(number.address, value): each for (number, value), each in found.changes.items()}
    worth = {"2": 1 / 3, "3": 2 / 5 + 3 / 5 * 37 / 64, "4": 37 / 64}
    assert found.played.value == pytest.approx((2 * worth["2"] + 3 * worth["3"] + worth["4"]) / 6, rel=1e-12)
    assert gain["1 roll row 1 last", 1] == pytest.approx((worth["3"] - worth["2"]) / 6, rel=1e-12)
    assert gain["1 roll row 1 last", 3] == pytest.approx((worth["2"] - worth["3"]) / 6, rel=1e-12)
    assert gain["1 roll row 2 last", 4] == pytest.approx((worth["4"] - worth["3"]) / 6, rel=1e-12)
    assert ("1 roll row 2 last", 6) not in gain  # the last row would be empty
    assert gain["2 change life sides", 2] == pytest.approx((1 / 2 - 1 / 3) / 3, rel=1e-12)
    assert gain["2 change life sides", 4] == pytest.approx((1 / 4 - 1 / 3) / 3, rel=1e-12)
    assert gain["3 knows", 41] == pytest.approx(1 / 2 * 27 / 64 / 100, rel=1e-12)
    visits = 1 / 2 * 3 / 5 + 1 / 6
    assert gain["4 roll sides", 5] == pytest.approx(visits * (98 / 125 - 37 / 64), rel=1e-12)
    assert gain["4 roll keep", 2] == pytest.approx(visits * (60 / 64 - 37 / 64), rel=1e-12)  # not 1 1 x, not 2 1 1


POINTS = """
book "Points"
    aim win then score

=== 1
~ roll 1d6
    1-2
        ~ victory "Home" score 1
    3-4
        ~ victory "Home"
    5-6 -> defeat
"""


@pytest.mark.parametrize("words", [' "Home"', ""])
@pytest.mark.parametrize("aim", ["win then score", "score", "win"])
def test_one_text_with_different_points(aim: str, words: str) -> None:
    """The last row is 2 of 6 faces, then 3 or 1. Points are earned with the first row, 2 faces or 1 or 3."""
    text = POINTS.replace("win then score", aim).replace(' "Home"', words)
    found = effects_of(text)
    gain = {(number.address, value): each for (number, value), each in found.changes.items()}
    points = {1: -1 / 6, 3: 1 / 6}
    assert {value: each for (address, value), each in gain.items() if address == "1 roll row 1 last"} == pytest.approx(
        points if aim == "score" else {1: 0.0, 3: 0.0}
    )
    wins = {3: -1 / 6, 5: 1 / 6}
    assert {value: each for (address, value), each in gain.items() if address == "1 roll row 2 last"} == pytest.approx(
        {3: 0.0, 5: 0.0} if aim == "score" else wins
    )
    for (number, value), each in found.changes.items():
        changed = gamebook.Project.of(edited(text, {number: value}))
        assert each == pytest.approx(gamebook.solve(changed).value - found.played.value, abs=1e-12)


def test_points_of_another_chapter_stay_what_they_are() -> None:
    """Two chapters end with the same words and points; with other sides of a die, each keeps its own points."""
    text = """
book "Two homes"
    aim score

=== 1
~ roll 1d4 as first
~ if first = 1
    -> 2
-> 3

=== 2
~ random
    1: -> defeat
    1:
        ~ victory "Home" score 3

=== 3
~ victory "Home" score 3
"""
    found = effects_of(text)
    gain = {(number.address, value): each for (number, value), each in found.changes.items()}
    assert found.played.value == pytest.approx(3 * (1 / 8 + 3 / 4))
    assert gain["1 roll sides", 3] == pytest.approx(3 * (1 / 6 + 2 / 3 - 1 / 8 - 3 / 4))
    assert gain["1 roll sides", 5] == pytest.approx(3 * (1 / 10 + 4 / 5 - 1 / 8 - 3 / 4))
    assert gain["3 score", 4] == pytest.approx(3 / 4)
    assert gain["2 score", 2] == pytest.approx(-1 / 8)


# ---- against fractions ------------------------------------------------------------------------------------------


def naive_nodes(text: str, folder: Path, hero: Mapping[str, int] | None) -> list[Node]:
    path = folder / "variant.gbk"
    path.write_text(text, "utf-8")
    book = Book(path, hero)
    assert book.aim in ("win", "win then score")
    return [
        replace(node, actions=[replace(action, earned=ZERO) for action in node.actions]) for node in listed(book, MOST)
    ]


def naive_value(text: str, folder: Path, hero: Mapping[str, int] | None, who: str) -> Fraction:
    nodes = naive_nodes(text, folder, hero)
    return values(at_random(nodes) if who == "random" else nodes, naive.won, LARGEST)[0]


def edited(text: str, changes: Mapping[Number, int]) -> str:
    return type_in(text, edits(changes))


def with_points(text: str) -> str:
    """The book with 0, 1 or 2 points at its victories, so that the same words stand for several endings."""
    count = itertools.count()
    pointed = re.sub(r"\bvictory$", lambda _: f"victory score {next(count) % 3}", text, flags=re.MULTILINE)
    return pointed if "    aim " in text else pointed.replace("\n", "\n    aim win then score\n", 1)


def small_books(seeds: range, folder: Path) -> Iterator[tuple[str, Mapping[str, int] | None]]:
    """Random books without rivals and without secrets, played for winning; half of them have points at the end, too."""
    for seed in seeds:
        written = random_book(seed)
        if seed % 2 == 0:
            written.files[BOOK] = with_points(written.text)
        if "rival" in written.used or len(written.files) > 1:
            continue
        try:
            nodes = naive_nodes(written.text, folder, written.hero)
        except (TooLargeError, AssertionError):
            continue
        if len(nodes) > 3 and "[knows" not in written.text:
            yield written.text, written.hero


def comes_again(solved: Solved, chapter: str) -> bool:
    """Whether some play comes to a chapter again."""
    states = solved.space.states
    there = solved.point_states[solved.space.program.chapters[chapter]].tolist()
    seen: set[int] = set()
    waiting = list(there)
    while waiting:
        state = waiting.pop()
        first, last = states.first_successor[states.first_action[state : state + 2]]
        for after in set(states.successor[first:last].tolist()) - seen:
            seen.add(after)
            waiting.append(after)
    return not seen.isdisjoint(there)


FEW, MANY = range(3), range(3, 22)
CHANGES = 15
"""So many of each book at most: one of them has sixty, and takes half of the time."""


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [FEW, MANY])
@pytest.mark.parametrize("who", ["random", "best"])
def test_effects_against_fractions_of_the_changed_text(seeds: range, who: str, tmp_path: Path) -> None:
    """Where play comes but once, the random reader gains just this, best play no less: it knows of it before."""
    count = 0
    for text, hero in small_books(seeds, tmp_path):
        found = effects_of(text, who, hero)
        value = naive_value(text, tmp_path, hero, who)
        assert found.played.value == pytest.approx(float(value), abs=1e-9)
        again = {number.place for number, _ in found.changes if comes_again(found.solved, number.place)}
        for (number, other), gain in itertools.islice(found.changes.items(), CHANGES):
            answer = None if number.place in again else found.subject.solved({number: other})
            if answer is None or comes_again(answer[0], number.place):
                continue
            try:
                changed = naive_value(edited(text, {number: other}), tmp_path, hero, who)
            except TooLargeError:
                continue
            count += 1
            assert answer[1].value == pytest.approx(float(changed), abs=1e-9)
            if who == "random":
                assert gain == pytest.approx(float(changed - value), abs=1e-9), (number.address, other, text)
            else:
                assert gain <= float(changed - value) + 1e-9, (number.address, other, text)
    assert count >= (10 if seeds is FEW else 16)


FINE = 1000
"""So many times finer are the weights of a draw, so that one of them can grow a little."""


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [FEW, range(5, 43)])
def test_slopes_against_differences_of_fractions(seeds: range, tmp_path: Path) -> None:
    """All weights of a draw times 1000, and one of them 1 greater or less: the naive value moves by the slope."""
    count = 0
    for text, hero in small_books(seeds, tmp_path):
        found = effects_of(text, "random", hero)
        for number, slope in found.slopes().items():
            draw = weights_beside(found, number)
            if draw is None:
                continue
            count += 1
            finer = {each: each.value * FINE for each in draw}
            above, below = (
                naive_value(edited(text, {**finer, number: finer[number] + step}), tmp_path, hero, "random")
                for step in (1, -1)
            )
            assert slope == pytest.approx(float((above - below) * FINE / 2), abs=1e-5), (number.address, text)
    assert count >= (1 if seeds is FEW else 24)


def weights_beside(found: Effects, number: Number) -> list[Number] | None:
    """The weights of the draw with this one; None if not all are numbers."""
    by_span = {each.span: each for each, _ in found.changes}
    for page in found.subject.pages.pages:
        for draw in find(page.page, ast.Random):
            spans = [row.weight.span for row in draw.rows]
            if number.span in spans:
                known = [by_span.get(span) for span in spans]
                return [each for each in known if each is not None] if None not in known else None
    return None


def test_how_many_are_chosen() -> None:
    """Rope and lamp win; with one pick it is left to the die, which wins in one case of three."""
    text = """\
book "Numbers"
sheet
    item rope, lamp, map
=== 1
~ choose 2 of
    * Rope
        ~ gain rope
    * Lamp
        ~ gain lamp
    * Map
        ~ gain map
~ if rope and lamp
    -> victory
~ roll 1d3
    1 -> victory
    2-3 -> defeat
"""
    subject, known = subject_of(text)
    picks = next(each for each in known if each.address == "1 choose")
    found = effects(subject, {picks: around(picks)})
    assert found.changes[picks, 1] == pytest.approx(1 / 3 - 1)
    assert found.changes[picks, 3] == pytest.approx(0)
