"""The words on a map."""

from __future__ import annotations

import re

from gamebook.render.map_labels import EDGE_LINES, Legend, edge_label, marks
from gamebook.render.map_style import SCALES


def test_what_happens_in_a_chapter_is_said_in_a_word_each() -> None:
    assert marks({"fights": ["Rat"]}) == "fight"
    assert marks({"fights": ["Rat", "Wolf"], "tests": ["luck"], "rolls": True}) == "2 fights · test luck · dice"
    assert marks({}) == ""


def test_of_many_ways_the_first_few_are_told() -> None:
    labels = [chr(ord("A") + number) for number in range(EDGE_LINES + 3)]

    def told(count: int) -> list[str]:
        ways = [{"label": label, "condition": ""} for label in labels[:count]]
        return [line.strip() for line in edge_label(ways).split("\\n")]

    assert told(EDGE_LINES) == labels[:EDGE_LINES]
    assert told(EDGE_LINES + 1) == [*labels[: EDGE_LINES - 1], "…"]
    assert told(EDGE_LINES + 3) == [*labels[: EDGE_LINES - 1], "…"]


def test_the_strip_of_colours_has_each_colour_of_the_scale() -> None:
    legend = Legend(1.0)
    legend.colours("deaths", "0%", "readers who die here", "40%")
    (row,) = legend.rows
    assert re.findall(r'BGCOLOR="(#\w+)"', row) == [*SCALES["deaths"]]
