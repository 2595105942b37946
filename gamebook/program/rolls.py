"""Rolls as nodes: random values become weights of ways, dice that must be looked at become variables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec import structs

from gamebook.dice.pmf import Pmf, exploding_dice, multisets
from gamebook.model.arithmetic import binary, const, has_dice, parts
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.step import Block, Pool, Random, Roll, Row, own_address
from gamebook.program.code import Branch, Chance, Do, Earn, Enter, Mark, NodeId
from gamebook.program.draft import Draft
from gamebook.program.draw import Cumulative, Draw, Layer, layers, split, truth
from gamebook.program.where import Where


class Rolls(Draft, ABC):
    """The nodes of everything that is thrown or drawn."""

    def __init__(self, book: Book, fixed: Mapping[str, int], count_dice: bool, counted: Collection[str]) -> None:
        """Begin with the book's variables.

        Args:
            book: the model.
            fixed: values that variables have before play; nothing is rolled for them.
            count_dice: earn a point for each die rolled.
            counted: kinds of marks where a point is put.
        """
        super().__init__(book, fixed)
        self.fixed = fixed
        self.count_dice = count_dice
        self.counted = counted
        self.sums = Cumulative()
        ledgers = (account for account in book.accounts if account.mode == "ledger")
        self.labels: dict[tuple[NodeId, NodeId], str] = {}
        self.ledger_dice = {own_address(place) for account in ledgers for place in account.places}

    @abstractmethod
    def block(self, block: Block, next: NodeId, where: Where) -> NodeId:
        """The nodes of the steps of a row, and then `next`."""

    def roll(self, step: Roll, next: NodeId, where: Where) -> NodeId:
        """A roll or a test, its rows, and then `next`."""
        if where.hero and step.store is not None and step.store in self.fixed:
            return self.by_rows(const(self.fixed[step.store]), step, next, where)
        compared = truth(step.value) if step.store is None else None
        draw = split(compared[0] if compared else step.value)
        again = self.counts_dice and any(isinstance(part, Dice) and part.explode for part in parts(step.value))
        if draw is None or step.store is not None or _overlap(step.rows) or again:
            return self.roll_by_value(step, next, where)
        fell = self.by_weights(step, draw, compared, next, where)
        return self.rolled(sum(number_of_dice(part) for part in parts(step.value)), fell, where)

    def by_weights(
        self, step: Roll, draw: Draw, compared: tuple[Expr, int, int] | None, next: NodeId, where: Where
    ) -> NodeId:
        """The rows of a roll by their weights, in each layer of its dice."""
        bodies = [*(row.body for row in step.rows), ()]
        covered = self.covered(step, compared is not None)

        @cache
        def after(number: int) -> NodeId:
            return self.block((*step.then, *bodies[number]), next, where)

        def ways(layer: Layer) -> Iterator[tuple[Expr, NodeId]]:
            left: Expr = const(layer.own)
            for number, row in enumerate(step.rows):
                weight = self.row_weight(row, layer, draw.known, compared)
                left = binary("-", left, weight)
                if weight != const(0):
                    yield weight, after(number)
            if not covered:
                yield left, after(-1)

        return self.layered(draw.pmf, ways, where)

    def pool(self, step: Pool, next: NodeId, where: Where) -> NodeId:
        """Dice of which the faces are counted."""
        faces = [self.index[f"{step.name}.{face}"] for face in range(1, step.sides + 1)]

        def thrown(count: int) -> NodeId:
            rolls = multisets(count, step.sides)
            after = self.meeting(len(rolls), next, where.place)
            nexts = [
                self.add(Do(tuple((f, const(c)) for f, c in zip(faces, counts, strict=True)), after), where.place)
                for counts, _ in rolls
            ]
            return self.rolled(count, self.lottery([ways for _, ways in rolls], nexts, where), where)

        return self.sized(step.count, step.most, thrown, where)

    def random(self, step: Random, next: NodeId, where: Where) -> NodeId:
        """One of several rows by weight; where no row has any, none."""
        weights = [binary("max", row.weight, const(0)) for row in step.rows]
        nexts = [self.block(row.body, next, where) for row in step.rows]
        chance = self.chance(weights, nexts, where) if len(nexts) > 1 else nexts[0]
        if step.what == "choice":
            made = self.nodes[chance]
            ways = made.nexts if isinstance(made, Chance) and len(nexts) > 1 else nexts
            for row, after in zip(step.rows, ways, strict=True):
                known = self.labels.get((chance, after))
                self.labels[chance, after] = row.label if known is None else f"{known} / {row.label}"
        if step.first_asked is not None:
            chance = self.rolled_in_doubt(weights, chance, where, step.first_asked)
        elif step.address in self.ledger_dice:
            chance = self.rolled_in_doubt(weights, chance, where)
        total: Expr = const(0)
        for weight in weights:
            total = binary("+", total, weight)
        if self.bounds(total)[0] > 0:
            return chance
        return self.add(Branch(Binary(op=">", left=total, right=const(0)), chance, next), where.place)

    def row_weight(self, row: Row, layer: Layer, known: Expr, compared: tuple[Expr, int, int] | None) -> Expr:
        """The weight of a row in a layer of dice; a test succeeds (1) where its difference lies in a stretch."""
        if compared is None:
            return self.sums.chance(layer, known, row.low, row.high)
        success, own = self.sums.chance(layer, known, compared[1], compared[2]), const(layer.own)
        if row.low <= 1 <= row.high:
            return own if row.low <= 0 else success
        return binary("-", own, success) if row.low <= 0 <= row.high else const(0)

    def covered(self, step: Roll, is_truth: bool) -> bool:
        """Whether the rows leave no value out."""
        low, high = (0, 1) if is_truth else self.bounds(step.value)
        for row in sorted(step.rows, key=lambda row: row.low):
            if row.low <= low:
                low = max(low, row.high + 1)
        return low > high

    def roll_by_value(self, step: Roll, next: NodeId, where: Where) -> NodeId:
        """A roll whose total is kept, or whose dice and sheet are tangled: draw each die, compute, look at the rows."""
        value, drawn = self.without_dice(step.value)
        total = self.cell("roll total", *self.bounds(step.value))
        sets = [(self.index[total], value)]
        if step.store is not None:
            kept = binary(
                "max", binary("min", value, const(self.ranges[step.store][1])), const(self.ranges[step.store][0])
            )
            sets.append((self.index[step.store], kept))
        rows = self.by_rows(Var(name=total), step, next, where)
        return self.draw(drawn, self.add(Do(tuple(sets), rows), where.place), where)

    def by_rows(self, value: Expr, step: Roll, next: NodeId, where: Where) -> NodeId:
        """The row that covers a value already known; `then` runs in between, so a copy is put before each row."""
        node = self.block(step.then, next, where)
        for row in reversed(step.rows):
            low = Binary(op=">=", left=value, right=const(row.low))
            high = Binary(op="<=", left=value, right=const(row.high))
            body = self.block((*step.then, *row.body), next, where)
            node = self.add(Branch(binary("and", low, high), body, node), where.place)
        return node

    def rolled(self, dice: int, next: NodeId, where: Where) -> NodeId:
        """So many dice are rolled before `next`."""
        if "rolled" in self.counted and dice:
            return self.add(Enter(None, next, Mark("rolled", amount=dice)), where.place)
        return self.add(Earn(const(dice), next), where.place) if self.count_dice and dice else next

    def rolled_in_doubt(
        self, weights: Sequence[Expr], next: NodeId, where: Where, condition: Expr | None = None
    ) -> NodeId:
        """An account's die is rolled before `next`, where more than one row can come and a condition holds."""
        open_: Expr = const(0)
        for weight in weights:
            open_ = binary("+", open_, binary(">", weight, const(0)))
        doubt = binary(">", open_, const(1))
        doubt = doubt if condition is None else binary("and", doubt, condition)
        if "rolled" in self.counted:
            return self.add(Branch(doubt, self.rolled(1, next, where), next), where.place)
        return self.add(Earn(doubt, next), where.place) if self.count_dice else next

    def without_dice(self, expr: Expr, taken: int = 0) -> tuple[Expr, list[tuple[str, Dice]]]:
        """The expression with variables in place of its dice, and which dice those variables hold."""
        drawn: list[tuple[str, Dice]] = []

        def replaced(part: Expr) -> Expr:
            match part:
                case Dice():
                    one = structs.replace(part, count=replaced(part.count))
                    name = self.cell(f"die {taken + len(drawn)}", *self.bounds(part))
                    drawn.append((name, one))
                    return Var(name=name)
                case Unary():
                    return Unary(op=part.op, operand=replaced(part.operand))
                case Binary():
                    return Binary(op=part.op, left=replaced(part.left), right=replaced(part.right))
                case Lookup():
                    return Lookup(table=part.table, column=replaced(part.column), row=replaced(part.row))
                case _:
                    return part

        return (replaced(expr) if has_dice(expr) else expr), drawn

    def draw(self, drawn: list[tuple[str, Dice]], next: NodeId, where: Where) -> NodeId:
        """Roll the dice into their variables, then go on."""
        for name, one in reversed(drawn):
            next = self.draw_one(name, one, next, where)
        return next

    def draw_one(self, name: str, one: Dice, next: NodeId, where: Where) -> NodeId:
        """Roll one dice term into its variable, then go on."""

        def rolled(count: int) -> NodeId:
            if one.explode and self.counts_dice:
                return self.thrown_again(name, one, count, next, where)
            return self.rolled(count, self.spread(name, Draw(one.thrown(count), const(0)), next, where), where)

        return self.sized(one.count, one.most, rolled, where)

    @property
    def counts_dice(self) -> bool:
        """Whether the program tells how many dice are rolled."""
        return self.count_dice or "rolled" in self.counted

    def thrown_again(self, name: str, one: Dice, count: int, next: NodeId, where: Where) -> NodeId:
        """As `spread`, where each die that is thrown again counts: how many are thrown depends on what they show."""
        ways = exploding_dice(count, one.sides, one.keep, one.highest, one.explode)
        next = self.meeting(len(ways), next, where.place)
        nexts = [
            self.rolled(thrown, self.add(Do(((self.index[name], const(total)),), next), where.place), where)
            for total, thrown in ways
        ]
        return self.lottery(list(ways.values()), nexts, where)

    def spread(self, name: str, draw: Draw, next: NodeId, where: Where) -> NodeId:
        """Every outcome of a draw into a variable, then on."""
        next = self.meeting(len(draw.pmf), next, where.place)
        nexts = [
            self.add(Do(((self.index[name], binary("+", const(x), draw.known)),), next), where.place)
            for x, _ in draw.pmf.items()
        ]
        return self.lottery([weight for _, weight in draw.pmf.items()], nexts, where)

    def lottery(self, weights: Sequence[int], nexts: Sequence[NodeId], where: Where) -> NodeId:
        """One of several ways by weights of any size, layer by layer."""
        pmf = Pmf(dict(enumerate(weights)))
        return self.layered(pmf, lambda layer: ((const(w), nexts[number]) for number, w in layer.weights), where)

    def layered(self, pmf: Pmf, ways: Callable[[Layer], Iterable[tuple[Expr, NodeId]]], where: Where) -> NodeId:
        """What dice bring, given the ways and their weights in each layer."""
        beyond: list[NodeId] = []
        for layer in reversed(layers(pmf)):
            here = [*ways(layer), *((const(layer.further), node) for node in beyond)]
            weights, nexts = [weight for weight, _ in here], [node for _, node in here]
            beyond = [self.chance(weights, nexts, where, layer.own + layer.further)]
        return beyond[0]

    def sized(self, count: Expr, most: int, make: Callable[[int], NodeId], where: Where) -> NodeId:
        """A node for each possible number of dice, chosen by branches."""
        if isinstance(count, Const):
            return make(max(0, min(count.value, most)))
        low, high = (max(0, min(end, most)) for end in self.bounds(count))
        node = make(low)
        for number in range(low + 1, high + 1):
            more = Binary(op=">=", left=count, right=const(number))
            node = self.add(Branch(more, make(number), node), where.place)
        return node


def number_of_dice(expr: Expr) -> int:
    """How many dice an expression is, where that is a fixed number."""
    return min(max(expr.count.value, 0), expr.most) if isinstance(expr, Dice) and isinstance(expr.count, Const) else 0


def _overlap(rows: tuple[Row, ...]) -> bool:
    """Whether two rows cover one total; then the first counts."""
    ordered = sorted(rows, key=lambda row: row.low)
    return any(one.high >= other.low for one, other in pairwise(ordered))
