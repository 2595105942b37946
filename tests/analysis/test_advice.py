"""Advice followed to the letter, in the graph of all states of the book, which knows nothing of solvers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import cleandoc

import pytest
from hypothesis import given
from msgspec.structs import replace

import gamebook
from gamebook.analysis.advice import Advice, AllAdvice, all_advice
from gamebook.model.book import Book
from gamebook.play.explore import Arc, Graph, Node
from gamebook.render.text import text
from gamebook.report.solution import sections
from gamebook.solver.solving import solve
from tests.strategy.test_apply import graph_of, quick, value
from tests.support.random_books import books

ROUND = """
    book "Round"

    sheet
        codeword A, B, C, D

    === 1
    * The garden -> 2
    * The surgery [if not A]
        ~ note A
        -> 1
    * The library [if not B]
        ~ note B
        -> 1
    * Accuse [if A and B and C and D] -> victory

    === 2
    * Look at his hands [if A and not C]
        ~ note C
        -> 1
    * Look at his feet [if B and C and not D]
        ~ note D
        -> 1
    * Leave -> 1
"""


def holds(when: str, sheet: Mapping[str, int]) -> bool:
    """Whether a condition as it is printed holds."""
    names = "|".join(map(re.escape, sorted(sheet, key=len, reverse=True)))
    worked_out = re.sub(rf"\b({names})\b", lambda found: str(sheet[found[1]]), when)
    return not when or bool(eval(re.sub(r"(?<![<>!])=", "==", worked_out)))


def by_the_letter(graph: Graph, written: Book, found: AllAdvice, *, last: bool) -> Graph:
    """The graph in which the reader follows the advice: the first rule whose choice is offered, and that holds.

    Where it makes no difference, and where there is no advice, they take the first choice, or the `last`.
    """
    names = [variable.name for variable in written.variables]
    rules: dict[str, Advice] = {each.address: each for each in found.each}

    def taken(node: Node) -> Arc:
        told = rules.get(node.address)
        sheet = dict(zip(names, node.state.values, strict=True))
        for rule in () if told is None or told.indifferent else told.rules:
            for arc in node.arcs:
                if arc.address == rule.address and holds(rule.when, sheet):
                    return arc
        assert told is None or told.indifferent or len(node.arcs) == 1 or not told.exact, (node, told)
        return node.arcs[-1 if last else 0]

    nodes = (
        replace(each, arcs=(taken(each),)) if each.kind == "reader" and each.arcs else each for each in graph.nodes
    )
    return replace(graph, nodes=tuple(nodes))


@pytest.mark.parametrize("last", [False, True])
def test_who_follows_all_advice_wins_what_is_printed(last: bool) -> None:
    @quick
    @given(books())
    def agree(written: Book) -> None:
        graph = graph_of(written)
        found = all_advice(solve(written))
        best, followed = value(graph, written), value(by_the_letter(graph, written, found, last=last), written)
        if found.following is None:
            assert followed == best
        elif found.following.at_most:
            assert followed <= found.following.value + 1e-9
        else:
            assert followed < best
            assert float(followed) == pytest.approx(found.following.value, rel=1e-9, abs=1e-9)

    agree()


def test_advice_never_goes_round_past_what_is_still_to_be_done() -> None:
    """Four things in an order that the reader must know; each single step of all could be right."""
    written = gamebook.Project.of(cleandoc(ROUND) + "\n").edition().book
    found = all_advice(solve(written))
    assert value(by_the_letter(graph_of(written), written, found, last=False), written) == 1
    assert found.following is None
    assert all(each.exact for each in found.each)


SUM = """
    book "Sum"

    sheet
        number x = 1d6
        number y = 1d6

    === 1
    * Left [if y > 1]
        ~ if x + y > 6
            -> victory
        -> defeat
    * Right
        ~ if x + y > 6
            -> defeat
        -> victory
"""
"""Best play loses only with 6 and 1."""


@pytest.mark.parametrize("listed", [None, 0])
def test_short_advice_says_what_following_all_of_it_wins(listed: int | None) -> None:
    """*Left if you can, else Right* wins where x + y > 6 and y > 1, in 20 of 36 cases, and where y = 1, in 5."""
    solved = solve(gamebook.Project.of(cleandoc(SUM) + "\n").edition().book, listed=listed)
    assert solved.space.whole is (listed is None)
    found = all_advice(solved, most_rules=1)
    (told,) = found.each
    assert [rule.label for rule in told.rules] == ["Left", "Right"]
    assert told.cost == pytest.approx(10 / 36)
    assert found.following is not None
    assert (found.following.value, found.following.at_most) == (pytest.approx(25 / 36), False)


def test_the_report_says_what_following_all_of_it_wins() -> None:
    """By the sums of 36 pairs: 9 + 2 + 5 + 15 = 31 are won."""
    study = gamebook.solve(text=cleandoc(SUM) + "\n")
    shown = text([*sections(study, chapters=True)]).plain.rpartition("Advice\n")[2]
    assert shown == (
        "1: Right if x <= 3 and y <= 3, else Left if you can, else Right "
        "(simplified: right in 89% of cases; following it costs 11.111%)\n"
        "A reader who follows all of this advice wins with chance 86.111%; best play wins with chance 97.222%.\n"
    )
    assert study.to_json()["following_advice"] == {"value": pytest.approx(31 / 36), "points": None, "at_most": False}
