"""What all pictures made with matplotlib share: how they are written, and their paper."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

Form = Literal["svg", "png", "pdf"]
DOTS_PER_INCH = 200
STEP = 4
"""Every so many values an axis of whole numbers has a tick."""


def sheet(width: float, height: float) -> Figure:
    """An empty figure, its size in inches."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def ticks(low: int, high: int) -> list[int]:
    """Where an axis of whole numbers has ticks."""
    return [value for value in range(low, high + 1) if value % STEP == 0] or [low]


def rule(axes: Axes, across: tuple[int, int], up: tuple[int, int], size: float) -> None:
    """Fine lines and small figures for a panel of whole numbers.

    Args:
        axes: the panel.
        across: its least and greatest number from left to right.
        up: the same from bottom to top.
        size: of the figures, in points.
    """
    axes.tick_params(labelsize=size, length=1.5, pad=1, width=0.4)
    axes.set_xticks(ticks(*across))
    axes.set_yticks(ticks(*up))
    for side in axes.spines.values():
        side.set_linewidth(0.4)


def written(figure: Figure, form: Form) -> bytes:
    """A figure as a file; the same picture is the same file: no date, and names of parts that do not change."""
    out = BytesIO()
    stamp = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
    with mpl.rc_context({"svg.hashsalt": "gamebook", "svg.fonttype": "none"}):
        figure.savefig(out, format=form, dpi=DOTS_PER_INCH, metadata=stamp)
    return out.getvalue()
