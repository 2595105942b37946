"""Steps, choices and lines of the header that stand on one line, as a book writes them.

What stands under such a line (rows, options, blocks) is the printer's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat

from gamebook.syntax import ast
from gamebook.syntax.grammar import parser
from gamebook.syntax.heads import NAME
from gamebook.syntax.spell import (
    FACTOR,
    PRODUCT,
    SUM,
    quoted,
    spell,
    spell_all,
    spell_by,
    spell_knows,
    spell_maybe,
    spell_names,
    spell_percent,
    spell_place,
    spell_points,
    spell_range,
    spell_signed,
    spell_target,
    spell_word,
)

# ---- effects: all of a step after its mark -------------------------------------------------------------


def _change(step: ast.Change) -> str:
    beyond = " beyond initial" if step.beyond else ""
    return f"{spell_place(step.place)} {spell_signed(step.sign, step.amount)}{beyond}{spell_by(step.resolution)}"


def _gain(step: ast.Gain) -> str:
    how = " or swap" if step.swap else " all or none" if step.whole else ""
    return f"gain {spell_maybe('', step.count, ' ')}{step.item}{how}"


def _lose(step: ast.Lose) -> str:
    how = "" if step.how == "some" else f"{step.how} "
    return f"lose {how}{spell_maybe('', step.count, ' ')}{step.what}"


def _store(step: ast.Store) -> str:
    return f"return {step.what} from {step.chest}" if step.back else f"store {step.what} in {step.chest}"


def _score(step: ast.Score) -> str:
    amount = spell_points(step.amount)
    return f"score {'' if amount.startswith('-') else '+'}{amount}{spell_by(step.resolution)}"


def _do(step: ast.DoRule) -> str:
    return f"do {step.rule}" + (f"({spell_all(step.arguments)})" if step.arguments else "")


EFFECTS: dict[type[ast.Node], Callable[..., str]] = {
    ast.Change: _change,
    ast.Both: lambda step: f"both {', '.join(map(_change, step.changes))}",
    ast.SetTo: lambda step: f"set {spell_place(step.place)} = {spell(step.value)}",
    ast.Gain: _gain,
    ast.Lose: _lose,
    ast.NoteWord: lambda step: f"note {step.codeword}",
    ast.EraseWord: lambda step: f"erase {step.codeword}",
    ast.Pay: lambda step: f"pay {spell(step.amount, SUM)} {step.what}",
    ast.Restore: lambda step: f"restore {spell_place(step.place)}",
    ast.SwapValues: lambda step: f"swap {step.left} {step.right}",
    ast.Store: _store,
    ast.ChooseAmount: lambda step: f"choose {step.name}{spell_range(step.low, step.high)}",
    ast.Tick: lambda step: f"tick {'a box' if step.boxes is None else spell_maybe('one of ', step.boxes)}",
    ast.Score: _score,
    ast.Happen: lambda step: f"event {step.event}",
    ast.DoRule: _do,
    ast.ResolveOn: lambda step: f"resolve{spell_by(step.resolution)}",
    ast.End: lambda step: spell_target(step.ending),
}


# ---- the first lines of longer steps -------------------------------------------------------------------


def spell_option(option: ast.Option) -> str:
    """The line of a choice: `* Climb the wall [if rope] -> 23`."""
    words = f" {option.label}" if option.label else ""
    condition = spell_maybe(" [if ", option.condition, "]", 0)
    turn = f" -> {spell_target(option.target)}" if option.target else ""
    secret = " secret" if option.secret else ""
    return f"*{words}{condition}{spell_knows(option.knows)}{turn}{secret}"


def spell_check(step: ast.Check) -> str:
    """`~ test luck -2 on 3d6`, without its rows."""
    match step.modifier:
        case None:
            modifier = ""
        case ast.Unary(op="-", operand=amount):
            modifier = f" -{spell(amount, PRODUCT)}"
        case amount:
            modifier = f" +{spell(amount, PRODUCT)}"
    return f"~ test {step.test}{modifier}{spell_maybe(' on ', step.dice)}{spell_by(step.resolution)}"


def spell_foe(foe: ast.Foe) -> str:
    """`"Gate guard" SKILL 7 STAMINA (2d6 + 2)`: brackets show where a value ends."""
    return " ".join([quoted(foe.name), *(f"{stat} {spell(value, FACTOR)}" for stat, value in foe.stats)])


# ---- strategies ----------------------------------------------------------------------------------------


def spell_advice(line: ast.At) -> str:
    """`strike if LUCK < t else test your luck`"""
    return " else ".join(
        f"{_label(label)}{'' if some == every else f' {some} in {every}'}{spell_maybe(' if ', condition, least=0)}"
        for (label, condition), (some, every) in zip(line.choices, line.shares or repeat((1, 1)), strict=False)
    )


def _label(words: str) -> str:
    """An option's words in a strategy, in quotation marks where they would not end in the right place."""
    bare = parser().get_terminal("WORDS").pattern.to_regexp()
    return words if re.fullmatch(bare, words) and words == words.rstrip() else quoted(words)


# ---- the header, and lines of a fight ------------------------------------------------------------------


def _with(line: ast.With) -> str:
    return f"with {line.name} = {spell(line.value, SUM)}{spell_maybe(' for ', line.rounds, ' rounds')}"


def _local(line: ast.Local) -> str:
    return f"local {line.name} = {spell(line.start, SUM)}{spell_range(line.low, line.high)}"


def _item(line: ast.ItemDecl) -> str:
    return f"{line.name}{spell_maybe(' x ', line.most)}{spell_maybe(' = ', line.start)}"


def _title(line: ast.Title) -> str:
    return f"{line.kind} {quoted(line.text) if line.kind == 'book' else line.text}"


def _field(line: ast.Field) -> str:
    value = quoted(line.value) if line.key in ("author", "language", "front", "back") else spell_word(line.value)
    return f"{line.key} {value}" + (f" then {line.then}" if line.then else "")


def _phrase_key(key: str) -> str:
    return key if re.fullmatch(NAME, key) else quoted(key)


def _preset(line: ast.Preset) -> str:
    return f"hero {quoted(line.name)}: {', '.join(_preset_value(each) for each in line.values)}"


def _preset_value(part: ast.PresetValue) -> str:
    if part.word is not None:
        return f"{part.name} = {part.word}"
    return part.name if part.value == 1 else f"{part.name} {part.value}"


def _account(line: ast.AccountDecl) -> str:
    starts = f" = {spell_all(line.starts, SUM)}" if line.starts else ""
    return f"account {line.name}{spell_maybe(' of ', line.of)}{starts}{spell_range(line.low, line.high)}"


def _number(line: ast.StatDecl | ast.NumberDecl) -> str:
    kind = "stat" if isinstance(line, ast.StatDecl) else "number"
    return f"{kind} {line.name}{spell_maybe(' = ', line.start)}{spell_range(line.low, line.high)}"


def _expect(line: ast.Expect) -> str:
    what = f"reader {line.reader} wins" if line.reader else line.what
    return f"expect {what} {spell_percent(line.low)}..{spell_percent(line.high)}"


PLAIN: dict[type[ast.Node], Callable[..., str]] = {
    ast.Title: _title,
    ast.Field: _field,
    ast.Draft: lambda _: "draft",
    ast.Use: lambda line: f"use {line.system}",
    ast.Include: lambda line: f"include {quoted(line.path)}",
    ast.Expect: _expect,
    ast.Preset: _preset,
    ast.Carry: lambda line: f"carry {spell_names(line.names)}",
    ast.ResolveBy: lambda line: f"resolve{spell_by(line.resolution)}",
    ast.Phrase: lambda line: f"phrase {_phrase_key(line.key)} = {quoted(line.words)}",
    ast.Param: lambda line: f"param {line.name} = {spell(line.value)}",
    ast.AccountDecl: _account,
    ast.StatDecl: _number,
    ast.NumberDecl: _number,
    ast.ItemDecl: _item,
    ast.CodewordDecl: lambda line: line.name,
    ast.OneOf: lambda line: f"one-of {line.name}: {spell_names(line.values)}",
    ast.Limit: lambda line: f"limit {line.name}{spell_maybe(' ', line.places)}: {spell_names(line.items)}",
    ast.Let: lambda line: f"let {line.name} = {spell(line.value)}",
    ast.While: lambda line: f"while {spell(line.condition)}: {_change(line.change)}",
    ast.Setting: lambda line: f"option {line.name} = {spell(line.value, SUM)}",
    ast.Busy: lambda line: f"busy {quoted(line.foe)} while {spell(line.condition)}",
    ast.With: _with,
    ast.Local: _local,
}
"""Lines of the header and of a fight that have no block."""
