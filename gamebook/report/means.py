"""The mean of some plays in words: what they show, and what they may not show."""

from __future__ import annotations

from gamebook.model.points import in_points
from gamebook.report.cells import Cell, Number, between
from gamebook.report.words import sure
from gamebook.sentences import counted
from gamebook.solver.estimate import Mean


def interval(mean: Mean) -> Cell:
    """The cell of its interval; empty where there is none."""
    if mean.low is None or mean.high is None:
        return ""
    return between(Number(mean.low, ".6g"), Number(mean.high, ".6g"))


def note(mean: Mean) -> str:
    """What to know about the interval of points, in a sentence below its table."""
    missing = f"{_rare(mean)} may be missing from these plays"
    if mean.low is None:
        return f"No interval of points can be given, because no two plays differ: {missing}."
    return f"The interval of points is approximate: {missing}."


def earned(mean: Mean, plays: int, confidence: float) -> str:
    """`earns about 3 points, with about 99% confidence between 2 and 4 (300 plays)`"""
    about = f"earns about {in_points(f'{mean.value:.4g}')}"
    if mean.low is None or mean.high is None:
        return f"{about} ({counted(plays, 'play')}, no two differ; {_rare(mean)} may be missing)"
    ends = f"between {mean.low:.4g} and {mean.high:.4g}"
    return f"{about}, with about {sure(confidence)} confidence {ends} ({counted(plays, 'play')})"


def _rare(mean: Mean) -> str:
    often = int(1 / mean.unseen)
    return f"what comes in fewer than 1 of {often:,} plays" if often > 1 else "almost anything"
