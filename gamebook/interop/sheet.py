"""The things of a draft in our language: what is declared of them, and values and conditions that ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeGuard

from msgspec import field, structs

from gamebook.comparisons import COMPARES, COMPARISONS
from gamebook.interop.draft import Set, Thing
from gamebook.interop.names import Names
from gamebook.interop.spoken import Case, Forms, bare, with_capitals
from gamebook.interop.terms import (
    Capital,
    Cell,
    Chosen,
    Named,
    Picked,
    Strict,
    Text,
    Truncated,
    Truth,
    Unread,
    Visits,
    changed,
    drawn,
    inside,
    outcomes,
    picks,
    put,
)
from gamebook.interop.things import Things, texts
from gamebook.interop.values import is_truth, number, plain
from gamebook.syntax import ast
from gamebook.syntax.ast import Id

MOST_OPERATIONS = 80
_BOTH = {"truth", "number"}


class Cannot(Exception):  # noqa: N818 - says what is the matter
    """The value cannot be said in our language."""


class Sheet(Things, kw_only=True, dict=True):
    """The things of a draft, with their names in our language."""

    names: Names
    counters: dict[str, int] = field(default_factory=dict)
    """Chapter → the most visits that matter."""

    @cached_property
    def chapters(self) -> frozenset[str]:
        """The names of all chapters."""
        return frozenset(chapter.name for chapter in self.draft.chapters)

    def condition(self, value: ast.Expr, here: str) -> ast.Expr:
        """A condition of ours, in the chapter `here`.

        Raises:
            Cannot: our language cannot say it.
        """
        return self._checked(self._truth(self.plainer(value), here))

    def value(self, value: ast.Expr, here: str) -> ast.Expr:
        """A value of ours; raises as `condition`."""
        return self._checked(self._say(self.plainer(value), here))

    def plainer(self, value: ast.Expr) -> ast.Expr:
        """The value without picks that need none: between conditions, `gold || 0`, or where one side always holds."""

        def plain_one(each: ast.Expr) -> ast.Expr | None:
            if isinstance(each, Chosen) and (known := self._always(each.condition)) is not None:
                return self.plainer(each.either[0 if known else 1])
            if not isinstance(each, Picked):
                return None
            if self.is_truth(each.left) and self.is_truth(each.right):
                return ast.Binary(each.op, each.left, each.right)
            if each.op == "or" and plain(each.right) == 0 and self.interval(each.left, self.ranges) is not None:
                return self.plainer(each.left)
            return None

        return changed(value, plain_one)

    def _always(self, value: ast.Expr) -> bool | None:
        """Whether a comparison with a fixed number always holds (or never), by the range of the other value."""
        if not isinstance(value, ast.Binary) or value.op not in ("<", ">"):
            return None
        least, often = self.interval(value.left, self.ranges), plain(value.right)
        if least is None or often is None:
            return None
        answers = {COMPARES[value.op](end, often) for end in least}
        return answers.pop() if len(answers) == 1 else None

    def may_be_truth(self, value: ast.Expr) -> bool:
        """Whether a value may be true or false."""
        return self.is_truth(value) or (isinstance(value, ast.Name) and "truth" in self.types.get(value.id, ()))

    def is_truth(self, value: ast.Expr) -> bool:
        """Whether a value can only be true or false."""
        match value:
            case ast.Name():
                return self.kinds.get(value.id) in ("codeword", "truth")
            case ast.Binary(op="and" | "or"):
                return self.is_truth(value.left) and self.is_truth(value.right)
        return is_truth(value)

    def is_words(self, value: ast.Expr) -> TypeGuard[ast.Name]:
        """Whether a value is that of a variable for words."""
        return isinstance(value, ast.Name) and self.kinds.get(value.id) == "one-of"

    def cases(self, forms: Forms) -> tuple[Case, ...]:
        """The ways in which a value among words is shown, if our language would show it otherwise."""
        value = bare(forms[0])
        if self.is_truth(value) and not drawn(value):
            return (Case(value, _shown(forms, "true")), Case(None, _shown(forms, "false")))
        if not self.is_words(value):
            return ()
        words = dict.fromkeys(word for each in self.given[value.id] for word in texts(each))
        ours = self.names.known
        shown = {word: _shown(forms, word) for word in words}
        odd = [word for word in words if {*shown[word].values()} != {ours.get((f"value of {value.id}", word))}]
        found = [Case(ast.Binary("=", value, Text(word)), shown[word]) for word in odd]
        if found and len(odd) == len(words) and self._begun(value.id):
            return (*found[:-1], Case(None, found[-1].shown))
        named = Named(str(value.id))
        return (*found, Case(None, dict.fromkeys(forms, named))) if found else ()

    def _begun(self, thing: str) -> bool:
        """Whether a one-of has one of the values of the source when the first chapter begins."""
        opening = {step.name for step in self.draft.opening if isinstance(step, Set)}
        return thing in opening or isinstance(self.draft.things.get(thing, Thing()).start, Text)

    @staticmethod
    def _checked(value: ast.Expr) -> ast.Expr:
        if len(inside(value)) > MOST_OPERATIONS:
            raise Cannot
        return value

    def _say(self, value: ast.Expr, here: str) -> ast.Expr:
        match value:
            case ast.Number() | ast.Dice():
                return value
            case Truth():
                return ast.Number(int(value.holds))
            case Cell():
                return self._cell(value, here)
            case ast.Name():
                kind = self.kinds.get(value.id, "roll")
                if kind in ("odd", "table", "one-of"):
                    raise Cannot
                return self._name(value.id)
            case Picked():
                return self._picked(value, here)
            case Capital():
                return self._say(value.value, here)
            case ast.Unary(op="not") | ast.Binary(op="and" | "or"):
                return self._truth(value, here)
            case ast.Unary():
                return ast.Unary(value.op, self._say(value.operand, here))
            case ast.Binary() if value.op in COMPARISONS:
                return self._compared(value, here)
            case ast.Binary():
                return ast.Binary(value.op, self._say(value.left, here), self._say(value.right, here))
            case Truncated():
                return self._truncated(value, here)
            case ast.Call():
                return structs.replace(value, arguments=tuple(self._say(each, here) for each in value.arguments))
        raise Cannot

    def _truth(self, value: ast.Expr, here: str) -> ast.Expr:
        """A value of which only counts whether it is 0."""
        match value:
            case Visits():
                return self._visited(value, ">", int(value.before and value.chapter == here), here)
            case ast.Name() if self.kinds.get(value.id) == "one-of":
                return self._filled(value.id)
            case ast.Unary(op="not"):
                return ast.Unary("not", self._truth(value.operand, here))
            case ast.Binary(op="and" | "or"):
                return ast.Binary(value.op, self._truth(value.left, here), self._truth(value.right, here))
        return self._say(value, here)

    def _picked(self, value: Picked, here: str) -> ast.Expr:
        """One of two numbers, as a sum: `a or b` is `a`, and if that is 0 also `b`."""
        if drawn(value.left):  # it stands there twice, and would be drawn twice
            raise Cannot
        left, right = self._say(value.left, here), self._say(value.right, here)
        held = ast.Binary("=" if value.op == "or" else "!=", left, ast.Number(0))
        part = held if right == ast.Number(1) else ast.Binary("*", right, held)
        return ast.Binary("+", left, part) if value.op == "or" else part

    def _by_cases(self, value: ast.Expr, pick: Picked | Chosen, here: str) -> ast.Expr:
        """A comparison with a value that is picked: what it asks in either case."""
        if drawn(pick.condition) or any(isinstance(each, Unread) for each in outcomes(value)):
            raise Cannot
        held = self._truth(pick.condition, here)
        asked: ast.Expr | None = None
        for case, each in zip((held, ast.Unary("not", held)), pick.either, strict=True):
            known = _known(put(value, pick, each))
            if known is False:
                continue
            part = case if known else ast.Binary("and", case, self._truth(put(value, pick, each), here))
            asked = part if asked is None else ast.Binary("or", asked, part)
        return asked or ast.Number(0)

    def _filled(self, thing: str) -> ast.Expr:
        """Whether words were written in a place for words: it is empty before anything is, and may be emptied."""
        started = isinstance(self.draft.things.get(thing, Thing()).start, Text)
        empty = [word for word in dict.fromkeys([self.first(thing), *self.values[thing]]) if not word.strip()]
        filled: ast.Expr = ast.Number(1)
        for word in empty if started else dict.fromkeys([self.first(thing), *empty]):
            other = ast.Binary("!=", self._name(thing), self._word(thing, word))
            filled = other if filled == ast.Number(1) else ast.Binary("and", filled, other)
        return filled

    def _truncated(self, value: Truncated, here: str) -> ast.Expr:
        """Division towards zero, by ours, which rounds down: the two differ below zero."""
        least, divisor = (self.interval(each, self.ranges) for each in (value.left, value.right))
        left, right = self._say(value.left, here), self._say(value.right, here)
        if least is None or divisor is None or divisor[0] < 0:
            raise Cannot
        if least[0] >= 0:
            return ast.Binary(value.op, left, right)
        if drawn(value):  # each part stands there twice, and would be drawn twice
            raise Cannot
        zero = ast.Number(0)
        above, below = (ast.Call(Id("max"), (each, zero)) for each in (left, ast.Unary("-", left)))
        return ast.Binary("-", ast.Binary(value.op, above, right), ast.Binary(value.op, below, right))

    def _cell(self, value: Cell, here: str) -> ast.Expr:
        table = self.table(value.array)
        if table is None or len(value.places) != (1 if table.flat else 2):
            raise Cannot
        row, column = (ast.Number(0), value.places[0]) if table.flat else value.places
        arguments = (self._say(column, here), self._say(row, here))
        return ast.Call(Id(self.names.of("thing", value.array)), arguments)

    def _name(self, thing: str) -> ast.Expr:
        return ast.Name(Id(self.names.of("thing", thing)))

    def _word(self, thing: str, word: str) -> ast.Expr:
        """A value of a one-of."""
        if word not in self.values.get(thing, []) and word != self.first(thing):
            raise Cannot
        return ast.Name(Id(self.names.of(f"value of {thing}", word)))

    def _compared(self, value: ast.Binary, here: str) -> ast.Expr:
        left, right, op = value.left, value.right, value.op
        if (pick := next(picks(value), None)) is not None:
            return self._by_cases(value, pick, here)
        if isinstance(value, Strict) and (strictly := self._strict(value, here)) is not None:
            return strictly
        if isinstance(left, Visits) and (often := plain(right)) is not None:
            return self._visited(left, op, often, here)
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Text) and op in ("=", "!="):
                if not isinstance(one, ast.Name) or self.kinds.get(one.id) != "one-of":
                    raise Cannot
                return ast.Binary(op, self._name(one.id), self._word(one.id, other.words))
            if isinstance(other, Truth) and op in ("=", "!="):
                said = self._truth(one, here)
                if other.holds and self._counts(one):
                    return ast.Binary(op, said, ast.Number(1))
                return said if other.holds == (op == "=") else ast.Unary("not", said)
        for each in (left, right):
            if isinstance(each, Text) or (isinstance(each, ast.Name) and self.kinds.get(each.id) == "one-of"):
                raise Cannot
        return ast.Binary(op, self._say(left, here), self._say(right, here))

    def _counts(self, value: ast.Expr) -> bool:
        """Whether a value may be another number than 0 and 1, so that to be true is more than to be `true`."""
        least = None if isinstance(value, Visits) or self.is_truth(value) else self.interval(value, self.ranges)
        return least is not None and (least[0] < 0 or least[1] > 1)

    def _strict(self, value: Strict, here: str) -> ast.Expr | None:
        """A comparison of what may be true or false with what may be a number; None for all others.

        Raises:
            Cannot: it is not known which of both it is.
        """
        types = [self._types(each) for each in (value.left, value.right)]
        if not all(each and each <= {"truth", "number"} for each in types) or types[0] == types[1] != _BOTH:
            return None
        if not types[0] & types[1]:
            return ast.Number(int(value.op == "!="))
        one, other = (value.left, value.right) if types[0] == _BOTH else (value.right, value.left)
        fixed = plain(other)
        if fixed is None or not isinstance(one, ast.Name):
            raise Cannot
        for each in self.given[one.id]:  # is there another of the other type that counts as the same number here?
            if self._types(each) != self._types(other) and plain(each) in (fixed, None):
                raise Cannot
        return ast.Binary(value.op, self._say(one, here), ast.Number(fixed))

    def _types(self, value: ast.Expr) -> set[str]:
        """Of which types a value may be; empty if that is not known."""
        found = set() if any(isinstance(each, Visits) for each in inside(value)) else self._kinds_of(value, self.types)
        return set() if "odd" in found else found

    def _visited(self, value: Visits, op: str, often: int, here: str) -> ast.Expr:
        """A condition on visits: `visited` says whether there was one; more are counted."""
        if value.chapter not in self.chapters:
            raise Cannot
        chapter = Id(self.names.of("chapter", value.chapter))
        wanted = {(">", 0): True, (">=", 1): True, ("!=", 0): True, ("=", 0): False, ("<", 1): False, ("<=", 0): False}
        yes = wanted.get((op, often))
        if yes is not None:
            seen: ast.Expr = ast.Number(1) if value.chapter == here else ast.Visited(chapter)
            return seen if yes else ast.Unary("not", seen)
        if not 0 <= often < 100:
            raise Cannot
        self.counters[value.chapter] = max(self.counters.get(value.chapter, 0), often + 1)
        return ast.Binary(op, ast.Name(Id(self.names.of("visits of", value.chapter))), ast.Number(often))

    def declarations(self) -> Iterator[ast.Declaration]:
        """The lines of the sheet."""
        for thing, kind in self.kinds.items():
            if kind in ("odd", "constant"):
                continue
            said = self.draft.things.get(thing, Thing())
            ours = Id(self.names.of("thing", thing))
            start = said.start if said.start is not None and self._fixed(said.start) else None
            if (table := self.table(thing)) is not None:
                first, last = table.first, table.first + len(table.rows[0]) - 1
                rows = (0, 0) if table.flat else (first, first + len(table.rows) - 1)
                yield ast.TableDecl(ours, (first, last), rows, table.rows)
            elif kind == "codeword":
                yield ast.CodewordDecl(ours)
            elif kind == "one-of":
                words = dict.fromkeys([self.first(thing), *self.values[thing]])
                values = tuple(ast.Name(Id(self.names.of(f"value of {thing}", word))) for word in words)
                yield ast.OneOf(ours, values)
            elif kind == "item":
                most = self.ranges[thing][1]
                copies = ast.Number(most) if most > 1 else None
                held = plain(start) if start is not None else None
                yield ast.ItemDecl(ours, copies, ast.Number(held) if held else None)
            else:
                yield self._number(thing, ours, start)
        for chapter, most in self.counters.items():
            ours = Id(self.names.of("visits of", chapter))
            yield ast.NumberDecl(ours, ast.Number(0), ast.Number(0), ast.Number(most))

    @staticmethod
    def _fixed(value: ast.Expr) -> bool:
        return all(
            isinstance(each, ast.Number | Truth | Text | ast.Dice | ast.Unary | ast.Binary) for each in inside(value)
        )

    def _number(self, thing: str, ours: Id, start: ast.Expr | None) -> ast.Declaration:
        given = [each for each in self.given[thing] if each is not start]
        low, high = self.ranges[thing]
        first = ast.Number(0) if start is None else self._say(start, "")
        fixed = all((plain(each) or 0) >= 0 and plain(each) is not None for each in (first, *given))
        if fixed and thing not in self.guessed:  # then the language finds the range by itself
            return ast.NumberDecl(ours, first)
        return ast.NumberDecl(ours, first, number(low), number(high))


def _shown(forms: Forms, word: str) -> dict[ast.Expr, str]:
    """What a value of one word shows in each of its forms."""
    return {form: with_capitals(form, word) for form in forms}


def _known(value: ast.Expr) -> bool | None:
    """Whether a comparison of two fixed values holds; None for all else."""
    match value:
        case ast.Binary(op="=" | "!=", left=Text() as left, right=Text() as right):
            return (left == right) == (value.op == "=")
        case ast.Binary() if value.op in COMPARISONS:
            one, other = plain(value.left), plain(value.right)
            if isinstance(value, Strict) and isinstance(value.left, Truth) != isinstance(value.right, Truth):
                return value.op == "!=" if one is not None and other is not None else None
            return None if one is None or other is None else COMPARES[value.op](one, other)
    return None
