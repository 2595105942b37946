"""Answers as data: JSON, which has no infinity."""

from __future__ import annotations

import json
import math


def finite(value: object) -> object:
    """Data in which `None` stands for every number that is infinite or none."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    return [finite(each) for each in value] if isinstance(value, list | tuple) else value


def json_text(value: object) -> str:
    """What `--json` prints."""
    return json.dumps(finite(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
