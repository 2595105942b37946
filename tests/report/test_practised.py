"""The report of a book that was not solved. The plays of the practised reader are given by the tests."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace

from gamebook.analysis.decisions import decisions
from gamebook.analysis.difficulty import Bracket, Difficulty, difficulty
from gamebook.model.book import Book
from gamebook.render.solution import Solution
from gamebook.render.text import text
from gamebook.report.amounts import Amounts
from gamebook.report.practised import beside_best
from gamebook.report.solution import practised_words, sampled_words, sections
from gamebook.report.solution_data import data
from gamebook.solver.estimate import Estimate
from gamebook.solver.practice import Practised, Taken
from gamebook.solver.sample import Sample
from gamebook.solver.sample import sample as play_at_random
from gamebook.solver.solving import solve
from tests.support.fight_process import read
from tests.support.small_games import DOORS

BOOK = """
=== 1 The gate
* In -> 2
* Away
    ~ defeat "You are still walking"

=== 2 The hall
~ roll 1d6
    1-4 -> victory "The crown"
    5-6 -> defeat "The dog"
"""
FOUND = Practised(
    win=Estimate(0.66, 0.65, 0.68),
    plays=10_000,
    practice=50_000,
    confidence=0.99,
    seed=1,
    endings={"The crown": 0.66, "The dog": 0.32, "You are still walking": 0.0, "soft lock": 0.0},
    failures={"1": 0.0, "2": 0.32, "the hero": 0.0},
    rivals=False,
    choices=(Taken("1", "1#1", "reader", 1.0, {"1#2": (1.0, 0.97), "1#4": (1.0, 0.03)}),),
)
SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solution.schema.json"


class Unsolved(Solution, frozen=True):
    """A solution that came to a limit, beside which a reader had practised."""

    practised: Practised = FOUND

    @cached_property
    def difficulty(self) -> Difficulty:
        return replace(difficulty(self.solved), complete=False, uniform=None, practised=self.practised)


class Beside(Unsolved, frozen=True):
    """The same, beside some plays at random."""

    sample: Sample | None = None

    @cached_property
    def difficulty(self) -> Difficulty:
        known = difficulty(self.solved)
        return replace(known, complete=False, uniform=None, practised=self.practised, sample=self.sample)


def unsolved(book: Book, practised: Practised = FOUND) -> Unsolved:
    return Unsolved(solve(book), practised=practised)


def test_the_screen_says_what_good_play_wins_and_where_it_fails() -> None:
    told = text(list(sections(unsolved(read(BOOK))))).plain
    good = "found by practice, wins about 66.000%, with 99% confidence between 65.000% and 68.000% (10,000 plays)"
    assert f"Good play       {good}\n" in told
    assert "better play than this is proven" not in told  # the book is won in 2/3 of all plays
    assert "66.000%  victory  The crown\n" in told
    assert "32.000%  defeat   The dog\n" in told
    assert "You are still walking" not in told
    assert "32.000%         100%  2 The hall\n" in told


def beside_random(endings: dict[str, float], by_chance: dict[str, int], *, unfinished: int = 0) -> str:
    """The table of endings beside that of a random reader, in a book with these endings."""
    book = read(
        "=== 1\n" + "".join(f'* Way {name}\n    ~ defeat "{name}"\n' for name in by_chance) + "* Out -> victory\n"
    )
    sample = replace(
        play_at_random(book, plays=1, seconds=None),
        plays=sum(by_chance.values()) + unfinished,
        unfinished=unfinished,
        counts=by_chance,
    )
    found = unsolved(book, replace(FOUND, endings=endings))
    (table,) = (
        text([section]).plain
        for section in sections(Beside(found.solved, practised=found.practised, sample=sample))
        if section.title == "Endings in simulated plays"
    )
    return table


def test_an_ending_that_only_random_play_comes_to_is_shown() -> None:
    told = beside_random({"victory": 1.0}, {"Home": 75, "Ditch": 25})
    assert "100%       0%  victory  victory\n" in told
    assert told.index("0%  75.000%  defeat   Home") < told.index("0%  25.000%  defeat   Ditch")
    assert "given up" not in told


def test_of_many_endings_those_stay_that_either_reader_comes_to_most_often() -> None:
    """Ten endings; good play comes to the first four. The two that are left over have 2 + 3 of 100 random plays."""
    rare = {"A": 50, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 11, "I": 12}
    told = beside_random({"victory": 0.9, "A": 0.05, "B": 0.03, "C": 0.015}, rare)
    assert [line.split()[-1] for line in told.splitlines()[2:10]] == ["victory", "A", "I", "H", "G", "F", "E", "D"]
    assert "… and 2 more: good play 4.500%, random 5.000%\n" in told
    assert (
        "Plays that went on for very long were given up, and are missing here: good play 0.500%, random 0%.\n" in told
    )


def test_random_plays_that_were_given_up_are_counted() -> None:
    told = beside_random({"victory": 1.0}, {"Home": 75}, unfinished=25)
    assert "0%  75.000%  defeat   Home\n" in told
    assert "given up, and are missing here: good play 0%, random 25.000%.\n" in told


def test_the_line_of_random_plays_says_how_many_were_given_up() -> None:
    """Bounds that are far apart have this reason."""
    some = play_at_random(read(BOOK), plays=1, seconds=None)
    some = replace(some, plays=36, unfinished=16, win=Estimate(0.0, 0.0, 0.66))
    told = sampled_words(some, Amounts(True))
    assert told == (
        "wins about 0%, with 99% confidence between 0% and 66.000% "
        "(36 plays; 44% of them went on for very long and were given up)"
    )
    assert sampled_words(replace(some, unfinished=0), Amounts(True)).endswith(" (36 plays)")


def test_better_play_may_be_proven() -> None:
    worse = replace(FOUND, win=Estimate(0.5, 0.49, 0.51))
    told = text(list(sections(unsolved(read(BOOK), worse)))).plain
    assert "(10,000 plays)\n                better play than this is proven (see best play)\n" in told


def test_how_well_practice_has_gone_is_no_finding_about_the_book() -> None:
    """The plays won between 65 % and 68 %: that is compared with what best play wins for certain, and at most."""
    soon = "best play wins about as often, or more often: practice need not find the best play"
    assert beside_best(FOUND, Bracket(0.1, 1.0)) == soon
    assert beside_best(FOUND, Bracket(0.6, 0.69)) == soon
    assert beside_best(FOUND, Bracket(0.67, 0.69)) == soon
    assert beside_best(FOUND, Bracket(0.1, 0.68)) == ""  # nobody wins more
    assert beside_best(FOUND, Bracket(0.69, 1.0)).startswith("better play than this is proven")
    against = beside_best(replace(FOUND, rivals=True), Bracket(0.1, 1.0))
    assert against.endswith("best play may win more often, or less often")  # the rival may learn, too


def test_a_rival_is_named() -> None:
    words = practised_words(replace(FOUND, rivals=True))
    assert words.endswith("(10,000 plays), against a rival who has practised, too")


def test_json_has_what_differs_from_0() -> None:
    found = json.loads(json.dumps(data(unsolved(read(BOOK)))))
    jsonschema.validate(found, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert found["practised"] == {
        "practice": 50_000,
        "plays": 10_000,
        "seed": 1,
        "confidence": 0.99,
        "value": 0.66,
        "low": 0.65,
        "high": 0.68,
        "endings": {"The crown": 0.66, "The dog": 0.32},
        "failures": {"2": 0.32},
        "rivals": False,
        "choices": [
            {
                "chapter": "1",
                "address": "1#1",
                "name": "1",
                "what": "menu",
                "in_fight": False,
                "against": "",
                "rival": False,
                "met": 1.0,
                "options": [
                    {"address": "1#2", "label": "In", "anytime": False, "open": 1.0, "taken": 0.97},
                    {"address": "1#4", "label": "Away", "anytime": False, "open": 1.0, "taken": 0.03},
                ],
            }
        ],
    }


def test_many_chapters_are_told_together() -> None:
    """Of ten chapters, each with 3 %, two are left over."""
    names = [str(number) for number in range(1, 11)]
    book = read("".join(f"=== {name}\n* On -> {int(name) % 10 + 1}\n* Out -> victory\n\n" for name in names))
    found = unsolved(book, replace(FOUND, endings={"victory": 0.7}, failures=dict.fromkeys(names, 0.03)))
    assert "… and 2 more, 6.000% in all" in text(list(sections(found))).plain


def test_the_screen_says_what_good_play_chooses() -> None:
    told = text(list(sections(unsolved(read(BOOK))))).plain
    assert "What good play chooses, in simulated plays\nchapter  open  taken  option\n" in told
    assert "1           1  97.0%  In\n            1   3.0%  Away\n" in told


def chosen(book: Book, *often: tuple[float, dict[str, tuple[float, float]]]) -> Unsolved:
    """Plays that came to the first decisions of a book so often, by label how often each option was open and taken."""
    taken = []
    for decision, (met, options) in zip(decisions(book).values(), often, strict=False):
        addresses = {label: address for address, label in decision.labels.items()}
        rows = {addresses[label]: row for label, row in options.items()}
        owner = "rival" if decision.what == "rival" else "reader"
        taken.append(Taken(decision.address.partition("#")[0], decision.address, owner, met, rows))
    return unsolved(book, replace(FOUND, endings={"victory": 1.0}, failures={}, choices=tuple(taken)))


CHOSEN = "What good play chooses, in simulated plays"


def test_where_never_two_options_are_open_nothing_is_chosen() -> None:
    """With the key one way is open, without it the other; then both are open to some."""
    book = read("""
sheet
    item key

=== 1
* In [if key] -> victory
* Round the back [if not key] -> victory
""")
    apart = chosen(book, (1.0, {"In": (0.25, 0.25), "Round the back": (0.75, 0.75)}))
    assert CHOSEN not in text(list(sections(apart))).plain
    assert len(data(apart)["practised"]["choices"]) == 1
    both = chosen(book, (1.0, {"In": (0.25, 0.25), "Round the back": (1.0, 0.75)}))
    assert "0.25   100%  In\n            1  75.0%  Round the back\n" in text(list(sections(both))).plain


MANY_DECISIONS = "".join(
    f"=== {number}\n* On -> {number % 9 + 1}\n* Out -> victory\n* Up -> 1\n* Down -> 1\n* Back -> 1\n\n"
    for number in range(1, 10)
)


def test_the_short_table_has_decisions_that_are_met_most_and_the_long_one_all() -> None:
    """Of nine decisions and five options, four of each are left over in one, none in the other."""
    rows = {"On": 0.1, "Out": 0.4, "Up": 0.2, "Down": 0.3, "Back": 0.0}
    often = [(float(n), {label: (float(n), n * share) for label, share in rows.items()}) for n in range(1, 10)]
    found = chosen(read(MANY_DECISIONS), *often)
    short, long = (text(list(sections(found, choices=choices))).plain for choices in (False, True))
    first, *lines = short.partition(CHOSEN)[2].splitlines()[2:]
    assert first == "9           9  10.0%  On"
    assert [line[:1] for line in lines if line[:1].isdigit()] == ["8", "7", "6", "5"]
    assert "… and 4 more decisions (--choices)" in lines
    assert "Back" not in short
    assert [line[0] for line in long.splitlines() if line.endswith("  On")] == [str(n) for n in range(1, 10)]
    assert long.count("0%  Back") == 9


FIGHT = """
book "A wolf"
    use fighting-fantasy

sheet
    item bread

anytime
    * Eat [if bread]
        ~ lose bread

=== 1
* In
    ~ fight "Grey wolf" SKILL 7 STAMINA 4
    -> victory
* Away
    ~ defeat
"""


@pytest.mark.slow
def test_choices_in_fights_stand_in_the_long_table() -> None:
    """As in the report of a solved book: the short one keeps to the page."""
    book = read(FIGHT)
    often = []
    for decision in decisions(book).values():
        labels = dict.fromkeys(decision.labels.values(), (2.0, 0.5))
        often.append((2.0, labels))
    found = chosen(book, *often)
    short, long = (text(list(sections(found, choices=choices))).plain for choices in (False, True))
    assert "25.0%  In\n" in short
    assert "Grey wolf" not in short
    assert ", Grey wolf)" in long


@pytest.mark.slow
def test_what_is_chosen_at_a_decision_adds_up_with_the_actions_of_any_time() -> None:
    """A decision that is made 1.5 times in a play: 0.8 times In, 0.4 times Away, and 0.3 times, of 0.5, they eat."""
    found = chosen(read(FIGHT), (1.5, {"In": (1.0, 0.8), "Away": (1.0, 0.4), "Eat": (0.5, 0.3)}))
    short, long = (text(list(sections(found, choices=choices))).plain for choices in (False, True))
    for told in (short, long):
        rows = [line.split() for line in told.partition(CHOSEN)[2].splitlines()[2:5]]
        assert rows == [
            ["1", "1", "80.0%", "In"],
            ["1", "40.0%", "Away"],
            ["0.5", "60.0%", "Eat", "(at", "any", "time)"],
        ]
    assert [line.split() for line in long.splitlines() if line.startswith("at any time")] == [
        ["at", "any", "time", "0.5", "60.0%", "Eat"]
    ]


def test_options_that_the_short_table_leaves_out_are_counted() -> None:
    """Of six ways, four are shown."""
    ways = {f"Way {number}": (1.0, number / 21) for number in range(1, 7)}
    book = read("=== 1\n" + "".join(f"* {way} -> victory\n" for way in ways))
    short, long = (text(list(sections(chosen(book, (1.0, ways)), choices=choices))).plain for choices in (False, True))
    assert "  … and 2 more\n" in short
    assert "Way 2" not in short
    assert "Way 2" in long
    assert "more" not in long.partition(CHOSEN)[2]


def test_choices_of_a_rival_are_named() -> None:
    book = read(DOORS.rpartition("By hand")[0])
    found = chosen(book, (1.0, {"The door with the dog": (1.0, 0.9), "The open door": (1.0, 0.1)}))
    assert "90.0%  The door with the dog (rival)\n" in text(list(sections(found))).plain
    assert data(found)["practised"]["choices"][0]["rival"]


def test_plays_that_were_given_up_are_not_kept_quiet() -> None:
    """Of 10,000 plays only 800 came to an ending: that none was won says little."""
    few = replace(FOUND, win=Estimate(0.0, 0.0, 0.93), endings={"The crown": 0.0, "The dog": 0.08})
    assert few.given_up == 9200
    assert "(10,000 plays; 92% of them went on for very long and were given up)" in practised_words(few)
    assert FOUND.given_up == 200
    assert "given up" not in practised_words(FOUND)
