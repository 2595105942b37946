"""The words of the language, for messages: what was probably meant, and what could stand here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from functools import cache

RULES = [
    "if",
    "else",
    "may",
    "words",
    "silent",
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
RULES_BEGIN = "rules begin with gain, lose, test, roll, fight, if …, or with the name of a number: ~ gold +1"
"""A hint where nothing better is known."""
OUTCOMES = "lucky | unlucky"
"""A line of outcomes, where those of a test are not known."""
GIVEN = "the values for a rule stand in parentheses"
"""The message for `~ do sail 2`."""
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
    "draft",
    "use",
    "include",
    "expect",
    "carry",
    "phrase",
    "resolve",
]
"""The words that begin a block of the header."""
SHEET_LINES = ["stat", "number", "item", "codeword", "one-of", "limit", "while"]
"""The words that stand only under `sheet`."""
HEADER_ONLY = frozenset({*TOP_LINES, *SHEET_LINES}) - {*RULES, "use", "carry"}
"""The words that begin a line of the header only; “use” and “carry” may be said of things in a chapter."""

INNER_LINES = [
    "author",
    "start",
    "aim",
    "ties",
    "language",
    "front",
    "back",
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

LONGEST = 200
"""The most letters of a word for which another is looked for."""

_KINDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotation marks",
    "RANGE": "a range such as 1..6",
    "OPEN_RANGE": "totals such as 10 or more",
    "PERCENT": "a percentage such as 35%",
    "_NL": "the end of the line",
}
_OPERATORS = frozenset(["LPAR", "PLUS", "MINUS", "MULTIPLY", "SLASH", "MOD", "DIE", "AND", "OR", "EQUAL", "RELATION"])


def nearest_word(word: str, known: Iterable[str], least: float = 0.65) -> str | None:
    """The word that was probably meant, whatever the case: two letters or two parts changed round, or the most alike.

    Args:
        word: what is written.
        known: the words it may be.
        least: how much alike they must be, 1 if they are the same.

    None is meant by a word of more than `LONGEST` letters: looking for it takes time and memory by the square of that.
    """
    if len(word) > LONGEST:
        return None
    folded = word.casefold()
    by_shape = {each.casefold(): each for each in reversed(list(known))}
    swapped = (folded[:at] + folded[at + 1] + folded[at] + folded[at + 2 :] for at in range(len(folded) - 1))
    turned = "-".join(reversed(folded.split("-")))
    near = [shape for shape in (folded, *swapped, turned) if shape in by_shape]
    near = near or get_close_matches(folded, by_shape, 1, least)
    return by_shape[near[0]] if near else None


def short(words: str) -> str:
    """A line, cut for a message."""
    return words if len(words) <= 40 else words[:39] + "…"


def for_a_fight_row(row: str) -> str:
    """What to write for a row of a fight that does nothing; where it comes each round, the reader hardly turns."""
    if row.split() == ["each", "round"]:
        return "put what happens in each round on lines of its own under it"
    return f"write where the reader turns, {row} -> 12; or put what happens on lines of its own under it"


@cache
def on_the_page() -> dict[str, str]:
    """Terminal of the grammar → the words or the sign it stands for; those with more than one form are left out."""
    from lark.lexer import PatternStr  # noqa: PLC0415 - slow to import; a word is looked for without a grammar

    from gamebook.syntax.grammar import parser  # noqa: PLC0415 - as above

    found = {}
    for terminal in parser().terminals:
        pattern = terminal.pattern
        words = pattern.value if isinstance(pattern, PatternStr) else _phrase(pattern.value)
        if words:
            found[terminal.name] = words
    return found


def _phrase(regexp: str) -> str:
    """Words with blanks between them, from a regular expression for just that; empty for any other."""
    words = regexp.removesuffix(r"\b").replace("[ \t]+", " ")
    return words if re.fullmatch("[a-z]+(?: [a-z]+)+", words) else ""


def wanted(accepted: AbstractSet[str]) -> str | None:
    """What could stand here, when that is little enough to say."""
    if accepted & {"MULTIPLY", "AND", "OR"}:
        joins = {"AND"} if "THEN" in accepted else frozenset[str]()  # of two foes
        accepted = accepted - _OPERATORS | joins
    known = on_the_page()
    words = [
        _KINDS.get(terminal) or f"“{known[terminal]}”"
        for terminal in sorted(accepted)
        if terminal in _KINDS or terminal in known
    ]
    if not words or len(words) > 8:
        return None
    return f"allowed here: {', '.join(words)}"


def under(accepted: AbstractSet[str]) -> str | None:
    """The lines that can stand in a block of the header."""
    words = line_words(accepted)
    return f"allowed here: {', '.join(words)}" if words else None


def line_words(accepted: AbstractSet[str]) -> list[str]:
    """The words that a line can begin with."""
    known = on_the_page()
    return sorted(known[name] for name in accepted if name in known and known[name][0].isalpha())
