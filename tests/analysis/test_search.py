"""Trials against the book with the policy in it; searches against what they have to find."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from inspect import cleandoc

import pytest
from msgspec import field

import gamebook
from gamebook.analysis.search import METHODS, Asked, Method, Run, run, search
from gamebook.analysis.tuning import Tuning, Worth
from gamebook.errors import LimitReached
from gamebook.job import Job, current
from gamebook.model.book import Book
from gamebook.report.search import data, sections
from gamebook.report.section import Lines
from gamebook.resources import resource_folder
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import policy
from tests.resolve import reading

# Courage 1..6 is rolled; three doors of its own kind. Best: bold from 4 on, else the sure half.
DOORS = """
    book "Doors"
    sheet
        number courage = 1d6
    strategy brave(t = 1, u = 9)
        at door: Leap if courage >= t and courage < u else Knock
        otherwise OTHERWISE
    === 1
    ~ RIVAL
    ~ choose "door"
        * Wait
            ~ random
                1: -> victory
                5: -> defeat
        * Leap
            ~ random
                courage: -> victory
                6 - courage: -> defeat
        * Knock [if courage < 6]
            ~ random
                1: -> victory
                1: -> defeat
"""
RIVAL = """rival chooses "his whim"
        * Stay
        * Push
            ~ courage -1"""


def doors(otherwise: str, rival: bool) -> Book:
    text = DOORS.replace("OTHERWISE", otherwise)
    text = text.replace("    ~ RIVAL\n", f"    ~ {RIVAL}\n" if rival else "")
    return reading.book(text.replace("courage = 1d6", "courage = 1d6 in 0..6"))


def test_a_hero_who_is_given_does_not_change() -> None:
    """With courage 5 the leap wins 5/6, to knock 1/2; the rule looks at courage, though no state needs to hold it."""
    written = doors("best", rival=False)
    tuning = Tuning(written, written.strategies[0], {"courage": 5})
    assert tuning.worth([1, 9]).value == pytest.approx(5 / 6, rel=1e-12)
    assert tuning.worth([6, 9]).value == pytest.approx(1 / 2, rel=1e-12)


@pytest.mark.parametrize("rival", [False, True])
@pytest.mark.parametrize("otherwise", ["first", "random", "best"])
def test_a_trial_is_the_book_with_the_policy_in_it(otherwise: str, rival: bool) -> None:
    written = doors(otherwise, rival)
    tuning = Tuning(written, written.strategies[0])
    chance = random.Random(5)
    for _ in range(8):
        values = [chance.choice(candidates) for candidates in tuning.candidates]
        followed = policy(written.strategies[0], dict(zip(tuning.names, values, strict=True)))
        assert tuning.worth(values).value == pytest.approx(solve(apply(written, followed)).best.value, abs=1e-12)


RIDDLE = """
    book "Riddle"
    sheet
        number gold = 1d2 in 0..2
    strategy asks(q = 1)
        at 1: Answer if gold >= q else Door
        otherwise OTHERWISE
    === 1
    * Answer [knows 40%] -> 16 secret
    * Door
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    === 16
    ~ victory
"""


@pytest.mark.parametrize("otherwise", ["first", "random", "best"])
def test_who_does_not_know_an_option_cannot_take_it(otherwise: str) -> None:
    """Who answers and can wins; all others win half the time: 0.4 + 0.6 · 1/2."""
    written = reading.book(RIDDLE.replace("OTHERWISE", otherwise))
    tuning = Tuning(written, written.strategies[0])
    assert tuning.best.value == 1
    assert [tuning.worth([q]).value for q in (1, 2, 3)] == pytest.approx([0.7, 0.6, 0.5], rel=1e-12)


def test_two_options_of_one_name_of_which_some_readers_know_the_first() -> None:
    """Half of the readers go through the first door and win; the others find the second, and lose."""
    text = """
        book "Doors"
        sheet
            number gold = 1d2 in 0..2
        strategy goes(q = 1)
            at 1: Door if gold >= q else Stay
            otherwise first
        === 1
        * Stay -> defeat
        * Door [knows 50%] -> victory
        * Door -> defeat
    """
    written = reading.book(text)
    tuning = Tuning(written, written.strategies[0])
    assert [tuning.worth([q]).value for q in (1, 2, 3)] == pytest.approx([1 / 2, 1 / 4, 0])


ROUND = """
    book "Round"
    sheet
        number gold = 1d3 in 0..3
        stat life = 2 in 0..3
        codeword RAVEN
    strategy goes(q = 2)
        at 1: A if gold > q else B
        at 2: C if gold > q else D
        otherwise first
    === 1
    * A -> 2
    * B -> victory
    === 2
    ~ life +1d3
    * C
    * D [if RAVEN and not (life <= 2)]
    -> 2
"""


def test_a_strategy_may_look_at_what_no_longer_matters_where_play_never_ends() -> None:
    """Who has more gold than q goes round for ever; D is never open."""
    written = reading.book(ROUND)
    tuning = Tuning(written, written.strategies[0])
    assert [tuning.worth([q]).value for q in range(4)] == pytest.approx([0, 1 / 3, 2 / 3, 1])


def test_only_values_that_are_compared_are_tried() -> None:
    written = doors("first", rival=False)
    assert Tuning(written, written.strategies[0]).candidates == [(0, 1, 2, 3, 4, 5, 6, 7)] * 2


@pytest.mark.slow
@pytest.mark.parametrize("method", ["genetic", "coordinate"])
def test_it_is_found_and_found_again(method: Method) -> None:
    """Leap from 3, 4, 5 or 6 on (at 3 it is as good as knocking): (1/2 · 3 + 4/6 + 5/6 + 1) / 6 = 2/3."""
    written = doors("first", rival=False)
    one, two = (search(Tuning(written, written.strategies[0]), (3,), (method,)) for _ in range(2))
    assert one.found == two.found
    assert one.winner.value == pytest.approx(2 / 3)
    assert one.gap == pytest.approx(0, abs=1e-12)
    assert one.hits(method) == (1, 1)
    assert one.behaviours < 8 * 8


@pytest.mark.slow
def test_runs_in_other_processes_find_the_same() -> None:
    """A policy that two runs come to is counted once, also where neither knows of the other."""
    written, slow = doors("first", rival=False), []

    def apart(left: Sequence[Asked], seconds: float) -> Iterator[tuple[Asked, Run]]:
        slow.append(seconds)
        return iter([(each, run(Tuning(written, written.strategies[0]), each)) for each in reversed(left)])

    seeds = (3, 1, 3)
    alone, others = (search(Tuning(written, written.strategies[0]), seeds, others=each) for each in (None, apart))
    assert others == alone
    assert [(each.method, each.seed) for each in alone.found] == [(m, s) for m in METHODS for s in seeds]
    assert slow[0] > 0
    # With courage 1..6, t 0 is like 1 and u 0 like 1, and whoever never leaps does one and the same: of t < u in 1..7
    # there are 21 kinds, and that one is the 22nd.
    assert 1 < alone.behaviours <= 22


@pytest.mark.slow
def test_where_it_is_not_worth_it_all_is_done_here() -> None:
    written = doors("first", rival=False)
    found = [search(Tuning(written, written.strategies[0]), (1, 2), others=each) for each in (None, lambda *_: None)]
    assert found[0] == found[1]


class Hurried(Tuning, dict=True):
    """A strategy whose search is asked to finish after a dozen trials."""

    tried: list[float] = field(default_factory=list)

    def worth(self, values: Sequence[int]) -> Worth:
        if len(self.tried) == 12:
            current().finish()
        found = super().worth(values)
        self.tried.append(found.value)
        return found


def test_a_search_that_is_broken_off_has_the_best_of_its_trials() -> None:
    written = doors("first", rival=False)
    tuning = Hurried(written, written.strategies[0])
    with Job():
        found = search(tuning, (1, 2))
    (broken,) = found.found
    assert len(tuning.tried) == 12
    assert (broken.complete, found.late) == (False, 4)
    assert found.winner.value == max(tuning.tried) > min(tuning.tried)
    assert found.winner.value == pytest.approx(solve(apply(written, broken.policy)).best.value)
    assert found.best == pytest.approx(2 / 3)


def test_nothing_is_found_in_no_time() -> None:
    written = doors("first", rival=False)
    with pytest.raises(LimitReached, match="before the first trial"):
        search(Tuning(written, written.strategies[0]), deadline=0.0)
    with pytest.raises(LimitReached, match="--timeout"):
        gamebook.search(written, "brave", timeout=0.0)
    with pytest.raises(LimitReached, match="has more than 2 states; --limit-states 1000"):
        gamebook.search(written, "brave", limit_states=2)


@pytest.mark.slow
def test_fargo_by_coordinates() -> None:
    """The published thresholds, which are also those of best play over all policies."""
    found = gamebook.search(resource_folder("books") / "dice" / "fargo.gbk", "fargo", (1, 2, 3), ("coordinate",))
    assert found.winner.policy.words == (
        "fargo(one = 550, two = 400, three = 550, four = 1150, five = 1250, six = 1150, seven = 1050, eight = 250)"
    )
    assert found.gap < 1e-9
    assert found.hits("coordinate")[0] >= 1


def test_what_cannot_be_searched() -> None:
    written = doors("first", rival=False)
    with pytest.raises(ValueError, match="has no parameters"):
        gamebook.search(written, "uniform")
    with pytest.raises(ValueError, match="has no parameter z"):
        gamebook.search(written, "brave", ranges={"z": (0, 1)})
    shared = reading.book(RIDDLE.replace("Door\n", "Door 1 in 3\n").replace("OTHERWISE", "first"))
    with pytest.raises(ValueError, match=r"asks has a share of readers \(Door 1 in 3\)"):
        gamebook.search(shared, "asks")
    text = DOORS.replace("OTHERWISE", "first").replace("    ~ RIVAL\n", "")
    doubled = reading.book(text.replace(">= t", ">= 2 * t"))
    with pytest.raises(ValueError, match="no threshold of the strategy gives a range for t"):
        gamebook.search(doubled, "brave")
    squared = reading.book(text.replace(">= t", ">= t * t * t"))
    with pytest.raises(ValueError, match="numbers in the strategy brave are too large"):
        gamebook.search(squared, "brave", ranges={"t": (0, 9_999_999)})
    found = gamebook.search(doubled, "brave", methods=("coordinate",), ranges={"t": (0, 4)})
    assert dict(found.winner.policy.values)["t"] == 2


PURSE = """
    book "Purse"
        aim win then score
    sheet
        number gold = 1d3 in 0..3
    strategy careful(x = 1)
        at door: Bet if gold >= x else Keep
        otherwise OTHERWISE
    === 1
    ~ choose "door"
        * Bet
            ~ score +gold
            -> 2
        * Keep
            ~ score +2
            -> 2
    === 2
    ~ RIVAL
    ~ roll 1d2
        1 -> victory
        2 -> defeat
"""


@pytest.mark.slow
@pytest.mark.parametrize("otherwise", ["best", "first"])
@pytest.mark.parametrize("rival", [True, False])
def test_points_decide_where_the_chance_is_the_same(otherwise: str, rival: bool) -> None:
    """Half of the plays win, whatever x is. Whoever bets with 2 or 3 pieces, or with 3, has (2 + 2 + 3) / 3 points."""
    rule = "rival chooses\n        * Look\n            ~ score +0\n        * Wait" if rival else "score +0"
    written = reading.book(PURSE.replace("OTHERWISE", otherwise).replace("RIVAL", rule))
    tuning = Tuning(written, written.strategies[0])
    worths = [tuning.worth([x]) for x in (1, 2, 3, 4)]
    assert [worth.value for worth in worths] == pytest.approx([1 / 2] * 4)
    assert [worth.points for worth in worths] == pytest.approx([2, 7 / 3, 7 / 3, 2])
    found = search(tuning, seeds=(1, 2))
    assert dict(found.winner.policy.values) == {"x": 2}  # nearer to the declared 1 than 3
    assert found.best_worth.points == pytest.approx(7 / 3)
    assert found.hits("genetic") == found.hits("coordinate") == (2, 2)


@pytest.mark.slow
def test_the_report_tells_the_points() -> None:
    text = PURSE.replace("OTHERWISE", "first").replace("RIVAL", "score +0")
    found = gamebook.search(gamebook.Project.of(cleandoc(text)), "careful")
    written = reading.book(text)
    assert data(written, found)["points"] == pytest.approx(7 / 3)
    (section,) = sections(written, found)
    assert isinstance(section.parts[0], Lines)
    (line,) = section.parts[0].lines
    assert (
        "wins with chance 50.000% and earns 2.33333 points, as often as best play, which earns 2.33333 points." in line
    )
