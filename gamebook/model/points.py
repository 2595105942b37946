"""Points in words."""

from __future__ import annotations


def in_points(told: str) -> str:
    """`1 point`, `-1 point`, `2 points`, `0.5 points`, `no points`

    Args:
        told: how many: a number, or the words of the book.
    """
    return f"{told} {'point' if told.lstrip('+-') == '1' else 'points'}"
