"""What each step does to a state: the values of all slots, and a stack of what is still to be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from tests.support.naive.values import ONE, Sheet, Value, together

Frame = tuple[Any, ...]
Stack: TypeAlias = "tuple[Frame, Stack] | None"


class Way(NamedTuple):
    """One thing that can come of a step: how likely, what is then, and what it earned."""

    chance: Fraction
    sheet: Sheet
    stack: Stack
    earned: Fraction = Fraction(0)


def put(sheet: Sheet, changes: dict[int, int]) -> Sheet:
    """The sheet with other values in some slots."""
    new = list(sheet)
    for slot, value in changes.items():
        new[slot] = value
    return tuple(new)


class Step:
    """A rule of the book."""

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """What comes of it; `rest` is what is to be done after it."""
        raise NotImplementedError


@dataclass(eq=False)
class Block:
    """Steps in order."""

    steps: list[Step] = field(default_factory=list)


def then(block: Block, rest: Stack) -> Stack:
    """First the block, then the rest."""
    return (("block", block, 0), rest) if block.steps else rest


def frames(stack: Stack) -> Iterable[Frame]:
    """What is going on, the innermost first."""
    while stack is not None:
        yield stack[0]
        stack = stack[1]


def below(stack: Stack, frame: Frame) -> Stack:
    """What is left when that frame and all above it are forgotten."""
    while stack is not None:
        if stack[0] == frame:
            return stack[1]
        stack = stack[1]
    raise AssertionError(f"{frame} is not open")


# ---- triggers -----------------------------------------------------------------------------------


@dataclass(eq=False)
class Trigger:
    """`when`: a condition that is looked at when something it mentions has changed."""

    condition: Value
    block: Block
    deadly: bool = False  # its block ends in a defeat
    instead: Trigger | None = None  # a row `lost`: the trigger in whose place it is played
    only_losses: bool = False  # it is looked at only where what it mentions has become less

    def wakes(self, before: Sheet, after: Sheet) -> bool:
        """Whether an effect makes it look."""
        if self.only_losses:
            return any(after[slot] < before[slot] for slot in self.condition.mentions)
        return any(after[slot] != before[slot] for slot in self.condition.mentions)


class Triggers:
    """All triggers of the book, in the order in which they are looked at."""

    def __init__(self) -> None:
        self.first: list[Trigger] = []
        self.others: list[Trigger] = []

    def after(self, before: Sheet, after: Sheet, stack: Stack) -> Stack:
        """The stack with those awake on top."""
        if before == after:
            return stack
        running = set()
        scopes = []
        silent = False  # in the block of a row `lost`, and not in a fight there
        for frame in frames(stack):
            if frame[0] == "running":
                running.add(frame[1])
                silent |= frame[1].instead is not None and not scopes
            elif frame[0] == "fight":
                scopes.append(frame[1])
            elif frame[0] == "hero":
                return stack
        order = []
        for trigger in [*self.first, *self.others]:
            rows = [own for scope in scopes for own in scope.triggers if own.instead is trigger]
            stands = not rows or (not silent and running.issuperset(rows))
            order += [*rows, *[trigger] * stands]
        for scope in scopes:
            order += [own for own in scope.triggers if own.instead is None]
        awake = tuple((trigger, before) for trigger in order if trigger not in running and trigger.wakes(before, after))
        return (("triggers", awake), stack) if awake else stack


# ---- effects ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Variable:
    """A slot of the sheet that effects may change."""

    slot: int
    low: int | None
    high: int | None
    initial: int | None = None  # the slot of its cap


@dataclass(eq=False)
class Effect(Step):
    """Changes: amounts are drawn, new values worked out from them, cut to their ranges and put at once."""

    triggers: Triggers
    writes: list[Variable]
    amounts: list[Value]
    new: Callable[[Sheet, tuple[int, ...]], dict[Variable, int]]
    beyond: bool = False
    price: Value | None = None  # what `pay` asks for

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Draw, put, look at triggers."""
        found = []
        for drawn, chance, kept in self.drawn(sheet):
            changes = {}
            for variable, value in self.new(sheet, drawn).items():
                before = sheet[variable.slot]
                stop = variable.initial if not self.beyond else None
                capped = value if stop is None else min(value, max(before, sheet[stop]))
                changes[variable.slot] = cut(capped, variable.low, variable.high)
            after = put(kept, changes)
            found.append(Way(chance, after, self.triggers.after(sheet, after, rest)))
        return found

    def drawn(self, sheet: Sheet) -> Iterable[tuple[tuple[int, ...], Fraction, Sheet]]:
        """All that the amounts can come to, and the sheet with what is kept of that."""
        for drawn, chance in together([amount.draw(sheet) for amount in self.amounts]):
            yield drawn, chance, sheet


def cut(value: int, low: int | None, high: int | None) -> int:
    """A value within its range."""
    if high is not None:
        value = min(value, high)
    return value if low is None else max(value, low)


@dataclass(eq=False)
class LoseRandom(Step):
    """One of the copies of several items goes, each as likely."""

    triggers: Triggers
    items: list[Variable]

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Weights are how many there are."""
        copies = sum(sheet[item.slot] for item in self.items)
        if not copies:
            return [Way(ONE, sheet, rest)]
        found = []
        for item in self.items:
            if sheet[item.slot]:
                after = put(sheet, {item.slot: sheet[item.slot] - 1})
                found.append(Way(Fraction(sheet[item.slot], copies), after, self.triggers.after(sheet, after, rest)))
        return found


@dataclass(eq=False)
class Keep(Step):
    """A value is drawn and kept in a slot; no trigger looks at that."""

    value: Value
    slot: int

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Draw and store."""
        return [Way(chance, put(sheet, {self.slot: value}), rest) for value, chance in self.value.draw(sheet).items()]


@dataclass(eq=False)
class Start(Step):
    """A value at the start of play, and its initial value."""

    value: Value
    variable: Variable

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Draw and store both."""
        slots = [self.variable.slot] + ([] if self.variable.initial is None else [self.variable.initial])
        return [
            Way(chance, put(sheet, dict.fromkeys(slots, cut(value, self.variable.low, self.variable.high))), rest)
            for value, chance in self.value.draw(sheet).items()
        ]


# ---- branches -----------------------------------------------------------------------------------


@dataclass(eq=False)
class If(Step):
    """Conditions with their blocks; the first that holds is played."""

    branches: list[tuple[Value, Block]]

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """One block or none."""
        for condition, block in self.branches:
            if condition.on(sheet):
                return [Way(ONE, sheet, then(block, rest))]
        return [Way(ONE, sheet, rest)]


@dataclass(eq=False)
class Rows(Step):
    """A drawn value and rows that cover it; first, in any case, `after`."""

    value: Value
    rows: list[tuple[int | None, int | None, Block]]
    slot: int | None = None
    after: Block = field(default_factory=Block)

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The first row that covers the value."""
        found = []
        for value, chance in self.value.draw(sheet).items():
            block = next((block for low, high, block in self.rows if value == cut(value, low, high)), Block())
            after = sheet if self.slot is None else put(sheet, {self.slot: value})
            found.append(Way(chance, after, then(self.after, then(block, rest))))
        return found


@dataclass(eq=False)
class Random(Step):
    """One of several blocks, by weights."""

    rows: list[tuple[Value, Block]]

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Weights below 0 count as 0; where all are 0 play goes on."""
        weights = [max(weight.on(sheet), 0) for weight, _ in self.rows]
        total = sum(weights)
        if not total:
            return [Way(ONE, sheet, rest)]
        return [
            Way(Fraction(weight, total), sheet, then(block, rest))
            for weight, (_, block) in zip(weights, self.rows, strict=True)
            if weight
        ]


@dataclass(eq=False)
class Do(Step):
    """A block as a step: what an event runs, or a rule."""

    block: Block

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Its steps come next."""
        return [Way(ONE, sheet, then(self.block, rest))]


@dataclass(eq=False)
class Times(Step):
    """A block so many times, drawn before the first."""

    number: Value
    block: Block

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The frame counts down."""
        return [Way(chance, sheet, (("times", self.block, n), rest)) for n, chance in self.number.draw(sheet).items()]


@dataclass(eq=False)
class Until(Step):
    """A block until a condition holds, asked before each time."""

    condition: Value
    block: Block

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The frame asks."""
        return [Way(ONE, sheet, (("until", self), rest))]


# ---- where play goes ----------------------------------------------------------------------------


NOWHERE = 0
"""Where a turn leads whose number no chapter has; those are counted from 1."""


@dataclass(eq=False)
class Turn(Step):
    """To a chapter; what was going on is forgotten. Where there is none, the reader is stuck."""

    chapter: Value

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:  # noqa: ARG002
        """The chapter is entered next."""
        chapter = self.chapter.on(sheet)
        return [Way(ONE, sheet, None if chapter == NOWHERE else (("enter", chapter), None))]


@dataclass(eq=False)
class End(Step):
    """The end of the book."""

    kind: str
    text: str
    score: Value

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:  # noqa: ARG002
        """Play is over; the ending's points are earned."""
        return [
            Way(chance, sheet, (("end", self.kind, self.text), None), Fraction(points))
            for points, chance in self.score.draw(sheet).items()
        ]


@dataclass(eq=False)
class Score(Step):
    """Points on the way."""

    value: Value

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Earned at once."""
        return [Way(chance, sheet, rest, Fraction(points)) for points, chance in self.value.draw(sheet).items()]


# ---- decisions ----------------------------------------------------------------------------------


class Offer(NamedTuple):
    """An open option: its words, and what it leads to."""

    words: str
    sheet: Sheet
    stack: Stack
    anytime: bool = False  # an action that is offered beside


class Decision(Step):
    """Somebody chooses."""

    owner = "reader"
    knows = 100  # how many readers of a hundred know of all options
    name = ""
    scope: Any = None  # what names mean there
    returns: Decision | None = None  # the decision to which an action comes back, if it is not this one

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """The open options in their order; none: play goes on with `rest`."""
        raise NotImplementedError

    def options(self, sheet: Sheet, rest: Stack) -> list[tuple[Sheet, Stack]]:
        """What each open option leads to."""
        return [(offer.sheet, offer.stack) for offer in self.offers(sheet, rest)]

    def without_knowing(self, sheet: Sheet, rest: Stack) -> list[tuple[Sheet, Stack]]:
        """The same for those who do not know."""
        return self.options(sheet, rest)


@dataclass(eq=False)
class Option:
    """An option: its condition, what it costs by slot, its block."""

    condition: Value
    prices: list[tuple[int, Value]]
    block: Block
    knows: int = 100  # how many readers of a hundred know of it
    words: str = ""

    def is_open(self, sheet: Sheet) -> bool:
        """The condition holds, and all prices together can be paid."""
        due: dict[int, int] = {}
        for slot, price in self.prices:
            due[slot] = due.get(slot, 0) + price.on(sheet)
        return bool(self.condition.on(sheet)) and all(price <= 0 or sheet[slot] >= price for slot, price in due.items())


@dataclass(eq=False)
class Menu(Decision):
    """One of several options; an anytime action comes back to the menu."""

    choices: list[Option]
    anytime: list[Option] = field(default_factory=list)
    owner: str = "reader"

    @property
    def knows(self) -> int:  # type: ignore[override]
        """Those who know of one know of all."""
        return min((option.knows for option in self.choices), default=100)

    def without_knowing(self, sheet: Sheet, rest: Stack) -> list[tuple[Sheet, Stack]]:
        """To them some are shut."""
        return self._few.options(sheet, rest)

    @cached_property
    def _few(self) -> Menu:
        """The menu as those have it who do not know."""
        return replace(self, choices=[each for each in self.choices if each.knows == 100])

    @cached_property
    def _all(self) -> Menu:
        """The menu as those have it who know, also when they come back to it after an anytime action."""
        if self.knows == 100:
            return self
        return replace(self, choices=[replace(each, knows=100) for each in self.choices])

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Those open; then the actions; then, if there are no others, to go on."""
        found = [Offer(each.words, sheet, then(each.block, rest)) for each in self.choices if each.is_open(sheet)]
        go_on = [Offer("Go on", sheet, rest)] if not found and self.anytime and rest is not None else []
        again = (("menu", self.returns or self._all), rest)
        actions = [each for each in self.anytime if each.is_open(sheet)]
        return [*found, *(Offer(each.words, sheet, then(each.block, again), True) for each in actions), *go_on]


@dataclass(eq=False)
class Several(Decision):
    """So many of the open options, one after another in any order, and none twice."""

    number: int
    choices: list[Option]
    left: tuple[int, ...]
    after: dict[tuple[int, tuple[int, ...]], Block] = field(default_factory=dict)  # further picks, by how many of what
    shut: bool = False  # what not every reader knows is shut

    @property
    def knows(self) -> int:  # type: ignore[override]
        """Of those left; drawn again at each pick."""
        return min((self.choices[place].knows for place in self.left), default=100)

    def without_knowing(self, sheet: Sheet, rest: Stack) -> list[tuple[Sheet, Stack]]:
        """To them some are shut."""
        return self._few.options(sheet, rest)

    @cached_property
    def _few(self) -> Several:
        """The pick as those have it who do not know."""
        few = replace(self, shut=True)
        few.name, few.scope = self.name, self.scope
        return few

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Those that are open and not taken yet; where others are open to those who know, this pick is passed over."""
        found = [
            Offer(self.choices[place].words, sheet, then(self.choices[place].block, then(self._next(place), rest)))
            for place in self.left
            if self.choices[place].is_open(sheet) and not (self.shut and self.choices[place].knows < 100)
        ]
        return found or ([Offer("", sheet, then(self._next(None), rest))] if self.shut else [])

    def _next(self, taken: int | None) -> Block:
        """The decision after an option is taken, or none, the same one each time."""
        left = tuple(place for place in self.left if place != taken)
        if self.number == 1 or not left:
            return Block()
        key = self.number - 1, left
        if key not in self.after:
            further = Several(self.number - 1, self.choices, left, self.after)
            further.name, further.scope = self.name, self.scope
            self.after[key] = Block([further])
        return self.after[key]


@dataclass(eq=False)
class Amount(Decision):
    """A number from a range."""

    slot: int
    low: Value
    high: Value

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Each number."""
        numbers = range(self.low.on(sheet), self.high.on(sheet) + 1)
        return [Offer(str(number), put(sheet, {self.slot: number}), rest) for number in numbers]


# ---- one step of play ---------------------------------------------------------------------------


class Play:
    """The rules by which one step follows another."""

    def __init__(self, triggers: Triggers) -> None:
        self.triggers = triggers
        self.chapters: list[Block] = []
        self.each_chapter: list[Block] = []
        self.hero = Block()
        self.start = 0
        self.here = 0  # the slot that tells the chapter
        self.came_from: int | None = None  # the slot for the one before, where somebody goes back
        self.passing: set[int] = set()  # slots of what is forgotten at a turn
        self.emptied: set[int] = set()  # slots of accounts that are kept for a chapter
        self.visited: dict[int, int] = {}  # chapter -> the slot that tells whether the reader has been there
        self.given: set[int] = set()  # slots of what is given for the hero, which his block leaves alone
        self.before: dict[int, int] = {}  # chapter -> the slot that tells whether that was so before this visit

    def begin(self, sheet: Sheet) -> tuple[Sheet, Stack]:
        """The state before the hero is made."""
        return sheet, then(self.hero, (("hero",), None))

    def is_stop(self, stack: Stack) -> bool:
        """Whether play is looked at here: at an end, a chapter, a decision, the head of a loop."""
        if stack is None:
            return True
        frame = stack[0]
        if frame[0] == "block":
            return isinstance(frame[1].steps[frame[2]], Decision)
        return frame[0] in {"enter", "end", "until", "round", "menu"}

    def decision(self, sheet: Sheet, stack: Stack) -> tuple[str, list[tuple[Sheet, Stack]]] | None:
        """Who chooses here among what; None where nobody does."""
        if stack is None:
            return None
        frame, rest = stack
        if frame[0] == "menu":
            return frame[1].owner, frame[1].options(sheet, rest)
        if frame[0] == "block" and isinstance(step := frame[1].steps[frame[2]], Decision):
            return step.owner, step.options(sheet, self.past(stack))
        return None

    def ignorance(self, sheet: Sheet, stack: Stack) -> tuple[Fraction, list[tuple[Sheet, Stack]]] | None:
        """How many readers do not know of all options here, and the others; None where all do."""
        assert stack is not None
        (kind, *what), rest = stack
        step = what[0] if kind == "menu" else what[0].steps[what[1]]
        if step.knows == 100 or step.owner != "reader":
            return None
        after = rest if kind == "menu" else self.past(stack)
        return Fraction(100 - step.knows, 100), step.without_knowing(sheet, after)

    @staticmethod
    def past(stack: Stack) -> Stack:
        """What is to be done after the step on top."""
        assert stack is not None
        (kind, *what), rest = stack
        if kind != "block":
            return rest
        block, place = what
        return (("block", block, place + 1), rest) if place + 1 < len(block.steps) else rest

    def step(self, sheet: Sheet, stack: Stack) -> list[Way]:
        """Everything that the next step can bring, where nobody chooses."""
        assert stack is not None
        (kind, *what), rest = stack
        if kind == "block":
            ways = list(what[0].steps[what[1]].do(sheet, self.past(stack)))
            if self.given and any(frame[0] == "hero" for frame in frames(stack)):
                given = {slot: sheet[slot] for slot in self.given if not isinstance(what[0].steps[what[1]], Start)}
                ways = [way._replace(sheet=put(way.sheet, given)) for way in ways]
            return ways
        if kind in {"running", "strike", "leaving"}:
            return [Way(ONE, sheet, rest)]
        if kind == "triggers":
            (trigger, before), *others = what[0]
            if others:
                rest = (("triggers", tuple(others)), rest)
            if trigger.condition.on(sheet) and (not trigger.only_losses or trigger.wakes(before, sheet)):
                rest = then(trigger.block, (("running", trigger), rest))
            return [Way(ONE, sheet, rest)]
        if kind == "times":
            block, left = what
            return [Way(ONE, sheet, then(block, (("times", block, left - 1), rest)) if left > 0 else rest)]
        if kind == "until":
            loop = what[0]
            return [Way(ONE, sheet, rest if loop.condition.on(sheet) else then(loop.block, stack))]
        if kind == "hero":
            return [Way(ONE, sheet, (("enter", self.start), None))]
        if kind == "enter":
            return [self.enter(sheet, what[0])]
        if kind == "round":
            return list(what[0].next_round(sheet, stack))
        raise AssertionError(kind)

    def enter(self, sheet: Sheet, chapter: int) -> Way:
        """A chapter begins: that it is visited now is looked at by triggers, then come its steps."""
        changes = dict.fromkeys(self.passing | self.emptied, 0) | {self.here: chapter}
        if self.came_from is not None and sheet[self.here] != chapter:
            changes[self.came_from] = sheet[self.here]
        if chapter in self.visited:
            changes |= {self.visited[chapter]: 1, self.before[chapter]: sheet[self.visited[chapter]]}
        after = put(sheet, changes)
        stack = then(self.each_chapter[chapter], then(self.chapters[chapter], None))
        return Way(ONE, after, self.triggers.after(sheet, after, stack))
