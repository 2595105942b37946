"""Summary of best play, drawn: a panel for each part of a fight's states, coloured by what is best there most often."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch

from gamebook.errors import UsageError
from gamebook.fights.policy import TOLD, Ties
from gamebook.fights.render.everywhere import amount, part_name
from gamebook.fights.render.maps import legend, symbol
from gamebook.fights.summary import Part, Summary
from gamebook.render.figures import Form, rule, sheet, written

COLOURS = ("#f2f2f2", "#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8c8c8c")
"""For the codes in turn: nothing special first; told apart by the colour-blind, too (Okabe and Ito)."""
PANEL, GAP, LEFT, HEAD = 1.9, 0.42, 0.6, 0.45
"""Inches."""


def summary_picture(found: Summary, ties: Ties, form: Form, title: str) -> bytes:
    """Draw a summary.

    Args:
        found: the parts.
        ties: the rule for equally good options.
        form: svg, png or pdf.
        title: what the picture is of.

    Raises:
        UsageError: there are more axes than rows and columns, or more ways to play than colours.
    """
    cut = [ranges for ranges in found.cut if len(ranges) > 1]
    if len(cut) > 2:
        names = ", ".join(ranges[0].label for ranges in cut)
        raise UsageError(
            f"a summary shows at most two numbers beside {found.up.label} and {found.across.label}, not {names}"
        )
    told = legend(found.policy, found.options)
    if len(told) > len(COLOURS):
        raise UsageError(f"{len(told)} ways to combine the decisions are too many for a summary; --table writes them")
    # Rows follow the axis of the foe, columns the reader's, which runs down from left to right.
    cut.sort(key=lambda ranges: not ranges[0].label.startswith("foe"))
    columns = cut[-1] if cut else ()
    rows = cut[0] if len(cut) == 2 else ()
    wide, high = max(len(columns), 1), max(len(rows), 1)
    foot = 0.75 + 0.17 * len(told)
    width = max(LEFT + wide * (PANEL + GAP) + 0.1, 5.6)
    figure = sheet(width, HEAD + high * (PANEL + GAP) + foot)
    total = figure.get_size_inches()
    for part in found.parts:
        column = next((n for n, axis in enumerate(columns) if axis in part.ranges), 0)
        row = next((n for n, axis in enumerate(rows) if axis in part.ranges), 0)
        left, bottom = LEFT + column * (PANEL + GAP), foot + (high - 1 - row) * (PANEL + GAP)
        axes = figure.add_axes((left / total[0], bottom / total[1], PANEL / total[0], PANEL / total[1]))
        _panel(axes, found, part)
        axes.set_title("\n".join(filter(None, (part_name(part), amount(found, part)))), fontsize=6.5, pad=3)
        if column == 0:
            axes.set_ylabel(found.up.label, fontsize=6.5, labelpad=2)
        if row == high - 1:
            axes.set_xlabel(found.across.label, fontsize=6.5, labelpad=2)
    figure.text(0.3 / width, 1 - 0.25 / total[1], title, fontsize=9, weight="bold")
    if columns:
        figure.text(
            0.3 / width,
            1 - 0.42 / total[1],
            f"{columns[0].label} falls from left to right \N{RIGHTWARDS ARROW}",
            fontsize=7,
        )
    handles = [
        Patch(
            facecolor=COLOURS[code], edgecolor="#999999", linewidth=0.4, label=words if not code else f"{mark}  {words}"
        )
        for code, (mark, words) in enumerate(told)
    ]
    figure.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0.2 / width, 0.3 / total[1]), fontsize=7, frameon=False
    )
    notes = "The option that is best most often in each part; paler: less often.", f"Ties: {TOLD[ties]}."
    for number, note in enumerate(notes):
        figure.text(0.3 / width, (0.24 - 0.12 * number) / total[1], note, fontsize=5.5)
    return written(figure, form)


def _panel(axes: Axes, found: Summary, part: Part) -> None:
    up, across = found.up, found.across
    colours = np.array([to_rgb(colour) for colour in COLOURS])[part.codes]
    strength = part.share[..., np.newaxis]
    edges = (across.low - 0.5, across.high + 0.5, up.low - 0.5, up.high + 0.5)
    axes.imshow(1 - (1 - colours) * strength, origin="lower", extent=edges, aspect="auto")
    for code in np.unique(part.codes[part.codes > 0]):
        rows, columns = np.nonzero(part.codes == code)
        axes.scatter(
            columns + across.low,
            rows + up.low,
            marker=f"${symbol(int(code))}$",
            s=7,
            linewidths=0,
            color="black",
            alpha=0.6,
        )
    rule(axes, (across.low, across.high), (up.low, up.high), 5.5)
