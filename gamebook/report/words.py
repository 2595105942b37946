"""Words that several reports share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the map of a book that is not solved does without
    from gamebook.strategy.policy import Policy


def player(policy: Policy | None) -> str:
    """Whose play it is: `best play`, `the strategy bold`."""
    return "best play" if policy is None else f"the strategy {policy.words}"


def titled(title: str) -> str:
    """A book by its title."""
    return title or "A book without a title"


def by(author: str) -> str:
    """What follows the title of a book: `, by Ann`."""
    return f", by {author}" if author else ""


def stats(values: Mapping[str, object]) -> str:
    """`SKILL 9, LUCK 8`"""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def sure(confidence: float) -> str:
    """How sure an interval is, in percent: `99%`, `99.9%`.

    Args:
        confidence: in (0, 1).
    """
    return f"{100 * confidence:.10g}%"


def counted(count: int, one: str, many: str = "") -> str:
    """`1 victory`, `2 victories`; by default the plural has an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
