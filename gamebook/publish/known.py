"""Working out what is known before a reader rolls: numbers of a fight's settings, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar, cast

from msgspec import structs

from gamebook.comparisons import COMPARISONS
from gamebook.model.arithmetic import OPERATIONS
from gamebook.resolve.named_rules import renamed
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.text import parse_text
from gamebook.syntax.walk import walk

Part = TypeVar("Part")
_CHANGING = (
    ast.Place, ast.Gain, ast.Lose, ast.Pay, ast.SwapValues, ast.NoteWord, ast.EraseWord, ast.Store,
)  # fmt: skip
"""What has the names of all that a step changes."""
Known = Mapping[str, ast.Expr]
"""What some names stand for."""

_WORKED_OUT = frozenset({"+", "-", "*", "/", "mod", *COMPARISONS})


_WORDS = frozenset({"text", "label", "words"})
"""Fields with words of the story, where values stand in braces."""
_FIELD = re.compile(r"\\.|\{[^{}\n]*\}", re.DOTALL)


def with_known(part: Part, known: Known, in_words: Known | None = None) -> Part:
    """The same part of a page, with names replaced by what they stand for, and what is fixed worked out.

    In words of the story, names stand for what `in_words` says, if it is given.
    """
    if isinstance(part, tuple):
        return cast("Part", tuple(with_known(each, known, in_words) for each in part))
    if not isinstance(part, ast.Node):
        return part
    if isinstance(part, ast.Name) and part.id in known:
        return cast("Part", known[part.id])
    shown = known if in_words is None else in_words
    changes: dict[str, Any] = {}
    for name in part.__struct_fields__:
        before = getattr(part, name)
        if isinstance(before, ast.Node | tuple):
            after = with_known(before, known, in_words)
            if after is not before:
                changes[name] = after
        elif name in _WORDS and "{" in before:
            changes[name] = _FIELD.sub(lambda found: _spelled(found, shown), before)
    made = structs.replace(part, **changes) if changes else part
    return cast("Part", simple(made)) if isinstance(made, ast.Expr) else made


def _spelled(found: re.Match[str], known: Known) -> str:
    """What stands in braces, with what is known in it."""
    pieces, _ = parse_text(found[0], ast.NOWHERE)
    value = pieces[0] if len(pieces) == 1 else ""
    return found[0] if isinstance(value, str) else f"{{{spell(with_known(value, known))}}}"


def in_place(block: ast.Block, rules: Mapping[str, ast.RuleDecl]) -> ast.Block:
    """Steps with those of named rules in their place, however deep; no rule uses itself."""
    found: list[ast.Step] = []
    for step, covered in with_words(block):
        if isinstance(step, ast.InWords):
            inner = in_place(covered, rules)
            found += [structs.replace(step, covers=len(inner)), *inner]
        elif isinstance(step, ast.DoRule) and step.rule in rules:
            found += in_place(_done(rules[step.rule], step.arguments), rules)
        else:
            found.append(_inside(step, lambda inner: in_place(inner, rules)))
    return tuple(found)


def all_in_place(part: Part, rules: Mapping[str, ast.RuleDecl]) -> Part:
    """A part of a page with the steps of named rules in their place, in every block."""
    return _inside(part, lambda inner: in_place(inner, rules))


def _done(rule: ast.RuleDecl, arguments: tuple[ast.Expr, ...]) -> ast.Block:
    """The steps of a rule with what it was given: a name stands also where something is noted or gained."""
    given = {str(each.id): argument for each, argument in zip(rule.parameters, arguments, strict=False)}
    names = {name: str(each.id) for name, each in given.items() if isinstance(each, ast.Name)}
    values = {name: each for name, each in given.items() if name not in names}
    return with_known(renamed(rule.body, names), values, given)  # renaming leaves words as they are


def changed_in(part: object) -> frozenset[str]:
    """The names of all that the steps in a part change."""
    return frozenset(name for node in walk(part) for name in _changed_by(node))


def things_changed_in(part: object) -> frozenset[str]:
    """The same; the stat of a foe is `foe life` here, for the reader may have one of that name."""
    nodes = ((node, isinstance(node, ast.Place) and node.foe) for node in walk(part))
    return frozenset(f"foe {name}" if foe else name for node, foe in nodes for name in _changed_by(node))


def _changed_by(node: ast.Node) -> Iterator[str]:
    if isinstance(node, _CHANGING):
        fields = (getattr(node, field) for field in node.__struct_fields__)
        yield from (str(each) for each in fields if isinstance(each, ast.Id))


def settled(block: ast.Block, known: Known) -> ast.Block:
    """Steps where some numbers are fixed: what can never happen is left out, and so is what changes those numbers."""
    found: list[ast.Step] = []
    for step, covered in with_words(with_known(block, known)):
        match step:
            case ast.InWords():
                inner = settled(covered, known)
                found += [structs.replace(step, covers=len(inner)), *inner]
            case ast.Change(place=place) | ast.SetTo(place=place) if place.id in known and not place.foe:
                continue
            case ast.Change(amount=ast.Number(0)):
                continue
            case ast.If(condition=ast.Number(value)):
                found += settled(step.body if value else step.otherwise, known)
            case _:
                made = _inside(step, lambda inner: settled(inner, known))
                if not isinstance(made, ast.If) or made.body or made.otherwise:
                    found.append(made)
    return tuple(found)


def with_words(block: ast.Block) -> Iterator[tuple[ast.Step, ast.Block]]:
    """The steps of a block; one that gives the words for others comes with those, which are then left out."""
    after = 0
    for place, step in enumerate(block):
        if place < after:
            continue
        covers = step.covers if isinstance(step, ast.InWords) else 0
        after = place + 1 + covers
        yield step, block[place + 1 : after]


def _inside(node: Part, change: Callable[[ast.Block], ast.Block]) -> Part:
    """A node with every block in it changed."""
    if isinstance(node, tuple):
        if node and all(isinstance(each, ast.Step) for each in node):
            return cast("Part", change(node))
        return cast("Part", tuple(_inside(each, change) for each in node))
    if not isinstance(node, ast.Node) or isinstance(node, ast.Expr):
        return node
    inner: dict[str, Any] = {
        name: _inside(value, change)
        for name in node.__struct_fields__
        if isinstance(value := getattr(node, name), ast.Node | tuple)
    }
    return structs.replace(node, **inner) if inner else node


def simple(expr: ast.Expr) -> ast.Expr:
    """An expression whose parts are simple, made simple."""
    match expr:
        case ast.Unary(op="-", operand=ast.Number(value)):
            return ast.Number(-value)
        case ast.Unary(op="not", operand=ast.Number(value)):
            return ast.Number(int(not value))
        case ast.Binary(op=op, left=ast.Number(a), right=ast.Number(b)) if op in _WORKED_OUT:
            return ast.Number(OPERATIONS[op](a, b))
        case ast.Binary(op="+" | "-", left=left, right=ast.Number(0)):
            return left
        case ast.Binary(op="+", left=ast.Number(0), right=right):
            return right
        case ast.Binary(op="+", left=left, right=ast.Number(value)) if value < 0:
            return ast.Binary("-", left, ast.Number(-value))
        case ast.Binary(op="-", left=left, right=ast.Number(value)) if value < 0:
            return ast.Binary("+", left, ast.Number(-value))
        case ast.Binary(op="+", left=left, right=ast.Unary(op="-", operand=right)):
            return ast.Binary("-", left, right)
        case ast.Binary(op="*", left=ast.Number(0)) | ast.Binary(op="*", right=ast.Number(0)):
            return ast.Number(0)
        case ast.Binary(op="*", left=ast.Number(1), right=each) | ast.Binary(op="*", left=each, right=ast.Number(1)):
            return each
        case (
            ast.Binary(op="and", left=ast.Number(value), right=each)
            | ast.Binary(op="and", left=each, right=ast.Number(value))
        ):
            return each if value else ast.Number(0)
        case (
            ast.Binary(op="or", left=ast.Number(value), right=each)
            | ast.Binary(op="or", left=each, right=ast.Number(value))
        ):
            return ast.Number(1) if value else each
        case ast.Call(function="min" | "max" as which, arguments=arguments) if all(
            isinstance(each, ast.Number) for each in arguments
        ):
            numbers = [each.value for each in arguments if isinstance(each, ast.Number)]
            return ast.Number(min(numbers) if which == "min" else max(numbers))
    return expr
