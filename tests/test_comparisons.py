from __future__ import annotations

from itertools import product

from gamebook.comparisons import COMPARES, COMPARISONS, NEGATED, TURNED
from gamebook.model.arithmetic import OPERATIONS


def test_the_opposite_holds_where_a_comparison_does_not() -> None:
    for op, (x, y) in product(COMPARISONS, product(range(3), repeat=2)):
        assert COMPARES[op](x, y) != COMPARES[NEGATED[op]](x, y)


def test_from_its_other_side_a_comparison_asks_the_same() -> None:
    for op, (x, y) in product(COMPARISONS, product(range(3), repeat=2)):
        assert COMPARES[op](x, y) == COMPARES[TURNED[op]](y, x)


def test_a_comparison_asks_what_the_model_works_out() -> None:
    for op, (x, y) in product(COMPARISONS, product(range(3), repeat=2)):
        assert int(COMPARES[op](x, y)) == OPERATIONS[op](x, y)
