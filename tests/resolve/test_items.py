"""Items, limits and chests."""

import pytest

import gamebook
from gamebook.play.moment import Changed, Decision, Ended
from gamebook.play.session import Session
from gamebook.project import Project
from tests.resolve.reading import codes, core, findings
from tests.support.check import check_text

SHEET = """
    book "Test"
    sheet
        item  rope, lantern, key
        item  meal x 5 = 3
        limit backpack 4: rope, lantern, meal
    === 1
"""


ROOM = "((5 - meal) min ((4 - ((rope + lantern) + meal)) max 0))"


def rules(text: str) -> list[str]:
    return core(SHEET + "".join(f"    ~ {line}\n" for line in text.split("; ")) + "    ~ victory")[:-1]


def test_a_thing_without_limits_is_simply_had_and_lost() -> None:
    assert rules("gain key; lose key") == ["gain: key := 1", "lose: key := 0"]


def test_a_thing_is_gained_only_where_it_fits() -> None:
    assert rules("gain 2 meal") == [
        "if (((meal + 2) <= 5) and ((((rope + lantern) + meal) + 2) <= 4))",
        "  gain: meal := (meal + 2)",
        "else",
        f"  say There is room for {{{ROOM}}} of meal x {{2}}.",
        f"  gain: meal := (meal + {ROOM})",
    ]
    assert rules("gain rope")[2:] == ["else", "  say There is no room for rope."]


def test_all_or_none_gains_nothing_where_a_part_would_fit() -> None:
    assert rules("gain 2 meal all or none") == [
        "if (((meal + 2) <= 5) and ((((rope + lantern) + meal) + 2) <= 4))",
        "  gain: meal := (meal + 2)",
        "else",
        "  say There is no room for meal x {2}.",
    ]


def test_a_limit_that_cannot_be_reached_asks_nothing() -> None:
    wide = SHEET.replace("backpack 4", "backpack 7")
    assert core(wide + "    ~ gain rope\n    ~ victory")[0] == "gain: rope := 1"


def test_or_swap_offers_what_to_drop() -> None:
    assert rules("gain rope or swap") == [
        "if (((rope + 1) <= 1) and ((((rope + lantern) + meal) + 1) <= 4))",
        "  gain: rope := (rope + 1)",
        "else",
        "  if (rope < 1)",
        "    choose 1",
        "    * Drop lantern [((lantern > 0) and (((rope + 1) <= 1) and ((((rope + lantern) + meal) + 1) <= 5)))]",
        "      gain: lantern := (lantern - 1), rope := (rope + 1)",
        "    * Drop meal [((meal > 0) and (((rope + 1) <= 1) and ((((rope + lantern) + meal) + 1) <= 5)))]",
        "      gain: meal := (meal - 1), rope := (rope + 1)",
        "    * Leave rope",
    ]


FULL_HAND = """
sheet
    item  shield, sword = 1
    limit hand 1: sword, shield
    number seen = 0 in 0..9
when not sword and not shield -> defeat
when not sword
    ~ seen +1
=== 1
~ gain shield or swap
~ if shield and not sword and seen = 1
    -> victory
-> defeat
"""


def test_no_trigger_runs_between_dropping_and_taking() -> None:
    """It would see an empty hand. What waits for the loss of the sword runs once, when the shield is there."""
    session = Session(Project.of(FULL_HAND).book, 1)
    session.choose(0)
    changed = [event for event in session.heard() if isinstance(event, Changed)]
    assert [name for name, *_ in changed[0].changes] == ["sword", "shield"]
    assert isinstance(session.moment, Ended)
    assert session.moment.ending == "victory"


ONE_HAND = """
sheet
    item  sword, shield
    limit hand 1: sword, shield
=== 1
~ gain sword
~ gain sword or swap
* On -> victory
"""


def test_who_has_the_most_copies_is_not_asked_what_to_drop() -> None:
    """Not even whether to leave it, which would be the only choice."""
    session = Session(Project.of(ONE_HAND).book, 1)
    assert isinstance(session.moment, Decision)
    assert [option.label for option in session.moment.options] == ["On"]


def test_a_rolled_number_of_copies_is_rolled_before_it_is_fitted() -> None:
    assert rules("gain 1d6 meal")[:2] == [
        "roll 1d6 as copies rolled",
        "if (((meal + copies rolled) <= 5) and ((((rope + lantern) + meal) + copies rolled) <= 4))",
    ]


def test_losing_all_of_a_group_is_one_effect() -> None:
    assert rules("lose all backpack") == ["lose: rope := 0, lantern := 0, meal := 0"]


def test_a_random_loss_weighs_the_copies() -> None:
    assert rules("lose random backpack") == [
        "random",
        "  rope:",
        "    lose: rope := (rope - 1)",
        "  lantern:",
        "    lose: lantern := (lantern - 1)",
        "  meal:",
        "    lose: meal := (meal - 1)",
    ]


def test_a_chest_keeps_each_thing_and_gives_back_what_fits() -> None:
    assert rules("store meal in chest; return meal from chest") == [
        "lose: chest: meal := (chest: meal + meal), meal := (((chest: meal + meal) - 5) max 0)",
        "gain: meal := (meal + min), chest: meal := (chest: meal - min)".replace("min", f"(chest: meal min {ROOM})"),
    ]


def test_what_a_chest_has_no_room_for_stays_on_the_sheet() -> None:
    """8 and 5 are put into a chest for 10; 3 stay, and with 7 of the chest there are 10 again."""
    chapter = "=== 1\n~ store gold in bank\n~ gold +5\n~ store gold in bank\n~ if gold != 3\n    -> defeat\n"
    back = "~ return gold from bank\n~ if gold = 10\n    -> victory\n-> defeat\n"
    assert gamebook.solve(text=f"sheet\n    number gold = 8 in -2..10\n\n{chapter}{back}").difficulty.best.low == 1
    negative = "~ set gold = -2\n~ store gold in bank\n~ if gold = 0\n    -> victory\n-> defeat\n"
    assert gamebook.solve(text=f"sheet\n    number gold = 8 in -2..10\n\n=== 1\n{negative}").difficulty.best.low == 1


def test_a_group_is_not_lost_without_saying_which() -> None:
    assert "GB108" in codes(SHEET + "    ~ lose backpack\n    ~ victory")


def test_what_no_rule_gives_and_what_no_rule_asks_for() -> None:
    text = SHEET + "    ~ gain lantern\n    * Climb [if rope]\n        ~ victory\n    * Wait\n        ~ defeat"
    assert codes(text) == ["GB114", "GB115", "GB114", "GB115"]  # rope, lantern, key, meal


def test_more_things_under_a_limit() -> None:
    text = SHEET.replace("    === 1", "        item  oil, tinder\n        limit backpack: oil, tinder\n    === 1")
    assert core(text + "    ~ lose all backpack\n    ~ victory")[0] == (
        "lose: rope := 0, lantern := 0, meal := 0, oil := 0, tinder := 0"
    )
    fits = "if (((oil + 1) <= 1) and ((((((rope + lantern) + meal) + oil) + tinder) + 1) <= 4))"
    assert core(text + "    ~ gain oil\n    ~ victory")[0] == fits
    assert "GB102" in codes(text.replace("limit backpack: oil", "limit bakpack: oil") + "    ~ victory")


@pytest.mark.parametrize(
    ("rule", "code", "hint"),
    [
        ("~ lose meal", "GB102", "declare it: item meal"),
        ("~ lose ropes", "GB102", "did you mean rope?"),
        ("~ gain 2 meals", "GB108", "the book has provisions, rope"),
        ("~ gain gold", "GB108", "write: ~ gold +1"),
        ("~ lose (1 + 1) gold", "GB108", "write: ~ gold -(1 + 1)"),
        ("~ lose seen", "GB108", "write: ~ erase seen"),
        ("~ lose all gold", "GB108", "write: ~ set gold = 0"),
        ("~ note rope", "GB108", "write: ~ gain rope"),
        ("~ erase rope", "GB108", "write: ~ lose rope"),
        ("~ note gold", "GB108", "write: ~ gold +1"),
        ("~ set rope = yes", "GB102", "write: ~ gain rope"),
        ("~ set rope = No", "GB102", "write: ~ lose rope"),
        ("~ set gold = no", "GB102", "write: ~ set gold = 0"),
        ("~ set seen = yes", "GB108", "write: ~ note seen, or ~ erase seen"),
        ("~ gain two rope", "GB102", "write the number in digits: 2"),
    ],
)
def test_what_is_no_item(rule: str, code: str, hint: str) -> None:
    sheet = "param meals = 3\nsheet\n    item provisions, rope\n    number gold = 0 in 0..9\n    codeword seen"
    found = [(each, hint) for each, _, hint in findings(f'book "T"\n{sheet}\n=== 1\n{rule}\n~ victory')]
    assert (code, hint) in found
    if hint.startswith("write: "):
        mended = hint.removeprefix("write: ").split(", or ")[0]
        assert codes(f'book "T"\n{sheet}\n=== 1\n{mended}\n~ victory')[0] in ("GB114", "GB115")  # never had, never used


PROVISIONS = """
param rations = 3
param {given} = 2

sheet
    item food x 9 = rations
    item rope, lamp, bread, key, horn
"""


@pytest.mark.parametrize(("given", "code"), [("plenty", "GB102"), ("ration", "GB108")])
def test_what_is_called_as_the_param_says_how_many(given: str, code: str) -> None:
    """Six items, of which one begins as a param says; `ration` is nearest to that param, or a param of its own."""
    text = f'book "T"\n{PROVISIONS.format(given=given)}\n=== 1\n~ gain ration\n~ victory'
    assert (code, "did you mean food?") in [(each, hint) for each, _, hint in findings(text)]


@pytest.mark.parametrize("others", ["", "    item a1, a2, a3, a4, a5\n"])
def test_the_item_of_a_rule_system_is_named_also_in_a_book_with_many(others: str) -> None:
    book = f'book "T"\n    use fighting-fantasy-provisions\nsheet\n{others}    item a0\n=== 1\n~ gain {{}}\n~ victory'
    for code, name in (("GB102", "meal"), ("GB108", "meals")):  # near to the param that says how many, and the param
        assert (code, "did you mean provisions?") in [(each, hint) for each, _, hint in findings(book.format(name))]
    told = "the rule system has provisions" if others else "the book has provisions, a0"
    assert f"no item is called sword; {told}" in [each.message for each in check_text(book.format("sword")).findings]
