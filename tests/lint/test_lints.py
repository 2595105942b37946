"""What single cases in `tests/cases` do not show: real books, and findings that must stay away."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import pytest
from msgspec.structs import replace

from gamebook import project, verbs
from gamebook.diagnostics import Severity
from gamebook.lint import facts as lint_facts
from gamebook.lint.facts import Facts
from gamebook.lint.ranges import crowded
from gamebook.program.code import Mark
from gamebook.solver.solution import Solved
from gamebook.solver.space import Limits
from tests.support.check import Checked, check, check_text

ROOT = Path(__file__).parent.parent.parent
REAL = ROOT / "tests" / "data" / "real"


def _lines(checked: Checked, code: str) -> list[str]:
    """The lines of the book at which a code is reported."""
    found = []
    for each in checked.findings:
        if each.code == code:
            source = checked.sources[each.span.path]
            found.append(source.line(source.position(each.span.start).line))
    return found


def test_the_arena_has_two_numbers_without_bounds_and_two_unlinked_pages() -> None:
    checked = check(REAL / "arena.gbk")
    assert [each.message for each in checked.findings] == [
        "fame needs a least and a greatest value",
        "strength needs a least and a greatest value",
        "chapter death is never reached: no link leads to it",
        "chapter intro is never reached: no link leads to it",
    ]


def test_the_arena_with_bounds() -> None:
    checked = check(REAL / "arena-bounded.gbk")
    (stuck,) = [each for each in checked.findings if each.code == "GB205"]
    assert _lines(checked, "GB205") == ["* Limp away [if 0 > 0] -> recover"]
    assert _lines(checked, "GB206") == ["* Limp away [if 0 > 0] -> recover"]
    assert _lines(checked, "GB204") == ["=== death The cold floor", "=== intro The cave"]
    # A reader who is beaten by a beginner with strength to spare.
    assert stuck.route == (
        'start: choose "Ask for something gentler"',
        "start: compare 1d20 with 10 + strength + fame: higher -> easy-battle",
        'easy-battle: choose "Fight straight"',
        "easy-battle: compare 1d20 + strength with 10: lower -> rookie-loss",
        "rookie-loss: you have fame 0, strength 4",
    )
    rest = [each.code for each in checked.findings if each.code not in ("GB204", "GB205", "GB206")]
    assert set(rest) == {"GB210", "GB405"}  # infos: fame at its ceiling, and readers too poor in fame to win


@pytest.mark.parametrize("path", [REAL / "damsel-in-distress.gbk"], ids=lambda path: path.stem)
def test_sound_books_are_left_in_peace(path: Path) -> None:
    assert check(path).findings == ()


def test_what_no_one_can_come_to_is_told_whatever_the_limit() -> None:
    assert check_text(_walk(500), Limits(states=100)).codes == ["GB204"]
    assert check_text(_walk(6)).codes == ["GB204"]


def _walk(length: int) -> str:
    """A book with a state for each number, and a chapter that nothing leads to."""
    head = f"sheet\n    number n = 0 in 0..{length}\n\n=== 1\n* On [if n < {length}]\n    ~ n +1\n    -> 1\n"
    return head + "* Stop -> 2\n\n=== 2\n~ if n > 5\n    ~ victory\n~ defeat\n\n=== 3\n~ defeat\n"


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("number it = 2d6 in 0..6", ["GB405"]),
        ("stat it = 2d6 in 0..6", ["GB405"]),
        ("item it x 6 = 2d6", ["GB405"]),
        ("number it = 2d6 - 4 in 0..8", ["GB403"]),
        ("stat it = 2d6 - 4 in 0..8", ["GB403"]),
        ("stat it = 2d6 - 4", []),
        ("stat it = 2d6 in 0..12", []),
        ("item it x 12 = 2d6", []),
    ],
)
def test_a_roll_for_the_sheet_that_is_cut_off(line: str, codes: list[str]) -> None:
    assert check_text(f"sheet\n    {line}\n\n=== 1\n~ if it > 3\n    ~ victory\n~ defeat\n").codes == codes


def test_what_a_rule_system_says_is_not_the_authors() -> None:
    book = 'book "Moat"\n    use fighting-fantasy\n\n=== 1\n~ victory\n'
    assert check_text(book).codes == []  # the system's defeat is never reached, and that is nobody's mistake


def test_findings_stand_on_one_line_in_order_and_once() -> None:
    text = """sheet
    codeword OWL

=== 1
* Hoot [if OWL]
    You hoot.
    -> 2
* Be still -> 2

=== 2
~ note OWL
TODO
~ victory

=== 3
~ defeat
"""
    checked = check_text(text)
    assert checked.codes == ["GB206", "GB203", "GB204"]
    hoot = checked.findings[0].span
    assert text[hoot.start : hoot.end] == "* Hoot [if OWL]"
    assert [each.severity for each in checked.findings] == [Severity.WARNING, Severity.INFO, Severity.WARNING]


def test_where_a_chapter_cannot_be_read_only_links_are_judged_in_the_rest() -> None:
    text = """sheet
    item rope

=== 1
* Go -> 2

=== 2
~ gian rope
* Climb [if rope] -> 3

=== 3
~ victory

=== 4
~ defeat
"""
    assert check_text(text).codes == ["GB020", "GB204"]  # chapter 4; nothing about the rope that nobody can gain


def test_a_gain_without_room_is_told_where_the_engine_notes_it() -> None:
    text = """sheet
    item rope, lamp
    limit hands 1: rope, lamp

=== 1
* Take the rope
    ~ gain rope
    -> 2
* Go on -> 2

=== 2
~ gain lamp
~ if lamp and count of hands = 1
    ~ victory
~ lose all hands
~ defeat
"""
    checked = check_text(text)
    book, solved = checked.resolved.book, checked.solved
    assert book is not None and solved is not None
    facts = Facts(book, checked.resolved.sourcemap, solved)
    lamp = next(step for step in facts.ifs if step.own and step.address.startswith("hidden 2"))
    states = facts.reach.states_at(solved.space.program.chapters["2"])
    roped = next(int(state) for state in states if facts.reach.values(int(state))["rope"])
    facts.reach.__dict__["marks"] = ((Mark("tight", lamp.address), roped),)
    (found,) = crowded(facts)
    assert text[found.span.start : found.span.end] == "gain lamp"
    assert found.route == ('1: choose "Take the rope" -> 2', "2: you have rope")


ROOM = """book "Room"

sheet
    number credits = 9 in 0..9
    item   ice x 2, ore x 3

rule buy(thing)
    ~ pay 1 credits
    ~ gain thing

=== 1
* Buy ore
    ~ do buy(ore)
    -> 2
* Go on -> 2

=== 2
* Buy ice
    ~ do buy(ice)
    -> 2
* Back -> 1
* Sell up [if ice = 2 or ore = 3] -> victory
"""


def test_a_rule_that_gains_what_it_is_told_to_is_asked_for_each_item() -> None:
    ice, ore = (each for each in check_text(ROOM).findings if each.code == "GB404")
    assert ("ice is at most 2" in ice.message, "[if ice < 2]" in (ice.hint or "")) == (True, True)
    assert ("ore is at most 3" in ore.message, "[if ore < 3]" in (ore.hint or "")) == (True, True)
    assert "ice x 2" in ice.route[-1]
    assert "ore x 3" in ore.route[-1]


POTIONS = """book "Potions"
    use lone-wolf

=== 1
~ set gold = 9
-> 2

=== 2
* A potion
    {price}
    ~ do pack(laumspur)
    -> 2
* Go [if gold < 9 and ENDURANCE > 5] -> victory
* Stay -> defeat
"""


@pytest.mark.parametrize(("price", "found"), [("~ pay 3 gold", 1), ("~ gold -3", 0)])
def test_what_is_paid_for_and_a_rule_of_the_system_gives_is_asked_for(price: str, found: int) -> None:
    """The finding stands where the author does the rule, for the gain itself stands in the rule system."""
    text = POTIONS.replace("{price}", price)
    told = [each for each in check_text(text).findings if each.code == "GB404"]
    assert [text[each.span.start : each.span.end] for each in told] == ["do pack(laumspur)"] * found
    assert all("they pay and do not get it" in each.message for each in told)


PROMISE = """book "Fork"
    expect reader random wins {promise}

=== 1
* Left -> victory
* Right -> defeat
"""


@pytest.mark.parametrize(
    ("knows", "promise", "codes"),
    [("", "40%..60%", []), ("", "20%..30%", ["GB402"]), (" [knows 50%]", "20%..30%", [])],
)
def test_a_promise_about_a_reader_is_checked(knows: str, promise: str, codes: list[str]) -> None:
    """Half of all readers go left; of readers of whom half see no way there, a quarter."""
    text = PROMISE.format(promise=promise).replace("Left", f"Left{knows}")
    assert [code for code in check_text(text).codes if code in ("GB402", "GB410")] == codes


def test_a_reader_who_could_not_be_followed_wins_no_more_often_than_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book in which not every reader knows every option may be too large, though this one is not."""

    def too_large(solved: Solved, _: Limits) -> Solved:
        return replace(solved, space=replace(solved.space, complete=False))

    monkeypatch.setattr(lint_facts, "with_shares", too_large)
    (told,) = [each for each in check_text(PROMISE.format(promise="40%..60%")).findings if each.code == "GB410"]
    assert "the chance to win is between 0% and 100%" in told.message


DOOR = """book "Door"
    expect reader random wins {promise}

=== 1
* You know the answer [knows 40%] -> 3 secret
{after}

=== 2
~ {two}

=== 3
~ {three}
"""


@pytest.mark.parametrize(
    ("two", "three", "promise", "codes"),
    [
        ("victory", "defeat", "60%..60%", []),  # best play knows the answer, so it must give it, and loses
        ("victory", "defeat", "50%..59%", ["GB402"]),
        ("defeat", "victory", "40%..40%", []),
    ],
)
def test_what_comes_after_a_menu_is_for_those_who_know_none_of_its_options(
    two: str, three: str, promise: str, codes: list[str]
) -> None:
    text = DOOR.format(two=two, three=three, promise=promise, after="-> 2")
    assert check_text(text).codes == codes


@pytest.mark.parametrize("knows", [0, 40])
def test_who_knows_no_option_may_be_stuck(knows: int) -> None:
    text = DOOR.format(two="defeat", three="victory", promise="0%..99%", after="").replace("40%]", f"{knows}%]")
    (stuck, unreached) = check_text(text).findings
    assert (stuck.code, unreached.code) == ("GB205", "GB204")
    assert stuck.hint is not None
    assert stuck.hint.startswith("leave one choice that every reader knows without a condition")


def test_to_know_none_of_the_options_is_no_choice() -> None:
    """Only defeat can be reached from chapter 3: no trap, for in both menus there is one option, or none."""
    text = DOOR.format(two="victory", three="if 1 > 2\n    -> 2", promise="0%..99%", after="-> 2")
    menus = "".join(f"* Try [knows 40%] -> {there}\n-> 6\n\n=== {there}\n" for there in (4, 5))
    assert check_text(f"{text}{menus}-> 6\n\n=== 6\n~ defeat").codes == []


def test_a_reader_who_could_not_be_followed_may_win_more_often_where_best_play_has_no_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Best play must answer, and loses; who does not know the answer wins."""

    def too_large(solved: Solved, _: Limits) -> Solved:
        return replace(solved, space=replace(solved.space, complete=False))

    monkeypatch.setattr(lint_facts, "with_shares", too_large)
    text = DOOR.format(two="victory", three="defeat", promise="60%..60%", after="-> 2")
    (told,) = check_text(text).findings
    assert told.code == "GB410"
    assert "the chance to win is between 0% and 100%" in told.message


def test_at_which_end_of_its_range_a_number_is_cut_off() -> None:
    """A hero with 5 or 6 keeps 4, which nobody has too little of; 2d6 - 5 is from -3 to 7."""
    checked = check_text(
        cleandoc("""
        sheet
            number gold = 1d6 in 0..4
            number silver = 0 in 0..5

        === 1
        ~ set silver = 2d6 - 5
        * Go [if silver > gold] -> victory
        * Stay -> defeat
        """)
    )
    found = [(each.code, each.message) for each in checked.findings if each.code in ("GB403", "GB405")]
    assert sorted(found) == [
        ("GB403", "for some readers this is less than silver holds: silver is at least 0"),
        ("GB405", "for some readers this is more than gold holds: gold is at most 4"),
        ("GB405", "for some readers this is more than silver holds: silver is at most 5"),
    ]
    # The route ends where dice are rolled that may leave the range; on the sheet itself it would say nothing.
    routes = [each.route for each in checked.findings if each.code in ("GB403", "GB405")]
    assert sorted(routes) == [(), *[("the hero: roll: gold 1 -> 1", "1: you have gold 1, silver 0")] * 2]


def test_a_trigger_that_waits_for_one_end_says_nothing_of_the_other() -> None:
    checked = check_text(
        cleandoc("""
        sheet
            number life = 3 in 0..5
        when life <= 0 -> defeat

        === 1
        ~ life +(1d6 - 4)
        ~ life +(1d6 - 4)
        -> victory
        """)
    )
    assert {each.message for each in checked.findings if each.code in ("GB403", "GB405")} == {
        "some readers have too little room for this: life is at most 5"
    }


DUEL = """book "Duel"

sheet
    stat life = 5 in 0..9
    number rounds in 0..9
    item ring

when life <= 0 -> defeat "dead"

combat fight
    foe life
    won when foe life <= 0
    round
        ~ rounds +1
        ~ roll 1d2 as n
        ~ both life -(5 - 2 * n), foe life -n

=== 1
* Open it [if not ticked]
    ~ tick a box
    ~ gain ring
    ~ fight "Wolf" life 3
    -> 1
* Go on -> 2

=== 2
* Show the ring [if ring and rounds < 9] -> 4
* Beat on the gate -> 3

=== 3
~ life +1
-> 4

=== 4
* Climb -> 5
* Climb fast -> 5

=== 5
~ fight "Lord" life 3
~ victory
"""


def test_the_route_to_a_trap_in_a_fight_ends_before_the_next_roll() -> None:
    """Whoever has lost 3 in the first round will lose at least 1 more, and is too weak for the lord."""
    (trap,) = (each for each in check_text(DUEL).findings if each.code == "GB210")
    assert trap.route == ('1: choose "Open it"', "1: roll 1d2: 1", "1: you have life 2, rounds 1, ring")


KNOWS = """book "Door"
    expect reader random wins {promise}

=== 1
* The door behind the curtain [knows 40%] -> victory
* The gate -> defeat
"""


@pytest.mark.parametrize(("promise", "codes"), [("19%..21%", []), ("21%..50%", ["GB402"])])
def test_there_is_time_for_what_the_book_promises(
    promise: str, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers who may not know the door win 0.4 · 1/2; there is time for that, if there is none for other searches."""
    monkeypatch.setattr(project, "MOST_SECONDS", 0.0)
    found = verbs.check(text=KNOWS.format(promise=promise), timeout=60).findings
    assert [each.code for each in found if each.code in ("GB402", "GB410")] == codes
