from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gamebook.kernels.arrays import distinct, spans


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.data())
def test_spans_are_the_ranges_of_owners_one_after_another(lengths: list[int], data: st.DataObject) -> None:
    start = np.cumsum([0, *lengths])
    chosen = data.draw(st.lists(st.integers(0, len(lengths) - 1), max_size=8))
    row, place = spans(start, np.array(chosen, np.int32))
    assert list(zip(row.tolist(), place.tolist(), strict=True)) == [
        (number, each) for number, owner in enumerate(chosen) for each in range(start[owner], start[owner + 1])
    ]


@given(st.lists(st.integers(-3, 9), max_size=12))
def test_distinct_numbers_are_a_set_in_order(numbers: list[int]) -> None:
    assert distinct(np.array(numbers, np.int32)).tolist() == sorted(set(numbers))
