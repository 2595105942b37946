"""A book as a story in Twee 3 for SugarCube, to be played in a browser; dice are thrown by `random`."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

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
    Tell,
    cases,
    story,
)
from gamebook.interop.export.prose import shown_lines
from gamebook.interop.export.told import ended, told
from gamebook.interop.special import SPECIAL
from gamebook.model.arithmetic import binary, const, is_truth, negate
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.model.step import Text
from gamebook.phrases.table import load_phrases

FORMAT_VERSION = "2.36.1"
SCRIPT = "Helper functions"
"""Two words, as no chapter is called."""
HELPERS = {
    "divide": "setup.divide = (a, b) => b === 0 ? 0 : Math.floor(a / b);",
    "mod": "setup.mod = (a, b) => b === 0 ? 0 : a - b * Math.floor(a / b);",
    "dice": "setup.dice = (n, sides) => { let sum = 0; while (n-- > 0) sum += random(1, sides); return sum; };",
}
LOOK_UP = (
    "setup.look = (table, column, row) => { const [first, top, cells] = setup.tables[table];"
    " const at = (list, place) => list[Math.max(0, Math.min(place, list.length - 1))];"
    " return at(at(cells, row - top), column - first); };"
)


def twee(book: Book, called: Mapping[str, str] = {}) -> Iterator[str]:
    """The story, bit by bit.

    Args:
        book: the book.
        called: what names, rolls and choices of rule systems are called in its language, where they are.
    """
    return _Twee(book, called).lines()


class _Expressions(Expressions):
    compare: ClassVar = {"=": "eq", "!=": "neq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}

    def number(self, expr: Expr) -> str:
        match expr:
            case Binary(op="/", left=left, right=Const(value=value)) if value > 0:
                return f"Math.floor({self.number(left)} / {value})"
        return super().number(expr)

    def die(self, sides: int) -> str:
        return f"random(1, {sides})"

    def call(self, function: str, *values: str) -> str:
        return f"{'Math' if function in ('min', 'max') else 'setup'}.{function}({', '.join(values)})"

    def as_number(self, condition: str) -> str:
        return f"({condition} * 1)"

    def look_up(self, table: str, column: str, row: str) -> str:
        return f"setup.look({_quoted(table)}, {column}, {row})"


class _Twee:
    """One story while it is written."""

    def __init__(self, book: Book, called: Mapping[str, str]) -> None:
        self.book = book
        self.names_of_print = called
        self.words = {each.name: ended(each, called) for each in book.endings}
        self.on = load_phrases(book.language).get("turn-on").capitalize()
        """The link after something to read."""
        self.story = story(told(book, called))
        variables = [*self.story.variables, *([SCORE] if self.story.scores else [])]
        names = identifiers([*variables, LOT], ["null", "undefined", "random", "setup", "State"])
        self.expressions = _Expressions({name: f"${known}" for name, known in names.items()})
        self.headings = book.titles
        self.titles = self.called()
        """What passages are called."""
        self.values = {v.name: [called.get(each, each) for each in v.values] for v in book.variables if v.values}
        self.sheet = [v.name for v in book.variables if v.on_sheet and v.name in self.story.variables]
        self.ends: dict[str, str] = {}
        """Endings that are used, and their passages."""
        self.further: list[tuple[str, Body]] = []
        """Passages behind links that do more than set variables."""
        self.place = ""

    def called(self) -> dict[str, str]:
        """A name for each passage: its own, unless SugarCube has passages of that name."""
        own = {passage.name for passage in self.story.passages}
        names = {name: name for name in own}
        for name in own & SPECIAL:
            while names[name] in own | SPECIAL:
                names[name] += "-chapter"
        return names

    def end(self, ending: str) -> str:
        """The passage of an ending; endings whose names differ only in marks are numbered."""
        if ending not in self.ends:
            taken = set(self.ends.values())
            words = name = _name(f"The end: {ending}")
            number = 1
            while name in taken:
                number += 1
                name = f"{words} ({number})"
            self.ends[ending] = name
        return self.ends[ending]

    def lines(self) -> Iterator[str]:
        yield from self.head()
        for passage in self.story.passages:
            yield from self.passage(passage)
        kinds = self.book.ending_kinds
        points = "<br>" + self.text(("", Var(name=SCORE))) if self.story.scores else ""
        for ending, name in self.ends.items():
            words = self.story.endings.get(ending)
            told = self.text(words) if words else _at_start(_escaped(self.words.get(ending, ending)))
            yield f"\n:: {name} [ending {kinds[ending]} nobr]\n{told}{points}\n"
        yield from self.helpers()

    def head(self) -> Iterator[str]:
        first = self.titles[self.story.passages[0].name]
        ifid = str(uuid.uuid5(uuid.NAMESPACE_URL, f"gamebook:{self.book.title}")).upper()
        data = {"ifid": ifid, "format": "SugarCube", "format-version": FORMAT_VERSION, "start": first}
        title = " ".join(self.book.title.split()) or "Untitled"
        # A title cannot be escaped. A blank before its colons keeps them from beginning a passage.
        yield f":: StoryTitle\n{' ' if title.startswith('::') else ''}{title}\n"
        yield f"\n:: StoryData\n{json.dumps(data, indent=1)}\n"
        if self.book.author:
            yield f"\n:: StoryAuthor\n{_at_start(_escaped(self.book.author))}\n"
        known = self.expressions.names
        starts = [f"<<set {known[name]} to {start}>>" for name, start in self.story.variables.items()]
        starts += [f"<<set {known[SCORE]} to 0>>"] if self.story.scores else []
        yield "\n:: StoryInit\n" + "".join(f"{line}\n" for line in starts)
        shown = [*self.sheet, *([SCORE] if self.story.scores else [])]
        if shown:
            yield "\n:: StoryCaption [nobr]\n" + "".join(
                f"{_escaped(self.names_of_print.get(name.strip(), name.strip()))}: {self.shown(Var(name=name))}<br>\n"
                for name in shown
            )

    def passage(self, passage: Passage) -> Iterator[str]:
        tags = "nobr" if passage.chapter is None else "chapter nobr"
        self.place = passage.name
        yield f"\n:: {self.titles[passage.name]} [{tags}]\n"
        heading = self.headings.get(passage.chapter or "", "")
        if heading:
            yield _between("''", _escaped(heading)) + "<br>\n"
        yield from (f"{line}\n" for line in self.body(passage.body, read=bool(heading)))
        while self.further:
            name, body = self.further.pop(0)
            yield f"\n:: {name} [nobr]\n"
            yield from (f"{line}\n" for line in self.body(body, read=False))

    def body(self, body: Body, read: bool) -> Iterator[str]:
        """Lines; `read` says whether there is something on the page that the reader must be given time to read."""
        for line in body:
            yield from self.line(line, read)
            read = read or _tells(line)

    def line(self, line: Line, read: bool) -> Iterator[str]:
        match line:
            case Tell(text):
                words = self.text(text)
                if words:
                    yield f"{words}<br>"
            case Put(name, value):
                yield from self.put(name, value)
            case Either():
                yield from self.cases(cases(line), read)
            case Lot(weights, bodies):
                yield from self.lot(weights, bodies, read)
            case Jump(to):
                yield self.go(self.titles[to], read)
            case Ask(offers, shut):
                yield from self.ask(offers, shut, read)
            case Finish(ending):
                yield self.go(self.end(ending), read)

    def put(self, name: str, value: Expr) -> Iterator[str]:
        known = self.expressions.names[name]
        if is_truth(value):
            holds = plain(self.expressions.truth(value))
            yield f"<<if {holds}>><<set {known} to 1>><<else>><<set {known} to 0>><</if>>"
        else:
            yield f"<<set {known} to {plain(self.expressions.number(value))}>>"

    def go(self, name: str, read: bool) -> str:
        return f"[[{self.on}|{name}]]" if read else f'<<goto "{name}">>'

    def ask(self, offers: tuple[Offer, ...], shut: Body, read: bool) -> Iterator[str]:
        for offer in offers:
            link = f"{self.link(offer)}<br>"
            sure = isinstance(offer.condition, Const)
            yield link if sure else f"<<if {plain(self.expressions.truth(offer.condition))}>>{link}<</if>>"
        if shut:
            none: Expr = const(1)
            for offer in offers:
                none = binary("and", none, negate(offer.condition))
            yield f"<<if {plain(self.expressions.truth(none))}>>"
            yield from self.body(shut, read)
            yield "<</if>>"

    def link(self, offer: Offer) -> str:
        """A link that sets variables on the way; what does more is a passage of its own."""
        *puts, last = offer.body
        if isinstance(last, Jump | Finish) and all(isinstance(put, Put) and not is_truth(put.value) for put in puts):
            there = self.titles[last.to] if isinstance(last, Jump) else self.end(last.ending)
            sets = "".join(each for put in puts if isinstance(put, Put) for each in self.put(put.name, put.value))
            return self.linked(offer.label, there, sets)
        names = set(self.titles.values())
        number = 1
        while (name := f"{self.place} by choice {number}") in names:
            number += 1
        self.titles[name] = name
        self.further.append((name, offer.body))
        return self.linked(offer.label, name, "")

    def linked(self, label: Text, there: str, sets: str) -> str:
        """A link; brackets show their words as they are, so that values and marks need a macro."""
        words = self.text(label)
        if re.search(r"[&<|]|''|//", words) or "->" in words:
            quoted = words.replace('"', "&quot;")
            return f'<<link "{quoted}" "{there}">>{sets}<</link>>'
        return f"<<link [[{words}|{there}]]>>{sets}<</link>>" if sets else f"[[{words}|{there}]]"

    def cases(self, listed: Sequence[tuple[Expr | None, Body]], read: bool) -> Iterator[str]:
        word = "if"
        for condition, body in listed:
            yield "<<else>>" if condition is None else f"<<{word} {plain(self.expressions.truth(condition))}>>"
            yield from self.body(body, read)
            word = "elseif"
        yield "<</if>>"

    def lot(self, weights: tuple[Expr, ...], bodies: tuple[Body, ...], read: bool) -> Iterator[str]:
        total: Expr = const(0)
        listed: list[tuple[Expr | None, Body]] = []
        for weight, body in zip(weights, bodies, strict=True):
            total = binary("+", total, weight)
            listed.append((Binary(op="<=", left=Var(name=LOT), right=total), body))
        listed[-1] = (None, bodies[-1])
        yield f"<<set {self.expressions.names[LOT]} to random(1, {plain(self.expressions.number(total))})>>"
        yield from self.cases(listed, read)

    def text(self, text: Text) -> str:
        parts = [_escaped(part) if isinstance(part, str) else self.shown(part) for part in text]
        return _at_start(_marked("<br>".join(shown_lines("".join(parts)))))

    def shown(self, value: Expr) -> str:
        if isinstance(value, Var) and value.name in self.values:
            words = ", ".join(map(_quoted, self.values[value.name]))
            return f"<<= [{words}][{self.expressions.names[value.name]}]>>"
        return f"<<= {plain(self.expressions.number(value))}>>"

    def helpers(self) -> Iterator[str]:
        used = self.expressions.used
        lines = [line for name, line in HELPERS.items() if name in used]
        tables = {
            table.name: [table.first_column, table.first_row, table.cells]
            for table in self.book.tables
            if f"table {table.name}" in used
        }
        if tables:
            lines += [f"setup.tables = {json.dumps(tables)};", LOOK_UP]
        if lines:
            yield f"\n:: {SCRIPT} [script]\n" + "".join(f"{line}\n" for line in lines)


def _tells(line: Line) -> bool:
    """Whether a line may put words on the page."""
    match line:
        case Tell(text):
            return any(not isinstance(part, str) or part.strip() for part in text)
        case Either(_, yes, no):
            return any(map(_tells, (*yes, *no)))
        case Lot(_, bodies):
            return any(_tells(each) for body in bodies for each in body)
    return False


def _name(text: str) -> str:
    """A passage's name: without what would end it in a link."""
    return " ".join(re.sub(r'[\[\]{}|<>"\\]|->', " ", text).split())


def _quoted(name: str) -> str:
    """A name of the book in an expression; in double quotes it could not stand in the words of a link."""
    return f"'{name}'"


def _escaped(text: str) -> str:
    """Text that means nothing else in SugarCube: marks as numbers of HTML."""
    doubled = r"([/'_=~^@%{}\-\"])(?=\1)|(?<=([/'_=~^@%{}\-\"]))\2"
    single = r"[<>&\\\[\]]|/(?=[*%])|\$(?=[A-Za-z_$])|(?<!\w)_(?=[A-Za-z$_])"
    return re.sub(f"{doubled}|{single}", lambda found: f"&#{ord(found[0])};", text)


def _marked(text: str) -> str:
    """Marks of Markdown as those of SugarCube: `**bold**`, `*slanted*`.

    A colon before slanted words is written as a number, or `://` would look like an address.
    """
    bold = r"('?)\*\*(?=\S)(.+?)(?<=\S)\*\*('?)"
    text = re.sub(bold, lambda found: _between("''", found[2], found[1], found[3]), text)
    slanted = r"(?:(?<![\w*/])(/)|(:)|(?<![\w*]))\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])(/?)"

    def slant(found: re.Match[str]) -> str:
        return ("&#58;" if found[2] else "") + _between("//", found[3], found[1] or "", found[4])

    return re.sub(slanted, slant, text)


def _between(mark: str, words: str, before: str = "", after: str = "") -> str:
    """Words between marks; a sign beside a mark that would make it longer is none of it."""
    sign = mark[0]
    safe = f"&#{ord(sign)};"
    words = re.sub(f"^{sign}|{sign}$", safe, words)
    return f"{safe if before else ''}{mark}{words}{mark}{safe if after else ''}"


def _at_start(text: str) -> str:
    """A mark at the start of a line that would make a passage, a heading, a list or a quotation is none."""
    return f"&#{ord(text[0])};{text[1:]}" if text.startswith(("::", *"!*#>")) else text
