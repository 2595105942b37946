"""The sheet: ranges, starts, the hero's rolls."""

from tests.resolve.reading import book, codes, core, findings, lines


def sheet(text: str) -> dict[str, tuple[int, int, int]]:
    found = book(f'book "T"\nsheet\n    {text}\n=== 1\n~ victory')
    return {each.name: (each.low, each.high, each.start) for each in found.variables}


def test_ranges_that_need_no_word() -> None:
    assert sheet("item rope\n    item meal x 5 = 3\n    codeword OWL\n    one-of weapon: none, sword, axe") == {
        "rope": (0, 1, 0),
        "meal": (0, 5, 3),
        "OWL": (0, 1, 0),
        "weapon": (0, 2, 0),
    }


def test_a_stat_lies_between_0_and_its_greatest_start() -> None:
    """So does its initial value: a hero may be given less than the dice can show."""
    assert sheet("stat SKILL = 1d6 + 6") == {"SKILL": (0, 12, 0), "initial SKILL": (0, 12, 0)}
    assert sheet("stat SKILL = 9 in 0..20") == {"SKILL": (0, 20, 9), "initial SKILL": (0, 20, 9)}


def test_the_hero_is_rolled_in_the_order_written() -> None:
    text = """
    book "T"
    sheet
        stat   SKILL = 1d6 + 6
        number gold = 2d6 in 0..12
        number luck = SKILL / 2
    hero
        ~ choose "gift"
            * Sword
                ~ gold +1
    === 1
    ~ victory
    """
    assert lines(book(text).hero) == [
        "SKILL := (1d6 + 6) beyond",
        "hidden: initial SKILL := SKILL",
        "gold := 2d6",
        "luck := (SKILL / 2)",
        "hero gift",
        "* Sword",
        "  gold := (gold + 1)",
    ]


def test_a_number_that_never_changes_needs_no_range() -> None:
    assert sheet("number fame = 4")["fame"] == (4, 4, 4)


def test_a_number_that_is_only_set_needs_no_range() -> None:
    text = 'book "T"\nsheet\n    number door = 0\n=== 1\n~ set door = 3\n~ victory'
    assert [(each.low, each.high) for each in book(text).variables] == [(0, 3)]


def test_a_number_without_bounds_is_named() -> None:
    text = 'book "T"\nsheet\n    number fame = 0\n=== 1\n~ fame +1\n-> 1'
    assert findings(text)[0] == ("GB301", "number fame = 0", "write: number fame = … in LOW..HIGH")


def test_parameters_can_be_given_from_outside() -> None:
    text = 'book "T"\nparam n = 10\nsheet\n    number gold = n in 0..n * 2\n=== 1\n~ victory'
    assert [(each.high, each.start) for each in book(text).variables] == [(20, 10)]
    assert [(each.high, each.start) for each in book(text, n=3).variables] == [(6, 3)]


def test_derived_values_and_bonuses_stand_where_they_are_read() -> None:
    text = """
    book "T"
    sheet
        stat   SKILL = 9
        item   ring = 1
        one-of weapon: none, axe
        let    might = SKILL + 2 * (weapon = axe)
        while  ring: SKILL +1
    === 1
    ~ if might > 5 and axe
        ~ SKILL -1
    ~ victory
    """
    assert core(text) == [
        "if ((((SKILL + ring) + (2 * (weapon = 1))) > 5) and (weapon = 1))",
        "  SKILL := (SKILL - 1)",
        "end victory",
    ]


def test_a_derived_value_may_not_need_itself() -> None:
    assert "GB116" in codes('book "T"\nsheet\n    let a = b\n    let b = a\n=== 1\n~ victory')


def test_tables_are_looked_up_by_column_and_row() -> None:
    text = """
    book "T"
    sheet
        number x = 1 in 0..2
    table t columns 0..2 rows 0..0
        4 5 6
    === 1
    ~ set x = t(x, 0)
    ~ victory
    """
    assert core(text)[0] == "x := t(x, 0)"
    assert "GB306" in codes(text.replace("4 5 6", "4 5"))


def test_names_declared_twice_point_at_the_first() -> None:
    text = 'book "T"\nsheet\n    item rope\n    codeword rope\n=== 1\n~ victory\n=== 1\n~ defeat'
    assert codes(text)[:2] == ["GB107", "GB106"]


def test_a_start_outside_its_range() -> None:
    assert "GB316" in codes('book "T"\nsheet\n    number gold = 20 in 0..10\n=== 1\n~ victory')


def test_a_range_upside_down() -> None:
    assert "GB309" in codes('book "T"\nsheet\n    number gold = 5 in 10..0\n=== 1\n~ victory')


def test_a_value_of_two_one_ofs_alone_means_neither() -> None:
    text = """
    book "T"
    sheet
        one-of a: none, x
        one-of b: none, y
    === 1
    ~ if none
        -> 1
    ~ if a = none and b = y
        -> 1
    ~ victory
    """
    assert [code for code in codes(text) if code < "GB2"] == ["GB109"]
