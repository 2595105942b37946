"""The words on a map."""

from __future__ import annotations

import re

from gamebook.render.map_labels import EDGE_LINES, HEAD_WIDTH, Legend, edge_label, edge_tooltip, heading, marks
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
    assert told(EDGE_LINES + 1) == told(EDGE_LINES + 3) == [*labels[: EDGE_LINES - 1], f"{labels[EDGE_LINES - 1]} …"]


def test_a_way_that_is_taken_in_every_play_is_taken_once() -> None:
    ways = [{"label": "Go", "condition": "", "effects": ()}]
    assert edge_tooltip(("1", "2"), ways, 1.0) == "1 to 2\nGo\ntaken once per play"
    assert edge_tooltip(("1", "2"), ways, 1.5) == "1 to 2\nGo\ntaken 1.5 times per play"


def test_a_condition_is_told_whole_or_cut_inside_its_brackets() -> None:
    """What does not fit on the lines is left out with the choice that it belongs to."""
    far = {"label": "Go down the narrow lane to the quay, where boats lie", "condition": "not rope and gold >= 2"}
    long = {"label": "", "condition": "rope and lamp and gold >= 2 and not friend and lantern"}
    near = {"label": "Go", "condition": "gold > 0 or lamp"}
    told = [[line.strip() for line in edge_label(ways).split("\\n")] for ways in ([far, near], [long], [near, far])]
    assert told == [
        ["Go down the narrow lane to", "the quay, where boats lie", "[not rope and gold >= 2] …"],
        ["[rope and lamp and gold >=", "2 and not friend and…]"],
        ["Go", "[gold > 0 or lamp] …"],
    ]


def test_a_wide_title_does_not_pull_the_legend_apart() -> None:
    """Each of its lines is narrower than the legend, also where a word is too long."""
    title = "The secret of the Donaudampfschifffahrtsgesellschaftskapitänskajüte, and other tales of the river"
    (head,) = re.findall(r"<B><FONT[^>]*>(.*?)</FONT>", heading(title, "7 chapters", [], 1.0))
    lines = head.split('<BR ALIGN="LEFT"/>')
    assert len(lines) == 3
    assert max(map(len, lines)) <= HEAD_WIDTH
    assert "".join(lines).replace(" ", "") == title.replace(" ", "")


def test_the_strip_of_colours_has_each_colour_of_the_scale() -> None:
    legend = Legend(1.0)
    legend.colours("deaths", "0%", "readers who die here", "40%")
    (row,) = legend.rows
    assert re.findall(r'BGCOLOR="(#\w+)"', row) == [*SCALES["deaths"]]
