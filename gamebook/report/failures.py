"""What loses a book, in words."""

from __future__ import annotations

from gamebook.analysis.failures import Cause


def what(cause: Cause) -> str:
    """`the fight with Orc`, `test luck`, `“Jump”`, `“Climb”: roll 1d6, when gold = 0`"""
    when = f", when {cause.when}" if cause.when else ""
    return (f"“{cause.option}”: " if cause.option else "") + _alone(cause) + when


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
