"""A reader who practises: what is learned is worth what plays by it win, and no more than best play."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook.analysis.costs import costs
from gamebook.analysis.good_choices import good_choices
from gamebook.errors import OutOfTime
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.compile import Target, compiled, lowered
from gamebook.program.narrow import Leaf, Split
from gamebook.project import Project
from gamebook.solver import exact, practice
from gamebook.solver.practice import Practice, Practised
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from tests.support.random_books import books
from tests.support.skipping import explored
from tests.support.slowly import then_slowly
from tests.support.small_games import DOORS, LADDER

FEW = Target(numbers=False)


def practised(book: Book, rounds: int = 1, seed: int = 1) -> Practice:
    program = compiled(book, None, FEW)
    found = Practice(program, ending_worth(book, program), seed)
    for _ in range(rounds):
        found.practise(lambda _share: None)
    return found


def result(found: Practice) -> Practised:
    assert found.result is not None
    return found.result


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "ROUND", 200_000)


def test_the_best_option_is_found(book: Book) -> None:
    won = result(practised(book)).win
    assert won.low <= 6 / 7 <= won.high
    assert won.high - won.low < 0.03


test_the_best_option_is_found.__doc__ = LADDER


def test_what_to_do_depends_on_a_number(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    * The rich man's gate
        ~ if gold >= 4
            -> victory
        ~ defeat
    * The poor man's gate
        ~ if gold < 4
            -> victory
        ~ defeat

    By hand: who looks into the purse always wins, and the rule is one question.
    """
    found = practised(book)
    assert result(found).win.value == 1.0
    (rule,) = (
        rule
        for number, rule in found.rules([0.01], lambda _share: None)[0].items()
        if len(getattr(found.program.nodes[number], "options", ())) == 2
    )
    gold = next(n for n, cell in enumerate(found.program.cells) if cell.name == "gold")
    assert rule == Split(gold, 3, Leaf(frozenset({1})), Leaf(frozenset({0})))


def test_a_way_that_chance_never_finds_is_found(book: Book) -> None:
    """
    sheet
        number step = 0 in 0..20

    === 1
    * Left [if step < 20]
        ~ step +1
        -> 1
    * Right
        ~ set step = 0
        -> 1
    * Out [if step = 20] -> victory
    * Give up
        ~ defeat

    A random reader wins one play in 3^20 or so.
    """
    assert result(practised(book)).win.value == 1.0


def test_endings_and_failures_are_counted_where_play_ended(book: Book) -> None:
    """
    === 1
    * On -> 2
    * Lie down
        ~ defeat "Asleep"

    === 2
    ~ roll 1d6
        1 -> 3
        2 -> defeat "A hole"
        3-6 -> victory

    === 3
    ~ defeat "A dog"

    By hand: best play goes on; a sixth ends in 3, a sixth in 2 itself.
    """
    found = result(practised(book))
    assert found.endings["Asleep"] == found.failures["1"] == found.failures["the hero"] == 0.0
    assert found.endings["A dog"] == found.failures["3"]
    assert found.endings["A hole"] == found.failures["2"]
    assert found.endings["A dog"] == pytest.approx(1 / 6, abs=0.02)
    assert found.endings["A hole"] == pytest.approx(1 / 6, abs=0.02)
    assert found.endings["victory"] == found.win.value
    assert sum(found.endings.values()) == pytest.approx(1.0)


def test_choices_are_counted_each_time(book: Book) -> None:
    """
    sheet
        number step = 0 in 0..3

    === 1
    * Left [if step < 3]
        ~ step +1
        -> 1
    * Out [if step = 3] -> victory
    * Give up
        ~ defeat

    By hand: good play goes left three times and then out, so it decides four times.
    """
    (here,) = good_choices(book, result(practised(book)).choices)
    assert (here.chapter, here.rival, here.met) == ("1", False, 4.0)
    assert [(each.label, each.open, each.taken) for each in here.options] == [
        ("Left", 3.0, 1.0),
        ("Out", 1.0, 1.0),
        ("Give up", 4.0, 0.0),
    ]


@pytest.mark.parametrize("name", then_slowly(["starter", "tutorial"], 1))
def test_each_decision_takes_one_open_option(name: str) -> None:
    book = Project(f"books/{name}.gbk").book
    found = result(practised(book)).choices
    assert found
    for each in found:
        assert sum(taken for _, taken in each.options.values()) == pytest.approx(each.met)
        for is_open, taken in each.options.values():
            assert 0.0 <= taken <= is_open <= each.met


def test_what_is_chosen_is_what_the_exact_solver_calls_best(book: Book) -> None:
    seen = {(each.chapter, each.address): each for each in good_choices(book, result(practised(book)).choices)}
    decided = costs(solve(book))
    assert [each.chapter for each in decided] == ["1", "2"]
    for each in decided:
        for option, expected in zip(seen[each.chapter, each.address].options, each.options, strict=True):
            assert option.address == expected.address
            assert option.taken == expected.best  # in each of them one option is better by far
            assert option.open == pytest.approx(expected.open)


test_what_is_chosen_is_what_the_exact_solver_calls_best.__doc__ = LADDER


def test_what_a_rival_chooses_is_counted(book: Book) -> None:
    (here,) = good_choices(book, result(practised(book)).choices)
    assert here.rival
    assert [each.taken for each in here.options] == [1.0, 0.0]


test_what_a_rival_chooses_is_counted.__doc__ = DOORS


def test_a_decision_of_a_trigger_is_counted_where_it_is_made(book: Book) -> None:
    """
    sheet
        codeword bell

    when bell
        ~ choose "the bell"
            * Run -> victory
            * Stay
                ~ defeat

    === 1
    ~ roll 1d6
        1-2
            ~ note bell
        3-6 -> 2

    === 2
    ~ note bell

    By hand: the bell rings in chapter 1 in a third of plays, else in chapter 2.
    """
    one, other = good_choices(book, result(practised(book)).choices)
    assert (one.chapter, other.chapter) == ("1", "2")
    assert one.met == pytest.approx(1 / 3, abs=0.02)
    assert one.met + other.met == 1.0
    assert [each.taken for each in (*one.options, *other.options)] == [1.0, 0.0, 1.0, 0.0]


def test_every_second_round_is_for_ways_with_few_rolls(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """
    sheet
        number turns = 6 in 0..6

    === 1
    * Roll once -> 2
    * Roll until six numbers were not 1 -> 3

    === 2
    ~ roll 1d10
        1-9 -> victory
        10
            ~ defeat

    === 3
    ~ roll 1d6
        1 -> 3
        2-6
            ~ turns -1
    ~ if turns > 0
        -> 3
    -> victory

    By hand: 1 and 0.9 where rolls do not matter; where each counts half, 0.45 and at most 1/64.
    """
    monkeypatch.setattr(practice, "ROUND", 50_000)
    monkeypatch.setattr(practice, "CALM", 0.5)
    kept = list[object]()
    for rounds in range(2):
        program = compiled(book, None, Target(numbers=False))
        found = Practice(program, ending_worth(book, program))
        found._rounds = rounds  # so many are over, and nothing was learned
        found.practise(lambda _share: None)
        (rules,) = found.rules([0.01], lambda _share: None)
        kept += rules.values()
    assert kept == [Leaf(frozenset({1})), Leaf(frozenset({0}))]


def test_a_rival_practises_too(book: Book) -> None:
    found = practised(book)
    assert result(found).rivals
    assert result(found).win.low <= 1 / 6 <= result(found).win.high
    assert found.rules([0.01], lambda _share: None) == [{}]


test_a_rival_practises_too.__doc__ = DOORS


@pytest.mark.slow
def test_a_play_without_end_is_not_won(book: Book) -> None:
    """
    sheet
        number n = 0 in 0..1

    === 1
    * To and fro
        ~ set n = 1 - n
        -> 1
    * And back
        ~ set n = 1 - n
        -> 1
    """
    won = result(practised(book)).win
    assert (won.value, won.low, won.high) == (0.0, 0.0, 1.0)


@pytest.mark.slow
def test_the_same_seed_learns_the_same(book: Book) -> None:
    """
    sheet
        stat   LUCK = 1d6
        number gold = 1d6 in 0..12

    === 1
    * Gamble [if gold > 0]
        ~ roll 1d6 + LUCK
            2-6
                ~ gold -1
            7-12
                ~ gold +1
        -> 1
    * Pay [if gold >= 8] -> victory
    * Fight
        ~ roll 1d6
            1-2 -> victory
            3-6
                ~ defeat
    """
    one, same, other = (practised(book, 2, seed) for seed in (1, 1, 2))
    assert result(one) == result(same)
    assert np.array_equal(one._best, same._best)
    assert not np.array_equal(one._best, other._best)


def test_who_is_interrupted_goes_on(book: Book) -> None:
    """
    === 1
    * Out -> victory
    * Down
        ~ defeat
    """
    program = compiled(book, None, FEW)
    calls = 0

    def interrupt(_share: float) -> None:
        nonlocal calls
        calls += 1
        if calls < 7:
            raise OutOfTime

    found = Practice(program, ending_worth(book, program))
    for _ in range(6):
        with pytest.raises(OutOfTime):
            found.practise(interrupt)
        assert found.result is None
    found.practise(interrupt)
    assert result(found).practice == result(practised(book)).practice
    assert result(found).win.value == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", then_slowly(["starter", "tutorial"], 1))
def test_practice_comes_near_best_play_of_shipped_books(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The exact solver, which shares nothing with practice but the lowered program, knows what best play wins."""
    monkeypatch.setattr(practice, "ROUND", 2_000_000)
    monkeypatch.setattr(practice, "CONFIDENCE", 0.999999)
    book = Project(f"books/{name}.gbk").book
    win = result(practised(book)).win
    best = solve(book).best
    assert win.low <= best.high
    assert win.value >= best.low - 0.03


def test_what_is_known_stays_known_while_more_is_found_out(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..40

    === 1
    * Dig
        ~ roll 1d6
            1
                ~ defeat
            2-6
                ~ gold +2
                -> 1
    * Leave [if gold >= 10] -> victory
    """
    found = practised(book)
    before, seen = result(found), []
    monkeypatch.setattr(practice, "ROUND", 100)  # so all calls come from fresh plays

    def interrupt(_share: float) -> None:
        seen.append(found.result)
        if len(seen) == 4:
            raise OutOfTime

    with pytest.raises(OutOfTime):
        found.practise(interrupt)
    assert seen == [before] * 4
    assert found.result == before


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(books())
def test_nobody_wins_more_than_best_play(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """The interval is at the confidence 99.9999 %: forty books do not fail by chance. Without a rival only."""
    monkeypatch.setattr(practice, "ROUND", 20_000)
    monkeypatch.setattr(practice, "CONFIDENCE", 0.999999)
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, 3_000), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    program = compiled(book, None, FEW)
    if not any(isinstance(node, Decide) and node.owner == "rival" for node in program.nodes):
        assert Fraction(result(practised(book)).win.low) <= expected.value


@pytest.mark.slow
def test_a_program_before_any_pass_is_practised_too() -> None:
    """Notes and settled questions are passed over: what is known of a decision is known where they lead to it."""
    book = Project("tests/data/strangers/silver-maze.gbk").book
    program = lowered(book)
    found = Practice(program, ending_worth(book, program))
    known = [program.nodes[n] for n, number in enumerate(found.guide.features.decision) if number >= 0]
    assert any(not isinstance(node, Decide) for node in known)
    assert {id(node) for node in known} >= {id(node) for node in program.nodes if isinstance(node, Decide)}
    found.practise(lambda _share: None)
    assert sum(result(found).endings.values()) == pytest.approx(1.0, abs=0.1)
