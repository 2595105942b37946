"""What is said where a limit came first: which one, and what helps."""

import pytest

import gamebook
from gamebook.errors import LimitReached

ROLLED = """
hero
    ~ set SKILL = 1d6
sheet
    stat SKILL = 1 in 0..6
=== 1
* Wait -> 2
* Go
    ~ SKILL -1
    -> 2
=== 2
* Back -> 1
* Win [if SKILL > 3] -> victory
"""


@pytest.mark.parametrize(
    ("limits", "hero", "words"),
    [
        ({"limit_states": 3}, None, r"more than \d+ states; --limit-states \d0+ allows more, and --hero average"),
        ({"limit_states": 3}, {"SKILL": 6}, r"the book has more than \d+ states; --limit-states \d0+ allows more$"),
        ({"timeout": 0.0}, {"SKILL": 6}, r"time limit allows; --timeout SECONDS allows more$"),
    ],
)
def test_the_message_names_what_helps(limits: dict[str, float], hero: dict[str, int] | None, words: str) -> None:
    with pytest.raises(LimitReached, match=words):
        gamebook.sensitivity(text=ROLLED, hero=hero, **limits)  # type: ignore[arg-type]


def test_worth_in_no_time_names_a_smaller_question() -> None:
    with pytest.raises(LimitReached, match="--only item"):
        gamebook.worth(text=ROLLED, timeout=0.0)
