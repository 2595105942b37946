from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.analysis import exactly

Gamebook = Callable[..., Any]

WALL = """book "The Wall"
    author "A. Mason"
    use    plain

sheet
    number grip = 0 in 0..6

hero
    ~ set grip = 1d6

=== 1 The wall
* Climb
    ~ roll 1d6 as foot
    ~ if foot <= grip
        -> 2
    -> 3
* Knock
    ~ roll 1d6
        1-3 -> 2
        4-6 -> 3

=== 2 Inside
~ victory "You are in"

=== 3 The moat
~ defeat "You drown"
"""


@pytest.fixture
def wall(tmp_path: Path) -> str:
    (tmp_path / "wall.gbk").write_text(WALL, "utf-8")
    return "wall.gbk"


def lines(text: str) -> list[str]:
    """Lines with their runs of blanks made one, so that columns do not matter."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_one_screen(gamebook: Gamebook, wall: str) -> None:
    outcome = gamebook("solve", wall)
    assert outcome.code == 0
    shown = lines(outcome.out)
    # grip 1..6: 3/6, 3/6, 3/6, 4/6, 5/6, 6/6; the uniform reader: mean of grip/6 and 3/6
    assert shown[:2] == ["The Wall, by A. Mason", "Hero: rolled (grip)"]
    assert shown[2].startswith("Best play wins with chance 66.667% (0.6666666667 ± ")
    assert shown[3].startswith("Random reader picks at random and wins with chance 54.167%")
    assert "worst 50.000% grip 1 rolled with chance 16.667%" in shown
    assert "66.667% 54.167% victory You are in" in shown
    assert "16.667% 50.0% 1 “Climb”: roll 1d6 3 The moat" in shown
    assert "Advice" not in shown
    assert max(map(len, shown)) < 100


def test_more_tables(gamebook: Gamebook, wall: str) -> None:
    shown = lines(gamebook("solve", wall, "--chapters", "--choices").out)
    assert "2 66.667% 0.667 100% 0% Inside" in shown
    assert shown[shown.index("Advice") + 1] == "1: Knock if grip <= 2, else Climb"
    assert any(line.endswith("8.333% Climb") for line in shown)


def test_one_hero_exactly(gamebook: Gamebook, wall: str) -> None:
    shown = lines(gamebook("solve", wall, "--hero", "grip=5", "--exact").out)
    assert shown[1] == "Hero: grip 5"
    assert "exactly 5/6 = 0.833333333333333" in shown
    assert "Heroes" not in shown


def test_data(gamebook: Gamebook, wall: str) -> None:
    found = json.loads(gamebook("solve", wall, "--json").out)
    assert found["best"]["low"] <= 2 / 3 <= found["best"]["high"]
    assert [hero["stats"]["grip"] for hero in found["heroes"]["heroes"]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_a_limit_gives_bounds(gamebook: Gamebook, wall: str) -> None:
    outcome = gamebook("solve", wall, "--limit-states", "3")
    assert outcome.code == 3
    assert re.search(r"Computed +in [\d.]+ s, [\d.]+ GB; only \d states were looked at\n", outcome.out)
    (shown,) = (line for line in outcome.out.splitlines() if line.startswith("Best play"))
    assert ("between" in shown) == ("the true value lies between these bounds" in outcome.err)
    outcome = gamebook("solve", wall, "--limit-states", "1")
    assert "Best play       wins with a chance that is not known yet" in outcome.out
    assert "gamebook: a limit was reached before the answer\n" in outcome.err


HOUSE = """book "The House"
    {own}use plain
sheet
    number grip = 1d6 in 0..6
    number a = 0 in 0..99
    number b = 0 in 0..99
    number c = 0 in 0..99
=== 1
* Up
    ~ a +1d6
    -> 1
* Down
    ~ b +1d6
    -> 1
* On
    ~ c +1d6
    -> 1
* Out [if a > 90 and b = c + grip] -> victory
"""


@pytest.mark.parametrize(("own", "hero"), [("", "average"), ('hero "old mason": grip 5\n    ', "'old mason'")])
def test_where_there_was_no_time_for_all_heroes_one_is_proposed(
    gamebook: Gamebook, tmp_path: Path, own: str, hero: str
) -> None:
    (tmp_path / "house.gbk").write_text(HOUSE.format(own=own), "utf-8")
    outcome = gamebook("solve", "house.gbk", "--timeout", "0.3")
    assert outcome.code == 3
    told = "Without --hero, all heroes are solved together, with all numbers that they can roll.\nTry one hero: --hero "
    assert outcome.err.endswith(f"{told}{hero}\n")


def test_plays_of_a_strategy_are_told_where_a_limit_came_first(gamebook: Gamebook, wall: str) -> None:
    outcome = gamebook("solve", wall, "--policy", "random", "--limit-states", "3")
    assert outcome.code == 3
    found = re.search(
        r"\n +picks at random and wins about [\d.]+%, with 99% confidence between ([\d.]+)% and ([\d.]+)%", outcome.out
    )
    assert found is not None
    # the uniform reader: mean of grip/6 and 3/6
    assert float(found[1]) <= 100 * (7 / 12 + 1 / 2) / 2 <= float(found[2])


def test_errors_are_told_first(gamebook: Gamebook, wall: str) -> None:
    Path(wall).write_text(WALL.replace("1-3 -> 2", "1-3 -> 22"), "utf-8")
    outcome = gamebook("solve", wall)
    assert (outcome.code, outcome.out) == (1, "")
    assert "wall.gbk:19:16 error[GB101]" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--hero", "grap=3"), "the hero does not roll or pick grap; did you mean grip?"),
        (("--hero", "grip=30"), "grip is in 0..6, not 30"),
        (("--hero", "grip=3,grip=4"), "grip cannot be both 3 and 4; give one of them"),
        (("--hero", "grip=x"), "grip needs a number, not x"),
        (("--set", "n=x"), "nothing is called n; what can be set: grip"),
        (("--resolve", "luck"), "'luck' is not one of 'dice', 'expected', 'ledger', 'residual', 'systematic'"),
        (("--limit-memory", "much"), "--limit-memory needs a size"),
    ],
)
def test_what_cannot_be_asked(gamebook: Gamebook, wall: str, arguments: tuple[str, ...], said: str) -> None:
    outcome = gamebook("solve", wall, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


def test_sizes(gamebook: Gamebook, wall: str) -> None:
    for size in ("2GB", "0.5g", "512 MiB", "250000000"):
        assert gamebook("solve", wall, "--limit-memory", size, "--timeout", "60", "--no-reduce").code == 0


def test_a_book_that_is_not_there(gamebook: Gamebook) -> None:
    assert gamebook("solve", "none.gbk").code == 2


def test_points(gamebook: Gamebook) -> None:
    Path("points.gbk").write_text(
        'book "Points"\n    use plain\n    aim score\n\n=== 1\n~ score +1d6\n* Stop -> victory "Home"\n', "utf-8"
    )
    shown = lines(gamebook("solve", "points.gbk").out)
    assert shown[2].startswith("Best play earns 3.5 points")


THROWS = """book "Throws"
    use plain
    aim score

strategy bold
    at 1: Throw

=== 1
~ score +1d2
* Stop -> ending "Home"
* Throw
    ~ roll 1d4
        1-2 -> 2
        3-4 -> 3

=== 2
~ ending "Low" score -1

=== 3
~ ending "High" score 2
"""


@pytest.mark.parametrize("command", ["solve", "strategies"])
def test_a_book_without_points_is_not_solved_first(
    gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def solved(*_given: object, **_more: object) -> None:
        pytest.fail("it was solved")

    monkeypatch.setattr("gamebook.analysis.strategies.solve", solved)  # first: to import it later would keep the other
    monkeypatch.setattr("gamebook.solver.solving.solve", solved)
    Path("plain.gbk").write_text("=== 1\n-> victory\n", "utf-8")
    outcome = gamebook(command, "plain.gbk", "--scores")
    assert (outcome.code, "the book has no points" in outcome.err) == (2, True)


def test_how_points_are_spread(gamebook: Gamebook) -> None:
    Path("throws.gbk").write_text(THROWS, "utf-8")
    shown = lines(gamebook("solve", "throws.gbk", "--scores").out)
    # best throws: 1 or 2, then -1 or +2; the uniform reader stops half of the time
    assert "mean 2 1.75" in shown
    assert "50% end with at most 1 1" in shown
    assert "0 points 25.000% 12.500%" in shown
    assert "4 points 25.000% 12.500%" in shown
    data = json.loads(gamebook("solve", "throws.gbk", "--scores", "--policy", "bold", "--json").out)
    assert data["scores"]["best"]["points"] == [0, 1, 3, 4]
    assert data["scores"]["best"]["chances"] == [0.25] * 4
    assert data["scores"]["uniform"] is None
    table = lines(gamebook("strategies", "throws.gbk", "--scores").out)
    assert table[0].endswith("5% 25% 50% 75% 95%")
    assert all(line.endswith("0 0 1 3 4") for line in table[1:3])


def test_numbers_of_what_is_never_offered_are_explained(gamebook: Gamebook, wall: str) -> None:
    note = "Offered 0: best play is never asked this. "
    assert not any(line.startswith(note) for line in lines(gamebook("solve", wall, "--choices").out))
    text = 'book "Apart"\n=== 1\n* Home -> victory\n* Out -> 2\n=== 2\n* Swim -> victory\n* Sink -> defeat\n'
    Path("apart.gbk").write_text(text, "utf-8")
    shown = lines(gamebook("solve", "apart.gbk", "--choices").out)
    assert sum(line.startswith(note) for line in shown) == 1
    assert not any(line.startswith("–: ") for line in shown)


def test_what_no_reader_is_offered_has_no_cost(gamebook: Gamebook) -> None:
    text = """book "Den"
sheet
    item lamp
=== 1
* Home -> victory
* Den -> 2
=== 2
* Crawl [if lamp] -> 1
* Wait -> defeat
* Back -> 1
"""
    Path("den.gbk").write_text(text, "utf-8")
    shown = lines(gamebook("solve", "den.gbk", "--choices").out)
    assert "2 0 – – – Crawl" in shown
    assert "0 0% 0% 100% Wait" in shown
    assert "–: no reader is ever offered this." in shown
    data = json.loads(gamebook("solve", "den.gbk", "--json").out)
    crawl = data["decisions"][1]["options"][0]
    assert (crawl["label"], crawl["best"], crawl["taken"], crawl["cost"]) == ("Crawl", None, None, None)


def test_the_way_to_a_chapter_is_no_victory(gamebook: Gamebook) -> None:
    """Heroes with 5 and with 6, half of them with 1 less; a third of them come to chapter 3."""
    text = """book "Way"

sheet
    stat grip = 1d2 + 4

=== 1
~ roll 1d2
    1
        ~ grip -1
        -> 2
    2 -> 2

=== 2
~ roll 1d3
    1 -> 3
    2-3 -> defeat

=== 3
-> victory
"""
    Path("way.gbk").write_text(text, "utf-8")
    shown = lines(gamebook("solve", "way.gbk", "--until", "3").out)
    assert shown[2].startswith("Best play comes to chapter 3 with chance 33.333% (0.3333333333")
    assert "8.333% 3 grip 5" in shown  # a quarter of a third: the dice gave 5
    assert "8.333% 3 grip 4, initial grip 5" in shown
    assert shown[-1] == "Initial values are shown where they differ from the value now."


def test_fractions_are_named_and_never_rounded_to_what_is_certain(
    gamebook: Gamebook, wall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = lines(gamebook("solve", wall, "--hero", "grip=5", "--exact", "--until", "2").out)
    # The uniform reader climbs with 5/6, and knocks with 3/6.
    assert "Random reader picks at random: exactly 2/3 = 0.666666666666667" in shown
    monkeypatch.setattr(exactly, "MOST_FOR_UNIFORM", 1)
    monkeypatch.setattr(exactly, "SECONDS_FOR_UNIFORM", -1.0)
    shown = lines(gamebook("solve", wall, "--hero", "grip=5", "--exact", "--until", "2").out)
    assert "Random reader picks at random: the fraction takes too long to work out" in shown
    trap = "~ roll 1d1000\n    1\n    2-1000 -> victory\n"
    Path("traps.gbk").write_text(f'book "Traps"\n=== 1\n{trap * 6}-> defeat\n', "utf-8")
    shown = lines(gamebook("solve", "traps.gbk", "--exact").out)
    assert shown[3] == f"exactly {10**18 - 1}/{10**18} = 1 - 1e-18"


def test_fractions_that_are_known_where_a_limit_came_first(gamebook: Gamebook) -> None:
    """They need fewer states than the report: what they say is known, and no more is said of it."""
    text = "=== 1\n* Left -> 2\n* Right -> 3\n"
    text += (
        "=== 2\n~ random\n    1: -> victory\n    3: -> defeat\n=== 3\n~ random\n    3: -> victory\n    1: -> defeat\n"
    )
    Path("doors.gbk").write_text(text, "utf-8")
    outcome = gamebook("solve", "doors.gbk", "--exact", "--limit-states", "4")
    shown = lines(outcome.out)
    assert shown[2].startswith("Best play wins with chance 75.000% (0.7500000000 ± ")
    assert shown[3] == "exactly 3/4 = 0.75"
    assert shown[4].startswith("Random reader picks at random and wins with chance 50.000% (0.5000000000 ± ")
    assert shown[5] == "exactly 1/2 = 0.5"
    assert "only 5 states were looked at" in shown[6]
    assert outcome.code == 3
    assert outcome.err.split("gamebook: ")[1:] == [
        "best play is known, but for the rest of the report the book has too many states\n"
    ]
    outcome = gamebook("solve", "doors.gbk", "--exact", "--limit-states", "1")
    assert (outcome.code, outcome.out) == (3, "")
    assert "there are more states than the 1 that --limit-states allows; solve it without --exact" in outcome.err


@pytest.mark.slow
def test_a_fraction_that_is_not_worked_out_is_named(gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than 5,000 states it is the random reader's, if there is no time for it."""
    sheet = "sheet\n    number a = 1d100\n    number b = 1d100\n"
    Path("many.gbk").write_text(f'book "Many"\n{sheet}=== 1\n* Climb [if a > b] -> victory\n-> defeat\n', "utf-8")
    shown = lines(gamebook("solve", "many.gbk", "--exact").out)
    assert (shown[3], shown[5]) == ("exactly 99/200 = 0.495", "exactly 99/200 = 0.495")
    monkeypatch.setattr(exactly, "SECONDS_FOR_UNIFORM", -1.0)
    shown = lines(gamebook("solve", "many.gbk", "--exact").out)
    assert shown[3] == "exactly 99/200 = 0.495"
    assert shown[5] == "exactly: the fraction takes too long to work out"


def test_who_never_wins_in_a_large_book_has_an_exact_chance(
    gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line about the exact chance comes before the points, also where the fraction is too long."""
    monkeypatch.setattr(exactly, "MOST_FOR_UNIFORM", 1)
    monkeypatch.setattr(exactly, "SECONDS_FOR_UNIFORM", -1.0)
    head = 'book "Never"\n    aim win then score\n\n=== 1\n* Up -> 2\n* Down -> 3\n\n=== 2\n~ score 1\n'
    for end, told in (("defeat", "exactly 0"), ("victory", "exactly: the fraction takes too long to work out")):
        text = f"{head}~ roll 1d2\n    1 -> 3\n    2 -> {end}\n\n=== 3\n~ defeat\n"
        Path("never.gbk").write_text(text, "utf-8")
        shown = lines(gamebook("solve", "never.gbk", "--exact").out)
        at = next(n for n, line in enumerate(shown) if line.startswith("Random reader"))
        assert shown[at + 1] == told
        assert shown[at + 2].startswith("and earns 0.5 points")


def test_a_book_without_points(gamebook: Gamebook, wall: str) -> None:
    outcome = gamebook("solve", wall, "--scores")
    assert (outcome.code, outcome.out) == (2, "")
    assert "it has no ~ score" in outcome.err


def test_points_after_chances(gamebook: Gamebook) -> None:
    Path("gates.gbk").write_text(GATES, "utf-8")
    shown = lines(gamebook("solve", "gates.gbk", "--exact").out)
    assert shown[3:6] == [
        "exactly 1/2 = 0.5",
        shown[4],
        "exactly 7/2 = 3.5 points",
    ]
    assert shown[4].startswith("and earns 3.5 points (3.5000000000 ± ")
    assert shown[4].endswith("the most with this chance")
    assert any(line.startswith("equal chances differ by at most ") for line in shown)
    data = json.loads(gamebook("solve", "gates.gbk", "--json").out)
    assert data["points"]["best"]["low"] <= 3.5 <= data["points"]["best"]["high"]
    table = lines(gamebook("strategies", "gates.gbk").out)
    assert table[0].endswith("and earns")


GATES = """book "Gates"
    use plain
    aim win then score

=== 1
* Low
    ~ score +3
    -> 2
* High
    ~ score +1d6
    -> 2

=== 2
~ roll 1d2
    1 -> victory
    2 -> defeat
"""


def test_what_cannot_come_next(gamebook: Gamebook) -> None:
    Path("gates.gbk").write_text(GATES.replace("win then score", "score then win"), "utf-8")
    outcome = gamebook("solve", "gates.gbk")
    assert outcome.code == 1
    assert "GB318" in outcome.err
    assert "write: aim win then score" in outcome.err


def test_begun_elsewhere_with_something_on_the_sheet(gamebook: Gamebook, wall: str) -> None:
    shown = lines(gamebook("solve", wall, "--set", "grip=6").out)
    assert shown[2] == "Started with grip 6"
    assert shown[3].startswith("Best play wins with chance 100% (always)")  # every die is at most 6
    shown = lines(gamebook("solve", wall, "--from", "3").out)
    assert shown[2] == "Started from chapter 3"
    assert shown[3].startswith("Best play wins with chance 0% (never)")
    wrong = gamebook("solve", wall, "--set", "gripp=6")
    assert wrong.code == 2
    assert "nothing is called gripp (did you mean grip?); what can be set: grip" in wrong.err


def test_why_a_book_is_large(gamebook: Gamebook, wall: str) -> None:
    """Chapter 1 alone asks for the grip: six of them."""
    done = gamebook("solve", wall, "--why-large", "--json")
    assert done.code == 0
    (grip,) = next(part for part in json.loads(done.out)["chapters"] if part["chapter"] == "1")["kept"]
    assert (grip["name"], grip["factor"]) == ("grip", 6)
    words = gamebook("solve", wall, "--why-large").out
    assert "without grip 6 times fewer; next used in 1" in words
    assert "--hero grip=…" in words


def test_decisions_are_those_with_two_options_that_are_ever_open(gamebook: Callable[..., Any]) -> None:
    """In chapter 1 only one option is ever open; in 2 there are two, but never both at a time, so nothing to advise."""
    Path("dec.gbk").write_text(
        "sheet\n    item key\n\n=== 1\n~ roll 1d2\n    1\n        ~ gain key\n    2\n* Only -> 2\n\n"
        "=== 2\n* Unlock [if key] -> victory\n* Knock [if not key] -> defeat\n",
        "utf-8",
    )
    found = json.loads(gamebook("solve", "dec.gbk", "--json").out)
    assert [(each["chapter"], each["advice"]) for each in found["decisions"]] == [("2", None)]


def test_notes_of_the_table_of_choices_are_about_its_rows(gamebook: Gamebook) -> None:
    """At 2 the reader has no key and cannot rest. Resting has a row of its own, for the whole book."""
    text = """book "Rest"
sheet
    item key
anytime
    * Rest [if key]
        ~ lose key
=== 1
* Key
    ~ gain key
    -> 3
* On -> 2
=== 2
* Jump -> victory
* Stay -> defeat
=== 3
* Sit -> victory
* Fall -> defeat
"""
    Path("rest.gbk").write_text(text, "utf-8")
    shown = lines(gamebook("solve", "rest.gbk", "--choices").out)
    assert any(line.startswith("at any time") and line.endswith("Rest") for line in shown)
    assert not any(" – " in line for line in shown)
    assert not any(line.startswith("–: ") for line in shown)


def test_whose_total_has_no_fraction(gamebook: Gamebook) -> None:
    pit = "\n=== 2\n~ score {0}\n-> 2\n"
    texts = {
        "pit.gbk": "* Home\n    ~ score +5\n    -> victory\n* Pit -> 2\n" + pit.format("-1"),
        "mine.gbk": "-> 2\n" + pit.format("+1"),
    }
    told = []
    for name, text in texts.items():
        Path(name).write_text(f'book "T"\n    aim score\n=== 1\n{text}', "utf-8")
        told.append(gamebook("solve", name, "--exact").err)
    assert told == [
        "gamebook: the total of the random reader, though not of best play, is infinite; solve it without --exact\n",
        "gamebook: a loop of the book has no finite value (infinite); solve it without --exact\n",
    ]


CALLED_HERO = """sheet
    number gold = 0 in 0..9

hero
    ~ choose
        * rich
            ~ gold +2
        * poor
            ~ gold +1

=== hero
* take [if gold = 1] -> victory
* leave
    ~ roll 1d2
        1 -> defeat
        2 -> victory
"""


def test_a_chapter_called_hero_is_not_where_the_hero_is_made(gamebook: Gamebook) -> None:
    Path("book.gbk").write_text(CALLED_HERO, "utf-8")
    told = gamebook("solve", "book.gbk", "--chapters").out
    assert "\n  the hero: poor\n  hero: take\n" in told
    rows = {tuple(re.split(r"\s{2,}", line)[-2:]) for line in told.splitlines()}
    assert {("the hero", "rich"), ("hero", "leave")} <= rows
    lines = gamebook("export", "book.gbk", "--to", "drn", "-o", "-").out.splitlines()
    assert {line.split()[1] for line in lines if "action" in line} == {"go", "leave", "poor", "rich", "take"}
