"""Rules with a name: steps written once in the header, and done wherever the book says so.

`~ do buy(rope, 3)` stands for the steps of `rule buy(thing, price)`, with `rope` read wherever `thing` is written. What
is not a name of the sheet is a value, computed where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, TypeVar

from msgspec import structs
from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import extended, write
from gamebook.model.step import Block
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.lookup import on_the_sheet
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.spelling import nearest, with_part
from gamebook.sentences import counted, listed, with_article
from gamebook.syntax import ast
from gamebook.syntax.spell import spell

MAX_DONE = 100_000
"""The most rules that a book does, each place counted with the rules done inside of it."""
MAX_AT_ONCE = 10_000
"""The most rules that one line may run, counting those that they run in turn."""

_ITEM, _CODEWORD, _COUNTED = "an item", "a codeword", "the name of a number or an item"
_KINDS = {
    _ITEM: frozenset({"item", "one-of", "limit"}),
    _CODEWORD: frozenset({"codeword"}),
    _COUNTED: frozenset({"stat", "number", "item", "one-of", "limit", "codeword"}),
}
"""What may stand where a rule has the name of something, in words → the kinds of things that it may be."""
_NEEDS: Mapping[type[ast.Node], tuple[str, str]] = {
    ast.Gain: ("item", _ITEM),
    ast.Lose: ("what", _ITEM),
    ast.Store: ("what", _ITEM),
    ast.NoteWord: ("codeword", _CODEWORD),
    ast.EraseWord: ("codeword", _CODEWORD),
    ast.Pay: ("what", _COUNTED),
}
"""In which field a name of the sheet must stand, and of what. A number that is changed may be one of the fight, too."""

T = TypeVar("T")


def do_rule(desk: Desk, step: ast.DoRule, site: Site) -> Block:
    """`~ do rest`, `~ do buy(rope, 3)`"""
    rule = desk.names.rules.get(step.rule)
    if rule is None and step.rule in desk.names.lost:
        return ()
    if rule is None:
        hint: str = f"declare it before the first chapter: rule {step.rule}"
        if (part := with_part(step.rule, desk.names.rules)) is not None:
            hint = extended(part, after=f" If not, {hint}")
        hint = nearest(step.rule, desk.names.rules) or hint
        desk.report(names.UNKNOWN_RULE, step.rule.span, f"there is no rule {step.rule}", hint)
        return ()
    if len(step.arguments) != len(rule.parameters):
        _wrong_number(desk, step, [each.id for each in rule.parameters])
        return ()
    if not desk.is_open("rule "):  # a line of the story, not of another rule
        desk.rules_begun = desk.rules_done
    desk.rules_done += 1
    if desk.rules_done - desk.rules_begun > MAX_AT_ONCE or desk.rules_done > MAX_DONE:
        hint = f"at most {MAX_AT_ONCE} in one place, and {MAX_DONE} in a book"
        desk.report(rules.TOO_LARGE, step.span, "too many rules do other rules here", hint)
        return ()
    if not desk.opening(f"rule {rule.name}"):
        desk.report(names.CIRCULAR, rule.name.span, f"the rule {rule.name} calls itself", "define it without itself")
        return ()
    known = dict(site.names) if site.fight is not None else {}
    meant: dict[str, str] = {}
    told = desk.reports
    for parameter, argument in zip(rule.parameters, step.arguments, strict=True):
        lookup.check_new(desk, parameter.id)
        if isinstance(argument, ast.Name) and _is_value(desk, argument.id, site) and _changes(desk, rule, parameter.id):
            lookup.value_to_change(desk, argument.id, f" in the rule {rule.name}")
        elif kind := _other_kind(desk, argument, needed := _needed(desk, rule, parameter.id, {rule.name}), site):
            _wrong_kind(desk, rule, argument, f"{kind}, and the rule {rule.name} needs {needed} here")
        elif isinstance(argument, ast.Name) and argument.id not in site.names and on_the_sheet(desk, argument.id):
            meant[parameter.id] = argument.id
            if is_shown(desk, rule, parameter.id):  # words stay as they are, so the value goes by the rule's own name
                known[parameter.id] = Binding(expressions.amount(desk, argument, site))
        elif isinstance(argument, ast.Name) and argument.id in site.names:
            lookup.means_two(desk, argument.id, site)
            known[parameter.id] = site.names[argument.id]
        else:
            known[parameter.id] = Binding(expressions.amount(desk, argument, site))
    inner = replace(
        site, names=known, ranges=dict(site.ranges), prefix=f"{site.prefix}{rule.name} ", quoted=True, follows=True
    )
    rooms = len(desk.left.rooms)
    with desk.unheard() if desk.reports > told else nullcontext():  # a value at fault is at fault wherever it is used
        steps = desk.block(renamed(rule.body, meant), inner)
    if rule.name.span.path in desk.names.systems and step.span.path not in desk.names.systems:
        for address in [*desk.left.rooms][rooms:]:
            desk.left.rooms[address] = replace(desk.left.rooms[address], done=step.span)
    desk.opened()
    return steps


def _wrong_number(desk: Desk, step: ast.DoRule, wanted: list[ast.Id]) -> None:
    """Report a rule that is done with too few or too many values."""
    number = len(wanted)
    values = f"{counted(number, 'value')}: {', '.join(wanted)}" if wanted else "no values"
    given = [spell(each) for each in step.arguments][:number]
    shown = f"({', '.join([*given, *['…'] * (number - len(given))])})" if wanted else ""
    line = f"~ do {step.rule}{shown}"
    missing = wanted[len(given) :]
    hint = f"write: {line}, with {listed(missing)} where … stands" if missing else write(line)
    desk.report(names.RULE_ARGUMENTS, step.span, f"{step.rule} needs {values}", hint)


def _needed(desk: Desk, rule: ast.RuleDecl, name: str, seen: set[str]) -> str:
    """What must stand for a parameter, as the rule uses it, or a rule that it does; empty if that may be a value.

    Args:
        desk: what is known of the book.
        rule: the rule.
        name: its parameter.
        seen: the names of rules that were looked at, which may do each other by mistake.
    """
    for node in desk.nodes(rule):
        field, needed = _NEEDS.get(type(node), ("", ""))
        if field and getattr(node, field) == name:
            return needed
        inner = desk.names.rules.get(node.rule) if isinstance(node, ast.DoRule) else None
        if isinstance(node, ast.DoRule) and inner is not None and inner.name not in seen:
            for parameter, argument in zip(inner.parameters, node.arguments, strict=False):
                if isinstance(argument, ast.Name) and argument.id == name:
                    needed = _needed(desk, inner, parameter.id, {*seen, inner.name})
                    if needed:
                        return needed
    return ""


def _other_kind(desk: Desk, argument: ast.Expr, needed: str, site: Site) -> str:
    """What is given to a rule that needs something else: `3 is a number`; empty if it is right, or known to nobody."""
    if not needed:
        return ""
    if not isinstance(argument, ast.Name):
        return f"{spell(argument)} is a number"
    symbol = desk.names.symbols.get(argument.id)
    if symbol is None or argument.id in site.names or symbol.kind in _KINDS[needed]:
        return ""
    return f"{argument.id} is {with_article(symbol.kind)}"


def _wrong_kind(desk: Desk, rule: ast.RuleDecl, argument: ast.Expr, message: str) -> None:
    """Report what a rule is given in place of a name of the sheet."""
    wanted = [str(each.id) for each in rule.parameters]
    order = f"its values are, in this order: {', '.join(wanted)}"
    desk.report(names.WRONG_KIND, argument.span, message, order if len(wanted) > 1 else "write its name")


def _is_value(desk: Desk, name: str, site: Site) -> bool:
    """Whether a name is that of a value of a one-of, and of nothing else."""
    return name in desk.names.values and name not in desk.names.symbols and name not in site.names


def _changes(desk: Desk, rule: ast.RuleDecl, name: str) -> bool:
    """Whether a rule changes what a parameter stands for: `~ who -1`, `~ set who = 3`."""
    return any(isinstance(node, ast.Place) and node.id == name for node in desk.nodes(rule))


def is_shown(desk: Desk, rule: ast.RuleDecl, name: str) -> bool:
    """Whether words in a rule show a value: `It costs {price} gold.`"""
    shown = re.compile(rf"\{{[^{{}}]*(?<![\w-]){re.escape(name)}(?![\w-])[^{{}}]*\}}")
    return any(
        isinstance(words := getattr(node, field), str) and "{" in words and shown.search(words)
        for node in desk.nodes(rule)
        for field in node.__struct_fields__
    )


def renamed(part: T, meant: dict[str, str]) -> T:
    """A part of the syntax tree with other names in place of some; words of the story stay."""
    if not meant:
        return part
    if isinstance(part, tuple):
        return tuple(renamed(each, meant) for each in part)  # type: ignore[return-value]
    if not isinstance(part, ast.Node):
        return part
    changed: dict[str, Any] = {}
    for name in part.__struct_fields__:
        before = getattr(part, name)
        if isinstance(before, ast.Id):
            after: object = ast.Id(meant[before], before.span) if before in meant and name != "text" else before
        else:
            after = renamed(before, meant)
        if after is not before:
            changed[name] = after
    return structs.replace(part, **changed) if changed else part
