"""Values and conditions of other languages, read into our trees.

One parser serves them all: they differ in the words for operators, in how a variable looks, and in their functions.
What it cannot read becomes `Unread`, whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from gamebook.comparisons import COMPARISONS
from gamebook.interop.terms import (
    Array,
    Cell,
    Either,
    Picked,
    Quotient,
    Strict,
    Text,
    Truncated,
    Truth,
    Unread,
    Visits,
    drawn,
    inside,
)
from gamebook.model.expression import STRENGTH
from gamebook.syntax import ast
from gamebook.syntax.ast import Id
from gamebook.syntax.limits import MAX_DICE, MAX_NUMBER, MAX_SIDES

DEEPEST = 30
"""Parentheses inside one another."""
LONGEST = 2_000
"""Letters of a value; longer ones are not read."""

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?(?![\w.]))
    |(?P<dice>\d*[dD]\d+(?!\w))
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<key>\[[^\[\]\n]+\])
    |(?P<name>\$?[^\W\d]\w*(?:\.[^\W\d]\w*)*)
    |(?P<op>===|!==|==|!=|<=|>=|&&|\|\||=>|<>|[-+*/%<>=!(),?])
    )""",
    re.VERBOSE,
)
_STRENGTHS: Mapping[str, int] = {**{str(op): strength for op, strength in STRENGTH.items()}, "=": 3, "!=": 3}
"""How tightly operators bind in most languages: `a > 1 = true` asks whether `a > 1` is true."""
_TIGHTEST = 100
"""Signs and `not` bind to the next value alone."""
_MARKS = {"==": "=", "===": "=", "!==": "!=", "<>": "!=", "&&": "and", "||": "or", "%": "mod", "!": "not"}

STRICT = frozenset(["===", "!=="])
"""The strict comparisons of JavaScript."""

Function = Callable[[Sequence[ast.Expr]], ast.Expr | None]


class _Unreadable(Exception):  # noqa: N818 - never leaves this module
    """The value cannot be read."""


def number(value: int) -> ast.Expr:
    """A number, negative ones as ours are written."""
    return ast.Unary("-", ast.Number(-value)) if value < 0 else ast.Number(value)


def plain(value: ast.Expr) -> int | None:
    """The number that a value is, if it is one."""
    match value:
        case ast.Number():
            return value.value
        case ast.Unary(op="-", operand=ast.Number() as inner):
            return -inner.value
        case Truth():
            return int(value.holds)
    return None


def name(word: str) -> ast.Expr:
    """A thing of the sheet."""
    return ast.Name(Id(word))


def _random(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    """`random(1, 6)`: a die."""
    ends = [plain(each) for each in arguments]
    if len(ends) == 1:
        ends.insert(0, 0)
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    low, high = sorted(each for each in ends if each is not None)
    if high - low >= MAX_SIDES:
        return None
    if high == low:
        return number(low)
    die = ast.Dice(ast.Number(1), high - low + 1)
    return added(die, low - 1)


def added(value: ast.Expr, amount: int) -> ast.Expr:
    """`value + amount`"""
    if amount == 0:
        return value
    return ast.Binary("+" if amount > 0 else "-", value, ast.Number(abs(amount)))


def _call(function: str) -> Function:
    def made(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
        return ast.Call(Id(function), tuple(arguments)) if len(arguments) > 1 else None

    return made


def _clamp(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    if len(arguments) != 3:
        return None
    value, low, high = arguments
    return ast.Call(Id("min"), (ast.Call(Id("max"), (value, low)), high))


def _absolute(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    if len(arguments) != 1 or drawn(arguments[0]):  # it stands there twice, and would be drawn twice
        return None
    return ast.Call(Id("max"), (arguments[0], ast.Unary("-", arguments[0])))


def _floor(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    """Rounding down, as our `/` does; other numbers are whole."""
    value = _same(arguments)
    return ast.Binary("/", value.left, value.right) if isinstance(value, Quotient) else value


def _trunc(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    """Rounding towards zero."""
    value = _same(arguments)
    return Truncated("/", value.left, value.right) if isinstance(value, Quotient) else value


def _rounded(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    """To the nearest whole number, halves up: (2 a + b) / (2 b)."""
    if len(arguments) != 1:
        return None
    value = arguments[0]
    if not isinstance(value, Quotient):
        return value
    two = ast.Number(2)
    doubled = ast.Binary("+", ast.Binary("*", two, value.left), value.right)
    return ast.Binary("/", doubled, ast.Binary("*", two, value.right))


def _either(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    return Either(tuple(arguments)) if arguments else None


def _visits(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    if len(arguments) == 1 and isinstance(arguments[0], Text):
        return Visits(arguments[0].words)
    return None


def _same(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    return arguments[0] if len(arguments) == 1 else None


COMMON: Mapping[str, Function] = {
    "min": _call("min"),
    "max": _call("max"),
    "clamp": _clamp,
    "abs": _absolute,
    "floor": _floor,
    "trunc": _trunc,
    "round": _rounded,
    "random": _random,
    "either": _either,
    "visited": _visits,
    "hasvisited": _visits,
}
SAME = _same


class Dialect(Struct, frozen=True):
    """How a language writes values."""

    words: Mapping[str, str] = field(default_factory=dict)
    """Words for operators, such as `gte` for `>=`."""
    functions: Mapping[str, Function] = field(default_factory=dict)
    """Functions by name, in small letters, besides `COMMON`."""
    variable: Callable[[str], ast.Expr | None] = name
    """A word as a value; None if it is none."""
    prepare: Callable[[str], str] = str
    """Changes the text before it is read."""
    fractions: bool = True
    """`/` keeps the fraction, so that it is whole only if it is rounded; otherwise numbers like 2.0 are not read."""
    key: Callable[[str], ast.Expr | None] = lambda _: None
    """What `[words]` means."""
    equal: bool = True
    """A single `=` compares."""
    strengths: Mapping[str, int] = field(default_factory=dict)
    """How tightly operators bind, where that is not usual."""
    strict: frozenset[str] = frozenset()
    """Operators, as they are written, for which true and 1 are not the same."""
    picks: bool = False
    """`and` and `or` give one of their two values, as in JavaScript, and not only true or false."""
    first: int | None = None
    """The number of the first place of a list; None: the language has no lists that are read."""


class _Reader(Struct):
    """Where reading has come to."""

    tokens: list[tuple[str, str]]
    dialect: Dialect
    it: ast.Expr | None
    at: int = 0
    depth: int = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def expect(self, mark: str) -> None:
        if self.take()[1] != mark:
            raise _Unreadable

    def operator(self) -> str:
        kind, word = self.peek()
        if kind == "op":
            if word == "=" and not self.dialect.equal:
                raise _Unreadable
            return _MARKS.get(word, word)
        return self.dialect.words.get(word, "") if kind == "name" else ""

    def expression(self, least: int = 0) -> ast.Expr:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Unreadable
        left = self.operand()
        while True:
            op = self.operator()
            strength = self.dialect.strengths.get(op) or _STRENGTHS.get(op, 0)
            if strength <= least:
                break
            strict = self.take()[1] in self.dialect.strict
            if op in ("=", "!=") and self.operator() == "not":  # `is not`
                self.take()
                op = "!="
            if op in COMPARISONS and isinstance(left, ast.Name):
                self.it = left
            right = self.expression(strength)
            left = Strict(op, left, right) if strict else self.joined(op, left, right)
        self.depth -= 1
        return left

    def joined(self, op: str, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        if op == "/" and self.dialect.fractions:
            return Quotient(left=left, right=right)
        if op in ("/", "mod"):
            return Truncated(op, left, right)
        if op in ("and", "or") and self.dialect.picks and not (is_truth(left) and is_truth(right)):
            return Picked(op, left, right)
        return ast.Binary(op, left, right)

    def operand(self) -> ast.Expr:
        kind, word = self.take()
        match kind:
            case "number":
                return _number(word, self.dialect.fractions)
            case "dice":
                return _dice(word)
            case "text":
                return Text(re.sub(r"\\(.)", r"\1", word[1:-1]))
            case "key":
                return _found(self.dialect.key(word[1:-1].strip()))
            case "op":
                return self.marked(word)
            case "name":
                return self.named(word)
        raise _Unreadable

    def marked(self, word: str) -> ast.Expr:
        if word == "(":
            inner = self.expression()
            self.expect(")")
            return inner
        if word == "-":
            operand = self.expression(_TIGHTEST)
            value = plain(operand)
            return ast.Unary("-", operand) if value is None else number(-value)
        if word == "+":
            return self.expression(_TIGHTEST)
        if word == "!":
            return ast.Unary("not", self.expression(_TIGHTEST))
        raise _Unreadable

    def named(self, word: str) -> ast.Expr:
        if self.dialect.words.get(word) == "not":
            return ast.Unary("not", self.expression(_TIGHTEST))
        if word in ("true", "false"):
            return Truth(word == "true")
        if word == "it" and self.it is not None:
            return self.it
        if self.peek()[1] == "(":
            self.take()
            return self.called(word)
        value = _found(self.dialect.variable(word))
        places = []
        while self.dialect.first is not None and self.peek()[0] == "key":
            places.append(read_value(self.take()[1][1:-1], self.dialect))
        if not places:
            return value
        if len(places) > 2 or not isinstance(value, ast.Name) or any(isinstance(each, Unread) for each in places):
            raise _Unreadable
        return Cell(str(value.id), tuple(places))

    def called(self, word: str) -> ast.Expr:
        arguments: list[ast.Expr] = []
        while self.peek()[1] != ")":
            arguments.append(self.expression())
            if self.peek()[1] == ",":
                self.take()
            elif self.peek()[1] != ")":
                raise _Unreadable
        self.take()
        key = word.lower().removeprefix("math.").removeprefix("_.")
        function = self.dialect.functions.get(key) or COMMON.get(key)
        if function is None:
            raise _Unreadable
        return _found(function(arguments))


def _found(value: ast.Expr | None) -> ast.Expr:
    if value is None:
        raise _Unreadable
    return value


def _number(word: str, fractions: bool) -> ast.Expr:
    if "." in word:
        whole, part = word.split(".")
        if part.strip("0") or not fractions:  # where 2 and 2.0 are divided in different ways
            raise _Unreadable
        word = whole
    if len(word) > 10 or int(word) > MAX_NUMBER:
        raise _Unreadable
    return ast.Number(int(word))


def _dice(word: str) -> ast.Expr:
    count, sides = word.lower().split("d")
    if len(count) > 3 or len(sides) > 4:
        raise _Unreadable
    many, faces = int(count or 1), int(sides)
    if not 1 <= many <= MAX_DICE or not 1 <= faces <= MAX_SIDES:
        raise _Unreadable
    return ast.Dice(ast.Number(many), faces)


def read_value(text: str, dialect: Dialect, it: ast.Expr | None = None) -> ast.Expr:
    """A value or a condition; `Unread` if our trees cannot hold it.

    Args:
        text: as written in the source.
        dialect: its language.
        it: what `it` stands for.
    """
    raw = text.strip()
    if len(raw) > LONGEST:
        return Unread(raw)
    try:
        reader = _Reader(_tokens(dialect.prepare(raw)), dialect, it)
        found = reader.expression()
        if reader.at < len(reader.tokens) or _fraction(found):
            return Unread(raw)
    except _Unreadable:
        return Unread(raw)
    return found


def read_array(text: str, first: int) -> Array | None:
    """A list of numbers, or a list of such lists that are all as long, in square brackets.

    Args:
        text: as JSON has it.
        first: the number of its first place.
    """
    if len(text) > 20_000 or not re.fullmatch(r"[\[\],\d\s-]+", text):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    flat = isinstance(found, list) and all(isinstance(each, int) for each in found)
    rows = [found] if flat else found
    whole = isinstance(rows, list) and all(
        isinstance(row, list) and all(isinstance(each, int) and abs(each) <= MAX_NUMBER for each in row) for row in rows
    )
    if not whole or not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        return None
    return Array(tuple(tuple(row) for row in rows), first, flat)


def _tokens(text: str) -> list[tuple[str, str]]:
    found = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise _Unreadable
        found.append((match.lastgroup, match[match.lastgroup]))
        place = match.end()
    return found


def is_truth(value: ast.Expr) -> bool:
    """Whether a value can only be true or false, by how it is written."""
    match value:
        case Truth() | ast.Unary(op="not"):
            return True
        case ast.Binary(op="and" | "or"):
            return is_truth(value.left) and is_truth(value.right)
        case ast.Binary():
            return value.op in COMPARISONS
    return False


def _fraction(value: ast.Expr) -> bool:
    return any(isinstance(each, Quotient) for each in inside(value))
