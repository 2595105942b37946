from __future__ import annotations

from math import inf, nan

import pytest

from gamebook.report.cells import (
    Cell,
    Chance,
    Chapter,
    Choice,
    Count,
    Number,
    Points,
    Unreached,
    Worded,
    between,
    often,
    plain,
    words,
)


@pytest.mark.parametrize(
    ("cell", "for_people", "for_programs"),
    [
        (Chance(0.83375), "83.375%", 0.83375),
        (Chance(0.5, 1), "50.0%", 0.5),
        (Chance(1.0, low=1 - 1e-9, high=1.0), ">99.999%", 1.0),
        (Points(12.25), "12.25", 12.25),
        (Points(inf), "∞", inf),
        (Count(12345), "12,345", 12345),
        (Number(0.12345, ".3g"), "0.123", 0.12345),
        (Chapter("17", "The gate"), "17 The gate", "17"),
        (Chapter("17", ""), "17", "17"),
        (Choice("Jump", ("Orc", "rival")), "Jump (Orc, rival)", "Jump"),
        (often(1.25), "1.25", 1.25),
        (often(0), "0", 0),
        (often(0.001), "0.001", 0.001),
        (often(1.29e-10), "<0.001", 1.29e-10),
        (between(Chance(0.25), Chance(0.5)), "25.000% to 50.000%", (0.25, 0.5)),
        (Worded("about half", (0.49, 0.51)), "about half", (0.49, 0.51)),
        (Unreached(7), "(7)", 7),
        ("often", "often", "often"),
        (9, "9", 9),
        (None, "–", None),
    ],
)
def test_a_cell_is_written_for_people_and_for_programs(cell: Cell, for_people: str, for_programs: object) -> None:
    assert words(cell) == for_people
    assert plain(cell) == for_programs


@pytest.mark.parametrize("cell", [Chance(nan), Points(nan)])
def test_what_is_not_known_is_a_question_mark(cell: Cell) -> None:
    assert words(cell) == "?"
