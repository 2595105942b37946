"""What is told of a book from an excerpt is what is told from all its states."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, cast, get_args
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from gamebook import job as job_module
from gamebook.analysis.costs import costs
from gamebook.analysis.difficulty import difficulty
from gamebook.analysis.endings import endings as ending_rows
from gamebook.analysis.offers import offers
from gamebook.errors import OutOfTime
from gamebook.job import Job, Step
from gamebook.limits import Limits
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Choose
from gamebook.project import Project
from gamebook.render.solution import Solution
from gamebook.render.text import text
from gamebook.report.solution import sections
from gamebook.solver import excerpt, groups, heroes_in_turn
from gamebook.solver.arrays import Arrays
from gamebook.solver.heroes import Heroes
from gamebook.solver.heroes_in_turn import HOPELESS, HeroesInTurn, Patience
from gamebook.solver.lanes import Root
from gamebook.solver.shortened import shortened
from gamebook.solver.solution import DecisionTable, Solved
from gamebook.solver.solving import solve
from gamebook.solver.too_wide import TooLong, TooWide
from gamebook.solver.watch import Watch
from tests.solver.test_listing import PURSE
from tests.support import build
from tests.support.build import LOSE, WIN, d, op, put, turn, when
from tests.support.random_books import books

Grouped = tuple[groups.Groups, Arrays]

many = settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def rivals(book: Book) -> bool:
    """Whether a rival decides anything."""
    steps = (step for block in book.blocks for step in steps_in(block))
    return any(isinstance(step, Choose) and step.owner == "rival" for step in steps)


Arranged = Callable[[int, int], Arrays]
Together = Literal["all", "one by one", "as they share", "from a list"]
together = st.sampled_from(get_args(Together))


def both(book: Book, heroes: Together) -> tuple[Solved, Solved]:
    """From all states, and from an excerpt: of arrays, heroes all at once, one by one, or as large books group them; or
    of a list.
    """
    book = structs.replace(book, aim="win")
    if heroes == "from a list":
        whole = solve(book)
        return whole, shortened(replace(whole, best=whole.best.visited(), known_uniform=whole.uniform.visited()))
    grouped = heroes_in_turn.sized
    match heroes:
        case "all":

            def grouped(
                heroes: Sequence[Root], _: Arrays, arranged: Callable[[int, int], Arrays], **__: float
            ) -> Grouped:
                return [(0, len(heroes))], arranged(0, len(heroes))

        case "one by one":

            def grouped(
                heroes: Sequence[Root], arrays: Arrays, _: Callable[[int, int], Arrays], **__: float
            ) -> Grouped:
                return [(number, 1) for number in range(len(heroes))], arrays

    with patch.object(heroes_in_turn, "sized", grouped):
        return solve(book), solve(book, listed=0)


def options(solved: Solved) -> set[tuple[str, str]]:
    """The options that are open in some state, by chapter."""
    return {(offer.chapter, offer.option) for offer in offers(solved).rows}


@pytest.mark.slow
@many
@given(books(), together)
def test_each_option_that_may_be_open_is_open_in_some_state(book: Book, heroes: Together) -> None:
    """Though there is one state of each place that best play avoids, and it never meets some options where it comes."""
    with patch.object(excerpt, "SAMPLE", 1), patch("gamebook.solver.shortened.SAMPLE", 1):
        whole, part = both(book, heroes)
    assert options(part) == options(whole)


BACK = """\
book "Back again"
sheet
    codeword K
    number n = 1d6 in 1..6
    number m = 1d6 in 1..6
=== 1
~ roll 1d6
    1-5
    6 -> defeat
* On -> 2
* With the word [if K and n > 1] -> 3
=== 2
* To the end -> victory
* Astray
    ~ note K
    -> 1
=== 3
~ if m > 2
    -> victory
-> defeat
"""


@pytest.mark.parametrize("listed", [0, None])
def test_an_option_that_best_play_is_never_offered_costs_what_the_random_reader_loses_by_it(listed: int | None) -> None:
    """Who has gone astray has n > 1 in 5 of 6 cases, whatever m is; the word wins if m > 2, 4 of 6. Going on wins."""
    book = Project.of(BACK).edition().book
    found = solve(book) if listed is None else solve(book, listed=listed)
    word = next(option for decision in costs(found) for option in decision.options if option.label == "With the word")
    assert word.open == 0
    assert word.cost == pytest.approx(1 - 4 / 6, rel=1e-12)


@pytest.mark.slow
@many
@given(books(), together)
def test_values_endings_and_counts(book: Book, heroes: Together) -> None:
    whole, part = both(book, heroes)
    assert part.space.count >= whole.space.count  # what groups of heroes share is counted for each group
    if heroes in ("all", "from a list"):
        assert part.space.count == whole.space.count
    for one, other in ((part.best, whole.best), (part.uniform, whole.uniform)):
        assert one.low <= other.high
        assert other.low <= one.high
        assert one.value == pytest.approx(other.value, abs=1e-12)
    if not whole.space.owner.any():  # of a rival's equally good replies either may be played
        assert part.uniform.endings == pytest.approx(whole.uniform.endings, abs=1e-9)
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    won = sum(chance for name, chance in part.best.endings.items() if name in victories)
    assert won == pytest.approx(whole.best.value, abs=1e-9)
    assert sum(part.ends(part.best).values()) == pytest.approx(sum(part.best.endings.values()), abs=1e-9)


def test_a_hero_who_never_begins() -> None:
    """Dice of 1 end the book while the hero is made, 2 lead to another chapter than the first."""
    ends = (when(op("S", "=", 1), LOSE), when(op("S", "=", 2), turn("two")))
    rules = build.book(
        build.number("S", 0, 8),
        hero=(put("S", d(6)), *ends),
        one=(build.attempt(op(d(6), "<=", "S"), (WIN,), (LOSE,)),),
        two=(WIN,),
    )
    for heroes in ("all", "one by one", "from a list"):
        whole, part = both(rules, heroes)
        assert part.uniform.endings == pytest.approx(whole.uniform.endings, abs=1e-12)
        assert part.uniform.endings["victory"] == pytest.approx((1 + (3 + 4 + 5 + 6) / 6) / 6)


RIVAL = """
sheet
    number A = 1d4 in 0..6

=== 1
~ rival chooses
    * Low -> 2
    * High -> 3

=== 2
~ roll 1d6 as d
~ if d <= A
    -> victory
-> defeat

=== 3
~ roll 1d6 as d
~ if d <= 5 - A
    -> victory
-> defeat
"""
ENDLESS = """
sheet
    number rope = 1d3 - 1 in 0..2

=== 1
* On [if rope] -> defeat
-> 1
"""


@pytest.mark.parametrize("heroes", ["all", "one by one", "from a list"])
@pytest.mark.parametrize(
    ("text", "endings"),
    [
        (RIVAL, {"victory": Fraction(1 + 2 + 2 + 1, 4 * 6), "defeat": Fraction(3, 4)}),  # the lower of A and 5 - A
        (ENDLESS, {"defeat": Fraction(2, 3), "endless": Fraction(1, 3)}),
    ],
    ids=["a rival", "endless"],
)
def test_how_often_the_random_reader_comes_to_each_ending(
    text: str, endings: dict[str, Fraction], heroes: Together
) -> None:
    for solved in both(Project.of(text).book, heroes):
        found = {row.kind: row.uniform for row in ending_rows(solved)}
        assert found == pytest.approx({kind: float(chance) for kind, chance in endings.items()}, abs=1e-12)


@pytest.mark.slow
def test_arranging_one_group_ahead_changes_no_bit() -> None:
    book = Project("books/starter.gbk").book
    _, ahead = both(book, "one by one")
    with patch.object(groups.Arranger, "ahead", lambda *_: None):
        _, after = both(book, "one by one")
    assert_same_bits(ahead, after)


@pytest.mark.slow
def test_no_group_is_arranged_ahead_where_what_is_listed_leaves_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of an earlier group is free again then, and no bit of the answer is another."""
    book = Project("books/starter.gbk").book
    _, ahead = both(book, "one by one")
    freed: list[bool] = []
    arranges = groups.Arranger.ahead

    def crowded(arranger: groups.Arranger, span: tuple[int, int] | None, go_on: Callable[[float], None]) -> object:
        arranger.memory = 2 * arranger._bytes + arranger.listing.bytes - 1
        spare = arranger._pools[1]
        found = arranges(arranger, span, go_on)
        freed.append(found is None and arranger._pools[1] is not spare)
        arranger.memory = None
        return found

    monkeypatch.setattr(groups.Arranger, "ahead", crowded)
    _, after = both(book, "one by one")
    assert freed
    assert all(freed)
    assert_same_bits(ahead, after)


@pytest.mark.slow
def test_it_is_known_which_share_of_the_heroes_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the last group as in the first; while it is not known how many groups there are, nobody can say."""
    monkeypatch.setattr(job_module, "EVERY", 0.0)
    steps = list[Step]()
    with Job(steps.append):
        both(Project("books/starter.gbk").book, "one by one")
    told = [step.share for step in steps if step.phase == "computing values" and step.share is not None]
    assert told == sorted(told)
    assert 0.0 <= told[0] < 0.1
    assert 0.9 < told[-1] <= 1.0
    assert len({*told}) > 10
    assert {step.share for step in steps if step.phase == heroes_in_turn.ARRANGES} == {None}


def assert_same_bits(ahead: Solved, after: Solved) -> None:
    for one, other in ((ahead.best.values, after.best.values), (ahead.uniform.values, after.uniform.values)):
        assert one.low.tobytes() == other.low.tobytes()
        assert one.high.tobytes() == other.high.tobytes()
    assert ahead.space.states.key.tobytes() == after.space.states.key.tobytes()
    assert ahead.uniform.visits.tobytes() == after.uniform.visits.tobytes()


@pytest.mark.slow
def test_one_core_changes_no_bit() -> None:
    book = Project("books/starter.gbk").book
    hero = {"SKILL": 9}
    both_cores = solve(book, hero, listed=0)
    with Job(cores=1), patch("gamebook.threads.Thread", side_effect=AssertionError("no second thread")):
        assert_same_bits(both_cores, solve(book, hero, listed=0))


@pytest.mark.slow
@many
@given(books(), st.sampled_from(("all", "from a list")))
def test_states_and_decisions_are_worth_the_same(book: Book, heroes: Together) -> None:
    whole, part = both(book, heroes)
    for node in whole.decisions():
        known = _rows(whole.decision(whole.best, node))
        for key, (value, worth, visits) in _rows(part.decision(part.best, node)).items():
            assert key in known
            assert value == pytest.approx(known[key][0], abs=1e-12)
            assert worth == pytest.approx(known[key][1], abs=1e-12, nan_ok=True)
            assert visits >= 0
    if whole.space.owner.any():  # as above
        return
    for chapter in whole.space.program.chapters:
        all_states = whole.arrival(whole.uniform, chapter)
        some = part.arrival(part.uniform, chapter)
        columns = list(all_states.columns)
        known_visits = {
            tuple(int(all_states.columns[name][row]) for name in columns): float(all_states.visits[row])
            for row in range(len(all_states.states))
        }
        for row in range(len(some.states)):
            key = tuple(int(some.columns[name][row]) for name in columns)
            assert float(some.visits[row]) == pytest.approx(known_visits[key], abs=1e-9)


@pytest.mark.slow
@many
@given(books(), together)
def test_states_that_are_played_can_be_found(book: Book, heroes: Together) -> None:
    _, part = both(book, heroes)
    space = part.space
    for state in np.flatnonzero((part.best.visits > 0) & (space.states.point >= 0)):
        node = int(space.code.point_node[space.states.point[state]])
        found = space.find(node, space.values(int(state)))
        assert found is not None
        assert part.best.values.low[found] == pytest.approx(part.best.values.low[state], abs=1e-12)


def _rows(table: DecisionTable) -> dict[tuple[int, ...], tuple[float, list[float], float]]:
    """(value, worth of each option, visits) of each state, by its variables."""
    names = sorted(table.columns)
    return {
        tuple(int(table.columns[name][row]) for name in names): (
            float(table.value[row]),
            np.asarray(table.worth[row]).tolist(),
            float(table.visits[row]),
        )
        for row in range(len(table.states))
    }


def test_a_book_that_arrays_do_not_help_is_listed() -> None:
    """Pig has no numbers that many states share: each would be a context of its own."""
    book = Project("books/dice/pig.gbk", settings={"goal": 30}).book
    assert solve(book, listed=0).space.whole


def test_heroes_are_taken_together_whose_variable_is_the_same() -> None:
    heroes: list[Root] = [(0, np.array([skill, stamina, 7])) for skill in range(3) for stamina in range(10)]
    assert groups.together(heroes, 9) == [(0, 10), (10, 10), (20, 10)]  # one more than fit
    assert groups.together(heroes, 22) == [(0, 20), (20, 10)]
    assert groups.together(heroes, 24) == [(0, 30)]
    assert groups.together(heroes, 7) == [(0, 7), (7, 7), (14, 7), (21, 7), (28, 2)]
    assert groups.together(heroes[:1], 1) == [(0, 1)]


@dataclass(frozen=True)
class Sized:
    """Arrays of which only the size matters."""

    size: int

    @property
    def bytes(self) -> int:
        """One for each value."""
        return self.size


class Shelf:
    """Heroes numbered from 0, and how many values each has alone, and how many so many of them together."""

    def __init__(self, alone: Sequence[int], together: dict[int, int]) -> None:
        self.heroes: list[Root] = [(0, np.array([number])) for number in range(len(alone))]
        self._alone, self._together = alone, together

    def arranged(self, first: int, end: int) -> Arrays:
        """As `sized` asks for."""
        size = self._alone[first] if end == first + 1 else self._together[end - first]
        if size < 0:
            raise TooWide
        return cast("Arrays", Sized(size))

    def sized(self, most: float = inf, seconds: float = inf) -> tuple[Grouped, int]:
        """The groups, and the size of the first."""
        groups, arrays = heroes_in_turn.sized(self.heroes, self.arranged(0, 1), self.arranged, most, seconds)
        return groups, arrays.size


ALIKE = [1_000] * 8
GROWING = [100, 1_500, 2_900, 4_300, 5_700, 7_100, 8_500, 9_900]
"""As heroes with more and more gold: one has all states of who has less, and some more."""


@pytest.mark.parametrize(
    ("alone", "sizes", "most", "together"),
    [
        (ALIKE, {2: 1_990, 4: 3_960, 8: 7_900}, inf, 1),  # they share next to nothing
        (ALIKE, {2: 1_100, 4: 1_200, 8: 2_400}, inf, 4),  # four share all, and eight no more
        (ALIKE, {2: 1_100, 4: 1_200, 8: 2_400}, 2_100, 2),  # there is no memory for four
        (ALIKE, {2: 2_000, 4: 2_100, 8: 2_200}, inf, 8),  # two share nothing, more do
        (GROWING, {2: 1_500, 4: 4_300, 8: 9_900}, inf, 8),
        (GROWING, {2: 1_600, 4: 8_600, 8: 39_000}, inf, 1),
        (ALIKE, {2: 1_100, 4: -1}, inf, 2),  # four are too wide
    ],
)
def test_groups_are_as_large_as_heroes_share(
    alone: list[int], sizes: dict[int, int], most: float, together: int
) -> None:
    groups, size = Shelf(alone, sizes).sized(most)
    assert groups == [(at, together) for at in range(0, 8, together)]
    assert size == {1: alone[0], **sizes}[together]


def test_where_time_is_short_groups_are_small() -> None:
    """Whoever has no time to wait for a large group sees bounds after each small one."""
    shelf = Shelf(ALIKE, {2: 1_100, 4: 1_200, 8: 1_300})
    assert shelf.sized() == ([(0, 8)], 1_300)
    assert shelf.sized(seconds=0) == ([(at, 2) for at in range(0, 8, 2)], 1_100)


@pytest.mark.parametrize("rolled", [True, False])
def test_after_some_heroes_the_bounds_of_all_are_known(rolled: bool) -> None:
    """Those that are not solved yet may win never or always; heroes that the reader chooses are no mean."""
    watch = Watch()
    in_turn = some_in_turn(watch)
    in_turn._heroes = cast("Heroes", SimpleNamespace(rolled=rolled, roots=range(4)))
    in_turn._low, in_turn._high, in_turn._done, in_turn._count = 0.25, 0.75, 2, 4
    in_turn._go_on()
    assert (watch.low, watch.high) == pytest.approx((0.25, 0.75) if rolled else (0, 1), abs=1e-9)


def some_in_turn(watch: Watch, times: float = HOPELESS) -> HeroesInTurn:
    """Heroes of whom nobody is solved."""
    book = cast("Any", SimpleNamespace(aim="win", ties="first"))
    listing = cast("Any", SimpleNamespace(code=None))

    class Nobody(HeroesInTurn):
        def _group(self, arrays: Arrays, after: tuple[int, int] | None) -> NoReturn:
            raise NotImplementedError

    return Nobody(
        book, cast("Any", None), listing, (), np.ones(1), Limits(), watch, Patience(times=times, soon=2.0), (0.0, 1.0)
    )


def test_arrays_are_given_up_where_they_would_take_three_times_the_time_left() -> None:
    watch = Watch(deadline=time.monotonic() + 1000)
    some_in_turn(watch)._see_whether_there_is_time(2900, certain=False)
    with pytest.raises(TooLong) as error:
        some_in_turn(watch)._see_whether_there_is_time(3001, certain=False)
    assert error.value.times == pytest.approx(HOPELESS, abs=0.01)
    with pytest.raises(TooLong):
        some_in_turn(watch, times=1.5)._see_whether_there_is_time(1600, certain=False)
    # Before the first group and after the second, while few heroes are solved, arrays are given up sooner.
    in_turn = some_in_turn(watch)
    in_turn._done, in_turn._count = 2, 12
    with pytest.raises(TooLong):
        in_turn._see_whether_there_is_time(2100, certain=True)
    in_turn._done = 3
    in_turn._see_whether_there_is_time(2900, certain=True)
    some_in_turn(Watch())._see_whether_there_is_time(inf, certain=True)


def _late(*_: object, **__: object) -> None:
    raise OutOfTime


@pytest.mark.parametrize("arranged", [False, True])
def test_states_in_arrays_count_as_looked_at_if_it_is_known_how_many_they_are(
    arranged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time ends while they are arranged, or afterwards; of a list only three states are found."""
    book = Project.of(PURSE).book
    if arranged:
        monkeypatch.setattr(excerpt, "solve_field", _late)
    else:
        monkeypatch.setattr(groups.Arranger, "arranged", _late)
    solved = solve(book, limits=Limits(seconds=60.0), listed=3)
    assert not solved.space.complete
    assert difficulty(solved).uncounted == (not arranged)
    if arranged:
        # the state before the hero is made is in no array
        assert solved.search.looked_at == solve(book).space.count - 1
    told = f"only {solved.search.looked_at}" if arranged else "not all"
    assert f"; {told} states were looked at" in text([*sections(Solution(solved))]).plain
