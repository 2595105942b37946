"""Syntax tree to text: the way back from `parse`, for books that are made and not written.

What is printed reads as the same tree, and `gamebook fmt` does not change it. A tree keeps no comments, no blank lines
between steps and no columns: to lay out a text that somebody wrote, use `syntax.format`. Words (prose, labels) stand in
the tree as they are written, escapes and all, and are printed so; a name or a text that no book could have is printed
as it is, and then does not read as the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import chain, groupby, islice, repeat

from gamebook.syntax import ast
from gamebook.syntax.format import STEP
from gamebook.syntax.grammar import parser
from gamebook.syntax.heads import NAME, without_zeros
from gamebook.syntax.limits import MAX_DICE

Lines = Iterator[str]

WIDTH = 100
"""Where a list of names goes on in the next line of its kind."""
EVERYBODY = 10_000
"""All readers, in hundredths of a percent."""

_STRENGTH = {"or": 1, "and": 2, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5}
_SUM, _PRODUCT, _FACTOR, _ATOM = 5, 6, 7, 8
"""How tightly an expression must bind where the grammar asks for a `sum`, a `product`, a `factor` or an `atom`."""


def print_page(page: ast.Page) -> str:
    """The text of a page.

    Raises:
        TypeError: a part of the page could not be read (`Broken`), and so cannot be printed.
    """
    parts = [*_header(page.declarations), *(_lines(chapter) for chapter in page.chapters)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def print_declarations(declarations: Iterable[ast.Declaration]) -> str:
    """The text of lines of a header, without a newline at its end."""
    return "\n\n".join("\n".join(part) for part in _header(declarations))


def quoted(words: str) -> str:
    """Any words in quotation marks: what `unquote` gives back. Two slashes after a blank would begin a comment."""
    return '"' + re.sub(r'(["\\]|(?<=[ \t\u00a0\ufeff])/(?=/))', r"\\\1", words) + '"'


# ---- expressions ------------------------------------------------------------------------------------


def spell(expr: ast.Expr, least: int = 0) -> str:
    """The expression as a book writes it: `2d6 + SKILL`.

    Args:
        expr: what to write.
        least: how tightly it must bind where it stands; what binds less goes into brackets.
    """
    words = _atom(expr)
    return f"({words})" if _strength(expr) < least else str(words)


def _strength(expr: ast.Expr) -> int:
    if isinstance(expr, ast.Binary):
        return _STRENGTH.get(expr.op, _PRODUCT)
    if isinstance(expr, ast.Unary):
        return 3 if expr.op == "not" else _FACTOR
    return _ATOM


def _atom(expr: ast.Expr) -> str:
    """An expression without brackets around it."""
    match expr:
        case ast.Number():
            return str(expr.value)
        case ast.Name():
            return expr.id
        case ast.FoeStat():
            return f"foe {_whose(expr.whose)}{expr.stat}"
        case ast.Initial():
            return f"initial {expr.id}"
        case ast.Visited():
            return f"visited {expr.chapter}"
        case ast.Ticked():
            named = expr.chapter and not expr.chapter[0].isdecimal()
            return " ".join(["ticked", *(["in"] if named else []), expr.chapter]).rstrip()
        case ast.FirstTime():
            return "first time"
        case ast.CountOf(pool=None):
            return f"count of {spell(expr.what)}"
        case ast.CountOf():
            what = spell(expr.what) if isinstance(expr.what, ast.Number) else f"({spell(expr.what)})"
            return f"count of {what} in {expr.pool}"
        case ast.Dice():
            return _dice(expr)
        case ast.CountDice():
            faces = str(expr.low) if expr.low == expr.high else f"{expr.low}..{expr.high}"
            return f"count of {faces} in {_dice(expr.dice)}"
        case ast.Call():
            return f"{expr.function}({_listed(expr.arguments)})"
        case ast.Unary():
            # `not (a = b)` needs no brackets, but a reader does
            return f"{expr.op}{' ' if expr.op == 'not' else ''}{spell(expr.operand, _FACTOR)}"
        case ast.Binary():
            own = _strength(expr)
            left = own + 1 if _STRENGTH.get(expr.op) == 4 else own  # comparisons do not chain
            return f"{spell(expr.left, left)} {expr.op} {spell(expr.right, own + 1)}"
    raise TypeError(f"{type(expr).__name__} is no expression")


def _dice(dice: ast.Dice) -> str:
    plain = isinstance(dice.count, ast.Number) and dice.count.value <= MAX_DICE
    count = spell(dice.count) if plain else f"({spell(dice.count)})"
    kept = f"keep {'highest' if dice.highest else 'lowest'} {dice.keep} of " if dice.keep is not None else ""
    more = f" exploding up to {dice.explode}" if dice.explode else ""
    return f"{kept}{count}d{dice.sides}{more}"


def _listed(parts: Iterable[ast.Expr], least: int = 0) -> str:
    return ", ".join(spell(part, least) for part in parts)


def _maybe(before: str, expr: ast.Expr | None, after: str = "", least: int = _SUM) -> str:
    """An optional expression with the words around it."""
    return "" if expr is None else f"{before}{spell(expr, least)}{after}"


def _signed(sign: int, amount: ast.Expr) -> str:
    """`+2d6 + 1`, `-(gold + 1)`"""
    return f"+{spell(amount, _SUM)}" if sign > 0 else f"-{spell(amount, _PRODUCT)}"


def _between(low: ast.Expr | None, high: ast.Expr | None) -> str:
    return "" if low is None or high is None else f" in {spell(low, _SUM)}..{spell(high, _SUM)}"


# ---- small parts ------------------------------------------------------------------------------------


def _whose(foe: str) -> str:
    return f"{quoted(foe)} " if foe else ""


def _place(place: ast.Place) -> str:
    owner = "foe " if place.foe else "initial " if place.initial else ""
    return f"{owner}{_whose(place.whose)}{place.id}"


def _by(resolution: ast.Resolution | None) -> str:
    """` by residual account luck scope chapter`"""
    if resolution is None:
        return ""
    account = resolution.account and f"account {resolution.account}"
    scope = resolution.scope and f"scope {resolution.scope}"
    return " ".join([" by", *filter(None, (resolution.mode, resolution.manner, account, scope))])


def _bounds(ends: tuple[int, int]) -> str:
    """`-1..1`"""
    return "{}..{}".format(*ends)


def _faces(low: int, high: int) -> str:
    """`6`, `3-5`, `-2..0`"""
    if low == high:
        return str(low)
    return f"{low}-{high}" if min(low, high) >= 0 else _bounds((low, high))


def _percent(hundredths: int) -> str:
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") + "%"


def _knows(share: int) -> str:
    return "" if share == EVERYBODY else f" [knows {_percent(share)}]"


def _word(words: str) -> str:
    """A name or a number without a change; anything else in quotation marks."""
    bare = re.fullmatch(NAME, words) is not None and without_zeros(words) == words
    return words if bare else quoted(words)


def _parameters(parameters: Sequence[str]) -> str:
    return f"({', '.join(parameters)})" if parameters else ""


def _target(target: ast.Target) -> str:
    match target:
        case ast.ToChapter():
            return target.chapter
        case ast.ToEnding():
            text = f" {quoted(target.text)}" if target.text or target.kind == "ending" else ""
            return f"{target.kind}{text}{_maybe(' score ', target.score)}"
        case ast.ToComputed():
            return f"({spell(target.value)})"
        case ast.Back():
            return "back"
    raise TypeError(f"{type(target).__name__} is no target")


# ---- blocks -----------------------------------------------------------------------------------------


def _in(lines: Iterable[str]) -> Lines:
    """Lines of a block, under the line it belongs to."""
    return (line and " " * STEP + line for line in lines)


def _block(steps: Iterable[ast.Node]) -> Lines:
    waiting = iter(steps)
    for step in waiting:
        if isinstance(step, ast.InWords):  # what it covers follows it, and is written under it
            head = f"~ words {quoted(step.words)}" if step.words else "~ silent"
            yield from _under(head, list(islice(waiting, step.covers)))
        else:
            yield from _lines(step)


def _under(head: str, steps: Sequence[ast.Node]) -> Lines:
    """A line, and a block under it."""
    yield head
    yield from _in(_block(steps))


def _row(head: str, body: ast.Block) -> Lines:
    """`3-5 -> 51` where the row only turns to a chapter; else a line and its block."""
    if len(body) == 1 and isinstance(body[0], ast.Turn):
        yield f"{head} -> {_target(body[0].target)}"
    else:
        yield from _under(head, body)


@singledispatch
def _lines(node: ast.Node) -> Lines:
    """The lines of a step, an option, a row, a line of a fight or of the header, or of a chapter."""
    if type(node) in _EFFECTS:
        return iter([f"~ {_EFFECTS[type(node)](node)}"])
    if type(node) in _PLAIN:
        return iter([_PLAIN[type(node)](node)])
    raise TypeError(f"{type(node).__name__} cannot be printed")


# ---- effects: one line, no rows ---------------------------------------------------------------------


def _change(step: ast.Change) -> str:
    beyond = " beyond initial" if step.beyond else ""
    return f"{_place(step.place)} {_signed(step.sign, step.amount)}{beyond}{_by(step.resolution)}"


def _gain(step: ast.Gain) -> str:
    how = " or swap" if step.swap else " all or none" if step.whole else ""
    return f"gain {_maybe('', step.count, ' ')}{step.item}{how}"


def _lose(step: ast.Lose) -> str:
    how = "" if step.how == "some" else f"{step.how} "
    return f"lose {how}{_maybe('', step.count, ' ')}{step.what}"


def _store(step: ast.Store) -> str:
    return f"return {step.what} from {step.chest}" if step.back else f"store {step.what} in {step.chest}"


def _score(step: ast.Score) -> str:
    amount = spell(step.amount, _SUM)
    return f"score {'' if amount.startswith('-') else '+'}{amount}{_by(step.resolution)}"


def _do(step: ast.DoRule) -> str:
    return f"do {step.rule}" + (f"({_listed(step.arguments)})" if step.arguments else "")


_EFFECTS: dict[type[ast.Node], Callable[..., str]] = {
    ast.Change: _change,
    ast.Both: lambda step: f"both {', '.join(map(_change, step.changes))}",
    ast.SetTo: lambda step: f"set {_place(step.place)} = {spell(step.value)}",
    ast.Gain: _gain,
    ast.Lose: _lose,
    ast.NoteWord: lambda step: f"note {step.codeword}",
    ast.EraseWord: lambda step: f"erase {step.codeword}",
    ast.Pay: lambda step: f"pay {spell(step.amount, _SUM)} {step.what}",
    ast.Restore: lambda step: f"restore {_place(step.place)}",
    ast.SwapValues: lambda step: f"swap {step.left} {step.right}",
    ast.Store: _store,
    ast.ChooseAmount: lambda step: f"choose {step.name}{_between(step.low, step.high)}",
    ast.Tick: lambda step: f"tick {'a box' if step.boxes is None else _maybe('one of ', step.boxes)}",
    ast.Score: _score,
    ast.Happen: lambda step: f"event {step.event}",
    ast.DoRule: _do,
    ast.ResolveOn: lambda step: f"resolve{_by(step.resolution)}",
    ast.End: lambda step: _target(step.ending),
}


# ---- steps ------------------------------------------------------------------------------------------


@_lines.register
def _(step: ast.Prose) -> Lines:
    yield from step.text.split("\n")


@_lines.register
def _(step: ast.Turn) -> Lines:
    yield f"-> {_target(step.target)}"


@_lines.register
def _(step: ast.If) -> Lines:
    word = "~ if"
    while True:
        yield from _under(f"{word} {spell(step.condition)}", step.body)
        match step.otherwise:
            case (ast.If() as step,):
                word = "~ else if"
            case otherwise:
                break
    if otherwise:
        yield from _under("~ else", otherwise)


def spell_option(option: ast.Option) -> str:
    """The line of a choice: `* Climb the wall [if rope] -> 23`."""
    words = f" {option.label}" if option.label else ""
    condition = _maybe(" [if ", option.condition, "]", 0)
    turn = f" -> {_target(option.target)}" if option.target else ""
    secret = " secret" if option.secret else ""
    return f"*{words}{condition}{_knows(option.knows)}{turn}{secret}"


@_lines.register
def _(option: ast.Option) -> Lines:
    yield from _under(spell_option(option), option.body)


@_lines.register
def _(step: ast.Menu) -> Lines:
    yield from _block(step.options)


@_lines.register
def _(step: ast.May) -> Lines:
    yield from _under(f'~ may "{step.label}"', step.body)


@_lines.register
def _(step: ast.Choose) -> Lines:
    name = "" if step.name is None else f" {quoted(step.name)}"
    yield from _under(f"~ choose{name}{_maybe(' ', step.count, ' of')}", step.options)


@_lines.register
def _(step: ast.RivalChooses) -> Lines:
    yield from _under("~ rival chooses" + ("" if step.name is None else f" {quoted(step.name)}"), step.options)


@_lines.register
def _(step: ast.Repeat) -> Lines:
    how = _maybe("", step.times, " times") + _maybe("until ", step.until, least=0)
    yield from _under(f"~ repeat {how}", step.body)


@_lines.register
def _(step: ast.Roll) -> Lines:
    words = [] if step.name is None else ["pool", step.name] if step.pool and step.name != "pool" else [step.name]
    name = " ".join([" as", *words]) if words else ""
    yield from _under(f"~ roll {spell(step.value, _SUM)}{name}{_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.RangeRow) -> Lines:
    return _row(_faces(row.low, row.high), row.body)


@_lines.register
def _(step: ast.Random) -> Lines:
    yield from _under(f"~ random{_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.WeightRow) -> Lines:
    return _row(f"{spell(row.weight, _SUM)}:", row.body)


@_lines.register
def _(step: ast.Compare) -> Lines:
    sides = f"{spell(step.left, _SUM)} with {spell(step.right, _SUM)}"
    yield from _under(f"~ compare {sides}{_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.NamedRow) -> Lines:
    return _row(row.name, row.body)


def spell_check(step: ast.Check) -> str:
    """`~ test luck -2 on 3d6`, without its rows."""
    match step.modifier:
        case None:
            modifier = ""
        case ast.Unary(op="-", operand=amount):
            modifier = f" -{spell(amount, _PRODUCT)}"
        case amount:
            modifier = f" +{spell(amount, _PRODUCT)}"
    return f"~ test {step.test}{modifier}{_maybe(' on ', step.dice)}{_by(step.resolution)}"


@_lines.register
def _(step: ast.Check) -> Lines:
    yield from _under(spell_check(step), step.rows)


@_lines.register
def _(step: ast.Ask) -> Lines:
    yield from _under(f"~ ask {quoted(step.question)}{_knows(step.knows)}", step.rows)
    if step.otherwise:
        yield from _in(_row("else", step.otherwise))


@_lines.register
def _(step: ast.EachFoe) -> Lines:
    yield from _under("~ each foe", step.body)


@_lines.register
def _(step: ast.AnyFoe) -> Lines:
    yield from _under("~ any foe", step.body)


# ---- fights -----------------------------------------------------------------------------------------


@_lines.register
def _(step: ast.Fight) -> Lines:
    combat = "" if step.combat == "fight" else f" {step.combat}"
    alone = f" {spell_foe(step.foes[0])}" if len(step.foes) == 1 else ""
    yield f"~ fight{combat}{alone}{_by(step.resolution)}"
    if not alone:
        for number, foe in enumerate(step.foes):
            then = "then " if number and not step.together else ""
            yield from _in([f"{then}foe {spell_foe(foe)}"])
    if step.together:
        yield from _in(["together"])
    yield from _in(_block(step.options))


def spell_foe(foe: ast.Foe) -> str:
    """`"Gate guard" SKILL 7 STAMINA (2d6 + 2)`: brackets show where a value ends."""
    return " ".join([quoted(foe.name), *(f"{stat} {spell(value, _FACTOR)}" for stat, value in foe.stats)])


@_lines.register
def _(line: ast.On) -> Lines:
    return _row(f"on {line.event}", line.body)


@_lines.register
def _(line: ast.EachRound) -> Lines:
    return _row("each round", line.body)


@_lines.register
def _(line: ast.FightRow) -> Lines:
    if line.kind == "stopped":
        return _row(f"after{_maybe(' ', line.rounds, ' rounds')}", line.body)
    return _row(f"{line.kind}{_maybe(' from round ', line.rounds)}", line.body)


def _with(line: ast.With) -> str:
    return f"with {line.name} = {spell(line.value, _SUM)}{_maybe(' for ', line.rounds, ' rounds')}"


def _local(line: ast.Local) -> str:
    return f"local {line.name} = {spell(line.start, _SUM)}{_between(line.low, line.high)}"


# ---- the header -------------------------------------------------------------------------------------

_BOOK_LINES = (ast.Field, ast.Draft, ast.Use, ast.Include, ast.Expect, ast.Preset, ast.Carry, ast.ResolveBy, ast.Phrase)
_SHEET_LINES = (ast.StatDecl, ast.NumberDecl, ast.ItemDecl, ast.CodewordDecl, ast.OneOf, ast.Limit, ast.While)
_SHEET_LINES_TOO = (ast.Let, ast.Param, ast.AccountDecl)
"""These may stand under `sheet`, and outside."""
_LISTS: dict[type[ast.Node], str] = {ast.ItemDecl: "item", ast.CodewordDecl: "codeword"}
"""What is declared many on a line."""


def _header(declarations: Iterable[ast.Declaration]) -> Iterator[Lines]:
    """Blocks of the header: what can stand under `book` or `sheet` is gathered there."""
    blocks: list[tuple[str, list[ast.Declaration]]] = []
    for line in declarations:
        last = blocks[-1][0] if blocks else ""
        home = _home(line, last)
        if home and home == last and not isinstance(line, ast.Title):
            blocks[-1][1].append(line)
        else:
            blocks.append((home, [line]))
    for home, lines in blocks:
        if home == "book":
            yield chain(_lines(lines[0]), _in(_block(lines[1:])))
        elif home == "sheet":
            yield chain(["sheet"], _in(_sheet(lines)))
        else:
            yield _block(lines)


def _home(line: ast.Declaration, last: str) -> str:
    """The block in which a line of the header stands, after a line in the block `last`; empty for one of its own."""
    if isinstance(line, ast.Title):
        return "book"
    if isinstance(line, _SHEET_LINES):
        return "sheet"
    if isinstance(line, _BOOK_LINES):
        return "book" if last == "book" else "lines"
    if isinstance(line, _SHEET_LINES_TOO):
        return "sheet" if last == "sheet" else "lines"
    return ""


def _sheet(lines: Iterable[ast.Declaration]) -> Lines:
    """The lines of a sheet: names of one kind share a line."""
    for kind, group in groupby(lines, type):
        if kind not in _LISTS:
            yield from _block(group)
            continue
        line = ""
        for each in map(_PLAIN[kind], group):
            if line and len(line) + len(each) > WIDTH:
                yield line
                line = ""
            line = f"{line}, {each}" if line else f"{_LISTS[kind]} {each}"
        yield line


def _item(line: ast.ItemDecl) -> str:
    return f"{line.name}{_maybe(' x ', line.most)}{_maybe(' = ', line.start)}"


def _title(line: ast.Title) -> str:
    return f"{line.kind} {quoted(line.text) if line.kind == 'book' else line.text}"


def _field(line: ast.Field) -> str:
    value = quoted(line.value) if line.key in ("author", "language", "front", "back") else _word(line.value)
    return f"{line.key} {value}" + (f" then {line.then}" if line.then else "")


def _phrase_key(key: str) -> str:
    return key if re.fullmatch(NAME, key) else quoted(key)


def _preset(line: ast.Preset) -> str:
    values = (each.name if each.value == 1 else f"{each.name} {each.value}" for each in line.values)
    return f"hero {quoted(line.name)}: {', '.join(values)}"


def _names(names: Iterable[ast.Name]) -> str:
    return ", ".join(name.id for name in names)


def _account(line: ast.AccountDecl) -> str:
    starts = f" = {_listed(line.starts, _SUM)}" if line.starts else ""
    return f"account {line.name}{_maybe(' of ', line.of)}{starts}{_between(line.low, line.high)}"


def _number(line: ast.StatDecl | ast.NumberDecl) -> str:
    kind = "stat" if isinstance(line, ast.StatDecl) else "number"
    return f"{kind} {line.name}{_maybe(' = ', line.start)}{_between(line.low, line.high)}"


def _expect(line: ast.Expect) -> str:
    what = f"reader {line.reader} wins" if line.reader else line.what
    return f"expect {what} {_percent(line.low)}..{_percent(line.high)}"


_PLAIN: dict[type[ast.Node], Callable[..., str]] = {
    ast.Title: _title,
    ast.Field: _field,
    ast.Draft: lambda _: "draft",
    ast.Use: lambda line: f"use {line.system}",
    ast.Include: lambda line: f"include {quoted(line.path)}",
    ast.Expect: _expect,
    ast.Preset: _preset,
    ast.Carry: lambda line: f"carry {_names(line.names)}",
    ast.ResolveBy: lambda line: f"resolve{_by(line.resolution)}",
    ast.Phrase: lambda line: f"phrase {_phrase_key(line.key)} = {quoted(line.words)}",
    ast.Param: lambda line: f"param {line.name} = {spell(line.value)}",
    ast.AccountDecl: _account,
    ast.StatDecl: _number,
    ast.NumberDecl: _number,
    ast.ItemDecl: _item,
    ast.CodewordDecl: lambda line: line.name,
    ast.OneOf: lambda line: f"one-of {line.name}: {_names(line.values)}",
    ast.Limit: lambda line: f"limit {line.name}{_maybe(' ', line.places)}: {_names(line.items)}",
    ast.Let: lambda line: f"let {line.name} = {spell(line.value)}",
    ast.While: lambda line: f"while {spell(line.condition)}: {_change(line.change)}",
    ast.Setting: lambda line: f"option {line.name} = {spell(line.value, _SUM)}",
    ast.Busy: lambda line: f"busy {quoted(line.foe)} while {spell(line.condition)}",
    ast.With: _with,
    ast.Local: _local,
}
"""Lines of the header and of a fight that have no block."""


@_lines.register
def _(line: ast.TableDecl) -> Lines:
    yield f"table {line.name} columns {_bounds(line.columns)} rows {_bounds(line.rows)}"
    yield from _in(" ".join(map(str, row)) for row in line.cells)


@_lines.register
def _(line: ast.Anytime) -> Lines:
    yield from _under("anytime in fights" if line.in_fights else "anytime", line.options)


@_lines.register
def _(line: ast.HeroDecl) -> Lines:
    yield from _under("hero", line.body)


@_lines.register
def _(line: ast.EachChapter) -> Lines:
    yield from _under("each chapter", line.body)


@_lines.register
def _(line: ast.When) -> Lines:
    return _row(f"{'first ' if line.first else ''}when {spell(line.condition)}", line.body)


@_lines.register
def _(line: ast.CheckDecl) -> Lines:
    yield f"test {line.name}"
    yield from _in([f"succeed {spell(line.succeed)}"])
    if len(line.then) == 1 and type(line.then[0]) in _EFFECTS:
        yield from _in([f"then {_EFFECTS[type(line.then[0])](line.then[0])}"])
    elif line.then:
        yield from _in(_under("then", line.then))
    yield from _in([" | ".join(line.outcomes)])


@_lines.register
def _(line: ast.RuleDecl) -> Lines:
    yield from _under(f"rule {line.name}{_parameters([each.id for each in line.parameters])}", line.body)


@_lines.register
def _(line: ast.CombatDecl) -> Lines:
    yield f"combat {line.name}"
    yield from _in([f"foe {_names(line.foe_stats)}"])
    if line.wounds is not None:
        yield from _in([f"wounds {line.wounds.id}"])
    yield from _in([f"won when {spell(line.won_when)}"])
    yield from _in(_block((*line.settings, *line.locals)))
    yield from _in(_under("round", line.round))
    if line.others is not None:
        yield from _in(_under("others", line.others))


@_lines.register
def _(line: ast.StrategyDecl) -> Lines:
    parameters = _parameters([f"{name} = {spell(value)}" for name, value in line.parameters])
    yield from _under(f"strategy {line.name}{parameters}", line.rules)
    yield from _in([f"otherwise {line.otherwise}"])


@_lines.register
def _(line: ast.At) -> Lines:
    yield f"at {_word(line.where)}: {spell_advice(line)}"


def spell_advice(line: ast.At) -> str:
    """`strike if LUCK < t else test your luck`"""
    return " else ".join(
        f"{_label(label)}{'' if some == every else f' {some} in {every}'}{_maybe(' if ', condition, least=0)}"
        for (label, condition), (some, every) in zip(line.choices, line.odds or repeat((1, 1)), strict=False)
    )


def _label(words: str) -> str:
    """An option's words in a strategy, in quotation marks where they would not end in the right place."""
    bare = parser().get_terminal("WORDS").pattern.to_regexp()
    return words if re.fullmatch(bare, words) and words == words.rstrip() else quoted(words)


@_lines.register
def _(chapter: ast.Chapter) -> Lines:
    yield f"=== {chapter.name} {chapter.title}".rstrip()
    yield from _block(chapter.body)
