"""Findings under a limit: none that the whole book does not have, and what is open is said."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast
from unittest.mock import MagicMock

import numpy as np
import pytest
from hypothesis import given, settings

from gamebook.analysis.reach import Reach
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.errors import OutOfTime
from gamebook.limits import Limits, within
from gamebook.lint import facts, run, seen
from gamebook.lint.facts import Facts
from gamebook.lint.options import CheckOptions
from gamebook.lint.states import look
from gamebook.lint.undecided import questions
from gamebook.model.book import Book
from gamebook.program.lower import lower
from gamebook.project import Project
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solver.lesson import lesson
from gamebook.solver.reaching import NOTHING
from gamebook.solver.sample import Player
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.solver.traps import Traps
from gamebook.source import Span
from tests.support.check import check_text
from tests.support.random_books import books

SOON = CheckOptions(seconds=0.05)


@pytest.fixture
def only_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked for with much forgotten: as in a book that is too large even then."""
    monkeypatch.setattr(facts, "reaching", lambda *_: NOTHING)
    monkeypatch.setattr(facts, "traps", lambda *_, **__: Traps())


NEVER = {"GB206", "GB207", "GB208", "GB401", "GB407", "GB408", "GB414"}
SEEN = {"GB205", "GB403", "GB404", "GB405", "GB312", "GB415"}
KINDS = {
    "GB204": "a chapter is ever",
    "GB205": "be stuck",
    "GB206": "a choice is ever",
    "GB207": "a condition is always",
    "GB208": "an if always",
    "GB209": "is ever reached",
    "GB210": "there are traps",
    "GB401": "reader can win",
    "GB403": "a number is cut off",
    "GB404": "room for a gain",
    "GB405": "a number is cut off",
    "GB407": "a fight",
    "GB408": "a fight",
    "GB411": "again and again",
    "GB414": "a gain ever changes",
    "GB415": "room for what is stored",
}


class Everywhere(SourceMap, frozen=True):
    """Every address has a place of its own."""

    def span(self, address: str) -> Span | None:
        return Span(address, 0, 1)


def _look(book: Book, limit: int | None) -> tuple[Facts, list[Diagnostic]]:
    where = Everywhere({})
    solved = solve(book, limits=Limits(states=limit))
    return Facts(book, where, solved, options=SOON), [*look(book, where, solved, (), SOON)]


@pytest.mark.slow
@settings(deadline=None, max_examples=settings().max_examples // 2)  # each is solved four times
@given(books())
def test_findings_under_a_limit_are_those_of_the_whole_book_or_open(book: Book) -> None:
    everything, looked = _look(book, None)
    whole = {(each.code, each.span.path) for each in looked}
    behind = [each.message.replace('"', "") for each in looked]
    for limit in (1, 10, 40):
        facts, found = _look(book, limit)
        for each in found:
            key = each.code, each.span.path
            if each.code in NEVER | SEEN:
                assert key in whole, each
            elif each.code == "GB204":
                assert each.span.path.removeprefix("chapter ") not in everything.played
            elif each.code == "GB209":  # of the whole book, a finding that says why may name the ending, too
                name = each.span.path.removeprefix("ending ")
                assert not everything.is_ended(everything.reach.endings.index(name))
                assert key in whole or any(f"{name} is never reached" in other for other in behind), each
            elif each.code == "GB210":
                assert "GB210" in {code for code, _ in whole}
        if not facts.whole:
            told = [each for each in found if each.code == "GB406"]
            open_ = " ".join(question.message for each in told for question in each.related)
            missing = whole - {(each.code, each.span.path) for each in found}
            for code, place in missing:
                if code in KINDS and code != "GB204":
                    assert KINDS[code] in open_ or KINDS["GB204"] in open_, (code, place, open_)


PURSE = """sheet
    number gold = 0 in 0..50000

=== 1
* Work
    ~ gold +1
    -> 1
* Pay [if gold >= 40000] -> 2
* Go [if gold >= 0] -> 3
* Beg [if gold < 0] -> 3

=== 2
~ if gold > 49999
    ~ victory
~ ending "Home"

=== 3
~ defeat
"""


HUB = """sheet
    stat STAMINA = 2d6
    number gold = 1 in 0..{most}

when STAMINA <= 0 -> defeat

=== 1
* Work
    ~ gold +1
    ~ STAMINA -1
    -> 1
* Rest [if gold > 1]
    ~ gold -1
    ~ STAMINA +1
    -> 1
* Leave [if gold > 0] -> 2

=== 2
* Left -> victory
* Right
    ~ roll 1d6
        1-5 -> defeat
        6 -> {last}

=== 3
* Left -> defeat
* Right
    ~ roll 1d6
        1-5 -> 3
        6 -> defeat
"""


@pytest.mark.slow
@pytest.mark.usefixtures("only_lists")
@pytest.mark.parametrize(("last", "open_"), [("1", False), ("3", True)])
def test_arrays_know_of_all_states_whether_there_are_traps(last: str, open_: bool) -> None:
    found = Project.of(HUB.format(most=300, last=last)).check("full", limit_states=30).findings
    told = [question.message for each in found if each.code == "GB406" for question in each.related]
    assert any(KINDS["GB210"] in question for question in told) == open_


@pytest.mark.slow
def test_a_trap_beyond_the_list_is_found_with_the_way_to_it() -> None:
    found = Project.of(HUB.format(most=300, last="3")).check("full", limit_states=30).findings
    (trap,) = [each for each in found if each.code == "GB210"]
    assert trap.message == "from chapter 3 on some readers still have choices, but can reach only defeat"
    assert trap.route[-2:] == (
        "2: roll 1d6: 6 -> 3",
        trap.route[-1],
    )
    assert trap.route[-1].startswith("3: you have ")
    assert not [each for each in found if each.code == "GB406"]  # there are no more: that is known, too


@pytest.mark.usefixtures("only_lists")
def test_where_there_may_be_more_traps_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "may_be_lost", lambda *_: None)
    found = Project.of(HUB.format(most=300, last="3")).check("full", limit_states=100).findings
    assert [each.code for each in found if each.code == "GB210"]
    (told,) = [each for each in found if each.code == "GB406"]
    assert "whether there are more traps, from which only defeat can be reached: chapters 1 and 2" in {
        each.message for each in told.related
    }


@pytest.mark.slow
def test_where_nobody_wins_there_are_no_traps() -> None:
    text = HUB.format(most=300, last="3").replace("victory", "3")
    for states in (30, None):
        found = Project.of(f"{text}\n=== 4\n-> victory\n").check("full", limit_states=states).findings
        codes = {each.code for each in found}
        assert "GB401" in codes
        assert "GB210" not in codes


CHEST = """sheet
    number gold = 0 in 0..20
    item key

=== 1
* Go home [if gold < 12] -> 2
* Unlock the chest [if key] -> 2
* Dig
    ~ roll 1d6
        1-5
            ~ set gold = 0
        6
            ~ gold +1
    -> 1
* Leave by the mountain road [if gold >= 12]
    ~ gold +20
    -> 2

=== 2
* Look for a key -> 3
* Rest -> victory

=== 3
~ gain key
-> 1
"""


@pytest.mark.slow
@pytest.mark.parametrize("states", [10, 16, 20, 25])
def test_a_way_that_was_found_is_shown_with_the_decisions_of_the_book(states: int) -> None:
    """Of the choices, too, it is asked whether they are ever closed: these questions are no choices on the way."""
    found = Project.of(CHEST).check("full", limit_states=states).findings
    (full,) = [each for each in found if each.code == "GB405"]
    assert full.route[:2] == ('1: choose "Dig"', "1: roll 1d6: 6 -> 1")
    assert not [each for each in found if each.code in ("GB206", "GB207", "GB406")]


@pytest.mark.slow
def test_what_lies_beyond_the_list_is_known_where_few_variables_decide_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.project.MOST_SECONDS", 60.0)  # the machine may be busy
    text = PURSE.replace("50000", "500").replace("40000", "400").replace("49999", "499")
    whole, short = check_text(text), check_text(text, Limits(states=100, seconds=3600.0))
    assert short.codes == whole.codes
    assert [each.span for each in short.findings] == [each.span for each in whole.findings]


IDLE = """sheet
    stat NERVE = 5
    number gold = 0 in 0..50

=== 1
* Work [if gold < 50]
    ~ gold +1
    -> 1
* Rest
    ~ if gold < 0
        ~ NERVE -1
    -> 2
* Fret [if gold > 50]
    ~ NERVE -1
    -> 2

=== 2
~ NERVE +1
* Go [if NERVE > 4] -> victory
* Stay [if gold > 3] -> defeat
* Back -> 1
"""


@pytest.mark.slow
def test_a_gain_changes_nothing_where_a_loss_is_known_never_to_happen() -> None:
    for limits in (Limits(), Limits(states=20)):
        assert check_text(IDLE, limits).codes == ["GB208", "GB206", "GB414"]


@pytest.mark.slow
@pytest.mark.usefixtures("only_lists")
def test_whether_a_gain_changes_anything_is_open_where_a_loss_may_happen() -> None:
    """No play by chance works so long; in the book of which more is known, nobody does."""
    long = IDLE.replace("..50", "..50000").replace("gold < 50", "gold < 50000")
    words = "whether a gain ever changes anything"
    assert words not in _open(long.replace("gold > 50]", "gold > 50000]"), states=40)
    assert _open(long.replace("gold > 50]", "gold > 40000]"), states=40)[words] == ("2",)


SWAPS = """sheet
    number n = 3 in 0..6
    number m = 0 in 0..3
    number dust = 0 in 0..50

=== 1
* Take [if m = 0]
    ~ n -1
    ~ m +1
    -> 1
* Put back [if m = 1]
    ~ n +1
    ~ m -1
    -> 1
* Dig
    ~ dust +1
    -> 1
* Squeeze through [if {condition}] -> 2
* Stay [if dust >= n] -> victory

=== 2
~ defeat
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("condition", "reason"), [("n < 1", ""), ("m > 1", ": m is always in 0..1 here"), ("n < 1 and dust > 9", "")]
)
def test_under_a_limit_a_range_is_a_reason_only_if_it_closes_the_choice(condition: str, reason: str) -> None:
    """The two numbers move together, so one of them is never low; of each alone less is known."""
    found = check_text(SWAPS.format(condition=condition), Limits(states=20)).findings
    (told,) = [each for each in found if each.code == "GB206"]
    assert told.message == f"this choice is never open{reason}, so chapter 2 is never reached"


@pytest.mark.slow
@pytest.mark.parametrize("states", [20, 200])
def test_that_something_is_free_is_not_open_where_each_option_was_seen_open(states: int) -> None:
    """In a listed state, or only in plays."""
    found = Project.of(HUB.format(most=300, last="1")).check("full", limit_states=states).findings
    told = [question.message for each in found if each.code == "GB406" for question in each.related]
    assert not any(KINDS["GB411"] in question for question in told)


@pytest.mark.usefixtures("only_lists")
def test_what_is_open_is_said_with_its_chapters() -> None:
    checked = check_text(PURSE, Limits(states=1000))
    (told,) = [each for each in checked.findings if each.code == "GB406"]
    assert [each.message for each in told.related] == [
        "whether a chapter is ever reached: chapter 2",
        "whether an ending is ever reached: chapter 2",
        "whether a choice is ever open: chapter 1",
        "whether an if always goes one way: chapter 2",
        "whether a number is cut off at the end of its range: chapter 1",
        "whether any reader can win",
        "whether there are traps, from which only defeat can be reached: chapter 1",
    ]
    assert "5 questions" not in told.message
    assert "so 7 questions are open" in told.message


def test_in_a_draft_nothing_is_asked_that_a_missing_chapter_may_answer() -> None:
    checked = check_text(f'book "Purse"\n    draft\n{PURSE.replace("~ defeat", "-> 4")}', Limits(states=1000))
    (told,) = [each for each in checked.findings if each.code == "GB406"]
    assert [each.message for each in told.related] == ["whether a number is cut off at the end of its range: chapter 1"]


PICKED = """book "Rich or not"
    hero "rich": gold 9

hero
    ~ choose
        * Gold
            ~ gold +9
        * None

"""


@pytest.mark.parametrize(
    ("limits", "option"),
    [
        (Limits(states=1000), "--limit-states"),
        (Limits(memory=1000), "--limit-memory"),
        (Limits(seconds=0.0), "--timeout"),
    ],
    ids=["states", "memory", "time"],
)
def test_the_hint_for_a_large_book_is_the_limit_that_was_reached(limits: Limits, option: str) -> None:
    (told,) = [each for each in check_text(PURSE, limits).findings if each.code == "GB406"]
    assert told.hint is not None
    assert told.hint.startswith(f"raise {option}; ")


@pytest.mark.parametrize(
    ("book", "hint"),
    [
        ("sheet\n    stat luck = 2d6\n", "check one reader with --hero average; or raise --limit-states"),
        (PICKED, "check one reader with --hero rich; or raise --limit-states"),
        ("", "raise --limit-states"),
    ],
    ids=["dice", "picks", "all alike"],
)
def test_the_hint_for_a_large_book_is_an_option_that_works(book: str, hint: str) -> None:
    found = Project.of(book + PURSE).check("full", limit_states=1000, timeout=2).findings
    (told,) = [each for each in found if each.code == "GB406"]
    assert told.hint is not None
    assert told.hint.startswith(f"{hint} (now 1,000)")


HARD = """book "Ladder"
    use plain
    expect win 10%..90%

sheet
    number n = 0 in 0..50000

=== 1
* On [if n < 50000]
    ~ n +1
    ~ roll 1d2
        1 -> 1
        2 -> 3
* Stop -> 2

=== 2
~ if n > 40000
    ~ victory
~ defeat

=== 3
~ defeat
"""


def test_a_promise_that_cannot_be_checked_is_an_error() -> None:
    far = HARD.replace("1 -> 1\n        2 -> 3", "1-2 -> 1").replace("Stop ->", "Stop [if n >= 50000] ->")
    (told,) = [each for each in check_text(far, Limits(states=50)).findings if each.code == "GB410"]
    assert told.severity is Severity.ERROR
    assert told.message == ("`expect` 10.00% to 90.00% could not be checked: the chance to win is between 0% and 100%")


def test_a_promise_that_is_broken_whatever_lies_beyond_is_told_as_broken() -> None:
    """After 30 throws the chance to go on is below 1 in 10^9: the promise is excluded long before the end."""
    (told,) = [each for each in check_text(HARD, Limits(states=500)).findings if each.code in ("GB402", "GB410")]
    assert told.code == "GB402"


FAR = """sheet
    stat life = 3
    number n = 0 in 0..50000
    item rope, sack
    limit hand 1: rope, sack

when life <= 0 -> defeat

combat fight
    foe    life
    wounds life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
                ~ life -1

=== 1
~ fight "Rat" life 1
-> 2

=== 2
* On
    ~ n +1
    -> 2
* Turn off [if n >= 40000]
    ~ gain sack
    -> 3

=== 3
~ fight "Dog" life 1
~ gain rope
~ victory
"""
"""A long way, whose beginning is listed; random plays see more of it."""


def _open(text: str, states: int, seconds: float = 2.0) -> dict[str, tuple[str, ...]]:
    edition = Project.of(text).edition()
    book = edition.resolved.book
    assert book is not None
    solved = Solved(book, explore(lower(book), limits=Limits(states=states)), {}, cast("Played", None))
    facts = Facts(book, edition.resolved.sourcemap, solved, options=CheckOptions(seconds=seconds))
    assert not facts.whole
    return {each.words: each.chapters for each in questions(facts)}


@pytest.mark.slow
@pytest.mark.usefixtures("only_lists")
def test_what_is_open_about_fights_and_gains_is_open_where_it_was_not_seen() -> None:
    """Who turns off has won 40,000 tosses in a row: no play by chance comes that far."""
    hard = FAR.replace(
        "    ~ n +1", "    ~ roll 1d2\n        1\n            ~ n +1\n        2\n            ~ set n = 0"
    )
    found = _open(hard, states=40)
    assert found["whether a fight can be won, or lost"] == ("3",)  # the rat has been fought to every end
    assert found["whether there is always room for a gain"] == ("3",)  # the hand is empty at the turning


@pytest.mark.slow
def test_what_random_plays_have_seen_is_not_open() -> None:
    """Nobody turns off or wins among the first states listed; random plays all come that far, and some to the dog."""
    found = _open(FAR, states=40)
    assert "whether a fight can be won, or lost" not in found
    assert "whether there is always room for a gain" not in found
    assert "whether a choice is ever open" not in found
    assert "whether any reader can win" not in found


@pytest.mark.slow
@pytest.mark.usefixtures("only_lists")
def test_whether_something_is_free_is_open_where_play_can_go_round_and_get_more_of_it() -> None:
    words = "whether something can be had again and again for nothing"
    market = FAR.replace("sheet\n", "sheet\n    number gold = 0 in 0..9\n", 1).replace(
        "* Turn off",
        "* Sweep [if n > 30000]\n    ~ gold +1\n    -> 2\n* Hire a guide\n    ~ pay 9 gold\n    -> 3\n* Turn off",
    )
    assert _open(market, states=40)[words] == ("2",)
    assert words not in _open(FAR, states=40)  # nothing is paid for, and n counts the steps
    # In the market not every way adds 1 to n: it is worth having there, but not where it closes a way, too.
    assert _open(market.replace("    ~ gold +1", "    ~ gold -1"), states=40)[words] == ("2",)
    market = market.replace("* On\n", "* On [if n < 50000]\n")
    assert _open(market, states=40)[words] == ("2",)
    assert words not in _open(market.replace("    ~ gold +1", "    ~ gold -1"), states=40)


def test_without_time_for_one_random_play_all_is_open() -> None:
    found = _open(FAR, states=40, seconds=-2.0)
    assert "whether a fight can be won, or lost" in found
    assert "whether any reader can win" in found


def test_a_promise_that_is_kept_whatever_lies_beyond_needs_no_more() -> None:
    """The same chance, below 1 in 10^9, lies between 0 and 90 % though it is not known."""
    kept = HARD.replace("10%..90%", "0%..90%")
    assert not [each for each in check_text(kept, Limits(states=500)).findings if each.code in ("GB402", "GB410")]


@pytest.mark.slow
@pytest.mark.parametrize(("promise", "codes"), [("40%..60%", []), ("60%..90%", ["GB402"])])
def test_a_random_reader_who_is_known_though_not_all_states_are_listed(promise: str, codes: list[str]) -> None:
    """Large books are also solved in arrays: what is known from there settles a promise."""
    text = f'book "Far"\n    expect reader random wins {promise}\n\n{FAR}'
    edition = Project.of(text).edition()
    solved = solve(edition.book, limits=Limits(states=50))
    for at_random, wanted in (((0.5, 0.5), codes), (None, ["GB410"])):
        options = CheckOptions(seconds=0.2, at_random=at_random)
        found = run(edition.book, edition.resolved.sourcemap, solved, edition.loaded, edition.earlier, options=options)
        told = [each for each in found if each.code in ("GB402", "GB410")]
        assert [each.code for each in told] == wanted
        assert all(f"expect reader random` {promise[:2]}.00%" in each.message for each in told if each.code == "GB410")


FULL = """sheet
    number gold = 0 in 0..20
    number a = 1d200 in 0..200
    number b = 1d200 in 0..200

=== 1
* Look -> 2

=== 2
~ if a > b
    ~ gold +30
~ fight "Rat" SKILL 12 STAMINA 12
-> victory
"""
"""More heroes than states that are listed at once."""


@pytest.mark.slow
def test_what_random_plays_see_is_told_with_a_play_that_shows_it(tmp_path: Path) -> None:
    """The list ends before anybody looks; then some readers lose the fight, others win it."""
    page = tmp_path / "full.gbk"
    page.write_text(f'book "Full"\n    use fighting-fantasy\n    start 1\n\n{FULL}')
    checked = Project(page).check(limit_states=5)
    (told,) = [each for each in checked.findings if each.code == "GB405"]
    assert "gold is at most 20" in told.message
    (line,) = told.route
    command, number = line.split(" --replay ")
    assert command == f"gamebook simulate {page} --policy random"
    steps = Player(Project(page).book).again(int(number))
    assert steps[-1].sheet["a"] > steps[-1].sheet["b"]
    open_ = [other.message for each in checked.findings if each.code == "GB406" for other in each.related]
    assert not any("fight" in each or "an if" in each for each in open_)


COIN = """sheet
    number coin = 0 in 0..1

hero
    ~ roll 1d2
        1
            ~ set coin = 1
        2
            ~ set coin = 0

=== 1
* A -> 2
* B -> 3

=== 2
* On [if coin = 0] -> 2

=== 3
* On [if coin = 1] -> 3
* Up -> 1
"""


def test_it_is_asked_where_else_a_reader_can_be_stuck() -> None:
    """Listing ends at once; random plays see that readers are stuck, but not where."""
    (told,) = [each for each in check_text(COIN, Limits(states=1)).findings if each.code == "GB406"]
    assert "whether a reader can be stuck: chapter 2" in [each.message for each in told.related]


HALL = """\
book "Hall"
sheet
    item rope
=== 1
* Climb [if rope] -> 2
* Sit -> 2
=== 2
~ victory
"""


def test_what_there_is_no_time_for_is_said() -> None:
    """All states are known, but the time was over: a choice is never open, and nobody has looked."""
    edition = Project.of(HALL).edition()
    assert edition.luckless is not None
    book, where = edition.luckless.book, edition.resolved.sourcemap
    solved = solve(book)
    assert [each.code for each in look(book, where, solved, ())] == ["GB206"]
    (told,) = look(book, where, solved, (), CheckOptions(until=time.monotonic() - 1.0))
    assert (told.code, told.message.split(", so")[0]) == ("GB406", "the time was over before all was looked for")
    assert "whether a choice is ever open, or ever closed" in [each.message for each in told.related]


LITTLE_ROOM = """sheet
    item coin x 2, pin
    limit bag 2: coin, pin
    number gold = 0 in 0..3
    number days = 0 in 0..9999

=== 1
* Wait
    ~ days +1
    -> 1
* Take
    ~ gain coin
    ~ gold +2
    -> 2

=== 2
* Take more
    ~ gain coin
    ~ gold +2
    -> 3
* Wait
    ~ days +1
    -> 2

=== 3
* Stay
    ~ gain coin
    ~ gold +2
    -> 1
* Go [if days > 9000] -> 4

=== 4
~ gain coin
~ gold +2
~ victory
"""
"""Gains without room: they are soon seen in chapters 1, 2 and 3, and very late in 4."""


@pytest.mark.parametrize("states", [200, None])
def test_what_was_seen_is_open_where_there_was_no_time_to_report_it(states: int | None) -> None:
    """The question of a lint that came too late is open at each of its places, whatever play was seen to do there."""
    edition = Project.of(LITTLE_ROOM).edition()
    assert edition.luckless is not None
    book, where = edition.luckless.book, edition.resolved.sourcemap
    solved = solve(book, limits=Limits(states=states))
    (told,) = look(book, where, solved, (), CheckOptions(until=time.monotonic() - 1.0))
    asked = dict(each.message.partition(": ")[::2] for each in told.related)
    for words in ("whether there is always room for a gain", "whether a number is cut off at the end of its range"):
        assert asked[words].endswith(" 1, 2, 3 and 4"), asked
    assert "whether a division by zero is possible" not in asked  # nothing is divided


def test_of_each_menu_it_is_found_out_once_what_was_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked of each option, several times; of a long list that took seconds, also after the time."""
    edition = Project.of(HALL).edition()
    assert edition.luckless is not None
    book, where = edition.luckless.book, edition.resolved.sourcemap
    known = Facts(book, where, solve(book), ())
    asked = MagicMock(wraps=known.reach.open_options)
    monkeypatch.setattr(Reach, "open_options", lambda _reach, node: asked(node))
    (node,) = (node for nodes in known.nodes.values() for node in nodes if known.reach.is_come_to(node))
    assert [known.was(True, node, option) for option in (0, 1)] == [False, True]
    assert [known.was(False, node, option) for option in (0, 1)] == [True, False]
    asked.assert_called_once_with(node)


def test_after_the_time_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = Project.of(HALL).edition()
    assert edition.luckless is not None
    solved = solve(edition.luckless.book, limits=Limits(states=2))
    monkeypatch.setattr(seen, "player_after", None)  # it would fail if it were called
    options = CheckOptions(until=time.monotonic() - 1.0)
    (told,) = look(edition.luckless.book, edition.resolved.sourcemap, solved, (), options)
    assert told.code == "GB406"


def test_what_takes_long_in_a_long_list_ends_with_the_time() -> None:
    edition = Project.of(HALL).edition()
    assert edition.luckless is not None
    known = Facts(edition.luckless.book, edition.resolved.sourcemap, solve(edition.luckless.book), ())
    nowhere = np.zeros(known.reach.size, np.bool_)
    for work in (
        lambda: known.reach.spared,
        lambda: known.reach.entries(nowhere),
        lambda: known.witness.nearest(np.array([0])),
    ):
        with pytest.raises(OutOfTime), within(time.monotonic() - 1.0):
            work()


def test_no_time_to_begin() -> None:
    def late() -> Solved:
        raise OutOfTime

    edition = Project.of(HALL).edition()
    found = edition.check(solved=late).findings
    assert [each.code for each in found if each not in edition.mistakes.findings] == ["GB406"]
    assert any("there was no time to look at plays" in each.message for each in found)


DOWN = "".join(f"* Down {number} -> below\n" for number in range(9))
STEPS = "".join(f"=== {step}\n* Up [if echo != call + cry] -> {step + 1}\n{DOWN}" for step in range(1, 8))
STAIRS = f"""\
book "Stairs"
sheet
    number echo = 1d200 in 0..200
    number call = 1d200 in 0..200
    number cry = 1d200 in 0..200
{STEPS}
=== 8 The roof
~ roll 1d6
    1-5 -> victory
    6
        ~ echo +5
        -> defeat "Off the roof"
=== below
-> defeat "Down"
"""
"""Who picks at random climbs all stairs once in ten million plays."""


@pytest.mark.slow
def test_good_plays_see_what_random_plays_do_not(tmp_path: Path) -> None:
    page = tmp_path / "stairs.gbk"
    page.write_text(STAIRS)
    checked = Project(page).check(limit_states=5)
    (told,) = [each for each in checked.findings if each.code == "GB406"]
    assert not any("can win" in each.message or "ending" in each.message for each in told.related)
    (cut,) = [each for each in checked.findings if each.code == "GB405"]
    (line,) = cut.route
    command, number = line.split(" --replay ")
    assert command == f"gamebook simulate {page} --policy practised"
    project = Project(page)
    steps = Player(project.book, policy=lesson(project.book)).again(int(number))
    assert steps[-1].sheet["echo"] > 195
