"""What is said where a limit came first: which one, and what helps."""

from collections.abc import Callable

import pytest

import gamebook
from gamebook.analysis import too_large
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
        (
            {"limit_states": 3},
            None,
            r"has more than 3 states; --limit-states \d0+ allows more, and --number ADDRESS .*, and --hero average",
        ),
        (
            {"limit_states": 3},
            {"SKILL": 6},
            r"more than 3 states; --limit-states \d0+ allows more, and --number ADDRESS",
        ),
        ({"timeout": 0.0}, {"SKILL": 6}, r"time limit allows; --timeout SECONDS allows more, and --number ADDRESS"),
    ],
)
def test_the_message_names_what_helps(limits: dict[str, float], hero: dict[str, int] | None, words: str) -> None:
    with pytest.raises(LimitReached, match=words):
        gamebook.sensitivity(text=ROLLED, hero=hero, **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [gamebook.readers, gamebook.length, gamebook.worth])
def test_of_a_large_book_it_says_why_solve_counts_other_states(
    ask: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(too_large, "LARGE", 3)
    words = r"more than \d+ states \(listed one by one; gamebook solve .* counts them otherwise\); --limit-states"
    with pytest.raises(LimitReached, match=words):
        ask(text=ROLLED, hero={"SKILL": 6}, limit_states=3)


def test_worth_in_no_time_names_a_smaller_question() -> None:
    with pytest.raises(LimitReached, match="--only item"):
        gamebook.worth(text=ROLLED, timeout=0.0)
    with pytest.raises(LimitReached, match="--only item"):
        gamebook.worth(text=ROLLED, timeout=0.0, kinds=["item", "option"])


@pytest.mark.parametrize("only", ["item", "option"])
def test_who_asks_about_one_kind_of_things_is_not_advised_to(only: str) -> None:
    with pytest.raises(LimitReached, match="time limit allows; --timeout SECONDS"):
        gamebook.worth(text=ROLLED, timeout=0.0, kinds=[only])


DOORS = """
=== 1
* Left -> 2
* Right -> 3
=== 2
~ random
    1: -> victory
    3: -> defeat
=== 3
~ random
    3: -> victory
    1: -> defeat
"""


@pytest.mark.parametrize("ask", [gamebook.readers, gamebook.length, gamebook.worth, gamebook.solve])
def test_endings_do_not_count_as_states(ask: Callable[..., object]) -> None:
    """A limit of as many states as reports tell of is enough; with fewer, the message says that it was the states."""
    assert gamebook.solve(text=DOORS).difficulty.states == 5
    ask(text=DOORS, limit_states=5)
    if ask is gamebook.solve:
        assert gamebook.solve(text=DOORS, limit_states=5).difficulty.complete
        return
    with pytest.raises(LimitReached, match=r"the book has more than 4 states; --limit-states 1000 allows more$"):
        ask(text=DOORS, limit_states=4)


def test_numbers_that_could_change_are_states_of_their_own() -> None:
    words = (
        r"the book together with all its versions in which one number is changed has more than 5 states; "
        r"--limit-states 1000 allows more"
    )
    with pytest.raises(LimitReached, match=rf"^{words}, and --number ADDRESS looks at one number$"):
        gamebook.sensitivity(text=DOORS, limit_states=5)
    gamebook.sensitivity(text=DOORS, limit_states=1000)
    with pytest.raises(LimitReached, match=rf'^{words}, and --vary "ADDRESS LOW\.\.HIGH" looks at one number$'):
        gamebook.tune(None, 0.3, text=DOORS, limit_states=5)
    with pytest.raises(LimitReached, match=rf"^{words}$"):
        gamebook.tune(None, 0.3, vary=["2 row 1"], text=DOORS, limit_states=5)
