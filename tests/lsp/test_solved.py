"""What an editor shows of a solved book, worked out in this process."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.lsp.beside import hints, nobody_comes
from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.lsp.solved import Wish, chances, fight_chances
from gamebook.project import Project

MOAT = Path(__file__).parents[1] / "cases" / "clean-fight-of-its-own.gbk"

DEN = """\
sheet
    item lamp

=== 1
* Home -> victory
* Den -> 2

=== 2
* Crawl [if lamp] -> 3
* Wait -> defeat
* Back -> 1

=== 3
-> victory
"""


COSTS = """\
sheet
    number n = 0 in 0..9

rule gamble(k)
    ~ choose "g"
        * Risk it
            ~ roll 1d6
                1-3
                    ~ n +k
                4-6
                    ~ n +0
        * Leave it

=== 1
~ may "Drink the poison"
    ~ roll 1d2
        1 -> defeat
        2
~ choose bet in 0..5
~ roll 1d4
    1-3
    4
        ~ if bet > 2
            ~ if bet < 5
                -> defeat
~ do gamble(1)
-> 2

=== 2
~ do gamble(9)
~ if n >= 9
    -> defeat
~ ask "How many?"
    3 -> victory
    else -> defeat
"""


def test_options_that_share_a_line_have_a_cost_each(tmp_path: Path) -> None:
    """The cost of a `may` is that of doing it; of amounts the best ones are named; a rule is done in two chapters."""
    path = tmp_path / "costs.gbk"
    path.write_text(COSTS, "utf-8")
    project = Project(path)
    found = chances(project, Wish(str(path), "one", {}, "", 30.0))
    beside = hints(Page(project, str(path), Ruler()), found, range(40), choices=True)
    words = {COSTS.splitlines()[each.position.line].strip(): (each.label, each.tooltip) for each in beside}
    assert words['~ may "Drink the poison"'][0] == "−50.0%"
    assert words["~ choose bet in 0..5"] == ("best: 0–2, 5", "the amounts that are best")
    assert words["* Leave it"][0] == "best"
    assert words["* Risk it"] == (
        "best to −50.0%",
        "what this choice costs against the best one, from where it costs least to where it costs most",
    )
    assert words["3 -> victory"][0] == "best"
    assert words["else -> defeat"][0] == "−100%"


PAST = """\
sheet
    number gold = 1d2 in 0..9
    item meal = 1
    number life = 3 in 0..5

anytime
    * Eat [if meal]
        ~ lose meal
        ~ life +1

=== 1
* Pay [if gold > 1]
    ~ gold -1
* Pray [if gold > 2]
    ~ gold -2
-> 2

=== 2
~ if life > 3
    -> victory
~ roll 1d2
    1 -> victory
    2 -> defeat
"""


def test_to_go_on_past_a_menu_has_no_hint_beside_its_first_choice(tmp_path: Path) -> None:
    path = tmp_path / "past.gbk"
    path.write_text(PAST, "utf-8")
    project = Project(path)
    found = chances(project, Wish(str(path), "one", {}, "", 30.0))
    beside = hints(Page(project, str(path), Ruler()), found, range(40), choices=True)
    assert [(each.position.line, each.label) for each in beside] == [(10, "100%"), (17, "100%"), (11, "−25.0%")]


def test_an_amount_of_which_none_is_always_best_has_no_hint(tmp_path: Path) -> None:
    path = tmp_path / "bet.gbk"
    path.write_text(
        "sheet\n    number n = 1d2 in 0..2\n\n=== 1\n~ choose bet in 1..2\n~ if bet = n\n    -> victory\n-> defeat\n"
    )
    assert chances(Project(path), Wish(str(path), "one", {}, "", 30.0)).choices == {}


def test_what_only_other_readers_come_to_is_told_apart_from_what_nobody_does(tmp_path: Path) -> None:
    """Nobody has the lamp: the choice to crawl is open to nobody, and so it has no cost."""
    path = tmp_path / "den.gbk"
    path.write_text(DEN, "utf-8")
    project = Project(path)
    found = chances(project, Wish(str(path), "one", {}, "", 30.0))
    page = Page(project, str(path), Ruler())
    beside = {each.position.line: each for each in hints(page, found, range(20), choices=True)}
    words = {DEN.splitlines()[line]: (each.label, each.tooltip) for line, each in beside.items()}
    assert words["=== 1"][0] == "100%"
    assert words["=== 2"] == (
        "best play never comes here",
        "a reader who gets here by mistake, with best play from here, wins 100%",
    )
    assert words["=== 3"] == ("never visited", "no reader can come here")
    assert "* Crawl [if lamp] -> 3" not in words
    assert words["* Wait -> defeat"][0] == "−100%"
    assert str(words["* Wait -> defeat"][1]).endswith("who has picked at random so far")
    assert nobody_comes(replace(found, hero="average")) == "no reader can come here (hero: average)"
    assert words["* Home -> victory"] == ("best", "what this choice costs against the best one")


@pytest.mark.parametrize("hero", ["", "average"])
def test_fights_have_chances_where_nothing_is_rolled(hero: str, tmp_path: Path) -> None:
    """Nobody is average there: all heroes are meant."""
    path = tmp_path / "book.gbk"
    path.write_text(MOAT.read_text("utf-8"), "utf-8")
    assert len(fight_chances(Project(path), Wish(str(path), "one", {}, hero, 30.0))) == 2


SECRET = """\
combat fight
    foe    life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2 -> defeat

=== 1
* Creep past [knows 50%] -> 2
* Draw your sword
    ~ fight "Guard" life 1
    -> 2

=== 2
~ fight "Captain" life 1
-> victory
"""


def test_fights_are_those_of_best_play_which_knows_every_option(tmp_path: Path) -> None:
    """Half of all readers must fight the guard, even the best of them; best play never does."""
    path = tmp_path / "book.gbk"
    path.write_text(SECRET, "utf-8")
    (captain,) = fight_chances(Project(path), Wish(str(path), "one", {}, "", 30.0)).items()
    span, found = captain
    assert SECRET.encode()[span.start : span.end].startswith(b'~ fight "Captain"')
    assert (found.fought, found.won) == (1.0, 0.5)


def test_chances_of_chapters_are_left_out_where_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "den.gbk"
    path.write_text(DEN, "utf-8")
    monkeypatch.setattr("gamebook.verbs.solve", partial(_solved_before, gamebook.solve(Project(path))))
    found = chances(Project(path), Wish(str(path), "one", {}, "", -1.0))
    assert (found.low, found.high) == (1.0, 1.0)
    assert found.chapters == found.choices == {}


def _solved_before(solution: gamebook.Solution, *_: object, **__: object) -> gamebook.Solution:
    return solution
