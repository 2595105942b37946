"""The words of the language, for messages: what was probably meant, and what could stand here."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from difflib import get_close_matches

RULES = [
    "if",
    "else",
    "may",
    "choose",
    "rival",
    "repeat",
    "each",
    "any",
    "roll",
    "random",
    "compare",
    "test",
    "ask",
    "fight",
    "both",
    "set",
    "gain",
    "lose",
    "note",
    "erase",
    "pay",
    "restore",
    "swap",
    "store",
    "return",
    "tick",
    "score",
    "event",
    "do",
    "resolve",
    "victory",
    "defeat",
    "ending",
]
"""The words that may stand after `~`."""
TOP_LINES = [
    "book",
    "system",
    "sheet",
    "anytime",
    "hero",
    "each",
    "when",
    "test",
    "rule",
    "combat",
    "strategy",
    "table",
    "let",
    "param",
    "account",
    "use",
    "include",
    "expect",
    "carry",
    "resolve",
]
"""The words that begin a block of the header."""
SHEET_LINES = ["stat", "number", "item", "codeword", "one-of", "limit", "while"]
"""The words that stand only under `sheet`."""

INNER_LINES = [
    "author",
    "start",
    "aim",
    "ties",
    "language",
    "succeed",
    "then",
    "foe",
    "wounds",
    "won",
    "option",
    "local",
    "round",
    "others",
    "at",
    "otherwise",
]
"""The words that begin other lines of the header."""

_SIGNS = {
    "_ARROW": "->",
    "_DOTS": "..",
    "COLON": ":",
    "COMMA": ",",
    "RSQB": "]",
    "RPAR": ")",
    "VBAR": "|",
    "EQUAL": "=",
    "PLUS": "+",
    "MINUS": "-",
}
_KINDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotation marks",
    "RANGE": "a range such as 1..6",
    "PERCENT": "a percentage such as 35%",
    "_NL": "the end of the line",
}
_OPERATORS = frozenset(["LPAR", "PLUS", "MINUS", "MULTIPLY", "SLASH", "MOD", "DIE", "AND", "OR", "EQUAL", "RELATION"])


def nearest(word: str, words: list[str]) -> str | None:
    """The word that was probably meant: the same letters in another order, or the most alike."""
    for other in words:
        if sorted(other) == sorted(word.lower()):
            return other
    near = get_close_matches(word.lower(), words, 1, 0.6)
    return near[0] if near else None


def short(words: str) -> str:
    """A line, cut for a message."""
    return words if len(words) <= 40 else words[:39] + "…"


def wanted(accepted: AbstractSet[str]) -> str | None:
    """What could stand here, when that is little enough to say."""
    if accepted & {"MULTIPLY", "AND", "OR"}:
        accepted = accepted - _OPERATORS
    words: list[str] = []
    for terminal in sorted(accepted):
        if terminal in _KINDS:
            words.append(_KINDS[terminal])
        elif terminal in _SIGNS:
            words.append(f"“{_SIGNS[terminal]}”")
        elif terminal.isalpha():
            words.append(f"“{terminal.lower()}”")
    if not words or len(words) > 8:
        return None
    return f"here can stand: {', '.join(words)}"


def under(accepted: AbstractSet[str]) -> str | None:
    """The lines that can stand in a block of the header."""
    words = sorted(name.lower().replace("_", "-") for name in accepted if name.isalpha())
    return f"here can stand: {', '.join(words)}" if words else None
