from __future__ import annotations

import re
from math import nan

import pytest

from gamebook.render.charts import DARKEST, LEFT, PALEST, RIGHT, WIDTH, _ticks, bounds, chart_svg
from gamebook.render.html import FOLDER
from gamebook.report.cells import Cell, Chance, Points, Worded
from gamebook.report.section import Chart, Table
from tests.render.reports import HOSTILE

FULL = WIDTH - LEFT - RIGHT
"""The longest bar."""


def bars(svg: str) -> list[tuple[float, float]]:
    """Beginning and length of each bar, as shares of the longest."""
    found = re.findall(r'<rect class="c\d" x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="12"', svg)
    return [(round((float(x) - LEFT) / FULL, 2), round(float(width) / FULL, 2)) for x, width in found]


def test_bars_are_as_long_as_their_numbers() -> None:
    table = Table(("who", "wins"), [("best", Chance(0.8)), ("soft", Chance(0.2)), ("nobody", Chance(nan))])
    svg = chart_svg(Chart("bars", table, "Who wins."))
    assert bars(svg) == [(0.0, 1.0), (0.0, 0.25)]
    assert "<title>best: 80.000%</title>" in svg


def test_a_number_stands_beside_its_bar() -> None:
    table = Table(("who", "wins"), [("best", Chance(0.8)), ("soft", Chance(0.2))])
    svg = chart_svg(Chart("bars", table, "Who wins."))
    places = re.findall(
        r'<rect class="c\d" [^>]*y="(\d+)"[^>]*height="(\d+)".*?</rect><text x="[\d.]+" y="(\d+)">', svg
    )
    assert len(places) == 2
    for top, height, line in (map(int, place) for place in places):
        assert top < line <= top + height


def test_two_bars_in_a_row_have_a_legend() -> None:
    table = Table(("best", "random", "ending"), [(Chance(1.0), Chance(0.5), "Won")])
    svg = chart_svg(Chart("bars", table, "Endings.", shows=(0, 1), labels=2))
    assert bars(svg) == [(0.0, 1.0), (0.0, 0.5)]
    assert ">best</text>" in svg
    assert ">random</text>" in svg


def test_a_waterfall_goes_down_step_by_step() -> None:
    rows = [("best", 10), ("a", -4), ("b", 1), ("reader", 7)]
    svg = chart_svg(Chart("waterfall", Table(("", "wins"), rows), "Steps."))
    assert bars(svg) == [(0.0, 1.0), (0.6, 0.4), (0.6, 0.1), (0.0, 0.7)]
    assert re.findall(r'<rect class="(c\d)"', svg) == ["c0", "c1", "c1", "c0"]  # what is a whole looks alike


def test_fields_are_the_darker_the_larger_and_empty_ones_are_left_out() -> None:
    table = Table(("SKILL \\ LUCK", "7", "8"), [(7, Chance(0.0), Chance(0.5)), (8, None, Chance(1.0))])
    svg = chart_svg(Chart("heat", table, "Heroes."))
    assert re.findall(r'fill-opacity="([\d.]+)"', svg) == ["0.06", "0.28", "0.50"]
    assert "<title>SKILL \\ LUCK: 8, 8: 100%</title>" in svg


def test_names_beside_a_grid_have_room() -> None:
    """They end left of it; a letter of 12 pixels is at most 8 wide on average."""
    corner = "ENDURANCE \\ STAMINA"
    svg = chart_svg(Chart("heat", Table((corner, "7"), [(7, Chance(0.0))], "rr"), "Heroes."))
    (end,) = re.findall(rf'<text class="end faint" x="(\d+)"[^>]*>{re.escape(corner)}<', svg)
    (grid,) = re.findall(r'<rect class="c0"[^>]* x="(\d+)"', svg)
    assert 8 * len(corner) <= int(end) < int(grid)


@pytest.mark.parametrize("page", ["light", "dark"])
def test_numbers_can_be_read_on_all_fields_of_a_grid(page: str) -> None:
    """4.5 is the least contrast that the WCAG allows; colours as the style of the page names them."""
    styles = (FOLDER / "page.css").read_text("utf-8").split("prefers-color-scheme: dark")
    known = dict(re.findall(r"--(\w+): (#\w+)", styles[page == "dark"]))
    paper, ink, field = (channels(known[name]) for name in ("paper", "ink", "c0"))
    for step in range(11):
        share = PALEST + (DARKEST - PALEST) * step / 10
        fill = [a + (b - a) * share for a, b in zip(paper, field, strict=True)]
        low, high = sorted((luminance(fill), luminance(ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def channels(colour: str) -> list[float]:
    """Red, green and blue, 0 to 255, of `#fff` or `#1f2430`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    return [float(int(digits[at : at + 2], 16)) for at in (0, 2, 4)]


def luminance(colour: list[float]) -> float:
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in (c / 255 for c in colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_curve_has_a_band_around_what_is_known_within_bounds() -> None:
    rows = [(1, Worded("", (0.2, 0.4)), Chance(0.3)), (5, Worded("", (0.6, 0.6)), Chance(0.9)), (9, None, None)]
    svg = chart_svg(Chart("curve", Table(("attempt", "sampled", "wins"), rows), "Attempts.", shows=(1, 2)))
    (band,) = re.findall(r'<polygon class="c0 band" points="([^"]*)"', svg)
    assert len(band.split()) == 4
    lines = re.findall(r'<polyline class="l\d" points="([^"]*)"', svg)
    assert [len(line.split()) for line in lines] == [2, 2]
    # 0 to 100% on 240 points below the legend of 22; 1 to 5 on 630 points right of 60.
    assert lines[1].split() == ["60.0,190.0", "690.0,46.0"]


@pytest.mark.parametrize("rows", [[], [(1, Chance(0.5))], [(1, None)], [(1, Points(3.0)), (2, Points(3.0))]])
@pytest.mark.parametrize("kind", ["bars", "heat", "curve", "waterfall"])
def test_little_or_nothing_can_be_drawn_too(kind: str, rows: list[tuple[Cell, Cell]]) -> None:
    svg = chart_svg(Chart(kind, Table(("a", "b"), rows), "Little."))  # type: ignore[arg-type]
    assert svg.startswith('<svg class="chart" role="img" aria-label="Little."')
    assert "nan" not in svg


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["bars", "heat", "curve", "waterfall"])
def test_names_are_no_markup(kind: str, name: str) -> None:
    def tags(name: str) -> list[str]:
        table = Table((name, name), [(name, Chance(0.5)), (name, Worded(name, (0.1, 0.2)))])
        return re.findall(r"<\w+", chart_svg(Chart(kind, table, name)))  # type: ignore[arg-type]

    assert tags(name) == tags("name")


def test_the_bounds_of_cells() -> None:
    cells: list[Cell] = [Chance(0.5), 3, Worded("", (1, 2)), "words", None, Points(float("inf"))]
    assert [bounds(cell) for cell in cells] == [(0.5, 0.5), (3.0, 3.0), (1.0, 2.0), None, None, None]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (0.0, 10.0, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]),
        (1.0, 5.0, [1.0, 2.0, 3.0, 4.0, 5.0]),
        (0.3, 0.3, [0.3]),
    ],
)
def test_an_axis_has_a_few_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert _ticks(low, high) == ticks


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(1.0, 2.0, [1.0, 2.0]), (0.0, 10.0, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]), (1.0, 13.0, [5.0, 10.0]), (3.0, 3.0, [3.0])],
)
def test_an_axis_of_attempts_has_whole_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert _ticks(low, high, whole=True) == ticks


def test_an_axis_is_of_whole_numbers_where_all_its_values_are() -> None:
    def numbers(*values: float) -> list[str]:
        rows = [(Worded(str(value), value), Chance(value / 9)) for value in values]
        return re.findall(r'"mid faint"[^>]*>([^<]*)<', chart_svg(Chart("curve", Table(("x", "wins"), rows), "")))

    assert numbers(1, 2) == ["1", "2"]
    assert numbers(1, 1.5, 2) == ["1", "1.2", "1.4", "1.6", "1.8", "2"]
