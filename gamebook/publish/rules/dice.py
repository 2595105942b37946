"""What chance decides: rolls, draws, tests, and what is done again and again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamebook.publish.document import Block, Paragraph, Run, bold, plain
from gamebook.publish.known import changed_in, in_place
from gamebook.publish.rules.paragraphs import Paragraphs
from gamebook.publish.rules.sentences import Clause
from gamebook.publish.values import Values, open_range, range_of
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

_DICE_ROWS = (("random-one", 6), ("random-two", 36))


def roll(writer: Paragraphs, step: ast.Roll, level: int) -> Iterator[Block]:
    """A roll with its rows."""
    yield Paragraph(writer.lead(writer.by(writer.roll(step), step)), "rule", level)
    for row in step.rows:
        yield from writer.headed(bold(_totals(writer, row)), row.body, level + 1)


def _totals(writer: Paragraphs, row: ast.RangeRow | ast.OpenRow) -> Clause:
    """The totals that a row is for."""
    if isinstance(row, ast.RangeRow):
        return writer.say("row", n=range_of(row.low, row.high))
    return writer.say(open_range(more=row.more), n=Values.whole(row.end))


def random(writer: Paragraphs, step: ast.Random, level: int) -> Iterator[Block]:
    """A draw, by ordinary dice where they have its chances."""
    found = _weights(writer, [writer.values.count(row.weight) for row in step.rows])
    first = writer.say("random-weights") if found is None else found[0]
    yield Paragraph(writer.lead(writer.by(first, step)), "rule", level)
    for row, head in heads(writer, step):
        if head:
            yield from writer.headed(bold((Run(head),)), row.body, level + 1)
        else:
            writer.told.whole(row)


def heads(writer: Paragraphs, step: ast.Random) -> Iterator[tuple[ast.WeightRow, str]]:
    """The rows of a draw with what stands before them; nothing before one that never happens."""
    weights = [writer.values.count(row.weight) for row in step.rows]
    found = _weights(writer, weights)
    for row, count, range_ in zip(step.rows, weights, found[1] if found else weights, strict=True):
        if found is not None:
            yield row, plain(writer.say("row", n=str(range_))) if range_ else ""
        else:
            key = "weight" if count is not None else "weight-value"
            yield row, plain(writer.say(key, count, n=writer.values.value(row.weight)))


def _weights(writer: Paragraphs, weights: Sequence[int | None]) -> tuple[Clause, list[str]] | None:
    """How to draw with ordinary dice, and the range of each row; None where the weights are not fixed."""
    fixed = [max(0, weight) for weight in weights if weight is not None]
    total = sum(fixed)
    if len(fixed) < len(weights) or not total:
        return None
    for key, faces in _DICE_ROWS:
        if faces % total == 0:
            return writer.say(key), _faces(fixed, faces // total, two=faces == 36)
    return writer.say("random-any", n=str(total)), _faces(fixed, 1, two=False)


def test(writer: Paragraphs, step: ast.Check, level: int) -> Iterator[Block]:
    """A test with its outcomes."""
    yield Paragraph(writer.lead(writer.test(step)), "rule", level)
    for row in step.rows:
        yield from writer.headed(outcome(writer, row.name), row.body, level + 1)


def outcome(writer: Paragraphs, name: str) -> Clause:
    """What stands before an outcome of a test: "if you are lucky"."""
    key = name if name in ("lucky", "unlucky", "pass", "fail") else "outcome"
    return writer.say(key, name=writer.values.name(name))


def compare(writer: Paragraphs, step: ast.Compare, level: int) -> Iterator[Block]:
    """Two numbers compared."""
    head = writer.say("compare", left=writer.values.value(step.left), right=writer.values.value(step.right))
    yield Paragraph(writer.lead(writer.by(head, step)), "rule", level)
    for row in step.rows:
        yield from writer.headed(writer.say(row.name), row.body, level + 1)


def repeat(writer: Paragraphs, step: ast.Repeat, level: int) -> Iterator[Block]:
    """Steps done again and again."""
    if step.times is not None:
        count = writer.values.count(step.times)
        key = "repeat-times" if count is not None else "repeat-as-often"
        if count is None and _may_change(writer, step.times, step.body):
            key = "repeat-as-often-first"
        head = writer.by_dice(writer.say(key, count, n=writer.values.value(step.times)), step, step.times)
    else:
        assert step.until is not None
        # It is asked before each time, so where it holds at once nothing is done: "until" would be once.
        head = writer.say("repeat-while", condition=writer.values.condition(step.until, "repeat-while", holds=False))
    yield Paragraph(writer.lead(head), "rule", level)
    yield from writer.block(step.body, level + 1)


def _may_change(writer: Paragraphs, times: ast.Expr, body: ast.Block) -> bool:
    """Whether steps may change the number of times that they are done: it is read once, before the first time."""
    names = writer.values.names
    asked = set(_asked(times, names.lets))
    inside = in_place(body, names.rules)
    if asked & names.on_sheet and any(any(find(inside, kind)) for kind in (ast.Fight, ast.Check)):
        return True  # their rules stand elsewhere
    changed = {*changed_in(inside), *names.triggered}
    changed |= {str(each.name) for each in find(inside, ast.Roll)}
    changed |= {str(each.name) for each in find(inside, ast.ChooseAmount)}
    if not changed.isdisjoint(names.limits):
        changed |= names.items.keys()
    if not asked.isdisjoint(names.limits) and not changed.isdisjoint(names.items):
        return True
    return not asked.isdisjoint(changed)


def _asked(value: ast.Expr, lets: Mapping[str, ast.Let]) -> Iterator[str]:
    """The names of all that a value depends on."""
    for each in walk(value):
        if isinstance(each, ast.Name | ast.Initial):
            yield str(each.id)
            if each.id in lets:
                yield from _asked(lets[each.id].value, lets)


def _faces(weights: Sequence[int], times: int, *, two: bool) -> list[str]:
    """The range of rolls for each weight: of one die, or of two that are read as tens and ones."""
    shown = [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)] if two else []
    found, done = [], 0
    for weight in weights:
        first, last = done, done + weight * times - 1
        done = last + 1
        words = (shown[first], shown[last]) if two and weight else (str(first + 1), str(last + 1))
        found.append("" if not weight else words[0] if first == last else f"{words[0]}–{words[1]}")
    return found
