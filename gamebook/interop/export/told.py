"""A book as a program that keeps its words: what a player reads, and dice as they are thrown.

The meaning of triggers, scopes and effects is that of `gamebook.program.lower`. What differs: prose is kept as `Note`s
whose marks are numbers of texts; a variable may be set to an expression with dice; rivals choose by lot.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.interop.export.names import helper
from gamebook.model.arithmetic import binary, const, truth
from gamebook.model.book import HERO_BLOCK, Book, Ending
from gamebook.model.expression import Binary, Const, Dice, Expr, Var
from gamebook.model.step import (
    VALUE,
    Change,
    Choose,
    End,
    Loop,
    Pool,
    Roll,
    Row,
    Say,
    Scope,
    Step,
    Text,
    with_marks,
)
from gamebook.patterns import pattern
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, Mark, NodeId, Note, Program
from gamebook.program.lower import Lowering, assembled
from gamebook.program.where import Where
from gamebook.sentences import with_capital

TOTAL = helper("total")
"""The variable of what dice come to."""

_VALUE = pattern(r"\{|\\[^\w\s]")
"""What makes the words of an ending more than they are: a value in them, or a mark with a backslash."""


class Told(Struct, frozen=True):
    """A book as a program, and its words."""

    program: Program
    texts: tuple[Text, ...]
    """What is said; a `Note` is the number of one of these."""
    labels: Mapping[str, Text]
    """The words of options, by address."""
    endings: Mapping[str, Text]
    """What the reader sees at endings whose words hold values."""


def told(book: Book, called: Mapping[str, str] = {}) -> Told:
    """A book as a program that keeps its words.

    Args:
        book: the book.
        called: what names, rolls and choices of rule systems are called in its language, where they are.
    """
    work = _Telling(book, called)
    program = assembled(work)
    endings: dict[str, Text] = {}
    for ending, marks in work.last_words.items():
        said = {work.texts[mark] for mark in marks}
        if len(said) == 1:  # otherwise each place has its own, which stands before the ending
            endings[ending] = said.pop()
            for mark in marks:
                work.texts[mark] = ()
    return Told(program, tuple(work.texts), work.options, endings)


def ended(ending: Ending, called: Mapping[str, str]) -> str:
    """What the reader sees at an ending; what a rule system calls it begins small in print.

    Words with values in them are a text of their own.
    """
    words = ending.kind if _VALUE.search(ending.words) else ending.words
    said = called.get(words, words)
    return said if said == ending.words else with_capital(said)


class _Telling(Lowering):
    """Lowering that keeps words."""

    def __init__(self, book: Book, called: Mapping[str, str]) -> None:
        super().__init__(book, {}, False, False, ())
        self.called = called
        self.texts: list[Text] = []
        self.options: dict[str, Text] = {}
        self.last_words: dict[str, list[int]] = {}
        """Where the words of endings with values in them stand among the texts."""
        self.stats = [v.name for v in book.variables if v.kind == "stat"]

    def tell(self, text: Text, next: NodeId, where: Where) -> NodeId:
        """The reader reads something before `next`."""
        self.texts.append(text)
        return self.add(Note(len(self.texts) - 1, next), where.place)

    def step(self, step: Step, next: NodeId, where: Where) -> NodeId:
        match step:
            case Say():
                return self.tell(self.in_words(step.text) if step.own else step.text, next, where)
            case End() if step.words:
                self.last_words.setdefault(step.ending, []).append(len(self.texts))
                return self.tell(step.words, super().step(step, next, where), where)
            case Loop() if where.fight is not None:
                head = super().step(step, next, where)
                enter = self.nodes[head]
                assert isinstance(enter, Enter)
                self.put(head, replace(enter, next=self.tell(self.standing(where), enter.next, where)))
                return head
            case Scope(what="fight"):
                return self.tell((step.title,), super().step(step, next, where), where)
            case _:
                return super().step(step, next, where)

    def in_words(self, text: Text) -> Text:
        """What a rule says of its own, such as that there is no room, in the language of the book."""
        key = with_marks(text)
        if key not in self.called:
            return text
        first, *parts = self.called[key].split(VALUE)
        values = (part for part in text if not isinstance(part, str))
        return (first, *(each for pair in zip(values, parts, strict=True) for each in pair))

    def standing(self, where: Where) -> Text:
        """How a fight stands: the stats of the reader and of the foes."""
        title = next(each.scope.title for each in reversed(where.scopes) if each.scope.what == "fight")
        said: list[str | Expr] = []
        for name in self.stats:
            said += [f"{self.called.get(name, name)} ", Var(name=name), ", "]
        for variable in self.book.variables:
            role = variable.role
            names = title.split(", ")
            if role is not None and role.what == "foe" and int(role.of) <= len(names):
                stat = self.called.get(role.stat, role.stat)
                said += [f"{names[int(role.of) - 1]}: {stat} ", Var(name=variable.name), ", "]
        return tuple(said[:-1])

    def note(self, mark: Mark, next: NodeId, where: Where) -> NodeId:  # noqa: ARG002 - findings are not told
        """Nothing."""
        return next

    def zero_note(self, value: Expr, address: str, next: NodeId, where: Where) -> NodeId:  # noqa: ARG002
        """Nothing."""
        return next

    def clamp_note(self, name: str, value: Expr, address: str, next: NodeId, where: Where) -> NodeId:  # noqa: ARG002
        """Nothing."""
        return next

    def clamped(self, change: Change, value: Expr) -> Expr:
        """As it is; a loss needs no cap."""
        match value:
            case Binary(op="-", left=Var(name=name), right=loss) if (
                name == change.variable and self.bounds(loss)[0] >= 0
            ):
                change = structs.replace(change, beyond=True)
        return super().clamped(change, value)

    # ---- decisions ----------------------------------------------------------------------------------------

    def choose(self, step: Choose, next: NodeId, where: Where) -> NodeId:
        self.options.update({option.address: self.label(option.label) for option in step.options})
        point = super().choose(step, next, where)
        decide = self.nodes[point]
        if isinstance(decide, Decide) and decide.owner == "rival":
            self.put(point, Enter(None, self.by_lot(decide, where)))
        return point

    def label(self, written: Text) -> Text:
        """The words of a choice; those of a rule, such as to escape, in the language of the book."""
        match written:
            case (str(words),):
                return (self.called.get(words, words),)
        return written

    def by_lot(self, decide: Decide, where: Where) -> NodeId:
        """A rival takes one of the open options, each as often."""
        weights = tuple(truth(option.condition) for option in decide.options)
        total: Expr = const(0)
        for weight in weights:
            total = binary("+", total, weight)
        nexts = [
            self.tell(label, option.next, where) if (label := self.options[option.address]) else option.next
            for option in decide.options
        ]
        drawn = self.add(Chance(weights, tuple(nexts)), where.place)
        if self.bounds(total)[0] > 0:
            return drawn
        return self.add(Branch(Binary(op=">", left=total, right=const(0)), drawn, decide.shut), where.place)

    # ---- dice -----------------------------------------------------------------------------------------------

    def roll(self, step: Roll, next: NodeId, where: Where) -> NodeId:
        """Dice are thrown and told; then come the rows."""
        value, drawn = self.without_dice(step.value)
        # What a roll brings before its rows may roll again; then its total needs a place of its own.
        total = self.cell(f"total of {step.address}" if step.then else TOTAL, *self.bounds(value))
        sets = [(self.index[total], value)]
        if step.store is not None:
            low, high = self.ranges[step.store]
            kept = binary("max", binary("min", value, const(high)), const(low))
            sets.append((self.index[step.store], kept))
        rows = self.rows(step, value, Var(name=total), next, where)
        after = self.block(step.then, rows, where)
        if drawn and where.place != HERO_BLOCK:
            faces: list[str | Expr] = []
            for name, _ in drawn:
                faces += [Var(name=name), ", "]
            after = self.tell((f"{self.called.get(step.label, step.label)}: ", *faces[:-1]), after, where)
        return self.draw(drawn, self.add(Do(tuple(sets), after), where.place), where)

    def rows(self, step: Roll, value: Expr, total: Expr, next: NodeId, where: Where) -> NodeId:
        """The row that covers a value; the first of several. Where all are covered, the last needs no condition."""
        bodies = [self.block(row.body, next, where) for row in step.rows]
        node = bodies[-1] if bodies and self.covered(step, compared(value)) else next
        for row, body in zip(reversed(step.rows), reversed(bodies), strict=True):
            if body != node:
                node = self.add(Branch(self.covers(row, value, total), body, node), where.place)
        return node

    def covers(self, row: Row, value: Expr, total: Expr) -> Expr:
        """Whether a row covers a total: with no test of what is always so."""
        low, high = self.bounds(value)
        if row.low == row.high:
            return Binary(op="=", left=total, right=const(row.low))
        at_least = const(1) if row.low <= low else Binary(op=">=", left=total, right=const(row.low))
        at_most = const(1) if row.high >= high else Binary(op="<=", left=total, right=const(row.high))
        return binary("and", at_least, at_most)

    def draw_one(self, name: str, one: Dice, next: NodeId, where: Where) -> NodeId:
        if one.keep is None and one.faces is None and not one.explode:
            return self.add(Do(((self.index[name], one),), next), where.place)
        return super().draw_one(name, one, next, where)

    def pool(self, step: Pool, next: NodeId, where: Where) -> NodeId:
        """Dice thrown one by one, their faces counted."""
        faces = [f"{step.name}.{face}" for face in range(1, step.sides + 1)]
        thrown = self.cell(f"die of {step.name}", 1, step.sides)
        die = Dice(count=Const(value=1), most=1, sides=step.sides)
        node = next
        for number in range(step.most, 0, -1):
            counted = tuple(
                (
                    self.index[face],
                    binary("+", Var(name=face), Binary(op="=", left=Var(name=thrown), right=const(value))),
                )
                for value, face in enumerate(faces, start=1)
            )
            once = self.add(Do(((self.index[thrown], die),), self.add(Do(counted, node), where.place)), where.place)
            more = binary(">=", step.count, const(number))
            if more == const(1):
                node = once
            elif more != const(0):
                node = self.add(Branch(more, once, node), where.place)
        return self.add(Do(tuple((self.index[face], const(0)) for face in faces), node), where.place)


def compared(value: Expr) -> bool:
    """Whether a value is nothing but true or false."""
    return isinstance(value, Binary) and value.op in {"=", "!=", "<", "<=", ">", ">=", "and", "or"}
