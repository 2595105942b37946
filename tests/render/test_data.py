from __future__ import annotations

import json

from gamebook.render.data import json_text, sections_data
from tests.render.reports import BOUNDS, SMALL


def test_sections_are_data() -> None:
    assert json.loads(json_text(sections_data(SMALL))) == [
        {
            "title": "Moat, by Ann",
            "parts": [
                {"lines": ["Hero: rolled"]},
                {
                    "facts": [
                        {"name": "Best play", "words": "wins", "value": [0.4, 0.6]},
                        {"name": "", "words": "exactly 1/2", "value": "exactly 1/2"},
                    ]
                },
            ],
        },
        {
            "title": "Endings",
            "parts": [{"head": ["chance", "ending"], "rows": [[0.25, "Won"], [None, "Lost"]]}, {"lines": []}],
        },
    ]


def test_bounds_are_pairs() -> None:
    rows = json.loads(json_text(sections_data(BOUNDS)))[0]["parts"][0]["rows"]
    assert rows == [["1", [0.25, 0.5], [2.5, 3.5]], ["2", 0.75, None]]


def test_json_has_no_infinity() -> None:
    assert json.loads(json_text({"a": [float("inf"), float("nan"), 0.5]})) == {"a": [None, None, 0.5]}
