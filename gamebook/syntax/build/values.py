"""Values and conditions, and the helpers all builders share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lark import Token, Tree

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic, Edit
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.heads import without_zeros
from gamebook.syntax.limits import MAX_DICE, MAX_NUMBER, MAX_SIDES

Branch = Tree[Token]
Child = Branch | Token | None

RESERVED = frozenset({"and", "or", "not", "mod", "initial", "foe", "visited", "ticked", "if", "else"})
"""Words that cannot be names, because conditions would misread them."""
_ZEROS = pattern(r"\b0+(?=\d)")
_RANGE = pattern(r"(-?\d+)(?:\s*(?:-|\.\.)\s*(-?\d+))?")
_PYTHON_WORDS = frozenset({"if", "while", "with", "return", "at"})


def unquote(token: str) -> str:
    """The text between quotation marks, less the backslashes before quotation marks, backslashes and slashes."""
    return re.sub(r'\\(["\\/])', r"\1", token[1:-1])


class ValueBuilder:
    """Builds the nodes of one piece of a page; `offset` is where the piece begins in the file."""

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset
        self.findings: list[Diagnostic] = []

    def at(self, thing: Branch | Token) -> Span:
        """Where a token or a rule's match stands."""
        place = thing if isinstance(thing, Token) else thing.meta
        return Span(self.source.path, self.offset + (place.start_pos or 0), self.offset + (place.end_pos or 0))

    def build(self, tree: Branch) -> Any:
        """The node of a rule's match."""
        method: Callable[[Branch], Any] = getattr(self, tree.data + "_" if tree.data in _PYTHON_WORDS else tree.data)
        return method(tree)

    def maybe(self, child: Child) -> Any:
        """The node of an optional part."""
        return self.build(child) if isinstance(child, Tree) else None

    def all(self, children: Iterable[Child]) -> tuple[Any, ...]:
        """The nodes of several parts."""
        return tuple(self.build(child) for child in children if isinstance(child, Tree))

    def id(self, child: Child) -> ast.Id:
        """A name; what stands in quotation marks, less its marks."""
        assert isinstance(child, Token)
        place = self.at(child)
        if child.type != "STRING":
            return ast.Id(child, place)
        return ast.Id(unquote(child), Span(place.path, place.start + 1, place.end - 1))

    def maybe_id(self, child: Child) -> ast.Id | None:
        """An optional name."""
        return self.id(child) if isinstance(child, Token) else None

    def complain(self, code: str, span: Span, message: str, hint: str | None, fix: tuple[Edit, ...] = ()) -> None:
        """Add a finding."""
        self.findings.append(finding(code, span, message, hint, fix=fix))

    def integer(self, token: Token | str, span: Span) -> int:
        """A written number, at most MAX_NUMBER."""
        digits = token.lstrip("-")
        if len(digits) > 2_000 or int(digits) > MAX_NUMBER:
            self.complain(syntax.BIG_NUMBER, span, "this number is too big", f"the largest number is {MAX_NUMBER}")
            digits = str(MAX_NUMBER)
        return -int(digits) if token.startswith("-") else int(digits)

    def percent(self, token: Token) -> int:
        """Hundredths of a percent."""
        whole, _, part = token.rstrip("%").partition(".")
        if len(part) > 2 or len(whole) > 3 or int(whole + f"{part:0<2}") > HUNDRED_PERCENT:
            self.complain(
                syntax.BAD_PERCENT,
                self.at(token),
                f"“{token}” is not a chance",
                "write 0% to 100% with at most two digits after the point",
            )
            return HUNDRED_PERCENT
        return int(whole + f"{part:0<2}")

    def declared(self, token: Child) -> ast.Id:
        """A name given here for the first time, which must not be a word of the language."""
        name = self.id(token)
        if name in RESERVED:
            self.complain(
                syntax.RESERVED_NAME,
                name.span,
                f"“{name}” is a word of the language and cannot be a name",
                "choose another name",
            )
        return name

    def chapter_name(self, token: Token) -> ast.Id:
        """A chapter's name; zeros in front of a number mean nothing."""
        name = without_zeros(token)
        self.read_as(token, name)
        return ast.Id(name, self.at(token))

    def answer(self, token: Token) -> None:
        """Look for zeros in front of the numbers of an answer: they mean nothing."""
        self.read_as(token, _ZEROS.sub("", token))

    def read_as(self, token: Token, plain: str) -> None:
        """Complain of zeros in front of a number."""
        if plain != token:
            place, hint = self.at(token), f"write {plain}: zeros in front have no meaning"
            self.complain(syntax.LEADING_ZEROS, place, f"{token} is read as {plain}", hint, (Edit(place, plain),))

    def bounds(self, token: Token) -> tuple[int, int]:
        """The two ends of `3-5`, `-2..0` or `6`."""
        match = _RANGE.fullmatch(token)
        assert match is not None
        low = self.integer(match[1], self.at(token))
        return low, low if match[2] is None else self.integer(match[2], self.at(token))

    def names(self, children: Sequence[Child]) -> tuple[ast.Name, ...]:
        """Names in a list of the header."""
        tokens = [each.children[0] for each in children if isinstance(each, Tree) and each.data == "name"]
        return tuple(
            ast.Name(self.declared(token), span=self.at(token)) for token in tokens if isinstance(token, Token)
        )

    # ---- expressions ------------------------------------------------------------------------------------

    def binary(self, tree: Branch) -> ast.Binary:
        left, op, right = tree.children
        return ast.Binary(str(op), self.maybe(left), self.maybe(right), span=self.at(tree))

    def unary(self, tree: Branch) -> ast.Unary:
        op, operand = tree.children
        return ast.Unary(str(op), self.maybe(operand), span=self.at(tree))

    def number(self, tree: Branch) -> ast.Number:
        (token,) = tree.children
        assert isinstance(token, Token)
        return ast.Number(self.integer(token, self.at(token)), span=self.at(token))

    def name(self, tree: Branch) -> ast.Name:
        (token,) = tree.children
        assert isinstance(token, Token)
        if re.fullmatch(r"d\d+", token):
            self.complain(syntax.DIE_ALONE, self.at(token), f"“{token}” has no number of dice", f"write 1{token}")
        return ast.Name(self.id(token), span=self.at(token))

    def dice(self, tree: Branch) -> ast.Dice:
        count, die = tree.children
        assert isinstance(die, Token)
        if isinstance(count, Token):
            most = self.integer(count, self.at(count))
            if most > MAX_DICE:
                self.complain(syntax.BIG_DICE, self.at(tree), "these are too many dice", f"roll {MAX_DICE} at most")
            number: ast.Expr = ast.Number(min(most, MAX_DICE), span=self.at(count))
        else:
            number = self.maybe(count)
        sides = self.integer(die[1:], self.at(die))
        if not 1 <= sides <= MAX_SIDES:
            self.complain(
                syntax.BIG_DICE, self.at(die), f"a die cannot have {sides} sides", f"use 1 to {MAX_SIDES} sides"
            )
        return ast.Dice(number, max(1, min(sides, MAX_SIDES)), span=self.at(tree))

    def keep(self, tree: Branch) -> ast.Dice:
        word, count, roll = tree.children
        assert isinstance(word, Token) and isinstance(count, Token)
        dice: ast.Dice = self.maybe(roll)
        kept = self.integer(count, self.at(count))
        return ast.Dice(dice.count, dice.sides, kept, word.endswith("highest"), dice.explode, span=self.at(tree))

    def exploding(self, tree: Branch) -> ast.Dice:
        roll, times = tree.children
        assert isinstance(times, Token)
        dice: ast.Dice = self.maybe(roll)
        return ast.Dice(dice.count, dice.sides, explode=self.integer(times, self.at(times)), span=self.at(tree))

    def call(self, tree: Branch) -> ast.Call:
        name, *arguments = tree.children
        return ast.Call(self.id(name), self.all(arguments), span=self.at(tree))

    def foe_stat(self, tree: Branch) -> ast.FoeStat:
        *whose, stat = tree.children
        return ast.FoeStat(self.id(stat), self.id(whose[0]) if whose else ast.NO_NAME, span=self.at(tree))

    def initial(self, tree: Branch) -> ast.Initial:
        return ast.Initial(self.id(tree.children[0]), span=self.at(tree))

    def visited(self, tree: Branch) -> ast.Visited:
        (token,) = tree.children
        assert isinstance(token, Token)
        return ast.Visited(self.chapter_name(token), span=self.at(tree))

    def ticked(self, tree: Branch) -> ast.Ticked:
        (chapter,) = tree.children
        name = self.chapter_name(chapter) if isinstance(chapter, Token) else ast.NO_NAME
        return ast.Ticked(name, span=self.at(tree))

    def first_time(self, tree: Branch) -> ast.FirstTime:
        return ast.FirstTime(span=self.at(tree))

    def count_of(self, tree: Branch) -> ast.CountOf:
        what, *pool = tree.children
        return ast.CountOf(self.maybe(what), self.id(pool[0]) if pool else None, span=self.at(tree))

    def count_dice(self, tree: Branch) -> ast.CountDice:
        low, high, dice = tree.children
        first: ast.Number = self.maybe(low)
        last: ast.Number | None = self.maybe(high)
        return ast.CountDice(first.value, (last or first).value, self.maybe(dice), span=self.at(tree))

    def resolution(self, tree: Branch) -> ast.Resolution:
        mode, manner, account, scope = tree.children
        words = [str(part.children[0]) if isinstance(part, Tree) else None for part in (mode, manner, scope)]
        name = self.maybe_id(account)
        if not any((*words, name)):
            self.complain(
                syntax.EMPTY_RESOLUTION,
                self.at(tree),
                "the mode is missing after “by”",
                "write one of: dice, expected, ledger, residual, systematic",
            )
        return ast.Resolution(words[0], words[1], name, words[2], span=self.at(tree))
