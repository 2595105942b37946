"""Triggers that never run because another one runs first: the hint that is given helps."""

from __future__ import annotations

import time
from typing import Any

import pytest

from gamebook.lint import triggers
from gamebook.model.book import Book
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.check import check_text

BOOK = """
book "The owl"
    use fighting-fantasy

sheet
    codeword OWL
    number   clock = 3 in 0..3

when clock <= 0 -> defeat "Late"
when STAMINA <= {least} and OWL -> 2

=== 1
~ note OWL
* Wait
    ~ clock -1
    -> 1
* Fall
    ~ STAMINA -2d6
    ~ STAMINA -2d6
    ~ victory

=== 2
~ erase OWL
~ STAMINA +4
~ victory "saved"
"""


def _unreached(text: str) -> list[tuple[str, str | None]]:
    return [(each.message, each.hint) for each in check_text(text, seconds=60).findings if each.code == "GB204"]


def test_the_hint_helps() -> None:
    book = BOOK.format(least=0)
    ((message, hint),) = _unreached(book)
    assert message == "chapter 2 is never reached: “when STAMINA <= 0” of the rule system runs first"
    assert hint == "write “first when STAMINA <= 0 and OWL”: it then comes before the others"
    assert _unreached(book.replace("when STAMINA", "first when STAMINA")) == []


@pytest.mark.parametrize("least", [1, 4])
def test_a_trigger_that_can_run_before_the_other_is_no_finding(least: int) -> None:
    # who falls from 12 or more to `least` still lives
    assert _unreached(BOOK.format(least=least)) == []


MANY = """
sheet
    number gold = 0 in 0..{most}
    number hp = 3 in 0..3

{before}
when hp <= 0 -> saved

=== 1
* Go [if gold < {most}]
    ~ gold +1
    -> 1
* Fall
    ~ hp -3
    ~ victory

=== saved
-> victory "Saved"
"""


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The orders of the triggers in which the book is listed again: their ids."""
    listed = list[tuple[str, ...]]()

    def listing(book: Book, *given: Any, **more: Any) -> Solved:
        listed.append(tuple(watch.id for watch in book.watches))
        return solve(book, *given, **more)

    monkeypatch.setattr(triggers, "solve", listing)
    return listed


@pytest.mark.parametrize("at", range(6))
def test_the_trigger_that_runs_first_is_found_by_halving(at: int, orders: list[tuple[str, ...]]) -> None:
    """Seven triggers, of which one catches who falls: the others never run."""
    others = [f"when gold >= 3 and hp = {1 + each % 2} -> defeat" for each in range(6)]
    before = "\n".join([*others[:at], "when hp <= 1 -> defeat", *others[at:]])
    ((message, hint),) = _unreached(MANY.format(most=3, before=before))
    assert message == "chapter saved is never reached: “when hp <= 1” runs first"
    assert hint is not None
    assert hint.startswith("move “when hp <= 0” above that trigger")
    # in front of all; behind the first; then halves of what is left
    assert len(orders) <= 2 + 3


def test_triggers_that_run_in_no_order_cost_one_listing(orders: list[tuple[str, ...]]) -> None:
    """Nobody ever has hp 2, so that no order of these triggers leads to chapter saved."""
    before = "\n".join(f"when gold >= {each} and hp = 2 -> saved" for each in range(1, 9))
    text = "when hp <= 1 -> defeat\n" + before
    text = MANY.format(most=9, before=text).replace("when hp <= 0 -> saved", "")
    ((message, _),) = _unreached(text)
    assert message == "chapter saved is never reached: no link to it can ever be taken"
    assert len(orders) == 1


def test_a_trigger_that_only_sometimes_leads_there_is_tried_alone() -> None:
    """In front of all, the trigger that asks for gold runs before the other, and leads to it nobody without gold."""
    first = "when hp <= 1 -> defeat\nwhen hp <= 0\n    ~ if gold > 3\n        -> saved\n    -> defeat\n"
    ((message, _),) = _unreached(MANY.format(most=3, before=first))
    assert message == "chapter saved is never reached: “when hp <= 1” runs first"


def test_without_time_no_trigger_is_said_to_run_first(
    monkeypatch: pytest.MonkeyPatch, orders: list[tuple[str, ...]]
) -> None:
    """All searches together have the time of one; here the second listing comes too late."""
    clock = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 100.0 * len(orders))
    text = MANY.format(most=3, before="when hp <= 1 -> defeat\nwhen gold >= 3 and hp = 2 -> defeat")
    ((message, _),) = _unreached(text)
    assert message == "chapter saved is never reached: no link to it can ever be taken"
    assert len(orders) == 1


MEAL = """\
sheet
    stat life = 3
    item meal = 1
    number gold = 0 in 0..9

{trigger}
    ~ life +1

=== 1
~ gold +1
* Go -> 2

=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("trigger", "codes"),
    [("first when life <= 0 and meal", []), ("when gold > 3", []), ("when gold > 0", ["GB414"])],
)
def test_a_gain_in_a_trigger_changes_nothing_only_where_the_trigger_runs(trigger: str, codes: list[str]) -> None:
    assert [each.code for each in check_text(MEAL.format(trigger=trigger)).findings if each.code == "GB414"] == codes
