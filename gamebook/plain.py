"""Structs as JSON has them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins


def as_data(value: Struct) -> dict[str, Any]:
    """Field → value, for `json.dumps`; structs inside it become dictionaries, too."""
    data: dict[str, Any] = to_builtins(value, enc_hook=_plain)
    return data


def _plain(value: object) -> float | str:
    """A number of numpy or a name that knows its place: a `float` or a `str` by its base class only."""
    match value:
        case float():
            return float(value)
        case str():
            return str(value)
        case _:
            raise NotImplementedError(type(value).__name__)
