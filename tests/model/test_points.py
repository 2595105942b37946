from __future__ import annotations

from gamebook.model.points import in_points


def test_one_point_is_no_points() -> None:
    told = ["1", "+1", "-1", "0", "2", "0.5", "11", "+∞", "no"]
    words = ["1 point", "+1 point", "-1 point"]
    words += ["0 points", "2 points", "0.5 points", "11 points", "+∞ points", "no points"]
    assert [in_points(each) for each in told] == words
