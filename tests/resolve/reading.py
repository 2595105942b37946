"""Helpers: what a text means, with core steps written one a line."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from gamebook.diagnostics import Diagnostic
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.step import (
    Assign,
    Block,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Pool,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Turn,
)
from gamebook.reading import read_text
from gamebook.resolve.resolve import Resolved, resolve


def meaning(text: str, **overrides: int) -> Resolved:
    """What a book of this text means; the text itself must be well written."""
    loaded = read_text("test.gbk", inspect.cleandoc(text) + "\n").loaded
    unread = [*loaded.findings, *(each for page in loaded.pages for each in page.findings)]
    assert not unread, unread
    return resolve(loaded.pages, overrides=overrides)


def book(text: str, **overrides: int) -> Book:
    """The book, which must have a meaning."""
    found = meaning(text, **overrides)
    assert found.book is not None, found.findings
    return found.book


def findings(text: str) -> list[tuple[str, str, str]]:
    """Code, text at fault, and hint of each finding."""
    source = inspect.cleandoc(text) + "\n"
    return [(each.code, _at(each, source), each.hint or "") for each in meaning(text).findings]


def codes(text: str) -> list[str]:
    """The codes of all findings."""
    return [each.code for each in meaning(text).findings]


def _at(finding: Diagnostic, source: str) -> str:
    return source[finding.span.start : finding.span.end].splitlines()[0].strip()


def core(text: str, chapter: str = "1") -> list[str]:
    """The core steps of a chapter of the book."""
    return next(lines(each.body) for each in book(text).chapters if each.name == chapter)


def lines(block: Block) -> list[str]:
    """Core steps, one a line."""
    return list(_block(block, 0))


def _block(block: Block, depth: int) -> Iterator[str]:
    for step in block:
        yield from _step(step, depth)


def _step(step: Step, depth: int) -> Iterator[str]:
    pad = "  " * depth
    match step:
        case Say():
            yield pad + "say " + "".join(each if isinstance(each, str) else f"{{{spell(each)}}}" for each in step.text)
        case Assign():
            changes = ", ".join(
                f"{each.variable} := {spell(each.value)}" + (" beyond" if each.beyond else "") for each in step.changes
            )
            yield pad + ("" if step.why == "effect" else f"{step.why}: ") + changes
        case If():
            yield f"{pad}if {spell(step.condition)}"
            yield from _block(step.then, depth + 1)
            if step.otherwise:
                yield f"{pad}else"
                yield from _block(step.otherwise, depth + 1)
        case Roll():
            yield f"{pad}{step.what} {spell(step.value)}" + (f" as {step.store}" if step.store else "")
            if step.then:
                yield f"{pad}  then"
                yield from _block(step.then, depth + 2)
            for row in step.rows:
                yield f"{pad}  {row.low}..{row.high} {row.label}"
                yield from _block(row.body, depth + 2)
        case Pool():
            yield f"{pad}pool {step.name} {spell(step.count)}d{step.sides} most {step.most}"
        case Random():
            yield f"{pad}random"
            for branch in step.rows:
                yield f"{pad}  {spell(branch.weight)}:"
                yield from _block(branch.body, depth + 2)
        case Choose():
            yield f"{pad}{step.what} {step.name}" + ("" if step.owner == "reader" else f" by {step.owner}")
            for option in step.options:
                label = "".join(each if isinstance(each, str) else f"{{{spell(each)}}}" for each in option.label)
                closed = "" if option.condition == Const(value=1) else f" [{spell(option.condition)}]"
                yield f"{pad}* {label}{closed}" + (" again" if option.again else "")
                yield from _block(option.body, depth + 1)
        case Loop():
            yield f"{pad}loop until {spell(step.until)}"
            yield from _block(step.body, depth + 1)
        case Scope():
            yield f"{pad}{step.what} {step.label}" + (f" muted {' '.join(step.muted)}" if step.muted else "")
            for watch in step.watches:
                yield f"{pad}  when {spell(watch.condition)}"
                yield from _block(watch.body, depth + 2)
            yield from _block(step.body, depth + 1)
        case Leave():
            yield f"{pad}leave {step.label}"
        case Turn():
            yield f"{pad}-> {step.chapter}"
        case End():
            yield f"{pad}end {step.ending}"
        case Score():
            yield f"{pad}score {spell(step.amount)}"


def spell(expr: Expr) -> str:
    """An expression, with every operation in parentheses."""
    match expr:
        case Const():
            return str(expr.value)
        case Var():
            return expr.name
        case Unary():
            return f"{expr.op} {spell(expr.operand)}"
        case Binary():
            return f"({spell(expr.left)} {expr.op} {spell(expr.right)})"
        case Lookup():
            return f"{expr.table}({spell(expr.column)}, {spell(expr.row)})"
        case Dice():
            kept = f" keep {'highest' if expr.highest else 'lowest'} {expr.keep}" if expr.keep is not None else ""
            return f"{spell(expr.count)}d{expr.sides}{kept}"
