"""A book as a story in ink, to be played; dice are thrown by RANDOM."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamebook.interop.export.expressions import Expressions, plain
from gamebook.interop.export.names import identifiers
from gamebook.interop.export.passages import (
    LOT,
    SCORE,
    Ask,
    Body,
    Either,
    Finish,
    Jump,
    Line,
    Lot,
    Offer,
    Passage,
    Put,
    Story,
    Tell,
    cases,
    story,
)
from gamebook.interop.export.prose import shown_lines
from gamebook.interop.export.told import ended, told
from gamebook.model.arithmetic import binary, const
from gamebook.model.book import SOFT_LOCK, Book, Ending, Table
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.step import Text

RESERVED = (
    # words of ink
    "and", "or", "not", "mod", "has", "hasnt", "true", "false", "else", "function", "return", "temp", "ref", "VAR",
    "CONST", "LIST", "INCLUDE", "EXTERNAL", "TODO", "END", "DONE",
    # functions that ink has
    "CEILING", "CHOICE_COUNT", "FLOAT", "FLOOR", "INT", "LIST_ALL", "LIST_COUNT", "LIST_INVERT", "LIST_MAX", "LIST_MIN",
    "LIST_RANDOM", "LIST_RANGE", "LIST_VALUE", "MAX", "MIN", "POW", "RANDOM", "READ_COUNT", "SEED_RANDOM", "TURNS",
    "TURNS_SINCE",
    # our own helpers; what these call their values ends in an underscore, as no name of a book does
    "divide", "modulo", "dice", "skip",
)  # fmt: skip
"""What nothing of a book may be called."""
INDENT = "    "


def ink(book: Book, called: Mapping[str, str] = {}) -> Iterator[str]:
    """The story, bit by bit.

    Args:
        book: the book.
        called: what names, rolls and choices of rule systems are called in its language, where they are.
    """
    return _Ink(book, story(told(book, called)), called).lines()


class _Expressions(Expressions):
    both, either, negated = "&&", "||", "not "

    def die(self, sides: int) -> str:
        return f"RANDOM(1, {sides})"

    def call(self, function: str, *values: str) -> str:
        name = {"min": "MIN", "max": "MAX", "mod": "modulo"}.get(function, function)
        return f"{name}({', '.join(values)})"

    def as_number(self, condition: str) -> str:
        return f"({condition} * 1)"

    def look_up(self, table: str, column: str, row: str) -> str:
        return self.call(self.names[_table(table)], column, row)


class _Ink:
    """One story while it is written."""

    def __init__(self, book: Book, told: Story, called: Mapping[str, str]) -> None:
        self.book = book
        self.story = told
        knots = [f"chapter {passage.name}" for passage in told.passages]
        ends = [f"ending {ending.name}" for ending in (*book.endings, Ending(name=SOFT_LOCK, kind="defeat"))]
        variables = [*told.variables, *([SCORE] if told.scores else []), LOT]
        tables = [_table(table.name) for table in book.tables]
        names = identifiers([*knots, *ends, *tables, *variables], RESERVED)
        self.knots = {passage.name: names[f"chapter {passage.name}"] for passage in told.passages}
        self.ends = {name.removeprefix("ending "): names[name] for name in ends}
        self.words = {each.name: ended(each, called) for each in book.endings}
        self.finished: dict[str, None] = {}
        """Endings that are used."""
        self.draws = False
        """Whether something is drawn by lot."""
        self.expressions = _Expressions({name: names[name] for name in (*tables, *variables)})
        self.titles = book.titles
        self.values = {v.name: [called.get(each, each) for each in v.values] for v in book.variables if v.values}

    def lines(self) -> Iterator[str]:
        passages = [line for passage in self.story.passages for line in self.passage(passage)]
        yield f"# title: {_tag(self.book.title)}\n"
        if self.book.author:
            yield f"# author: {_tag(self.book.author)}\n"
        yield "\n"
        for name, start in self.story.variables.items():
            yield f"VAR {self.expressions.names[name]} = {start}\n"
        if self.story.scores:
            yield f"VAR {self.expressions.names[SCORE]} = 0\n"
        if self.draws:
            yield f"VAR {self.expressions.names[LOT]} = 0\n"
        yield f"\n-> {self.knots[self.story.passages[0].name]}\n"
        yield from (f"{line}\n" for line in passages)
        yield from (f"{line}\n" for ending in self.finished for line in self.ending(ending))
        yield from (f"{line}\n" for line in self.helpers())

    # ---- passages -----------------------------------------------------------------------------------------

    def passage(self, passage: Passage) -> Iterator[str]:
        yield f"\n=== {self.knots[passage.name]} ==="
        if passage.chapter is not None:
            title = f"{passage.chapter} {self.titles[passage.chapter]}".strip()
            yield f"{_escaped(title)} # chapter: {_tag(passage.chapter)}"
        yield from self.body(passage.body, "")

    def ending(self, ending: str) -> Iterator[str]:
        yield f"\n=== {self.ends[ending]} ==="
        points = self.text((": ", Var(name=SCORE))) if self.story.scores else ""
        words = self.story.endings.get(ending)
        told = self.text(words) if words else _escaped(self.words.get(ending, ending))
        yield f"{told}{points} # ending: {_tag(ending)}"
        yield "-> END"

    def body(self, body: Body, indent: str) -> Iterator[str]:
        for line in body:
            yield from (f"{indent}{each}" for each in self.line(line))

    def line(self, line: Line) -> Iterator[str]:
        match line:
            case Tell(text):
                yield from self.paragraphs(text)
            case Put(name, value):
                yield f"~ {self.expressions.names[name]} = {plain(self.expressions.number(value))}"
            case Either():
                yield from self.cases(cases(line))
            case Lot(weights, bodies):
                yield from self.lot(weights, bodies)
            case Jump(to):
                yield f"-> {self.knots[to]}"
            case Ask(offers, shut):
                for offer in offers:
                    yield from self.offer(offer)
                if shut:
                    yield "+ ->"
                    yield from self.body(shut, INDENT)
            case Finish(ending):
                self.finished[ending] = None
                yield f"-> {self.ends[ending]}"

    def offer(self, offer: Offer) -> Iterator[str]:
        sure = isinstance(offer.condition, Const)
        guard = "" if sure else f"{{{plain(self.expressions.truth(offer.condition))}}} "
        yield f"+ {guard}[{self.text(offer.label)}]"
        yield from self.body(offer.body, INDENT)

    def cases(self, cases: list[tuple[Expr | None, Body]]) -> Iterator[str]:
        yield "{"
        for condition, body in cases:
            told = "else" if condition is None else plain(self.expressions.truth(condition))
            yield f"- {told}:"
            yield from self.inner(body)
        yield "}"

    def inner(self, body: Body) -> Iterator[str]:
        """A body inside a condition, where there must be one."""
        if not body:
            self.expressions.used.add("skip")
            yield f"{INDENT}~ skip()"
        yield from self.body(body, INDENT)

    def lot(self, weights: tuple[Expr, ...], bodies: tuple[Body, ...]) -> Iterator[str]:
        total: Expr = const(0)
        bounds = []
        for weight in weights:
            total = binary("+", total, weight)
            bounds.append(total)
        self.draws, lot = True, self.expressions.names[LOT]
        yield f"~ {lot} = RANDOM(1, {self.expressions.number(total)})"
        yield "{"
        for bound, body in zip(bounds[:-1], bodies[:-1], strict=True):
            yield f"- {lot} <= {self.expressions.number(bound)}:"
            yield from self.inner(body)
        yield "- else:"
        yield from self.inner(bodies[-1])
        yield "}"

    def paragraphs(self, text: Text) -> Iterator[str]:
        """A line for each paragraph, line of verse and item of a list."""
        parts = [_escaped(part, first=False) if isinstance(part, str) else self.shown(part) for part in text]
        yield from map(_at_start, shown_lines("".join(parts)))

    def text(self, text: Text) -> str:
        """All of it in one line."""
        return " ".join(self.paragraphs(text))

    def shown(self, value: Expr) -> str:
        """A value in a text; a one-of by the name of its value."""
        if isinstance(value, Var) and value.name in self.values:
            name = self.expressions.names[value.name]
            return "".join(
                f"{{{name} == {number}:{_escaped(word, first=False)}}}"
                for number, word in enumerate(self.values[value.name])
            )
        return f"{{{plain(self.expressions.number(value))}}}"

    # ---- helpers ------------------------------------------------------------------------------------------

    def helpers(self) -> Iterator[str]:
        used = self.expressions.used
        for name, lines in _HELPERS.items():
            if name in used or (name == "divide" and "mod" in used):
                yield from ("", *lines)
        for table in self.book.tables:
            if f"table {table.name}" in used:
                yield from ("", *_looked_up(table, self.expressions.names[_table(table.name)]))


_HELPERS: Mapping[str, tuple[str, ...]] = {
    "skip": ("=== function skip() ===", "~ return"),
    "divide": (
        "// Division rounds down; by zero it gives 0.",
        "=== function divide(a_, b_) ===",
        "{ b_ == 0:",
        "    ~ return 0",
        "}",
        "~ return INT(FLOOR((a_ * 1.0) / b_))",
    ),
    "mod": (
        "=== function modulo(a_, b_) ===",
        "{ b_ == 0:",
        "    ~ return 0",
        "}",
        "~ return a_ - b_ * divide(a_, b_)",
    ),
    "dice": (
        "=== function dice(count_, sides_) ===",
        "{ count_ <= 0:",
        "    ~ return 0",
        "}",
        "~ return RANDOM(1, sides_) + dice(count_ - 1, sides_)",
    ),
}


def _table(name: str) -> str:
    """What a table is called among the names of a story."""
    return f"table {name}"


def _looked_up(table: Table, name: str) -> Iterator[str]:
    """A function of this name that gives a cell, or the nearest one at the edge."""
    width, height = len(table.cells[0]), len(table.cells)
    column = f"MAX(0, MIN(column_ - ({table.first_column}), {width - 1}))"
    row = f"MAX(0, MIN(row_ - ({table.first_row}), {height - 1}))"
    yield f"=== function {name}(column_, row_) ==="
    yield f"~ temp cell_ = {row} * {width} + {column}"
    yield "{ cell_:"
    for number, value in enumerate(value for cells in table.cells for value in cells):
        yield f"- {number}:"
        yield f"    ~ return {value}"
    yield "}"
    yield "~ return 0"


def _escaped(text: str, *, first: bool = True) -> str:
    r"""Text that means nothing else in ink, which takes comments away before it looks at backslashes, as in `\/*`."""
    safe = re.sub(r"([\\{}|#\[\]<>~/]|(?<=/)\*)", r"\\\1", text)
    return _at_start(safe) if first else safe


def _at_start(text: str) -> str:
    """What would be a mark at the start of a line is none."""
    return f"\\{text}" if re.match(r"[*+\-=~]|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO)\b", text) else text


def _tag(text: str) -> str:
    return _escaped(" ".join(text.split()), first=False)
