"""The numbers of a book, each with an address: `84 foe SKILL`, `30 row 3`, `start pennies`.

A number is a literal on a page of the author's own: what an author can change by typing another one. Its address says
where it stands and what it is for, and stays the same when its value changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gamebook.comparisons import COMPARISONS, TURNED
from gamebook.diagnostics import Edit
from gamebook.model.arithmetic import OPERATIONS
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed
from gamebook.syntax.spell import spell_open

Kind = Literal["whole", "weight", "start", "frame", "shape", "setting"]

MOST = 10**9
"""No number on a page is greater."""
START = "the start"
"""The place of what happens before the first chapter: no chapter has a name with a blank."""
EVERYWHERE = ""
"""The place of what counts in the whole book."""

_SIDES = pattern(r"(?<=[\d)])d(\d+)", re.IGNORECASE)
_KEPT = pattern(r"(?<=highest|.lowest)[ \t]+(\d+)", re.IGNORECASE)
_KNOWS = pattern(r"\[[ \t]*knows[ \t]+(\d+)[ \t]*%", re.IGNORECASE)
_RANGE = pattern(r"\d+(?:[ \t]*-[ \t]*(\d+))?")
_CELL = pattern(r"\d+")

_APART = (ast.ToComputed, ast.StrategyDecl, ast.AccountDecl, ast.CountOf)
"""Numbers in these are no measure of anything: chapters, advice, faces of dice."""


_FRAME = (ast.StatDecl, ast.NumberDecl, ast.ItemDecl, ast.Limit, ast.Param)
"""Declarations whose numbers are part of what others are resolved with."""


class Faces(Struct, frozen=True):
    """What the dice show in a row of a roll: `3-5`, `6`, or `5 or more`."""

    span: Span
    low: int
    high: int
    open: Literal["more", "less", ""] = ""

    @property
    def written(self) -> str:
        """As an author writes it."""
        if self.open:
            return spell_open(self.low if self.open == "more" else self.high, more=self.open == "more")
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


class Number(Struct, frozen=True):
    """A number on a page."""

    address: str
    value: int
    span: Span
    """The digits."""
    place: str
    """The chapter for which it counts, `START` or `EVERYWHERE`."""
    kind: Kind
    """`weight`: a weight of a random row; `start`: what the sheet begins with; `frame`: a range, a limit, a parameter,
    how a stat is rolled, or dice with rows of their own; `setting`: what a fight of a chapter is set to (`with`);
    `whole`: any other; `shape`: what no variable can stand for:
    sides of dice, where the rows of a roll part, how many readers know an option, how many options are chosen, or after
    how many rounds a row of a fight holds."""
    parts: tuple[Faces, Faces] | None = None
    """Of the last face of a row: this row and the next one, which begins a face later."""
    compared: tuple[str, str] | None = None
    """A thing and how it is compared with the number: `("gold", ">=")`; None where nothing with a name is."""

    @property
    def range(self) -> range:
        """The values that it can have; no number on a page is below 0."""
        if self.parts is not None:
            return range(self.parts[0].low, self.parts[1].high)
        return range(MOST + 1)

    def asks(self, value: int, ranges: Mapping[str, tuple[int, int]]) -> bool:
        """Whether there would be something to ask if it had another value: neither always yes nor always no.

        Args:
            value: the other value.
            ranges: the lowest and the highest value of each variable.
        """
        if self.compared is None or self.compared[0] not in ranges:
            return True
        name, op = self.compared
        low, high = ranges[name]
        answers = {OPERATIONS[op](each, value) for each in (low, min(max(value, low), high), high)}
        return len(answers) > 1

    @property
    def is_of_chapter(self) -> bool:
        """Whether it counts in one chapter only."""
        return self.place not in (START, EVERYWHERE)


def edits(changes: Mapping[Number, int]) -> list[Edit]:
    """What to type to give numbers other values."""
    typed = [Edit(number.span, str(value)) for number, value in changes.items() if number.parts is None]
    faces: dict[Span, Faces] = {}
    for number, value in changes.items():
        if number.parts is not None:
            row, following = (faces.get(each.span, each) for each in number.parts)
            faces[row.span] = replace(row, high=value)
            faces[following.span] = replace(following, low=value + 1)
    return typed + [Edit(each.span, each.written) for each in faces.values()]


class _Found(Struct, frozen=True):
    """A literal, or dice, and the nodes around it, the outermost first."""

    number: ast.Expr
    around: tuple[ast.Node, ...]


def numbers(sources: Sequence[Source], pages: Sequence[Parsed]) -> tuple[Number, ...]:
    """All numbers of a book, in the order written; those of a rule system are not the author's.

    Args:
        sources: the files.
        pages: what they say, one page a source.
    """
    found: list[Number] = []
    paths = [source.path for source in sources]
    declared = (node for parsed in pages for node in parsed.page.declarations)
    ranged_by_use = {node.name for node in declared if isinstance(node, ast.NumberDecl) and node.low is None}
    for source, parsed in zip(sources, pages, strict=True):
        page = parsed.page
        if any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations):
            continue
        for part in (*page.declarations, *page.chapters):
            if isinstance(part, ast.Broken):
                continue
            prefix = _prefix(part)
            draws = [node for node, _ in _within(part) if isinstance(node, ast.Random)]
            foes = sum(isinstance(node, ast.Foe) for node, _ in _within(part))
            for literal in _literals(part):
                number = literal.number
                assert isinstance(number, ast.Number)
                span = number.span
                if source.text[span.start : span.end] != str(number.value):
                    continue  # it is not what is written there
                words = _words(literal, foes, draws)
                address = f"{prefix} {words}" if prefix else words
                kind, compared = _kind(literal, ranged_by_use), _compared(literal)
                found.append(Number(address, number.value, span, _place(part, literal), kind, compared=compared))
            found += (
                replace(each, address=f"{prefix} {each.address}" if prefix else each.address)
                for each in _shapes(part, source, foes, draws)
            )
        found.sort(key=lambda each: (paths.index(each.span.path), each.span.start))
    return tuple(_told_apart(found))


def _told_apart(found: Sequence[Number]) -> Iterator[Number]:
    """The numbers; of several with one address the second gets a 2, and so on."""
    seen: dict[str, int] = {}
    for each in found:
        seen[each.address] = count = seen.get(each.address, 0) + 1
        yield each if count == 1 else replace(each, address=f"{each.address} {count}")


def _within(part: ast.Node) -> Iterator[tuple[ast.Node, tuple[ast.Node, ...]]]:
    """Every node of a part, in the order written, with the nodes around it."""
    waiting: list[tuple[object, tuple[ast.Node, ...]]] = [(part, ())]
    while waiting:
        here, around = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend((each, around) for each in reversed(here))
        elif isinstance(here, ast.Node):
            yield here, around
            inside = (*around, here)
            waiting.extend((getattr(here, name), inside) for name in reversed(here.__struct_fields__))


def _literals(part: ast.Node) -> Iterator[_Found]:
    for node, around in _within(part):
        if isinstance(node, ast.Number) and not any(isinstance(each, _APART) for each in around):
            yield _Found(node, around)


def _place(part: ast.Node, literal: _Found) -> str:
    match part:
        case ast.Chapter() if _is_setting(literal):
            return EVERYWHERE  # what a fight is set to decides which rules there are, and so what a state holds
        case ast.Chapter():
            return part.name
        case ast.HeroDecl() | ast.StatDecl() | ast.NumberDecl() | ast.ItemDecl():
            return START
    return EVERYWHERE


def _is_setting(literal: _Found) -> bool:
    """Whether a fight of a chapter is set to it."""
    return isinstance(literal.around[0], ast.Chapter) and any(isinstance(each, ast.With) for each in literal.around)


def _prefix(part: ast.Node) -> str:
    """The words for a part of a page with which addresses of its numbers begin."""
    match part:
        case ast.Chapter():
            return part.name
        case ast.HeroDecl():
            return "hero"
        case ast.Anytime():
            return "anytime"
        case ast.EachChapter():
            return "each chapter"
        case ast.When():
            return "when"
        case ast.While():
            return "while"
    return ""


def _kind(found: _Found, ranged_by_use: set[ast.Id]) -> Kind:
    """What kind of number it is; `ranged_by_use`: numbers of the sheet whose range is what they are set to."""
    inner, outer = found.around[-1], found.around[0]
    match inner:
        case ast.SetTo(place=place) if place.id in ranged_by_use:
            return "frame"
        case ast.WeightRow():
            return "weight"
        case ast.StatDecl() | ast.NumberDecl() | ast.ItemDecl() if inner.start is found.number:
            return "start"
        case ast.Choose() | ast.FightRow():
            return "shape"  # how many are chosen, and after how many rounds, are fixed numbers
    if _is_setting(found):
        return "setting"
    if any(isinstance(each, ast.Roll) and each.rows and _is_in(found, each.value) for each in found.around):
        return "frame"  # the rows are made for these dice
    return "frame" if isinstance(outer, _FRAME) else "whole"


def _compared(found: _Found) -> tuple[str, str] | None:
    """The thing that is compared with a number, and how, seen from the thing."""
    match found.around[-1]:
        case ast.Binary(op=op, left=ast.Name(id=name), right=right) if op in COMPARISONS and right is found.number:
            return str(name), op
        case ast.Binary(op=op, left=left, right=ast.Name(id=name)) if op in COMPARISONS and left is found.number:
            return str(name), TURNED[op]
    return None


# ---- shapes -----------------------------------------------------------------------------------------------------


def _shapes(part: ast.Node, source: Source, foes: int, draws: Sequence[ast.Random]) -> Iterator[Number]:
    """Numbers that no variable of a model can stand for, with addresses that say nothing of the part."""
    rolls = [node for node, _ in _within(part) if isinstance(node, ast.Roll) and node.rows]
    for node, around in _within(part):
        if isinstance(node, ast.Dice) and not any(isinstance(each, _APART) for each in around):
            found = _Found(node, around)
            words, place = _words(found, foes, draws), _place(part, found)
            kind: Kind = "shape" if _kind(found, set()) == "whole" else "frame"
            yield from _written(_SIDES, f"{words} sides".strip(), node, node.sides, source, place, kind)
            if node.keep is not None:
                yield from _written(_KEPT, f"{words} keep".strip(), node, node.keep, source, place, kind)
        elif isinstance(node, ast.Roll) and node.rows:
            which = f" {rolls.index(node) + 1}" if len(rolls) > 1 else ""
            yield from _edges(node, f"roll{which}", source, _place(part, _Found(node.value, around)))
        elif isinstance(node, ast.Option | ast.Ask) and not node.knows % 100:
            place = _place(part, _Found(ast.Expr(), around))
            yield from _written(_KNOWS, "knows", node, node.knows // 100, source, place, "shape")
        elif isinstance(node, ast.TableDecl):
            yield from _cells(node, source)


def _written(
    pattern: re.Pattern[str], words: str, node: ast.Node, value: int, source: Source, place: str, kind: Kind
) -> Iterator[Number]:
    """The number in the first text of a node that fits a pattern, if it is this one."""
    match = pattern.search(source.text, node.span.start, node.span.end)
    if match is not None and match[1] == str(value):
        yield Number(words, value, source.span(*match.span(1)), place, kind)


def _edges(roll: ast.Roll, words: str, source: Source, place: str) -> Iterator[Number]:
    """The last face of each row of a roll that is followed by the row for the next face."""
    totals = _totals(roll.value)
    faces = [_faces(row, totals, source) for row in roll.rows]
    for number, (row, following) in enumerate(pairwise(faces), start=1):
        if row is not None and following is not None and row.high + 1 == following.low:
            begin = row.span.start if row.open else row.span.end - len(str(row.high))
            digits = source.span(begin, begin + len(str(row.high)))
            yield Number(f"{words} row {number} last", row.high, digits, place, "shape", (row, following))


def _totals(value: ast.Expr) -> tuple[int, int] | None:
    """The least and the greatest total of dice whose number is written: `2d6 + 1`; None for any others."""
    match value:
        case ast.Number(number):
            return number, number
        case ast.Dice(count=ast.Number(count), sides=sides, keep=None, explode=0):
            return count, count * sides
        case ast.Binary(op="+" | "-" as op, left=left, right=ast.Number(number)):
            added = number if op == "+" else -number
            dice = _totals(left)
            return dice and (dice[0] + added, dice[1] + added)
    return None


def _faces(row: ast.RangeRow | ast.OpenRow, totals: tuple[int, int] | None, source: Source) -> Faces | None:
    """The faces of a row; None where they are not written as they are read, or end with dice that are not known."""
    match = _RANGE.match(source.text, row.span.start, row.span.end)
    if match is None:
        return None
    if isinstance(row, ast.RangeRow):
        plain = (match[1] or match[0]) == str(row.high)
        return Faces(source.span(*match.span()), row.low, row.high) if plain else None
    words = spell_open(row.end, more=row.more)
    span = source.span(match.start(), match.start() + len(words))
    if totals is None or source.text[span.start : span.end] != words:
        return None
    return Faces(span, row.end, totals[1], "more") if row.more else Faces(span, totals[0], row.end, "less")


def _cells(table: ast.TableDecl, source: Source) -> Iterator[Number]:
    """The cells of a table; of one below 0 the digits."""
    values = [(row, column, value) for row, line in enumerate(table.cells) for column, value in enumerate(line)]
    written = [*_CELL.finditer(source.text, source.text.find("\n", table.span.start), table.span.end)]
    if [match[0] for match in written] != [str(abs(value)) for _, _, value in values]:
        return
    for match, (row, column, value) in zip(written, values, strict=True):
        address = f"table {table.name} row {table.rows[0] + row} column {table.columns[0] + column}"
        yield Number(address, abs(value), source.span(*match.span()), EVERYWHERE, "frame")


def _is_in(found: _Found, value: ast.Expr) -> bool:
    return value is found.number or any(each is value for each in found.around)


# ---- words --------------------------------------------------------------------------------------------------


def _words(found: _Found, foes: int, draws: Sequence[ast.Random]) -> str:
    """What a number is for."""
    inner: ast.Node = found.number
    dice = ""
    for node in reversed(found.around):
        if isinstance(node, ast.Dice):
            dice = " dice"
        words = _role(node, inner, foes, draws)
        if words:
            return words + dice
        inner = node
    return dice.strip() or "number"


_NAMED: Mapping[type[ast.Node], tuple[str, str]] = {
    ast.Gain: ("gain", "item"),
    ast.Lose: ("lose", "what"),
    ast.Pay: ("pay", "what"),
    ast.Check: ("test", "test"),
    ast.DoRule: ("do", "rule"),
    ast.Param: ("param", "name"),
    ast.Limit: ("limit", "name"),
    ast.Let: ("let", "name"),
    ast.CheckDecl: ("test", "name"),
    ast.CombatDecl: ("combat", "name"),
    ast.RuleDecl: ("rule", "name"),
}
"""Nodes whose numbers are all called by a word and the name that stands in a field."""
_PARTS: Mapping[type[ast.Node], Mapping[str, str]] = {
    ast.Option: {"condition": "if"},
    ast.If: {"condition": "if"},
    ast.Choose: {"count": "choose"},
    ast.Repeat: {"times": "repeat", "until": "repeat"},
    ast.Roll: {"value": "roll"},
    ast.Compare: {"left": "compare", "right": "compare"},
}
"""Nodes with some fields whose numbers are called by a word."""
_RANGED = (ast.ChooseAmount, ast.Local, ast.StatDecl, ast.NumberDecl)
"""Nodes with a start and a range."""


def _role(node: ast.Node, inner: ast.Node, foes: int, draws: Sequence[ast.Random]) -> str:
    """What a node says about a number in one of its parts, `inner`; empty: nothing."""
    if type(node) in _NAMED:
        word, name = _NAMED[type(node)]
        return f"{word} {getattr(node, name)}"
    if type(node) in _PARTS:
        return next((word for name, word in _PARTS[type(node)].items() if getattr(node, name) is inner), "")
    if isinstance(node, _RANGED):
        return f"{'least' if inner is node.low else 'most' if inner is node.high else 'start'} {node.name}"
    match node:
        case ast.Binary(op=op, left=left, right=right) if op in COMPARISONS:
            other = _first_name(right if inner is left else left)
            return f"if {other}" if other else ""
        case ast.Foe():
            stat = next((stat for stat, value in node.stats if value is inner), "")
            return f"foe {stat}" if foes == 1 else f'"{node.name}" {stat}'
        case ast.Random():
            number = next(k for k, row in enumerate(node.rows, start=1) if row is inner)
            which = next(k for k, each in enumerate(draws, start=1) if each is node)
            return f"row {number}" if len(draws) == 1 else f"random {which} row {number}"
        case ast.Change(place=place):
            return f"change {_spelt(place)}"
        case ast.SetTo(place=place):
            return f"set {_spelt(place)}"
        case ast.With(name=name) | ast.Setting(name=name):
            return f"with {name}" + (" rounds" if isinstance(node, ast.With) and inner is node.rounds else "")
        case ast.FightRow():
            words = "after rounds" if node.kind == "stopped" else f"{node.kind} from round"
            return words if inner is node.rounds else ""
        case ast.Score() | ast.ToEnding():
            return "score"
        case ast.ItemDecl(name=name):
            return f"{'start' if inner is node.start else 'most'} {name}"
    return ""


def _spelt(place: ast.Place) -> str:
    words = ("foe" if place.foe else "", "initial" if place.initial else "", place.id)
    return " ".join(word for word in words if word)


def _first_name(expr: ast.Expr) -> str:
    """The first thing that is named in a value."""
    for node, _ in _within(expr):
        match node:
            case ast.Name(id=name):
                return name
            case ast.FoeStat(stat=stat):
                return f"foe {stat}"
            case ast.Initial(id=name):
                return f"initial {name}"
            case ast.Dice():
                return "dice"
    return ""
