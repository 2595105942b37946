"""Exact values against closed forms, Bellman's equations, and plain repetition from below."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, reject, settings
from msgspec.structs import replace

from gamebook.model.book import Book, Ending
from gamebook.model.expression import Const
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.solver.exact import Solution, Unsolved, solve, uniform, win_worth
from tests.support.build import LOSE, WIN, add, book, choose, d, end, number, op, option, put, random, score, turn, when
from tests.support.forecast import follow, forecast
from tests.support.random_books import books

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


def graph_of(written: Book) -> Graph:
    graph = explore(Machine(written), limit=3000)
    if not isinstance(graph, Graph):
        reject()
    return graph


def solved(graph: Graph, written: Book) -> Solution:
    solution = solve(graph, win_worth(written), written.ties)
    assert isinstance(solution, Solution)
    return solution


def win(written: Book) -> Fraction:
    return solved(graph_of(written), written).value


def points(written: Book) -> Fraction | str:
    solution = solve(graph_of(written))
    return solution.why if isinstance(solution, Unsolved) else solution.value


# ---- closed forms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("up", "down", "start", "goal"), [(1, 1, 2, 5), (1, 2, 2, 5), (3, 2, 1, 7)])
def test_gamblers_ruin(up: int, down: int, start: int, goal: int) -> None:
    """(1 - r^start) / (1 - r^goal) with r = down/up; start/goal where the game is fair (Huygens, 1657)."""
    ratio = Fraction(down, up)
    chance = Fraction(start, goal) if up == down else (1 - ratio**start) / (1 - ratio**goal)
    written = book(
        number("gold", 0, goal, start),
        one=(
            random((up, (add("gold", 1),)), (down, (add("gold", -1),))),
            *(when(op("gold", "=", goal), WIN), when(op("gold", "=", 0), LOSE), turn("one")),
        ),
    )
    assert win(written) == chance


def test_problem_of_points() -> None:
    """Pascal's letter to Fermat, 1654: 2 and 3 games short of three, the stake divides as 11 to 5 of 16."""
    written = book(
        *(number("mine", 0, 2, 2), number("his", 0, 3, 3)),
        one=(
            random((1, (add("mine", -1),)), (1, (add("his", -1),))),
            *(when(op("mine", "=", 0), WIN), when(op("his", "=", 0), LOSE), turn("one")),
        ),
    )
    assert win(written) == Fraction(11, 16)


def risk_or_safety(goal: int) -> Book:
    """Two players toss in turn: heads is an open point, tails loses them; banked points count."""

    def side(own: str, other: str, owner: Literal["reader", "rival"], ended: object) -> tuple[object, ...]:
        toss = random((1, (add("open", 1), turn(own))), (1, (put("open", 0), turn(other))))
        bank = (add(own, "open"), put("open", 0), when(op(own, "=", goal), ended), turn(other))
        return (choose(option("toss", toss), option("bank", *bank, if_=op("open", ">", 0)), owner=owner),)

    variables = (number("mine", 0, goal), number("his", 0, goal), number("open", 0, goal))
    return book(*variables, mine=side("mine", "his", "reader", WIN), his=side("his", "mine", "rival", LOSE))


@pytest.mark.parametrize(("goal", "chance"), [(1, "2/3"), (2, "4/7"), (3, "6/11"), (4, "2236/4165")])
def test_risk_or_safety(goal: int, chance: str) -> None:
    assert win(risk_or_safety(goal)) == Fraction(chance)


# ---- loops ----------------------------------------------------------------------------------------------


def test_a_free_hub_wins_what_its_best_door_wins() -> None:
    written = book(
        one=(choose(option("Across", turn("two")), option("Dare", random((1, (WIN,)), (2, (LOSE,))))),),
        two=(choose(option("Back", turn("one")), option("Jump", random((1, (WIN,)), (1, (LOSE,))))),),
    )
    graph = graph_of(written)
    solution = solved(graph, written)
    assert solution.value == Fraction(1, 2)
    assert forecast(follow(graph, solution.policy)).endings["victory"] == Fraction(1, 2)


def test_walking_for_ever_wins_nothing() -> None:
    written = book(one=(choose(option("On", turn("one")), option("Back", turn("one"))),))
    graph = graph_of(written)
    assert solved(graph, written).value == 0
    assert forecast(uniform(graph)).endless == 1


def test_a_rival_who_can_go_round_for_ever_does() -> None:
    written = book(
        one=(choose(option("Ask", turn("two"))),),
        two=(choose(option("Refuse", turn("one")), option("Yield", WIN), owner="rival"),),
    )
    assert win(written) == 0


def test_a_rival_in_a_loop_can_only_offer_what_the_reader_may_decline() -> None:
    written = book(
        one=(choose(option("Ask", turn("two")), option("Leave", random((1, (WIN,)), (2, (LOSE,))))),),
        two=(choose(option("Refuse", turn("one")), option("Yield", WIN), owner="rival"),),
    )
    graph = graph_of(written)
    solution = solved(graph, written)
    assert solution.value == Fraction(1, 3)
    # Asking is as good as leaving here, but asking always is a way to lose it all.
    assert graph.nodes[graph.start].arcs[solution.policy[graph.start]].label == "Leave"


def test_a_reader_who_fears_each_ending_stays() -> None:
    endings = (Ending(name="victory", kind="victory"), Ending(name="Shame", kind="ending", score=Const(value=-2)))
    written = book(endings=endings, one=(choose(option("Wait", turn("one")), option("Go", end("Shame"))),))
    assert points(written) == 0


# ---- points ---------------------------------------------------------------------------------------------


def test_points_of_rolls_and_endings_add_up() -> None:
    endings = (Ending(name="Home", kind="ending", score=Const(value=3)),)
    written = book(endings=endings, one=(score(d(6)), score(-1), end("Home")))
    assert points(written) == Fraction(7, 2) + 2


def test_points_of_a_loop_that_ends() -> None:
    """A toll of 1 each time until the coin says heads: two tosses on average."""
    assert points(book(one=(score(-1), random((1, (LOSE,)), (1, (turn("one"),)))))) == -2


def test_a_loop_that_gains_is_infinite() -> None:
    assert points(book(one=(score(1), choose(option("Again", turn("one")), option("Stop", LOSE))))) == "infinite"
    assert points(book(one=(score(1), turn("one")))) == "infinite"


def test_a_loop_of_both_signs_is_undefined() -> None:
    walk = choose(option("Up", score(1), turn("two")), option("Stop", LOSE))
    back = choose(option("Down", score(-1), turn("one")), option("Stop", LOSE))
    assert points(book(one=(walk,), two=(back,))) == "undefined"


def test_a_toll_on_a_loop_is_paid_only_where_it_pays() -> None:
    """The coin is worth 4 half the time, a toss costs 1: toss until it comes; twice on average."""
    endings = (Ending(name="Rich", kind="ending", score=Const(value=4)), Ending(name="Poor", kind="ending"))
    toss = (score(-1), random((1, (end("Rich"),)), (1, (turn("one"),))))
    assert points(book(endings=endings, one=(choose(option("Toss", *toss), option("Go", end("Poor"))),))) == 2


# ---- any book -------------------------------------------------------------------------------------------


def bellman(graph: Graph, values: tuple[Fraction, ...], scoring: bool) -> None:
    for node, value in zip(graph.nodes, values, strict=True):
        after = [values[arc.target] + (arc.score if scoring else 0) for arc in node.arcs]
        if node.kind == "chance":
            assert sum(arc.chance for arc in node.arcs) == 1
            assert value == sum(arc.chance * worth for arc, worth in zip(node.arcs, after, strict=True))
        elif node.kind != "end":
            assert value == (max(after) if node.kind == "reader" else min(after))


def from_below(graph: Graph, worth: dict[str, Fraction]) -> list[float]:
    """Values by repetition from nothing: never above the least solution, and near it in the end."""
    values = [float(worth.get(node.name, 0)) if node.kind == "end" else 0.0 for node in graph.nodes]
    inner = [n for n in reversed(range(len(graph.nodes))) if graph.nodes[n].kind != "end"]
    moves = {n: [(float(arc.chance), arc.target) for arc in graph.nodes[n].arcs] for n in inner}
    pick = {"reader": max, "rival": min}
    for _ in range(3000):
        moved = 0.0
        for n in inner:
            kind = graph.nodes[n].kind
            after = [chance * values[target] for chance, target in moves[n]]
            new = sum(after) if kind == "chance" else pick[kind](after)
            moved = max(moved, new - values[n])
            values[n] = new
        if moved < 1e-15:
            break
    return values


def against(graph: Graph) -> Graph:
    """The same where the reader wants to lose."""
    return replace(graph, nodes=tuple(replace(n, kind="rival") if n.kind == "reader" else n for n in graph.nodes))


@quick
@given(books())
def test_values_are_the_least_solution_of_bellmans_equations(written: Book) -> None:
    graph = graph_of(written)
    solution = solved(graph, written)
    bellman(graph, solution.values, scoring=False)
    assert from_below(graph, win_worth(written)) == pytest.approx([float(v) for v in solution.values], abs=1e-7)


@pytest.mark.slow
@quick
@given(books())
def test_the_policy_wins_what_it_promises(written: Book) -> None:
    graph = graph_of(written)
    for ties in ("first", "last"):
        solution = solve(graph, win_worth(written), ties)
        assert isinstance(solution, Solution)
        future = forecast(follow(graph, solution.policy))
        assert sum(future.endings.values()) + future.endless == 1
        wins = sum(future.endings.get(ending.name, 0) for ending in written.endings if ending.kind == "victory")
        assert wins == solution.value
        reader = [
            choice if node.kind == "reader" else -1 for node, choice in zip(graph.nodes, solution.policy, strict=True)
        ]
        assert solved(follow(graph, reader), written).value == solution.value


@quick
@given(books())
def test_any_way_to_play_is_between_worst_and_best(written: Book) -> None:
    graph = graph_of(written)
    best = solved(graph, written).value
    middle = solved(uniform(graph), written).value
    worst = solved(against(graph), written).value
    assert 0 <= worst <= middle <= best <= 1


@quick
@given(books(aim="score", points=(0, 2)))
def test_points_solve_bellmans_equations(written: Book) -> None:
    graph = graph_of(written)
    solution = solve(graph)
    if isinstance(solution, Solution):
        bellman(graph, solution.values, scoring=True)
        future = forecast(follow(graph, solution.policy))
        arcs = zip(graph.nodes, future.visits, follow(graph, solution.policy).nodes, strict=True)
        earned = sum(visits * arc.chance * arc.score for _, visits, node in arcs for arc in node.arcs)
        assert future.endless or graph.start_score + earned == solution.value


@quick
@given(books(aim="score", points=(-2, 0), rivals=False))
def test_losses_solve_bellmans_equations(written: Book) -> None:
    graph = graph_of(written)
    solution = solve(graph)
    if isinstance(solution, Solution):
        bellman(graph, solution.values, scoring=True)
