"""Numbers that are given for a book, and do not stand in it."""

from __future__ import annotations

import re

from gamebook.errors import UsageError

MOST_DIGITS = 9


def whole_number(word: str, name: str, otherwise: str) -> int:
    """A number that is given, on the command line or in a plan.

    Args:
        word: what is given.
        name: what it is given for.
        otherwise: what to say if it is no number.

    Raises:
        UsageError: it is none, or has too many digits.
    """
    if re.fullmatch(rf"-?\d{{{MOST_DIGITS + 1},}}", word):
        shown = f"{word[:20]}…" if len(word) > 20 else word
        raise UsageError(f"{name}: {shown} is too long; a number has at most {MOST_DIGITS} digits")
    if not re.fullmatch(r"-?\d+", word):
        raise UsageError(otherwise)
    return int(word)
