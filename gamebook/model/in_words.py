"""Expressions and effects of the model in the book's own words: `silver-key and gold >= 5`, `pay 5 gold`."""

from __future__ import annotations

import re

from msgspec import structs

from gamebook.comparisons import COMPARISONS, NEGATED
from gamebook.model.arithmetic import FALSE, ONE, TRUE, conjuncts, const, reads, substituted
from gamebook.model.book import Book, Role, Variable
from gamebook.model.expression import STRENGTH, Binary, BinaryOp, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.fold import both
from gamebook.model.prices import price_in
from gamebook.model.reserved import BOXES
from gamebook.model.step import Assign, Change, Text

_NOT = 3
_TIGHTEST = 7
MOST_VALUES = 1_000
"""Of a number with more values it is not asked which of them fit a condition."""


class Words:
    """How one book says things; it knows the kinds of variables and the names of their values."""

    def __init__(self, book: Book, *, one_foe: bool = False) -> None:
        """Learn the names of a book.

        Args:
            book: the book.
            one_foe: what is said is about a fight with one foe, who needs no number even if others have several.
        """
        self._variables: dict[str, Variable] = {variable.name: variable for variable in book.variables}
        self._chapters = [chapter.name for chapter in book.chapters]
        self._named = {value: name for name, value in book.lets if _is_long(value)}
        self._named |= {value: name for name, value in book.bonuses}
        self._one_foe = one_foe or not any(re.search(r"(^| )foe 2 ", name) for name in self._variables)

    # ---- values and conditions ------------------------------------------------------------------------------

    def value(self, expr: Expr) -> str:
        """An expression as the book would write it."""
        return self._told(expr, 0)

    def _told(self, expr: Expr, strength: int) -> str:
        if self._named and expr in self._named:
            return self._named[expr]
        match expr:
            case Const():
                return str(expr.value)
            case Var():
                return self.name(expr.name)
            case Lookup():
                return f"{expr.table}({self.value(expr.column)}, {self.value(expr.row)})"
            case Dice():
                return self._dice(expr)
            case Unary(op="-"):
                return f"-{self._told(expr.operand, _TIGHTEST)}"
            case Unary():
                return self._not(expr.operand, strength)
            case Binary():
                return self._binary(expr, strength)

    def _not(self, operand: Expr, strength: int) -> str:
        if isinstance(operand, Unary) and operand.op == "not":
            return self._told(operand.operand, strength)
        if isinstance(operand, Binary) and operand.op in COMPARISONS and self._special(operand) is None:
            return self._binary(structs.replace(operand, op=NEGATED[operand.op]), strength)
        return _wrapped(f"not {self._told(operand, _NOT)}", strength > _NOT)

    def _binary(self, expr: Binary, strength: int) -> str:
        special = self._special(expr)
        if special is not None:
            return special
        if expr.op in ("min", "max"):
            return f"{expr.op}({self.value(expr.left)}, {self.value(expr.right)})"
        own = STRENGTH[expr.op]
        right_needs = own if expr.op in ("and", "or", "+", "*") else own + 1
        words = f"{self._told(expr.left, own)} {expr.op} {self._told(expr.right, right_needs)}"
        return _wrapped(words, own < strength)

    def _special(self, expr: Binary) -> str | None:
        """Comparisons that a book writes otherwise: with a one-of, with chapters visited."""
        if not isinstance(expr.left, Var) or not isinstance(expr.right, Const):
            return None
        name, number = expr.left.name, expr.right.value
        variable = self._variables.get(name)
        if variable is None:
            return None
        if variable.kind == "one-of" and expr.op in ("=", "!=") and 0 <= number < len(variable.values):
            return f"{self.name(name)} {expr.op} {variable.values[number]}"
        if variable.kind == "hidden":
            return self._of_engine(name, expr.op, number)
        yes_or_no = variable.low == 0 and variable.high == 1 and variable.kind in ("item", "codeword")
        if yes_or_no and (expr.op, number) in ((">", 0), (">=", 1), ("!=", 0), ("=", 1)):
            return self.name(name)
        return None

    def _of_engine(self, name: str, op: BinaryOp, number: int) -> str | None:
        match self._variables[name].role:
            case Role(what="visited" | "visited before" as what, of=chapter):
                not_yet = (op, number) in (("=", 0), ("<=", 0), ("<", 1), ("!=", 1))
                if not_yet and what == "visited before":
                    return "first time"
                return f"{'not ' if not_yet else ''}visited {chapter}"
            case Role(what="chapter before") if op == "=" and 0 < number <= len(self._chapters):
                return f"from {self._chapters[number - 1]}"
        return None

    def _dice(self, dice: Dice) -> str:
        count = self.value(dice.count) if isinstance(dice.count, Const) else f"({self.value(dice.count)})"
        kept = f"keep {'highest' if dice.highest else 'lowest'} {dice.keep} of " if dice.keep is not None else ""
        low, high = dice.faces or (0, 0)
        counted = f"count of {low if low == high else f'{low}..{high}'} in " if dice.faces else ""
        more = f" exploding up to {dice.explode}" if dice.explode else ""
        return f"{counted}{kept}{count}d{dice.sides}{more}"

    def name(self, name: str) -> str:
        """A variable as people call it; the engine's own lose what keeps them apart."""
        variable = self._variables.get(name)
        if variable is None or variable.kind not in ("local", "hidden"):
            return name
        if name.startswith(BOXES):
            return f"ticked {name.removeprefix(BOXES)}"
        short = re.sub(r"^((fight|anytime|hero|when \d+) )+", "", name)
        return re.sub(r"^foe 1 ", "foe ", short) if self._one_foe else short

    def is_own(self, name: str) -> bool:
        """Whether a variable is one of the language, to which the author gave no name."""
        variable = self._variables.get(name)
        return variable is not None and variable.kind in ("local", "hidden") and " " in self.name(name)

    def engine_only(self, expr: Expr) -> bool:
        """Whether an expression would say nothing to a reader: it is sure, or is about the engine's bookkeeping."""
        if isinstance(expr, Const):
            return True
        if isinstance(expr, Unary):
            return self.engine_only(expr.operand)
        if isinstance(expr, Binary):
            known = self._special(expr) is not None
            return not known and self.engine_only(expr.left) and self.engine_only(expr.right)
        variable = self._variables.get(expr.name) if isinstance(expr, Var) else None
        return variable is not None and variable.kind == "hidden"

    def for_readers(self, condition: Expr) -> Expr:
        """A condition without those of its parts that say which options of a `choose 2 of` are taken already."""
        if isinstance(condition, Binary) and condition.op == "and":
            return both(map(self.for_readers, (condition.left, condition.right)))
        named = reads(condition)
        return TRUE if named and all(self._is_taken(each) for each in named) else condition

    def clash(self, one: Expr, other: Expr) -> bool:
        """Whether two conditions surely never hold together: only those about one and the same thing are compared."""
        name, *more = reads(other) or {""}
        known = self._variables.get(name)
        if more or known is None or known.high - known.low > MOST_VALUES:
            return False
        about = [each for each in conjuncts(one) if reads(each) == {name}]
        values = ({name: const(value)} for value in range(known.low, known.high + 1))
        return all(any(substituted(each, value) == FALSE for each in (*about, other)) for value in values)

    def came_from(self, condition: Expr, chapter: str) -> Expr:
        """That the reader came from a chapter, where a condition says that of another one; else nothing."""
        match condition:
            case Binary(op="=", left=Var(name=name)) if _role(self._variables.get(name)) == "chapter before":
                return structs.replace(condition, right=const(self._chapters.index(chapter) + 1))
        return TRUE

    def _is_taken(self, name: str) -> bool:
        variable = self._variables.get(name)
        return _role(variable) == "taken"

    # ---- labels and effects ---------------------------------------------------------------------------------

    def text(self, text: Text) -> str:
        """A label; values in it stand in curly brackets, as they are written. A parameter is a number by now."""
        return "".join(map(self._piece, text))

    def _piece(self, piece: str | Expr) -> str:
        if isinstance(piece, str):
            return piece
        return self.value(piece) if isinstance(piece, Const) else f"{{{self.value(piece)}}}"

    def effects(self, step: Assign) -> tuple[str, ...]:
        """Each change of an effect in a few words; none for what is not on the sheet, but for boxes."""
        if step.why == "hidden":
            return tuple("tick a box" for change in step.changes if change.variable.startswith(BOXES))
        return tuple(words for change in step.changes if (words := self._change(step, change)) is not None)

    def _change(self, step: Assign, change: Change) -> str | None:
        variable = self._variables.get(change.variable)
        if variable is None or variable.kind in ("local", "hidden"):
            return None
        if variable.kind == "number" and not variable.on_sheet:
            return None
        name, value = self.name(variable.name), change.value
        if isinstance(value, Const):
            return self._set_to(variable, value.value, step.why)
        if step.why == "pay" and (price := price_in(change)) is not None:
            return f"pay {self._told(price, _TIGHTEST)} {name}"
        if isinstance(value, Binary) and value.op in ("+", "-") and value.left == Var(name=variable.name):
            return self._by(name, value, step.why)
        return f"{name} = {self.value(value)}"

    def _set_to(self, variable: Variable, number: int, why: str) -> str:
        name = self.name(variable.name)
        if variable.kind == "codeword":
            return f"note {name}" if number else f"erase {name}"
        if variable.kind == "one-of" and 0 <= number < len(variable.values):
            return f"gain {variable.values[number]}" if why == "gain" else f"{name} = {variable.values[number]}"
        if variable.kind == "item" and (number == 0 or variable.high == 1):
            return f"gain {name}" if number else f"lose {name}"
        return f"{name} = {number}"

    def _by(self, name: str, value: Binary, why: str) -> str:
        amount = "" if value.right == ONE else f"{self._told(value.right, _TIGHTEST)} "
        if why in ("gain", "lose"):
            return f"{'gain' if value.op == '+' else 'lose'} {amount}{name}"  # a gain may drop something else
        return f"{name} {value.op}{self._told(value.right, _TIGHTEST)}"


def _role(variable: Variable | None) -> str:
    """The role of a variable; empty for none."""
    return variable.role.what if variable is not None and variable.role is not None else ""


def _is_long(value: Expr) -> bool:
    """Whether a derived value is made of more than one operation: `gold > 3` is as short as any name for it."""
    return isinstance(value, Binary) and any(isinstance(side, Binary | Lookup) for side in (value.left, value.right))


def _wrapped(words: str, needed: bool) -> str:
    return f"({words})" if needed else words
