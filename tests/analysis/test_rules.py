from __future__ import annotations

from gamebook.analysis.rules import Choice, tree_rules
from gamebook.analysis.tree import Leaf, Question, Split, Tree

A, B, C = (Leaf((option,), 0.0) for option in range(3))


def split(column: int, bound: int, yes: Tree, no: Tree) -> Split:
    return Split(Question(column, "<=", bound), yes, no, A)


def low(bound: int, column: int = 0) -> Question:
    return Question(column, "<=", bound)


def high(bound: int, column: int = 0) -> Question:
    return Question(column, ">", bound)


def test_a_single_value_between_two_thresholds_is_named() -> None:
    # A up to 5, B at 6, A above.
    assert tree_rules(split(0, 5, A, split(0, 6, B, A))) == (
        Choice(1, ((Question(0, "=", 6),),)),
        Choice(0, ((),)),
    )


def test_leaves_in_turn_need_few_words() -> None:
    tree = split(0, 5, A, split(1, 3, B, C))
    assert tree_rules(tree) == (Choice(0, ((low(5),),)), Choice(1, ((low(3, 1),),)), Choice(2, ((),)))


def test_one_option_in_two_places_is_said_once() -> None:
    # A where both are low or both are high.
    tree = split(0, 5, split(1, 3, A, B), split(1, 3, B, A))
    first, last = tree_rules(tree)
    assert {first.option, last.option} == {0, 1}
    assert len(first.ways) == 2
    assert last.ways == ((),)


def test_what_goes_without_saying_is_not_said() -> None:
    # A where the first is low, or the second and third are; B, twice, elsewhere: "low or not low and …" says no more.
    tree = split(0, 5, A, split(1, 3, split(2, 2, A, B), B))
    assert tree_rules(tree)[0] == Choice(0, ((low(5),), (low(3, 1), low(2, 2))))


def test_neighbours_are_said_together() -> None:
    # B where the first is 6 and the second high, and where the first is more and the second high; A elsewhere.
    tree = split(0, 6, split(0, 5, A, split(1, 2, A, B)), split(1, 2, A, B))
    told = {rule.option: rule.ways for rule in tree_rules(tree)}
    assert ((high(2, 1), high(5)),) in told.values() or ((high(5), high(2, 1)),) in told.values()


def test_an_order_of_preference_stays_in_order() -> None:
    either = Leaf((2, 1), 0.0)
    assert tree_rules(split(0, 5, A, either)) == (Choice(0, ((low(5),),)), Choice(2, ((),)), Choice(1, ((),)))
    assert tree_rules(split(0, 5, either, A)) == (Choice(0, ((high(5),),)), Choice(2, ((),)), Choice(1, ((),)))
