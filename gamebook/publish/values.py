"""Values and conditions in the words of a reader: `gold >= 5` is "your gold is 5 or more"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce

from msgspec import Struct

from gamebook.comparisons import COMPARISONS, NEGATED, TURNED
from gamebook.phrases import Hole, Phrases
from gamebook.phrases.plurals import plural
from gamebook.publish.known import with_known
from gamebook.publish.names import Names
from gamebook.resolve.lookup import ROUND
from gamebook.sentences import with_capital
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

_GENERAL = {
    ">=": "is-at-least",
    ">": "is-more",
    "<=": "is-at-most",
    "<": "is-less",
    "=": "is-exactly",
    "!=": "is-other",
}
_OWNED = {
    ">=": "have-at-least", ">": "have-more", "<=": "have-at-most", "<": "have-fewer", "=": "have-exactly",
    "!=": "have-other",
}  # fmt: skip
_COUNTED = {op: key.replace("have-", "count-") for op, key in _OWNED.items()}
"""Of what has two forms, one for one and one for more."""
USUAL = "fight"
"""The kind of fight that a line means which names none."""
_LOOSE, _PART, _TIGHT = 0, 1, 2
"""Where a value stands: alone, as a part of a sum, or where also a sum needs brackets."""


class Values(Struct, frozen=True, dict=True):
    """The words for values and conditions of a book."""

    phrases: Phrases
    names: Names
    numbers: Mapping[str, int]
    """The number of each chapter."""
    here: str = ""
    """The chapter that the words stand in; empty on the other pages."""
    again: frozenset[str] = frozenset()
    """Chapters that turn to themselves: `-> back` does not mean one that the reader came to from itself."""

    # ---- phrases and names ----------------------------------------------------------------------------------

    def say(self, key: str, count: int | None = 2, **fills: str) -> str:
        """A phrase with its holes filled."""
        found = fill = ""
        for part in self.phrases.parts(key, count):
            if isinstance(part, Hole):
                fill = fills[part]
                found = "".join(self.phrases.met(found, fill))
            else:
                found += self.phrases.closed(fill, part)
        return found

    def name(self, name: str, count: int | None = 1) -> str:
        """A thing of the sheet as readers know it: `bronze-key` is "bronze key".

        A book can give it other words: `phrase pennies = "penny|pennies"`.
        """
        said = self.phrases.name(name, count)
        if said is not None:
            return said
        shown = name.replace("-", " ").replace("_", " ")
        if (
            not self.phrases.is_one(count)
            and self.names.items.get(name, 1) > 1
            and (shown.endswith("ss") or not shown.endswith("s"))
        ):
            return self.say("plural", name=plural(shown) if self.phrases.language == "en" else shown)
        return shown

    def so_many(self, name: str, count: int | None) -> str:
        """A thing of the sheet as so many of it are called: 1 of `gold-crowns` is a "gold crown"."""
        return self._one_of_many(name, count) or self.name(name, count)

    def _one_of_many(self, name: str, count: int | None) -> str | None:
        """What one of a number's things is called, where no phrase says it; None where that is not clear."""
        if not self.phrases.is_one(count) or name not in self.names.numbers or self.phrases.name(name) is not None:
            return None
        return self.phrases.one_of(self.name(name, None))

    def counts_things(self, name: str, count: int | None) -> bool:
        """Whether a number is called after what there are so many of, and what so many of it are called is known.

        There can be 2 French `cristaux-gris`, but not 1, and of `tired` nobody knows.
        """
        if self.phrases.has_forms(name):
            return True
        if not self.phrases.looks_plural(self.name(name, None)):
            return False
        return not self.phrases.is_one(count) or self._one_of_many(name, count) is not None

    def heading(self, name: str) -> str:
        """What a thing is called on the sheet: a number counts many things, and so does a stat with two forms."""
        many = name in self.names.numbers or (name in self.names.stats and self.phrases.has_forms(name))
        return self.name(name, None if many else 1)

    def how_many(self, name: str) -> int:
        """How many of a thing its heading speaks of, for the phrases around it: Spanish `tus monedas`."""
        if name in self.names.numbers and self.phrases.looks_plural(self.heading(name)):
            return 2
        return 2 if self.phrases.has_forms(name) else 1

    def how_many_in(self, name: str) -> int:
        """1 where a limit is called after what holds the things, such as a backpack; else many: `all your weapons`."""
        return 1 if self._is_limit_of_one(name) and self.phrases.holds_things(self.name(name, None)) else 2

    def _is_limit_of_one(self, name: str) -> bool:
        """Whether it is a limit that is not called after many things, such as `weapons`."""
        return name in self.names.limits and not self.counts_things(name, None)

    def rules_of(self, combat: str) -> str:
        """The head of the rules of a kind of fight, by which the sections call them where there are several kinds."""
        if combat == USUAL or len(self.names.combats) < 2:
            return self.say("rules-combat")
        return self.say("rules-combat-named", name=self.name(combat))

    def rule_head(self, name: str) -> str:
        """The head of a named rule on the rules page, by which the sections call it."""
        return with_capital(self.name(name))

    def number_of(self, chapter: str) -> str:
        """The number of a chapter, in digits."""
        return str(self.numbers[chapter]) if chapter in self.numbers else str(chapter)

    def joined(self, parts: Sequence[str], last: str = "last") -> str:
        """`a, b and c`"""
        if not parts:
            return ""
        found = parts[0]
        for place, part in enumerate(parts[1:], start=2):
            found = self.say(last if place == len(parts) else "list", left=found, right=part)
        return found

    # ---- values ---------------------------------------------------------------------------------------------

    def known(self, expr: ast.Expr) -> ast.Expr:
        """The value with the book's parameters in it worked out."""
        return with_known(expr, self._said_in_place)

    @cached_property
    def _said_in_place(self) -> Mapping[str, ast.Expr]:
        """What stands for a name wherever that is written: parameters, and lets that no page explains."""
        found: dict[str, ast.Expr] = {name: ast.Number(value) for name, value in self.names.params.items()}

        def work_out(let: ast.Let) -> None:
            for each in find(let.value, ast.Name):
                if each.id in self.names.lets and each.id not in done:
                    work_out(self.names.lets[each.id])
            done.add(let.name)
            value = with_known(let.value, found)
            if self._tells_the_story(value) or (self.is_condition(value) and _joint(value, holds=True) is None):
                found[let.name] = value

        done: set[str] = set()
        for let in self.names.lets.values():
            if let.name not in done:
                work_out(let)
        return found

    def _tells_the_story(self, value: ast.Expr) -> bool:
        """Whether a value depends on what readers only learn on their way: they should not be told before."""
        asked = (ast.Visited, ast.FirstTime, ast.Ticked)
        return any(
            isinstance(each, asked) or (isinstance(each, ast.Name) and each.id in self.names.codewords)
            for each in walk(value)
        )

    def explained_lets(self) -> Iterator[ast.Let]:
        """The lets that are called by their names in print, so that the rules page must say what they mean."""
        return (each for each in self.names.lets.values() if each.name not in self._said_in_place)

    def count(self, expr: ast.Expr | None) -> int | None:
        """A fixed number; None where it is not fixed."""
        if expr is None:
            return 1
        known = self.known(expr)
        return known.value if isinstance(known, ast.Number) else None

    def value(self, expr: ast.Expr) -> str:
        """A value in words: `2d6 + your SKILL`."""
        return self._value(self.known(expr), _LOOSE)

    def value_shown(self, expr: ast.Expr) -> str:
        """What stands in prose for a value that only the reader's sheet tells."""
        known = self.known(expr)
        if isinstance(known, ast.Number):
            return str(known.value)
        return self.say("value", value=self.heading(known.id) if isinstance(known, ast.Name) else self.value(known))

    @staticmethod
    def whole(number: int) -> str:
        """A number in digits, with a true minus sign."""
        return str(number).replace("-", "−")

    def _value(self, expr: ast.Expr, least: int) -> str:
        words = self._bare(expr)
        loose = isinstance(expr, ast.Binary) and expr.op in ("+", "-", "*", "/", "mod")
        bare = loose and not (isinstance(expr, ast.Binary) and expr.op == "*" and self.bonus(expr)[1] is not None)
        joins = (bare and least == _TIGHT) or (least != _LOOSE and self._is_open(expr, words))
        return f"({words})" if joins else words

    def _is_open(self, expr: ast.Expr, words: str) -> bool:
        """Whether what follows these words would be read as a part of them: `the greatest of 2 and your gold + 1`."""
        match expr:
            case ast.Call() | ast.CountDice() | ast.Binary(op="mod"):
                return True
            case ast.CountOf(pool=pool):
                return pool is not None
            case ast.Ticked(chapter=chapter):  # `in section 2 + 1`
                return bool(chapter)
            case ast.Dice(count=count, keep=keep):
                many = not isinstance(self.known(count), ast.Number)
                return many or (keep is not None and not words.endswith(")"))
        return isinstance(expr, ast.Binary) and bool(self._held(expr))

    def _bare(self, expr: ast.Expr) -> str:
        match expr:
            case ast.Number(value):
                return self.whole(value)
            case ast.Name() if self._is_held(expr):
                return self._counted(expr)
            case ast.Name(id=name):
                if name in self.names.one_ofs or name in self.names.on_sheet - self.names.codewords:
                    if name in self.names.items or self.phrases.has_forms(name):
                        return self.number_held(name)
                    return self.say("your", self.how_many(name), name=self.name(name, None))
                if name == ROUND and name not in self.names.lets:
                    return self.say("the-round")
                return self.name(name)
            case ast.FoeStat(stat=stat, whose=whose):
                return self.of_foe(stat, whose)
            case ast.Initial(id=name):
                if self.phrases.has_forms(name):
                    return self._count_of("count-initial", name, name=self.heading(name))
                return self.say("initial", self.how_many(name), name=self.heading(name))
            case ast.CountOf(what=ast.Name(id=name), pool=None):
                if self._is_limit_of_one(name):  # in the hold: things, not holds
                    return self.say("count-in-limit", name=self.name(name, None))
                return self._count_of("count-of", name, name=self.name(name, None))
            case ast.CountOf(what=what, pool=pool):
                return self.say("count-in", face=self._value(what, _TIGHT), pool=str(pool))
            case ast.Ticked(chapter=chapter):
                return self._ticks(chapter)
            case ast.Dice():
                return self.dice(expr)
            case ast.CountDice(low=low, high=high, dice=dice):
                face = str(low) if low == high else f"{low}–{high}"
                return self.say("dice-showing", face=face, dice=self.dice(dice))
            case ast.Call(function=function, arguments=arguments):
                if function in ("min", "max"):
                    key = "least-of" if function == "min" else "greatest-of"
                    first, *others = (self._value(each, _TIGHT) for each in arguments)
                    again = self.phrases.again(key, "values")
                    values = self.joined([first, *(self.phrases.after(again, each) for each in others)])
                    return self.say(key, values=values)
                column, row = (self._value(each, _TIGHT) for each in arguments)
                return self.say("in-table", name=self.name(function), column=column, row=row)
            case ast.Unary(op="-", operand=operand):
                return f"−{self._value(operand, _TIGHT)}"
            case ast.Binary(op="+" | "-" | "*" | "/" | "mod"):
                return self._sum(expr)
        return self._counted(expr)

    def number_held(self, name: str) -> str:
        """How many of something readers have: "the number of your meals"."""
        return self._count_of("count-of", name, name=self.name(name, None))

    def of_foe(self, stat: str, whose: str) -> str:
        """A number of a foe: of the one with a name, or of the one that is fought."""
        foe = whose or self.say("the-foe")
        if self.phrases.has_forms(stat):
            return self._count_of("count-of-foe", stat, name=self.name(stat, None), foe=foe)
        return self.say("of-foe", name=self.name(stat), foe=foe)

    def _count_of(self, key: str, what: str, **fills: str) -> str:
        """The number of something; in the words for many where it has a form for many: German `der Kekse`."""
        return self.say(key, 2 if self.phrases.has_forms(what) else 1, **fills)

    def _counted(self, condition: ast.Expr, amount: int = 1) -> str:
        """A condition as a number: 1 if it holds, or more."""
        return self.say("counts", n=str(amount), condition=self.condition(condition, "counts"))

    def _sum(self, expr: ast.Binary) -> str:
        held = self._held(expr)
        if held:
            return self.say("held-of", items=self.joined(held))
        amount, condition = self.bonus(expr) if expr.op == "*" else (None, None)
        if amount is not None and amount > 0 and condition is not None:
            return self._counted(condition, amount)
        left = self._operand(expr.left, _PART if expr.op in "+-" else _TIGHT)
        right = self._operand(expr.right, _PART if expr.op == "+" else _TIGHT)
        if expr.op in ("/", "mod"):
            return self.say("divided" if expr.op == "/" else "rest-of", left=left, right=right)
        return f"{left} {({'-': '−', '*': '×'}).get(expr.op, '+')} {right}"

    def _held(self, expr: ast.Expr) -> list[str]:
        """Single things and codewords of which it is counted how many readers have; empty where it is not so."""
        match expr:
            case ast.Name(id=name) if name in self.names.codewords or self.names.items.get(name) == 1:
                return [self.name(name)]
            case ast.Binary(op="+", left=left, right=right):
                first, second = self._held(left), self._held(right)
                return [*first, *second] if first and second else []
        return []

    def _operand(self, expr: ast.Expr, least: int) -> str:
        """A part of a sum."""
        return self._counted(expr) if self.is_condition(expr) else self._value(expr, least)

    def is_condition(self, expr: ast.Expr) -> bool:
        """Whether a value is 1 if something holds, else 0."""
        match expr:
            case ast.Binary(op=op):
                return op in COMPARISONS or op in ("and", "or")
            case ast.Name(id=name):
                let = self.names.lets.get(name)
                said = name in self.names.codewords or name in self.names.values
                return said or (let is not None and self.is_condition(self.known(let.value)))
            case ast.Unary(op="not") | ast.Visited() | ast.FirstTime():
                return True
        return False

    def _ticks(self, chapter: str) -> str:
        return self.say("boxes-ticked-there", n=self.number_of(chapter)) if chapter else self.say("boxes-ticked")

    def has_several_boxes(self, chapter: str) -> bool:
        """Whether a chapter has more than one box; for all chapters together, `""`, whether any has."""
        return chapter in self.names.boxes if chapter else bool(self.names.boxes)

    def dice(self, dice: ast.Dice) -> str:
        """`2d6`, `the 2 highest of 3d6`"""
        count = self._value(self.known(dice.count), _TIGHT)
        key = "dice" if isinstance(self.known(dice.count), ast.Number) else "dice-as-many"
        words = self.say(key, n=count, sides=str(dice.sides))
        if dice.explode:
            words = self.say("dice-exploding", dice.explode, dice=words, n=str(dice.explode))
        if dice.keep is not None:
            which = "dice-kept-highest" if dice.highest else "dice-kept-lowest"
            words = self.say(which, dice.keep, dice=words, n=str(dice.keep))
        return words

    # ---- conditions -----------------------------------------------------------------------------------------

    def condition(self, expr: ast.Expr, phrase: str, holds: bool = True) -> str:
        """A condition as a clause: "you have the lantern"; where it must not hold, "you do not have the lantern".

        Args:
            expr: the condition.
            phrase: the key of the phrase that it will stand in.
            holds: whether it must hold.
        """
        return self._condition(self.known(expr), holds, self.phrases.again(phrase, "condition"))

    def _condition(self, expr: ast.Expr, holds: bool, again: str) -> str:
        match expr:
            case ast.Number(value):
                return self.say("always" if bool(value) == holds else "never")
            case ast.Unary(op="not", operand=operand):
                return self._condition(operand, not holds, again)
            case ast.Binary(op="and" | "or" as op, left=left, right=right):
                return self._both(op, left, right, holds, again)
            case ast.Binary(op=op, left=left, right=right) if op in COMPARISONS:
                return self._compared(op if holds else NEGATED[op], left, right)
            case ast.Name(id=name):
                return self._has(name, holds)
            case ast.Visited(chapter=chapter) if chapter == self.here:
                return self.say("visited-before" if holds else "first-time")
            case ast.Visited(chapter=chapter):
                return self.say("visited" if holds else "visited-not", n=self.number_of(chapter))
            case ast.FirstTime():
                return self.say("first-time" if holds else "visited-before")
            case ast.Ticked(chapter=chapter) if not self.has_several_boxes(chapter or self.here):
                key = ("ticked-there" if chapter else "ticked") + ("" if holds else "-not")
                return self.say(key, n=self.number_of(chapter))
        return self.say("is-some" if holds else "is-none", left=self._value(expr, _LOOSE))

    def _both(self, op: str, left: ast.Expr, right: ast.Expr, holds: bool, again: str) -> str:
        """Two conditions; one that must not hold is turned around. "And" beside "or" needs brackets.

        `again` is the word before the first that is said before the second, too.
        """
        key = _joined(op, holds)
        sides = []
        for each in (left, right):
            words = self._condition(each, holds, again)
            sides.append(f"({words})" if _joint(each, holds) not in (None, key) else words)
        return self.say(key, left=sides[0], right=self.phrases.after(again, sides[1]))

    def _has(self, name: str, holds: bool) -> str:
        names = self.names
        if name in names.codewords:
            return self.say("noted" if holds else "noted-not", word=self.name(name))
        if self._counts(name):
            if holds and self.phrases.has_forms(name):
                return self.say("count-some", item=self.name(name, 1))
            many = self.name(name, None)
            return self.say("count-more", 0, n="0", item=many) if holds else self.say("count-none", item=many)
        if name in names.items:
            several = names.items[name] > 1
            if several:
                return self.say("have-some" if holds else "have-none", item=self.name(name, 1 if holds else 2))
            return self.say("have" if holds else "have-not", item=self.name(name))
        if name in names.values:
            key = "value-is" if holds else "value-is-not"
            return self.say(key, name=self.name(names.values[name]), value=self.name(name))
        if self.is_condition(ast.Name(ast.Id(name))):
            return self.say("holds" if holds else "holds-not", name=self.name(name))
        return self.say("is-some" if holds else "is-none", left=self._bare(ast.Name(ast.Id(name))))

    def _compared(self, op: str, left: ast.Expr, right: ast.Expr) -> str:
        if isinstance(left, ast.Number) and not isinstance(right, ast.Number):
            op, left, right = TURNED[op], right, left
        match left, right:
            case ast.Name(id=name), ast.Name(id=value) if self.is_value(value, name) and op in ("=", "!="):
                key = "value-is" if op == "=" else "value-is-not"
                return self.say(key, name=self.name(name), value=self.name(value))
            case ast.Name(id=name), ast.Name(id=value) if self.is_value(value, name):
                return self._condition(_one_of_them(op, left, value, self.names.one_ofs[name]), True, "")
            case ast.Name(id=name), ast.Name(id=other) if self.is_copy(name, other) and op in ("=", "!="):
                if self.is_value(name, other):
                    return self._compared(op, right, left)
                key = "value-same" if op == "=" else "value-same-not"
                return self.say(key, left=self.name(name), right=self.name(other))
            case ast.Name(id=value), ast.Name(id=name) if self.is_value(value, name):
                return self._compared(TURNED[op], right, left)
            case ast.Name(id=name), ast.Number(n) if name in self.names.items or self._counts(name):
                single = self.names.items.get(name) == 1
                if (op, n) in ((">=", 1), (">", 0)) or (single and (op, n) in (("=", 1), ("!=", 0))):
                    return self._has(name, holds=True)
                if (op, n) in (("<", 1), ("<=", 0)) or (single and (op, n) in (("!=", 1), ("=", 0))):
                    return self._has(name, holds=False)
                owned = _COUNTED if self._counts(name) else _OWNED
                return self.say(owned[op], n, n=str(n), item=self.so_many(name, n))
            case each, ast.Number(0) if op in ("=", "!=") and self.is_condition(each):
                return self._condition(each, op == "!=", "")
        return self.compared(self._value(left, _LOOSE), op, right)

    def is_value(self, value: str, one_of: str) -> bool:
        """Whether a name is that of a value of a one-of: of two things that are called so, this one is meant there."""
        return one_of in self.names.one_ofs and any(each.id == value for each in self.names.one_ofs[one_of].values)

    def is_copy(self, one_of: str, other: str) -> bool:
        """Whether what a one-of is set to, or compared with, is another one-of."""
        return {one_of, other} <= self.names.one_ofs.keys() and not self.is_value(other, one_of)

    def _counts(self, name: str) -> bool:
        """Whether something on the sheet is spoken of as so many things that the reader has."""
        names = self.names
        if name in names.stats or names.items.get(name, 1) > 1:
            return self.phrases.has_forms(name)
        return name in names.numbers and self.counts_things(name, None)

    def compared(self, left: str, op: str, right: ast.Expr) -> str:
        """What is called so, compared with a value."""
        return self.say(_GENERAL[op], left=left, right=self._value(self.known(right), _LOOSE))

    def bonus(self, expr: ast.Expr) -> tuple[int | None, ast.Expr | None]:
        """A fixed number, or one that counts only where a condition holds, with this condition; else None twice."""
        match expr:
            case ast.Number(amount):
                return amount, None
            case ast.Binary(op="*", left=ast.Number(amount), right=each):
                pass
            case ast.Binary(op="*", left=each, right=ast.Number(amount)):
                pass
            case each:
                amount = 1
        return (amount, each) if self._is_held(each) else (None, None)

    def _is_held(self, expr: ast.Expr) -> bool:
        """Whether a value is 1 if something holds or is carried, else 0."""
        return self.is_condition(expr) or (isinstance(expr, ast.Name) and self.names.items.get(expr.id) == 1)


def _one_of_them(op: str, left: ast.Expr, value: str, one_of: ast.OneOf) -> ast.Expr:
    """That a one-of has a value before or after another in its list, as that it has one of those values."""
    values = [each.id for each in one_of.values]
    here = values.index(ast.Id(value))
    lower, upper = (values[:here], values[here + 1 :])
    found = [*(lower if op[0] == "<" else ()), *([value] if op[1:] else ()), *(upper if op[0] == ">" else ())]
    others = [each for each in values if each not in found]
    if len(others) == 1:
        return ast.Binary("!=", left, ast.Name(ast.Id(others[0])))
    same: list[ast.Expr] = [ast.Binary("=", left, ast.Name(ast.Id(each))) for each in found]
    return reduce(lambda one, other: ast.Binary("or", one, other), same) if same else ast.Number(int(not others))


def range_of(low: int, high: int) -> str:
    """`3`, `1–4`"""
    return Values.whole(low) if low == high else f"{Values.whole(low)}–{Values.whole(high)}"


def open_range(*, more: bool) -> str:
    """The key of the phrase for all numbers from one on: `10 or more`, `4 or less`."""
    return "row-or-more" if more else "row-or-less"


def _joined(op: str, holds: bool) -> str:
    """`and` is said where both must hold, `or` where it must not be that both do."""
    return op if holds else {"and": "or", "or": "and"}[op]


def _joint(expr: ast.Expr, holds: bool) -> str | None:
    """How the two parts of a condition are joined when it is said; None where it has one."""
    match expr:
        case ast.Unary(op="not", operand=operand):
            return _joint(operand, not holds)
        case ast.Binary(op="and" | "or" as op):
            return _joined(op, holds)
    return None
