"""Passages of Twine in which the reader clicks and stays: what happens once, and what a click opens."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.imports import chances, imported

ENDS = "\n\n:: Yes\n\n:: No\n"
RETURNS = {
    "SugarCube": ("<<set $gold to 5>>", "<<if $gold lt 5>>{0}<<else>>{1}<</if>>", "<<set $gold -= 3>><<return>>"),
    "Chapbook": ("gold: 5\n--\n", "[if gold < 5]\n{0}\n[else]\n{1}", "gold: gold - 3\n--\n{{back link}}"),
    "SugarCube, and one may stay": (
        "<<set $gold to 5>>",
        "<<if $gold lt 5>>{0}<<else>>{1}<</if>>",
        "<<set $gold -= 3>><<link 'Look'>><<set $seen to 1>><</link>><<return 'Leave'>>",
    ),
    "SugarCube, previous()": (
        "<<set $gold to 5>>",
        "<<if $gold lt 5>>{0}<<else>>{1}<</if>>",
        "<<set $gold -= 3>>[[Leave|previous()]]",
    ),
}


@pytest.mark.parametrize(("start", "hub", "shop"), RETURNS.values(), ids=RETURNS)
def test_a_way_back_leads_to_the_passage_before(tmp_path: Path, start: str, hub: str, shop: str) -> None:
    # half of the readers give up; the others pay, come back with 2 gold, and have no other link then
    hub = hub.format("[[Poor->Yes]]", "[[Shop]] [[Give up->No]]")
    text = f":: Start\n{start}[[Hub]]\n\n:: Hub\n{hub}\n\n:: Shop\n{shop.format()}{ENDS}"
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1, 2), "No": Fraction(1, 2)}


def test_who_comes_back_arrives_anew(tmp_path: Path) -> None:
    stays = "<<link 'Rest'>><<set $rested to 1>><</link>>"
    hall = f"<<set $n += 1>>{stays}<<if $n is 2>>[[Go->Yes]]<<elseif $n is 1>>[[Shop]]<<else>>[[Go->No]]<</if>>"
    text = f":: Start\n<<set $n to 0>>[[Hall]]\n\n:: Hall\n{hall}\n\n:: Shop\n<<return>>{ENDS}"
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1)}


@pytest.mark.parametrize("arrival", ["", "<<set $a to 1>>"], ids=["nothing happens on arrival", "something happens"])
def test_who_stays_has_come_once(tmp_path: Path, arrival: str) -> None:
    stays = "<<link 'Rest'>><<set $rested to 1>><</link>>"
    text = f":: Start\n{arrival}{stays}<<if visited() is 1>>[[Go->Yes]]<<else>>[[Go->No]]<</if>>{ENDS}"
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1)}


@pytest.mark.parametrize(
    ("click", "told"),
    [
        ('(link-repeat: "Spend")[(set: $gold to it - 1)][[Leave with $gold->End]]', True),
        ('(link-repeat: "Spend 1 of $gold")[(set: $gold to it - 1)][[Leave->End]]', True),
        ('(link: "Spend 1 of $gold")[(set: $gold to it - 1)][[Leave->End]]', False),  # the click takes it away
        ('(link: "Spend")[(set: $gold to it - 1)[[Leave with $gold->End]]]', False),  # it is shown after the click
        ('(link-repeat: "Spend")[(set: $gold to it - 1)[[Leave with $gold->End]]]', True),
    ],
)
def test_text_with_a_value_that_a_click_changes_is_not_shown_anew(tmp_path: Path, click: str, told: bool) -> None:
    text = f":: Start\n(set: $gold to 5)[[Hall]]\n\n:: Hall\nYou have $gold coins.\n{click}\n\n:: End\n"
    book = imported(tmp_path, text)
    assert "~ if not Hall-stayed\n    You have {gold} coins.\n    ~ " in book.text
    assert ("TODO import: in the words of this choice: gold (after a click that stays" in book.text) is told
    assert book.census.of("other") == (0, int(told))


SHOWN = {
    "SugarCube <<linkreplace>>": (
        '<<linkreplace "Open">><<set $trap to 1>>A door. [[Go in->Door]]<</linkreplace>>[[Give up->No]]',
        "<<if $trap is 1>>[[Trap->Yes]]<<else>>[[Fine->No]]<</if>>",
    ),
    "SugarCube <<linkappend>>, under a condition": (
        '<<linkappend "Open">><<set $trap to 1>><<if $trap is 1>>[[Go in->Door]]<</if>><</linkappend>>[[Give up->No]]',
        "<<if $trap is 1>>[[Trap->Yes]]<<else>>[[Fine->No]]<</if>>",
    ),
    "SugarCube <<link>>": (
        '<<link "Open">><<set $trap to 1>><<replace "#x">>[[Go in->Door]]<</replace>><</link>>[[Give up->No]]',
        "<<if $trap is 1>>[[Trap->Yes]]<<else>>[[Fine->No]]<</if>>",
    ),
    "Harlowe (link:)": (
        '(link: "Open")[(set: $trap to 1)A door. [[Go in->Door]]][[Give up->No]]',
        "(if: $trap is 1)[[[Trap->Yes]]](else:)[[[Fine->No]]]",
    ),
    "Harlowe (link-reveal:)": (
        '(link-reveal: "Open")[(set: $trap to 1)A door. [[Go in->Door]]][[Give up->No]]',
        "(if: $trap is 1)[[[Trap->Yes]]](else:)[[[Fine->No]]]",
    ),
    "Harlowe (link-repeat:)": (
        '(link-repeat: "Open")[(set: $trap to 1)A door. [[Go in->Door]]][[Give up->No]]',
        "(if: $trap is 1)[[[Trap->Yes]]](else:)[[[Fine->No]]]",
    ),
    "Chapbook {reveal link} with text": (
        "trap: 0\n--\n{reveal link: 'Open', text: 'A door. [[Go in->Door]]'}\n[[Give up->No]]",
        "[if trap === 0]\n[[Trap->Yes]]\n[else]\n[[Fine->No]]",
    ),
    "Chapbook {reveal link}": (
        "{reveal link: 'Open', passage: 'Inside'}\n[[Give up->No]]\n\n:: Inside\ntrap: 1\n--\n[[Go in->Door]]",
        "[if trap === 1]\n[[Trap->Yes]]\n[else]\n[[Fine->No]]",
    ),
}


@pytest.mark.parametrize(("room", "door"), SHOWN.values(), ids=SHOWN)
def test_a_link_in_what_a_click_shows_is_open_after_it(tmp_path: Path, room: str, door: str) -> None:
    # Open or give up: 1/2. Then go in or give up: 1/2; where one can open again, too, that only delays.
    book = imported(tmp_path, f":: Start\n{room}\n\n:: Door\n{door}{ENDS}")
    assert chances(book) == {"Yes": Fraction(1, 4), "No": Fraction(3, 4)}


def test_a_link_in_a_link_in_a_link(tmp_path: Path) -> None:
    room = '(link: "A")[(link: "B")[[[C->Yes]]]][[Give up->No]]'  # three times one of two
    found = chances(imported(tmp_path, f":: Start\n{room}{ENDS}"))
    assert found == {"Yes": Fraction(1, 8), "No": Fraction(7, 8)}


def test_what_a_link_would_show_that_leads_away_is_kept(tmp_path: Path) -> None:
    book = imported(tmp_path, f':: Start\n<<link "Go" "Yes">>[[Never->No]]<</link>>{ENDS}')
    assert "// TODO import: [[Never->No]]" in book.text
    assert chances(book) == {"Yes": Fraction(1)}


def test_an_effect_of_a_link_happens_on_the_click(tmp_path: Path) -> None:
    room = '(set: $gold to 0)(link-reveal-goto: "Steal", "Pay")[(set: $gold to it + 2)][[Go honestly->Pay]]'
    text = f":: Start\n{room}\n\n:: Pay\n(if: $gold is 2)[[[Caught->No]]](else:)[[[Fine->Yes]]]{ENDS}"
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1, 2), "No": Fraction(1, 2)}


def test_an_effect_under_a_click_on_words_elsewhere_is_told_and_waits(tmp_path: Path) -> None:
    text = f":: Start\n|a>[chest](set: $n to 0)(click: ?a)[(set: $n to 1)](if: $n is 0)[[[Go->Yes]]]{ENDS}"
    book = imported(tmp_path, text)
    assert "// TODO import: (click: ?a)" in book.text
    assert "* ?a" in book.text
    assert "Yes" in chances(book)


ASKED_ONCE = {
    "an option below the click": "<<set $hp to 3>>{0}<<if $hp lte 0>>[[No]]<</if>>[[Yes]]",
    "an option above the click": "<<set $hp to 3>><<if $hp lte 0>>[[No]]<</if>>{0}[[Yes]]",
    "a turn that is no choice": "<<set $hp to 3>>[[Next]]\n\n:: Next\n<<if $hp lte 0>><<goto 'No'>><</if>>{0}[[Yes]]",
    "where nothing is set on arrival": "<<set $hp to 3>>[[Next]]\n\n:: Next\n{0}<<if $hp lte 0>>[[No]]<</if>>[[Yes]]",
}
CLICKS = {
    "<<link>>": "<<link 'hit'>><<set $hp -= 3>><</link>>",
    "<<button>>": "<<button 'hit'>><<set $hp -= 3>><</button>>",
    "<<linkappend>>": "<<linkappend 'hit'>><<set $hp -= 3>><</linkappend>>",
}


@pytest.mark.parametrize("click", CLICKS.values(), ids=CLICKS)
@pytest.mark.parametrize("passage", ASKED_ONCE.values(), ids=ASKED_ONCE)
def test_a_click_does_not_show_the_passage_anew(tmp_path: Path, passage: str, click: str) -> None:
    # hp is 3 when the passage is shown, so what stands under `hp <= 0` is not there, whatever a click does later
    assert chances(imported(tmp_path, f":: Start\n{passage.format(click)}{ENDS}")) == {"Yes": Fraction(1)}


@pytest.mark.parametrize("macro", ["link", "link-repeat", "link-rerun"])
def test_a_click_of_harlowe_does_not_show_the_passage_anew(tmp_path: Path, macro: str) -> None:
    text = f':: Start\n(set: $hp to 3)({macro}: "hit")[(set: $hp to it - 3)](if: $hp <= 0)[[[No]]][[Yes]]{ENDS}'
    assert chances(imported(tmp_path, text)) == {"Yes": Fraction(1)}


def test_a_shop_still_sells_when_the_gold_is_gone_and_opens_nothing_new(tmp_path: Path) -> None:
    buy = "<<if $gold gte 5>><<link 'Buy'>><<set $gold -= 5, $potion to true>><</link>><</if>>"
    shop = f"{buy}<<if $potion>>[[Drink->No]]<</if>>[[Leave->Yes]]"
    book = imported(tmp_path, f":: Start\n<<set $gold to 5>>[[Shop]]\n\n:: Shop\n{shop}{ENDS}")
    assert "* Buy [if Shop-noted_1] -> Shop" in book.text
    assert chances(book) == {"Yes": Fraction(1)}


def test_a_click_that_is_there_once_is_gone_also_where_its_condition_still_holds(tmp_path: Path) -> None:
    # each reader buys or leaves, 1/2; who has bought can only leave, though there is gold for another one
    buy = '(if: $gold >= 5)[(link: "Buy")[(set: $gold to it - 5)]]'
    end = "(if: $gold is 15)[[[One->Yes]]](else:)[[[Others->No]]]"
    text = f":: Start\n(set: $gold to 20)[[Shop]]\n\n:: Shop\n{buy}[[Leave]]\n\n:: Leave\n{end}{ENDS}"
    book = imported(tmp_path, text)
    assert "Shop-noted" not in book.text
    assert chances(book) == {"Yes": Fraction(1, 2), "No": Fraction(1, 2)}


def test_a_click_that_makes_its_own_condition_false_needs_no_codeword(tmp_path: Path) -> None:
    take = '(if: not $lamp)[(link: "Take the lamp")[(set: $lamp to true)]]'
    book = imported(tmp_path, f":: Start\n(set: $lamp to false)[[Hall]]\n\n:: Hall\n{take}[[Go->Yes]]{ENDS}")
    assert "* Take the lamp [if not lamp] -> Hall" in book.text
    assert "Hall-done" not in book.text


def test_a_link_that_a_click_shows_is_not_taken_away_by_another_click(tmp_path: Path) -> None:
    # Open shows the door, for the trap is not set then; Set cannot take the door away. Whatever is clicked first, one
    # comes through the door or leaves; only who sets the trap before opening finds no door.
    open_ = '(link: "Open")[(if: $trap is 0)[[[Door->Yes]]]]'
    set_ = '(link: "Set")[(set: $trap to 1)]'
    book = imported(tmp_path, f":: Start\n(set: $trap to 0)[[Room]]\n\n:: Room\n{open_}{set_}[[Leave->No]]{ENDS}")
    # O then {Door, Set, Leave}: Door 1/3, Set 1/3 then {Door, Leave} 1/2: 1/3 (1/3 + 1/3 1/2) = 1/6
    assert chances(book) == {"Yes": Fraction(1, 6), "No": Fraction(5, 6)}
