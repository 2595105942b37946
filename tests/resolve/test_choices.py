"""Menus, anytime actions and other choices."""

from math import comb

import pytest

from gamebook.codes import rules
from tests.resolve.reading import book, codes, core, findings, meaning

SHEET = """
    book "Test"
    sheet
        number gold = 5 in 0..9
        item   rope = 1
        item   meal x 2 = 1
"""


def test_a_menu_runs_the_block_and_then_turns() -> None:
    text = (
        SHEET
        + """
    === 1
    * Climb [if rope] -> 1
        ~ gold +1
    * Stay {gold}
        ~ victory
    """
    )
    assert core(text) == [
        "menu 1",
        "* Climb [rope]",
        "  gold := (gold + 1)",
        "  -> 1",
        "* Stay {gold}",
        "  end victory",
    ]


def test_what_an_option_pays_shuts_it() -> None:
    text = (
        SHEET
        + """
    === 1
    * Bribe [if rope]
        ~ pay 2 gold
        ~ pay 1 gold
        ~ victory
    * Sell first
        ~ gold +4
        ~ pay 2 gold
        ~ victory
    """
    )
    options = [line for line in core(text) if line.startswith("*")]
    assert options == ["* Bribe [(rope and (gold >= 3))]", "* Sell first"]


ANYTIME = (
    SHEET
    + """
    anytime
        * Eat [if meal]
            ~ lose meal
    === 1
    * Climb [if rope] -> 2
    -> 2
    === 2
    * Rest -> 1
    * Give up
        ~ may "Sigh"
            ~ gold -1
        ~ choose
            * Cry
            * Laugh
        ~ defeat
"""
)


def test_a_menu_offers_the_anytime_actions_and_a_way_past_it() -> None:
    assert core(ANYTIME) == [
        "menu 1",
        "* Climb [rope]",
        "  -> 2",
        "* Eat [meal] again",
        "  lose: meal := (meal - 1)",
        "* Go on [(not rope and meal)]",
        "-> 2",
    ]


def test_only_menus_offer_the_anytime_actions() -> None:
    assert core(ANYTIME, "2") == [
        "menu 2",
        "* Rest",
        "  -> 1",
        "* Give up",
        "  may 2",
        "  * Sigh",
        "    gold := (gold - 1)",
        "  * Do not",
        "  choose 2",
        "  * Cry",
        "  * Laugh",
        "  end defeat",
        "* Eat [meal] again",
        "  lose: meal := (meal - 1)",
    ]


ROWS = """
    book "Menus around a fight"
    sheet
        number life = 2 in 0..9
        item   meal = 1
    when life <= 0 -> defeat
    anytime
        * Eat [if meal]
            ~ lose meal
    test nerve
        succeed 2d6 <= 7
        then
            * Breathe
        calm | afraid
    each chapter
        * Begin
    combat fight
        foe life
        wounds life
        won when foe life <= 0
        round
            ~ both life -1, foe life -1
    === 1
    ~ test nerve
    ~ fight "Rat" life 2
        won
            * Run
        lost
            * Wake up
        wounded
            * Shout
        escape
            * Hide
        after 3 rounds
            * Stop
        each round
            * Shout
    ~ victory
"""


def test_menus_of_rows_that_end_a_fight_are_menus_of_the_chapter() -> None:
    offered = {"* Begin", "* Breathe", "* Run", "* Wake up", "* Hide", "* Stop"}
    found = [line.strip() for line in core(ROWS)]
    assert {found[at - 1] for at, line in enumerate(found) if line.startswith("* Eat")} == offered
    assert found.count("* Shout") == 2


def test_some_of_a_list_are_picked_one_after_another_in_any_order() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ choose 2 of
        * A
        * B
        * C
    ~ victory
    """
    )
    assert core(text) == [
        "hidden: taken 1.1 := 0, taken 1.2 := 0, taken 1.3 := 0",
        "choose 1",
        "* A",
        "  hidden: taken 1.1 := 1",
        "* B",
        "  hidden: taken 1.2 := 1",
        "* C",
        "  hidden: taken 1.3 := 1",
        "choose 1",
        "* A [not taken 1.1]",
        "* B [not taken 1.2]",
        "* C [not taken 1.3]",
        "end victory",
    ]


def test_one_of_a_list_is_a_plain_choice() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ choose 1 of
        * A [if rope]
        * B [if meal]
    ~ victory
    """
    )
    assert core(text) == ["choose 1", "* A [rope]", "* B [meal]", "end victory"]


def test_an_amount_is_one_option_a_value() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ choose bet in 1..min(gold, 2)
    ~ gold -bet
    ~ victory
    """
    )
    assert core(text) == [
        "hidden: bet := 0",
        "amount bet",
        "* 1 [(1 <= (gold min 2))]",
        "  hidden: bet := 1",
        "* 2 [(2 <= (gold min 2))]",
        "  hidden: bet := 2",
        "gold := (gold - bet)",
        "end victory",
    ]


def test_a_rival_chooses() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ rival chooses "ambush"
        * Strike
            ~ defeat
        * Flee
            ~ victory
    """
    )
    assert core(text)[0] == "rival ambush by rival"


def test_too_many_amounts_are_a_finding() -> None:
    assert "GB307" in codes('book "T"\n=== 1\n~ choose n in 1..5000\n~ victory')


def test_a_mistake_in_a_label_is_found_in_the_label() -> None:
    text = 'book "T"\n=== 1\n~ may "Take {glod}"\n    -> 1\n* Pay {glod} -> 1'
    assert [each[:2] for each in findings(text)] == [("GB102", "glod"), ("GB102", "glod")]


def test_a_question_is_a_choice_of_answers() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ ask "How many?"
        3 -> 1
        5-6
            ~ gold +1
    ~ victory
    """
    )
    assert core(text) == [
        "say How many?",
        "choose How many?",
        "* 3",
        "  -> 1",
        "* 5-6",
        "  gold := (gold + 1)",
        "* Another number",
        "end victory",
    ]


def test_a_question_is_read_without_its_escapes_and_a_name_is_not_read() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ ask "How many \\*stars\\* {here}?"
        3 -> victory
    ~ ask " "
        3 -> victory
    ~ choose "dinner"
        * The fish -> victory
    """
    )
    assert [line for line in core(text) if line.startswith("say")] == ["say How many *stars* {here}?"]


def test_answers_do_not_overlap() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ ask "How many?"
        3-5 -> 1
        5-6 -> 1
        9-8 -> 1
    ~ victory
    """
    )
    assert [code for code in codes(text) if code.startswith("GB3")] == ["GB309", "GB303"]


def test_a_secret_link_keeps_its_number() -> None:
    text = (
        SHEET
        + """
    === 1
    * You know the answer -> 16 secret
    * You do not -> mill
    === mill
    * You know the name -> mill secret
    === 16
    ~ victory
    """
    )
    assert book(text).fixed == ("16",)
    assert [(code, at) for code, at, _ in findings(text) if code == "GB132"] == [("GB132", "mill")]


def test_one_amount_is_a_choice() -> None:
    text = (
        SHEET
        + """
    === 1
    ~ choose bet in 2..2
    ~ gold +bet
    ~ victory
    """
    )
    assert rules.EMPTY_RANGE not in codes(text)
    assert rules.EMPTY_RANGE in codes(text.replace("2..2", "3..2"))


@pytest.mark.parametrize(
    ("options", "count", "ways"),
    [(5, 1, 5), (12, 12, 4095), (13, 8, 7098), (14, 6, 6475), (20, 9, 431_909), (99, 2, 4950), (100, 2, 5050)],
)
def test_ways_to_choose(options: int, count: int, ways: int) -> None:
    """What was picked so far is one of the sets of so many options, or of fewer."""
    assert ways == sum(comb(options, some) for some in range(1, count + 1))
    lines = "".join(f"    * Thing {number} -> 1\n" for number in range(options))
    found = meaning(f'book "T"\n=== 1\n~ choose {count} of\n{lines}-> victory\n').findings
    message = f"there are more than 5,000 ways to choose {count} or fewer of {options} options"
    told = [each.message for each in found if each.code == "GB307"]
    assert told == ([message] if ways > 5000 else [])
