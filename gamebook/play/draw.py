"""What a step with dice can bring: every branch with its exact chance. A step without dice brings just one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from gamebook.dice.pmf import multisets
from gamebook.model.step import BEGIN, Assign, Change, Pool, Random, Roll, Row, Score
from gamebook.play.evaluate import Expressions, Values
from gamebook.play.moment import Branch, Changed, Earned, Rolled
from gamebook.play.state import EARN, FIXED, HERO, BookIndex, State
from gamebook.play.trigger import after_effect


class Draws:
    """The dice of one book."""

    def __init__(self, index: BookIndex, expressions: Expressions) -> None:
        self._index = index
        self._expressions = expressions
        self._names = [variable.name for variable in index.book.variables]

    def effect(self, step: Assign, after: State) -> list[Branch]:
        """All changes at once, on the values before; then its triggers are due. `after` still has those values."""
        given = {} if step.address == BEGIN else self._given(after)
        changes = [change for change in step.changes if self._index.places[change.variable] not in given]
        spreads = [self._expressions.spread(change.value)(after.values) for change in changes]
        ways: dict[Values, int] = {}
        for drawn in product(*(spread.items() for spread in spreads)):
            values = self._apply(changes, [amount for amount, _ in drawn], after.values)
            ways[values] = ways.get(values, 0) + prod(weight for _, weight in drawn)
        total = prod(spread.total for spread in spreads)
        branches = []
        for values, weight in ways.items():
            event = self._changed(after.values, values, step.why, step.address)
            state = after_effect(self._index, after.holding(values), before=after.values)
            label = ", ".join(f"{name} {new - old:+d}" for name, old, new in event.changes)
            branches.append(Branch(Fraction(weight, total), state, label, (event,) if event.changes else ()))
        return branches

    def roll(self, step: Roll, after: State, then: int, rows: Sequence[int]) -> list[Branch]:
        """Draw and store the value on the state as it is; `then`, and after it the row, are due."""
        spread = self._expressions.spread(step.value)(after.values)
        place = None if step.store is None else self._index.places[step.store]
        given = self._given(after)
        if place in given:  # a hero whose roll is known
            return [self._rolled(step, after, then, rows, given[place], Fraction(1))]
        branches = []
        for value, weight in spread.items():
            stored = after if place is None else after.holding(self._put(after.values, [(place, value)]))
            branches.append(self._rolled(step, stored, then, rows, value, Fraction(weight, spread.total)))
        return branches

    def pool(self, step: Pool, after: State) -> list[Branch]:
        """Dice kept as a multiset: how many show each face."""
        count = max(0, min(self._expressions.value(step.count)(after.values), step.most))
        places = [self._index.places[f"{step.name}.{face}"] for face in range(1, step.sides + 1)]
        branches = []
        for counts, ways in multisets(count, step.sides):
            state = after.holding(self._put(after.values, zip(places, counts, strict=True)))
            label = " ".join(f"{number}x{face}" for face, number in enumerate(counts, 1) if number)
            event = Rolled(f"{count}d{step.sides}", count, label, step.address)
            branches.append(Branch(Fraction(ways, step.sides**count), state, label, (event,)))
        return branches

    def random(self, step: Random, after: State, rows: Sequence[int]) -> list[Branch]:
        """One of the rows; no row at all if every weight is zero."""
        weights = [max(0, self._expressions.value(row.weight)(after.values)) for row in step.rows]
        total = sum(weights)
        if not total:
            return [Branch(Fraction(1), after, "", ())]
        return [
            Branch(
                Fraction(weight, total),
                after.due((block, 0)),
                row.label,
                (Rolled("", number, row.label, step.address),),
            )
            for number, (row, weight, block) in enumerate(zip(step.rows, weights, rows, strict=True))
            if weight
        ]

    def score(self, step: Score, after: State) -> list[Branch]:
        """Points, which the play earns when it goes on from the branch."""
        spread = self._expressions.spread(step.amount)(after.values)
        return [
            Branch(
                Fraction(weight, spread.total),
                after.due((EARN, points)),
                f"{points:+d}",
                (Earned(Fraction(points), step.address),),
            )
            for points, weight in spread.items()
        ]

    def _rolled(self, step: Roll, after: State, then: int, rows: Sequence[int], value: int, chance: Fraction) -> Branch:
        row, block = _row(step.rows, rows, value)
        label = row.label if row else ""
        due = ((block, 0), (then, 0)) if row else ((then, 0),)
        event = Rolled(step.label, value, label, step.address)
        return Branch(chance, after.due(*due), label or str(value), (event,))

    def _apply(self, changes: Sequence[Change], amounts: Sequence[int], values: Values) -> Values:
        new = list(values)
        for change, amount in zip(changes, amounts, strict=True):
            place = self._index.places[change.variable]
            variable = self._index.book.variables[place]
            highest = variable.high
            if variable.cap is not None and not change.beyond:
                highest = min(highest, max(values[place], values[self._index.places[variable.cap]]))
            new[place] = max(variable.low, min(amount, highest))
        return tuple(new)

    def _put(self, values: Values, numbers: Iterable[tuple[int, int]]) -> Values:
        """The values with some replaced, within their ranges: no effect, so no cap and no trigger."""
        new = list(values)
        for place, number in numbers:
            variable = self._index.book.variables[place]
            new[place] = max(variable.low, min(number, variable.high))
        return tuple(new)

    def _changed(self, before: Values, after: Values, why: str, address: str) -> Changed:
        both = zip(self._names, before, after, strict=True)
        changes = [(name, old, new) for name, old, new in both if old != new]
        if why == "gain":  # what is dropped to make room comes first
            changes.sort(key=lambda change: change[2] > change[1])
        return Changed(tuple(changes), why, address)

    def _given(self, state: State) -> dict[int | None, int]:
        """In the hero block: the places of the values that were given, with these values."""
        if state.chapter != HERO:
            return {}
        return {place: state.values[place] for frame in state.frames if frame[0] == FIXED for place in frame[1:]}


def _row(rows: Sequence[Row], blocks: Sequence[int], value: int) -> tuple[Row | None, int]:
    """The first row that covers a value, and its block."""
    for row, block in zip(rows, blocks, strict=True):
        if row.low <= value <= row.high:
            return row, block
    return None, -1
