"""Values of ChoiceScript: fairmath, and variables that a scene has for itself."""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import Kept, Origin, Pieces, Set, Step
from gamebook.interop.terms import Capital, Chosen, Unread
from gamebook.interop.values import Dialect, name, plain, read_value
from gamebook.syntax import ast

_SHOWN = re.compile(r"\$(?P<capitals>!{0,2})\{(?P<value>[^{}]*)\}")
_ASSIGN = re.compile(r"(?P<thing>\w+)\s+(?P<op>%\+|%-|[-+*/&](?=\s*[\w(\"]))?\s*(?P<value>.*)")
_FAIR = re.compile(r"(?P<open>\()?\s*(?P<old>\w+)\s*(?P<op>%[-+])\s*(?P<value>\w+|\([^()%\"]*\))\s*(?(open)\))")
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_INSERTED = re.compile(r"[$@]!{0,2}\{")
"""What stands for other words: `${name}`, `@{gold one|many}`."""
VALUES = Dialect(
    words={"and": "and", "or": "or", "not": "not", "modulo": "mod"},
    functions={"not": lambda given: ast.Unary("not", given[0]) if len(given) == 1 else None},
)


class Values(Struct, dict=True):
    """The values of a scene."""

    own: dict[str, str] = field(default_factory=dict)
    """Variable of the game that the scene hides → the name that its own variable has here."""

    @cached_property
    def dialect(self) -> Dialect:
        """How they are written."""
        return replace(VALUES, variable=lambda word: name(self.called(word)) if re.fullmatch(r"\w+", word) else None)

    def called(self, word: str) -> str:
        """The name of a variable here."""
        return self.own.get(word.lower(), word.lower())

    def pieces(self, text: str) -> Pieces:
        """Words with `${gold}` in them, and with `$!{name}` or `$!!{name}`, which show capital letters."""
        text = re.sub(r"\[/?b\]", "**", re.sub(r"\[/?i\]", "*", text.replace("[n/]", "\n")))
        made: list[str | ast.Expr] = []
        place = 0
        for match in _SHOWN.finditer(text):
            value = self.value(match["value"])
            shown = Capital(value, match["capitals"] == "!!") if match["capitals"] else value
            made.extend((text[place : match.start()], shown))
            place = match.end()
        return (*made, text[place:])

    def random(self, rest: str, origin: Origin) -> Step:
        """`*rand luck 1 6`"""
        parts = rest.split()
        if len(parts) != 3:
            return Kept(origin)
        value = self.value(f"random({parts[1]}, {parts[2]})")
        return Kept(origin) if isinstance(value, Unread) else Set(self.called(parts[0]), value, origin)

    def assigned(self, rest: str, origin: Origin, *, temporary: bool) -> Step:
        """`*set gold +5`, `*set trust %+ 10`, `*set name "Ann"`, `*temp x 3`"""
        match = _ASSIGN.fullmatch(rest)
        if match is None:
            bare = re.fullmatch(r"\w+", rest)
            return Set(self.called(rest), ast.Number(0), origin) if bare and temporary else Kept(origin)
        thing, op = self.called(match["thing"]), match["op"] or ""
        value = self.value(match["value"])
        if isinstance(value, Unread) or op in ("&", "/"):
            return Set(thing, Unread(rest), origin)
        if temporary and op == "-":
            return Set(thing, ast.Unary("-", value), origin)
        return Set(thing, value if not op else changed_by(op, name(thing), value), origin)

    def value(self, text: str) -> ast.Expr:
        """A value or a condition; `%` stands in fairmath only, and words in quotation marks are as they stand."""
        if any(_INSERTED.search(words) for words in _QUOTED.findall(text)):
            return Unread(text.strip())
        if "%" not in re.sub(r'"[^"]*"', "", text):
            return read_value(text, self.dialect)
        match = _FAIR.fullmatch(text.strip())
        if match is None:
            return Unread(text.strip())
        old, value = read_value(match["old"], self.dialect), read_value(match["value"], self.dialect)
        return Unread(text.strip()) if isinstance(value, Unread) else changed_by(match["op"], old, value)


def changed_by(op: str, old: ast.Expr, value: ast.Expr) -> ast.Expr:
    """The value after `+ 5`, or after fairmath."""
    if not op.startswith("%"):
        return ast.Binary(op, old, value)
    amount = plain(value)
    if amount is None:
        less = ast.Unary("-", value)
        more, rises = (value, ast.Binary(">", value, _NONE)) if op == "%+" else (less, ast.Binary("<", value, _NONE))
        fallen = _fallen(old, less if op == "%+" else value)
        bounds = (ast.Call(ast.Id("max"), (_LEAST, _risen(old, more))), ast.Call(ast.Id("min"), (_HUNDRED, fallen)))
        return Chosen(rises, bounds)
    amount = amount if op == "%+" else -amount
    return _risen(old, ast.Number(amount)) if amount > 0 else _fallen(old, ast.Number(-amount))


_NONE, _LEAST, _MOST, _HUNDRED = map(ast.Number, (0, 1, 99, 100))


def _risen(old: ast.Expr, value: ast.Expr) -> ast.Expr:
    """`%+ 10` adds a tenth of what is missing to 100, and never passes 99."""
    part = ast.Binary("/", ast.Binary("*", ast.Binary("-", _HUNDRED, old), value), _HUNDRED)
    return ast.Call(ast.Id("min"), (_MOST, ast.Binary("+", old, part)))


def _fallen(old: ast.Expr, value: ast.Expr) -> ast.Expr:
    """`%- 10` takes a tenth, and never passes 1; so does `%+` of what is not more than 0."""
    part = ast.Binary("/", ast.Binary("*", old, value), _HUNDRED)
    return ast.Call(ast.Id("max"), (_LEAST, ast.Binary("-", old, part)))
