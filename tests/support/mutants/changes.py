"""Small changes of a function, each of which a test should notice."""

from __future__ import annotations

import ast
import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

Function = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one function."""

    path: str
    """The file, from the root of the project."""
    function: str
    """The outermost function around it, such as `Desk.note`."""
    line: int
    before: str
    """The code that changes, as Python prints it."""
    after: str
    number: int
    """Which of the changes of this file."""
    again: int
    """How many times the same stands in the function before."""

    @property
    def name(self) -> str:
        """What it is called in a list: it stays the same when other lines move."""
        which = f" ({self.again + 1})" if self.again else ""
        return f"{self.path} {self.function}: {self.before} => {self.after}{which}"


def changes(path: str, root: Path = Path()) -> list[Change]:
    """All changes of a file."""
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for number, (function, node, new) in enumerate(_all(tree)):
        words = (function, _print(node), _print(new))
        found.append(Change(path, function, node.lineno, words[1], words[2], number, seen[words]))
        seen[words] += 1
    return found


def install(change: Change, root: Path = Path()) -> None:
    """Change the function in this process, wherever it is held.

    Raises:
        LookupError: no such function is loaded.
        ValueError: the changed function closes over other variables.
    """
    file = root / change.path
    tree = ast.parse(file.read_text(encoding="utf-8"))
    _, node, new = list(_all(tree))[change.number]
    _Replace(node, new).visit(tree)
    code = _code(compile(ast.fix_missing_locations(tree), str(file), "exec"), change.function)
    found = [
        each
        for each in gc.get_objects()
        if type(each) is FunctionType  # not isinstance, which looks through weak proxies
        and each.__code__.co_qualname == change.function
        and Path(each.__code__.co_filename) == file
    ]
    if code is None or not found:
        raise LookupError(change.name)
    for each in found:
        each.__code__ = code


class _Replace(ast.NodeTransformer):
    def __init__(self, node: ast.AST, new: ast.AST) -> None:
        self._node, self._new = node, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._node:
            return ast.copy_location(self._new, node)
        self.generic_visit(node)
        return node


def _code(code: CodeType, name: str) -> CodeType | None:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == name:
                return each
            found = _code(each, name)
            if found is not None:
                return found
    return None


def _print(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else text[:99] + "…"


def _all(tree: ast.Module) -> Iterator[tuple[str, ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """Each change as (function, what is there, what stands there then)."""
    for name, function in _functions(tree, ""):
        body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
        for statement in body:
            for node in _inside(statement):
                for new in _instead(node):
                    yield name, node, new


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    """Functions and methods; those inside functions belong to the outer one. Random examples (`draw`) are all right."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, Function):
            if not any(argument.arg == "draw" for argument in each.args.args):
                yield prefix + each.name, each
        elif isinstance(each, ast.ClassDef):
            yield from _functions(each, f"{prefix}{each.name}.")
        else:
            yield from _functions(each, prefix)


def _inside(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What runs; not types, words, assertions (`strict=True` is one), or looks at the clock (`look()`)."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.keyword(arg="strict") | ast.Expr(ast.Call(ast.Name("look"))):
            return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "args", "decorator_list") and not isinstance(node, ast.Call):
            continue
        if isinstance(node, ast.Raise):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield from _inside(each)


def _instead(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    match node:
        case ast.Compare(left, [operator], right):
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case _:
            return
