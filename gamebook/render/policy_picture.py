"""A policy over two values of the sheet, as a picture."""

from __future__ import annotations

from math import sqrt

from matplotlib import colormaps
from matplotlib.patches import Rectangle

from gamebook.analysis.policy_table import PolicyTable
from gamebook.render.figures import Form, sheet, written
from gamebook.report.policy_table import title, what

CELL, LEFT, ABOVE, EDGE = 0.24, 0.75, 0.72, 0.22
"""Inches of a cell's side, and around the cells."""
LETTER = 0.085
"""Inches of a letter of the title."""
PALE = 0.4
"""How much of its colour a cell keeps that best play never comes to."""
DARK = 0.55
"""Shades beyond this need white figures."""


def policy_picture(found: PolicyTable, form: Form) -> bytes:
    """A picture: a square for each cell, darker for more; where best play never comes, pale and in slanted type.

    Args:
        found: the table.
        form: svg, png or pdf.
    """
    words = sorted({str(what(cell)) for cell in found.cells.values()}, key=lambda word: (len(word), word))
    shade = {word: sqrt(i / max(1, len(words) - 1)) for i, word in enumerate(words)}  # most values are small
    longest = max(map(len, words), default=1)
    side = max(CELL, 0.09 * longest)
    wide, high = side * len(found.columns), CELL * len(found.rows)
    heading = title(found)
    figure = sheet(max(wide + LEFT, LETTER * len(heading)) + EDGE, high + ABOVE + EDGE)
    width, height = figure.get_size_inches()
    plot = figure.add_axes((LEFT / width, EDGE / height, wide / width, high / height))
    paint = colormaps["Blues"]
    for (row, column), cell in found.cells.items():
        x, y = found.columns.index(column), found.rows.index(row)
        colour = paint(shade[str(what(cell))])
        light = 1.0 if cell.reached else PALE
        plot.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, alpha=light, edgecolor="white", linewidth=0.6))
        dark = cell.reached and shade[str(what(cell))] > DARK
        plot.text(
            x + 0.5,
            y + 0.5,
            str(what(cell)),
            ha="center",
            va="center_baseline",
            fontsize=7,
            color="white" if dark else "black",
            alpha=light if cell.reached else 0.7,
            style="normal" if cell.reached else "italic",
        )
    plot.set(xlim=(0, len(found.columns)), ylim=(len(found.rows), 0))
    plot.set_xticks(
        [i + 0.5 for i in range(len(found.columns))], [str(c) if found.column else "" for c in found.columns]
    )
    plot.set_yticks([i + 0.5 for i in range(len(found.rows))], list(map(str, found.rows)))
    plot.xaxis.set_label_position("top")
    plot.tick_params(length=0, labelsize=7, top=False, bottom=False, labeltop=True, labelbottom=False)
    plot.set_xlabel(found.column, fontsize=8)
    plot.set_ylabel(found.row, fontsize=8)
    plot.spines[:].set_visible(False)
    figure.text(EDGE / width, 1 - 0.22 / height, heading, fontsize=9, weight="bold")
    if not all(cell.reached for cell in found.cells.values()):
        figure.text(EDGE / width, 0.06 / height, "Pale: never reached with best play.", fontsize=6)
    return written(figure, form)
