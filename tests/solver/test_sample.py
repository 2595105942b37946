from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from scipy.special import chdtri  # of `scipy.stats`, which takes a second to import, this is `chi2.isf`

from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.script import Spot
from gamebook.project import Project
from gamebook.solver.estimate import proportion
from gamebook.solver.sample import MOST_UNFINISHED, Player, Sample, sample
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import find
from tests.support.random_books import books
from tests.support.skipping import skip_if
from tests.support.slowly import then_slowly

BOOKS = Path(__file__).parents[2] / "books"
SURE = 1 - 1e-9
"""Confidence of intervals that a correct program misses once in many years."""
PLAYS = 1_000
LIMITS = Limits(states=5_000)


def by_lot(book: Book) -> Book:
    """The book whose rivals are readers like any other, who choose by lot when solved for the uniform reader."""
    return msgspec.json.decode(msgspec.json.encode(book).replace(b'"owner":"rival"', b'"owner":"reader"'), type=Book)


def in_intervals(found: Sample, chances: Mapping[str, float]) -> bool:
    """Whether the interval of each ending holds its chance."""
    return all(
        found.endings[name].low - 1e-12 <= chance <= found.endings[name].high + 1e-12
        for name, chance in chances.items()
    )


@pytest.mark.slow
@settings(phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(books())
def test_what_a_play_met_are_states_of_the_book(book: Book) -> None:
    """At the very node where play was, also of a decision that is written out several times."""
    work = Player(book, most=300)
    space = explore(work.program, limits=LIMITS)
    skip_if(not space.complete)
    work.play(20)
    decisions = [number for number, node in enumerate(work.program.nodes) if isinstance(node, Decide)]
    for number in range(1, work.plays + 1):
        met = work.met(number, decisions)
        assert len(met) == sum(bool(step.spot and step.spot.decision) for step in work.again(number))
        for each in met:
            state = space.find(each.node, each.values)
            assert state is not None
            first, last = space.states.first_action[state : state + 2]
            assert each.option in (space.states.option[first:last] if last > first else [-1])


@pytest.mark.slow
@settings(phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(books(), st.sampled_from(["uniform", "first"]))
def test_endings_of_random_books_are_the_solvers(book: Book, policy: str) -> None:
    solved = solve(by_lot(book if policy == "uniform" else apply(book, find(book, policy))), limits=LIMITS)
    skip_if(not solved.space.complete)
    work = Player(book, policy=policy, most=300)
    work.play(PLAYS)
    found = work.sample(SURE)
    assert found.plays == PLAYS or found.unfinished == MOST_UNFINISHED
    assert sum(found.counts.values()) + found.unfinished == found.plays
    assert in_intervals(found, solved.uniform.endings)


@pytest.mark.slow
@settings(phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(books())
def test_visits_of_random_books_are_the_solvers(book: Book) -> None:
    """The means of 20 parts, and how much they differ from each other, against expected visits and choices."""
    solved = solve(by_lot(book), limits=LIMITS)
    # Half of the random books can be played for ever, and have no mean.
    skip_if(not solved.space.complete or sum(solved.uniform.endings.values()) < 1 - 1e-9, most=0.65)
    work = Player(book, most=2_000)
    parts = []
    for part in range(1, 21):
        work.play(200 * part)
        parts.append(work.sample())
        if parts[-1].unfinished:
            return

    def agrees(times: list[int], expected: float) -> bool:
        """Nine standard errors; what comes less than once in a thousand plays may not have come at all."""
        means = [(after - before) / 200 for before, after in pairwise([0, *times])]
        middle = sum(means) / 20
        error = math.sqrt(sum((mean - middle) ** 2 for mean in means) / (20 * 19))
        return abs(middle - expected) <= 9 * error + 2e-3

    for chapter in book.chapters:
        times = [part.chapters[chapter.name].times for part in parts]
        assert agrees(times, solved.arrival(solved.uniform, chapter.name).expected)
    taken: dict[tuple[str, str], float] = defaultdict(float)
    is_open: dict[tuple[str, str], float] = defaultdict(float)
    for node in solved.decisions():
        table = solved.decision(solved.uniform, node)
        for number, option in enumerate(table.options):
            taken[table.chapter, option] += float(table.visits @ table.share[:, number])
            is_open[table.chapter, option] += float(table.visits @ table.is_open[:, number])
    for spot in parts[0].options:
        key = (spot.chapter, spot.option)
        assert agrees([part.options[spot].times for part in parts], taken[key])
        assert agrees([part.options[spot].open for part in parts], is_open[key])


def test_chapters_and_choices_are_counted(book: Book) -> None:
    """
    sheet
        item key

    === 1
    * Take the key [if not key]
        ~ gain key
        -> 1
    * Leave -> 2
    * Fly [if key and not key] -> 3

    === 2
    * Open the door [if key] -> victory
    * Give up -> defeat

    === 3
    -> victory
    """
    found = sample(book, plays=40_000, seconds=None, confidence=SURE)
    # Half take the key, after which only leaving is open; half of those who have it open the door.
    assert found.win.low <= 0.25 <= found.win.high
    chapters = found.chapters
    assert chapters["2"].times == chapters["2"].plays == chapters["2"].ends == 40_000
    assert chapters["1"].plays == 40_000
    taken = chapters["1"].times - 40_000
    assert (chapters["3"].times, chapters["3"].plays, chapters["3"].first) == (0, 0, None)
    assert abs(taken / 40_000 - 0.5) < 0.03  # twelve standard deviations
    key, leave, fly, door, up = found.options.values()
    assert (key.times, key.open) == (taken, 40_000)
    assert (leave.times, leave.open) == (40_000, 40_000 + taken)
    assert (fly.times, fly.open, fly.first) == (0, 0, None)
    assert (door.open, up.open) == (taken, 40_000)
    assert door.times + up.times == 40_000
    assert (found.lengths["chapters"].tenth, found.lengths["chapters"].ninetieth) == (2, 3)
    assert found.lengths["chapters"].mean == 2 + taken / 40_000
    assert found.lengths["decisions"] == found.lengths["chapters"]


@pytest.mark.slow
def test_any_play_can_be_played_again(book: Book) -> None:
    """
    sheet
        number gold = 2d6 in 0..12

    === 1
    * Bet [if gold > 0]
        ~ gold -1
        ~ roll 1d6
            1-3 -> 1
            4-5
                ~ gold +1
                -> 1
            6 -> victory
    * Go -> defeat
    """
    work = Player(book, seed=3)
    work.play(5_000)
    found = work.sample()
    steps = [work.again(number) for number in range(1, 5_001)]
    for name, count in found.counts.items():
        assert sum(play[-1].ending == name for play in steps) == count
    bet, go = found.options
    assert sum(step.option == bet for play in steps for step in play) == found.options[bet].times
    first = found.options[go].first
    assert first is not None
    assert [any(step.option == go for step in play) for play in steps[:first]] == [False] * (first - 1) + [True]
    for play in steps[:50]:
        assert play[0].spot == Spot("1")
        assert play[-1].sheet["gold"] >= 0


def test_plays_do_not_depend_on_how_they_are_cut_up(book: Book) -> None:
    """
    === 1
    ~ roll 1d6
        1 -> victory
        2-5 -> 1
        6 -> defeat
    """
    whole, parts, other = Player(book, seed=7), Player(book, seed=7), Player(book, seed=8)
    whole.play(3_000)
    for plays in (1, 2, 1_000, 3_000):
        parts.play(plays)
    other.play(3_000)
    assert whole.sample().chapters == parts.sample().chapters
    assert whole.sample().counts == parts.sample().counts
    assert whole.sample().counts != other.sample().counts


def test_plays_without_end_are_given_up_and_told(book: Book) -> None:
    """
    === 1
    ~ roll 1d4
        1 -> victory
        2 -> defeat
        3-4 -> 2

    === 2
    * Wait -> 2
    """
    work = Player(book, most=100)
    work.play(20_000)
    found = work.sample(SURE)
    assert found.unfinished == MOST_UNFINISHED  # then it stops
    assert abs(found.unfinished / found.plays - 0.5) < 0.1  # nine standard deviations
    assert found.win.low <= 0.25
    assert found.win.high >= 0.75  # those that were given up might have been won
    assert found.lengths["chapters"].ninetieth > 40


def test_strategies(book: Book) -> None:
    """
    strategy bold
        at 1: Jump
        otherwise random

    strategy timid
        at 1: Wait
        otherwise first

    strategy wise
        at 2: Wait

    === 1
    * Walk -> 2
    * Jump
        ~ roll 1d4
            1 -> victory
            2-4 -> 2
    * Wait -> 2

    === 2
    * Left -> victory
    * Middle -> defeat
    * Right -> victory
    """
    for policy, chance, jumps in (("bold", 1 / 4 + 3 / 4 * 2 / 3, 1.0), ("timid", 1.0, 0.0), ("first", 1.0, 0.0)):
        found = sample(book, plays=20_000, seconds=None, policy=policy, confidence=SURE)
        assert found.win.low <= chance <= found.win.high
        _, jump, *_ = found.options.values()
        assert jump.times == jumps * 20_000
    for policy in ("wise", "best"):
        with pytest.raises(ValueError, match="best play"):
            sample(book, policy=policy)


@pytest.mark.parametrize("name", then_slowly(["starter", "tutorial", "the-long-ebb"], 1))
def test_shipped_books(name: str) -> None:
    book = Project(BOOKS / f"{name}.gbk").book
    hero = {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
    solved = solve(apply(book, find(book, "uniform")), hero)
    found = sample(book, hero, plays=50_000, seconds=None, confidence=SURE)
    assert not found.rivals
    assert in_intervals(found, solved.best.endings)
    expected = {ending: 50_000 * chance for ending, chance in solved.best.endings.items() if 50_000 * chance >= 5}
    square = sum((found.counts[ending] - count) ** 2 / count for ending, count in expected.items())
    assert square <= chdtri(max(len(expected) - 1, 1), 1e-9)


def test_points(book: Book) -> None:
    """
    book "Points"
        aim score

    === 1
    ~ score +1d6
    ~ roll 1d3
        1 -> 1
        2 -> 2
        3
            ~ ending "Over" score 4

    === 2
    ~ score -1
    ~ ending "Out"
    """
    found = sample(book, plays=100_000, seconds=None, confidence=SURE)
    assert found.points is not None
    assert found.points.low is not None
    assert found.points.high is not None
    # x = 3.5 + (x - 1 + 4) / 3, and the first roll may come again and again
    assert found.points.low < 6.75 < found.points.high
    assert found.points.high - found.points.low < 0.2


def test_rivals_choose_by_lot(book: Book) -> None:
    """
    === 1
    ~ rival chooses "her move"
        * Spare -> victory
        * Strike -> defeat
        * Laugh -> victory
    """
    found = sample(book, plays=20_000, seconds=None, confidence=SURE)
    assert found.rivals
    assert found.win.low <= 2 / 3 <= found.win.high


def test_a_sample_is_limited(book: Book) -> None:
    """
    === 1
    -> victory
    """
    assert sample(book, plays=3).plays == 3
    assert sample(book, seconds=0.0).plays == 1
    with pytest.raises(ValueError, match="so many plays"):
        sample(book, seconds=None)


def test_what_some_readers_know(book: Book) -> None:
    """
    === 1
    * You know the answer [knows 40%] -> 16 secret
    * You do not -> 2

    === 2
    ~ ask "Then how many of me are there in a year?" [knows 0%]
        12 -> 16
        else -> defeat

    === 16
    -> victory
    """
    found = sample(book, plays=20_000, seconds=None, confidence=SURE)
    assert found.win.low <= 1 / 5 <= found.win.high  # the language's own figure: two in five, and half of them take it


def test_a_hero_who_is_given(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    * Left -> victory
    * Right [if gold > 3] -> defeat
    """
    assert sample(book, {"gold": 3}, plays=500, seconds=None).win.value == 1
    found = sample(book, {"gold": 4}, plays=20_000, seconds=None, confidence=SURE)
    assert found.win.low <= 1 / 2 <= found.win.high


def test_what_findings_are_about_is_counted(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    ~ if gold > 4
        ~ gold +1
    -> victory
    """
    work = Player(book, marks=True)
    work.play(PLAYS)
    found, counted = work.sample(SURE), Player(book)
    counted.play(PLAYS)
    for what, chance in (("then", 1 / 3), ("else", 2 / 3), ("clamp", 1 / 6)):
        ((mark, count),) = [(mark, count) for mark, count in found.marks.items() if mark.what == what]
        seen = proportion(count.plays, PLAYS, SURE)
        assert seen.low <= chance <= seen.high
        assert count.times == count.plays
        assert count.first is not None
        gold = work.again(count.first)[-2].sheet["gold"]  # in chapter 1
        assert {"then": gold > 4, "else": gold <= 4, "clamp": gold == 6}[mark.what]
    # The plays are those of every other sample with this seed.
    assert counted.sample(SURE).endings == found.endings
    assert counted.sample(SURE).chapters == found.chapters
    assert not counted.sample(SURE).marks
