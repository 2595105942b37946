"""Effects on numbers, codewords and one-ofs."""

from tests.resolve.reading import core, findings, meaning

SHEET = """
    book "Test"
    sheet
        stat     LUCK = 9
        number   gold = 5 in 0..20
        number   debt = 0 in 0..20
        codeword RAVEN
        one-of   weapon: none, sword, axe
        param    price = 3
    === 1
"""


def rules(text: str) -> list[str]:
    return core(SHEET + "".join(f"    ~ {line}\n" for line in text.split("; ")) + "    ~ victory")[:-1]


def test_an_effect_is_an_assignment_on_the_value_before() -> None:
    assert rules("gold -2; gold +2d6; LUCK +4") == ["gold := (gold - 2)", "gold := (gold + 2d6)", "LUCK := (LUCK + 4)"]


def test_an_effect_may_go_beyond_the_initial_value_where_it_says_so() -> None:
    assert rules("LUCK +1 beyond initial") == ["LUCK := (LUCK + 1) beyond"]


def test_the_initial_value_is_a_variable_of_its_own() -> None:
    assert rules("initial LUCK +2; restore LUCK") == ["initial LUCK := (initial LUCK + 2)", "LUCK := initial LUCK"]


def test_both_is_one_effect() -> None:
    assert rules("both gold -1, debt +1") == ["gold := (gold - 1), debt := (debt + 1)"]


def test_swap_is_one_effect() -> None:
    assert rules("swap gold debt") == ["gold := debt, debt := gold"]


def test_codewords_are_noted_and_erased() -> None:
    assert rules("note RAVEN; erase RAVEN") == ["RAVEN := 1", "RAVEN := 0"]


def test_paying_is_an_effect_that_says_why() -> None:
    assert rules("pay price gold") == ["pay: gold := (gold - 3)"]


def test_a_one_of_is_set_by_the_name_of_a_value() -> None:
    assert rules("set weapon = axe; gain sword; lose weapon") == [
        "weapon := 2",
        "gain: weapon := 1",
        "lose: weapon := 0",
    ]


def test_losing_a_value_loses_it_only_where_it_is_had() -> None:
    assert rules("lose axe") == ["if (weapon = 2)", "  lose: weapon := 0"]


def test_a_constant_cannot_change() -> None:
    found = findings(SHEET + "    ~ price +1\n    ~ victory")
    assert ("GB108", "price", "") in found


def test_gain_is_not_for_numbers() -> None:
    found = findings(SHEET + "    ~ gain gold\n    ~ victory")
    assert ("GB108", "gold", "write: ~ gold +1") in found


def test_a_misspelt_name_offers_the_nearest() -> None:
    found = findings(SHEET + "    ~ glod -1\n    ~ note RAVNE\n    ~ victory")
    assert ("GB102", "glod", "did you mean gold?") in found
    assert ("GB102", "RAVNE", "did you mean RAVEN?") in found


def test_a_name_of_the_wrong_kind_is_told_with_its_article() -> None:
    text = 'book "T"\nsheet\n    number gold = 5 in 0..9\n    item rope\n=== 1\n~ note rope\n~ gain gold\n~ victory\n'
    told = [each.message for each in meaning(text).findings if each.code == "GB108"]
    assert told == ["rope is an item, not a codeword", "gold is a number, not an item"]
