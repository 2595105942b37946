"""What a random step can bring, with chances as whole numbers over the present sheet, and the means of amounts.

Chances here are expressions, not numbers: how likely a test succeeds depends on the sheet when it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import gcd, lcm, prod

from msgspec import Struct, structs

from gamebook.model.arithmetic import (
    FALSE,
    TRUE,
    ZERO,
    Interval,
    binary,
    bounds,
    clamp,
    const,
    ends,
    has_dice,
    parts,
    substituted,
)
from gamebook.model.book import Book, Table
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.fold import both, either, minus, times, total
from gamebook.model.step import Random, Roll, Say
from gamebook.program.draw import Cumulative, Draw, layers, split, truth

MOST_OUTCOMES = 128
"""The most outcomes of a roll that accounts follow one by one: percentile dice, and some more."""
MOST_WORLDS = 400
"""The most ways for dice to fall that are written out one by one."""
LARGEST = 1_000_000_000
"""The largest denominator of an account: eleven dice of six, and sums that leave room in a word of 64 bits."""


class TooMany(ValueError):  # noqa: N818 - says what is the matter
    """A roll has more outcomes, or finer chances, than a ledger can follow."""


class Outcomes(Struct, frozen=True):
    """The outcomes of a random step: the value that stands for each, what it is called, and its weight."""

    values: tuple[int, ...]
    labels: tuple[str, ...]
    weights: tuple[Expr, ...]
    total: Expr
    """The sum of the weights."""
    of: int
    """A number that every total divides."""
    default: int
    """Which outcome a ledger does not follow: what has no row, else the last that holds nothing, else the last."""
    idle: bool = False
    """Nothing happens in that outcome. So it may come where it has no chance: when nothing else is due."""

    def scaled(self, of: int) -> tuple[Expr, ...]:
        """The weights out of `of`, a multiple of `self.of`; all 0 where the total is 0."""
        if isinstance(self.total, Const):
            factor = const(of // self.total.value) if self.total.value else ZERO
            return tuple(times(factor, weight) for weight in self.weights)
        return tuple(Binary(op="/", left=times(const(of), weight), right=self.total) for weight in self.weights)


class Chances:
    """Works out chances and means for one book; looks up running sums in tables that the book then needs."""

    def __init__(self, book: Book) -> None:
        self.ranges: dict[str, Interval] = {v.name: (v.low, v.high) for v in book.variables}
        self.ranges |= {p.name: (p.value, p.value) for p in book.parameters}
        self.cells = {t.name: (min(map(min, t.cells)), max(map(max, t.cells))) for t in book.tables}
        self._sums = Cumulative("chances")

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of running sums in use."""
        return tuple(
            Table(name=name, first_column=column, first_row=row, cells=cells)
            for name, (column, row, cells) in self._sums.tables.items()
        )

    def bounds(self, expr: Expr) -> Interval:
        """The least and greatest value of an expression."""
        cells = self.cells | {table.name: ends(table.cells) for table in self.tables}
        return bounds(expr, self.ranges, cells)

    def may(self, weight: Expr) -> Expr:
        """Whether what has this weight has any chance, on the present sheet."""
        return TRUE if self.bounds(weight)[0] > 0 else binary(">", weight, ZERO)

    def gaps(self, found: Outcomes) -> bool:
        """Whether one of three outcomes or more can be without any chance. Of two, the other is then certain."""
        return len(found.weights) > 2 and any(self.may(weight) != TRUE for weight in found.weights)

    # ---- outcomes ------------------------------------------------------------------------------------------

    def of_roll(self, step: Roll) -> Outcomes:
        """The rows of a roll, and what has no row; every value, where the roll is kept under a name.

        Raises:
            TooMany: it has too many outcomes.
        """
        if step.store is not None:
            values, weights_, whole = self.of_amount(step.value)
            labels = tuple(str(value) for value in values)
            return Outcomes(values, labels, weights_, const(whole), whole, len(values) - 1)
        stretches = [(row.low, row.high) for row in step.rows]
        low, high = (0, 1) if truth(step.value) else self.bounds(step.value)
        gap = next((n for n in range(low, high + 1) if not any(a <= n <= b for a, b in stretches)), None)
        weights_, whole = self._row_weights(step.value, stretches)
        values = tuple(min(max(a, low), b) for a, b in stretches)
        labels = tuple(row.label for row in step.rows)
        empty = [number for number, row in enumerate(step.rows) if all(isinstance(each, Say) for each in row.body)]
        default = empty[-1] if empty else len(values) - 1
        if gap is not None:
            values, labels, default = (*values, gap), (*labels, "nothing"), len(values)
            weights_ = (*weights_, binary("-", const(whole), total(weights_)))
        idle = gap is not None or bool(empty)
        return _limited(Outcomes(values, labels, weights_, const(whole), whole, default, idle))

    def of_random(self, step: Random) -> Outcomes:
        """The branches of a random step; their value is their number.

        Raises:
            TooMany: there are too many of them, or their weights vary too widely.
        """
        each = tuple(row.weight if isinstance(row.weight, Const) else clamp_at_0(row.weight) for row in step.rows)
        whole = total(each)
        low, high = self.bounds(whole)
        of = whole.value if isinstance(whole, Const) else 1
        if not isinstance(whole, Const):
            if high - low > MOST_WORLDS:
                raise TooMany("its weights have too many different sums")
            of = lcm(*range(max(low, 1), high + 1))
        empty = [number for number, row in enumerate(step.rows) if all(isinstance(part, Say) for part in row.body)]
        default = empty[-1] if empty else len(step.rows) - 1
        labels = tuple(row.label for row in step.rows)
        return _limited(Outcomes(tuple(range(len(each))), labels, each, whole, max(of, 1), default, bool(empty)))

    def of_amount(self, expr: Expr) -> tuple[tuple[int, ...], tuple[Expr, ...], int]:
        """Every value of a random amount, its weight, and the sum of the weights.

        Raises:
            TooMany: it has too many values.
        """
        drawn = split(expr)
        if drawn is not None and isinstance(drawn.known, Const):
            values = tuple(value + drawn.known.value for value, _ in drawn.pmf.items())
            found: tuple[Expr, ...] = tuple(const(weight) for _, weight in drawn.pmf.items())
            whole = drawn.pmf.total
        else:
            low, high = self.bounds(expr)
            if high - low >= MOST_OUTCOMES:
                raise TooMany(f"it has {high - low + 1} different totals")
            values = tuple(range(low, high + 1))
            found, whole = self._row_weights(expr, [(value, value) for value in values])
        if len(values) > MOST_OUTCOMES or whole > LARGEST:
            raise TooMany(f"it has {len(values)} different totals of {whole:,} combinations")
        return values, found, whole

    def _row_weights(self, value: Expr, stretches: Sequence[Interval]) -> tuple[tuple[Expr, ...], int]:
        """The weight of each stretch low..high of a random value, and the sum of all weights.

        Raises:
            TooMany: it is too large, or the dice would have to be written out in too many ways.
        """
        compared = truth(value)
        drawn = split(compared[0] if compared else value)
        if drawn is not None:
            whole = drawn.pmf.total
            if whole > LARGEST:
                raise TooMany(f"its chances are fractions of {whole:,}")
            return tuple(self._weight(drawn, compared, a, b) for a, b in stretches), whole
        found, whole = self.worlds(value)
        return tuple(
            total(times(weight, both((_at_least(each, a), _at_most(each, b)))) for weight, each in found)
            for a, b in stretches
        ), whole

    def _weight(self, drawn: Draw, compared: tuple[Expr, int, int] | None, low: int, high: int) -> Expr:
        """The weight of a stretch; a test succeeds (1) where its difference lies in a stretch of its own."""
        (layer,) = layers(drawn.pmf)  # the sum is small
        if compared is None:
            return self._sums.chance(layer, drawn.known, low, high)
        success, whole = self._sums.chance(layer, drawn.known, compared[1], compared[2]), const(layer.own)
        if low <= 1 <= high:
            return whole if low <= 0 else success
        return binary("-", whole, success) if low <= 0 <= high else ZERO

    # ---- means ---------------------------------------------------------------------------------------------

    def mean(self, expr: Expr) -> tuple[Expr, int]:
        """The mean of a random value: a numerator over the present sheet, and a denominator.

        Raises:
            TooMany: its dice would have to be written out in too many ways.
        """
        if not has_dice(expr):
            return expr, 1
        match expr:
            case Dice(keep=None) if not has_dice(expr.count):
                low, high = self.bounds(expr.count)
                count = clamp(expr.count, 0, expr.most) if low < 0 or high > expr.most else expr.count
                one = expr.thrown(1)
                return _reduced(times(const(sum(value * weight for value, weight in one.items())), count), one.total)
            case Unary(op="-"):
                number, of = self.mean(expr.operand)
                return minus(number), of
            case Binary(op="+" | "-" as op):
                (left, of_left), (right, of_right) = self.mean(expr.left), self.mean(expr.right)
                of = lcm(of_left, of_right)
                return binary(op, times(const(of // of_left), left), times(const(of // of_right), right)), of
            case Binary(op="*") if not (has_dice(expr.left) and has_dice(expr.right)):
                (left, of_left), (right, of_right) = self.mean(expr.left), self.mean(expr.right)
                return times(left, right), of_left * of_right
        found, whole = self.worlds(expr)
        return _reduced(total(times(weight, each) for weight, each in found), whole)

    def certain(self, expr: Expr) -> Expr:
        """Whether a random value can come out in one way only, on the present sheet; no where that is hard to say.

        Raises:
            TooMany: as `mean`.
        """
        if not has_dice(expr):
            return TRUE
        match expr:
            case Dice() if not has_dice(expr.count):
                if len(expr.thrown(1)) == 1:
                    return TRUE
                return binary("<=", expr.count, ZERO) if self.bounds(expr.count)[0] <= 0 else FALSE
            case Unary(op="-"):
                return self.certain(expr.operand)
            case Binary(op="+" | "-"):
                return both((self.certain(expr.left), self.certain(expr.right)))
            case Binary(op="*") if not (has_dice(expr.left) and has_dice(expr.right)):
                rolled, known = (expr.left, expr.right) if has_dice(expr.left) else (expr.right, expr.left)
                return either((self.certain(rolled), binary("=", known, ZERO)))
        low, high = self.bounds(expr)
        if low >= 0 and high <= 1:
            number, of = self.mean(expr)
            return either((binary("=", number, ZERO), binary("=", number, const(of))))
        return both(self.certain(part) if isinstance(part, Dice) else TRUE for part in parts(expr))

    def worlds(self, expr: Expr) -> tuple[list[tuple[Expr, Expr]], int]:
        """Every way for the dice in an expression to fall: its weight, and the expression then; the sum of weights.

        Raises:
            TooMany: there are too many ways.
        """
        terms = [part for part in parts(expr) if isinstance(part, Dice)]
        names = {f"{number} die": term for number, term in enumerate(terms)}
        plain = _with_names(expr, names)
        each = [list(self._falls(name, term)) for name, term in names.items()]
        ways = prod(len(falls) for falls, *_ in zip(each, strict=True))
        if ways > MOST_WORLDS:
            raise TooMany(f"its dice have {ways:,} combinations")
        whole = prod(lcm(*(of for *_, of in falls)) for falls in each)
        found = []
        for fallen in product(*each):
            weight: Expr = const(whole // prod(of for *_, of in fallen))
            meaning: dict[str, Expr] = {}
            for name, value, factor, _ in fallen:
                weight = times(weight, factor)
                meaning[name] = const(value)
            if weight != ZERO:
                found.append((weight, substituted(plain, meaning)))
        return found, whole

    def _falls(self, name: str, term: Dice) -> Iterator[tuple[str, int, Expr, int]]:
        """Name, value, weight and sum of weights of each way for one term to fall."""
        if has_dice(term.count):
            raise TooMany("how many dice are rolled is itself rolled")
        low, high = (max(0, min(end, term.most)) for end in self.bounds(term.count))
        for count in range(low, high + 1):
            pmf = term.thrown(count)
            if len(pmf) > MOST_WORLDS:
                raise TooMany(f"its dice have {len(pmf)} totals")
            here = TRUE if low == high else self._is_count(term, count)
            for value, weight in pmf.items():
                yield name, value, times(const(weight), here), pmf.total

    def _is_count(self, term: Dice, count: int) -> Expr:
        low, high = self.bounds(term.count)
        number = clamp(term.count, 0, term.most) if low < 0 or high > term.most else term.count
        return Binary(op="=", left=number, right=const(count))


def _reduced(number: Expr, of: int) -> tuple[Expr, int]:
    """A fraction in lowest terms, where its numerator is known."""
    if not isinstance(number, Const):
        return number, of
    shared = gcd(number.value, of)
    return const(number.value // shared), of // shared


def clamp_at_0(weight: Expr) -> Expr:
    """A weight below 0 counts as 0."""
    return binary("max", weight, ZERO)


def _limited(found: Outcomes) -> Outcomes:
    if len(found.values) > MOST_OUTCOMES:
        raise TooMany(f"it has {len(found.values)} outcomes")
    if found.of > LARGEST:
        raise TooMany(f"its chances are fractions of {found.of:,}")
    return found


def _at_least(expr: Expr, low: int) -> Expr:
    return binary(">=", expr, const(low))


def _at_most(expr: Expr, high: int) -> Expr:
    return binary("<=", expr, const(high))


def _with_names(expr: Expr, names: Mapping[str, Dice]) -> Expr:
    """The expression with a name in place of each of its dice, in order."""
    waiting = iter(names)

    def replaced(part: Expr) -> Expr:
        match part:
            case Dice():
                return Var(name=next(waiting))
            case Unary():
                return Unary(op=part.op, operand=replaced(part.operand))
            case Binary():
                return Binary(op=part.op, left=replaced(part.left), right=replaced(part.right))
            case Lookup():
                column = replaced(part.column)
                return structs.replace(part, column=column, row=replaced(part.row))
        return part

    return replaced(expr)
