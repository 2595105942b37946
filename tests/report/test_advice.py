from __future__ import annotations

from collections.abc import Mapping

import pytest

from gamebook.analysis.advice import Advice, Rule
from gamebook.report.advice import sentence

CLIMB, KNOCK = Rule("a", "Climb", "STAMINA > 8"), Rule("b", "Knock", "")
LADDER = Rule("c", "Take the ladder", "")


def advice(
    *rules: Rule, indifferent: bool = False, closed: str = "", ties: Mapping[str, tuple[str, ...]] | None = None
) -> Advice:
    return Advice(
        "1", "1", "1", "menu", "", 1.0, True, rules, indifferent, frozenset(closed), ties or {}, 0.0, 0.0, None
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (advice(KNOCK), "Knock"),
        (advice(CLIMB, KNOCK), "Climb if STAMINA > 8, else Knock"),
        (advice(LADDER, KNOCK, closed="c"), "Take the ladder if you can, else Knock"),
        (advice(CLIMB, KNOCK, closed="ab"), "Climb if STAMINA > 8, else Knock"),
        (advice(KNOCK, ties={"b": ("Ring", "Wait")}), "Knock (as good as Ring or Wait)"),
        (advice(CLIMB, KNOCK, indifferent=True), "it makes no difference"),
    ],
)
def test_rules_are_a_sentence(given: Advice, words: str) -> None:
    assert sentence(given) == words
