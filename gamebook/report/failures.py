"""What loses a book, in words."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.analysis.failures import Cause
from gamebook.report.words import numbered
from gamebook.syntax.heads import natural


def what(cause: Cause) -> str:
    """`the fight with Orc`, `test luck`, `“Jump”`, `“Climb”: roll 1d6, when gold = 0`"""
    when = f", when {cause.when}" if cause.when else ""
    return (f"“{cause.option}”: " if cause.option else "") + _alone(cause) + when


def with_chapters(causes: Sequence[Cause]) -> list[str]:
    """`40 roll 1d6`; of several in one chapter that have the same words, which one: `1 the fight with Wolf, 1 of 2`."""
    places = sorted(range(len(causes)), key=lambda place: _order(causes[place]))
    told = numbered([f"{causes[place].chapter} {what(causes[place])}".strip() for place in places])
    return [words for _, words in sorted(zip(places, told, strict=True))]


def _order(cause: Cause) -> tuple[tuple[int, int, str], ...]:
    """The order in which causes stand in the book."""
    return tuple(natural(part) for part in cause.address.split("#"))


def _alone(cause: Cause) -> str:
    name = cause.name
    match cause.kind:
        case "fight":
            return f"the fight with {name}" if name else "a fight"
        case "test":
            return f"test {name}".strip()
        case "roll":
            return cause.written or f"roll {name}".strip()
        case "choice":
            return f"“{name}”" if name else "a choice"
        case "rival":
            return f"the rival: “{name}”" if name else "the rival"
        case "start":
            return "nobody can win from the start"
        case "endless":
            return "play repeats for ever"
        case "chance":
            return "chance"
