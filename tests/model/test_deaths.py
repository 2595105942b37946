"""Which chapters tell a defeat."""

from __future__ import annotations

from inspect import cleandoc

from gamebook.model.deaths import deaths
from gamebook.project import Project


def told(text: str) -> set[str]:
    book = Project.of(cleandoc(text)).book
    return set(deaths(book))


def test_a_death_may_take_several_chapters_but_nothing_is_chosen_in_it() -> None:
    book = """
    === 1
    * Sink -> 2
    * Swim -> 4
    * Go round in circles -> 6

    === 2
    * Look up -> 3

    === 3
    ~ defeat "Drowned"

    === 4
    * Let go -> 3
    * Hold on -> 5

    === 5
    -> victory

    === 6
    -> 6
    """
    assert told(book) == {"2", "3"}


def test_whoever_may_be_saved_is_not_dead() -> None:
    """By a die, and by a trigger that looks at what changes in the chapter."""
    book = """
    sheet
        number life = 1 in 0..9
    when life = 0 -> 5

    === 1
    * Sink -> 2
    * Burn -> 3
    * Fall -> 4

    === 2
    ~ roll 1d6
        1 -> 5
        2-6 -> defeat

    === 3
    ~ life -1
    -> defeat

    === 4
    You fall.
    -> defeat

    === 5
    -> victory
    """
    assert told(book) == {"4"}


def test_what_is_not_written_yet_and_other_endings_are_no_defeat() -> None:
    assert told('book "B"\n    draft\n=== 1\n-> 2\n=== 3\n~ ending "Home"\n') == set()
