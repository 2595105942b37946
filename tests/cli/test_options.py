from __future__ import annotations

import time

import pytest
import typer

from gamebook.cli.options import share, time_left


@pytest.mark.parametrize(
    ("given", "number"), [("0.95", 0.95), ("95%", 0.95), ("1e-3", 0.001), (".5 %", 0.005), (0.3, 0.3)]
)
def test_a_share_is_a_number_or_a_percentage(given: str | float, number: float) -> None:
    assert share()(given) == pytest.approx(number)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("99", "99 is not in the range 0.5 to 0.999: write 99%."),
        ("99%", ""),
        ("100%", "100% is not in the range 0.5 to 0.999."),
        ("2", "2 is not in the range 0.5 to 0.999."),
        ("-1", "-1 is no share: write 0.5 to 0.999, or a percentage."),
        ("nan", "nan is no share: write 0.5 to 0.999, or a percentage."),
        ("", "nothing is no share: write 0.5 to 0.999, or a percentage."),
    ],
)
def test_a_share_out_of_its_range(given: str, said: str) -> None:
    read = share(0.5, 0.999)
    if not said:
        assert read(given) == 0.99
        return
    with pytest.raises(typer.BadParameter) as raised:
        read(given)
    assert raised.value.message == said


def test_a_limit_of_time_is_for_reading_the_book_too() -> None:
    began = time.monotonic() - 3.0
    left = time_left(5.0, began)
    assert left is not None
    assert 1.0 < left <= 2.0
    assert time_left(2.0, began) == 0.0
    assert time_left(None, began) is None
