"""Words of the language for messages: never what the grammar calls them."""

from __future__ import annotations

import pytest
from lark.lexer import PatternStr, TerminalDef

from gamebook.syntax.grammar import parser
from gamebook.syntax.words import LONGEST, line_words, nearest_word, on_the_page, under, wanted

TERMINALS = parser().terminals


@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
def test_hints_show_what_stands_on_the_page(terminal: TerminalDef) -> None:
    hint = wanted({terminal.name})
    if hint is None:
        assert terminal.name in {"AND", "OR", "MULTIPLY"} or not isinstance(terminal.pattern, PatternStr)
    elif isinstance(terminal.pattern, PatternStr):
        assert hint == f"allowed here: “{terminal.pattern.value}”"
    else:
        assert terminal.name in {"NAME", "INT", "STRING", "RANGE", "OPEN_RANGE", "PERCENT", "_NL"} or "“" in hint


def test_signs_are_no_words() -> None:
    assert wanted({"LPAR", "CELL"}) == "allowed here: “(”"
    assert under({"LPAR", "RELATION", "ROUND"}) == "allowed here: round"
    assert line_words({"_ONE_OF", "_ARROW", "IN_FIGHTS"}) == ["in fights", "one-of"]
    assert on_the_page()["BEYOND"] == "beyond initial"


def test_the_nearest_word() -> None:
    assert nearest_word("STAMNIA", ["SKILL", "STAMINA"]) == "STAMINA"
    rest = "a" * (LONGEST - 2)
    assert nearest_word(f"ts{rest}", [f"st{rest}"]) == f"st{rest}"
    assert nearest_word(f"ts{rest}a", [f"st{rest}a"]) is None
