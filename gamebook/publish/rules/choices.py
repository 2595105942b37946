"""What readers choose or answer, and what depends on a condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gamebook.publish import prose
from gamebook.publish.assured import assured
from gamebook.publish.document import Block, Paragraph, Runs, plain
from gamebook.publish.known import in_place
from gamebook.publish.rules.paragraphs import Paragraphs
from gamebook.publish.rules.sentences import Clause, sentence
from gamebook.publish.values import Values, range_of
from gamebook.syntax import ast


def condition(writer: Paragraphs, step: ast.If, level: int) -> Iterator[Block]:
    """What happens only if a condition holds, and what happens otherwise."""
    condition = writer.values.known(step.condition)
    if isinstance(condition, ast.Number):
        writer.told.whole(step.otherwise if condition.value else step.body)
        yield from writer.block(step.body if condition.value else step.otherwise, level)
        return
    head = writer.say("if", condition=writer.values.condition(condition, "if"))
    yield from _under(writer, [(condition, True)], head, step.body, level)
    before = [(condition, False)]
    otherwise = step.otherwise
    while otherwise:
        match otherwise:
            case (ast.If(condition=other, body=body, otherwise=otherwise) as inner,):
                writer.told.alone(inner)
                head = writer.say("otherwise-if", condition=writer.values.condition(other, "otherwise-if"))
                yield from _under(writer, [*before, (other, True)], head, body, level)
                before.append((other, False))
            case _:
                yield from _under(writer, before, writer.say("otherwise"), otherwise, level)
                return


def _under(
    writer: Paragraphs, conditions: Sequence[tuple[ast.Expr, bool]], head: Clause, body: ast.Block, level: int
) -> Iterator[Block]:
    """A block that is done under some conditions, which hold or do not hold."""
    before = writer.assured
    writer.assured = before | assured(writer.values, conditions, body)
    yield from writer.headed(head, body, level)
    writer.assured = before


def option_of(writer: Paragraphs, option: ast.Option, level: int) -> Iterator[Block]:
    """A choice."""
    before, writer.choice = (writer.choice, writer.assured), option.span
    if option.condition is not None:
        body = in_place(option.body, writer.in_their_places)
        writer.assured = writer.assured | assured(writer.values, [(option.condition, True)], body)
    yield from _option(writer, option, level)
    writer.choice, writer.assured = before


def _option(writer: Paragraphs, option: ast.Option, level: int) -> Iterator[Block]:
    writer.told.alone(option)
    label: Runs = writer.words(option.label) if option.label else ()
    condition = writer.values.known(option.condition) if option.condition is not None else None
    if isinstance(condition, ast.Number):
        if not condition.value:
            writer.told.whole(option)
            return
        condition = None
    head = label
    if condition is not None:
        head = writer.say("choice-if", label=label, condition=writer.values.condition(condition, "choice-if"))
    turn: Clause | None = None
    if option.target is not None:
        turn = writer.say("turn-secret") if option.secret else writer.target(option.target)
    body = writer.short(option.body)
    if body is not None:
        clause = writer.both([each for each in (body, turn) if each]) if body or turn else ()
        if not plain(head).strip():
            yield Paragraph(sentence(clause), "choice", level)
        else:
            yield Paragraph(writer.lead(head, clause), "choice", level)
        return
    first = Paragraph(writer.lead(head), "choice", level)
    yield first
    yield from _once(first, list(writer.block(option.body, level + 1)))
    if turn:
        yield Paragraph(sentence(turn), "rule", level + 1)


def _once(head: Paragraph, inner: list[Block]) -> Iterator[Block]:
    """What stands under a choice, where all that it does is what it says: "test your luck" is not said again."""
    if not inner:
        return
    said, *rest = inner
    same = isinstance(said, Paragraph) and plain(said.runs).casefold() == plain(head.runs).casefold()
    if same and all(each.level > said.level for each in rest):
        yield from (replace(each, level=each.level - 1) for each in rest)
    else:
        yield from inner


def menu(writer: Paragraphs, step: ast.Menu, level: int) -> Iterator[Block]:
    """The choices at the end of a chapter."""
    for option in step.options:
        yield from option_of(writer, option, level)


def may(writer: Paragraphs, step: ast.May, level: int) -> Iterator[Block]:
    """Something that readers may do or leave."""
    head = writer.say("may", label=writer.words(step.label))
    before, writer.choice = writer.choice, step.span
    yield from writer.headed(head, step.body, level, "choice")
    writer.choice = before


def choose(writer: Paragraphs, step: ast.Choose, level: int) -> Iterator[Block]:
    """Choosing from a list."""
    if step.count is None:
        head = writer.say("choose")
    else:
        head = writer.say("choose-n", writer.values.count(step.count), n=writer.values.value(step.count))
    yield Paragraph(writer.lead(head), "rule", level)
    for option in step.options:
        yield from option_of(writer, option, level + 1)


def rival(writer: Paragraphs, step: ast.RivalChooses, level: int) -> Iterator[Block]:
    """A choice that is not the reader's."""
    yield Paragraph(writer.lead(writer.say("rival")), "rule", level)
    for option in step.options:
        yield from option_of(writer, option, level + 1)


def ask(writer: Paragraphs, step: ast.Ask, level: int) -> Iterator[Block]:
    """A question that is answered with a number."""
    yield Paragraph(
        writer.lead(writer.say("question", question=prose.words(step.question, None, writer.values.phrases.quotes))),
        "rule",
        level,
    )
    for row in step.rows:
        yield from writer.headed(_answer(writer, row), row.body, level + 1)
    if step.otherwise:
        yield from writer.headed(writer.say("answer-else"), step.otherwise, level + 1)


def _answer(writer: Paragraphs, row: ast.RangeRow) -> Clause:
    """When a row of a question holds: "if your answer is 12"."""
    if row.low == row.high:
        return writer.say("answer", n=range_of(row.low, row.high))
    return writer.say("answer-range", low=Values.whole(row.low), high=Values.whole(row.high))
