"""What a book means: from a state, the next moment at which dice are rolled, somebody chooses, or play is over.

The order of a step is explained in `docs/decisions/order-of-a-step.md`; every other engine is measured against this
one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from gamebook.errors import UsageError
from gamebook.model.arithmetic import FALSE
from gamebook.model.book import Book
from gamebook.model.expression import Expr, Var
from gamebook.model.step import (
    Assign,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Pool,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Text,
    Turn,
)
from gamebook.play.draw import Draws
from gamebook.play.evaluate import Expressions, Values
from gamebook.play.moment import (
    Before,
    Began,
    Branch,
    Chance,
    Choice,
    Decision,
    Drawn,
    Earned,
    Ended,
    Endless,
    Event,
    Fired,
    Fought,
    Outcome,
    Said,
    SoftLock,
    Turned,
)
from gamebook.play.state import EARN, FIRE, FIXED, HERO, BookIndex, Frame, State

Awaited = Callable[[Step, Values], bool]
"""Whether somebody waits for a step with these values."""

MARCH = 10_000
"""Turns and passes of loops in a row without a roll or a decision, after which play stops for breath."""


class Machine:
    """Plays one book, a moment at a time. It keeps nothing of a play: all of that is in the state."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.index = BookIndex(book)
        self.expressions = Expressions.of(book)
        self.draws = Draws(self.index, self.expressions)
        self.endings = {ending.name: ending for ending in book.endings}
        self.fights = frozenset(book.fights)
        """The labels of the scopes that are fights."""

    def start(self, hero: Mapping[str, int] | None = None) -> Outcome:
        """The first moment. The variables of `hero`, and their initial values, are given and not rolled.

        Raises:
            UsageError: `hero` names no variable, or gives a value out of its range.
        """
        return self.advance(self.begin(hero))

    def begin(self, hero: Mapping[str, int] | None = None) -> State:
        """The state before the first moment, for the same hero; raises the same."""
        hero = hero or {}
        values = [variable.start for variable in self.book.variables]
        given: set[int] = set()
        for name, number in hero.items():
            place = self.index.places.get(name)
            if place is None:
                raise UsageError(f"no variable is called {name}")
            variable = self.book.variables[place]
            if not variable.low <= number <= variable.high:
                raise UsageError(f"{name} is in {variable.low}..{variable.high}, not {number}")
            same = [place] if variable.cap is None or variable.cap in hero else [place, self.index.places[variable.cap]]
            for each in same:
                values[each] = number
            given.update(same)
        frames = ((self.index.opening, 0), (FIXED, *sorted(given)), (self.index.hero, 0))
        return State(HERO, tuple(values), frames)

    def advance(self, state: State) -> Outcome:
        """Play on from a state to the next moment."""
        outcome = _Passage(self, state).outcome()
        assert not isinstance(outcome, Before)  # nothing was waited for
        return outcome

    def advance_to(self, state: State, awaited: Awaited) -> Outcome | Before:
        """Play on to the next moment, or to a step that is waited for, if that comes before."""
        return _Passage(self, state, awaited).outcome()

    def words(self, text: Text, values: Values) -> str:
        """Words with the present values filled in; a one-of shows the name of its value."""
        return "".join(part if isinstance(part, str) else self._shown(part, values) for part in text)

    def _shown(self, expr: Expr, values: Values) -> str:
        number = self.expressions.value(expr)(values)
        place = self.index.places.get(expr.name) if isinstance(expr, Var) else None
        names = self.book.variables[place].values if place is not None else ()
        return names[number] if names else str(number)


class _Passage:
    """The way from one state to the next moment."""

    def __init__(self, machine: Machine, state: State, awaited: Awaited | None = None) -> None:
        self.machine = machine
        self.awaited = awaited
        self.state = state
        self.events: list[Event] = []
        self.score = Fraction(0)
        self.shut = ""
        # Does play repeat? The state at a turn or loop is kept, later ones at ever larger counts (Brent's method).
        self.laps = 0
        self.mark = state
        self.mark_score = self.score

    def outcome(self) -> Outcome | Before:
        """Do what is due, frame by frame, until play stops."""
        index = self.machine.index
        while self.state.frames:
            top, rest = self.state.frames[-1], self.state.frames[:-1]
            if top[0] == FIRE:
                self._look(top[1], (*rest, (FIRE, *top[2:])) if top[2:] else rest)
            elif top[0] == EARN:
                self.score += top[1]
                self._go(rest)
            elif top[0] == FIXED or top[1] == len(index.blocks[top[0]].steps):
                self._left(top[0])
                self._go(rest)
            else:
                block = index.blocks[top[0]]
                if self.awaited is not None and self.awaited(block.steps[top[1]], self.state.values):
                    return Before(*self._so_far())
                stop = self._do(block.steps[top[1]], block.children[top[1]])
                if stop is not None:
                    return stop
        return self._stuck()

    def _do(self, step: Step, blocks: tuple[int, ...]) -> Outcome | None:
        """The step on top of the stack: change the state, or stop there."""
        values, after = self.state.values, self._after()
        value = self.machine.expressions.value
        draws, past = self.machine.draws, self.state.doing(after)
        match step:
            case Say():
                self.events.append(Said(self.machine.words(step.text, values)))
                self._go(after)
            case Assign():
                return self._draw(draws.effect(step, past), "effect", "", step.address)
            case If():
                holds = value(step.condition)(values)
                if holds and step.stops:
                    self.events.append(Fought("over", step.address))
                self._go((*after, (blocks[0] if holds else blocks[1], 0)))
            case Roll():
                return self._draw(draws.roll(step, past, blocks[0], blocks[1:]), step.what, step.label, step.address)
            case Pool():
                return self._draw(draws.pool(step, past), "pool", step.name, step.address)
            case Random():
                return self._draw(draws.random(step, past, blocks), "random", "", step.address)
            case Score():
                return self._draw(draws.score(step, past), "score", "", step.address)
            case Choose():
                return self._choose(step, blocks, past)
            case Loop():
                # A loop without an end, right in a scope, is the rounds of a fight.
                if step.until == FALSE and self.machine.index.blocks[self.state.frames[-1][0]].scope is not None:
                    self.events.append(Fought("round", step.address))
                self._go(after if value(step.until)(values) else (*self.state.frames, (blocks[0], 0)))
                return self._lap(step.address)
            case Scope():
                self.events.append(Began(step.what, step.title, step.address))
                self._go((*after, (blocks[0], 0)))
            case Leave():
                self._go(self._outside(step.label))
            case Turn():
                chapter = self.machine.index.chapters[step.chapter]
                self.events.append(Turned(step.chapter, step.address))
                self.state = State(chapter, values, ((self.machine.index.bodies[chapter], 0),))
                return self._lap(step.address)
            case End():
                ending = self.machine.endings[step.ending]
                score, words = ending.score, self.machine.words(step.words, values) if step.words else ending.words
                if score is not None:
                    points = self.machine.expressions.mean(score, values)
                    self.score += points
                    self.events.append(Earned(points, step.address))
                return Ended(*self._so_far(), step.ending, step.address, words)
        return None

    def _go(self, frames: tuple[Frame, ...]) -> None:
        self.state = self.state.doing(frames)

    def _after(self) -> tuple[Frame, ...]:
        """The stack once the step on top is done. A block that is done leaves it, so that equal futures are equal."""
        *rest, (number, position) = self.state.frames
        block = self.machine.index.blocks[number]
        if position + 1 == len(block.steps) and not block.marks:
            return tuple(rest)
        return (*rest, (number, position + 1))

    def _look(self, number: int, frames: tuple[Frame, ...]) -> None:
        """A trigger's turn: its body is due if its condition holds now."""
        watch = self.machine.index.watches[number]
        if self.machine.expressions.value(watch.watch.condition)(self.state.values):
            self.events.append(Fired(watch.watch.id))
            frames = (*frames, (watch.body, 0))
        self._go(frames)

    def _draw(self, branches: list[Branch], what: Drawn, label: str, address: str) -> Outcome | None:
        """Stop for dice, but not where they can fall in one way only."""
        if len(branches) > 1:
            return Chance(*self._so_far(), tuple(branches), what, label, address)
        self.state = branches[0].state
        self.events.extend(branches[0].events)
        return None

    def _choose(self, step: Choose, blocks: tuple[int, ...], past: State) -> Outcome | None:
        values = self.state.values
        options = tuple(
            Choice(
                self.machine.words(option.label, values),
                (self.state if option.again else past).due((block, 0)),
                option.address,
            )
            for option, block in zip(step.options, blocks, strict=True)
            if self.machine.expressions.value(option.condition)(values)
        )
        if options:
            return Decision(*self._so_far(), step.owner, step.name, step.what, options, step.address)
        self.shut = step.address
        if step.what == "missing":
            return self._stuck()
        self.state = past
        return None

    def _stuck(self) -> SoftLock:
        chapter = "" if self.state.chapter == HERO else self.machine.book.chapters[self.state.chapter].name
        return SoftLock(*self._so_far(), chapter, self.shut)

    def _outside(self, label: str) -> tuple[Frame, ...]:
        """The stack without the scope of that label and all that was going on inside it."""
        frames = self.state.frames
        while frames:
            (number, *_), frames = frames[-1], frames[:-1]
            scope = self.machine.index.blocks[number].scope if number >= 0 else None
            self._left(number)
            if scope is not None and scope.label == label:
                return frames
        raise ValueError(f"no scope {label} to leave")

    def _left(self, number: int) -> None:
        """A block is left, or is done: with the scope of a fight, the fight is over."""
        scope = self.machine.index.blocks[number].scope if number >= 0 else None
        if scope is not None and scope.label in self.machine.fights:
            self.events.append(Fought("over", scope.label))

    def _lap(self, address: str) -> Outcome | None:
        """Stop if play has come round to a state it was in, or has gone on for very long."""
        self.laps += 1
        if self.laps > 1 and self.state == self.mark:
            return Endless(*self._so_far(), self.score - self.mark_score)
        if self.laps == MARCH:
            return Chance(*self._so_far(), (Branch(Fraction(1), self.state, "", ()),), "march", "", address)
        if self.laps & (self.laps - 1) == 0:
            self.mark, self.mark_score = self.state, self.score
        return None

    def _so_far(self) -> tuple[State, tuple[Event, ...], Fraction]:
        return self.state, tuple(self.events), self.score
