"""Conditions, repetition, turns and endings."""

from fractions import Fraction
from textwrap import dedent

import pytest

import gamebook
from tests.resolve.reading import book, codes, core, findings, meaning

HEAD = """
    book "Test"
    sheet
        number gold = 2 in 0..6
        number key = 2 in 1..3
"""


def rules(text: str) -> list[str]:
    return core(HEAD + "    === 1\n" + text)


def test_if_and_else() -> None:
    text = """
    ~ if gold > 2
        -> 1
    ~ else if gold
        ~ gold -1
    ~ else
        ~ gold +1
    ~ victory
    """
    assert rules(text) == [
        "if (gold > 2)",
        "  -> 1",
        "else",
        "  if gold",
        "    gold := (gold - 1)",
        "  else",
        "    gold := (gold + 1)",
        "end victory",
    ]


def test_repeat_counts_down_what_was_rolled_once() -> None:
    assert rules("    ~ repeat 1d6 times\n        ~ gold +1\n    ~ victory") == [
        "roll 1d6 as passes 1",
        "loop until (passes 1 = 0)",
        "  hidden: passes 1 := (passes 1 - 1)",
        "  gold := (gold + 1)",
        "end victory",
    ]


def test_repeat_inside_repeat_counts_by_itself() -> None:
    text = "    ~ repeat 2 times\n        ~ repeat gold times\n            ~ gold +1\n    ~ victory"
    assert rules(text)[:4] == [
        "hidden: passes 1 := 2",
        "loop until (passes 1 = 0)",
        "  hidden: passes 1 := (passes 1 - 1)",
        "  hidden: passes 2 := gold",
    ]


def test_repeat_until() -> None:
    assert rules("    ~ repeat until gold = 6\n        ~ gold +1\n    ~ victory")[0] == "loop until (gold = 6)"


def test_a_computed_turn_asks_for_each_value_but_the_last() -> None:
    ends = "".join(f"    === {n}\n    ~ victory\n" for n in (101, 102, 103))
    text = HEAD.replace("key = 2", "key = 1d3") + "    === 1\n    -> (100 + key)\n" + ends
    assert book(text).fixed == ("101", "102", "103")
    assert core(text) == ["if ((100 + key) = 101)", "  -> 101", "if ((100 + key) = 102)", "  -> 102", "-> 103"]


def nowhere(known: int) -> list[str]:
    """Nothing is open; the closed way leads to a chapter to which the turn can lead."""
    return ["missing 1", "* (100 + key) [0]", f"  -> {known}"]


def test_where_a_computed_turn_finds_no_chapter_nothing_is_open() -> None:
    text = HEAD.replace("key = 2", "key = 1d3") + "    === 1\n    -> (100 + key)\n    === 101\n    ~ victory\n"
    assert core(text) == ["if ((100 + key) = 101)", "  -> 101", *nowhere(101)]
    assert book(text).fixed == ("101",)


def test_a_number_that_is_only_set_leads_to_what_it_is_set_to() -> None:
    text = HEAD + "    === 1\n    -> (100 + key)\n    === 7\n    ~ set key = 3\n    -> 1\n"
    ends = "".join(f"    === {n}\n    ~ victory\n" for n in (101, 102, 103))
    assert core(text + ends) == [
        "if ((100 + key) = 101)",  # where that is given: `--set key=1`
        "  -> 101",
        "if ((100 + key) = 102)",
        "  -> 102",
        "if ((100 + key) = 103)",
        "  -> 103",
        *nowhere(101),
    ]
    assert book(text + ends).fixed == ("102", "103")


def test_a_number_that_is_given_leads_to_its_chapter() -> None:
    """No line of the book sets it to that, but a sheet may."""
    text = HEAD + "    === 1\n    -> (100 + key)\n    === 102\n    ~ defeat\n    === 103\n    ~ victory\n"
    assert gamebook.solve(text=dedent(text)).difficulty.best.high == 0
    assert gamebook.solve(text=dedent(text), sheet={"key": 3}).difficulty.best.low == 1


@pytest.mark.parametrize(
    "value", ["100 + doors(key, 1)", "101 + (doors(key, 1) > key)", "100 + doors(1, 1) * key / key"]
)
def test_a_computed_turn_reads_a_table(value: str) -> None:
    """A key of 1 or 3 is set; the table has 2 and 1 there."""
    table = "    table doors columns 1..3 rows 1..1\n        2, 9, 1\n"
    text = HEAD + table + "    === 1\n    ~ set key = 1\n    -> 2\n    === 2\n    ~ roll 1d2\n        1\n        2\n"
    text += f"            ~ set key = 3\n    -> ({value})\n    === 101\n    ~ defeat\n    === 102\n    ~ victory\n"
    assert not [each for each in findings(text) if each[0] == "GB101"]
    solved = gamebook.solve(text=dedent(text)).difficulty.best
    chance = Fraction(1) if "key / key" in value else Fraction(1, 2)
    assert solved.low <= chance <= solved.high


def test_a_computed_turn_needs_a_chapter() -> None:
    text = HEAD + "    === 1\n    -> (100 + key)\n    === 201\n    ~ victory\n"
    (code, at, _), *_ = findings(text)
    assert (code, at) == ("GB101", "(100 + key)")


@pytest.mark.parametrize(
    ("rules", "can_be"),
    [
        ("* Count [if key] -> (40 + key)", "48"),
        ("~ if key\n        -> (40 + key)", "48"),
        ("~ if not key\n        -> 2\n    ~ else\n        -> (40 + key)", "48"),
        ("~ if key < 60\n        ~ if key != 0\n            -> (40 + key)", "48"),
        ("* Count\n        -> (40 + key)", "40, 48"),
        ("* Count [if key]\n        ~ set key = 0\n        -> (40 + key)", "40, 48"),
        ("* Count [if key = 5] -> (40 + key)", "40, 48"),
    ],
)
def test_a_sum_is_not_what_the_condition_before_it_rules_out(rules: str, can_be: str) -> None:
    sheet = 'book "Test"\nsheet\n    number key = 0 in 0..60\n'
    body = rules.replace("\n    ", "\n")
    text = f"{sheet}=== 1\n* Take it -> 2\n* Go on -> 3\n=== 2\n~ set key = 8\n-> 1\n=== 3\n{body}\n=== 47\n~ victory\n"
    (message,) = (each.message for each in meaning(text).findings if each.code == "GB101")
    assert message == f"(40 + key) can be {can_be}, but there is no such chapter"


BACK = """
    book "Test"
    === 1
    * Look -> 9
    * Go -> 2
    === 2
    * Look -> 9
    * Stay
        ~ victory
    === 3
    ~ victory
    === 9
    -> back
"""


def test_back_leads_to_the_chapters_one_can_come_from() -> None:
    assert core(BACK, "9") == [
        "hidden: chapter before := chapter here, chapter here := 4",
        "if (chapter before = 1)",
        "  -> 1",
        "if (chapter before = 2)",
        "  -> 2",
        "missing 9",
        "* -> back [0]",
        "  -> 1",
    ]
    assert core(BACK, "1")[0] == "hidden: chapter before := chapter here, chapter here := 1"


def test_the_way_is_remembered_only_where_a_book_goes_back() -> None:
    assert core(BACK.replace("-> back", "-> 1"), "1")[0] == "menu 1"


def test_visits_are_counted_only_where_somebody_asks() -> None:
    text = """
    book "Test"
    === 1
    ~ if visited 2
        -> 2
    ~ else
        -> 2
    === 2
    ~ if first time
        -> 1
    ~ victory
    """
    assert core(text)[:2] == ["if (visited 2 > 0)", "  -> 2"]
    noted = ["hidden: again in 2 := visited 2, visited 2 := 1", "if (again in 2 = 0)"]
    assert core(text, "2")[:2] == noted
    variables = {(each.name, each.low, each.high) for each in book(text).variables}
    assert variables == {("visited 2", 0, 1), ("again in 2", 0, 1)}


def test_endings_are_one_for_each_kind_and_text() -> None:
    text = """
    book "Test"
    === 1
    * a -> victory
    * b -> defeat "You drown."
    * c -> defeat "You drown."
    * d -> ending "You drown." score 3
    * e -> home
    === 2
    ~ victory "home"
    """
    assert [(each.name, each.kind) for each in book(text).endings] == [
        ("victory", "victory"),
        ("You drown. (defeat)", "defeat"),
        ("You drown. (ending)", "ending"),
        ("home", "victory"),
    ]


def test_an_unknown_chapter_offers_its_neighbours() -> None:
    text = 'book "T"\n=== 1\n-> 212\n=== 211\n-> gatehose\n=== 213\n~ victory\n=== gatehouse\n~ defeat'
    assert [each for each in findings(text) if each[0] == "GB101"] == [
        ("GB101", "212", "did you mean 211 or 213? Nothing leads there yet"),
        ("GB101", "gatehose", "did you mean gatehouse? Nothing leads there yet"),
    ]


def test_a_rule_after_a_turn_is_never_reached() -> None:
    assert ("GB202", "gold +1") in [each[:2] for each in findings(HEAD + "    === 1\n    -> 1\n    ~ gold +1\n")]


def test_a_way_through_a_chapter_must_lead_somewhere() -> None:
    text = (
        HEAD
        + """
    === 1
    * Up -> 1
    * Down with {gold} or {key}
        ~ gold -1
    """
    )
    assert findings(text) == [("GB201", "gold -1", 'add a turn (-> 12) or an ending (~ defeat "…")')]
    assert book(text).title == "Test"  # it still means something


def test_another_number_than_the_rows_have_must_lead_somewhere() -> None:
    text = 'book "T"\n=== 1\n~ ask "How many?"\n    4 -> 1'
    hint = "add under its rows, with four blanks in front: else -> 12"
    assert findings(text) == [("GB201", '~ ask "How many?"', hint)]


def test_an_empty_chapter_is_a_dead_end() -> None:
    assert codes('book "T"\n=== 1\nProse.') == ["GB201"]


def test_reminders_are_found_in_prose_and_comments() -> None:
    found = findings('book "T"\n// TODO: a title\n=== 1\nTODO a story\n~ victory')
    assert [each[:2] for each in found] == [("GB203", "TODO"), ("GB203", "TODO")]


def test_whoever_turns_from_a_chapter_to_itself_still_came_from_the_one_before() -> None:
    text = BACK.replace("    -> back", "    * Look again -> 9\n    * Stop -> back")
    came = "(chapter before + ((chapter here != 4) * (chapter here - chapter before)))"
    assert core(text, "9")[0] == f"hidden: chapter before := {came}, chapter here := 4"
    turns = [line.strip() for line in core(text, "9") if "->" in line]
    assert turns == ["-> 9", "-> 1", "-> 2", "* -> back [0]", "-> 1"]


def test_boxes_of_a_chapter() -> None:
    text = (
        HEAD
        + """
    === 1
    ~ if ticked = 3
        -> 2
    ~ tick one of 3
    -> 1
    === 2
    ~ if ticked 1 and not ticked
        ~ tick a box
    ~ victory
    """
    )
    assert core(text) == ["if (boxes 1 = 3)", "  -> 2", "hidden: boxes 1 := (boxes 1 + 1)", "-> 1"]
    assert core(text, "2")[:2] == ["if (boxes 1 and not boxes 2)", "  hidden: boxes 2 := (boxes 2 + 1)"]
    highs = {each.name: each.high for each in book(text).variables if each.name.startswith("boxes")}
    assert highs == {"boxes 1": 3, "boxes 2": 1}


def test_boxes_are_ticked_in_chapters_and_there_is_one_at_least() -> None:
    assert "GB122" in codes(HEAD + "    when gold > 3\n        ~ tick a box\n    === 1\n    ~ victory")
    assert "GB309" in codes(HEAD + "    === 1\n    ~ tick one of 0\n    ~ victory")


def test_all_that_is_never_reached_is_read_for_its_mistakes_and_told_of_once() -> None:
    """Whatever stands between the turn and a wrong one, the wrong one is found."""
    for between in ("", "    ~ gold +1\n", "    ~ gold +1\n    Words.\n    ~ key +1\n"):
        text = f"{HEAD}    === 1\n    -> 1\n{between}    -> 99\n    ~ gain nothing\n"
        found = [code for code, *_ in findings(text)]
        assert (found.count("GB202"), found.count("GB101"), found.count("GB102")) == (1, 1, 1)
        sound = text.replace("-> 99", "-> 1").replace("~ gain nothing", "~ gold -1")
        assert core(sound) == ["-> 1"]
