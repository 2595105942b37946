"""A policy as a picture: where its parts lie, read from the SVG."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from gamebook.analysis.policy_table import Cell, PolicyTable
from gamebook.render.policy_picture import policy_picture
from tests.support.slowly import then_slowly

SVG = "{http://www.w3.org/2000/svg}"
NEVER = "Pale: never reached with best play."
ROWS, COLUMNS = tuple(range(1, 4)), tuple(range(1, 31))


def table(unreached: frozenset[tuple[int, int]] = frozenset()) -> PolicyTable:
    """Three rows of STAMINA by thirty columns of LUCK."""
    cells = {
        (row, column): Cell(
            ("strike" if row > 1 else "flee",), None, threshold=False, reached=(row, column) not in unreached
        )
        for row in ROWS
        for column in COLUMNS
    }
    return PolicyTable("press", "STAMINA", "LUCK", "", "", ROWS, COLUMNS, cells)


@dataclass(frozen=True)
class Written:
    """A text of a picture: where it begins or is centred, in points from the top left."""

    x: float
    y: float
    style: str


def picture(found: PolicyTable) -> tuple[float, float, dict[str, list[Written]]]:
    """Width and height of the picture, and its texts."""
    root = ET.fromstring(policy_picture(found, "svg"))
    texts: dict[str, list[Written]] = {}
    for each in root.iter(f"{SVG}text"):
        place = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", each.get("transform", ""))
        x, y = (
            (float(place[1]), float(place[2])) if place else (float(each.get("x", "nan")), float(each.get("y", "nan")))
        )
        texts.setdefault("".join(each.itertext()), []).append(Written(x, y, each.get("style", "")))
    width, height = (float(root.get(side, "").removesuffix("pt")) for side in ("width", "height"))
    return width, height, texts


def test_everything_lies_on_the_paper_and_columns_are_named_above() -> None:
    width, height, texts = picture(table())
    for places in texts.values():
        for each in places:
            assert 0 <= each.x <= width
            assert 0 <= each.y <= height
    (name,), (last,) = texts["LUCK"], texts["30"]
    first_row = min(each.y for each in texts["flee"])
    assert name.y < last.y < first_row
    # The last column's figure stands over the middle of its cell: half a cell is left, and the edge.
    cell = texts["12"][0].x - texts["11"][0].x
    assert width - last.x > cell / 2


@pytest.mark.slow
def test_the_names_of_rows_and_columns_are_written_alike() -> None:
    _, _, texts = picture(table())
    sizes = {name: re.search(r"[\d.]+px", texts[name][0].style) for name in ("LUCK", "STAMINA")}
    assert sizes["LUCK"] is not None
    assert sizes["STAMINA"] is not None
    assert sizes["LUCK"][0] == sizes["STAMINA"][0]


@pytest.mark.parametrize(
    "unreached", then_slowly([frozenset({(2, 7)}), frozenset()], 1), ids=["one not", "all reached"]
)
def test_what_pale_means_is_said_where_something_is_pale(unreached: frozenset[tuple[int, int]]) -> None:
    _, _, texts = picture(table(unreached))
    assert (NEVER in texts) == bool(unreached)
    slanted = [each for each in texts["strike"] if "italic" in each.style]
    assert len(slanted) == len(unreached)
