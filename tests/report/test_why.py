from __future__ import annotations

from inspect import cleandoc

import pytest

import gamebook
from gamebook.render.text import text
from gamebook.report import sensitivity
from gamebook.report.solution import sections
from gamebook.report.why import what_kills


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("You wait", "No play ends in: You wait."),
        ("You wait.", "No play ends in: You wait."),
        ("Why?", "ends in: Why?"),
    ],
)
def test_a_sentence_of_the_author_ends_once(name: str, told: str) -> None:
    book = (
        "sheet\n    number gold = 0 in 0..9\n=== 1\n* Go -> 2\n"
        f'* Stay [if gold > 5] -> ending "{name}"\n=== 2\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n'
    )
    (line,) = [line for line in gamebook.solve(text=book).to_text().splitlines() if "No play ends" in line]
    assert line.endswith(told)


STAKES = """
    book "Stakes"
        aim score

    sheet
        number coins = 3 in 0..9

    === 1
    ~ choose stake in 1..3
    ~ coins -stake
    ~ score +coins
    * Out -> ending "Out"
"""


def test_no_page_is_asked_to_warn_of_an_amount() -> None:
    """To stake 3 costs two points, and is never best; but the author cannot warn of a number."""
    study = gamebook.solve(text=cleandoc(STAKES) + "\n")
    assert [option.cost for option in study.costs[0].options] == [0.0, 1.0, 2.0]
    assert "warn of" not in study.to_text()


FORK = """
    book "Fork"
        draft

    === 1
    * Left -> 2
    * Right -> 3

    === 2
    * Deeper -> 4
    * Back -> defeat

    === 3
    -> victory
"""


def test_what_leads_to_the_unwritten_is_not_best_as_the_book_is_now() -> None:
    """Behind chapter 2 lies chapter 4, which may be won once it is written."""
    assert "warn of “Left” (1): as the book is now, it is never best" in gamebook.solve(text=cleandoc(FORK)).to_text()
    written = cleandoc(FORK.replace("        draft\n", "").replace("* Deeper -> 4", "* Deeper -> defeat"))
    assert "warn of “Left” (1): it is never best" in gamebook.solve(text=written).to_text()


TURNS = """
    book "Turns"

    sheet
        number hits = 0 in 0..3

    rule turn(who)
        ~ choose "turn"
            * Strike
                ~ hits +who
            * Wait

    === 1
    ~ do turn(1)
    ~ do turn(0)
    ~ if hits > 0
        -> victory
    -> defeat
"""


def test_decisions_of_one_name_are_numbered() -> None:
    """A rule that is done twice asks twice; the second answer makes no difference."""
    study = gamebook.solve(text=cleandoc(TURNS) + "\n")
    shown = text([*sections(study, chapters=True)]).plain.rpartition("Advice\n")[2]
    assert shown == "1 (turn), 1 of 2: Strike\n1 (turn), 2 of 2: it makes no difference\n"


def test_what_to_make_easier_is_told_apart_from_what_has_the_same_words() -> None:
    """The first roll loses 1/4 of all plays, which is 25%. The second loses 3/4 of the other 3/4, which is 56.25%."""
    rolls = "".join(f"~ roll 1d4 as n\n    1-{safe}\n    {safe + 1}-4 -> defeat\n" for safe in (3, 1))
    study = gamebook.solve(text=f'book "Rolls"\n\n=== 1\n{rolls}-> victory\n')
    shown = text([*sections(study)]).plain
    assert "make chapter 1 easier: 56.2% of plays are lost there by roll 1d4, 2 of 2." in shown


def test_a_whole_number_is_told_once() -> None:
    study = gamebook.solve(text='book "Sure"\n\n=== 1\n* Out -> victory\n* Off -> victory\n', exact=True)
    assert [line.split() for line in study.to_text().splitlines() if "exactly" in line] == [["exactly", "1"]] * 2


PACK = """
    book "Pack"
        use fighting-fantasy

    === 1
    ~ fight "Wolf" SKILL 7 STAMINA 4
    ~ fight "Wolf" SKILL 9 STAMINA 6
    -> victory
"""


def test_mistakes_in_two_fights_with_one_name_are_told_apart() -> None:
    study = gamebook.solve(text=cleandoc(PACK) + "\n", hero={"SKILL": 8, "STAMINA": 8, "LUCK": 7})
    told = study.to_text()
    shown = told[told.index("Most expensive mistakes") :]
    where = {each.address: f"1 ({each.name}, Wolf), {1 + n // 2} of 2" for n, each in enumerate(study.costs)}
    assert len(where) == 4  # after a won round and after a lost one, in each fight
    found = [line for line in shown.splitlines() if "Wolf" in line and "chapter 1" not in line]
    assert len(found) > 1
    assert all(where[each.address] in line for line, each in zip(found, study.mistakes, strict=False))


@pytest.mark.parametrize(("aim", "told"), [("win", True), ("score", False)])
def test_where_nothing_can_be_won_nobody_is_told_how_to_win_more_often(*, aim: str, told: bool) -> None:
    """Two of three plays end in a defeat that is worth six points, the third in an ending that is worth none."""
    points = " score 6" if aim == "score" else ""
    book = f'book "Six"\n    aim {aim}\n=== 1\n~ roll 1d3\n    1 -> victory\n    2-3 -> defeat "You fall"{points}\n'
    study = gamebook.solve(text=book)
    assert study.failures[0].chance == pytest.approx(2 / 3)
    assert ("To win more often, make chapter 1 easier" in study.to_text()) is told


CROWN = """
    book "Crown"
        aim score

    sheet
        number luck = 1 in 0..3

    === 1
    ~ random
        luck: -> victory "Crown" score 10
        1: -> ending "Home" score 2
        2: -> defeat "Dead"
"""


def test_where_nothing_has_to_be_won_only_defeats_kill() -> None:
    """Half of the plays end in the defeat, and only a quarter in the victory."""
    study = gamebook.solve(text=cleandoc(CROWN) + "\n")
    assert sum(row.chance for row in study.failures) == pytest.approx(0.5)
    (section,) = what_kills(study)
    assert "add up to the chance of a defeat" in section.how
    numbers = gamebook.sensitivity(gamebook.Project.of(cleandoc(CROWN) + "\n"))
    assert "how fast the points rise" in text(sensitivity.sections(study.solved.book, numbers)).plain
