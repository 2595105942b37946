"""The six comparisons, as the language writes them: which is the opposite of which, and what each asks."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Literal

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
NEGATED: Mapping[str, Comparison] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""Comparison → the one that holds where it does not."""
TURNED: Mapping[str, Comparison] = {"=": "=", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}
"""Comparison → the same seen from its other side: `5 < gold` is `gold > 5`."""
COMPARES: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What each asks, of numbers and of arrays."""
COMPARISONS = frozenset(COMPARES)
