"""Letters of fonts of signs, as word processors write them."""

from __future__ import annotations

_PRIVATE = range(0xF000, 0xF100)
"""Where the letters of fonts of signs lie."""
_WINGDINGS = {
    0x4A: "☺",
    0x4C: "☹",
    0x6F: "☐",
    0x71: "☐",
    0xA7: "▪",
    0xA8: "☐",
    0xDF: "←",
    0xE0: "→",
    0xE7: "⇐",
    0xE8: "⇒",
    0xF3: "⇔",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
"""What Word puts in place of `-->`, `<==>` or `:)`, and its boxes to tick."""
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""What is not known is shown as missing."""


def symbol(font: str, code: int) -> str:
    """A letter of a font of signs, by its number there."""
    if font == "Wingdings":
        return _WINGDINGS.get(code % _PRIVATE.start, UNKNOWN)
    return UNKNOWN if code in _PRIVATE or not chr(code).isprintable() else chr(code)
