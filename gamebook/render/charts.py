"""Charts as SVG, for the page of a report: bars, fields in a grid, curves and waterfalls.

A chart is drawn from the table it is a picture of. All words in it are escaped; its colours are classes (`c0`, `c1`, …,
`line`, `faint`) that the page's style gives a colour to, so that they are right on light, dark and printed pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import floor, isfinite, log10

from markupsafe import Markup

from gamebook.analysis.alike import NARROW
from gamebook.report.cells import Cell, Chance, plain, words
from gamebook.report.section import Chart

WIDTH = 720
LEFT = 250
"""Where bars begin; labels end before."""
RIGHT = 80
"""What numbers need behind the longest bar."""
ROW, BAR = 22, 14
LABEL = 36
"""The most letters of a label."""
FIELD = 44, 24
"""Width and height of a field in a grid."""
PALEST, DARKEST = 0.06, 0.5
"""How much of a field's colour covers the paper: numbers can be read on all of them, on light and on dark pages."""
LETTER = 8
"""Room for a letter of a label in a grid; a capital is about as wide."""
CURVE = 240
"""Height of the field of a curve."""
COLOURS = 5
"""There are so many colours for lines and bars."""


def chart_svg(chart: Chart) -> Markup:
    """A chart as an `<svg>` element."""
    draw: dict[str, Callable[[Chart], tuple[int, Markup]]] = {
        "bars": _bars,
        "heat": _heat,
        "curve": _curve,
        "waterfall": _waterfall,
    }
    height, body = draw[chart.kind](chart)
    return Markup('<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {} {}">{}</svg>').format(
        chart.says, WIDTH, height, body
    )


def bounds(cell: Cell) -> tuple[float, float] | None:
    """The least and the greatest number that a cell may stand for; None where it is no finite number."""
    value = plain(cell)
    pair = value if isinstance(value, tuple) else (value, value)
    if not all(isinstance(each, int | float) and isfinite(each) for each in pair):
        return None
    return float(pair[0]), float(pair[1])


def _middle(cell: Cell) -> float | None:
    found = bounds(cell)
    return None if found is None else (found[0] + found[1]) / 2


def _is_chance(cell: Cell) -> bool:
    return isinstance(cell, Chance) or "%" in words(cell)


# ---- rows of bars -------------------------------------------------------------------------------------------


def _bars(chart: Chart) -> tuple[int, Markup]:
    table, shows = chart.table, chart.shows
    values = [[_middle(row[column]) for column in shows] for row in table.rows]
    most = max((abs(value) for row in values for value in row if value is not None), default=0.0) or 1.0
    height = ROW + (len(shows) - 1) * BAR
    top = ROW if len(shows) > 1 else 4
    body = [_legend([table.head[column] for column in shows])] if len(shows) > 1 else []
    for number, (row, line) in enumerate(zip(table.rows, values, strict=True)):
        y = top + number * height
        body.append(_label(row[chart.labels], y + BAR * len(shows) / 2 + 4))
        for which, (column, value) in enumerate(zip(shows, line, strict=True)):
            if value is not None:
                tip = f"{words(row[chart.labels])}: {words(row[column])}"
                body.append(_bar(0.0, abs(value) / most, y + which * BAR, f"c{which % COLOURS}", tip, row[column]))
    return top + len(table.rows) * height, Markup().join(body)


def _waterfall(chart: Chart) -> tuple[int, Markup]:
    table, shows = chart.table, chart.shows
    column = shows[0]
    values = [_middle(row[column]) or 0.0 for row in table.rows]
    ends, at = [], 0.0
    for number, value in enumerate(values):
        total = number in (0, len(values) - 1)
        ends.append((0.0, value) if total else (at + value, at) if value < 0 else (at, at + value))
        at = value if total else at + value
    most = max((high for _, high in ends), default=0.0) or 1.0
    body = []
    for number, (row, (low, high)) in enumerate(zip(table.rows, ends, strict=True)):
        y = 4 + number * ROW
        body.append(_label(row[chart.labels], y + BAR / 2 + 4))
        colour = "c0" if number in (0, len(values) - 1) else "c1"
        tip = f"{words(row[chart.labels])}: {words(row[column])}"
        body.append(_bar(max(0.0, low) / most, high / most, y, colour, tip, row[column]))
    return 4 + len(table.rows) * ROW, Markup().join(body)


def _bar(low: float, high: float, y: float, colour: str, tip: str, value: Cell) -> Markup:
    """A bar between two shares of the full length, with its number behind it."""
    full = WIDTH - LEFT - RIGHT
    x, end = LEFT + low * full, LEFT + high * full
    return Markup(
        '<rect class="{}" x="{:.1f}" y="{}" width="{:.1f}" height="{}" rx="2"><title>{}</title></rect>'
        '<text x="{:.1f}" y="{}">{}</text>'
    ).format(colour, x, y, end - x, BAR - 2, tip, end + 6, y + BAR - 3, _figure(value))


def _figure(cell: Cell) -> str:
    """A value in few letters."""
    known = bounds(cell)
    if known is not None and known[1] - known[0] > NARROW and _is_chance(cell):
        return f"{known[0]:.1%} to {known[1]:.1%}"
    return _short(words(cell).partition(" (")[0], 14)


def _label(cell: Cell, y: float) -> Markup:
    full = words(cell)
    return Markup('<text class="end" x="{}" y="{:g}">{}<title>{}</title></text>').format(
        LEFT - 8, y, _short(full, LABEL), full
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _legend(names: Sequence[str]) -> Markup:
    """What each colour stands for."""
    body, x = [], LEFT
    for number, name in enumerate(names):
        body.append(
            Markup(
                '<rect class="c{}" x="{}" y="2" width="10" height="10" rx="2"/><text x="{}" y="11">{}</text>'
            ).format(number % COLOURS, x, x + 15, name)
        )
        x += 30 + 8 * len(name)
    return Markup().join(body)


# ---- fields in a grid -----------------------------------------------------------------------------------------


def _heat(chart: Chart) -> tuple[int, Markup]:
    table = chart.table
    columns = len(table.head) - 1
    names = [_short(name, LABEL) for name in (table.head[0], *(words(row[0]) for row in table.rows))]
    left = min(LEFT, max(100, 8 + LETTER * max(map(len, names))))
    wide, high = min(FIELD[0] * 2, (WIDTH - left) // max(columns, 1)), FIELD[1]
    found = [each for row in table.rows for each in map(_middle, row[1:]) if each is not None]
    chances = any(_is_chance(cell) for row in table.rows for cell in row[1:])
    low, top = (0.0, 1.0) if chances else (min(found, default=0.0), max(found, default=0.0))
    body = [_at(left - 8, high - 8, names[0], "end faint")]
    body += [_at(left + (i + 0.5) * wide, high - 8, name, "mid faint") for i, name in enumerate(table.head[1:])]
    for number, row in enumerate(table.rows, start=1):
        y = number * high
        body.append(_at(left - 8, y + 16, names[number], "end faint"))
        for column, cell in enumerate(row[1:]):
            value = _middle(cell)
            if value is None:
                continue
            share = (value - low) / (top - low) if top > low else 1.0
            tip = f"{table.head[0]}: {words(row[0])}, {table.head[column + 1]}: {words(cell)}"
            x = left + column * wide
            body.append(
                Markup(
                    '<rect class="c0" fill-opacity="{:.2f}" x="{}" y="{}" width="{}" height="{}" rx="2">'
                    "<title>{}</title></rect>"
                ).format(PALEST + (DARKEST - PALEST) * share, x, y, wide - 2, high - 2, tip)
            )
            body.append(_at(x + wide / 2 - 1, y + 15, words(cell), "mid"))
    return high * (len(table.rows) + 1), Markup().join(body)


def _at(x: float, y: float, text: str, how: str) -> Markup:
    return Markup('<text class="{}" x="{:g}" y="{:g}">{}</text>').format(how, x, y, text)


# ---- curves ---------------------------------------------------------------------------------------------------


def _curve(chart: Chart) -> tuple[int, Markup]:
    table, shows = chart.table, chart.shows
    across = [_middle(row[chart.labels]) for row in table.rows]
    lines = [[(x, bounds(row[column])) for x, row in zip(across, table.rows, strict=True)] for column in shows]
    known = [[(x, *y) for x, y in line if x is not None and y is not None] for line in lines]
    every = [point for line in known for point in line]
    if not every:
        return ROW, Markup()
    chances = any(_is_chance(row[column]) for row in table.rows for column in shows)
    x0, x1 = min(x for x, _, _ in every), max(x for x, _, _ in every)
    low, top = (0.0, 1.0) if chances else _round_out(min(y for _, y, _ in every), max(y for _, _, y in every))
    whole = all(x.is_integer() for x, _, _ in every)

    def place(x: float, y: float) -> str:
        right = (x - x0) / (x1 - x0) if x1 > x0 else 0.0
        return f"{60 + right * (WIDTH - 90):.1f},{ROW + (top - y) / (top - low) * CURVE:.1f}"

    body = [_legend([table.head[column] for column in shows]), *_axes((x0, x1), (low, top), chances, whole, place)]
    for number, line in enumerate(known):
        if any(y1 < y2 for _, y1, y2 in line):
            band = [place(x, y2) for x, _, y2 in line] + [place(x, y1) for x, y1, _ in reversed(line)]
            body.append(Markup('<polygon class="c{} band" points="{}"/>').format(number % COLOURS, " ".join(band)))
        points = " ".join(place(x, (y1 + y2) / 2) for x, y1, y2 in line)
        body.append(
            Markup('<polyline class="l{}" points="{}"><title>{}</title></polyline>').format(
                number % COLOURS, points, table.head[shows[number]]
            )
        )
    body.append(_at(WIDTH - 30, ROW + CURVE + 34, table.head[chart.labels], "end faint"))
    return ROW + CURVE + 40, Markup().join(body)


def _axes(
    across: tuple[float, float],
    up: tuple[float, float],
    chances: bool,
    whole: bool,
    place: Callable[[float, float], str],
) -> Iterator[Markup]:
    """Lines and numbers; `whole`: whether only whole numbers make sense from left to right, such as attempts."""
    for y in _ticks(*up):
        (x1, at), (x2, _) = (place(x, y).split(",") for x in across)
        yield Markup('<path class="line" d="M{} {}H{}"/>').format(x1, at, x2)
        yield _at(52, float(at) + 4, f"{y:.0%}" if chances else f"{y:g}", "end faint")
    for x in _ticks(*across, whole=whole):
        at, bottom = place(x, up[0]).split(",")
        yield _at(float(at), float(bottom) + 16, f"{x:g}", "mid faint")


def _step(size: float, *, whole: bool = False) -> float:
    """A round number, so that between four and ten steps make the size; fewer, if it is to be a whole number."""
    base = 10.0 ** floor(log10(size)) if size > 0 else 1.0
    found = [base * part for part in (0.1, 0.2, 0.25, 0.5, 1.0) if not whole or (base * part).is_integer()]
    return next((step for step in found if size / step <= 5), found[-1])


def _ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    step = _step(high - low, whole=whole)
    first = floor(low / step + 1e-9) * step
    found = [first + number * step for number in range(12)]
    return [round(each, 10) for each in found if low - 1e-9 * step <= each <= high + 1e-9 * step]


def _round_out(low: float, high: float) -> tuple[float, float]:
    """An interval that begins and ends at ticks."""
    if low == high:
        return low - 1.0, high + 1.0
    step = _step(high - low)
    return floor(low / step) * step, -floor(-high / step) * step
