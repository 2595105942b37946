"""Foes and choices on one line. That what is written reads as the same tree: see the printer's tests."""

from __future__ import annotations

from gamebook.syntax import ast
from gamebook.syntax.one_line import spell_foe, spell_option


def test_a_foe_and_a_choice() -> None:
    two = ast.Binary("+", ast.Dice(ast.Number(2), 6), ast.Number(2))
    assert spell_foe(ast.Foe("Rat", (("SKILL", ast.Number(5)), ("LIFE", two)))) == '"Rat" SKILL 5 LIFE (2d6 + 2)'
    option = ast.Option("Go in", ast.Name("key"), ast.ToChapter("2"), (ast.Tick(),), secret=True, knows=50)
    assert spell_option(option) == "* Go in [if key] [knows 0.5%] -> 2 secret"
