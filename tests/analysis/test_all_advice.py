"""Advice followed to the letter, in the graph of all states of the book, which knows nothing of solvers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from inspect import cleandoc

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

import gamebook
from gamebook.analysis import by_the_letter as letter
from gamebook.analysis.advice import Advice
from gamebook.analysis.all_advice import AllAdvice, all_advice
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.analysis.together import Following, lost_by
from gamebook.model.arithmetic import TRUE
from gamebook.model.book import Book
from gamebook.play.explore import Arc, Graph, Node
from gamebook.render.text import text
from gamebook.report.solution import sections
from gamebook.solver.solving import solve
from gamebook.verbs import solving
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

    Where it makes no difference, and where no advice is printed, they take the first choice, or the `last`. Exact
    advice is never silent where that leads.
    """
    names = [variable.name for variable in written.variables]
    rules: dict[str, Advice] = {each.address: each for each in found.each if each.comes}

    def taken(node: Node) -> Arc:
        told = rules.get(node.address)
        sheet = dict(zip(names, node.state.values, strict=True))
        for rule in () if told is None or told.indifferent else told.rules:
            for arc in node.arcs:
                if arc.address == rule.address and holds(rule.when, sheet):
                    return arc
        if told is not None and not told.indifferent and len(node.arcs) > 1 and told.exact:
            silent.append((node, told))
        return node.arcs[-1 if last else 0]

    silent: list[tuple[Node, Advice]] = []
    nodes = [
        replace(each, arcs=(taken(each),)) if each.kind == "reader" and each.arcs else each for each in graph.nodes
    ]
    reached, ways = {graph.start}, [graph.start]
    while ways:
        ways += {arc.target for arc in nodes[ways.pop()].arcs} - reached
        reached.update(ways)
    met = [graph.nodes[number] for number in reached]
    assert not [each for each in silent if each[0] in met]
    return replace(graph, nodes=tuple(nodes))


@pytest.mark.slow
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("listed", [None, 0])
def test_who_follows_all_advice_wins_what_is_printed(listed: int | None, last: bool) -> None:
    """In arrays, too, where only an excerpt of the states is listed, and a number stands for all of the same effect."""

    @quick
    @given(books())
    def agree(written: Book) -> None:
        graph = graph_of(written)
        found = all_advice(solve(written, listed=listed, classes=listed is not None))
        best, followed = value(graph, written), value(by_the_letter(graph, written, found, last=last), written)
        if found.following is None:
            assert followed == best or (listed is not None and followed == pytest.approx(best, rel=1e-9, abs=1e-9))
            return
        assert not found.following.doubtful
        assert not all(told.exact for told in found.each if told.comes)
        if found.following.at_most:
            assert followed <= found.following.value + 1e-9
        else:
            assert followed < best
            assert float(followed) == pytest.approx(found.following.value, rel=1e-9, abs=1e-9)

    agree()


def always_last(graph: Graph, table: Merged) -> Graph:
    """The graph in which the reader takes the last open option of one decision, and decides all else as they like."""
    place = {address: number for number, address in enumerate(table.labels)}

    def kept(node: Node) -> tuple[Arc, ...]:
        if node.address != table.address or not node.arcs:
            return node.arcs
        return (max(node.arcs, key=lambda arc: place[arc.address]),)

    return replace(graph, nodes=tuple(replace(each, arcs=kept(each)) for each in graph.nodes))


@pytest.mark.slow
def test_what_it_costs_to_follow_the_advice_for_one_decision_each_time() -> None:
    """Of some advice that is mostly bad: always the last choice that is offered."""

    @quick
    @given(books())
    def agree(written: Book) -> None:
        graph, solved = graph_of(written), solve(written)
        for table in reader_tables(solved):
            count = table.is_open.shape[1]
            last = count - 1 - table.is_open[:, ::-1].argmax(axis=1)
            found, _ = lost_by(solved, table, np.eye(count)[last], table.is_open.any(axis=1))
            lost = value(graph, written) - value(always_last(graph, table), written)
            assert found == pytest.approx(float(lost), abs=1e-9)

    agree()


DOORS = """
    book "Doors"

    sheet
        number left = 4 in 0..4
        number door = 1 in 1..3

    === 1
    ~ left -1
    ~ if left = 0
        -> victory
    ~ roll 1d3
        1
            ~ set door = 1
        2
            ~ set door = 2
        3
            ~ set door = 3
    * Left
        ~ if door > SAFE
            ~ roll 1d2
                1 -> defeat
                2
        -> 1
    * Right
        ~ if door <= SAFE
            ~ roll 1d2
                1 -> defeat
                2
        -> 1
"""
"""Three doors one after another. The wrong side kills one time in two; up to the door SAFE it is the right side."""


def doors(safe: int) -> str:
    return cleandoc(DOORS).replace("SAFE", str(safe)) + "\n"


def test_advice_for_a_decision_that_comes_again_costs_what_is_lost_by_following_it_each_time() -> None:
    """*Left* is wrong at one door in three, kills at one in six, and is survived three times with 125/216.

    Three times one sixth, each door counted as if it were the only one, would be more.
    """
    (told,) = all_advice(solve(gamebook.Project.of(doors(2)).edition().book), most_rules=1).each
    assert [(rule.label, rule.when) for rule in told.rules] == [("Left", "")]
    assert told.differs == pytest.approx(1 / 3)
    assert told.cost == pytest.approx(1 - 125 / 216)


EITHER = """
    book "Either"

    sheet
        number door = 1 in 1..2

    === 1
    ~ roll 1d2
        1
            ~ set door = 1
        2
            ~ set door = 2
    * Left
        ~ if door = 1
            -> victory
        -> defeat
    * Right
        ~ if door = 2
            -> victory
        -> defeat
"""

HALL = """
    book "Hall"

    sheet
        number looks = 0 in 0..2

    === 1
    ~ roll 1d2
        1 -> 2
        2 -> 3

    === 2
    ~ if looks > 0
        -> victory
    -> 4

    === 3
    ~ if looks > 0
        -> defeat
    -> 4

    === 4
    ~ looks +1
    * Go back -> back
    * Go on
        ~ roll 1d2
            1 -> victory
            2 -> defeat
"""
"""Who came from 2 had better go back, who came from 3 go on; where they came from stands on no sheet."""


def test_advice_worth_no_more_than_picking_at_random_is_made_longer() -> None:
    """One rule wins one time in two, and so does who picks at random; two rules always win."""
    found = all_advice(solve(gamebook.Project.of(cleandoc(EITHER) + "\n").edition().book), most_rules=1)
    (told,) = found.each
    assert [(rule.label, rule.when) for rule in told.rules] == [("Left", "door <= 1"), ("Right", "")]
    assert (told.exact, found.following) == (True, None)


def test_advice_is_compared_with_a_random_reader_who_may_not_know_the_options() -> None:
    """One rule wins one time in two. So does a reader who knows both doors and picks at random: half of them do."""
    secret = EITHER.replace("Left", "Left [knows 50%]").replace("Right", "Right [knows 50%]") + "    -> defeat\n"
    study = gamebook.solve(text=cleandoc(secret) + "\n")
    assert study.difficulty.uniform is not None
    assert study.difficulty.uniform.middle == pytest.approx(1 / 4)
    found = all_advice(study.solved, most_rules=1)
    (told,) = found.each
    assert len(told.rules) == 1
    assert found.following is not None
    assert found.following.value == pytest.approx(1 / 2)


def test_no_advice_is_given_that_is_worth_no_more_than_picking_at_random() -> None:
    """Best play wins in 1/2 + 1/2 · 1/2. To go back each time wins in 1/2; so do to go on and to pick at random."""
    study = gamebook.solve(text=cleandoc(HALL) + "\n")
    assert study.value == pytest.approx(3 / 4)
    (told,) = study.advice
    assert (told.rules, told.without_rules, told.exact, told.cost) == ((), True, False, None)
    shown = text([*sections(study, chapters=True)]).plain.rpartition("Advice\n")[2]
    assert shown == (
        "4: no few rules are better than picking at random\n"
        "A reader who follows all of this advice, and picks at random where there is none, wins with chance 50.000%; "
        "best play wins with chance 75.000%.\n"
    )
    assert study.to_json()["following_advice"] == {
        "value": pytest.approx(1 / 2),
        "points": None,
        "at_most": False,
        "tried": None,
    }


SHELLS = """
    book "Shells"

    sheet
        number side = 1 in 1..2

    === 1
    ~ rival chooses
        * Hide it on the left
            ~ set side = 1
        * Hide it on the right
            ~ set side = 2
    -> 2

    === 2
    * Left
        ~ if side = 1
            ~ roll 1d2
                1 -> victory
                2 -> defeat
        ~ roll 1d5
            1-2 -> victory
            3-5 -> defeat
    * Right
        ~ if side = 2
            ~ roll 1d3
                1-2 -> victory
                3 -> defeat
        -> defeat
"""
"""A rival who plays as well as possible hides it on the left, and 1/2 is won; who always says *Left* is answered."""


def shells() -> Book:
    return gamebook.Project.of(cleandoc(SHELLS) + "\n").edition().book


def test_advice_is_right_where_a_rival_leads_who_answers_it() -> None:
    """*Left* alone would be right with best play, but then he hides it on the right, and 2/5 is won there, not 2/3."""
    written = shells()
    found = all_advice(solve(written))
    (told,) = found.each
    assert [(rule.label, rule.when) for rule in told.rules] == [("Left", "side <= 1"), ("Right", "")]
    assert (told.exact, found.following) == (True, None)
    assert value(by_the_letter(graph_of(written), written, found, last=False), written) == Fraction(1, 2)


@pytest.mark.parametrize("listed", [None, 0])
def test_short_advice_is_worth_what_is_won_against_a_rival_who_answers_it(listed: int | None) -> None:
    """Where only best play's states are listed, none of them tells what he answers, and the book itself does."""
    written = shells()
    solved = solve(written, listed=listed)
    assert solved.space.whole is (listed is None)
    found = all_advice(solved, most_rules=1)
    (told,) = found.each
    assert [(rule.label, rule.when) for rule in told.rules] == [("Left", "")]
    assert found.following is not None
    followed = value(by_the_letter(graph_of(written), written, found, last=False), written)
    assert followed == Fraction(2, 5)
    assert found.following.value == pytest.approx(2 / 5)
    assert not found.following.at_most
    assert not told.exact


ASIDE = """
    book "Aside"

    === 1
    ~ rival chooses
        * Fair
            ~ roll 1d2
                1 -> victory
                2 -> defeat
        * Foul -> 2

    === 2
    * Shout -> victory
    * Keep still -> defeat
"""


def test_there_is_advice_where_a_rival_could_lead_and_best_play_never_comes() -> None:
    """Without it the reader might keep still, and then the rival had better play foul."""
    study = gamebook.solve(text=cleandoc(ASIDE) + "\n")
    (told,) = study.advice
    assert (told.comes, [rule.label for rule in told.rules], told.exact) == (True, ["Shout"], True)
    assert study.all_advice.following is None


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
    assert study.to_json()["following_advice"] == {
        "value": pytest.approx(31 / 36),
        "points": None,
        "at_most": False,
        "tried": None,
    }


SALT = """
    book "Salt and Cloth"

    sheet
        number coins = 3 in 0..3
        item salt x 3, cloth x 3
        number weather = 1d3

    === 1
    * Buy cloth
        ~ pay 1 coins
        ~ gain cloth
        -> 1
    * Buy salt
        ~ pay 1 coins
        ~ gain salt
        -> 1
    * Set out -> 2

    === 2
    ~ if weather = 2
        -> defeat "Snow"
    ~ if salt = 2 and cloth = 1
        -> victory
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
"""
"""Best play buys the cloth first. To begin with salt is as good, but who always buys salt wins in one of nine plays."""


@pytest.mark.parametrize("listed", [None, 0])
def test_advice_is_right_in_states_to_which_best_play_does_not_come(listed: int | None) -> None:
    written = gamebook.Project.of(cleandoc(SALT) + "\n").edition().book
    solved = solve(written, listed=listed, classes=listed is not None)
    assert solved.space.whole is (listed is None)
    found = all_advice(solved)
    assert value(by_the_letter(graph_of(written), written, found, last=False), written) == Fraction(2, 3)
    assert (found.following, found.each[0].exact) == (None, True)


def test_no_rule_is_given_that_never_applies() -> None:
    """In snow best play buys cloth until the coins are out; nobody does so who follows the advice."""
    (told,) = all_advice(solve(gamebook.Project.of(cleandoc(SALT) + "\n").edition().book)).each
    assert [(rule.label, rule.when) for rule in told.rules] == [
        ("Buy cloth", "not cloth"),
        ("Buy salt", ""),
        ("Set out", ""),
    ]


def test_the_report_says_where_advice_was_tried_if_it_leads_to_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letter, "MOST_FOLLOWED", 2)
    monkeypatch.setattr(solving, "LISTED", 0)
    study = gamebook.solve(text=cleandoc(SALT) + "\n")
    following = study.all_advice.following
    assert following is not None
    assert (following.doubtful, following.at_most) == (True, True)
    assert not any(told.exact for told in study.advice)
    shown = text([*sections(study, chapters=True)]).plain.rpartition("Advice\n")[2]
    assert "(simplified: right in 100% of the cases that are known)" in shown
    assert shown.endswith(
        "A reader who follows all of this advice wins with chance at most 66.667%; "
        "best play wins with chance 66.667%.\n"
        f"It was tried on {following.tried} states only, and leads to more than can be followed: "
        "there it may be wrong.\n"
    )
    assert study.to_json()["following_advice"]["tried"] == following.tried


PRAYER = """
    book "Prayer"

    sheet
        codeword PRAYED

    === 1
    * Pray [if not PRAYED]
        ~ note PRAYED
        -> 1
    * Go on
        ~ roll 1d3
            1-2 -> victory
            3 -> defeat
    * Sleep -> defeat
"""


def test_advice_that_stops_in_the_middle_of_a_menu_says_where() -> None:
    """After the prayer there is no rule whose choice is offered, and it matters what is chosen."""
    solved = solve(gamebook.Project.of(cleandoc(PRAYER) + "\n").edition().book)
    (table,) = reader_tables(solved)
    pray, go_on, _ = table.labels
    stops = letter.keep(solved, {table.address: [(pray, TRUE)]}, ())
    assert stops is not None
    assert stops.value == pytest.approx(2 / 3)
    assert (stops.least, stops.at_most) == (0.0, True)
    assert stops.left_open == {table.address}
    goes_on = letter.keep(solved, {table.address: [(pray, TRUE), (go_on, TRUE)]}, ())
    assert goes_on is not None
    assert goes_on.least == pytest.approx(2 / 3)
    assert (goes_on.at_most, goes_on.left_open) == (False, frozenset())


def test_advice_that_stops_is_no_better_than_the_worst_that_is_left_open() -> None:
    """What it is worth at most is the luck of who happens to choose well there."""
    stops = Following(False, 0.96, None, True, False, 1, (), (), (), (), least=0.9)
    goes_on = Following(False, 0.95, None, False, False, 1, (), (), (), ())
    assert goes_on.worth > stops.worth


def test_nobody_is_said_to_win_more_than_best_play_does() -> None:
    """Rounded up, 1/3 is 33.334%, where best play has 33.333%."""
    study = gamebook.solve(text=cleandoc(PRAYER).replace("1-2 -> victory", "1 -> victory").replace("3 ->", "2-3 ->"))
    stops = Following(False, 1 / 3 - 1e-9, None, True, False, 1, (), (), (), (), least=0.0)
    study.__dict__["all_advice"] = AllAdvice(study.advice, stops)
    shown = text([*sections(study, chapters=True)]).plain
    assert "wins with chance at most 33.333%; best play wins with chance 33.333%." in shown
