"""Words that a book or a file name brings along, shown so that they cannot do anything.

A terminal obeys some letters: it moves the cursor, changes colours, turns the line around. Such letters are replaced.
"""

from __future__ import annotations

_CONTROLS = [*range(9), *range(11, 32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
_SHOWN = dict.fromkeys(_CONTROLS, "\N{REPLACEMENT CHARACTER}")
_ESCAPED = {code: f"\\u{code:04x}" for code in _CONTROLS}


def for_terminal(text: str) -> str:
    """The text without letters that a terminal obeys; it has as many letters, and its lines and tabs stay."""
    return text.translate(_SHOWN)


def on_one_line(text: str) -> str:
    """The same for a name, which cannot begin a line of its own either."""
    return for_terminal(text).replace("\n", "\N{REPLACEMENT CHARACTER}")


def escaped(data: str) -> str:
    """JSON in which those letters are written by their numbers: the data is the same."""
    return data.translate(_ESCAPED)
