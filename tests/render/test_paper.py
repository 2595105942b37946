"""What stands in accounts, and what was written since it was last told."""

from __future__ import annotations

from msgspec import structs

from gamebook.model.book import Account, Book
from gamebook.model.step import own_address
from gamebook.play.moment import Changed
from gamebook.project import Project
from gamebook.render.paper import Paper, ledgers, names_of

LUCK = Account(name="luck", of=36, places=("1#1",), columns=(("lucky", "account luck"),))


def kept(before: int, after: int, address: str = "1#1") -> Changed:
    return Changed((("account luck", before, after),), "hidden", own_address(address))


def book() -> Book:
    plain = Project.of("sheet\n    number luck = 0 in 0..99\n\n=== 1\n-> victory\n").book
    (variable,) = (each for each in plain.variables if each.name == "luck")
    column = structs.replace(variable, name="account luck")
    return structs.replace(plain, accounts=(LUCK,), variables=(column,))


def test_what_is_written_is_told_once() -> None:
    paper = Paper(book())
    paper.write(kept(0, 24))
    paper.write(kept(24, 12))
    assert [*paper.settled()] == [("luck", "lucky 12/36")]
    assert not [*paper.settled()]


def test_what_was_told_before_a_play_is_taken_up_again_is_not_told_twice() -> None:
    paper = Paper(book(), [kept(0, 24)])
    assert not [*paper.settled()]
    paper.write(kept(24, 30))
    assert [*paper.settled()] == [("luck", "lucky 30/36")]


def test_only_the_places_of_an_account_write_to_it() -> None:
    paper = Paper(book())
    paper.write(kept(0, 24, "1#2"))
    assert not [*paper.settled()]


def test_accounts_of_one_name_have_a_number_each() -> None:
    """As in print: “section 1, gold (1)”."""
    roll = "~ gold -1d6 by residual\n"
    accounts = Project.of(
        f"sheet\n    number gold = 9 in 0..9\n\n=== 1\n{roll}{roll}-> 2\n=== 2\n{roll}-> 1\n"
    ).book.accounts
    assert [*names_of(accounts).values()] == ["1: gold (1)", "1: gold (2)", "2: gold"]
    sheet = {name: 1 for account in accounts for _, name in account.columns}
    told = ledgers(accounts, sheet, chapter="1", fight=False)
    assert [each.rpartition(": ")[0] for each in told] == ["1: gold (1)", "1: gold (2)", "2: gold"]
