from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamebook.play.moment import Chance
from gamebook.play.session import Session
from gamebook.project import Project
from gamebook.render.play_text import pages

Play = Callable[..., Any]

TOLL = """\
book "The Toll"
    use plain
    start 1

param price = 2

sheet
    number   gold = 3 in 0..9
    item     lantern
    codeword RAVEN
    one-of   weapon: none, sword, axe

=== 1 The road
You have {gold} gold.

* Pay the toll
    ~ pay price gold
    -> 2
* Climb [if not visited 3] -> 3
* Wait
    ~ gold +1
    ~ note RAVEN
    -> 1

=== 2 The town
~ if weapon = axe
    An axe! They bow.
~ victory "You are in"

=== 3 The wall
~ roll 1d6
    1-2 -> 4
    3-6 -> 1

=== 4 The ditch
~ defeat "You fell"
"""


@pytest.fixture
def play(gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Play:
    """`play("1\\n2\\n", "--seed", "1")`: the words come on stdin, the book is `toll.gbk` unless it is said."""
    Path("toll.gbk").write_text(TOLL, "utf-8")

    def call(words: str, *arguments: str, book: str = "toll.gbk") -> Any:  # noqa: ANN401
        monkeypatch.setattr("sys.stdin", io.StringIO(words))
        return gamebook("play", book, *arguments)

    return call


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def chapters(text: str) -> list[str]:
    return [each["chapter"] for each in objects(text) if each["event"] == "chapter"]


def seed_of(face: range) -> str:
    """A seed whose first die shows one of these faces: a fair die is one draw of six."""
    return str(next(seed for seed in range(100) if Random(seed).randrange(6) + 1 in face))


def test_a_transcript(play: Play) -> None:
    outcome = play("3\n1\n", "--seed", "1")
    assert (outcome.code, outcome.err) == (0, "")
    assert (
        outcome.out
        == """\
The Toll  (seed 1; type help for the commands)

--- 1 The road ---

You have 3 gold.

  1 Pay the toll
  2 Climb
  3 Wait
> 3
  gold 3 -> 4
  You note RAVEN

--- 1 The road ---

You have 4 gold.

  1 Pay the toll
  2 Climb
  3 Wait
> 1
  gold 4 -> 2

--- 2 The town ---

*** Victory: You are in ***
"""
    )


PACKING = """\
book "Packing"

sheet
    item  meal x 9 = 2, rope, lantern
    limit backpack 3: meal, rope, lantern

=== 1
~ gain 2 meal
~ gain rope
~ lose meal
~ gain 2 meal all or none
~ victory
"""


def test_what_there_is_no_room_for_is_told(play: Play) -> None:
    Path("packing.gbk").write_text(PACKING, "utf-8")
    told = play("", book="packing.gbk").out.split("\n\n")
    assert [line for line in told if "room" in line] == [
        "There is room for 1 of meal x 2.\n  You gain meal (3 now)",
        "There is no room for rope.\n  You lose meal (2 now)",
        "There is no room for meal x 2.",
    ]


NERVE = """\
sheet
    stat NERVE = 1d6 in 0..12
    stat LUCK = 5 in 0..9

hero
    ~ initial LUCK +1

=== 1
~ initial NERVE +2
~ restore LUCK
* Go on -> victory
"""


def test_a_change_of_an_initial_value_is_told(play: Play) -> None:
    """But not that it is rolled or given with its stat."""
    Path("nerve.gbk").write_text(NERVE, "utf-8")
    told = play("", "--hero", "NERVE=5", book="nerve.gbk").out
    assert "\n  initial NERVE 5 -> 7\n  LUCK 5 -> 6\n" in told
    assert "Hero: initial LUCK 6\n" in told
    rolled = objects(play("", "--set", "LUCK=4", "--json", book="nerve.gbk").out)
    changes = [name for each in rolled if each["event"] == "change" for name in each["changes"]]
    assert changes == ["NERVE", "initial LUCK", "LUCK", "initial NERVE", "LUCK"]


@pytest.mark.parametrize("seed", range(8))
def test_dice_are_those_of_the_seed(play: Play, seed: int) -> None:
    out = play("2\n1\n", "--seed", str(seed), "--json").out
    value = Random(seed).randrange(6) + 1
    assert [each["value"] for each in objects(out) if each["event"] == "roll"] == [value]
    assert chapters(out) == (["1", "3", "4"] if value <= 2 else ["1", "3", "1", "2"])


def test_a_branch_is_drawn_with_its_exact_chance(tmp_path: Path) -> None:
    book = tmp_path / "two.gbk"
    book.write_text(
        'book "Two"\n    use plain\n=== 1\n~ roll 2d6 as sum\n~ if sum > 6\n    -> victory\n-> defeat "x"\n', "utf-8"
    )
    session = Session(Project(book).book, 0)
    assert isinstance(session.moment, Chance)
    chances = [branch.chance for branch in session.moment.branches]
    ways: Counter[int] = Counter()
    for number in range(36):
        session._random.randrange = lambda total, number=number: number if total == 36 else -1  # type: ignore[method-assign]
        ways[session._drawn(chances)] += 1
    assert [ways[n] for n in range(11)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_a_saved_play_goes_on_the_same(play: Play) -> None:
    seed = seed_of(range(3, 7))
    whole = play("3\n2\n2\n1\n", "--seed", seed).out
    saved = play("3\n2\nsave a play.json\nquit\n", "--seed", seed)
    assert saved.out.endswith("[saved to a play.json]\n> quit\n")
    resumed = play("2\n1\n", "--resume", "a play.json").out
    told = "\n--- 1 The road ---\n\nYou have 4 gold.\n"
    assert whole.endswith(resumed.partition("\n")[2])
    assert resumed.partition("\n")[2].startswith(told)
    assert [path.name for path in Path().iterdir() if "json" in path.name] == ["a play.json"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [('"a play.json"', "a play.json"), ("'it'", "it"), ('"it', '"it'), ('""', ""), ("it's", "it's")],
)
def test_the_name_of_a_saved_game_may_stand_in_quotation_marks(typed: str, name: str, play: Play) -> None:
    before = {path.name for path in Path().iterdir()}
    out = play(f"save {typed}\nquit\n", "--seed", "1").out
    assert (f"[saved to {name}]" if name else "[usage: save FILE]") in out
    assert {path.name for path in Path().iterdir()} - before == ({name} if name else set())


def test_dice_after_a_resume_are_those_that_would_have_come(play: Play) -> None:
    whole = objects(play("3\n3\n2\n", "--seed", "5", "--json").out)
    play("3\nsave it\n", "--seed", "5")
    resumed = objects(play("3\n2\n", "--resume", "it", "--json").out)
    rolls = [[each for each in told if each["event"] == "roll"] for told in (whole, resumed)]
    assert rolls[0] == rolls[1] != []


def test_back_restores_sheet_and_dice(play: Play) -> None:
    seed = seed_of(range(3, 7))
    told = objects(play("sheet\n3\n2\nback\nsheet\nback\nsheet\nback\n2\n", "--seed", seed, "--json").out)
    sheets = [each["values"] for each in told if each["event"] == "sheet"]
    start = {"gold": 3, "lantern": 0, "RAVEN": 0, "weapon": "none"}
    assert sheets == [start, start | {"gold": 4, "RAVEN": 1}, start]
    assert "there is nothing to undo" in [each.get("text") for each in told]
    rolls = [each["value"] for each in told if each["event"] == "roll"]
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]


def test_back_from_the_grave(play: Play) -> None:
    out = play("2\nback\n1\n", "--seed", seed_of(range(1, 3)), "--json").out
    assert chapters(out) == ["1", "3", "4", "1", "2"]


def test_begin_anywhere_with_any_sheet(play: Play) -> None:
    told = play("sheet\n", "--from", "3", "--set", "gold=5", "--set", "lantern=1", "--set", "weapon=axe", "--json").out
    assert chapters(told)[0] == "3"
    out = play("sheet\n1\n", "--set", "gold=9", "--set", "lantern=1", "--set", "weapon=axe", "--set", "price=8").out
    assert "gold 9, weapon axe\nYou carry: lantern\n" in out
    assert "gold 9 -> 1" in out  # the parameter
    assert "They bow" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--set", "godl=5"], "nothing is called godl (did you mean gold?)"),
        (["--set", "visits 3=1"], "nothing is called visits 3"),
        (["--set", "gold=50"], "gold is in 0..9, not 50"),
        (["--set", "weapon=swrod"], "weapon is one of none, sword, axe, not swrod (did you mean sword?)"),
        (["--set", "gold"], "--set needs NAME=VALUE, not gold"),
        (["--from", "5"], "no chapter is called 5 (the nearest is 4)"),
        (["--hero", "average"], "this book rolls nothing for its hero, so no hero is average: leave it out"),
        (["--hero", "gold=5"], "the hero does not roll or pick gold; the hero rolls or picks nothing"),
        (["--resume", "toll.gbk"], "toll.gbk is not a saved game"),
        (["--resume", "toll.gbk", "--seed", "1"], "leave out --seed"),
    ],
)
def test_what_cannot_begin(play: Play, arguments: list[str], told: str) -> None:
    outcome = play("", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err


def test_a_book_that_has_changed(play: Play) -> None:
    play("3\n3\nsave it\n", "--seed", "1")
    Path("toll.gbk").write_text("// A note changes nothing.\n" + TOLL, "utf-8")
    assert play("", "--resume", "it").code == 0
    Path("toll.gbk").write_text(TOLL.replace("* Wait", "* Wait [if gold < 4]"), "utf-8")
    refused = play("", "--resume", "it")
    assert refused.code == 2
    assert "the book has changed since; --force" in refused.err
    forced = play("sheet\n", "--resume", "it", "--force").out
    assert "resumed up to chapter 1]" in forced
    assert "gold 4" in forced
    Path("toll.gbk").write_text(TOLL.replace("* Pay the toll\n    ~ pay price gold\n    -> 2\n", ""), "utf-8")
    assert "gold 5" in play("sheet\n", "--resume", "it", "--force").out  # known by its words, not its number


def test_a_game_of_another_book(play: Play) -> None:
    play("3\n3\nsave it\n", "--seed", "1")
    Path("other.gbk").write_text('book "Other"\n\n=== 1\n* Leave -> 2\n\n=== 2\n~ victory\n', "utf-8")
    said = "it: this is a game of “The Toll”"
    refused = play("", "--resume", "it", book="other.gbk")
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
    forced = play("", "--resume", "it", "--force", book="other.gbk")
    assert (forced.code, forced.out) == (2, "")
    assert f"{said}, and nothing of it can be played in other.gbk" in forced.err
    Path("other.gbk").write_text(TOLL.replace("The Toll", "Other").replace("* Wait", "* Wait [if gold < 4]"), "utf-8")
    far = play("", "--resume", "it", "--force", book="other.gbk").out
    assert "this is a game of “The Toll”; the saved game was resumed up to chapter 1]" in far


def test_a_book_that_has_changed_before_its_first_chapter(play: Play) -> None:
    Path("hero.gbk").write_text('book "Hero"\n\n=== 1\n* Leave -> 2\n\n=== 2\n~ victory\n', "utf-8")
    play("1\nsave it\n", book="hero.gbk")
    text = Path("hero.gbk").read_text("utf-8")
    Path("hero.gbk").write_text(text.replace("===", "sheet\n    stat LUCK = 1d6\n\n===", 1), "utf-8")
    told = play("", "--resume", "it", "--force", book="hero.gbk").out
    assert "the book has changed; the saved game begins anew]" in told


def test_advice_by_hand(play: Play) -> None:
    told = objects(play("advice\n", "--set", "gold=0", "--set", "price=9", "--json").out)
    advice = next(each for each in told if each["event"] == "advice")
    # With nothing the toll is shut. Who waits nine times has the price; who climbs first falls with 1/3.
    assert advice["options"] == pytest.approx([2 / 3, 1])
    assert (advice["what"], advice["now"], advice["best"]) == ("win", pytest.approx(1), 2)


def test_advice_tells_points_apart_where_chances_are_equal(play: Play) -> None:
    """All three win; the first two earn 5 and 4 points, the last nothing. In the ditch nobody wins."""
    Path("toll.gbk").write_text(
        'book "Gold"\n    aim win then score\n\n=== 1\n* Five\n    ~ score +5\n    -> 2\n'
        "* Four\n    ~ score +4\n    -> 2\n* Nothing -> 2\n* Ditch -> 3\n\n"
        "=== 2\n* Stay -> victory\n* Go -> victory\n\n=== 3\n-> defeat\n",
        "utf-8",
    )
    told = play("advice\n1\nadvice\n").out
    assert "Best play from here: 100% to win, and 5 points more.\n" in told
    assert "Five  <- best play\n" in told
    assert "Four  <- earns 1 point less\n" in told
    assert "Nothing  <- earns 5 points less\n" in told
    assert "Ditch\n" in told
    assert "Go  <- equally good\n" in told
    data = next(each for each in objects(play("advice\n", "--json").out) if each["event"] == "advice")
    assert (data["options"], data["points"]) == ([1, 1, 1, 0], [5, 4, 0, 0])


PAID = """book "Paid"
    aim score
sheet
    number gold = 0 in 0..9
=== 1
~ score +1
~ gold +1
You go on.
-> 2
=== 2
Two.
* Go
    ~ score +4
    -> 3
=== 3
Three.
~ score +0
* End
    ~ score +2
    -> victory "V" score 8
"""


def test_points_are_told_where_they_are_earned(play: Play) -> None:
    """Each under its chapter and before the turn that follows; those of the ending, too; also without a menu."""
    Path("paid.gbk").write_text(PAID, "utf-8")
    lines = [line.strip() for line in play("", "--auto", "first", book="paid.gbk").out.splitlines() if line.strip()]
    assert lines[1:] == [
        "--- 1 ---",
        "+1 point, 1 in all",
        "gold 0 -> 1",
        "You go on.",
        "--- 2 ---",
        "Two.",
        "1 Go",
        "> 1 Go",
        "+4 points, 5 in all",
        "--- 3 ---",
        "Three.",
        "1 End",
        "> 1 End",
        "+2 points, 7 in all",
        "+8 points, 15 in all",
        "*** Victory: V ***",
        "15 points.",
    ]
    Path("paid.gbk").write_text(PAID.replace("* Go\n    ~ score +4\n    -> 3", "-> 3"), "utf-8")
    told = objects(play("1\nback\n1\n", "--json", book="paid.gbk").out)
    kinds = [each["event"] for each in told]
    assert kinds[:5] == ["book", "chapter", "points", "change", "prose"]
    earned = [(each["earned"], each["total"]) for each in told if each["event"] == "points"]
    assert earned == [(1, 1), *2 * [(2, 3), (8, 11)]]


@pytest.mark.parametrize("aim", ["score", "win then score", "win"])
def test_the_points_at_the_end_are_told_where_they_count(play: Play, aim: str) -> None:
    Path("paid.gbk").write_text(PAID.replace("score", aim, 1), "utf-8")
    assert play("", "--auto", "first", book="paid.gbk").out.endswith(
        "*** Victory: V ***\n" if aim == "win" else "*** Victory: V ***\n15 points.\n"
    )


def test_no_advice_beyond_the_limit(play: Play) -> None:
    outcome = play("advice\n1\n", "--limit-states", "2")
    told = " ".join(outcome.out.split())
    assert "[no advice: the book has more than 2 states. With more time and memory: type save FILE, then " in told
    assert "run gamebook play BOOK --resume FILE --limit-states 20. Or run " in told
    assert "gamebook solve BOOK --choices --timeout 60: it shows what good play chooses, found by practice]" in told
    assert outcome.out.endswith("*** Victory: You are in ***\n")
    assert play("", "--auto", "best", "--limit-states", "2").code == 3


def test_hidden_variables_never_show(play: Play) -> None:
    seed = seed_of(range(3, 7))
    for form in ([], ["--json"]):
        assert "visit" not in play("2\nsheet\nadvice\n1\n", "--seed", seed, *form).out


def test_words_that_are_no_command(play: Play) -> None:
    out = play("4\n0\nshet\n²\nsave\nsave toll.gbk\nsave no/such\nsheet\n99999999999\n").out
    assert out.count("[type 1 to 3]") == 3
    assert "[did you mean sheet?]" in out
    assert "[type a number, or one of sheet" in out
    assert "[usage: save FILE]" in out
    assert "[toll.gbk already exists and is not a saved game" in out
    assert "[no/such cannot be written: there is no folder no]" in out
    assert Path("toll.gbk").read_text("utf-8") == TOLL


def test_an_interrupt(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_self: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(io, "StringIO", type("Keys", (io.StringIO,), {"readline": interrupt}))
    outcome = play("", "--seed", "1")
    assert (outcome.code, outcome.err) == (130, "gamebook: interrupted\n")


@pytest.mark.slow
def test_a_book_that_plays_itself(play: Play) -> None:
    best = objects(play("", "--auto", "best", "--json").out)
    assert best[-1] == {"event": "end", "ending": "You are in", "kind": "victory", "points": 0.0}
    assert play("", "--auto", "random", "--seed", "4").out == play("", "--auto", "uniform", "--seed", "4").out
    assert "'worst' is not one of 'best', 'random', 'first'" in play("", "--auto", "worst").err
    Path("round.gbk").write_text('book "Round"\n    use plain\n=== 1\n* On -> 1\n* Out -> victory\n', "utf-8")
    outcome = play("", "--auto", "first", book="round.gbk")
    assert outcome.code == 3
    assert outcome.out.endswith("[stopped after 10,000 choices without an ending]\n")


def test_who_chooses_by_chance_may_not_know_an_option(play: Play) -> None:
    """Nobody knows it but best play; where nothing else is open, the others go past the menu."""
    Path("riddle.gbk").write_text(
        'book "Riddle"\n=== 1\n* Secret [knows 0%] -> 16\n* Wait -> 2\n\n'
        "=== 2\n* Hidden [knows 0%] -> 16\n\nYou go home.\n-> 3\n\n=== 3\n-> defeat\n\n=== 16\n-> victory\n",
        "utf-8",
    )
    for who in ("first", "random"):
        told = objects(play("", "--auto", who, "--seed", "1", "--json", book="riddle.gbk").out)
        assert [(each["number"], each["label"]) for each in told if each["event"] == "choose"] == [
            (2, "Wait"),
            (2, "Go on"),
        ]
        assert [each["options"] for each in told if each["event"] == "menu"] == [
            ["Secret", "Wait"],
            ["Hidden", "Go on"],
        ]
        assert told[-1]["kind"] == "defeat"
    best = objects(play("", "--auto", "best", "--seed", "1", "--json", book="riddle.gbk").out)
    assert [each["label"] for each in best if each["event"] == "choose"] == ["Secret"]
    play("2\nsave half.json\n", "--seed", "1", book="riddle.gbk")
    resumed = play("", "--auto", "random", "--resume", "half.json", "--json", book="riddle.gbk")
    assert objects(resumed.out)[-1]["kind"] == "defeat"
    assert "the book has changed" not in resumed.out


def test_a_fight_takes_a_line_a_round(play: Play) -> None:
    Path("orc.gbk").write_text(
        'book "Orc"\n    use fighting-fantasy\n=== 1\n~ fight "Orc" SKILL 5 STAMINA 4\n    with luck = 0\n-> victory\n',
        "utf-8",
    )
    hero = ["--hero", "SKILL=12,STAMINA=24,LUCK=9"]
    told = objects(play("", "--auto", "first", "--seed", "3", "--json", *hero, book="orc.gbk").out)
    rounds = [each["value"] for each in told if each["event"] == "roll"]
    lines = play("", "--auto", "first", "--seed", "3", *hero, book="orc.gbk").out.splitlines()
    heads = [line.partition(";")[0] for line in lines if line.startswith("Round")]
    words = ["equal" if n == 0 else f"{'higher' if n > 0 else 'lower'} by {abs(n)}" for n in rounds]
    assert heads == [f"Round {n}: {each}" for n, each in enumerate(words, 1)]
    wounds = [each["changes"]["Orc STAMINA"] for each in told if "Orc STAMINA" in each.get("changes", {})]
    assert wounds == [[4, 2], [2, 0]]
    assert "Fight: Orc" in lines
    assert not [line for line in lines if line.startswith("Hero:")]  # given, not rolled
    rolled = play("", "--hero", "SKILL=12,LUCK=9", "--seed", "3", book="orc.gbk").out.splitlines()[1]
    assert rolled == f"Hero: STAMINA {_two_dice(3) + 12}"


WOLF = """\
book "The Wolf"

sheet
    number life = 9 in 0..9
    number arrows = 1 in 0..1

when life <= 0 -> defeat

combat bout
    foe hide
    won when foe hide <= 0
    round
        ~ roll 1d6
            1-3
                ~ choose
                    * Strike
                        ~ foe hide -1
                    * Shoot [if arrows]
                        ~ arrows -1
                        ~ foe hide -1
            4-6
                ~ life -1

=== 1
~ fight bout "Wolf" hide 3
* Home -> victory
"""


def test_in_a_fight_the_only_option_is_taken_and_undone_with_the_last_choice(play: Play) -> None:
    """Only the first blow can be a shot: who is asked once is not asked again, and `back` leads to that question."""
    Path("wolf.gbk").write_text(WOLF, "utf-8")
    told = play("2\nback\n2\n1\n", "--seed", "1", book="wolf.gbk").out
    assert told.count("1 Strike   2 Shoot") == 2
    assert told.count("; Strike; Wolf hide 2 -> 1") == told.count("; Strike; Wolf hide 1 -> 0") == 2
    assert told.count("\n  1 Home\n") == 2, "outside of fights even the only option is asked"
    assert told.endswith("*** Victory ***\n")
    events = objects(play("2\n1\n", "--seed", "1", "--json", book="wolf.gbk").out)
    taken = [(each["label"], each["by"]) for each in events if each["event"] == "choose"]
    assert taken == [("Shoot", "you"), ("Strike", "nobody"), ("Strike", "nobody"), ("Home", "you")]
    assert [each["options"] for each in events if each["event"] == "menu"] == [["Strike", "Shoot"], ["Home"]]


@pytest.mark.parametrize(
    ("choice", "told"),
    [(1, "Victory: Crown"), (2, "Victory: Crown"), (3, "Crown"), (4, "Defeat"), (5, "Defeat")],
)
def test_an_ending_is_told_in_the_words_that_are_written(play: Play, choice: int, told: str) -> None:
    """In reports, the two crowns of victory have different names, and so have the two defeats."""
    ends = ('victory "Crown" score 2', 'victory "Crown"', 'ending "Crown"', "defeat", "defeat score 1")
    lines = "".join(f"* Way {n} -> {end}\n" for n, end in enumerate(ends, start=1))
    Path("ends.gbk").write_text(f"=== 1\n{lines}", "utf-8")
    assert play(f"{choice}\n", book="ends.gbk").out.endswith(f"*** {told} ***\n")


def test_of_a_roll_the_number_is_told_and_not_the_row(play: Play) -> None:
    Path("wolf.gbk").write_text(WOLF, "utf-8")
    told = play("2\n1\n", "--seed", "1", book="wolf.gbk").out
    assert all(line.partition("1d6: ")[2][1:2] in ("", ";") for line in told.splitlines() if line.startswith("Round"))


PURSE = """
sheet
    number gold = 0 in 0..20
    item rope

hero
    ~ choose
        * Rope
            ~ gain rope
        * Purse
            ~ gold +2d6

=== 1
* Climb [if rope] -> victory
* Stay -> defeat
"""


GIFT = """book "Gift"
    hero "giant": strength 6, rope

sheet
    number strength = 1d6
    item rope, amulet
    one-of cloak: none, grey, red

hero
    ~ choose "gift"
        * A rope
            ~ gain rope
        * An amulet
            ~ gain amulet
    ~ choose "cloak"
        * Grey
            ~ set cloak = grey
        * Red
            ~ set cloak = red

=== 1
~ roll 1d6 as pull
~ if rope and pull <= strength
    -> victory
~ if cloak = red
    -> ending "Red"
-> defeat
"""


@pytest.mark.parametrize(
    ("hero", "strength", "otherwise"),
    [("giant", 6, ""), ("strength=4,rope", 4, "defeat"), ("strength=4,rope,red", 4, "ending"),
     ("strength=4,rope,cloak=red", 4, "ending"), ("giant,strength=2", 2, "defeat")],
)  # fmt: skip
def test_a_hero_is_given_as_to_solve(play: Play, hero: str, strength: int, otherwise: str) -> None:
    """Nothing is asked: the rope holds if the die shows no more than the strength."""
    Path("gift.gbk").write_text(GIFT, "utf-8")
    for seed in "12345":
        told = objects(play("", "--hero", hero, "--seed", seed, "--auto", "first", "--json", book="gift.gbk").out)
        (die,) = (each["value"] for each in told if each["event"] == "roll")
        assert not [each for each in told if each["event"] == "choice"]
        assert told[-1]["kind"] == ("victory" if die <= strength else otherwise)


def test_who_is_given_gold_from_a_purse_picks_no_rope(play: Play) -> None:
    """As in `solve`: the gold is rolled only by who takes the purse."""
    Path("purse.gbk").write_text(PURSE, "utf-8")
    told = [
        objects(play("", "--auto", "first", "--json", *hero, book="purse.gbk").out)[-1]["kind"]
        for hero in ([], ["--hero", "gold=5"])
    ]
    assert told == ["victory", "defeat"]


def _two_dice(seed: int) -> int:
    """The sum of two dice by one draw of 36, sums in order."""
    sums = sorted(a + b for a in range(1, 7) for b in range(1, 7))
    return sums[Random(seed).randrange(36)]


RIVAL = """\
book "Rival"
    use plain
    start 1

=== 1
* Enter -> 2

=== 2
~ rival chooses
    * Let you pass -> victory
    * Bar the way -> defeat "Barred"
"""


def test_a_rival_plays_by_lot_by_plan_or_by_hand(play: Play) -> None:
    Path("rival.gbk").write_text(RIVAL, "utf-8")
    for seed in range(4):
        told = objects(play("1\nsave it\n", "--seed", str(seed), "--json", book="rival.gbk").out)
        drawn = ["victory", "Barred"][Random(seed).randrange(2)]
        assert [each["ending"] for each in told if each["event"] == "end"] == [drawn]
        assert objects(play("", "--resume", "it", "--json", book="rival.gbk").out)[-1]["ending"] == drawn
    assert "*** Defeat: Barred ***" in play("1\n", "--rival", "best", book="rival.gbk").out
    assert "*** Victory ***" in play("1\n1\n", "--rival", "ask", book="rival.gbk").out


QUESTION = """\
book "The Stair"
=== 1
~ ask "How many *steps*?"
    3 -> victory
    else -> defeat
"""


def test_a_question_stands_above_its_answers(play: Play) -> None:
    Path("question.gbk").write_text(QUESTION, "utf-8")
    told = play("1\n", book="question.gbk").out
    assert "\nHow many *steps*?\n\n  1 3\n  2 Another number\n" in told


def test_prose_is_wrapped_and_verse_is_not() -> None:
    prose = "word " * 15 + "end\nof the line.\n\nTiger, tiger,\nburning bright,\n\n    in the forests\n  of the night"
    assert pages(prose, 40) == (
        "word word word word word word word word\nword word word word word word word end\nof the line.\n"
        "\nTiger, tiger,\nburning bright,\n"
        "\n    in the forests\n  of the night\n"
    )
    assert pages("\x1b[31mred", 40) == "[31mred\n"


LEDGER = """\
book "On Paper"

sheet
    stat LUCK = 9

test luck
    succeed 2d6 <= LUCK
    then    LUCK -1
    lucky | unlucky

=== 1
* Again
    ~ test luck
        lucky
    -> 1
* Enough -> victory
"""

WHERE = {"lucky": "0..29", "unlucky": "30..35"}
TWO = """sheet
    number here = 0 in 0..9
    number there = 0 in 0..9

=== 1
* Here
    ~ here +count of 1 in 2d6 by expected account both
    -> 1
* There
    ~ there +count of 1 in 2d6 by expected account both
    -> 1
* Enough -> victory
* Everywhere
    ~ roll 1d3 by expected account both
        1
            ~ both here +1, there +1
        2-3
    -> 1
"""


def test_ledgers_are_shown_as_on_paper(play: Play, tmp_path: Path) -> None:
    """30 faces of 36 at LUCK 9, then 26: what is due after each test."""
    path = tmp_path / "ledger.gbk"
    path.write_text(LEDGER, "utf-8")
    told = play("1\nsheet\n1\nsheet\n2\n", "--resolve", "residual", book=str(path)).out
    assert told.count("[lucky -6/36, unlucky 6/36]\n  You test luck: lucky\n") == 1
    assert told.count("[lucky -16/36, unlucky 16/36]\n  You test luck: lucky\n") == 1
    assert "On paper:\n  1: luck: lucky -6/36, unlucky 6/36\n" in told
    data = play("1\n2\n", "--resolve", "residual", "--json", book=str(path)).out
    assert '{"event": "ledger", "account": "1: luck", "entry": "lucky -6/36, unlucky 6/36"}' in data


def test_of_a_hidden_die_is_told_where_it_can_be(play: Play, tmp_path: Path) -> None:
    """30 faces of 36: lucky when the die and 30 pass 36. It then began in 6..35 and stands in 0..29; else in 30..35."""
    path = tmp_path / "ledger.gbk"
    path.write_text(LEDGER, "utf-8")
    told = play("1\n2\n", "--resolve", "systematic", book=str(path)).out
    entries = {f"[hidden die for lucky in {ends} of 36]\n  You test luck: {row}" for row, ends in WHERE.items()}
    assert sum(each in told for each in entries) == 1


def test_what_is_undone_is_undone_on_paper(play: Play, tmp_path: Path) -> None:
    """Each attack is a third of a point for two numbers in one account; after `back` both are as they were."""
    path = tmp_path / "two.gbk"
    path.write_text(TWO, "utf-8")
    told = play("1\n2\nback\nback\n2\nsheet\n3\n", book=str(path)).out
    assert told.count("[here 1/3, there 0/3]") == 1
    assert told.count("[here 1/3, there 1/3]") == 1
    assert told.count("[here 0/3, there 1/3]") == 1
    assert "On paper:\n  both: here 0/3, there 1/3\n" in told


def test_a_saved_play_keeps_its_mode(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "ledger.gbk"
    path.write_text(LEDGER, "utf-8")
    play(f"1\nsave {tmp_path / 'kept'}\nquit\n", "--resolve", "residual", book=str(path))
    told = play("1\n2\n", "--resume", str(tmp_path / "kept"), book=str(path)).out
    assert "[lucky -16/36, unlucky 16/36]" in told


def test_a_first_chapter_without_a_choice_is_told(play: Play) -> None:
    Path("two.gbk").write_text("=== 1\nFirst.\n-> 2\n\n=== 2\nSecond.\n* On -> victory\n* Off -> defeat\n", "utf-8")
    out = play("1\n", "--json", book="two.gbk").out
    assert [each["text"] for each in objects(out) if each["event"] == "prose"] == ["First.", "Second."]
    assert chapters(play("1\nback\n", "--json", book="two.gbk").out) == ["1", "2", "2"]


def test_a_rival_who_moves_for_ever_ends_the_play(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.cli.table.MOST_ROLLS", 50)
    Path("ever.gbk").write_text("=== 1\n~ rival chooses\n    * Left -> 1\n    * Right -> 1\n-> victory\n", "utf-8")
    outcome = play("", "--json", book="ever.gbk")
    events = [each["event"] for each in objects(outcome.out)]
    assert (outcome.code, events.count("choose"), events[-1]) == (3, 50, "note")


PACK = """\
book "Pack"
sheet
    stat LIFE = 1d6 + 9
    codeword HEALING
hero
    ~ choose
        * Heal
            ~ note HEALING
combat fight
    foe LIFE
    wounds LIFE
    won when foe LIFE <= 0
    round
        ~ foe LIFE -1
=== 1
~ fight "Grey wolf" LIFE 2 then "Lame wolf" LIFE 1
-> victory
"""


def test_foes_have_their_names_and_the_hero_notes_codewords(play: Play) -> None:
    Path("pack.gbk").write_text(PACK, "utf-8")
    told = play("1\n", "--set", "LIFE=3", book="pack.gbk").out
    assert "You note HEALING; as you wish: LIFE 3\n" in told
    assert [line for line in told.splitlines() if "wolf LIFE" in line] == [
        "Round 1: Grey wolf LIFE 2 -> 1", "Round 2: Grey wolf LIFE 1 -> 0", "Round 3: Lame wolf LIFE 1 -> 0",
    ]  # fmt: skip


ROUNDS = """\
book "Rounds"
    use fighting-fantasy
sheet
    number gold = 0 in 0..9
    codeword OWL
=== 1
~ fight "Wight" SKILL 5 STAMINA 8
    with luck = 0
    each round
        ~ if round > 2
            ~ gold +1
    wounded
        ~ LUCK -1
    escape from round 4 -> 2
~ note OWL
-> 2
=== 2
~ victory
"""


def test_what_each_round_brings_is_told_with_that_round(play: Play) -> None:
    """Gold comes before the roll of the third round, and before the menu of the fourth; then the fight is over."""
    Path("rounds.gbk").write_text(ROUNDS, "utf-8")
    told = play("2\n2\n2\n", "--hero", "SKILL=6,STAMINA=20,LUCK=9", "--seed", "3", book="rounds.gbk").out
    lines = told.splitlines()
    begin = lines.index("Fight: Wight")
    assert [line for line in lines[begin + 1 : lines.index("--- 2 ---")] if line] == [
        "Round 1: equal",
        "Round 2: higher by 6; strike; Wight STAMINA 8 -> 6",
        "Round 3: gold 0 -> 1; higher by 5; strike; Wight STAMINA 6 -> 4",
        "Round 4: gold 1 -> 2",
        "  1 Escape   2 Fight on",
        "> 2",
        "Round 4: lower by 2; take it; STAMINA 20 -> 18; LUCK 9 -> 8",
        "Round 5: gold 2 -> 3",
        "  1 Escape   2 Fight on",
        "> 2",
        "Round 5: higher by 2; strike; Wight STAMINA 4 -> 2",
        "Round 6: gold 3 -> 4",
        "  1 Escape   2 Fight on",
        "> 2",
        "Round 6: higher by 7; strike; Wight STAMINA 2 -> 0",
        "  You note OWL",
    ]


def test_what_follows_the_last_round_is_told_without_a_round(play: Play) -> None:
    """The fight is over after two rounds: there is no third."""
    text = ROUNDS.replace(
        "    escape from round 4 -> 2\n", "    after 2 rounds\n        ~ gold +1\n        ~ SKILL -1\n"
    )
    Path("rounds.gbk").write_text(text, "utf-8")
    told = play("", "--hero", "SKILL=6,STAMINA=20,LUCK=9", "--seed", "3", book="rounds.gbk").out
    lines = told.splitlines()
    begin = lines.index("Fight: Wight")
    assert [line for line in lines[begin + 1 : lines.index("--- 2 ---")] if line] == [
        "Round 1: equal",
        "Round 2: higher by 6; strike; Wight STAMINA 8 -> 6",
        "  gold 0 -> 1",
        "  SKILL 6 -> 5",
        "  You note OWL",
    ]


INNER = """\
book "Two fights"
combat fight
    foe life
    won when foe life <= 0
    round
        ~ roll 1d1 + 1d2
            2-3
                ~ foe life -1
=== 1
~ fight "Guard" life 2
    each round
        ~ if round = 1
            ~ fight "Dog" life 2
-> victory
"""


def test_after_a_fight_inside_another_one_the_outer_fight_goes_on(play: Play) -> None:
    Path("inner.gbk").write_text(INNER, "utf-8")
    lines = play("", "--seed", "3", book="inner.gbk").out.splitlines()
    told = [line.partition(": ")[0] + ";" + line.partition(";")[2] for line in lines if line.startswith("Round")]
    dog, guard = ("Dog life 2 -> 1", "Dog life 1 -> 0"), ("Guard life 2 -> 1", "Guard life 1 -> 0")
    assert told == [f"Round {1 + at % 2}; {words}" for at, words in enumerate((*dog, *guard))]
    changes = [
        key
        for each in objects(play("", "--seed", "3", "--json", book="inner.gbk").out)
        for key in each.get("changes", ())
    ]
    assert changes == ["Dog life", "Dog life", "Guard life", "Guard life"]


TOGETHER = """\
book "Geese"
    use fighting-fantasy
=== 1
~ fight
    foe "Goose" SKILL 9 STAMINA 6
    foe "Gander" SKILL 9 STAMINA 6
    together
    with luck = 0
    with harm = 0
    with damage = 0
    after 4 rounds -> 2
-> 2
=== 2
~ victory
"""


def test_rounds_are_counted_whichever_foe_is_attacked(play: Play) -> None:
    """In the third round the other foe is attacked; each round is one, and each roll says against whom it is."""
    Path("geese.gbk").write_text(TOGETHER, "utf-8")
    told = play("2\n2\n1\n2\n", "--hero", "average", "--seed", "3", book="geese.gbk").out
    assert [line for line in told.splitlines() if "against" in line] == [
        "Round 1: lower by 1 against Gander; take it; higher by 5 against Goose",
        "Round 2: higher by 4 against Gander; strike; lower by 3 against Goose; take it",
        "Round 3: higher by 1 against Goose; strike; higher by 6 against Gander",
        "Round 4: higher by 2 against Gander; strike; higher by 8 against Goose",
    ]


STAKE = """\
book "Stake"
sheet
    number gold = 9 in 0..20
    number mood = 0 in -9..9
hero
    ~ choose coins in 8..10
    ~ gold +coins
=== 1
~ choose bet in -2..gold - 14
~ mood +bet
* 7 -> victory
"""


def test_an_amount_is_chosen_by_itself(play: Play) -> None:
    """Typed numbers are the amounts, also in the making of the hero; options with words are counted."""
    Path("stake.gbk").write_text(STAKE, "utf-8")
    told = play("9\n5\n-3\nadvice\n-2\n7\n1\n", "--seed", "1", book="stake.gbk").out
    assert "\n  coins: a number from 8 to 10\n> 9\n  gold 18\n" in told
    assert "\n  bet: a number from -2 to 4\n> 5\n[type a number from -2 to 4]\n> -3\n[type a number" in told
    assert "\n  -2    100%  <- best play\n  -1    100%  <- equally good\n   0    100%" in told
    assert "> -2\n  mood 0 -> -2\n" in told
    assert "\n  1 7\n> 7\n[type 1]\n> 1\n" in told
    alone = play("", "--seed", "1", "--auto", "first", book="stake.gbk").out
    assert "\n  bet: a number from -2 to 3\n> -2\n" in alone


def test_in_data_an_amount_is_an_option_like_any_other(play: Play) -> None:
    """Programs type the place of an option, counted from 1: so what `advice` calls best can be typed."""
    Path("stake.gbk").write_text(STAKE, "utf-8")
    events = objects(play("3\n1\n1\n", "--seed", "1", "--json", book="stake.gbk").out)
    taken = [(each["number"], each["label"]) for each in events if each["event"] == "choose"]
    assert taken == [(3, "10"), (1, "-2"), (1, "7")]


def test_a_hero_by_name_arrives_wounded(play: Play) -> None:
    hero = ["--hero", "average", "--set", "STAMINA=8", "--from", "2"]
    Path("geese.gbk").write_text(TOGETHER.replace("~ victory", "* Home -> victory"), "utf-8")
    saved = play("sheet\nsave game.json\n", *hero, book="geese.gbk").out
    assert "SKILL 9, STAMINA 8 (initial 19), LUCK 9\n" in saved
    resumed = play("sheet\n1\n", "--resume", "game.json", book="geese.gbk").out
    assert "SKILL 9, STAMINA 8 (initial 19), LUCK 9\n" in resumed


MADE = """book "Made"
sheet
    stat N = 1d6 in 0..9
    item rope
    number pool = 0 in 0..9
hero
    ~ set pool = N
    ~ if N > 3
        ~ gain rope
=== 1
* On -> 2
=== 2
* Home -> victory
"""


def test_the_hero_block_knows_the_hero_as_he_is_given(play: Play) -> None:
    """What is put on the sheet is put there afterwards, also where a saved game is resumed."""
    Path("made.gbk").write_text(MADE, "utf-8")
    arrives = "N 2 (initial 5), pool 5\nYou carry: rope\n"
    begun = play("sheet\nsave game.json\n", "--hero", "N=5", "--set", "N=2", "--from", "2", book="made.gbk").out
    assert "Hero: pool 5; you gain rope; as you wish: N 2\n" in begun
    assert arrives in begun
    assert arrives in play("sheet\n", "--resume", "game.json", book="made.gbk").out


def test_what_is_not_written_yet_can_be_left_again(play: Play) -> None:
    Path("draft.gbk").write_text('book "B"\n    draft\n=== 1\n* On -> 17\n* Home -> victory\n', "utf-8")
    outcome = play("1\nback\n2\n", book="draft.gbk")
    assert "--- 17 ---\n\n*** This chapter is not written yet. ***\n" in outcome.out
    assert "*** Victory ***" in outcome.out
    assert "gamebook: chapter 17 is not written yet; for now, nobody wins there\n" in outcome.err
    ends = [each for each in objects(play("1\n", "--json", book="draft.gbk").out) if each["event"] == "end"]
    assert [(each["ending"], each["kind"]) for each in ends] == [("not written yet", "not written yet")]


def test_the_sheet_shows_the_points_so_far(play: Play) -> None:
    """Also where the book asks for a win first; a book without points has no line for them."""
    Path("points.gbk").write_text('book "P"\n    aim win then score\n=== 1\n~ score +5\n* On -> victory\n', "utf-8")
    assert "\nPoints: 5\n" in play("sheet\n", book="points.gbk").out
    told = objects(play("sheet\n", "--json", book="points.gbk").out)
    assert [each["points"] for each in told if each["event"] == "sheet"] == [5]
    assert "Points" not in play("sheet\n").out
