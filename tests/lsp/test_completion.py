"""What is offered at a place can be written there: nothing that a finding would follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from gamebook.lsp.completion import completions
from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.project import Project

BOOK = """\
book "Offers"
    start 1

sheet
    number gold = 4 in 0..8
    stat might = 3
    item rope, lamp
    codeword OWL
    one-of weapon: none, sword
    limit sack 3: rope

param most = 2

rule buy(thing)
    ~ may "Buy it for {gold}"
        ~ gain thing

combat fight
    foe hits
    won when foe hits < 1
    round
        ~ roll 1d6 as blow
            1-3
                ~ event struck
                ~ foe hits -blow
            4-6

combat duel
    foe hits
    won when foe hits < 1
    round
        ~ event thrust
        ~ foe hits -1

strategy mine(limit-of-mine = 4)
    otherwise best

=== 1 The market
~ do buy(rope)
-> 2

=== 2
~ choose bet in 0..most
~ choose price in 1..gold
~ roll 1d6
    1-3
        ~ roll 2d6 as pool dice
        HERE
    4-6
LATER
-> 3

=== 3
~ rival chooses "her call"
    * Stay -> mill
    * Go -> mill

=== mill
~ fight "Rat" hits 3
    with nothing = 1
-> 4

=== 4
~ ask "How many?"
    3-5 -> 5
    8 -> 5
    else -> defeat

=== 5
-> victory
"""


def offered(old: str, new: str, folder: Path = Path()) -> list[str]:
    """The words that are offered at the end of a line that takes the place of another."""
    path = str(folder / "book.gbk")
    project = Project.of(BOOK, name=path)
    text = BOOK.replace(old, new, 1)
    project.edit(path, text)
    before = BOOK[: BOOK.index(old)] + new
    place = lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))
    return [each.label for each in completions(Page(project, path, Ruler()), place)]


AT = "    otherwise best"


@pytest.mark.parametrize(
    ("old", "new", "some", "others"),
    [
        (AT, "    at ", {"1", "2", "4", "bet", "price", "How many?"}, {"3", "5", "mill", "her call"}),
        (AT, "    at mill: x if ", {"limit-of-mine", "gold", "bet"}, {"dice"}),
        (AT, "    at mill: x if visited ", {"1", "mill"}, {"gold"}),
        ("HERE", "~ if ", {"bet", "price", "gold"}, {"blow", "thing"}),
        ("LATER", "~ if ", {"bet", "price", "gold"}, {"dice"}),
        ("LATER", "~ gold +", {"bet"}, {"blow"}),
        ("LATER", "Bet {", {"bet"}, {"blow"}),
        ("* Stay -> mill", "* Stay [if ", {"gold"}, {"bet", "price"}),
        ("HERE", "~ if count of 6 in ", {"dice"}, {"gold", "rope"}),
        ("LATER", "~ if count of 6 in ", set(), {"dice"}),
        ("    with nothing = 1", "    on ", {"struck"}, {"thrust"}),
        ("    with nothing = 1", "    on struck\n        ~ gold +", {"blow"}, {"bet"}),
        ("LATER", "~ if ticked in ", {"mill"}, {"1", "gold"}),
        ("LATER", "~ if ticked ", {"1", "2", "in"}, {"mill", "gold"}),
        ("LATER", "~ roll 1d6 by ", {"dice", "ledger", "strict", "account"}, {"gold"}),
        ("LATER", "~ roll 1d6 by ledger ", {"strict", "alone", "account", "scope"}, {"gold", "nearest", "ledger"}),
        ("LATER", "~ roll 1d6 by ledger strict ", {"account", "scope"}, {"alone", "gold"}),
        ("LATER", "~ roll 1d6 by ledger account luck ", {"scope"}, {"account", "gold"}),
        ("LATER", "~ roll 1d6 as ", {"pool"}, {"gold"}),
        ("    start 1", "    resolve by residual ", {"deadline", "account", "scope"}, {"strict"}),
        ("LATER", "~ gain ", {"rope", "sword"}, {"sack", "weapon", "gold"}),
        ("LATER", "~ gain 1 ", {"rope"}, {"sword", "sack"}),
        ("LATER", "~ lose ", {"rope", "weapon", "sword"}, {"sack", "gold"}),
        ("LATER", "~ lose all ", {"rope", "sack"}, {"weapon", "sword"}),
        ("LATER", "~ restore ", {"might"}, {"gold", "weapon", "rope"}),
        ("limit sack 3: rope", "limit sack 3: ", {"rope", "lamp"}, {"gold", "might", "OWL"}),
        ("LATER", "~ if count of ", {"rope", "sack"}, {"gold", "weapon", "might"}),
        ("param most = 2", "let free = count of ", {"rope", "sack"}, {"gold"}),
    ],
)  # fmt: skip
def test_no_more_is_offered_than_can_be_written(old: str, new: str, some: set[str], others: set[str]) -> None:
    found = offered(old, new)
    assert some <= {*found}
    assert not others & {*found}
    assert len(found) == len({*found})


@pytest.mark.parametrize("line", ["// ~ gain ", "* Go // -> ", "A stair \\-> ", "\\~ gain ", "She has \\{"])
def test_nothing_is_offered_in_a_comment_and_after_a_mark_that_is_ordinary_text(line: str) -> None:
    assert offered("LATER", line) == []


@pytest.mark.parametrize(
    ("decision", "options"),
    [
        ("1", ["Buy it for {gold}", "Do not"]),
        ("bet", ["0", "1", "2"]),
        ("price", ["1", "2", "3", "4", "5", "6", "7", "8"]),
        ("4", ["3-5", "8", "Another number"]),
        ('"How many?"', ["3-5", "8", "Another number"]),
    ],
)
def test_what_a_strategy_can_take(decision: str, options: list[str]) -> None:
    """All of it is accepted there."""
    assert offered(AT, f"    at {decision}: ") == options
    for option in options:
        project = Project.of(BOOK.replace(AT, f"    at {decision}: {option}\n{AT}"))
        assert "GB110" not in {each.code for each in project.mistakes.findings}


def test_rule_systems_in_the_folder_of_the_book_are_offered(tmp_path: Path) -> None:
    (tmp_path / "swamp.gbk").write_text("system swamp\n")
    (tmp_path / "part.gbk").write_text("=== 9\nThe system fails.\n")
    found = offered("start 1", "use ", tmp_path)
    assert {"swamp", "fighting-fantasy", "plain"} <= {*found}
    assert not {"part", "book"} & {*found}
