"""A policy put into a book, against the same policy applied to the book's graph of states."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from typing import Literal

import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.model.blocks import with_blocks
from gamebook.model.book import PARAMETER, Advice, Book, Strategy
from gamebook.model.expression import Expr, Var
from gamebook.model.step import Block, Choose, Step
from gamebook.play.evaluate import Expressions
from gamebook.play.explore import Arc, Graph, Node, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply, informed
from gamebook.strategy.policy import BUILT_IN, policy
from tests.resolve import reading
from tests.support.build import LOSE, WIN, book, choose, number, op, option, put, random, turn
from tests.support.random_books import books, conditions

quick = settings(
    max_examples=settings().max_examples,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ROUNDS = 2_000


def graph_of(written: Book) -> Graph:
    graph = explore(Machine(written), limit=ROUNDS)
    if not isinstance(graph, Graph):
        reject()
    return graph


def value(graph: Graph, written: Book) -> Fraction:
    solution = exact.solve(graph, exact.win_worth(written), written.ties)
    assert isinstance(solution, exact.Solution)
    return solution.value


def win(written: Book) -> Fraction:
    return value(graph_of(written), written)


def follow(graph: Graph, written: Book, strategy: Strategy) -> Graph:
    """The graph in which the reader does what the strategy says: the definition, state by state."""
    values = Expressions.of(written)

    def wanted(node: Node) -> list[Arc]:
        chapter = written.chapters[node.state.chapter].name if node.state.chapter >= 0 else ""
        labels = {arc.label for arc in node.arcs}
        for rule in strategy.rules:
            if rule.where not in (node.name, chapter):
                continue
            for label, condition in rule.choices:
                if label in labels and values.value(condition)(node.state.values):
                    return [arc for arc in node.arcs if arc.label == label]
        return []

    nodes = []
    for node in graph.nodes:
        if node.kind != "reader":
            nodes.append(node)
            continue
        arcs = wanted(node) or list(node.arcs[: 1 if strategy.otherwise == "first" else None])
        if strategy.otherwise == "random":
            even = tuple(replace(arc, chance=Fraction(1, len(arcs))) for arc in arcs)
            nodes.append(replace(node, kind="chance", arcs=even))
        else:
            nodes.append(replace(node, arcs=tuple(arcs)))
    return replace(graph, nodes=tuple(nodes))


@st.composite
def strategies(draw: st.DrawFn, otherwise: Literal["best", "random", "first"]) -> Strategy:
    rules = []
    for _ in range(draw(st.integers(0, 3))):
        choices: list[tuple[str, Expr]] = [
            (f"option {draw(st.integers(0, 2))}", conditions(draw)) for _ in range(draw(st.integers(1, 3)))
        ]
        rules.append(Advice(where=draw(st.sampled_from("123")), choices=tuple(choices)))
    return Strategy(name="any", parameters=(), rules=tuple(rules), otherwise=otherwise)


@pytest.mark.slow
@pytest.mark.parametrize("otherwise", ["best", "random", "first"])
def test_it_is_what_the_graph_of_states_says(otherwise: Literal["best", "random", "first"]) -> None:
    @quick
    @given(books(), strategies(otherwise))
    def agree(written: Book, strategy: Strategy) -> None:
        expected = value(follow(graph_of(written), written, strategy), written)
        assert win(apply(written, policy(strategy))) == expected

    agree()


@pytest.mark.slow
@quick
@given(books())
def test_the_solver_plays_it_too(written: Book) -> None:
    """`uniform` put into the book is the uniform reader of the solver, who has no such book."""
    graph_of(written)
    uniform = BUILT_IN[1]
    wins = structs.replace(written, aim="win")
    found, told = solve(apply(wins, policy(uniform))).best, solve(wins).uniform
    assert found.low <= told.high
    assert told.low <= found.high


# ---- by hand --------------------------------------------------------------------------------------------


def test_parameters_stand_in_conditions() -> None:
    """A die is shown; the strategy stops from t on, and stops for good with as many sixths as it shows."""
    stop = random((Var(name="die"), (WIN,)), (op(6, "-", "die"), (LOSE,)))
    again = choose(option("roll", turn("one")), option("stop", stop))
    die = [(1, (put("die", face),)) for face in range(1, 7)]
    written = book(number("die", 0, 6), one=(random(*die), again))
    rules = (Advice(where="one", choices=(("stop", op("die", ">=", PARAMETER + "t")), ("roll", op(1, "=", 1)))),)
    strategy = Strategy(name="wait", parameters=(("t", 1),), rules=rules, otherwise="random")
    assert win(apply(written, policy(strategy))) == Fraction(7, 12)  # mean of 1/6 … 6/6
    assert win(apply(written, policy(strategy, {"t": 5}))) == Fraction(11, 12)
    assert win(apply(written, policy(strategy, {"t": 7}))) == 0  # rolls for ever


@pytest.mark.parametrize("otherwise", ["best", "random", "first"])
def test_a_closed_option_leaves_it_to_the_next(otherwise: Literal["best", "random", "first"]) -> None:
    """Half of the readers have the rope and win. The others jump, and win half of the time: 1/2 + 1/2 · 1/2."""
    jump = random((1, (WIN,)), (1, (LOSE,)))
    menu = choose(option("wait", LOSE), option("climb", WIN, if_="rope"), option("jump", jump))
    written = book(number("rope", 0, 1), one=(random((1, (put("rope", 1),)), (1, ())), menu))
    sure = op(1, "=", 1)
    advice = Advice(where="one", choices=(("climb", sure), ("jump", sure)))
    strategy = Strategy(name="careful", parameters=(), rules=(advice,), otherwise=otherwise)
    assert win(apply(written, policy(strategy))) == Fraction(3, 4)


def test_an_action_that_is_offered_again() -> None:
    """Each draw: wait a third of the time and draw anew, so win and lose are even."""
    written = book(one=(choose(option("wait", again=True), option("on", WIN), option("off", LOSE)),))
    assert win(apply(written, policy(BUILT_IN[1]))) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("otherwise", "expected"),
    [("first", Fraction(5, 8)), ("random", Fraction(5, 8)), ("best", Fraction(7, 8))],
)
def test_shares_leave_the_rest_to_the_next_rule(
    otherwise: Literal["best", "random", "first"], expected: Fraction
) -> None:
    """One in four jumps (and wins half the time), a third of the others walk (and win); half of all do otherwise."""
    jump = random((1, (WIN,)), (1, (LOSE,)))
    written = book(one=(choose(option("jump", jump), option("walk", WIN), option("sit", LOSE)),))
    sure = op(1, "=", 1)
    advice = Advice(where="one", choices=(("jump", sure), ("walk", sure)), shares=((1, 4), (1, 3)))
    strategy = Strategy(name="some", parameters=(), rules=(advice,), otherwise=otherwise)
    menu = structs.replace(written, chapters=(written.chapters[0],))
    assert win(apply(menu, policy(strategy))) == expected


def test_what_some_readers_know() -> None:
    """Two of five readers know two answers, one of two a third: by chance 0.2 · 3/4 + 0.2 · 2/3 + 0.3 · 1/2."""
    told = [option("a", WIN), option("b", WIN), option("c", WIN), option("no", LOSE)]
    shares = (4_000, 4_000, 5_000, 10_000)
    options = [structs.replace(each, known=share) for each, share in zip(told, shares, strict=True)]
    written = book(one=(choose(*options),))
    best, uniform, first = BUILT_IN
    assert win(apply(written, policy(best))) == 1
    assert win(apply(written, policy(uniform))) == Fraction(1, 5) * (Fraction(3, 4) + Fraction(2, 3)) + Fraction(3, 20)
    assert win(apply(written, policy(first))) == 1 - Fraction(3, 5) * Fraction(1, 2)


def test_who_knows_no_option_goes_on() -> None:
    """Two of five take the only option, and lose; the others win after the menu. Best play knows it, and loses."""
    riddle = structs.replace(option("riddle", LOSE), known=4_000)
    written = book(one=(choose(riddle), WIN))
    strategy = Strategy(name="any", parameters=(), rules=(), otherwise="best")
    for way, expected in (*((way, Fraction(3, 5)) for way in (*BUILT_IN[1:], strategy)), (BUILT_IN[0], Fraction(0))):
        played = apply(written, policy(way))
        assert win(played) == expected
        assert solve(played).best.value == pytest.approx(float(expected), abs=1e-15)
    found = solve(informed(written))
    assert (found.best.value, found.uniform.value) == pytest.approx((3 / 5, 3 / 5))


@pytest.mark.slow
@quick
@given(books())
def test_who_knows_is_drawn_alike_for_all_who_pick_by_chance(written: Book) -> None:
    """Every second option is known to some only: the random reader put into the book, and in the book of all others."""
    wins = structs.replace(written, aim="win")
    shares = cycle((HUNDRED_PERCENT, 2_500))
    chapters = (structs.replace(each, body=_partly_known(each.body, shares)) for each in wins.chapters)
    partly = structs.replace(wins, chapters=tuple(chapters))
    graph_of(partly)
    told, found = solve(apply(partly, policy(BUILT_IN[1]))).best, solve(informed(partly)).uniform
    assert found.low <= told.high
    assert told.low <= found.high


def _partly_known(block: Block, shares: Iterator[int]) -> Block:
    """The block, in which each option of the reader's has the next share of readers who know of it."""

    def known(step: Step) -> Step:
        if isinstance(step, Choose) and step.owner == "reader":
            options = (structs.replace(each, known=next(shares)) for each in step.options)
            step = structs.replace(step, options=tuple(options))
        return with_blocks(step, lambda inner: _partly_known(inner, shares))

    return tuple(map(known, block))


def test_an_action_comes_before_other_rules_while_it_can_be_taken() -> None:
    """Two meals are eaten, although the rule for the chapter is written first and wants to go on."""
    eat = option("eat", put("meals", op("meals", "-", 1)), if_=op("meals", ">", 0), again=True)
    gate = choose(option("on", random(("meals", (LOSE,)), (1, (WIN,)))), eat)
    written = book(number("meals", 0, 2, start=2), one=(gate,))
    sure = op(1, "=", 1)
    rules = (Advice(where="one", choices=(("on", sure),)), Advice(where="anytime", choices=(("eat", sure),)))
    strategy = Strategy(name="hungry", parameters=(), rules=rules, otherwise="first")
    assert win(apply(written, policy(strategy))) == 1
    assert win(apply(written, policy(structs.replace(strategy, rules=rules[:1])))) == Fraction(1, 3)


def test_a_share_stays_while_the_reader_takes_actions() -> None:
    """One in two goes on. The others pick among three: a third of them eat, come back, and go on or off, 1/2 each."""
    eat = option("eat", put("meals", op("meals", "-", 1)), if_=op("meals", ">", 0), again=True)
    on = Advice(where="one", choices=(("on", op(1, "=", 1)),), shares=((1, 2),))
    strategy = Strategy(name="half", parameters=(), rules=(on,), otherwise="random")
    written = book(number("meals", 0, 1, start=1), one=(choose(option("on", WIN), option("off", LOSE), eat),))
    left = Fraction(1, 3) + Fraction(1, 3) * Fraction(1, 2)
    assert win(apply(written, policy(strategy))) == Fraction(1, 2) + Fraction(1, 2) * left


def test_a_share_of_a_rule_for_actions_stays_too() -> None:
    """One in two eats both meals, and loses. The others eat one by chance, 1/2, and then pick among three."""
    eat = option("eat", put("meals", op("meals", "-", 1)), if_=op("meals", ">", 0), again=True)
    rule = Advice(where="anytime", choices=(("eat", op(1, "=", 1)),), shares=((1, 2),))
    strategy = Strategy(name="half", parameters=(), rules=(rule,), otherwise="random")
    on = option("on", WIN, if_=op("meals", "=", 1))
    written = book(number("meals", 0, 2, start=2), one=(choose(on, option("off", LOSE), eat),))
    assert win(apply(written, policy(strategy))) == Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 3)


def test_nothing_open_goes_on() -> None:
    shut = choose(option("never", LOSE, if_=0), option("nor", again=True, if_=0))
    for way in BUILT_IN:
        assert win(apply(book(one=(shut, WIN)), policy(way))) == 1


def test_a_turn_that_leads_nowhere_is_no_decision() -> None:
    """With key 1 it leads to chapter 101, which does not exist: the reader is stuck, and comes to no victory below."""
    written = reading.book("""
        book "The Key"
        sheet
            number key = 1 in 0..1
        === 1
        * Turn the key -> (100 + key)
        -> victory
        === 100
        ~ key -1
        -> defeat
    """)
    for way in BUILT_IN:
        assert win(apply(written, policy(way))) == 0


FOES = """
    book "Two together"
    sheet
        number life = 1 in 0..1
    when life <= 0 -> defeat
    combat fight
        foe size
        won when foe size <= 0
        round
            ~ choose "blow"
                * heavy
                    ~ foe size -2
                * light
                    ~ foe size -1
            ~ if foe size < 0
                ~ life -1
        others
            ~ if foe size < 0
                ~ life -1
    strategy measured
        at target: Second if foe size > 0 else First
        at blow: heavy if foe size >= 2 else light
        otherwise first
    === 1
    ~ fight
        foe "First" size 1
        foe "Second" size 2
        together
    -> victory
"""


def test_the_foe_at_hand_is_the_one_attacked() -> None:
    """Too heavy a blow is death, so each foe has to be met by its own size."""
    written = reading.book(FOES)
    assert win(apply(written, policy(written.strategies[0]))) == 1
