"""Syntax tree to text: the way back from `parse`, for books that are made and not written.

What is printed reads as the same tree, and `gamebook fmt` does not change it. A tree keeps no comments, no blank lines
between steps and no columns: to lay out a text that somebody wrote, use `syntax.format`. Words (prose, labels) stand in
the tree as they are written, escapes and all, and are printed so; a name or a text that no book could have is printed
as it is, and then does not read as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import chain, groupby, islice

from gamebook.syntax import ast
from gamebook.syntax.format import STEP
from gamebook.syntax.one_line import EFFECTS, PLAIN, spell_advice, spell_check, spell_foe, spell_option
from gamebook.syntax.spell import (
    SUM,
    quoted,
    spell,
    spell_bounds,
    spell_by,
    spell_faces,
    spell_knows,
    spell_maybe,
    spell_names,
    spell_open,
    spell_parameters,
    spell_target,
    spell_word,
)

Lines = Iterator[str]

WIDTH = 100
"""Where a list of names goes on in the next line of its kind."""


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
        yield f"{head} -> {spell_target(body[0].target)}"
    else:
        yield from _under(head, body)


@singledispatch
def _lines(node: ast.Node) -> Lines:
    """The lines of a step, an option, a row, a line of a fight or of the header, or of a chapter."""
    if type(node) in EFFECTS:
        return iter([f"~ {EFFECTS[type(node)](node)}"])
    if type(node) in PLAIN:
        return iter([PLAIN[type(node)](node)])
    raise TypeError(f"{type(node).__name__} cannot be printed")


# ---- steps ------------------------------------------------------------------------------------------


@_lines.register
def _(step: ast.Prose) -> Lines:
    yield from step.text.split("\n")


@_lines.register
def _(step: ast.Turn) -> Lines:
    yield f"-> {spell_target(step.target)}"


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
    yield from _under(f"~ choose{name}{spell_maybe(' ', step.count, ' of')}", step.options)


@_lines.register
def _(step: ast.RivalChooses) -> Lines:
    yield from _under("~ rival chooses" + ("" if step.name is None else f" {quoted(step.name)}"), step.options)


@_lines.register
def _(step: ast.Repeat) -> Lines:
    how = spell_maybe("", step.times, " times") + spell_maybe("until ", step.until, least=0)
    yield from _under(f"~ repeat {how}", step.body)


@_lines.register
def _(step: ast.Roll) -> Lines:
    words = [] if step.name is None else ["pool", step.name] if step.pool and step.name != "pool" else [step.name]
    name = " ".join([" as", *words]) if words else ""
    yield from _under(f"~ roll {spell(step.value, SUM)}{name}{spell_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.RangeRow) -> Lines:
    return _row(spell_faces(row.low, row.high), row.body)


@_lines.register
def _(row: ast.OpenRow) -> Lines:
    return _row(spell_open(row.end, more=row.more), row.body)


@_lines.register
def _(step: ast.Random) -> Lines:
    yield from _under(f"~ random{spell_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.WeightRow) -> Lines:
    return _row(f"{spell(row.weight, SUM)}:", row.body)


@_lines.register
def _(step: ast.Compare) -> Lines:
    sides = f"{spell(step.left, SUM)} with {spell(step.right, SUM)}"
    yield from _under(f"~ compare {sides}{spell_by(step.resolution)}", step.rows)


@_lines.register
def _(row: ast.NamedRow) -> Lines:
    return _row(row.name, row.body)


@_lines.register
def _(step: ast.Check) -> Lines:
    yield from _under(spell_check(step), step.rows)


@_lines.register
def _(step: ast.Ask) -> Lines:
    yield from _under(f"~ ask {quoted(step.question)}{spell_knows(step.knows)}", step.rows)
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
    combat = "" if step.combat == ast.USUAL_COMBAT else f" {step.combat}"
    alone = f" {spell_foe(step.foes[0])}" if len(step.foes) == 1 else ""
    yield f"~ fight{combat}{alone}{spell_by(step.resolution)}"
    if not alone:
        for number, foe in enumerate(step.foes):
            then = "then " if number and not step.together else ""
            yield from _in([f"{then}foe {spell_foe(foe)}"])
    if step.together:
        yield from _in(["together"])
    yield from _in(_block(step.options))


@_lines.register
def _(line: ast.On) -> Lines:
    return _row(f"on {line.event}", line.body)


@_lines.register
def _(line: ast.EachRound) -> Lines:
    return _row("each round", line.body)


@_lines.register
def _(line: ast.FightRow) -> Lines:
    if line.kind == "stopped":
        return _row(f"after{spell_maybe(' ', line.rounds, ' rounds')}", line.body)
    return _row(f"{line.kind}{spell_maybe(' from round ', line.rounds)}", line.body)


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
        for each in map(PLAIN[kind], group):
            if line and len(line) + len(each) > WIDTH:
                yield line
                line = ""
            line = f"{line}, {each}" if line else f"{_LISTS[kind]} {each}"
        yield line


@_lines.register
def _(line: ast.TableDecl) -> Lines:
    yield f"table {line.name} columns {spell_bounds(line.columns)} rows {spell_bounds(line.rows)}"
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
    if len(line.then) == 1 and type(line.then[0]) in EFFECTS:
        yield from _in([f"then {EFFECTS[type(line.then[0])](line.then[0])}"])
    elif line.then:
        yield from _in(_under("then", line.then))
    yield from _in([" | ".join(line.outcomes)])


@_lines.register
def _(line: ast.RuleDecl) -> Lines:
    yield from _under(f"rule {line.name}{spell_parameters([each.id for each in line.parameters])}", line.body)


@_lines.register
def _(line: ast.CombatDecl) -> Lines:
    yield f"combat {line.name}"
    yield from _in([f"foe {spell_names(line.foe_stats)}"])
    if line.wounds is not None:
        yield from _in([f"wounds {line.wounds.id}"])
    yield from _in([f"won when {spell(line.won_when)}"])
    yield from _in(_block((*line.settings, *line.locals)))
    yield from _in(_under("round", line.round))
    if line.others is not None:
        yield from _in(_under("others", line.others))


@_lines.register
def _(line: ast.StrategyDecl) -> Lines:
    parameters = spell_parameters([f"{name} = {spell(value)}" for name, value in line.parameters])
    yield from _under(f"strategy {line.name}{parameters}", line.rules)
    yield from _in([f"otherwise {line.otherwise}"])


@_lines.register
def _(line: ast.At) -> Lines:
    yield f"at {spell_word(line.where)}: {spell_advice(line)}"


@_lines.register
def _(chapter: ast.Chapter) -> Lines:
    yield f"=== {chapter.name} {chapter.title}".rstrip()
    yield from _block(chapter.body)
