"""What makes a small book large, counted by hand."""

from __future__ import annotations

import pytest

import gamebook
from gamebook import verbs
from gamebook.analysis.large import Use, why_large
from gamebook.cli.book import hero_given
from gamebook.render.text import text
from gamebook.report.large import sections
from tests.support.check import check_text

SHOP = """sheet
    number gold = 0 in 0..3
    number face = 0 in 0..1

=== 1
~ set gold = 1d4 - 1
~ set face = 1d2 - 1
-> 2

=== 2 The shop
* Buy a pin [if gold = 1] -> 3
* Buy a cup [if gold = 2] -> 3
* Buy a hat [if gold = 3] -> 3
* Leave -> 3

=== 3
* Smile [if face = 1] -> 4
* Nod -> 5

=== 4
~ victory

=== 5
~ defeat
"""


def test_what_is_kept_and_for_what() -> None:
    """In the shop 4 purses meet 2 faces; behind it only the face is still asked for."""
    book = check_text(SHOP).resolved.book
    assert book is not None
    large = why_large(book)
    assert large.complete
    parts = {part.chapter: part for part in large.parts}
    gold, face = parts["2"].kept
    assert (gold.name, gold.factor) == ("gold", 4)
    assert gold.asked == (Use("2", "Buy a pin"), Use("2", "Buy a cup"), Use("2", "Buy a hat"))
    assert (face.name, face.factor, face.asked) == ("face", 2, (Use("3", "Smile"),))
    assert [(each.name, each.factor) for each in parts["3"].kept] == [("face", 2)]
    assert parts["2"].states == 4 * parts["3"].states
    assert parts["2"].share == parts["2"].states / large.states
    assert large.states == 1 + 1 + 16 + 4 + 1 + 1  # the hero's making, and chapters 1 to 5
    assert sum(part.states for part in large.parts) == large.states - 1  # five parts are told
    assert large.parts[0].chapter == "2"
    assert (parts["2"].title, parts["3"].title) == ("The shop", "")


WALK = """sheet
    number n = 0 in 0..60000

=== 1
* On [if n < 60000]
    ~ n +1
    -> 1
* Stop [if n >= 60000] -> 2

=== 2
~ victory
"""


DUEL = """sheet
    number life = 3 in 0..3

when life <= 0 -> defeat

combat duel
    foe hide
    won when foe hide <= 0
    round
        ~ roll 1d2
            1
                ~ foe hide -1
            2
                ~ life -1

=== 1
~ fight duel "Wolf" hide 3
-> victory
"""


def test_an_amount_is_called_by_its_name() -> None:
    text = "sheet\n    number gold = 1d4 in 0..4\n\n=== 1\n~ choose stake in 1..gold\n"
    book = check_text(f"{text}~ if stake > 2\n    -> victory\n-> defeat\n").resolved.book
    assert book is not None
    (kept,) = (each for part in why_large(book).parts for each in part.kept if each.name == "gold")
    assert kept.asked == (Use("1", "stake"),)


def test_a_count_stops_at_its_limit() -> None:
    book = check_text(WALK).resolved.book
    assert book is not None
    large = why_large(book, states=100)
    assert not large.complete
    assert large.states < 60000
    assert large.rolled == ()
    told = text(list(sections(large))).plain
    assert told.startswith(
        f"The first {large.states} states of this hero; there are more, and what follows is about these"
    )
    assert "fight" not in told


def test_where_there_are_fights_their_settings_are_spoken_of() -> None:
    book = check_text(DUEL).resolved.book
    assert book is not None
    assert "switches it off: with SETTING = 0" in text(list(sections(why_large(book)))).plain


SPELLS = """sheet
    number strength = 1d6
    one-of calling: none, scholar, duellist
    item fire x 3, mirror x 2, rope

hero
    ~ choose "calling"
        * Scholar
            ~ gain scholar
        * Duellist
            ~ gain duellist
    ~ choose "spells" 3 of
        * Fire
            ~ gain fire
        * Fire again
            ~ gain fire
        * Mirror
            ~ gain mirror
        * Mirror again
            ~ gain mirror

=== 1
* Burn [if fire] -> victory
* Lift [if strength > 3] -> victory
* Go -> defeat
"""


@pytest.mark.parametrize(
    ("hero", "whose", "advice"),
    [
        (None, "all heroes together", "--hero strength=…,calling=scholar,fire=2,mirror"),
        ({"average": 1}, "this hero, with all that may be picked", "--hero average,calling=scholar,fire=2,mirror"),
        ("average", "this hero, with all that may be picked", "--hero average,calling=scholar,fire=2,mirror"),
        ({"strength": 2, "calling=duellist": 1, "fire": 3}, "this hero", ""),
    ],
)
def test_whose_states_these_are_and_how_to_name_one_hero(
    hero: dict[str, int] | str | None, whose: str, advice: str
) -> None:
    """Who takes the first option that is open is a scholar with fire, fire again and a mirror."""
    told = text(list(sections(verbs.why_large(text=SPELLS, hero=hero)))).plain.splitlines()
    assert told[0].endswith(f" states of {whose}")
    assert told[1].startswith("Values that have the same effect count as one here")
    (found,) = [line for line in told if line.startswith("Choose one hero")] or [""]
    assert found == (advice and f"Choose one hero: {advice}")
    if advice and "…" not in advice:
        words = advice.removeprefix("--hero ").split(",")
        solved = gamebook.solve(text=SPELLS, hero=hero_given(",".join(words)))
        assert solved.solved.hero == {"strength": 3, "calling": 1, "fire": 2, "mirror": 1}
