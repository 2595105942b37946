"""What a rule does to a thing of the sheet: whether it changes it, in which direction and by how much."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.resolve.desk import Desk
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.parse import parse
from gamebook.syntax.walk import find

EFFECTS = (
    ast.Change | ast.SetTo | ast.Restore | ast.Gain | ast.Lose | ast.NoteWord | ast.EraseWord | ast.Pay
    | ast.SwapValues | ast.Store | ast.DoRule | ast.ChooseAmount
)  # fmt: skip


def does(desk: Desk, node: ast.Node, name: str) -> bool:
    """Whether a rule does something to a name, or to all that is in a limit."""
    if not isinstance(node, EFFECTS):
        return False
    return bool({name, *(str(each.name) for each in desk.names.limits.get(name, ()))} & set(names_in(node)))


def sign_of(node: ast.Node | None) -> int:
    """1 for a rule that adds something, -1 for one that takes it; 0 for all others."""
    match node:
        case ast.Change():
            return node.sign
        case ast.Gain() | ast.NoteWord() | ast.Restore():
            return 1
        case ast.Lose() | ast.EraseWord() | ast.Pay():
            return -1
    return 0


def amount_of(node: ast.Node | None) -> str:
    """By how much a rule changes something, if it always is the same amount; else empty."""
    match node:
        case ast.Change(amount=ast.Number(value=value)) | ast.Pay(amount=ast.Number(value=value)):
            return str(value)
        case ast.Gain(count=ast.Number(value=value)) | ast.Lose(count=ast.Number(value=value)):
            return str(value)
    return ""


def effect_in(words: str) -> ast.Step | None:
    """The effect that words are, if they are one as it stands behind its mark."""
    if not reads_as_step(f"~ {words}"):
        return None
    (chapter,) = parse(Source("", f"=== 1\n~ {words}\n")).chapters
    (step,) = chapter.body[:1] or (None,)
    return step if isinstance(step, EFFECTS) else None


def names_in(node: ast.Step) -> Iterator[str]:
    """The names that an effect speaks of."""
    for each in node.__struct_fields__:
        value = getattr(node, each)
        if isinstance(value, ast.Id):
            yield str(value)
        elif isinstance(value, ast.Place):
            yield str(value.id)
        elif isinstance(node, ast.DoRule) and isinstance(value, tuple):
            yield from (str(name.id) for name in find(value, ast.Name))
