"""What is known before play begins is worked out once."""

from __future__ import annotations

import pytest

import gamebook

TEXT = """sheet
    number size = {size} in 0..9
table hits columns 2..4 rows 2..4
    1, 2, 3
    4, 5, 6
    7, 8, 9

=== 1
~ if hits(size, size) = {cell}
    ~ victory
~ defeat
"""


@pytest.mark.parametrize(("size", "cell"), [(0, 1), (2, 1), (3, 5), (4, 9), (5, 9), (9, 9)])
def test_beyond_a_table_its_edge_is_read(size: int, cell: int) -> None:
    """A number that never changes is known, and so is what stands in the table."""
    assert gamebook.solve(text=TEXT.format(size=size, cell=cell)).value == 1
