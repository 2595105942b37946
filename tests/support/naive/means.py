"""A roll by its mean: what its rows change is changed by the mean of all rows at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.support.naive.accounts import Account, Method, mean
from tests.support.naive.play import Block, Do, Effect, If, Stack, Step, Triggers, Variable, Way, then
from tests.support.naive.values import ONE, Chances, Sheet, Value, combined, together

if TYPE_CHECKING:
    from tests.support.naive.by_account import Part

By = tuple[Method, Account]


@dataclass(eq=False)
class Change(Effect):
    """Changes by amounts."""

    parts: list[Part] = field(default_factory=list)


@dataclass(eq=False)
class Mean(Step):
    """All that the rows of a roll change, each number by its mean."""

    triggers: Triggers
    by: By
    cases: Callable[[Sheet], list[tuple[Block, Fraction]]]  # what can be played, and how likely
    variables: list[Variable]
    after: Block = field(default_factory=Block)
    known: dict[tuple[int, ...], Block] = field(default_factory=dict)

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The amounts are worked out at once; what a test costs is done before they are put."""
        slots = [variable.slot for variable in self.variables]
        chances = self.changes(sheet, slots)
        values: dict[int, int] = {}
        kept = sheet
        for key, each in chances.items():
            [(values[key], _, kept)] = mean(*self.by, 1, each, kept, key if len(chances) > 1 else None)
        wanted = tuple(values[slot] for slot in slots)
        if wanted not in self.known:
            self.known[wanted] = Block([self._put(wanted)])
        return [Way(ONE, kept, then(self.after, then(self.known[wanted], rest)))]

    def _put(self, wanted: tuple[int, ...]) -> Effect:
        def new(sheet: Sheet, _: tuple[int, ...]) -> dict[Variable, int]:
            return {each: sheet[each.slot] + value for each, value in zip(self.variables, wanted, strict=True)}

        return Effect(self.triggers, self.variables, [], new)

    def changes(self, sheet: Sheet, slots: list[int]) -> dict[int, Chances]:
        """For each number what can be added to it, and how likely."""
        found: dict[int, dict[int, Fraction]] = {slot: defaultdict(Fraction) for slot in slots}
        for block, chance in self.cases(sheet):
            sums: dict[int, list[Chances]] = {slot: [] for slot in slots}
            for slot, amount in added(block, sheet):
                sums[slot].append(amount.draw(sheet))
            for slot, parts in sums.items():
                for drawn, more in together(parts):
                    found[slot][sum(drawn)] += chance * more
        return {slot: dict(each) for slot, each in found.items()}


def added(block: Block, sheet: Sheet) -> Iterable[tuple[int, Value]]:
    """What a row adds to which number."""
    for step in block.steps:
        if isinstance(step, Do):
            yield from added(step.block, sheet)
        elif isinstance(step, If):
            for condition, inner in step.branches:
                if condition.on(sheet):
                    yield from added(inner, sheet)
                    break
        else:
            assert isinstance(step, Change)
            for part in step.parts:
                sign = part.sign
                yield part.variable.slot, combined(lambda x, sign=sign: sign * x, part.amount)


def written_by_mean(blocks: Iterable[Block]) -> list[Variable] | None:
    """The numbers that rows change, where they do nothing else; a row must not ask for what it has just changed."""
    found: dict[int, Variable] = {}
    for block in blocks:
        if not _only_changes(block, set(), found):
            return None
    return list(found.values())


def _only_changes(block: Block, changed: set[int], found: dict[int, Variable]) -> bool:
    for step in block.steps:
        if isinstance(step, Do):
            if not _only_changes(step.block, changed, found):
                return False
        elif isinstance(step, If):
            before = set(changed)
            for condition, inner in step.branches:
                own = set(before)
                if condition.mentions & before or not _only_changes(inner, own, found):
                    return False
                changed |= own
        elif isinstance(step, Change) and step.parts and step.price is None:
            if any(part.amount.mentions & changed for part in step.parts):
                return False
            for part in step.parts:
                changed.add(part.variable.slot)
                found.setdefault(part.variable.slot, part.variable)
        else:
            return False
    return True
