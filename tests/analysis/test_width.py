"""How wide the way is: by hand, and by working out every table of answers in fractions."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.width import Width, width
from gamebook.graph.fighting import asked_in_fights
from gamebook.limits import Limits
from gamebook.solver.must import Winning
from gamebook.solver.solution import Search, Solved, ending_worth
from tests.solver.test_first_time import BOTH, CIRCLE, solved_text, tables
from tests.solver.test_paper import again
from tests.support.naive import readers as naive
from tests.support.naive.solver import ZERO, Node
from tests.support.small_books import random_books


def found(solved: Solved, plays: int = 4_000) -> Width | None:
    victories = np.flatnonzero(ending_worth(solved.book, solved.space.program))
    return width(solved, Winning(solved.space, victories).alive, plays)


def test_the_same_answer_to_the_same_sight() -> None:
    """Left, which keeps a win possible, and left again, which does not; or right at once: 1 of 3 choices keeps it.

    Who draws afresh keeps it with 1 of 2 choices: the answer to the second bell may be another one.
    """
    wide = found(solved_text(BOTH))
    assert wide is not None
    assert (wide.method, wide.count) == ("tables", 2)
    assert wide.share.low == wide.share.high == pytest.approx(1 / 3)


def test_choices_after_which_nothing_can_be_won_do_not_count() -> None:
    wide = found(
        solved_text("=== 1\n* A -> 2\n* B -> victory\n* C -> defeat\n=== 2\n* D -> 3\n* E -> 3\n=== 3\n-> defeat\n")
    )
    assert wide is not None
    assert wide.share.low == pytest.approx(1 / 3)
    assert found(solved_text("=== 1\n-> victory\n")) is None


@pytest.mark.parametrize("sides", [2, 4])
def test_where_nothing_can_be_lost_the_share_is_1(sides: int) -> None:
    """The dice lead past a choice or to it, so the visits are fractions and are rounded; nothing of that is lost."""
    wide = found(
        solved_text(
            f"=== 1\n* A -> 2\n* B -> 2\n=== 2\n~ roll 1d{sides}\n    1 -> 3\n    2-{sides} -> 4\n"
            "=== 3\n* C -> 4\n* D -> 4\n* E -> 4\n=== 4\n~ roll 1d6\n    1-5 -> 5\n    6 -> victory\n"
            "=== 5\n* F -> victory\n* G -> victory\n"
        )
    )
    assert wide is not None
    assert wide.share == Bracket(1.0, 1.0)


def test_a_loss_that_is_smaller_than_rounding_is_one() -> None:
    """Of 10^18 plays one comes to a choice that can lose: the share is less than 1."""
    rolls = "".join(f"=== {n}\n~ roll 1d1000\n    1 -> {n + 1}\n    2-1000 -> victory\n" for n in range(2, 8))
    wide = found(solved_text(f"=== 1\n* A -> 2\n* B -> 2\n{rolls}=== 8\n* C -> victory\n* D -> defeat\n"))
    assert wide is not None
    assert 1 - 1e-15 < wide.share.low < 1


def test_going_round() -> None:
    """All choices of the circle leave a win possible; one way out in two of the other book does not.

    There round comes with 1/2 and is always kept: of two choices on average one goes out, and half of these are lost.
    """
    wide = found(solved_text(CIRCLE))
    assert wide is not None
    assert (wide.method, wide.share.low, wide.share.high) == ("plays", 1, 1)
    wide = found(solved_text("=== 1\n* Round -> 2\n* Out -> victory\n* Off -> defeat\n* On -> 2\n=== 2\n-> 1\n"))
    assert wide is not None
    assert wide.share.low < 3 / 4 < wide.share.high < wide.share.low + 0.05


def test_what_no_play_has_lost_may_be_lost() -> None:
    """In a circle, one roll of a million leads to a choice that can lose.

    Less than q of all plays lose, with (1 - q)^4000 = 1/100; of the choices of each, 3 in the mean, at most one loses.
    """
    wide = found(
        solved_text(
            "=== 1\n* Round -> 2\n* About -> 2\n* Out -> 3\n=== 2\n-> 1\n=== 3\n~ random\n"
            "    999999: -> victory\n    1: -> 4\n=== 4\n* Left -> victory\n* Right -> defeat\n"
        )
    )
    assert wide is not None
    assert wide.method == "plays"
    assert wide.share.high < 1.0
    assert 1 - wide.share.low == pytest.approx(-log(1 / 100) / 4000 / 3, rel=0.1)


def test_a_new_rope_is_a_change() -> None:
    """Left keeps a win possible, Right does not. After Left (1/2 · 1/2) the sheet has changed: Left again.

    Then (1/2) all is as before, and of a choice drawn anew 1/4 come to the next: 4/3 choices, of which half keep.
    Made: 1 + 1/4 · (1 + 1/2 · 4/3) = 17/12. Kept: 1/2 + 1/4 · (1 + 1/2 · 2/3) = 5/6. So it is 10/17.
    """
    solved = solved_text(again("item rope", "~ gain rope", wins="left"))
    wide = found(solved, 100_000)
    assert wide is not None
    assert wide.share.low < 10 / 17 < wide.share.high < wide.share.low + 0.02


def test_too_many_states_to_know() -> None:
    solved = solved_text(again("item rope x 9", "~ gain rope", wins="left"))
    limited = replace(solved, search=Search(limits=Limits(states=solved.space.count)))
    assert found(limited) == Width(Bracket(0, 1), "plays", 0)


def reachable(nodes: list[Node]) -> list[bool]:
    """Whether a victory can be reached."""
    alive = [node.end is not None and naive.won(node.end) > 0 for node in nodes]
    while True:
        more = [
            alive[n] or any(alive[to] for action in node.actions for to in action.chances)
            for n, node in enumerate(nodes)
        ]
        if more == alive:
            return alive
        alive = more


FEW, MANY = range(48_080, 48_110), range(48_000, 48_250)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [FEW, MANY])
def test_random_books(seeds: range, tmp_path: Path) -> None:
    """Every table of answers has its visits; exact where it says so, else within the interval (99 of 100)."""
    exact, simulated, missed = 0, 0, 0
    for solved, book in random_books(seeds, tmp_path):
        nodes = book.nodes
        rivals = any(node.owner == "rival" and len(node.actions) > 1 for node in nodes)
        if rivals or asked_in_fights(solved.book) or not (every := tables(book)):
            continue
        alive, made, kept = reachable(nodes), ZERO, ZERO
        for weights in every:
            try:
                often = naive.visits(nodes, weights)
            except ZeroDivisionError:
                break  # a play that never ends
            for number, shares in weights.items():
                if alive[number]:
                    made += often[number]
                    for share, action in zip(shares, nodes[number].actions, strict=True):
                        kept += often[number] * share * any(alive[to] for to in action.chances)
        else:
            wide = found(solved, plays=1_000)
            assert (wide is None) == (made == 0)
            if wide is None:
                continue
            if wide.method == "plays":
                simulated += 1
                missed += not wide.share.low - 1e-12 <= kept / made <= wide.share.high + 1e-12
            else:
                exact += 1
                assert wide.share.low == pytest.approx(float(kept / made), abs=1e-12)
    assert exact >= (1 if seeds is FEW else 5)
    assert simulated < 5 or missed <= simulated / 5
