"""Tables that rules look up, and accounts of books without luck, as readers find them on the page of rules."""

from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.phrases import LANGUAGES, load_phrases
from gamebook.project import Project
from gamebook.publish.document import Document, Grid, plain
from gamebook.publish.formats import WRITERS, writer_of
from gamebook.publish.publication import Publication
from tests.support.published import Published, shown

TABLE = """book "T"
table hits columns -1..1 rows 1..2
    0, 0, 1
    4, 5, 6
table unused columns 1..1 rows 1..1
    7
sheet
    number force = 0 in -1..1
=== 1
~ if hits(force, 2) > 4
    -> 2
~ defeat
=== 2
~ victory
"""


def rules(document: Document) -> list[str]:
    return [words for _, words in shown(document.rules.blocks)]


def test_a_table_is_printed_where_some_rule_looks_it_up(published: Published) -> None:
    document = published(TABLE)
    grids = [block for block in document.rules.blocks if isinstance(block, Grid)]
    assert [[list(map(plain, line)) for line in grid.lines] for grid in grids] == [
        [["", "−1", "0", "1"], ["1", "0", "0", "1"], ["2", "4", "5", "6"]]
    ]
    assert all(grid.sides and grid.columns == ("right",) * 4 for grid in grids)
    assert (0, "If the number in the table hits, column your force, row 2 is more than 4: turn to 2.") in shown(
        document.sections[0].blocks
    )


def test_a_wide_table_is_cut_into_parts_of_one_width(published: Published) -> None:
    cells = " ".join(map(str, range(26)))
    text = TABLE.replace(
        "table hits columns -1..1 rows 1..2\n    0, 0, 1\n    4, 5, 6",
        f"table hits columns 0..25 rows 1..2\n    {cells}\n    {cells}",
    )
    grids = [block for block in published(text).rules.blocks if isinstance(block, Grid)]
    heads = [list(map(plain, grid.lines[0][1:])) for grid in grids]
    assert heads == [list(map(str, range(13))), list(map(str, range(13, 26)))]
    assert [list(map(plain, grid.lines[1])) for grid in grids] == [["1", *head] for head in heads]


@pytest.mark.parametrize(
    ("row", "rows"), [("p", ["2"]), ("p - 5", ["1"]), ("1 + (force > 0)", ["1", "2"]), ("1", ["1", "2"])]
)
def test_a_row_that_only_another_parameter_would_bring_is_not_printed(
    published: Published, row: str, rows: list[str]
) -> None:
    text = TABLE.replace("table hits", "param p = 2\ntable hits").replace("hits(force, 2)", f"hits(force, {row})")
    (grid,) = (block for block in published(text).rules.blocks if isinstance(block, Grid))
    assert [plain(line[0]) for line in grid.lines[1:]] == rows


@pytest.mark.parametrize("form", sorted(set(WRITERS) - {"pdf", "epub", "docx", "play"}))
def test_every_format_has_the_numbers_of_a_table(form: str, published: Published) -> None:
    document = published(TABLE.replace("4, 5, 6", "41, 42, 43"))
    edition = Project.of(TABLE).edition()
    text = writer_of(form).write(Publication(edition, document, Path())).decode()
    assert all(cell in text for cell in ("41", "42", "43"))


LEDGER = """book "L"
    start 1
{header}
account omens of 6 = 3 in -12..12
sheet
    number gold = 9 in -9..20
=== 1
{steps}
-> 2
=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("header", "steps", "words"),
    [
        ("", "~ gold -1d6 by expected", "Subtract 1d6 from your gold (by the mean) and turn to 2."),
        (
            "",
            "~ gold -1d6 by expected nearest",
            "Subtract 1d6 from your gold (by the mean, to the nearest) and turn to 2.",
        ),
        (
            "",
            "~ gold -1d6 by ledger account purse",
            "Subtract 1d6 from your gold (by the ledger, account purse) and turn to 2.",
        ),
        ("", "~ resolve by expected\n~ gold -1d6", "Subtract 1d6 from your gold (by the mean) and turn to 2."),
        ("", "~ resolve by expected\n~ gold -1d6 by dice", "Subtract 1d6 from your gold and turn to 2."),
        ("resolve by expected", "~ gold -1d6", "Subtract 1d6 from your gold and turn to 2."),
        ("resolve by expected", "~ gold -1d6 by dice", "Subtract 1d6 from your gold (by dice) and turn to 2."),
    ],
)
def test_how_chance_is_decided(header: str, steps: str, words: str, published: Published) -> None:
    document = published(LEDGER.format(header=header, steps=steps))
    assert shown(document.sections[0].blocks) == [(0, words)]


def test_the_way_of_a_block_ends_with_it(published: Published) -> None:
    steps = "~ if gold > 3\n    ~ resolve by expected\n    ~ gold -1d6\n~ gold +1d6"
    document = published(LEDGER.format(header="", steps=steps))
    assert [words for _, words in shown(document.sections[0].blocks)] == [
        "If your gold is more than 3: subtract 1d6 from your gold (by the mean).",
        "Add 1d6 to your gold and turn to 2.",
    ]  # fmt: skip


def test_accounts_are_explained(published: Published) -> None:
    steps = "~ roll 1d6 by ledger account omens\n    1-2\n        -> 2\n    3-6\n~ gold -1d6 by expected"
    document = published(LEDGER.format(header="", steps=steps))
    found = rules(document)
    assert "Account “omens”: a whole has 6 parts; columns: 1–2 (3)." in found
    assert any(words.startswith("Account “section 1, gold”: a whole has 2 parts; columns: gold.") for words in found)
    assert sum(words.startswith(("By the mean:", "By the ledger:", "By what is due:")) for words in found) == 2
    assert [(line.name, line.start) for line in document.sheet.lines] == [("gold", "9"), ("omens: 1–2", "3")]


def test_a_book_with_dice_has_no_accounts(published: Published) -> None:
    assert "Without luck" not in rules(published(LEDGER.format(header="", steps="~ gold -1d6")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_way_is_named_as_it_is_explained(language: str) -> None:
    """A reader who finds "(by the ledger)" looks for the paragraph that begins with these words."""
    words = load_phrases(language).words
    ways = [key.removeprefix("explain-") for key in words if key.startswith("explain-")]
    assert {key.removeprefix("how-") for key in words if key.startswith("how-")} - {"dice", "account"} == set(ways)
    for way in ways:
        name = words[f"how-{way}"]
        name = name.partition(", ")[2] if way.count("-") and way != "residual-deadline" else name
        assert words[f"explain-{way}"].casefold().startswith(name.casefold()), way


def test_the_words_of_what_is_due_tell_what_play_does() -> None:
    """Six rolls with 1, 2 and 3 faces, done by the printed words; the outcomes are the digits of the points."""
    columns, digits = [0, 0, 0], ""
    for _ in range(6):
        columns = [column + faces for column, faces in zip(columns, (1, 2, 3), strict=True)]
        taken = columns.index(max(columns))
        columns[taken] -= 6
        digits += str(taken)
    rows = "".join(
        f"        {faces}\n            ~ set gold = 3 * gold + {digit}\n"
        for digit, faces in enumerate(("1", "2-3", "4-6"))
    )
    steps = f"~ set gold = 0\n~ repeat 6 times\n    ~ roll 1d6 by residual\n{rows}~ score +gold"
    text = LEDGER.format(header="", steps=steps).replace("    start 1", "    start 1\n    aim score")
    assert gamebook.solve(text=text.replace("-9..20", "0..728")).value == int(digits, 3)


def test_the_words_of_the_ledger_tell_what_play_does() -> None:
    """An amount of 1/3 on average, three times, from 5/6 due: first one comes, then the faces of the die decide."""
    chances: dict[tuple[int, int], Fraction] = {(5, 0): Fraction(1)}
    for _ in range(3):
        after: dict[tuple[int, int], Fraction] = {}
        for (due, gold), chance in chances.items():
            wholes = max(0, (due + 2) // 6)
            parts = due + 2 - 6 * wholes
            owned = Fraction(max(0, parts), 6)
            for more, share in ((1, owned), (0, 1 - owned)):
                state = (parts - 6 * more, gold + wholes + more)
                after[state] = after.get(state, Fraction(0)) + chance * share
        chances = after
    once = "~ gold +count of 5..6 in 1d6 by ledger account omens"
    steps = f"~ set gold = 0\n~ repeat 3 times\n    {once}\n~ score +gold * gold"
    text = LEDGER.format(header="", steps=steps).replace("of 6 = 3", "of 6 = 5")
    text = text.replace("    start 1", "    start 1\n    aim score")
    squares = sum(chance * gold * gold for (_, gold), chance in chances.items())
    assert gamebook.solve(text=text, exact=True).exactly.best == squares


AGAIN = "It begins again as it stands here "
ENTERED = "each time that you come to a section in which it is used."


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (
            "~ roll 1d6 by ledger account omens scope chapter\n    1-2\n        ~ gold -1\n    3-6",
            f"Account “omens”: a whole has 6 parts; columns: 1–2 (3). {AGAIN}{ENTERED}",
        ),
        (
            "~ roll 1d6 by ledger account dues scope chapter\n    1-2\n        ~ gold -1\n    3-6",
            f"Account “dues”: a whole has 6 parts; columns: 1–2. {AGAIN}{ENTERED}",
        ),
        (
            "~ roll 1d6 by ledger account omens scope book\n    1-2\n        ~ gold -1\n    3-6",
            "Account “omens”: a whole has 6 parts; columns: 1–2 (3).",
        ),
    ],
)
def test_print_says_when_an_account_begins_again(steps: str, line: str, published: Published) -> None:
    document = published(LEDGER.format(header="", steps=steps))
    assert line in rules(document)
    assert any(":" in each.name for each in document.sheet.lines) == (AGAIN not in line)


def test_print_says_that_an_account_begins_again_with_each_fight(published: Published) -> None:
    fight = '~ fight "Orc" SKILL 7 STAMINA 4 by ledger account war scope fight'
    text = LEDGER.format(header="    use fighting-fantasy\naccount war of 1296 = 600 in -5000..5000", steps=fight)
    found = [words for words in rules(published(text)) if words.startswith("Account “war")]
    assert found
    assert all(words.endswith(f"{AGAIN}with each fight in which it is used.") for words in found)


def test_numbers_that_are_set_by_chance_say_which_account(published: Published) -> None:
    """A number of a fight is called as the section calls it."""
    steps = """~ fight "Orc" SKILL 7 STAMINA 4
    local fog = 1 in 1..6
    each round
        ~ set fog = 1d6
        ~ set fog = 1d2"""
    header = "    use fighting-fantasy\n    resolve by ledger"
    document = published(LEDGER.format(header=header, steps=steps))
    told = [words for words in rules(document) if words.startswith("Account “section 1, fog")]
    assert [words.partition(".")[0] for words in told] == [
        "Account “section 1, fog (1)”: a whole has 2 parts; columns: fog",
        "Account “section 1, fog (2)”: a whole has 2 parts; columns: fog",
    ]
    change = "change fog to 1d6 (by the ledger, account fog (1)) and change fog to 1d2 (by the ledger, account fog (2))"
    assert (0, f"At the start of each round: {change}.") in shown(document.sections[0].blocks)


def test_the_account_of_an_initial_value_is_called_so(published: Published) -> None:
    header = "    use fighting-fantasy\n    resolve by ledger"
    found = rules(published(LEDGER.format(header=header, steps="~ initial SKILL +1d2")))
    assert any("columns: your Initial SKILL." in words for words in found)


def test_an_account_of_a_trigger_begins_again_with_every_section(published: Published) -> None:
    header = "when gold < 3\n    ~ gold +1d6 by ledger account luck scope chapter"
    found = rules(published(LEDGER.format(header=header, steps="~ gold -1")))
    assert [words for words in found if words.startswith("Account “luck")] == [
        f"Account “luck”: a whole has 2 parts; columns: gold. {AGAIN}with every section that you come to."
    ]


def test_the_words_of_what_is_due_leave_out_what_has_no_chance() -> None:
    """Done by the printed words: once the wall is 6 no die is higher, however much is due to that outcome."""
    columns, ended = [0, 0, 0], ""
    for wall in (4, 6):
        chances = (6 - wall, 1, wall - 1)
        columns = [column + chance for column, chance in zip(columns, chances, strict=True)]
        taken = max((number for number in range(3) if chances[number]), key=lambda number: columns[number])
        columns[taken] -= 6
        ended = ("defeat", "victory", "on")[taken]
    assert (columns, ended) == ([2, -4, 2], "victory")
    text = """book "W"
sheet
    number wall = 4 in 0..6
=== 1
~ repeat 2 times
    ~ compare 1d6 with wall by residual account climb
        higher -> defeat
        equal -> victory
        lower
            ~ set wall = 6
-> defeat
"""
    assert gamebook.solve(text=text).value == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["ledger", "residual", "residual-deadline"])
def test_each_way_says_what_has_no_chance(way: str, language: str) -> None:
    """The words for an outcome without a chance are the same wherever they are needed."""
    chance = {
        "de": "jetzt keine Chance hat",
        "en": "has no chance now",
        "es": "ahora no tiene ninguna probabilidad",
        "fr": "n'a maintenant aucune chance",
        "it": "ora non ha alcuna probabilità",
    }
    assert chance[language] in load_phrases(language).words[f"explain-{way}"]


def test_accounts_of_one_section_are_told_apart(published: Published) -> None:
    steps = "~ gold -1d6 by expected\n~ gold -1d4 by expected nearest\n~ roll 1d6 by residual\n    1-2 -> 2\n    3-6"
    document = published(LEDGER.format(header="", steps=steps))
    first, *_ = shown(document.sections[0].blocks)
    assert first[1] == (
        "Subtract 1d6 from your gold (by the mean, account gold (1)) and"
        " subtract 1d4 from your gold (by the mean, to the nearest, account gold (2))."
    )
    named = [words.partition("”")[0] for words in rules(document) if words.startswith("Account “")]
    assert named == ["Account “section 1, gold (1)", "Account “section 1, gold (2)", "Account “section 1, 1d6"]


@pytest.mark.parametrize(
    ("header", "steps", "words"),
    [
        ("", "~ roll 1d6 by expected\n    1-2 -> 2\n    3-6 -> 3", "Roll one die:"),
        ("", "~ roll 2d6 as pool hand by residual", "Roll 2d6; below, the result is called hand."),
        (
            "resolve by expected",
            "~ roll 2d6 as pool hand\n~ gold -1d6\n~ if count of 6 in hand\n    -> 3",
            "Roll 2d6; below, the result is called hand (by dice). Subtract 1d6 from your gold.",
        ),
        ("resolve by expected", "~ roll 1d6\n    1-2 -> 2\n    3-6 -> 3", "Roll one die (by dice):"),
        ("", "~ compare 1d6 + gold with 1d6 by expected\n    higher -> 2", "Compare 1d6 + your gold with 1d6:"),
    ],
)
def test_what_stays_on_dice_is_printed_so(header: str, steps: str, words: str, published: Published) -> None:
    text = LEDGER.format(header=header, steps=steps) + "=== 3\n~ defeat\n"
    if "-> 3" not in steps:
        text = text.replace("-> 2\n=== 2", "* On -> 2\n* Off -> 3\n=== 2")
    assert shown(published(text).sections[0].blocks)[0] == (0, words)


def test_what_is_fixed_is_no_matter_of_accounts(published: Published) -> None:
    steps = (
        "~ resolve by ledger account trials\n~ roll 1d6\n    1-2\n        ~ gold -1\n    3-6\n~ score +2\n~ gold -1d6"
    )
    document = published(LEDGER.format(header="    aim score", steps=steps))
    told = [words for _, words in shown(document.sections[0].blocks)]
    assert told[1] == "1–2: subtract 1 from your gold."
    assert told[-1].startswith("Score 2 points, subtract 1d6 from your gold (by the ledger, account trials, gold)")
    named = [words.partition("”")[0] for words in rules(document) if words.startswith("Account “")]
    assert named == ["Account “trials, 1d6", "Account “trials, gold"]


@pytest.mark.parametrize(("language", "column"), [("en", "columns: 4 or less."), ("fr", "colonnes : 4 ou moins.")])
def test_the_column_of_a_row_with_one_end(language: str, column: str, published: Published) -> None:
    steps = (
        "~ repeat 2 times\n    ~ roll 1d6 by ledger\n        4 or less\n            ~ gold -1\n        5 or more -> 2"
    )
    found = rules(published(LEDGER.format(header=f'    language "{language}"', steps=steps)))
    assert sum(column in line.replace("\N{NO-BREAK SPACE}", " ") for line in found) == 1


COLUMNS = """book "C"
    language "{language}"
    use fighting-fantasy
sheet
    number n = 0 in 0..4
=== 1
~ repeat 2 times
    ~ n +1
    ~ random by residual account bag
        4 * (n != 2):
            ~ n +0
        5:
            ~ n +1
        1: -> 2
    ~ compare 1d6 with n by residual account wall
        higher
            ~ n +0
        equal -> 2
        lower
            ~ n -1
~ fight "Orc" SKILL 7 STAMINA 4 by expected
-> 2
=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("language", "columns"),
    [
        (
            "en",
            [
                "as many counters as (4 if your n is not 2, otherwise 0), 5 counters and 1 counter.",
                "if the first is higher, if they are equal, and if the first is lower.",
                "the STAMINA of the foe and STAMINA.",
            ],
        ),
        (
            "de",
            [
                "so viele Steine, wie (4, wenn n nicht 2 ist, sonst 0) angibt, 5 Steine und 1 Stein.",
                "wenn der erste Wert höher ist, wenn beide gleich sind, und wenn der erste Wert niedriger ist.",
                "STÄRKE (Gegner) und STÄRKE.",
            ],
        ),
    ],
)
def test_columns_are_called_as_the_rows_are_printed(language: str, columns: list[str], published: Published) -> None:
    found = rules(published(COLUMNS.replace("{language}", language)))
    word = {"en": "columns: ", "de": "Spalten: "}[language]
    assert [f"{line.partition(word)[2].partition('.')[0]}." for line in found if word in line] == columns


def test_a_row_that_is_never_drawn_has_no_column(published: Published) -> None:
    rows = "~ random by residual\n    1: -> 2\n    0: -> 3\n    1: -> 3\n"
    text = f'book "T"\n=== 1\n{rows}=== 2\n~ victory\n=== 3\n~ defeat\n'
    assert any("columns: 1–3 and 4–6." in words for words in rules(published(text)))


def test_each_use_of_a_rule_has_its_own_account(published: Published) -> None:
    """language.md, “Two Keyholes”."""
    rule = "rule listen\n    ~ roll 1d2 by residual\n        1\n            ~ gold -1\n        2 -> 2"
    document = published(LEDGER.format(header=rule, steps="~ do listen\n~ if gold > 2\n    ~ do listen\n~ do listen"))
    told = [words for _, words in shown(document.sections[0].blocks) if words.startswith("Roll")]
    assert told == [f"Roll 1d2 (by what is due, account 1d2 ({number})):" for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("~ roll 1d6\n    1-2\n        ~ gold +1\n    3-6\n        ~ gold -1", True),
        ("~ gold +1d6 - 5", True),
        ("~ gold -1d6", False),
        ("~ gold +1d6\n~ score -1d4", False),
        ("~ roll 1d6\n    1-2\n    3-6\n        ~ gold -1", False),
    ],
)
def test_a_mean_below_nothing_is_explained_where_there_may_be_one(published: Published, step: str, told: bool) -> None:
    """Rounded down, as a column of the mean is never below 0 (srr.md)."""
    document = published(LEDGER.format(header="    aim score\n    resolve by expected", steps=step))
    assert any("so is the amount: add wholes to the column" in line for line in rules(document)) == told


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("~ gain 1d2 torch", "Write 1d2 torches on your Adventure Sheet (by what is due, account 1d2 ({n}))"),
        ("~ torch +1d2", "Write 1d2 torches on your Adventure Sheet (by what is due, account torch ({n}))"),
        ("~ lose 1d2 torch", "Cross 1d2 torches off your Adventure Sheet (by what is due, account torch ({n}))"),
        ("~ pay 1d2 gold", "Pay 1d2 gold (or all you have if that is less) (by what is due, account gold ({n}))"),
        ("~ repeat 1d2 times\n    ~ gold -1", "Do this as many times as 1d2 (by what is due, account 1d2 ({n})):"),
    ],
)
def test_every_amount_of_dice_says_which_account(published: Published, step: str, words: str) -> None:
    header = "    resolve by residual\nsheet\n    item torch x 9 = 2"
    document = published(LEDGER.format(header=header, steps=f"{step}\n{step}"))
    told = " ".join(line for _, line in shown(document.sections[0].blocks))
    assert words.format(n=1).casefold() in told.casefold()
    assert words.format(n=2).casefold() in told.casefold()


def test_an_account_of_a_roll_has_a_column_called_as_it_is_printed(published: Published) -> None:
    steps = "~ resolve by expected account trials\n~ repeat 2d6 times\n    ~ gold -1"
    document = published(LEDGER.format(header='    language "de"', steps=steps))
    assert any("Konto „trials, 2W6“: Ein Ganzes hat 1 Teil; Spalten: 2W6." in line for line in rules(document))
