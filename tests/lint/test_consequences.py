"""Which findings are told, and which come after others."""

from __future__ import annotations

import pytest

from gamebook.codes import balance, chapter_map, finding
from gamebook.diagnostics import Diagnostic, in_order
from gamebook.lint.consequences import after_causes, without_consequences
from gamebook.lint.pages import Pages, pages_of
from gamebook.project import Project
from gamebook.source import Source, Span
from gamebook.syntax.limits import MAX_BYTES
from tests.support.check import check_text
from tests.support.growth import calls

NO_ITEM = "GB102"
"""Nothing is called so: a cause of other findings."""


def _found(code: str, start: int) -> Diagnostic:
    return finding(code, Span("book.gbk", start, start + 1), "so it is", "look")


@pytest.mark.parametrize(("cause", "late"), [(6, 1), (2, 0), (0, 0)])
def test_a_dead_end_comes_after_a_mistake_in_its_own_chapter_only(cause: int, late: int) -> None:
    pages = Pages({"book.gbk": Source("book.gbk", "0123456789")}, {"book.gbk": 1}, {"book.gbk": [(1, "1"), (4, "2")]})
    found = [_found(NO_ITEM, cause), _found(chapter_map.DEAD_END, 5)]
    assert [each.late for each in after_causes(found, pages)] == [0, late]


@pytest.mark.parametrize(("mistakes", "said"), [(0, "look"), (1, "finding above"), (2, "findings above")])
def test_that_nobody_wins_comes_after_every_mistake(mistakes: int, said: str) -> None:
    found = [*(_found(NO_ITEM, number) for number in range(mistakes)), _found(balance.NO_VICTORY, 9)]
    last = [*after_causes(found, Pages({}, {}))][-1]
    assert (last.late, said in (last.hint or "")) == (3 if mistakes else 0, True)


def test_a_chapter_without_a_link_comes_before_what_plays_do_to_numbers() -> None:
    found = [_found(balance.OVERFULL, 1), _found(chapter_map.UNREACHED_CHAPTER, 5)]
    assert [each.late for each in after_causes(found, Pages({}, {}))] == [2, 0]
    assert [each.late for each in after_causes(found[:1], Pages({}, {}))] == [0]


def test_what_is_open_comes_last() -> None:
    found = [_found(balance.NOT_ALL_SEEN, 0), _found(balance.NO_VICTORY, 1), _found(balance.FREE_ROUNDS, 2)]
    told = in_order(after_causes(found, Pages({}, {})), {})
    assert [each.code for each in told] == [balance.NO_VICTORY, balance.FREE_ROUNDS, balance.NOT_ALL_SEEN]


def test_of_a_file_that_is_too_long_to_be_read_nothing_else_is_said() -> None:
    edition = Project.of("=== 1\n~ victory\n" + " " * MAX_BYTES).edition()
    assert [each.code for each in edition.check("quick").findings] == ["GB003"]


@pytest.mark.slow
def test_the_work_grows_with_the_length_of_a_half_written_book_and_no_faster() -> None:
    """Every second chapter is a dead end, and the others have a link to a chapter that is not there."""

    def work(chapters: int) -> int:
        pages = (
            f"=== {number}\nText." if number % 2 == 0 else f"=== {number}\n* a -> {number + 1}\n* b -> y{number}"
            for number in range(1, chapters + 1)
        )
        edition = Project.of("\n".join(pages)).edition()
        found, where = [*edition.earlier], pages_of(edition.loaded)
        assert len(found) >= chapters
        return calls(lambda: [*after_causes([*without_consequences(found, where)], where)])

    assert work(400) < 2.5 * work(200)


CUT = """sheet
    item rope
=== 1
* Buy{turn}
~ gain rope
* Leave -> 2
-> 3
=== 2
* Climb [if not rope] -> 3
* Fall -> 3
=== 3
~ victory
"""


@pytest.mark.parametrize(("turn", "codes"), [("", ["GB063"]), (" [if not rope] -> 3", ["GB063", "GB202"])])
def test_what_a_menu_that_is_cut_in_two_brings_about_is_left_out(turn: str, codes: list[str]) -> None:
    """Where each choice turns, nobody comes to the last line of the chapter, however the rule is indented."""
    assert [each.code for each in Project.of(CUT.format(turn=turn)).check("quick").findings] == codes


LAMP = """\
sheet
    item lamp
    item rope

=== 1
* Light the lamp [if lamp] -> 2
* Go on -> 3

=== 2
-> 5

=== 3
~ if lamp and rope
    ~ victory "With a rope"
* Rest -> 4

=== 4
~ victory

=== 5
~ victory "In the cellar"
"""


def test_a_thing_that_nobody_can_have_names_what_lies_behind_it() -> None:
    lamp, rope = check_text(LAMP).findings
    behind = 'chapters 2 and 5 are never reached and the ending "With a rope" is never reached'
    assert lamp.message == f"the reader can never have lamp, so {behind}"
    assert lamp.subject == "the reader can never have lamp"
    assert rope.message == "the reader can never have rope"


CHOICES_AS_PROSE = [
    ("- Go north -> 2\n- Go south -> 3", ["error GB029", "warning GB029"]),
    ("•Go north -> 2\n\nWhere to?", ["error GB029"]),
    ("*Go north -> 2\n*Go south -> 3", ["error GB039", "warning GB039"]),
    ("1) Go north → 2\n2) Go south → 3", ["error GB029", "warning GB029"]),
    ("* Search\n    - Left -> 2\n    - Right -> 3\n* Leave -> 3", ["error GB029", "warning GB029"]),
    ("~ roll 1d6\n    1-3\n        - Left -> 2\n    4-6 -> 3", ["error GB029"]),
    ("* Go north -> 2\n- Go south -> 3", ["warning GB029"]),
    ("- Go north [if rope] -> 2", ["warning GB029", "error GB201"]),
    ("- Go north -> 2\n~ gain rope", ["warning GB029", "error GB201"]),
    ("The sign says north -> 2 // noqa: GB029", ["error GB201"]),
    ("- Go north -> 2\n* Search\n* Leave -> 3", ["warning GB029", "error GB201"]),
    ("~ roll 1d6\n    1-3\n        - Go -> 2\n        -> 2\n    4-6\n        Wait.", ["warning GB029", "error GB201"]),
]


@pytest.mark.parametrize(("chapter", "told"), CHOICES_AS_PROSE)
def test_a_chapter_that_ends_with_choices_as_prose_does_not_run_out_as_well(chapter: str, told: list[str]) -> None:
    text = f"sheet\n    item rope\n=== 1\n{chapter}\n=== 2\n~ gain rope\n-> 3\n=== 3\n~ lose rope\n-> 4\n"
    found = Project.of(f"{text}=== 4\n~ victory\n").check("quick").findings
    kinds = [f"{each.severity.value} {each.code}" for each in found if each.code in ("GB029", "GB039", "GB201")]
    assert kinds == told
    assert [each.message for each in found if "chapter 1 can run out: this line is prose" in each.message] == [
        each.message for each in found if each.severity.value == "error" and each.code != "GB201"
    ]


@pytest.mark.parametrize("rule", ["gold +{}", "repeat {} times\n    ~ gold +1", "gain ({}) meal", "pay ({}) gold"])
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("foe SKILL", "GB122"),
        ('foe "Elf" SKILL', "GB122"),
        ("initial BRAVERY", "GB102"),
        ("visited 99", "GB101"),
        ("bravery - 3", "GB102"),
        ("3 / 0", "GB305"),
    ],
)
def test_an_amount_that_is_not_known_is_not_said_to_be_0_or_less(rule: str, amount: str, code: str) -> None:
    text = f"sheet\n    number gold = 3 in 0..9\n    item meal x 3\n\n=== 1\n~ {rule.format(amount)}\n-> victory\n"
    assert [each for each in check_text(text).codes if each in (code, "GB334", "GB335")] == [code]


def test_all_foes_are_beaten_where_a_fight_is_won() -> None:
    text = "use fighting-fantasy\nsheet\n    number loot = 0 in 0..9\n\n=== 1\n"
    text += '~ fight "Orc" SKILL 6 STAMINA 5\n    won\n        ~ loot +foe SKILL\n'
    text += "~ if loot > 2\n    ~ victory\n~ defeat\n"
    assert check_text(text).codes == ["GB122"]


@pytest.mark.parametrize("line", ["~ gold +0", "~ pay 1 - 1 gold", "when glod = 9"])
def test_what_is_0_itself_is_said_beside_an_error(line: str) -> None:
    text = "sheet\n    number gold = 3 in 0..9\n\n{}\n=== 1\n{}~ glod -1\n-> victory\n"
    header, rule = (line, "") if line.startswith("when") else ("", f"{line}\n")
    assert {"GB335", "GB102"} <= {*check_text(text.format(header, rule)).codes}


@pytest.mark.parametrize(
    ("menu", "codes"),
    [
        ("~ test skill\n* Success -> 2\n* Failure -> 3", ["GB064"]),
        ("~ test skill\n* Go -> 2\n* Stay -> 3", ["GB332"]),
        ("~ roll 1d6 as d\n* If you roll 1-3 -> 2\n* If you roll 4-6 -> 3", ["GB064"]),
        ("~ roll 1d6 as d\n* Go -> 2\n* Stay -> 3", ["GB115"]),
        ("Roll a die.\n* 1-3 -> 2\n* 4-6 -> 3", ["GB064"]),
        ("Test your luck.\n* If you are lucky -> 2\n* If you are unlucky -> 3", ["GB064"]),
        ("You lose 2 STAMINA.\n* If you are lucky -> 2\n* If you are unlucky -> 3", ["GB067", "GB064"]),
    ],
)
def test_dice_whose_results_are_choices_are_one_finding(menu: str, codes: list[str]) -> None:
    text = f'book "T"\n    use fighting-fantasy\n\n=== 1\n{menu}\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n'
    assert check_text(text).codes == codes


@pytest.mark.parametrize("words", ["(if rope) Climb", "if rope: climb", "If you have the rope, climb"])
def test_what_only_a_condition_in_words_asks_for_is_used(words: str) -> None:
    text = 'book "T"\nsheet\n    item rope\n\n=== 1\n* Take the rope\n    ~ gain rope\n    -> 2\n* Leave it -> 2\n\n'
    assert check_text(f"{text}=== 2\n* {words} -> victory\n* Jump -> defeat\n").codes == ["GB062"]


def test_a_name_that_is_not_declared_is_one_finding() -> None:
    book = "=== 1\n~ gold +1\n~ note RAVEN\n* Go [if RAVEN or gold > 2] -> 1\n* Stay [if not gold] -> 1\n"
    gold, raven = check_text(book).findings
    assert (gold.message, len(gold.related)) == ("nothing is called gold; it is written in 3 places", 2)
    assert (raven.message, len(raven.related)) == ("no codeword is called RAVEN; it is written in 2 places", 1)
    assert raven.hint == "declare it: codeword RAVEN"


def test_an_item_that_is_not_declared_is_one_finding_where_the_book_has_others() -> None:
    book = "sheet\n    item rope, torch\n\n=== 1\n~ gain rope\n~ gain torch\n"
    book += "~ gain lampe\n~ gain lampe\n* Go [if lampe] -> 1\n* Stay [if rope or torch] -> 1\n"
    (found, *_) = errors = [each for each in check_text(book).findings if each.code == "GB102"]
    assert (len(errors), len(found.related)) == (1, 2)
    assert found.message == "no item is called lampe; it is written in 3 places; the book has rope, torch"
    assert found.hint == "declare it: item lampe"


def test_a_rule_system_that_is_not_used_is_one_finding() -> None:
    book = "=== 1\n~ STAMINA -1\n~ test luck\n    lucky -> 1\n    unlucky -> 1\n"
    (found,) = check_text(book).findings
    assert found.message == "nothing is called STAMINA; 1 more place needs the same rule system"
    assert found.hint == "write “use fighting-fantasy” under “book”"
