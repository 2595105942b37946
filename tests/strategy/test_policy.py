"""A policy as one asks for it."""

from __future__ import annotations

import pytest
from msgspec import structs

import gamebook
from gamebook.errors import UsageError
from gamebook.model.arithmetic import ZERO, binary, const
from gamebook.model.book import PARAMETER, Advice, Book, Strategy
from gamebook.model.expression import Var
from gamebook.strategy.policy import find
from tests.support.build import WIN, book

CAREFUL = Strategy(name="careful", parameters=(("t", 6), ("most", 2)), rules=(), otherwise="random")


@pytest.fixture
def written() -> Book:
    return book(one=(WIN,), strategies=(CAREFUL,))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("careful", "careful(t = 6, most = 2)"),
        (" careful ( most = -3 ) ", "careful(t = 6, most = -3)"),
        ("careful(t=1,most=0)", "careful(t = 1, most = 0)"),
        ("careful()", "careful(t = 6, most = 2)"),
        ("random", "random"),
        ("uniform", "random"),  # an older name
    ],
)
def test_names_and_numbers(written: Book, asked: str, words: str) -> None:
    assert find(written, asked).words == words


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("carefull", "there is no strategy carefull; did you mean careful?"),
        ("x", "there is no strategy x; there is careful, best, random, first"),
        ("careful(z=1)", "the strategy careful has no parameter z; its parameters are t, most"),
        ("random(z=1)", "the strategy random has no parameter z; it has none"),
        ("careful(t=many)", "a parameter of a policy is NAME=NUMBER, not t=many"),
        ("careful(t", "a policy is NAME or NAME(parameter=number, …), not careful(t"),
        ("", "a policy is NAME or NAME(parameter=number, …), not nothing"),
    ],
)
def test_what_cannot_be_asked(written: Book, asked: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        find(written, asked)
    assert str(caught.value) == said


def test_a_strategy_of_the_book_goes_before_one_that_is_built_in() -> None:
    own = structs.replace(CAREFUL, name="first")
    assert find(book(one=(WIN,), strategies=(own,)), "first").strategy is own


def test_parameters_that_make_numbers_too_large() -> None:
    asked = binary(
        ">", binary("*", Var(name=f"{PARAMETER}t"), binary("*", Var(name=f"{PARAMETER}t"), const(10**9))), ZERO
    )
    rule = Advice(where="1", choices=(("Go", asked),))
    told = book(one=(WIN,), strategies=(structs.replace(CAREFUL, rules=(rule,)),))
    assert find(told, "careful(t=100)").values == (("t", 100), ("most", 2))
    with pytest.raises(UsageError, match="numbers in the strategy careful are too large"):
        find(told, "careful(t=999999999)")


def test_what_a_rule_sees_at_its_decision_has_a_size_too() -> None:
    """The roll is in sight at one decision; whether the parameter makes a rule too large is seen with it."""
    text = """strategy keen(t = 1)
    at "call": Win if k * t * 1000000000 > 2 else Lose
    otherwise first

=== 1
~ roll 2d6 as k
~ choose "call"
    * Lose -> defeat
    * Win -> victory
"""
    assert gamebook.solve(text=text, policy="keen(t=2)").value == pytest.approx(1.0)
    with pytest.raises(UsageError, match="too large to compute with"):
        gamebook.solve(text=text, policy="keen(t=999999999)")
