"""How the value changes if a number in a chapter changes, for all numbers from one listing of states.

For each arrival at a chapter, the program lists the states to which other numbers in this chapter would lead. After
that the book is unchanged, so nearly all of these states are known already. Let V be the value for the reader from a
state on, N(s) how often a play arrives at the chapter in the state s, and V(s, x) the value there if the number is x
for this one visit. The effect of x is the sum of N(s) (V(s, x) - V(s)). For a weight there is a derivative, too.

Source: S. Junges et al., "Parameter Synthesis for Markov Models", arXiv 1903.07993 (the derivative of what a chain is
worth to a parameter of its chances); for best play the envelope theorem: small changes of numbers do not change what
is best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct, structs

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.given_hero import for_hero
from gamebook.analysis.reach import Reach
from gamebook.analysis.settings import ASKED, DRAW, ROW, Form, Setting, settings_of, with_settings
from gamebook.analysis.too_large import must_be_whole
from gamebook.errors import LimitReached, OutOfTime
from gamebook.graph.until import cut_at
from gamebook.job import look
from gamebook.kernels.arrays import Floats, Ints, spans
from gamebook.limits import Limits
from gamebook.model.arithmetic import reads
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book, Variable
from gamebook.model.expression import Expr
from gamebook.model.reader import Reader
from gamebook.model.same_endings import with_endings_of
from gamebook.model.step import Mode, Random
from gamebook.program.code import Decide, NodeId
from gamebook.program.columns import on_columns
from gamebook.program.compile import Target, compiled
from gamebook.resolve.numbers import Number
from gamebook.resolve.rewritten import Changes, Rewriting
from gamebook.resolve.varied import Varying, varied
from gamebook.solver.asking import Asking
from gamebook.solver.manner import best_play
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.space import Space, explore
from gamebook.srr import without_luck

Values = Mapping[Number, Sequence[int]]
"""Numbers, and for each the other values that it may have."""

WITH_NUMBERS = "the book together with all its versions in which one number is changed"


class Numbered(Struct, frozen=True):
    """A book whose numbers are looked at, who plays it, and where to stop."""

    pages: Rewriting
    mode: Mode | None
    hero: Mapping[str, int] | str | None
    who: Reader
    limits: Limits
    began: float
    """The `time.monotonic()` at which the work began."""
    until: tuple[str, ...] = ()
    """Chapters that play is to come to; that counts as the win."""
    fewer: str = ""
    """How to ask for fewer numbers, in words; empty: some were asked for."""
    stuck: frozenset[str] = frozenset()
    """The chapters in which a reader can be stuck in the unchanged book."""

    @property
    def deadline(self) -> float | None:
        """The `time.monotonic()` after which work ends."""
        return self.limits.deadline(self.began)

    @property
    def left(self) -> Limits:
        """The limits, with the time that is left."""
        return self.limits.since(self.began)

    @property
    def looks(self) -> bool:
        """Whether the reader looks at the numbers on the sheet.

        For others, one number may represent all that have the same effect from there on: that leaves far fewer states.
        """
        return self.who.kind == "guide"

    def model(self, book: Book) -> tuple[Book, dict[str, int]]:
        """What is solved of a book that was resolved, and the hero."""
        model, hero = for_hero(without_luck(book, self.mode).book, self.hero)
        return structs.replace(with_draws(cut_at(model, self.until)), then_score=False), hero

    def solved(self, changes: Changes) -> tuple[Solved, Played] | None:
        """The book with some numbers changed, solved, and as the reader plays it; None if it would have errors.

        Raises:
            LimitReached: a limit came first.
        """
        book = self.pages.book_with(changes)
        if book is None:
            return None
        model, hero = self.model(book)
        target = Target(numbers=self.looks, chapters=self.who.kind != "best")
        space = explore(compiled(model, hero, target), limits=self.left)
        return self.played(model, hero, space, "the changed book" if changes else "the book")

    def stuck_in(self, solved: Solved, changes: Changes) -> frozenset[str]:
        """The chapters in which a reader can be stuck in the book with some numbers changed; of a draft, none yet.

        They are known by chapter, since the addresses in it are others where a turn is to a sum.

        Args:
            solved: this book, solved in any way.
            changes: the numbers.
        """
        book = self.pages.book_with(changes)
        if book is None or book.unfinished or not Reach(solved).is_reached[-1]:
            return frozenset()
        # Listed again, with chapters: a place in what was solved may stand for others that are alike.
        model, hero = self.model(book)
        space = explore(compiled(model, hero, Target(numbers=self.looks)), limits=self.left)
        reach = Reach(structs.replace(solved, book=model, space=space))
        inside = np.zeros(reach.size, np.bool_)
        inside[reach.stuck] = True
        return frozenset(
            space.program.places[node] for node in np.unique(reach.node[reach.entries(inside)[0]]).tolist()
        )

    def played(
        self, book: Book, hero: Mapping[str, int], space: Space, what: str = "the book", fewer: str = ""
    ) -> tuple[Solved, Played]:
        """These states, solved, and as the reader plays there.

        Args:
            book: the book.
            hero: values of rolled stats.
            space: the states.
            what: whose they are, in words.
            fewer: how to ask for fewer, in words.

        Raises:
            LimitReached: a limit came first.
        """
        must_be_whole(space, book, hero, self.limits, what=what, fewer=fewer)
        best = play(book, space, best_play(space), self.deadline)
        if not best.values.settled:
            raise LimitReached("the time was over before the values were computed")
        solved = Solved(book, space, hero, best)
        try:
            return solved, play_as(solved, self.who, self.deadline)
        except OutOfTime as error:
            raise LimitReached(f"the time was over before the reader {self.who} was done") from error


class Effects(Struct, frozen=True):
    """The values of the unchanged book, and how changed numbers in its chapters change them."""

    subject: Numbered
    solved: Solved
    played: Played
    settings: tuple[Setting, ...]
    varying: tuple[Varying, ...]
    """The numbers that were looked at as variables; where a rule needs a fixed number it was not."""
    changes: Mapping[tuple[Number, int], float]
    """What a number with another value brings, to first order."""

    def visits(self, chapter: str) -> float:
        """How often a play comes to a chapter."""
        known = chapter in self.solved.space.program.chapters
        return self.solved.visits_to(self.played, chapter) if known else 0.0

    def slopes(self) -> dict[Number, float]:
        """The derivative of the value at the start to each weight; where a weight is 0, nothing is said.

        dV/dw = sum over draws of N (V(row) - V(draw)) / W, with N how often the draw is made and W the sum of weights.
        """
        weights = {each.variable: each.number for each in self.varying if each.number.kind == "weight"}
        found = {each: 0.0 for each in weights.values() if each.value > 0}
        draws = {f"{DRAW}{each.address}": each for each in _draws(self.solved.book, frozenset(weights))}
        program, states = self.solved.space.program, self.solved.space.states
        value, row_at = self.played.values.middle, self._row_at()
        for node, decide in enumerate(program.nodes):
            if not isinstance(decide, Decide) or decide.address not in draws:
                continue
            here = self.solved.point_states[node]
            here = here[self.played.visits[here] > 0]
            draw = draws[decide.address]
            share = self.played.visits[here] / self._total([row.weight for row in draw.rows], node, here)
            of, edges = spans(states.first_successor, states.first_action[here])
            to = states.successor[edges]
            gain = share[of] * (value[to] - value[here][of])
            for variable, number in weights.items():
                row = next((k for k, each in enumerate(draw.rows) if variable in reads(each.weight)), None)
                if row is not None and number in found:
                    found[number] += float(gain[row_at[states.point[to]] == row].sum())
        return found

    def _row_at(self) -> Ints:
        """int64[points + 1]: which row of a draw begins at a point; -1 where none does, and for endings."""
        program, code = self.solved.space.program, self.solved.space.code
        found = np.full(len(code.point_node) + 1, -1)
        for point, node in enumerate(code.point_node):
            decide = program.nodes[node]
            if isinstance(decide, Decide) and decide.address.startswith(ROW):
                found[point] = int(decide.address.removeprefix(ROW).split()[0])
        return found

    def _total(self, weights: Sequence[Expr], node: NodeId, states: Ints) -> Floats:
        """float64[n]: the sum of the weights of a draw."""
        program = self.solved.space.program
        columns = {cell.name: np.full(len(states), cell.start, np.int64) for cell in program.cells}
        columns |= self.solved.columns(node, states)
        total = np.zeros(len(states))
        for weight in weights:
            total += np.maximum(on_columns(weight, columns, len(states), program.tables), 0)
        return total


def effects(subject: Numbered, values: Values) -> Effects:
    """The values of the unchanged book, and how changed numbers in its chapters change them.

    Args:
        subject: the book.
        values: numbers that each count in one chapter, and for each the other values that it may have.

    Raises:
        LimitReached: a limit came first.
    """
    wanted = [
        Varying(number, tuple(others), f"number {count}")
        for count, (number, others) in enumerate(values.items(), start=1)
        if others and number.kind != "shape"
    ]
    book, varying = varied(subject.pages.pages, wanted, subject.pages.parameters)
    model, hero = subject.model(book)
    known = {chapter.name for chapter in model.chapters}
    varying = tuple(each for each in varying if each.number.place in known)
    model, forms = _formed(subject, model, values)
    settings = settings_of(varying, forms)
    model = with_settings(model, varying, forms, settings)
    numbers = subject.looks or _by_sheet(model, frozenset(each.variable for each in varying))
    work = Asking(compiled(model, hero, Target(numbers=numbers)), ASKED, subject.left)
    solved, played = subject.played(model, hero, work.listed(), WITH_NUMBERS, subject.fewer)
    return Effects(subject, solved, played, settings, varying, _changes(subject, work, solved, played, settings))


def _draws(book: Book, weights: frozenset[str]) -> list[Random]:
    """The random steps with one of these weights; other forms of a chapter have others."""
    blocks = (each.body for each in book.chapters)
    draws = (step for block in blocks for step in steps_in(block) if isinstance(step, Random))
    return [draw for draw in draws if any(reads(row.weight) & weights for row in draw.rows)]


def _by_sheet(book: Book, weights: frozenset[str]) -> bool:
    """Whether the sheet decides on the weight of a row beside these weights: their slopes need its numbers."""
    return any(reads(row.weight) - weights for draw in _draws(book, weights) for row in draw.rows)


def _formed(subject: Numbered, book: Book, values: Values) -> tuple[Book, tuple[Form, ...]]:
    """The forms of chapters with other values of numbers that are no variables, and the book with all that they need.

    A value with which the book would have errors, or be another outside of the chapter, has no form.
    """
    variables = {each.name: each for each in book.variables}
    forms = []
    for number, value in ((each, value) for each, others in values.items() if each.kind == "shape" for value in others):
        look()
        changed = subject.pages.book_with({number: value})
        if changed is None:
            continue
        more, made = with_endings_of(book, subject.model(changed)[0])
        both = _together(variables, made.variables)
        if both is not None and made.watches == book.watches:
            book, variables = more, both
            forms += [Form(number, value, each.body) for each in made.chapters if each.name == number.place]
    return structs.replace(book, variables=tuple(variables.values())), tuple(forms)


def _together(variables: Mapping[str, Variable], others: Sequence[Variable]) -> dict[str, Variable] | None:
    """The variables of two books that differ only in hidden and local ones, such as the faces of dice; else None."""
    found = dict(variables)
    for other in others:
        known = found.get(other.name, other)
        both = known if known == other else _widened(known, other)
        if both is None:
            return None
        found[other.name] = both
    return found


def _widened(one: Variable, other: Variable) -> Variable | None:
    """A variable that holds the values of both; None if they differ in more, or stand on the sheet."""
    start = other.start if one.kind == "local" else one.start  # a local is set before it is read
    like = structs.replace(one, low=other.low, high=other.high, start=start)
    if one.kind not in ("hidden", "local") or like != other:
        return None
    return structs.replace(one, low=min(one.low, other.low), high=max(one.high, other.high))


def _changes(
    subject: Numbered, work: Asking, solved: Solved, played: Played, settings: Sequence[Setting]
) -> dict[tuple[Number, int], float]:
    """What each change is worth: asked wherever play comes."""
    nodes = {node.address: number for number, node in enumerate(solved.space.program.nodes) if isinstance(node, Decide)}
    there: list[Ints] = []
    for setting in settings:
        states = solved.point_states[nodes[setting.address]]
        there.append(states[played.visits[states] > 0])
    start = np.cumsum([0, *map(len, there)])
    asked = work.ask(np.concatenate([*there, np.zeros(0, np.int64)]).astype(np.int64))
    _, answered = subject.played(solved.book, solved.hero, work.listed(), WITH_NUMBERS, subject.fewer)
    first, worth = answered.space.states.first_action[asked], answered.action_values
    found: dict[tuple[Number, int], float] = {}
    for at, (setting, states) in enumerate(zip(settings, there, strict=True)):
        here = first[start[at] : start[at + 1]]
        for count, option in enumerate(setting.options, start=1):
            found[option] = float((played.visits[states] * (worth[here + count] - worth[here])).sum())
    return found
