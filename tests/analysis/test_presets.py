from __future__ import annotations

import pytest

from gamebook.analysis.given_hero import for_hero, hero_values, rolled_stats
from gamebook.analysis.presets import average, presets
from gamebook.dice.pmf import Pmf
from gamebook.errors import UsageError
from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.resolve.resolve import Resolved
from gamebook.verbs import solve

HEAD = 'book "Named"\n    use fighting-fantasy\n'
PAGE = "\n=== 1\n~ test luck\n    lucky -> victory\n    unlucky -> defeat\n"


def read(header: str = "", page: str = PAGE) -> Resolved:
    return read_text("named.gbk", HEAD + header + page).resolved


def model(header: str = "", page: str = PAGE) -> Book:
    book = read(header, page).book
    assert book is not None
    return book


def test_by_the_dice() -> None:
    """1d6 + 6 is 7..12 with mean 9.5, 2d6 + 12 is 14..24 with mean 19."""
    assert presets(model()) == {
        "weak": {"SKILL": 7, "STAMINA": 14, "LUCK": 7},
        "average": {"SKILL": 9, "STAMINA": 19, "LUCK": 9},
        "lucky": {"SKILL": 12, "STAMINA": 24, "LUCK": 12},
    }


@pytest.mark.parametrize(
    ("weights", "wanted"),
    [({1: 1, 2: 1}, 1), ({1: 1, 2: 1, 3: 1}, 2), ({1: 1, 2: 2}, 2), ({-2: 1, -1: 1}, -2)],
)
def test_of_two_numbers_as_near_to_the_mean_the_lower(weights: dict[int, int], wanted: int) -> None:
    assert average(Pmf(weights)) == wanted


def test_a_roll_that_follows_from_another() -> None:
    page = "\nsheet\n    number gold = 2d6 in 0..99\n\nhero\n    ~ set gold = 10 * SKILL + 1d4\n" + PAGE
    found = presets(model(page=page))
    assert [found[name]["gold"] for name in ("weak", "average", "lucky")] == [71, 92, 124 - 25]  # there is room for 99


def test_a_number_that_is_set_from_a_roll_with_a_name() -> None:
    roll = "hero\n    ~ roll 1d6 as d\n    ~ set strength = d + 2\n    ~ skill +d\n"
    sheet = "sheet\n    number strength = 0 in 0..20\n    number skill = 10 in 0..20\n    number luck = 3 in 0..9\n\n"
    book = read_text("d.gbk", f"{sheet}{roll}\n=== 1\n-> victory\n").resolved.book
    assert book is not None
    assert rolled_stats(book) == ("strength", "skill")
    assert presets(book) == {
        "weak": {"strength": 3, "skill": 11},
        "average": {"strength": 5, "skill": 13},
        "lucky": {"strength": 8, "skill": 16},
    }


def test_what_every_hero_gets_is_added() -> None:
    """1d6 and 5 for all; 3 more only for who picks them; life cannot rise above what was rolled, 1d3."""
    adds = (
        "hero\n    ~ gold +5\n    ~ life +1\n    ~ choose\n        * Gold\n            ~ gold +3\n        * Nothing\n"
    )
    text = f"sheet\n    number gold = 1d6 in 0..30\n    stat life = 1d3 in 0..9\n\n{adds}\n=== 1\n-> victory\n"
    book = read_text("gold.gbk", text).resolved.book
    assert book is not None
    named = presets(book)
    assert named == {
        "weak": {"gold": 6, "life": 1},
        "average": {"gold": 8, "life": 2},
        "lucky": {"gold": 11, "life": 3},
    }


def test_a_book_declares_its_own() -> None:
    book = model('    hero "weak": SKILL 8\n    hero "Conan": SKILL 12, LUCK 9\n')
    assert hero_values(book, {"weak": 1}) == {"SKILL": 8}
    assert hero_values(book, {"Conan": 1, "SKILL": 11}) == {"SKILL": 11, "LUCK": 9}
    assert for_hero(book, "average")[1] == {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
    # LUCK 9 against two dice: 30 in 36
    assert solve(book, "Conan").difficulty.best.middle == pytest.approx(30 / 36)


def test_an_unknown_name_lists_those_there_are() -> None:
    said = "heroes by name: weak, average, lucky, Conan; or numbers, as in --hero SKILL=7,STAMINA=14,LUCK=7"
    with pytest.raises(ValueError, match=said):
        for_hero(model('    hero "Conan": SKILL 12\n'), "strong")


@pytest.mark.parametrize(
    ("line", "said", "place"),
    [
        ('hero "x": SKLL 8', "nothing is called SKLL", "SKLL"),
        ('hero "x": LUCK 90', "LUCK is in ", "LUCK 90"),
    ],
)
def test_a_line_that_cannot_be(line: str, said: str, place: str) -> None:
    (finding,) = [each for each in read(f"    {line}\n").findings if each.severity.value == "error"]
    assert finding.message.startswith(said)
    text = f"{HEAD}    {line}\n{PAGE}"
    assert text[finding.span.start : finding.span.end] == place


ARMED = """book "Armoury"
    hero "scout": life 4, knife
    hero "guard": weapon = spear

sheet
    number life = 1d6
    one-of weapon: fists, knife, spear

hero
    ~ choose
        * A knife
            ~ gain knife
        * Nothing

=== 1
~ if life = 4 and knife
    -> victory
~ if spear
    -> victory
-> defeat
"""


def test_a_hero_has_the_value_of_a_one_of() -> None:
    """As `--hero` takes it: alone, or with the name of the one-of; and what is given beside the name goes first."""
    book = read_text("armoury.gbk", ARMED).resolved.book
    assert book is not None
    assert presets(book)["scout"] == {"life": 4, "weapon": 1}
    assert presets(book)["guard"] == {"weapon": 2}
    wins = {hero: solve(text=ARMED, hero=hero).value for hero in ("scout", "guard")}
    assert wins == {"scout": 1.0, "guard": 1.0}
    assert solve(text=ARMED, hero={"scout": 1, "fists": 1}).value == 0.0
    with pytest.raises(UsageError, match=r"or numbers, as in --hero life=1$"):
        hero_values(book, {"helmet": 1})
