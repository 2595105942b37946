"""Blocks of a book that is being made: comments in them, and whether play comes to their end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamebook.interop import escape
from gamebook.syntax import ast

MARK = "TODO import:"
"""How a comment begins that keeps what could not be modelled."""


def note(words: str) -> ast.Step:
    """A comment: the printer prints prose as it stands."""
    return ast.Prose("\n".join(escape.comment(words)))


def is_note(step: ast.Step) -> bool:
    """Whether a step is a comment."""
    return isinstance(step, ast.Prose) and all(each.startswith("//") for each in step.text.split("\n"))


def under(condition: str, steps: Iterable[ast.Step]) -> Iterator[ast.Step]:
    """The comments of a block that cannot stand, each with the condition that the block stood under.

    Args:
        condition: in our language, as text.
        steps: nothing but comments.
    """
    begins = f"// {MARK} "
    for step in steps:
        if isinstance(step, ast.Prose) and step.text.startswith(begins):
            yield ast.Prose(f"{begins}only if {condition}: {step.text.removeprefix(begins)}")
        else:
            yield step


def bare(steps: Iterable[ast.Step]) -> bool:
    """Whether a block holds nothing but comments, and so is no block."""
    return all(map(is_note, steps))


def keeps(steps: Iterable[ast.Step]) -> bool:
    """Whether a comment of a block keeps something that could not be modelled."""
    return any(isinstance(step, ast.Prose) and step.text.startswith(f"// {MARK}") for step in steps)


def offers(steps: Iterable[ast.Step]) -> bool:
    """Whether a block ends with a menu: choices that follow it would belong to it, comments between them or not."""
    real = [step for step in steps if not is_note(step)]
    return bool(real) and isinstance(real[-1], ast.Menu)


def ends(steps: Iterable[ast.Step]) -> bool:
    """Whether play never reaches the end of a block, as far as can be seen without the sheet."""
    real = [step for step in steps if not is_note(step)]
    match real[-1] if real else None:
        case ast.Turn() | ast.End():
            return True
        case ast.If(otherwise=otherwise, body=body):
            return bool(otherwise) and ends(body) and ends(otherwise)
        case ast.Random(rows=rows):
            return all(ends(row.body) for row in rows)
        case ast.Menu(options=options) | ast.Choose(options=options):
            return all(option.target is not None or ends(option.body) for option in options)
    return False
