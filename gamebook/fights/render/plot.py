"""The policy of a fight as a picture: a panel for each value of what is not drawn, symbols on the chance to win."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.fights.encounter import Axis
from gamebook.fights.policy import TOLD, Codes, PolicyMap, Ties, panels
from gamebook.fights.render.maps import legend, panel, symbol
from gamebook.kernels.arrays import Flags, Floats
from gamebook.render.figures import Form, rule, sheet, ticks, written

COLUMNS = 5
"""Panels beside each other, where they follow one axis only."""
CELL, SMALL_CELL = 0.085, 0.055
"""Inches of a cell; and of one on a large sheet."""
GAP_ACROSS, GAP_UP, HEAD = 0.3, 0.42, 0.5
"""Inches between panels, and above them."""
LARGE = 40
"""With more panels than this they are drawn as one picture."""
DOTS = 11
"""Dots along a cell of such a picture: one for each of a PNG's."""
BRIGHT = 0.6
"""What is worth more than this has a light colour, and needs dark symbols."""
UNKNOWN = "#dddddd"
"""The colour of states that play never reaches."""


def policy_picture(policy: PolicyMap, ties: Ties, form: Form, title: str) -> bytes:
    """Draw a policy map.

    Args:
        policy: what to do; at most two axes beside the two that are drawn.
        ties: the rule for equally good options; not `all`.
        form: svg, png or pdf.
        title: what the picture is of.

    Raises:
        UsageError: there are more axes than a sheet of panels can show, or more ways to play than symbols.
    """
    up, across, others = panels(policy)
    rest = tuple(axis for axis in others if axis.size > 1)
    if len(rest) > 2:
        names = ", ".join(axis.label for axis in rest)
        raise UsageError(f"a picture shows at most two numbers beside {up.label} and {across.label}, not {names}")
    codes, options = policy.codes(ties)
    told = legend(policy, options)
    # Rows follow the axis of the foe, or the shorter one; a single axis is wrapped.
    order = sorted(rest, key=lambda axis: (not axis.label.startswith("foe"), axis.size))
    places = list(product(*(range(axis.low, axis.high + 1) for axis in order)))
    wide = order[1].size if len(order) == 2 else min(COLUMNS, len(places))
    grid = _Grid(policy, codes, order, places, wide)
    width, height = grid.inches
    foot = 0.55 + 0.14 * math.ceil((len(told) + 1) / 2) + 0.35
    figure = sheet(max(0.7 + width + 0.9, 6.5), HEAD + height + foot)
    image = (_sheet if len(places) > LARGE else _panels)(figure, grid, foot)
    fixed = "".join(f", {axis.at(axis.low)}" for axis in others if axis.size == 1)
    total_width, total_height = figure.get_size_inches()
    figure.text(
        0.3 / total_width, 1 - 0.3 / total_height, title + fixed, fontsize=9 if width < 10 else 14, weight="bold"
    )
    _key(figure, policy, told, ties, image, height)
    return written(figure, form)


class _Grid(Struct, frozen=True):
    """The panels of a picture and where they go."""

    policy: PolicyMap
    codes: Codes
    order: Sequence[Axis]
    """The axes that tell panels apart, rows first."""
    places: Sequence[tuple[int, ...]]
    """For each panel a value for each of those."""
    wide: int
    """Panels in a row."""

    @property
    def high(self) -> int:
        """Rows of panels."""
        return math.ceil(len(self.places) / self.wide)

    @property
    def cell(self) -> float:
        """Inches of a cell."""
        return SMALL_CELL if len(self.places) > LARGE else CELL

    @property
    def gaps(self) -> tuple[float, float]:
        """Inches between panels: on a large sheet only the first of each row and column have words there."""
        return (GAP_ACROSS / 2, GAP_UP / 3) if len(self.places) > LARGE else (GAP_ACROSS, GAP_UP)

    @property
    def inches(self) -> tuple[float, float]:
        """Width and height of all panels with the room between them."""
        up, across, _ = panels(self.policy)
        gap_across, gap_up = self.gaps
        width, height = self.cell * across.size + gap_across, self.cell * up.size + gap_up
        return self.wide * width, self.high * height

    @property
    def scale(self) -> mpl.colors.Normalize:
        """The worth of the darkest and of the lightest colour: a chance, or points."""
        value = self.policy.value
        return (
            mpl.colors.Normalize(0, 1) if self.policy.wins else mpl.colors.Normalize(np.nanmin(value), np.nanmax(value))
        )

    def bright(self, worth: Floats) -> Flags:
        """Where colours are light, so that symbols must be dark."""
        return np.asarray(np.ma.filled(self.scale(np.ma.masked_invalid(worth)), 1.0) > BRIGHT)

    def part(self, number: int) -> tuple[Codes, Floats]:
        """What to do and what it is worth on one panel."""
        place = self.places[number]
        others = panels(self.policy)[2]
        at = [place[list(self.order).index(axis)] if axis in self.order else axis.low for axis in others]
        return panel(self.policy, self.codes, at), panel(self.policy, self.policy.value, at)  # type: ignore[return-value]


def _panels(figure: Figure, grid: _Grid, foot: float) -> Any:  # noqa: ANN401 - matplotlib's own
    """Each panel with axes of its own, and symbols that can be magnified."""
    up, across, _ = panels(grid.policy)
    total_width, total_height = figure.get_size_inches()
    width, height = CELL * across.size, CELL * up.size
    image: Any = None
    for number, place in enumerate(grid.places):
        row, column = divmod(number, grid.wide)
        left = 0.5 + column * (width + GAP_ACROSS)
        bottom = foot + (grid.high - 1 - row) * (height + GAP_UP)
        axes = figure.add_axes((left / total_width, bottom / total_height, width / total_width, height / total_height))
        codes, worth = grid.part(number)
        edges = (across.low - 0.5, across.high + 0.5, up.low - 0.5, up.high + 0.5)
        image = axes.imshow(worth, origin="lower", extent=edges, cmap=_colours(), norm=grid.scale, aspect="auto")
        bright = grid.bright(worth)
        for code in np.unique(codes[codes > 0]):
            for light in (False, True):
                rows, columns = np.nonzero((codes == code) & (bright == light))
                mark = f"${symbol(int(code))}$"
                ink = "black" if light else "white"
                axes.scatter(columns + across.low, rows + up.low, marker=mark, s=11, linewidths=0, color=ink)
        rule(axes, (across.low, across.high), (up.low, up.high), 4.5)
        where = ", ".join(axis.at(value) for axis, value in zip(grid.order, place, strict=True))
        axes.set_title(where, fontsize=5.5, pad=2)
        if column == 0:
            axes.set_ylabel(up.label, fontsize=5.5, labelpad=1)
        if number + grid.wide >= len(grid.places):
            axes.set_xlabel(across.label, fontsize=5.5, labelpad=1)
    return image


def _sheet(figure: Figure, grid: _Grid, foot: float) -> Any:  # noqa: ANN401 - matplotlib's own
    """All panels in one picture: hundreds of axes would take minutes to draw."""
    up, across, _ = panels(grid.policy)
    total_width, total_height = figure.get_size_inches()
    gap_across, gap_up = (round(gap / grid.cell * DOTS) for gap in grid.gaps)
    wide, high = across.size * DOTS + gap_across, up.size * DOTS + gap_up
    painted = np.full((grid.high * high, grid.wide * wide, 3), 255, np.uint8)
    glyphs = [np.zeros((DOTS, DOTS)), *(_glyph(symbol(code)) for code in range(1, int(grid.codes.max()) + 1))]
    axes = figure.add_axes(
        (0.7 / total_width, foot / total_height, grid.inches[0] / total_width, grid.inches[1] / total_height)
    )
    for number in range(len(grid.places)):
        row, column = divmod(number, grid.wide)
        codes, worth = grid.part(number)
        painted_worth = _colours()(grid.scale(np.ma.masked_invalid(worth)))[..., :3]
        colours = painted_worth.repeat(DOTS, axis=0).repeat(DOTS, axis=1)
        ink = np.where(grid.bright(worth), 0.0, 1.0).repeat(DOTS, axis=0).repeat(DOTS, axis=1)
        marks = np.array(glyphs)[codes].transpose(0, 2, 1, 3).reshape(ink.shape)[..., np.newaxis]
        bottom = (grid.high - 1 - row) * high
        painted[bottom : bottom + len(ink), column * wide : column * wide + ink.shape[1]] = (
            255 * (colours * (1 - marks) + ink[..., np.newaxis] * marks)
        ).round()
    axes.imshow(painted, origin="lower", interpolation="none", aspect="auto")
    first, second = grid.order if len(grid.order) == 2 else (None, None)
    for row in range(grid.high):
        for tick in ticks(up.low, up.high):
            at = row * high + (tick - up.low + 0.5) * DOTS
            axes.text(-0.3 * DOTS, at, str(tick), fontsize=4, ha="right", va="center")
        if first is not None:
            words = first.at(first.high - row)
            axes.text(
                -3 * DOTS, row * high + up.size * DOTS / 2, words, fontsize=6, rotation=90, ha="right", va="center"
            )
    for column in range(grid.wide):
        for tick in ticks(across.low, across.high):
            axes.text(
                column * wide + (tick - across.low + 0.5) * DOTS,
                -0.3 * DOTS,
                str(tick),
                fontsize=4,
                ha="center",
                va="top",
            )
        if second is not None:
            middle = column * wide + across.size * DOTS / 2
            axes.text(middle, grid.high * high, second.at(second.low + column), fontsize=6, ha="center", va="bottom")
    axes.text(0, -2.2 * DOTS, f"{up.label} upwards, {across.label} across, in each panel", fontsize=6, va="top")
    axes.set_axis_off()
    return mpl.cm.ScalarMappable(grid.scale, _colours())


def _colours() -> Any:  # noqa: ANN401 - matplotlib's own
    return mpl.colormaps["viridis"].with_extremes(bad=UNKNOWN)


def _glyph(mark: str) -> Floats:
    """float64[DOTS, DOTS]: how much ink a symbol puts on each dot of a cell, the lowest row first."""
    figure = Figure(figsize=(1, 1), dpi=DOTS)
    canvas: Any = FigureCanvasAgg(figure)
    figure.text(0.5, 0.46, mark, fontsize=54, ha="center", va="center")
    canvas.draw()
    return np.asarray(1.0 - np.asarray(canvas.buffer_rgba())[::-1, :, 0] / 255.0)


def _key(
    figure: Figure,
    policy: PolicyMap,
    told: Sequence[tuple[str, str]],
    ties: Ties,
    image: Any,  # noqa: ANN401 - matplotlib's own
    high: float,
) -> None:
    """The legend, the colour bar and the rule for ties."""
    width, height = figure.get_size_inches()
    handles = [
        Line2D(
            [],
            [],
            linestyle="",
            marker=f"${mark}$" if code else "",
            color="black",
            markersize=5,
            markeredgewidth=0,
            label=words,
        )
        for code, (mark, words) in enumerate(told)
    ]
    handles[0].set_label(f"no symbol: {handles[0].get_label()}")
    if np.isnan(policy.value).any():
        handles.append(Line2D([], [], linestyle="", marker="s", color=UNKNOWN, markersize=5, label="never reached"))
    figure.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0.2 / width, 0.2 / height),
        ncols=2,
        fontsize=6,
        frameon=False,
    )
    figure.text(0.3 / width, 0.12 / height, f"Ties: {TOLD[ties]}.", fontsize=5)
    tall = min(high - GAP_UP, 3.0)
    bar = figure.add_axes(((width - 0.62) / width, 1 - (HEAD + tall) / height, 0.1 / width, tall / height))
    figure.colorbar(image, cax=bar).set_label(
        f"{'chance to win' if policy.wins else 'expected points'} before the round", fontsize=6
    )
    bar.tick_params(labelsize=5, length=2)
