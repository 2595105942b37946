"""A policy over two values of the sheet: as text, as CSV, and as a picture."""

from __future__ import annotations

import csv
from html import escape
from io import StringIO

from rich.text import Text

from gamebook.analysis.policy_table import Cell, PolicyTable
from gamebook.render.tables import table

SIDE = 26
"""Pixels of a cell's side."""
PAINT = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c")
"""From the least to the greatest value (ColorBrewer's Blues)."""


def _word(found: PolicyTable, cell: Cell | None) -> str:
    if cell is None:
        return ""
    return str(cell.least) if found.option else "/".join(cell.options)


def _corner(found: PolicyTable) -> str:
    return f"{found.row} \\ {found.column}" if found.column else found.row


def policy_text(found: PolicyTable, width: int | None = None) -> Text:
    """A line for each row. A value in brackets: best play never comes there."""
    told = f"the least {found.least} for {found.option}" if found.option else "what best play does"
    text = Text().append(f"{found.decision}: {told}\n", "bold")
    lines = []
    for row in found.rows:
        cells = [found.cells.get((row, column)) for column in found.columns]
        words = [f"({word})" if cell and not cell.reached else word for cell in cells for word in [_word(found, cell)]]
        lines.append((str(row), *words))
    head = (_corner(found), *(map(str, found.columns) if found.column else ("",)))
    text.append_text(table(head, lines, "r" * len(head), width, gives=0))
    notes = ["In brackets: best play never comes there."] if "(" in "".join(map("".join, lines)) else []
    if found.option:
        notes.append(
            f"Best play is of threshold form: {found.option} from there on, and nowhere below."
            if found.threshold
            else "Best play is not of threshold form: "
            + ", ".join(f"({r}, {c})" for (r, c), cell in found.cells.items() if not cell.threshold)
        )
    return text.append("".join(f"{note}\n" for note in notes))


def policy_csv(found: PolicyTable, *, reached: bool = False) -> str:
    """The same with commas; with `reached`, only the cells that best play comes to."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_corner(found), *(found.columns if found.column else [""])])
    for row in found.rows:
        cells = [found.cells.get((row, column)) for column in found.columns]
        writer.writerow(
            [row, *(_word(found, cell) if cell and (cell.reached or not reached) else "" for cell in cells)]
        )
    return out.getvalue()


def policy_svg(found: PolicyTable) -> str:
    """A picture: a square for each cell, darker for more; where best play never comes, pale."""
    words = sorted({_word(found, cell) for cell in found.cells.values()}, key=lambda word: (len(word), word))
    shade = {word: PAINT[round(i * (len(PAINT) - 1) / max(1, len(words) - 1))] for i, word in enumerate(words)}
    left, top = 3 * SIDE, 2 * SIDE
    wide, high = left + SIDE * len(found.columns), top + SIDE * len(found.rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"',
        ' font-family="sans-serif" font-size="12" text-anchor="middle">',
        f"<title>{escape(f'{found.decision}: {_corner(found)}')}</title>",
        f'<text x="{left + (wide - left) / 2}" y="{SIDE * 0.7}">{escape(found.column)}</text>',
        f'<text transform="translate({SIDE * 0.7} {top + (high - top) / 2}) rotate(-90)">{escape(found.row)}</text>',
    ]
    for i, column in enumerate(found.columns if found.column else ()):
        parts.append(f'<text x="{left + SIDE * (i + 0.5)}" y="{SIDE * 1.7}">{column}</text>')
    for j, row in enumerate(found.rows):
        y = top + SIDE * j
        parts.append(f'<text x="{left - SIDE * 0.6}" y="{y + SIDE * 0.65}">{row}</text>')
        for i, column in enumerate(found.columns):
            cell = found.cells.get((row, column))
            if cell is None:
                continue
            word = _word(found, cell)
            pale = "" if cell.reached else ' opacity="0.45"'
            ink = "#ffffff" if shade[word] in PAINT[5:] else "#000000"
            parts.append(
                f'<g{pale}><rect x="{left + SIDE * i}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{shade[word]}" '
                f'stroke="#ffffff"/><text x="{left + SIDE * (i + 0.5)}" y="{y + SIDE * 0.65}" fill="{ink}">'
                f"{escape(word)}</text></g>"
            )
    return "\n".join([*parts, "</svg>\n"])
