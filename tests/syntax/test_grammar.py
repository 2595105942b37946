"""The grammar as Lark sees it, and the cache of its tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Lark

from gamebook.syntax import ast, grammar
from gamebook.syntax.build import Builder


@pytest.mark.slow
def test_strict() -> None:
    """No terminals collide and no rule can be read in two ways."""
    grammar.build(grammar.grammar_text(), strict=True)


def test_every_rule_is_built() -> None:
    """Each rule that can show up in a tree has a method, or is read by the rule around it."""
    inside = {
        "key",
        "parameter",
        "where",
        "advice",
        "quoted_advice",
        "otherwise",
        "fallback",
        "manner",
        "mode",
        "scope",
        "starts",
        "roll_name",
        "stat_value",
    }
    inside |= {
        "succeed",
        "then",
        "outcomes",
        "table_line",
        "block",
        "else_if",
        "else",
        "foe_stats",
        "wounds",
        "won_when",
        "round",
        "others",
    }
    inside |= {"together", "name", "condition"}
    rules = {str(rule.origin.name) for rule in grammar.parser().rules if not rule.alias}
    rules |= {rule.alias for rule in grammar.parser().rules if rule.alias}
    seen = {rule for rule in rules if not rule.startswith("_")} - inside
    missing = {rule for rule in seen if not hasattr(Builder, rule) and not hasattr(Builder, rule + "_")}
    passed_on = {"expr", "conjunction", "negation", "comparison", "sum", "product", "factor", "atom", "target"}
    assert missing <= passed_on | {"points", "unsigned", "tally"}


def test_rules_are_named_like_classes() -> None:
    """Every class of the tree that a rule can build is the rule's name in capitals."""
    rules = {str(rule.alias or rule.origin.name) for rule in grammar.parser().rules}
    classes = {name for name, thing in vars(ast).items() if isinstance(thing, type) and issubclass(thing, ast.Node)}
    snakes = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() for name in classes}
    abstract = {"node", "expr", "target", "step", "declaration", "fight_option"}
    no_rule = {"page", "broken", "title", "menu", "codeword_decl"}
    aliases = {"repeat"}  # repeat_times, repeat_until
    assert snakes - abstract - no_rule - aliases <= rules


@pytest.fixture(scope="module")
def built() -> Lark:
    """The tables, which take seconds to build, built once for the tests of the cache."""
    return grammar.build(grammar.grammar_text())


@pytest.fixture
def builds(built: Lark, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that were built since the test began."""
    texts: list[str] = []

    def build(text: str) -> Lark:
        texts.append(text)
        return built

    monkeypatch.setattr(grammar, "build", build)
    return texts


@pytest.mark.slow
def test_a_broken_cache_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, builds: list[str]) -> None:
    monkeypatch.setattr(grammar, "cache_folder", lambda: tmp_path / "cache")
    fresh = grammar.parser.__wrapped__()
    (file,) = (tmp_path / "cache" / "grammar").iterdir()
    file.write_bytes(file.read_bytes()[:100])
    again = grammar.parser.__wrapped__()
    assert len(again.rules) == len(fresh.rules)
    assert builds == 2 * [grammar.grammar_text()]


@pytest.mark.slow
def test_a_cache_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, builds: list[str]) -> None:
    monkeypatch.setattr(grammar, "cache_folder", lambda: tmp_path)
    grammar.parser.__wrapped__()
    assert len(builds) == 1
    monkeypatch.setattr(grammar, "build", None)
    assert grammar.parser.__wrapped__().parse("1 + 2", start="expression").data == "expression"


@pytest.mark.slow
def test_no_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, builds: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(grammar, "cache_folder", lambda: tmp_path / "file")
    assert grammar.parser.__wrapped__().rules
    assert len(builds) == 1
