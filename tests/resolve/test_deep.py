"""Values that stand too deep inside one another are findings; long sums and lists are not."""

from __future__ import annotations

import pytest

from tests.resolve.reading import codes


def _nested(inner: str, times: int) -> str:
    return "x - (" * times + inner + ")" * times


def test_derived_values_inside_one_another() -> None:
    lets = "\n".join(f"    let v{n} = {_nested(f'v{n - 1}' if n else 'x', 30)}" for n in range(6))
    text = f"""
    book "Deep"
    sheet
        number x = 1 in 0..9
{lets}
    === 1
    ~ if v5
        -> victory
    -> defeat
    """
    assert codes(text) == ["GB307"]


@pytest.mark.slow
def test_a_limit_of_many_things() -> None:
    items = "\n".join(f"        item thing{n} = 1" for n in range(900))
    text = f"""
    book "Many"
    sheet
{items}
        limit pack 900: {", ".join(f"thing{n}" for n in range(900))}
    === 1
    ~ lose all pack
    ~ if count of pack = 0
        -> victory
    -> defeat
    """
    assert codes(text) == []
