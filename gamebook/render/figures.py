"""What all pictures made with matplotlib share: how they are written, and their paper."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

Form = Literal["svg", "png", "pdf"]
DOTS_PER_INCH = 200


def sheet(width: float, height: float) -> Figure:
    """An empty figure, its size in inches."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def written(figure: Figure, form: Form) -> bytes:
    """A figure as a file; the same picture is the same file: no date, and names of parts that do not change."""
    out = BytesIO()
    stamp = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
    with mpl.rc_context({"svg.hashsalt": "gamebook", "svg.fonttype": "none"}):
        figure.savefig(out, format=form, dpi=DOTS_PER_INCH, metadata=stamp)
    return out.getvalue()
