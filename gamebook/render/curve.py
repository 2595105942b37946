"""A depth curve as a picture: a file of its own, in SVG, that loads nothing and follows light and dark."""

from __future__ import annotations

import html
from collections.abc import Sequence
from math import floor, isfinite, log10

from gamebook.analysis.readers import ReaderRow
from gamebook.model.book import Book
from gamebook.render.printable import on_one_line
from gamebook.report.amounts import Amounts
from gamebook.report.best import best_reader
from gamebook.report.curve import ACROSS, AMOUNTS, Kind

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 92, 44, 56
"""Room around the field."""
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222; } .faint { fill: #666; } .title { font-size: 16px; }
.grid { stroke: #ddd; } .level { stroke: #888; stroke-dasharray: 5 4; } .dot { fill: #0b62a8; }
.curve { fill: none; stroke: #0b62a8; stroke-width: 2.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #eee; } .faint { fill: #aaa; } .grid { stroke: #444; }
  .dot { fill: #6db7f2; } .curve { stroke: #6db7f2; }
}
"""


def curve_svg(book: Book, kind: Kind, rows: Sequence[ReaderRow]) -> str:
    """The curve of one kind of reader, with lines for the random reader and for the best one.

    Args:
        book: for its title, and for the name of the best reader.
        kind: the kind of reader.
        rows: what the readers of `report.curve.asked` get; what is infinite or not known is left out.
    """
    amounts = Amounts(book.aim == "win")
    *curve, random, best = (row.value.middle for row in rows)
    known = [value for value in (*curve, random, best) if isfinite(value)]
    low, high = (0.0, 1.0) if amounts.wins else _round_out(min(known, default=0.0), max(known, default=0.0))
    step = _step(high - low)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    names = AMOUNTS[kind]
    x = [LEFT + 12 + (WIDTH - LEFT - RIGHT - 24) * number / (len(names) - 1) for number in range(len(names))]
    title = f"{on_one_line(book.title)}: what skill brings"
    end = WIDTH - RIGHT
    body = [_text(LEFT, 24, title, "title")]
    for number in range(round((high - low) / step) + 1):
        at = low + number * step
        body.append(f'<path class="grid" d="M{LEFT} {y(at):.1f}H{end}"/>')
        body.append(_text(LEFT - 8, y(at) + 4, f"{at:.0%}" if amounts.wins else f"{at:g}", "faint", "end"))
    body += [_text(at, HEIGHT - BOTTOM + 20, name, "faint", "middle") for at, name in zip(x, names, strict=True)]
    body.append(_text((LEFT + end) / 2, HEIGHT - 12, ACROSS[kind], "faint", "middle"))
    levels = [(value, name) for value, name in ((random, "random"), (best, best_reader(book))) if isfinite(value)]
    for value, name in levels:
        body.append(f'<path class="level" d="M{LEFT} {y(value):.1f}H{end}"/>')
        body.append(_text(end + 6, y(value) + 4, name, "faint"))
    points = [(at, value, name) for at, value, name in zip(x, curve, names, strict=True) if isfinite(value)]
    line = " ".join(f"{at:.1f},{y(value):.1f}" for at, value, _ in points)
    body.append(f'<polyline class="curve" points="{line}"/>')
    for at, value, name in points:
        tip = html.escape(f"{kind}({name}): {amounts.cell(value)}")
        body.append(f'<circle class="dot" cx="{at:.1f}" cy="{y(value):.1f}" r="4"><title>{tip}</title></circle>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{html.escape(title)}">\n<style>{STYLE}</style>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _text(x: float, y: float, words: str, how: str, anchor: str = "start") -> str:
    return f'<text class="{how}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'


def _step(size: float) -> float:
    """A round number, so that some four to ten of them make the size."""
    base = 10.0 ** floor(log10(size))
    return next(base * part for part in (0.1, 0.2, 0.25, 0.5, 1.0) if size / (base * part) <= 6 or part == 1.0)


def _round_out(low: float, high: float) -> tuple[float, float]:
    """The round numbers around a range, which is never empty."""
    step = _step(high - low if high > low else max(abs(high), 1.0))
    return floor(low / step) * step, (floor(high / step) + 1) * step
